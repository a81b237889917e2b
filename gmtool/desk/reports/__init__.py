"""Reports, which change nothing: one game, all games, the log.

The commands import it, and what lists several games. Begin reading with `status.status`.
"""
