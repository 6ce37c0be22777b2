"""What can go wrong."""

from __future__ import annotations


class SaltusError(Exception):
    """Every error of saltus; itself only where saltus has a bug."""


class NotationError(SaltusError, ValueError):
    """A line, a definition, a move or a request that makes no sense.

    Attributes:
        message: What is wrong, in a sentence.
        line: The line of a definition, from 1; 1 for a line of notation.
        column: The character, from 1; None where it concerns the whole.
        made: The number of moves before the one that cannot be made; None where no move is wrong.
    """

    def __init__(self, message: str, line: int = 1, column: int | None = None, made: int | None = None) -> None:
        super().__init__(message)
        self.message, self.line, self.column, self.made = message, line, column, made

    def __str__(self) -> str:
        where = "" if self.column is None else f"line {self.line}, column {self.column}: "
        return where + self.message

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, int | None, int | None]]:
        return NotationError, (self.message, self.line, self.column, self.made)


class LimitReached(SaltusError):
    """An array, a picture or a certificate needs more than is allowed.

    A search that gives up is no error: its result says so.
    """
