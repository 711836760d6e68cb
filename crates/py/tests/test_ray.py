"""Ledgers on a real Ray cluster of two nodes, whose parts die while they work."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

import talon
from talon.ledger import Ledger

CHUNKS = 60
DEALS = range(1, 1 + 4 * CHUNKS)
# A game takes some milliseconds, and some deals take much longer than others.
PLAYERS = ["greedy", "closure"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The table of a local run."""
    folder = tmp_path_factory.mktemp("local")
    ledger = plan(folder / "ledger")
    ledger.work(jobs=2)
    ledger.collect(folder / "rows.csv")
    return (folder / "rows.csv").read_bytes()


def plan(folder: Path) -> Ledger:
    return Ledger.plan(folder, "spider", PLAYERS, DEALS, chunks=CHUNKS)


def test_the_rows_of_a_campaign_do_not_depend_on_the_engine(cluster: Cluster) -> None:
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        rows = talon.lab.run("klondike", ["greedy"], range(1, 51), engine="ray")
    finally:
        ray.shutdown()
    assert rows.csv == talon.lab.run("klondike", ["greedy"], range(1, 51)).csv


def collected(ledger: Ledger, folder: Path) -> bytes:
    ledger.collect(folder / "rows.csv")
    return (folder / "rows.csv").read_bytes()


def workers() -> list[int]:
    """The processes that compute parts now."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            words = (process / "cmdline").read_bytes() if process.name.isdigit() else b""
        except OSError:
            continue
        if words.startswith(b"ray::compute"):
            found.append(int(process.name))
    return found


def test_a_driver_that_is_killed_goes_on(cluster: Cluster, table: bytes, tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "talon.lab", "spider", "--player", ",".join(PLAYERS)),
        *("--deals", f"{DEALS.start}..{DEALS.stop}", "--chunks", str(CHUNKS)),
        *("--engine", "ray", "--address", cluster.address),
        *("--ledger", str(tmp_path / "ledger"), "--out", str(tmp_path / "rows.csv")),
    ]
    driver = subprocess.Popen(command)
    parts = tmp_path / "ledger" / "parts"
    while driver.poll() is None and (not parts.exists() or len(list(parts.iterdir())) < 5):
        time.sleep(0.05)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    done = len(list(parts.iterdir()))
    assert 5 <= done < CHUNKS
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert again.stdout.startswith(f"{len(DEALS) * 2} rows in ")
    assert (tmp_path / "rows.csv").read_bytes() == table


def test_workers_and_nodes_may_die(cluster: Cluster, table: bytes, tmp_path: Path) -> None:
    ledger = plan(tmp_path / "ledger")
    spare = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    died: list[str] = []

    def progress(done: int, total: int) -> None:
        if not died and done > total // 10 and (pids := workers()):
            os.kill(pids[0], signal.SIGKILL)
            died.append("worker")
        elif died == ["worker"] and done > total // 3:
            cluster.remove_node(spare, allow_graceful=False)
            died.append("node")

    try:
        ledger.work(engine="ray", task_seconds=0.5, progress=progress)
    finally:
        ray.shutdown()
    assert died == ["worker", "node"]
    assert ledger.status()["complete"]
    assert collected(ledger, tmp_path) == table
