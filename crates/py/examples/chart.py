"""Tables and pictures for notebooks, without a library."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

# The lower end, the value and the upper end.
Interval = tuple[float, float, float]

WIDTH, LEFT, RIGHT, TOP, ROW, BOTTOM = 720, 130, 24, 64, 38, 46
# Colours that can be told apart by people with the common colour vision deficiencies.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


@dataclass(frozen=True)
class Markdown:
    """Text that a notebook shows as Markdown."""

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Markdown:
    """Return a table. Its first column is text, and numbers in the others stand to the right."""
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return Markdown("\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines))


@dataclass(frozen=True)
class Intervals:
    """A picture of intervals: rows, with one interval for each series that has one there."""

    title: str
    axis: str
    rows: Mapping[str, Mapping[str, Interval]]
    # The ends of the axis; they follow from the intervals if they are not given.
    ends: tuple[float, float] | None = None

    def _repr_svg_(self) -> str:
        points = [
            end for row in self.rows.values() for interval in row.values() for end in interval
        ]
        low, high = self.ends or (min(points), max(points))
        step = round_step((high - low) / 6)
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        scale = (WIDTH - LEFT - RIGHT) / max(last - first, 1)

        def x(value: float) -> float:
            return LEFT + (value / step - first) * scale

        series = list(dict.fromkeys(name for row in self.rows.values() for name in row))
        # A single series needs no legend.
        top = TOP if len(series) > 1 else TOP - 24
        height = top + ROW * len(self.rows) + BOTTOM
        foot = height - BOTTOM
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'font-family="sans-serif" font-size="13"><title>{escape(self.title)}</title>'
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
            f'<text x="{LEFT}" y="22" font-size="15">{escape(self.title)}</text>'
        ]
        for at in range(first, last + 1):
            colour = "#888" if at == 0 else "#ddd"
            out.append(f'<path d="M{x(at * step):.1f} {top - 8}V{foot}" stroke="{colour}"/>')
            label = f"{at * step:.10g}"
            out.append(
                f'<text x="{x(at * step):.1f}" y="{foot + 17}" text-anchor="middle">{label}</text>'
            )
        middle = (LEFT + WIDTH - RIGHT) / 2
        out.append(
            f'<text x="{middle}" y="{height - 10}" text-anchor="middle">{escape(self.axis)}</text>'
        )
        colours = dict(zip(series, COLOURS, strict=False))
        for i, name in enumerate(series if len(series) > 1 else []):
            start = LEFT + 190 * i
            out.append(f'<circle cx="{start + 6}" cy="40" r="5" fill="{colours[name]}"/>')
            out.append(f'<text x="{start + 18}" y="44.5">{escape(name)}</text>')
        for i, (label, row) in enumerate(self.rows.items()):
            centre = top + ROW * (i + 0.5)
            out.append(
                f'<text x="{LEFT - 12}" y="{centre + 4.5}" text-anchor="end">{escape(label)}</text>'
            )
            for j, (name, interval) in enumerate(row.items()):
                y = centre + 12 * (j - (len(row) - 1) / 2)
                left, value, right = map(x, interval)
                out.append(
                    f'<path d="M{left:.1f} {y}H{right:.1f}'
                    f'M{left:.1f} {y - 4}v8M{right:.1f} {y - 4}v8" '
                    f'stroke="{colours[name]}" stroke-width="2"/>'
                    f'<circle cx="{value:.1f}" cy="{y}" r="4" fill="{colours[name]}"/>'
                )
        return "\n".join([*out, "</svg>"])


def round_step(least: float) -> float:
    """Return the least number of the form 1, 2 or 5 times a power of ten that is not below."""
    power = math.pow(10, math.floor(math.log10(max(least, 1e-9))))
    steps = (factor * power for factor in (1.0, 2.0, 5.0, 10.0))
    return next(step for step in steps if step >= least * (1 - 1e-9))
