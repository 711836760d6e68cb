"""Solitaire done properly: rules, deals, solvers that prove their verdicts, a laboratory for players.

>>> import talon
>>> table = talon.game("klondike", draw=3).deal(42)
>>> table.moves()
['draw', '5-2', '5-6']
>>> table.play("5-6")
'Moved the ten of hearts to column 6; revealed the king of hearts in column 5.'
"""

from talon._errors import (
    AddressError,
    DealError,
    IllegalMove,
    RulesError,
    TalonError,
    UnknownGame,
)
from talon._native import VERSION, Environments, Game, Table, View, game, games, splits

__version__ = VERSION

__all__ = [
    "AddressError",
    "DealError",
    "Environments",
    "Game",
    "IllegalMove",
    "RulesError",
    "Table",
    "TalonError",
    "UnknownGame",
    "View",
    "__version__",
    "game",
    "games",
    "splits",
]
