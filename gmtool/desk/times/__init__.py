"""Times as hosts type them, and deadlines as a game's policy reckons them.

It knows no game. Begin reading with `parse.look_back` and
`deadline_calculation.calculate_deadline`.
"""
