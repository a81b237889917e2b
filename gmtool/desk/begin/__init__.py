"""Setting games up: new ones, those made of files, and sequels.

The commands import it, and rehearsals. Begin reading with `new.new`.
"""
