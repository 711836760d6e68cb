"""Measures the Python package: `cargo xtask bench python` builds it and runs this."""

import os
import resource
import signal
import statistics
import subprocess
import threading
import time
from collections.abc import Callable

import talon
from talon import lab

GAMES = [("klondike-draw3", 3000), ("canfield-strict", 1500), ("freecell", 1500)]
ROUNDS = 5


def cpu() -> float:
    """Return the CPU time of this process."""
    return time.process_time()


def children() -> float:
    """Return the CPU time of the programs that this process has run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spent(clock: Callable[[], float], work: Callable[[], object]) -> float:
    """Return the CPU time of some work."""
    start = clock()
    work()
    return clock() - start


def solve_many(game: str, deals: int) -> None:
    """Compare `solve_many` with `talon solve` on the same deals, in turns."""
    words = [os.environ["TALON_BINARY"], "solve", game, "--deals", f"1..{deals + 1}", "--nodes"]
    words += ["200000", "--json"]
    program, package = [], []
    for _ in range(ROUNDS):
        program.append(
            spent(children, lambda: subprocess.run(words, check=True, capture_output=True))
        )
        package.append(
            spent(
                cpu,
                lambda: talon.solve_many(
                    game, range(1, deals + 1), nodes=200_000, jobs=1
                ).to_arrow(),
            )
        )
    ratio = statistics.median(package) / statistics.median(program)
    print(
        f"{game}, deals 1 to {deals}, at most 200,000 nodes, median of {ROUNDS}: "
        f"talon solve {statistics.median(program):.3f} s, solve_many "
        f"{statistics.median(package):.3f} s, ratio {ratio:.3f}"
    )


class First(lab.Player):
    """Plays the first legal move, as the player `first` does."""

    name = "python"

    def choose(self, view: talon.View, record: lab.Record) -> str | None:
        """Choose the first legal move."""
        if record.moves_without_progress > record.pass_length + 2:
            return None
        moves = view.moves()
        return moves[0] if moves else None


def strategy(game: str, deals: int) -> None:
    """Compare the player `first` with the same one in Python, on the same games."""
    deal_range = range(1, deals + 1)
    python = lab.run(game, [First()], deal_range, jobs=1).to_dicts()
    rust = lab.run(game, ["first"], deal_range, jobs=1).to_dicts()
    moves = {
        name: sum(row["moves"] for row in rows) for name, rows in (("py", python), ("rs", rust))
    }
    py = statistics.median(
        spent(cpu, lambda: lab.run(game, [First()], deal_range, jobs=1)) for _ in range(ROUNDS)
    )
    rs = statistics.median(
        spent(cpu, lambda: lab.run(game, ["first"], deal_range, jobs=1)) for _ in range(ROUNDS)
    )
    print(
        f"{game}, deals 1 to {deals}, the first legal move, median of {ROUNDS}: in Python "
        f"{1e6 * py / moves['py']:.2f} µs a move, in Rust {1e6 * rs / moves['rs']:.2f} µs a move"
    )


def interrupt(game: str, deal: int) -> None:
    """Print how long a search goes on after Ctrl-C, by the clock on the wall."""
    waits = []
    for _ in range(20):
        table = talon.game(game).deal(deal)
        pressed = []

        def press(pressed: list[float] = pressed) -> None:
            time.sleep(0.1)
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=press)
        thread.start()
        try:
            talon.solve(table, time=60)
        except KeyboardInterrupt:
            waits.append(time.monotonic() - pressed[0])
        thread.join()
    millis = sorted(1000 * wait for wait in waits)
    if millis:
        print(
            f"{game}, deal {deal}, Ctrl-C during {len(millis)} searches: median "
            f"{statistics.median(millis):.1f} ms, maximum {millis[-1]:.1f} ms"
        )


if __name__ == "__main__":
    print(f"Python package of talon {talon.__version__}; CPU times, but Ctrl-C by the wall clock")
    for game, deals in GAMES:
        solve_many(game, deals)
    for game, deals in (("klondike", 500), ("spider", 200)):
        strategy(game, deals)
    # Searches that take longer than the wait before Ctrl-C.
    for game, deal in (("forty-thieves", 1), ("klondike-draw3", 30)):
        interrupt(game, deal)
