"""Verdicts are those of the program, with moves that can be replayed; limits and Ctrl-C."""

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import polars
import pyarrow
import pytest

import talon
from talon import Verdict

Objects = Callable[..., list[dict[str, Any]]]


@pytest.mark.parametrize("game", ["klondike", "klondike-draw3", "canfield", "freecell", "spider-1"])
def test_verdicts_are_those_of_the_program(talon_json: Objects, game: str) -> None:
    solved = talon.solve_many(game, range(1, 13), jobs=2, moves=True, nodes=20_000)
    words = ["solve", game, "--deals", "1..13", "--json", "--moves", "--nodes", "20000"]
    expected = talon_json(*words)
    kept = ["verdict", "why", "nodes", "states", "length"]
    rows = solved.to_dicts()
    assert [[row[key] for key in kept] for row in rows] == [
        [row[key] for key in kept] for row in expected
    ]
    assert [row["moves"] for row in rows] == [
        " ".join(row["moves"]) if row["moves"] is not None else None for row in expected
    ]
    for deal, row in enumerate(rows, 1):
        table = talon.game(game).deal(deal)
        report = talon.solve(table, nodes=20_000)
        assert report.verdict.value == row["verdict"]
        assert (report.why, report.nodes) == (row["why"], row["nodes"])
        for move in report.moves:
            table.play(move)
        assert table.is_won == (report.verdict is Verdict.WIN)


def test_many_deals_by_name_and_on_tables() -> None:
    game = talon.game("freecell")
    names = ["ms:617", "ms:11982", "7"]
    by_name = talon.solve_many(game, names, nodes=100_000).to_dicts()
    on_tables = talon.solve_many([game.deal(name) for name in names], nodes=100_000).to_dicts()
    assert [row["deal"] for row in by_name] == names
    assert [row["table"] for row in on_tables] == [0, 1, 2]
    for first, second in zip(by_name, on_tables, strict=True):
        assert (first["verdict"], first["nodes"]) == (second["verdict"], second["nodes"])
    numbers = talon.solve_many(game, [3, 1], nodes=100_000)
    assert numbers.to_dicts()[0]["deal"] == 3
    assert sum(numbers.counts.values()) == len(numbers) == 2
    assert len(talon.solve_many(game, [])) == 0


def test_verdicts_are_arrow_columns() -> None:
    solved = talon.solve_many("klondike", range(1, 21), nodes=2000)
    table = pyarrow.table(solved)
    assert table.equals(solved.to_arrow())
    table.validate(full=True)
    assert table.schema.field("deal").type == pyarrow.uint64()
    assert table.column_names == solved.columns
    assert 0 < table["length"].null_count < 20
    frame = solved.to_polars()
    assert frame.equals(polars.DataFrame(solved))
    assert frame.height == len(solved.to_pandas()) == 20
    assert frame["verdict"].value_counts().height == sum(n > 0 for n in solved.counts.values())


def test_limits_end_a_search() -> None:
    table = endless_table()
    report = talon.solve(table, nodes=10)
    assert report.verdict is Verdict.UNKNOWN
    assert report.why == "node limit reached"
    assert report.moves == []
    assert talon.solve(table, time=0).why == "time limit reached"
    assert talon.solve(table, memory=1000).why == "memory limit reached"
    short = talon.solve(talon.game("klondike").deal(2), nodes=1_000_000, shortest=True)
    assert short.at_least is None or short.at_least <= len(short.moves)
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="a time limit is a number of seconds"):
            talon.solve(table, time=wrong)
    with pytest.raises(ValueError, match="at least one thread"):
        talon.solve_many("klondike", range(3), jobs=0)
    with pytest.raises(TypeError, match="a game and its deals, or a list of tables"):
        talon.solve_many(7)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="a game and its deals, or a list of tables"):
        talon.solve_many("klondike")  # type: ignore[arg-type]


def press_during(work: Callable[[], object]) -> None:
    """Press Ctrl-C during the work."""

    def press() -> None:
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    try:
        work()
    finally:
        presser.join()


def endless_table() -> talon.Table:
    """Return a table on which a search goes on for minutes."""
    return talon.game("forty-thieves").deal(1)


def test_ctrl_c_ends_a_search() -> None:
    with pytest.raises(KeyboardInterrupt):
        press_during(lambda: talon.solve(endless_table(), time=600))


def test_ctrl_c_ends_many_searches() -> None:
    with pytest.raises(KeyboardInterrupt):
        press_during(lambda: talon.solve_many([endless_table()] * 4, jobs=2, time=600))


def test_other_threads_run_during_a_search() -> None:
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.001):
            ticks.append(1)

    ticker = threading.Thread(target=tick)
    ticker.start()
    talon.solve(endless_table(), time=0.3)
    seen = len(ticks)
    done.set()
    ticker.join()
    assert seen > 5


def test_progress_is_told_and_its_error_ends_the_work() -> None:
    told = []
    tables = [endless_table()] * 3
    talon.solve_many(tables, time=0.1, jobs=1, progress=lambda *at: told.append(at))
    assert told
    assert all(done <= total == 3 for done, total in told)

    def fail(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        talon.solve_many(tables, progress=fail)
