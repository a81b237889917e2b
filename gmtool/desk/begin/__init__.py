"""Setting games up: new ones, those made of files, and sequels.

Commands, rehearsals and `care.journal_files` import it. Begin reading with `new.new`.
"""
