"""The command `python -m talon.lab`."""

import sys

from talon._main import main

sys.exit(main())
