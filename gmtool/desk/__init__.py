"""What a host does, a use case in a function: only here is chance drawn and the clock asked.

The rooms stand in layers, and imports go down this list only: `rehearse`, an annex; `begin` and
`care`; `verify`, an annex that `care.check` uses; `intake`; `reports`; `moves`; `texts`; `session`;
`times`. What rooms above `times` are given, give back and raise stands beside this file: `desk`,
`answers`, `problems`. Begin reading with `moves.record`.
"""
