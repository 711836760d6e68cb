"""The exceptions of the package. The compiled half raises them."""


class TalonError(Exception):
    """The base of all exceptions of this package."""

    __module__ = "talon"


class UnknownGame(TalonError, LookupError):
    """No game has the name."""

    __module__ = "talon"


class RulesError(TalonError, ValueError):
    """Rules cannot be read, or no game can be played by them."""

    __module__ = "talon"


class DealError(TalonError, ValueError):
    """A deal does not exist, or a text is not a deal or a position of the game."""

    __module__ = "talon"


class AddressError(TalonError, ValueError):
    """A text is not the address of a pile."""

    __module__ = "talon"


class IllegalMove(TalonError, ValueError):
    """A move is not legal, or a text is not a move."""

    __module__ = "talon"


class LabError(TalonError, ValueError):
    """A campaign cannot be played, or rows cannot be read."""

    __module__ = "talon"


class Peeks(TalonError, RuntimeError):
    """A player chose differently when only hidden cards were different."""

    __module__ = "talon"
