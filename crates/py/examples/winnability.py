"""How many deals of Klondike can be won? A notebook; as a script, it writes its page.

    python crates/py/examples/winnability.py [--deals 20000] [--out docs/examples]

The script is in the percent format: Jupytext, VS Code and PyCharm open it as a notebook.
"""

if __name__ == "__main__" and "__file__" in globals():
    import page

    page.main(__file__)
    raise SystemExit

# %% [markdown]
# # How many deals of Klondike can be won?
#
# If every card is known, a deal of Klondike either can be won or cannot. The share of deals that
# can be won depends on how many cards are drawn at a time. Blake and Gent (JAIR 85, 2026) published
# it for draws of one to five cards, with intervals of 95 %. This notebook counts again, on deals of
# Talon's own and with another solver, and compares.

# %%
import math

import talon
from chart import Intervals, table

# Percent of deals that can be won, and half the width of the 95 % interval, by the draw.
PUBLISHED = {
    1: (90.480, 0.116),
    2: (88.620, 0.135),
    3: (81.945, 0.084),
    4: (69.337, 0.098),
    5: (53.434, 0.099),
}

# %% [markdown]
# ## The deals and the limit
#
# The rules are those of `klondike`: any number of redeals, and cards may be taken back from the
# foundations. Each draw is counted on the same deals. They are not those of
# [Winnability](../results/winnability.md), so this is a sample of its own. A search that has
# visited `NODES` nodes is given up, and its deal counts as unknown.

# %% tags=["parameters"]
DEALS = 20_000
FIRST = 2_000_001
NODES = 1_000_000

# %% [markdown]
# This is one of the deals, with the cards that a player sees. The solver knows all cards.

# %%
talon.game("klondike", draw=3).deal(FIRST)

# %% [markdown]
# ## Counting
#
# `solve_many` decides the deals on several threads. A win comes with moves that were replayed,
# and a loss has been proved.

# %%
counts: dict[int, dict[str, int]] = {}
seconds: dict[int, float] = {}
for draw in PUBLISHED:
    deals = range(FIRST, FIRST + DEALS)
    solved = talon.solve_many(talon.game("klondike", draw=draw), deals, nodes=NODES, jobs=2)
    counts[draw] = solved.counts
    seconds[draw] = sum(row["cpu_ms"] for row in solved.to_dicts()) / 1000

table(
    ["draw", "won", "lost", "unknown", "CPU seconds"],
    [
        [draw, of["win"], of["loss"], of["unknown"], f"{seconds[draw]:.1f}"]
        for draw, of in counts.items()
    ],
)

# %% [markdown]
# ## Intervals
#
# A sample says only roughly how large the share is. Wilson's 95 % interval is made so that it holds
# the true share in about 95 of 100 samples. An unknown deal is neither a win nor a loss, so the
# lower end counts it as lost and the upper end as won; the share itself is then a range too.


# %%
def wilson(won: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval, in percent."""
    z = 1.959964
    rate = won / games
    centre = rate + z * z / (2 * games)
    spread = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 100 / (1 + z * z / games)
    return scale * (centre - spread), scale * (centre + spread)


rows = []
ours: dict[int, tuple[float, float, float]] = {}
for draw, of in counts.items():
    least, most = of["win"], of["win"] + of["unknown"]
    low, high = wilson(least, DEALS)[0], wilson(most, DEALS)[1]
    ours[draw] = (low, 50 * (least + most) / DEALS, high)
    percent, spread = PUBLISHED[draw]
    # Intervals that lie apart would be a reason to doubt one of the counts.
    agree = low <= percent + spread and percent - spread <= high
    share = f"{100 * least / DEALS:.2f}"
    if most > least:
        share += f" to {100 * most / DEALS:.2f}"
    rows.append(
        [draw, share, f"[{low:.2f}, {high:.2f}]", f"{percent} ± {spread}", "yes" if agree else "no"]
    )

table(["draw", "winnable, %", "95 % interval", "published, %", "intervals overlap"], rows)

# %% [markdown]
# ## Pictures
#
# A dot is the share, or the middle of its range. On the scale of all shares the two counts can
# hardly be told apart.

# %%
published = {draw: (at - by, at, at + by) for draw, (at, by) in PUBLISHED.items()}
Intervals(
    f"Winnable deals of Klondike, {DEALS:,} deals for each draw",
    "% of deals that can be won",
    {
        f"draw {draw}": {"Talon": ours[draw], "Blake and Gent": published[draw]}
        for draw in PUBLISHED
    },
    ends=(50, 100),
)

# %% [markdown]
# The second picture shows the same intervals, less the published share of each draw.

# %%
Intervals(
    "Winnable deals of Klondike, less the published share",
    "percentage points",
    {
        f"draw {draw}": {
            name: (low - at, value - at, high - at)
            for name, (low, value, high) in [
                ("Talon", ours[draw]),
                ("Blake and Gent", published[draw]),
            ]
        }
        for draw, (at, _) in PUBLISHED.items()
    },
)
