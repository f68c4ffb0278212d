"""`python -m bussolotto` is the command `bussolotto`."""

from bussolotto.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
