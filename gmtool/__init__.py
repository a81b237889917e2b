"""A desk for people who host games by forum post."""

__version__ = "0.1.0"
