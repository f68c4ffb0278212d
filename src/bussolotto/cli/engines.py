"""Options that say who does the work, the same for all commands that have much of it."""

from typing import Annotated

import typer

from bussolotto.cli.words import say

Workers = Annotated[int | None, typer.Option("--workers", metavar="N", min=1, help=say("help.workers"))]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help=say("help.cluster"))]
