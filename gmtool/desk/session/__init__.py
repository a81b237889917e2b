"""A game for one command: loaded from its snapshot or its journal, and written back.

All rooms above import it. Begin reading with `loading.the_session` and `session.Session`.
"""
