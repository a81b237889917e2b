"""The names of the occasions that the desk has for every game, apart from what loads a game."""

OPENING, RECEIPT, REFUSAL, FINAL = "opening", "receipt", "refusal", "final"
RULING, CORRECTION, REMINDER, UNCLEAR = "ruling", "correction", "reminder", "unclear"
BRIEFING, LAPSED, RECORD = "briefing", "plan-void", "record"
WORDS, MIXED = "words", "mixed"
