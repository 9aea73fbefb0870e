"""`python -m solidscene` runs the command `solidscene`."""

from solidscene.cli.app import main

main()
