"""Campaigns: rows and statistics are those of the program; strategies in Python see a view only."""

import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import polars
import pytest

import talon
from talon import Table, View, lab

Program = Callable[..., str]


class First(lab.Player):
    """Plays the first legal move, as the player `first` does."""

    name = "mine"

    def choose(self, view: View, record: lab.Record) -> str | None:
        if record.moves_without_progress > 10:
            return None
        moves = view.moves()
        return moves[0] if moves else None


class Chance(lab.Player):
    """Plays at random."""

    def begin(self, view: View, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, view: View, record: lab.Record) -> str | None:
        moves = view.moves()
        return self.chance.choice(moves) if moves and record.moves < 60 else None


def test_rows_and_statistics_are_those_of_the_program(
    talon_program: Program, tmp_path: Path
) -> None:
    path = tmp_path / "rows.csv"
    campaign = ["lab", "run", "klondike", "--player", "greedy,random", "--deals", "1..201"]
    talon_program(*campaign, "--out", str(path))
    rows = lab.run("klondike", ["greedy", "random"], range(1, 201), jobs=2)
    assert rows.csv == path.read_text()
    assert lab.run("klondike", ["greedy", "random"], "1..201", jobs=1).csv == rows.csv
    rows.write(path)
    assert lab.Rows.read(path).csv == rows.csv
    # The program knows the times of its own file only, so the written one has none.
    (tmp_path / "rows.csv.times").unlink()
    assert str(rows.compare()) == talon_program("lab", "report", str(path))
    told = json.loads(talon_program("lab", "report", str(path), "--json"))
    assert rows.compare().to_dict() == told


def test_rows_are_columns() -> None:
    rows = lab.run("canfield", ["greedy", "first"], range(5, 25))
    frame = rows.to_polars()
    assert frame.columns == rows.columns
    assert frame.height == len(rows) == 40
    assert frame["won"].dtype == polars.Boolean
    assert frame["player"].to_list()[:2] == ["greedy", "first"]
    lines = [line for line in rows.csv.splitlines() if not line.startswith("#")][1:]
    assert [str(row["deal"]) for row in rows.to_dicts()] == [line.split(",")[0] for line in lines]
    first_empty = [line.split(",")[rows.columns.index("first_empty")] for line in lines]
    assert frame["first_empty"].to_list() == [int(move) if move else None for move in first_empty]
    assert rows.to_pandas()["points"].sum() == frame["points"].sum()
    assert pickle.loads(pickle.dumps(rows)).csv == rows.csv
    assert rows.head["game"] == "canfield"


def test_a_strategy_in_python_plays_as_the_same_one_in_rust() -> None:
    for game in ("klondike", "spider-2", "canfield"):
        alone = lab.run(game, [First()], range(1, 21), jobs=1)
        shared = lab.run(game, [First, "greedy"], range(1, 21), jobs=3)
        mine = [row for row in shared.to_dicts() if row["player"] == "mine"]
        assert alone.to_dicts() == mine
    # The seed is the game's own, so that the number of threads changes nothing.
    first = lab.run("klondike", [Chance()], range(1, 41), jobs=1)
    assert lab.run("klondike", [Chance()], range(1, 41), jobs=3).csv == first.csv
    assert lab.run("klondike", [Chance()], range(1, 41), salt=1).csv != first.csv


def test_players_are_honest() -> None:
    for game in ("klondike", "spider", "canfield", "freecell"):
        lab.check_honesty(First(), game, positions=200)
        lab.check_honesty(Chance, game, positions=200)


class Cheat(lab.Player):
    """Looks for the hidden cards in everything that it is given."""

    def choose(self, view: View, record: lab.Record) -> str | None:
        moves = view.moves()
        found = [value for value in map(str, vars(type(self)).values()) if value]
        tables: list[Table] = []
        return moves[hash((str(tables), len(found), view.svg())) % len(moves)] if moves else None


class Shared(lab.Player):
    """Chooses by something that is not in the view."""

    asked = 0

    def choose(self, view: View, record: lab.Record) -> str | None:
        type(self).asked += 1
        moves = view.moves()
        return moves[Shared.asked % len(moves)] if moves else None


def test_a_choice_by_something_else_than_the_view_is_found() -> None:
    # A picture shows no more than the view.
    lab.check_honesty(Cheat(), "klondike", positions=200)
    with pytest.raises(talon.Peeks, match="choice depends on hidden cards"):
        lab.check_honesty(Shared(), "klondike", positions=200)
    with pytest.raises(talon.LabError, match="allowed to see every card"):
        lab.check_honesty("oracle", "klondike")


class Wrong(lab.Player):
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View, record: lab.Record) -> str | None:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        ("redeal", talon.IllegalMove, r"^Wrong chose redeal, which is not legal\.$"),
        ("somewhere", talon.IllegalMove, "is neither a pile"),
        (7, TypeError, "str"),
        (KeyError("mine"), KeyError, "mine"),
    ],
)
def test_the_mistakes_of_a_player_are_raised(
    answer: object, kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind, match=said):
        lab.run("klondike", [Wrong(answer), "greedy"], range(1, 1000), jobs=2)


def test_wrong_campaigns_are_refused() -> None:
    with pytest.raises(talon.LabError, match="named twice"):
        lab.run("klondike", ["greedy", "greedy"], range(1, 3))
    with pytest.raises(talon.LabError, match="players are named"):
        lab.run("klondike", [], range(1, 3))
    with pytest.raises(talon.LabError, match="nobody"):
        lab.run("klondike", ["nobody"], range(1, 3))
    with pytest.raises(TypeError, match="a method choose"):
        lab.run("klondike", [object()], range(1, 3))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="in steps of one"):
        lab.run("klondike", ["greedy"], range(1, 9, 2))
    with pytest.raises(ValueError, match="contains no deals"):
        lab.run("klondike", ["greedy"], range(3, 3))
    with pytest.raises(talon.LabError, match="not a rows file"):
        lab.Rows.from_csv("deal,player\n")
