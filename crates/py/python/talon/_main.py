"""The command `python -m talon.lab`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence

import talon
from talon.ledger import Bar, Ledger

EXAMPLES = """examples:
  python -m talon.lab spider --player spider-fast,greedy --deals 1..1001 --out rows.csv
  python -m talon.lab klondike --set draw=3 --winnability --nodes 1000000 --retries 3 \\
      --deals 1..100001 --engine ray --address auto --ledger ledger --out rows.parquet
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m talon.lab",
        description="Run a campaign on this machine or on a Ray cluster. If it is interrupted, the "
        "same command goes on, provided that its ledger has a folder.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", help="a name of `talon games`")
    add("--set", action="append", default=[], metavar="RULE=VALUE", help="change a rule")
    add("--player", metavar="P,Q", help="the players, separated by commas")
    add("--winnability", action="store_true", help="let the solver decide the deals")
    add("--nodes", type=int, default=100_000_000, help="its limit of nodes a deal")
    add("--retries", type=int, default=0, help="how often unknown deals are searched again")
    add("--deals", required=True, metavar="A..B", help="the deals from A up to, not including, B")
    add("--salt", type=int, default=0, help="what the randomness of the players depends on")
    add("--counts", action="store_true", help="keep only counts, not a row a game")
    add("--engine", choices=["local", "ray"], default="local")
    add("--address", help="the Ray cluster; auto for the one this machine belongs to")
    add("--jobs", type=int, help="the number of threads, or the most workers")
    add("--chunks", type=int, help="the number of chunks")
    add("--ledger", metavar="FOLDER", help="where the work is kept until it is complete")
    add("--out", required=True, metavar="FILE", help="the table: .csv, .parquet or .jsonl")
    return parser


def _rule(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise SystemExit(f"{text!r} is not a changed rule; write RULE=VALUE, as in draw=3")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if bool(asked.player) == asked.winnability:
        parser.error("give either --player or --winnability")
    try:
        _run(asked)
    except (talon.TalonError, ValueError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        kept = "; the same command goes on" if asked.ledger else ""
        print(f"\ninterrupted{kept}", file=sys.stderr)
        return 130
    return 0


def _run(asked: argparse.Namespace) -> None:
    game = talon.game(asked.game, **dict(map(_rule, asked.set)))
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.ledger or f"{temporary}/ledger"
        if asked.winnability:
            ledger = Ledger.plan_winnability(
                folder,
                game,
                asked.deals,
                nodes=asked.nodes,
                retries=asked.retries,
                chunks=asked.chunks,
                counts=asked.counts,
            )
        else:
            ledger = Ledger.plan(
                folder,
                game,
                asked.player.split(","),
                asked.deals,
                salt=asked.salt,
                chunks=asked.chunks,
                counts=asked.counts,
            )
        progress = Bar() if sys.stderr.isatty() else None
        ledger.work(engine=asked.engine, address=asked.address, jobs=asked.jobs, progress=progress)
        rows, digest = ledger.collect(asked.out)
    print(f"{rows} rows in {asked.out}, SHA-256 {digest}")
