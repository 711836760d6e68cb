#!/usr/bin/env python3
"""A player in Python: cards go up to the foundations first, then whatever turns up a card, then the stock.

    talon lab run klondike --player exec:crates/lab/bots/greedy.py,random --deals 1..1001
"""

from __future__ import annotations

import json
import sys


def worth(move: str, piles: dict[str, list[str]]) -> int:
    """Returns how good a move is; a negative number means that it is never played."""
    if move in ("draw", "redeal", "deal"):
        return 1
    source, _, rest = move.partition("-")
    target, _, count = rest.partition("x")
    if source.startswith("f"):
        return -1
    if target.startswith("f"):
        return 4
    left = len(piles[source]) - int(count or 1)
    if source.isdigit() and left > 0 and piles[source][left - 1] == "??":
        return 3
    return 2 if source in ("w", "r") else -1


def choose(message: dict) -> str | None:
    # A pass through the stock without progress: nothing will change any more.
    if message["fruitless"] > len(message["piles"].get("s", [])) + len(message["piles"].get("w", [])) + 2:
        return None
    moves = [(worth(move, message["piles"]), move) for move in message["moves"]]
    best = max(moves, key=lambda pair: pair[0], default=(-1, None))
    return best[1] if best[0] >= 0 else None


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"ready": True}), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"move": choose(message)}), flush=True)
