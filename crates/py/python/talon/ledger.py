"""Campaigns for many machines: ledgers, and the engines that work on them.

A ledger is a folder. Its manifest divides a campaign into chunks, and each chunk that is done
is one Parquet file. A part depends on nothing but the manifest, so it does not matter who
computes it, whether it is computed twice, or which worker or driver dies: the table is always
the one that an undivided run writes, byte for byte. `talon lab work` works on the same folders.

>>> import tempfile
>>> from talon.ledger import Ledger
>>> folder = tempfile.TemporaryDirectory()
>>> path = f"{folder.name}/ledger"
>>> ledger = Ledger.plan(path, "klondike", ["greedy"], range(1, 101), chunks=4)
>>> ledger.work(jobs=2)
>>> ledger.status()["chunks_done"]
4
>>> ledger.collect(f"{folder.name}/rows.csv")[0]
100
>>> folder.cleanup()
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent import futures
from os import PathLike, cpu_count
from typing import Any, Protocol, TypeAlias

from talon import _native
from talon._errors import TalonError

__all__ = ["Bar", "Ledger"]

Path: TypeAlias = str | PathLike[str]

Part: TypeAlias = tuple[str, bytes, str]
"""The name of a part, its bytes, and the times of its rows."""


def compute(manifest: str, tasks: list[str]) -> tuple[list[Part], float]:
    """Compute the parts of some tasks; return them and the seconds that it took."""
    begun = time.monotonic()
    parts = [_native.compute_part(manifest, task) for task in tasks]
    return parts, time.monotonic() - begun


class Ledger:
    """A campaign that is divided into chunks, in a folder."""

    def __init__(self, folder: Path) -> None:
        """Open the ledger in a folder."""
        self._inner = _native.Ledger.open(folder)

    @classmethod
    def plan(
        cls,
        folder: Path,
        game: str | _native.Game,
        players: Sequence[str],
        deals: range | str,
        *,
        salt: int = 0,
        secret: int | None = None,
        chunks: int | None = None,
        chunk_seconds: float = 10.0,
        counts: bool = False,
    ) -> Ledger:
        """Plan a campaign of named players; see `talon.lab.run`.

        Without `chunks`, some deals are played to find chunks that take about `chunk_seconds`
        on one core. With `counts`, only the number of times that each result occurred is kept,
        not a row a game. A folder that contains this very ledger already is opened, so that its
        work goes on; the chunks are then those that it has.
        """
        division = {"chunks": chunks, "chunk_seconds": chunk_seconds, "counts": counts}
        seeds = (salt, secret)
        _native.Ledger.plan_games(
            folder, _game(game), list(players), _range(deals), seeds, division
        )
        return cls(folder)

    @classmethod
    def plan_winnability(
        cls,
        folder: Path,
        game: str | _native.Game,
        deals: range | str,
        *,
        nodes: int = 100_000_000,
        retries: int = 0,
        chunks: int | None = None,
        chunk_seconds: float = 10.0,
        counts: bool = False,
    ) -> Ledger:
        """Plan the verdicts of the solver, with a limit of nodes a deal.

        At the end, deals that are unknown are queued again `retries` times, each time with ten
        times as many nodes.
        """
        division = {"chunks": chunks, "chunk_seconds": chunk_seconds, "counts": counts}
        _native.Ledger.plan_verdicts(folder, _game(game), _range(deals), nodes, retries, division)
        return cls(folder)

    @property
    def manifest(self) -> dict[str, Any]:
        """What is to be done."""
        manifest: dict[str, Any] = json.loads(self._inner.manifest)
        return manifest

    def status(self) -> dict[str, Any]:
        """Return how far the ledger is."""
        status: dict[str, Any] = json.loads(self._inner.status())
        return status

    def collect(self, path: Path) -> tuple[int, str]:
        """Write the table of a complete ledger; return its number of rows and its SHA-256.

        The ending of the name decides the format: .csv, .parquet or .jsonl. The file must not
        exist.
        """
        return self._inner.collect(path)

    def work(
        self,
        *,
        engine: str = "local",
        address: str | None = None,
        jobs: int | None = None,
        task_seconds: float = 20.0,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Work until all is done.

        The engine is "local", `jobs` threads of this process, or "ray", the Ray cluster at
        `address` ("auto" for the one this machine belongs to; without an address, one is
        started here). Ray only schedules: the parts return to this process, which writes them,
        so that the machines of the cluster need no folder in common. Several chunks go to a
        worker at once, as many as take about `task_seconds`, and fewer towards the end. Workers
        and machines that die are replaced. If this process dies, the same call goes on where it
        stopped.

        `progress` is called now and then with the number of deals that are done and of all, for
        each round anew.
        """
        with _engine(engine, address, jobs) as crew:
            while tasks := self._inner.tasks():
                _Round(self._inner, crew, tasks, task_seconds).run(progress)


def distribute(
    game: str | _native.Game,
    players: Sequence[object],
    deals: range | str,
    *,
    jobs: int | None,
    salt: int,
    secret: int | None,
    progress: Callable[[int, int], object] | None,
    engine: str,
    address: str | None,
    folder: Path | None,
) -> _native.Rows:
    """Play a campaign by a ledger; see `talon.lab.run`."""
    names = [player for player in players if isinstance(player, str)]
    if len(names) < len(players):
        raise TypeError(
            "a ledger is for many machines, so its players are names or `exec:` commands"
        )
    with tempfile.TemporaryDirectory() as temporary:
        place = folder if folder is not None else f"{temporary}/ledger"
        ledger = Ledger.plan(place, game, names, deals, salt=salt, secret=secret)
        ledger.work(engine=engine, address=address, jobs=jobs, progress=progress)
        ledger.collect(f"{temporary}/rows.csv")
        return _native.Rows.read(f"{temporary}/rows.csv")


class _Crew(Protocol):
    """What computes parts: threads, or a cluster."""

    lost: tuple[type[Exception], ...]
    """The exceptions after which a task is tried again: its worker died."""

    def __enter__(self) -> _Crew: ...
    def __exit__(self, *raised: object) -> None: ...
    def slots(self) -> int: ...
    def submit(self, manifest: str, tasks: list[str]) -> Any: ...
    def wait(self, handles: list[Any]) -> list[Any]: ...
    def result(self, handle: Any) -> tuple[list[Part], float]: ...


class _Round:
    """A round of searches: all of its tasks can be done in any order."""

    MOST_LOSSES = 20
    """So many losses in a row without any result are not bad luck."""

    def __init__(
        self, ledger: _native.Ledger, crew: _Crew, tasks: list[tuple[str, int]], seconds: float
    ) -> None:
        self.ledger = ledger
        self.manifest = ledger.manifest
        self.crew = crew
        self.waiting = deque(tasks)
        self.seconds = seconds
        self.total = sum(deals for _, deals in tasks)
        self.done = 0
        self.each: float | None = None
        """The seconds of a deal, as far as they are known."""

    def run(self, progress: Callable[[int, int], object] | None) -> None:
        flying: dict[Any, list[tuple[str, int]]] = {}
        losses = 0
        while self.waiting or flying:
            slots = self.crew.slots()
            # A second batch for each worker, so that none waits for the driver.
            while self.waiting and len(flying) < 2 * slots:
                batch = self.batch(slots)
                flying[self.crew.submit(self.manifest, [task for task, _ in batch])] = batch
            for handle in self.crew.wait(list(flying)):
                batch = flying.pop(handle)
                try:
                    parts, seconds = self.crew.result(handle)
                except self.crew.lost as error:
                    losses += 1
                    if losses > self.MOST_LOSSES:
                        raise TalonError(
                            f"workers die one after another; the last: {error}"
                        ) from error
                    self.waiting.extendleft(batch)
                    continue
                losses = 0
                for (task, _), part in zip(batch, parts, strict=True):
                    self.ledger.publish(task, *part)
                self.note(sum(deals for _, deals in batch), seconds)
            if progress is not None:
                progress(self.done, self.total)

    def note(self, deals: int, seconds: float) -> None:
        """Note how long some deals took."""
        self.done += deals
        now = seconds / deals
        self.each = now if self.each is None else 0.7 * self.each + 0.3 * now

    def batch(self, slots: int) -> list[tuple[str, int]]:
        """Take the tasks of one batch: as many as fit the time, but so few that all have work."""
        most = (self.total - self.done) / (4 * slots)
        if self.each is None:
            most = 0.0
        elif self.each > 0.0:
            most = min(most, self.seconds / self.each)
        batch = [self.waiting.popleft()]
        deals = batch[0][1]
        while self.waiting and deals + self.waiting[0][1] <= most:
            batch.append(self.waiting.popleft())
            deals += batch[-1][1]
        return batch


def _engine(name: str, address: str | None, jobs: int | None) -> _Crew:
    if name == "local":
        if address is not None:
            raise ValueError("an address is one of a Ray cluster; choose engine='ray'")
        return _Threads(jobs)
    if name == "ray":
        from talon._ray import Cluster

        return Cluster(address, jobs)
    raise ValueError(f"there is no engine {name!r}; the engines are 'local' and 'ray'")


class _Threads:
    """Threads of this process. The compiled half lets them run at the same time."""

    lost: tuple[type[Exception], ...] = ()

    def __init__(self, jobs: int | None) -> None:
        self.jobs = jobs or cpu_count() or 1

    def __enter__(self) -> _Threads:
        self.pool = futures.ThreadPoolExecutor(self.jobs)
        return self

    def __exit__(self, *raised: object) -> None:
        self.pool.shutdown(wait=raised[0] is None, cancel_futures=True)

    def slots(self) -> int:
        return self.jobs

    def submit(self, manifest: str, tasks: list[str]) -> Any:
        return self.pool.submit(compute, manifest, tasks)

    def wait(self, handles: list[Any]) -> list[Any]:
        return list(futures.wait(handles, 0.5, futures.FIRST_COMPLETED).done)

    def result(self, handle: Any) -> tuple[list[Part], float]:
        parts: tuple[list[Part], float] = handle.result()
        return parts


class Bar:
    """Shows progress on a terminal, with the rate and the time that is left.

    It is what `progress` is called with: `ledger.work(progress=Bar())`.
    """

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.total = -1

    def __call__(self, done: int, total: int) -> None:
        """Show that so many deals of so many are done."""
        if total != self.total:
            self.begun, self.total, self.first = time.monotonic(), total, done
        seconds = time.monotonic() - self.begun
        rate = (done - self.first) / seconds if seconds > 0 else 0.0
        left = f", {_span((total - done) / rate)} left" if rate > 0 else ""
        full = 30 * done // max(total, 1)
        text = f"[{'#' * full:30}] {done}/{total} deals, {rate:.1f}/s{left}"
        end = "\n" if done == total else ""
        print(f"\r{text:78}", end=end, file=sys.stderr, flush=True)


def _span(seconds: float) -> str:
    for unit, length in [("days", 86_400), ("h", 3_600), ("min", 60)]:
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} s"


def _game(game: str | _native.Game) -> _native.Game:
    return _native.game(game) if isinstance(game, str) else game


def _range(deals: range | str) -> str:
    if isinstance(deals, str):
        return deals
    if deals.step != 1:
        raise ValueError("the deals are a range in steps of one, as in range(1, 1001)")
    return f"{deals.start}..{deals.stop}"
