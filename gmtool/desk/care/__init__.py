"""Care of the database, and journals as files: checked, repaired, copied, exported, imported.

Commands and the page import it, no other room. Begin reading with `check.check`.
"""
