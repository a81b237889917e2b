"""Care of the database, and journals as files: checked, repaired, copied, exported, imported.

Only the commands import it. Begin reading with `check.check`.
"""
