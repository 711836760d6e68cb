"""Measures what Ray costs: the same ledger by the engines "local" and "ray", in turn.

python crates/py/benches/engines.py --deals 20000 --jobs 1 --turns 3
"""

import argparse
import statistics
import tempfile
import time

import ray

from talon.ledger import Ledger


def seconds(engine: str, deals: int, jobs: int) -> float:
    """Return the seconds that the work takes; the start of the cluster is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.plan_winnability(
            f"{folder}/ledger", "klondike", range(1, deals + 1), nodes=100_000, chunks=deals // 200
        )
        begun = time.monotonic()
        ledger.work(engine=engine, jobs=jobs)
        return time.monotonic() - begun


def main() -> None:
    """Print the seconds of each turn, and the ratio of their medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    ray.init(num_cpus=asked.jobs, log_to_driver=False, include_dashboard=False)
    # The workers start with their first tasks.
    seconds("ray", 200 * asked.jobs, asked.jobs)
    taken: dict[str, list[float]] = {"local": [], "ray": []}
    for turn in range(asked.turns):
        for engine, times in taken.items():
            times.append(seconds(engine, asked.deals, asked.jobs))
            print(f"turn {turn + 1}, {engine}: {times[-1]:.2f} s", flush=True)
    local, cluster = (statistics.median(times) for times in taken.values())
    print(f"{asked.deals} deals, {asked.jobs} jobs: ray / local = {cluster / local:.3f}")


if __name__ == "__main__":
    main()
