"""`python -m table.cli`, the same as the command `cardtable`."""

import sys

from table.cli import main

sys.exit(main())
