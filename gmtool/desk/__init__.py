"""What a host does, a use case in a function: only here is chance drawn and the clock asked.

The rooms stand in layers, and imports go down this list only: `begin` and `care`; `intake`;
`reports`; `moves`; `texts`; `session`; `times`. The annexes `verify` and `rehearse` stand above
them. `desk`, `answers` and `problems` beside this file are what every room is given, gives back and
raises. Begin reading with `moves.record`.
"""
