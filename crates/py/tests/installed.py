"""Uses the installed package, in the environment of `cargo xtask wheel`."""

import talon

table = talon.game("klondike", draw=3).deal(42)
assert table.play(table.moves()[0])
print(table)
print(f"talon {talon.__version__} is installed and works")
