"""The texts of a game: what they say, the outbox that holds them, and what puts them right.

Whoever changes a journal imports it; it knows the journal and no command. Begin reading with
`writing.Writer`.
"""
