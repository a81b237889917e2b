"""What changes a journal: moves, rulings, closes, amendments, undo; and the answer to each.

`intake`, `begin` and the commands import it. Begin reading with `record.record`.
"""
