"""The laboratory: players compared on the same deals.

A player is a name with settings, as `talon lab players` lists them, or an object with a method
`choose(view, record)`, which returns a legal move, or `None` to resign:

>>> import talon
>>> class UpFirst(talon.lab.Player):
...     def choose(self, view, record):
...         if record.moves_without_progress > record.pass_length + 2:
...             return None
...         moves = view.moves()
...         up = [move for move in moves if "-f" in move]
...         return (up or moves or [None])[0]
>>> rows = talon.lab.run("klondike", ["greedy", UpFirst()], range(1, 101), jobs=2)
>>> rows.columns
['deal', 'player', 'won', 'points', 'cards_up', 'moves', 'deals', 'face_down', 'first_empty', 'end']
>>> [player["player"] for player in rows.compare().to_dict()["players"]]
['greedy', 'UpFirst']
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from os import PathLike
from typing import Protocol, TypeAlias

from talon import _native
from talon._native import Comparison, Game, Record, Rows, View, check_honesty, players
from talon.ledger import distribute

__all__ = [
    "Chooser",
    "Comparison",
    "Player",
    "Record",
    "Rows",
    "check_honesty",
    "players",
    "run",
]


class Chooser(Protocol):
    """What a player must have: the choice of the next move."""

    def choose(self, view: View, record: Record, /) -> str | None:
        """Choose the next move, which must be legal; `None` resigns."""


class Player(abc.ABC):
    """A base for players of your own. It sees a view of each position and nothing else.

    The name in the rows is the attribute `name`, or the name of the class. Each thread plays with a
    deep copy, so what a player remembers must be set up in `begin`, for each game anew.
    """

    def begin(self, view: View, seed: int, /) -> None:  # noqa: B027, a player may do without
        """Start a new game. All randomness of the game should come from `seed`."""

    @abc.abstractmethod
    def choose(self, view: View, record: Record, /) -> str | None:
        """Choose the next move, which must be legal; `None` resigns."""


AnyPlayer: TypeAlias = str | Chooser | type[Chooser]


def run(
    game: str | Game,
    players: Sequence[AnyPlayer],
    deals: range | str,
    *,
    jobs: int | None = None,
    salt: int = 0,
    secret: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    engine: str = "local",
    address: str | None = None,
    ledger: str | PathLike[str] | None = None,
) -> Rows:
    """Let each player play each deal, and return the games.

    `deals` are Talon's own numbers. `jobs` is the number of threads (all cores if it is not given);
    players written in Python take turns, because Python runs one thread at a time. The rows do not
    depend on the number of threads. `salt` changes the randomness of the players. `secret` is a key
    that changes the decks, so that no player can have seen them. `progress` is called now and then
    with the number of deals that are done and of all.

    With `engine="ray"`, the games of named players are played on the Ray cluster at `address`, as
    `talon.ledger` explains; `ledger` names a folder in which the work is kept, so that the same
    call goes on after an interruption. The rows are those of the local engine.

    An exception of a player ends the campaign and is raised. Ctrl-C ends it too; the games of named
    players that have begun then end in the background.
    """
    if engine != "local" or ledger is not None:
        return distribute(
            game,
            players,
            deals,
            jobs=jobs,
            salt=salt,
            secret=secret,
            progress=progress,
            engine=engine,
            address=address,
            folder=ledger,
        )
    return _native.run(
        game, list(players), deals, jobs=jobs, salt=salt, secret=secret, progress=progress
    )
