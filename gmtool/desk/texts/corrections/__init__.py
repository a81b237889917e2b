"""Corrections: what was written, drafted and sent, held against the journal as it is now.

Whatever changes the past of a game imports it. Begin reading with `reconcile.reconcile`: it asks
`before_after` what has changed, `wrong` what readers were told otherwise, and has the `outbox`
brought up to date.
"""
