"""`python -m triumvir`."""

from triumvir.cli import main

main()
