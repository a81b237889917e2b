"""What changes a journal: moves, rulings, closes, amendments, undo; and the answer to each.

Whoever changes a journal or says what comes next imports it. Begin reading with `record.record`.
"""
