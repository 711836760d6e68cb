"""Solitaire done properly: rules, deals, solvers that prove their verdicts, a lab for players.

>>> import talon
>>> table = talon.game("klondike", draw=3).deal(42)
>>> table.moves()
['draw']
>>> table.play("draw")
'Drew the five of diamonds, the ace of diamonds and the six of clubs.'
"""

from talon._errors import (
    AddressError,
    DealError,
    IllegalMove,
    LabError,
    Peeks,
    RulesError,
    TalonError,
    UnknownGame,
)
from talon._native import (
    VERSION,
    Environments,
    Frame,
    Game,
    Report,
    Solved,
    Table,
    View,
    game,
    games,
    solve,
    solve_many,
    splits,
)
from talon._verdict import Verdict

# Last, because it uses the names above.
from talon import lab  # isort: skip

__version__ = VERSION

__all__ = [
    "AddressError",
    "DealError",
    "Environments",
    "Frame",
    "Game",
    "IllegalMove",
    "LabError",
    "Peeks",
    "Report",
    "RulesError",
    "Solved",
    "Table",
    "TalonError",
    "UnknownGame",
    "Verdict",
    "View",
    "__version__",
    "game",
    "games",
    "lab",
    "solve",
    "solve_many",
    "splits",
]
