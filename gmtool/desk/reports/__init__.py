"""Reports, which change nothing: one game, all games, the log.

Commands and the page import it. Begin reading with `status.status`.
"""
