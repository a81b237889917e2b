"""Games that bots play: rehearsals of a host's own configuration, and what a setup file makes.

Begin with `rehearse`. It stands on `life`, one game to its end, and `crew`, which plays many.
"""
