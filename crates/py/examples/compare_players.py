"""Which of four players is best at Klondike? A notebook; as a script, it writes its page.

    python crates/py/examples/compare_players.py [--deals 1000] [--out docs/examples]

The script is in the percent format: Jupytext, VS Code and PyCharm open it as a notebook.
"""

if __name__ == "__main__" and "__file__" in globals():
    import page

    page.main(__file__)
    raise SystemExit

# %% [markdown]
# # Which of four players is best at Klondike?
#
# Players are compared on the same deals, so that luck with the cards is the same for all. Three of
# the four belong to Talon, and `talon.lab.players()` says what they do. The fourth is written here,
# in a dozen lines of Python: it imagines the cards that it has not seen in eight ways, lets the
# solver play each, and makes the move that is among the first moves of most wins.

# %%
from collections import Counter
from typing import Any

import talon
from chart import Intervals, table


class Voter(talon.lab.Player):
    """Plays the legal move that is among the first moves of most wins in imagined deals."""

    def begin(self, view: talon.View, seed: int) -> None:
        self.seed = seed % 2**32

    def choose(self, view: talon.View, record: talon.lab.Record) -> str | None:
        if record.moves_without_progress > 3 * record.pass_length:
            return None  # resigns
        legal, votes = view.moves(), Counter[str]()
        for world in range(8):
            imagined = view.imagine(self.seed + 1000 * record.moves + world)
            win = talon.solve(imagined, nodes=1000).moves
            votes.update({move for move in win[:25] if move in legal} - {"draw"} or win[:1])
        return max(legal, key=lambda move: (votes[move], move), default=None)


# %% [markdown]
# A player gets a `View`, which contains no card that it has not seen. `check_honesty` deals the
# hidden cards anew, and raises an exception if the player then chooses differently.

# %%
talon.lab.check_honesty(Voter(), "klondike")

# %% [markdown]
# ## The games
#
# The game is `klondike`: one card is drawn at a time, with any number of redeals. These deals were
# not looked at while `Voter` was written: its numbers were chosen on eighty others.

# %% tags=["parameters"]
DEALS = 1000
FIRST = 3_100_001

# %%
PLAYERS: list[str | Voter] = ["greedy", "heuristic", "closure", Voter()]
rows = talon.lab.run("klondike", PLAYERS, range(FIRST, FIRST + DEALS), jobs=2)
rows

# %% [markdown]
# ## Win rates
#
# The intervals are Wilson's 95 % intervals. They are for one player each and do not use that all
# played the same deals, so the pairs below may differ although their intervals overlap.

# %%
comparison = rows.compare().to_dict()
players = comparison["players"]
table(
    ["player", "won", "of", "%", "95 % interval", "cards up"],
    [
        [
            f"`{player['player']}`",
            player["won"],
            player["games"],
            f"{100 * player['rate']:.2f}",
            f"[{100 * player['low']:.2f}, {100 * player['high']:.2f}]",
            f"{player['cards_up']:.1f}",
        ]
        for player in players
    ],
)

# %%
Intervals(
    f"Klondike: games won of {DEALS:,}, with 95 % intervals",
    "% of games won",
    {
        player["player"]: {"won": tuple(100 * player[end] for end in ("low", "rate", "high"))}
        for player in players
    },
)

# %% [markdown]
# ## Pairs
#
# McNemar's test looks only at the deals that one of two players won and the other did not. If the
# two were equally good, each would win about half of these. `compare` corrects the p-values by
# Holm's method for all its tests, which include those of the cards up. Below 0.05, the difference
# is called significant.


# %%
def chance(p: float) -> str:
    """Return a p-value as text."""
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def result(pair: dict[str, Any]) -> str:
    """Return which player of a pair is better."""
    if pair["p"] >= 0.05:
        return "no significant difference"
    better = "first" if pair["first_alone"] > pair["second_alone"] else "second"
    return f"`{pair[better]}` is better"


table(
    ["players", "the first alone won", "the second alone won", "p (McNemar, Holm)", "result"],
    [
        [
            f"`{pair['first']}`, `{pair['second']}`",
            pair["first_alone"],
            pair["second_alone"],
            chance(pair["p"]),
            result(pair),
        ]
        for pair in comparison["pairs"]
    ],
)

# %% [markdown]
# ## A deal on which they differ
#
# This is the first deal that `closure` won and no other player.

# %%
won_by: dict[int, list[str]] = {}
for row in rows.to_dicts():
    won_by.setdefault(row["deal"], []).extend([row["player"]] if row["won"] else [])
deal = next((deal for deal, winners in won_by.items() if winners == ["closure"]), None)
print("Deal", deal)
talon.game("klondike").deal(deal) if deal else None
