"""Verdicts as an enumeration."""

import enum


class Verdict(enum.Enum):
    """Whether a position can be won when every card is known."""

    __module__ = "talon"

    WIN = "win"
    """The position can be won; the moves of the win have been replayed."""
    LOSS = "loss"
    """The position cannot be won; the search was exhausted."""
    UNKNOWN = "unknown"
    """The search ended without an answer."""
