"""Times as hosts type them, and deadlines as a game's policy reckons them.

It knows no game and is imported by all rooms. Begin reading with `parse.look_back` and
`deadline_calculation.calculate_deadline`.
"""
