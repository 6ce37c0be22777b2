"""Answers: frozen values that hold numbers as numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from saltus._ask import ask, call, whole
from saltus._errors import LimitReached, NotationError

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import polars
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Proof:
    """How an answer is known.

    Attributes:
        label: "proved" (a certificate can be written that the checker accepts), "searched" (a complete search, by rules that no
            certificate carries) or "claimed" (the play is a fact; that none is better is not settled).
        kind: What shows it, such as "potential chain"; with "claimed" it may be empty.
        assumes: Theorems that a checker evaluates and does not prove.
        checked: Whether the independent checker accepted the certificate in the same run.
    """

    label: str
    kind: str
    assumes: tuple[str, ...]
    checked: bool


@dataclass(frozen=True)
class Picture:
    """A picture as SVG, shown by a notebook; `str(picture)` is the text."""

    svg: str = field(repr=False)

    def __str__(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        import base64

        # As an image an animation has a clock of its own, and its names do not meet those of other pictures.
        encoded = base64.b64encode(self.svg.encode()).decode()
        return f'<img src="data:image/svg+xml;base64,{encoded}" alt="">'


@dataclass(frozen=True)
class Solution:
    """The answer of `solve`.

    Attributes:
        puzzle: The canonical line; what was given where that was refused.
        status: "solved", "unsolvable", "gave-up" (a limit was reached) or, in a batch, "refused" (the line is wrong).
        length: Moves of the play; None where there is none.
        value: Pieces left, where these count and not the moves; None elsewhere.
        cost: What the play costs, where some moves cost nothing; None elsewhere.
        optimal: Whether no play is better.
        lower: No play has fewer moves, costs less, or leaves fewer pieces; None where no play reaches the goal.
        moves: The moves as text; None where there is no play or it has more than ten million.
        solver: The method that answered.
        proof: How it is known; None where a search gave up.
        because: Why there is no play.
        limit: The limit that kept a better method from answering.
        expanded: Positions expanded by the search; 0 for formulas.
        notes: What the search tells beside: a name, and numbers by their names.
    """

    puzzle: str
    status: Literal["solved", "unsolvable", "gave-up", "refused"]
    length: int | None = None
    value: int | None = None
    cost: int | None = None
    optimal: bool = False
    lower: int | None = None
    moves: tuple[str, ...] | None = field(default=None, repr=False)
    solver: str = ""
    proof: Proof | None = None
    because: str | None = None
    limit: str | None = None
    expanded: int = 0
    notes: tuple[tuple[str, dict[str, int]], ...] = field(default=(), repr=False)

    @property
    def upper(self) -> int | None:
        """The number by which the play is judged: pieces left, cost or moves; None where there is no play."""
        numbers = (self.value, self.cost, self.length)
        return next((number for number in numbers if number is not None), None)

    @property
    def label(self) -> str | None:
        """`proof.label`, or None."""
        return None if self.proof is None else self.proof.label

    def steps(self) -> NDArray[np.int64]:
        """Cells from and to, counted from 0, of each move: an array of shape (length, 2).

        A man that jumps several times has only the first and the last cell here; `paths` has all.

        Raises:
            ValueError: There is no play, or its moves are not here.
            LimitReached: The board or the play is too large to be laid out.

        >>> import saltus
        >>> saltus.solve("shift 1 1").steps().tolist()
        [[0, 1], [2, 0], [1, 2]]
        """
        import numpy as np

        return np.array([[path[0], path[-1]] for path in self.paths()], np.int64).reshape(-1, 2)

    def paths(self) -> tuple[tuple[int, ...], ...]:
        """For each move the cells of its piece, counted from 0, from the first to the last.

        Raises:
            ValueError: There is no play, or its moves are not here.
            LimitReached: The board or the play is too large to be laid out.
        """
        return tuple(tuple(frame["path"]) for frame in self._played()["frames"])

    def boards(self) -> NDArray[np.uint8]:
        """All positions of the play: an array of shape (length + 1, cells).

        Each number is a place in `Puzzle.labels`; for sliding tiles it is the tile, and 0 the vacancy.

        Raises:
            ValueError: There is no play, or its moves are not here.
            LimitReached: The board or the play is too large to be laid out.

        >>> import saltus
        >>> saltus.solve("shift 1 1").boards().tolist()
        [[1, 0, 2], [0, 1, 2], [2, 1, 0], [2, 0, 1]]
        """
        import numpy as np

        played = self._played()
        codes = codes_of(played)
        boards = np.empty((len(played["frames"]) + 1, len(played["scene"])), np.uint8)
        boards[0] = [codes[spot["label"]] for spot in played["scene"]]
        for number, frame in enumerate(played["frames"], 1):
            boards[number] = boards[number - 1]
            for cell, label, _ in frame["changes"]:
                boards[number, cell] = codes[label]
        return boards

    def film(self) -> Picture:
        """A film strip: the board after each move.

        Raises:
            ValueError: There is no play, or its moves are not here.
            LimitReached: The board or the play is too large for it.
        """
        return self._drawn("film")

    def animation(self) -> Picture:
        """An animation, which plays where it is shown; a notebook shows it inline.

        Raises:
            ValueError: There is no play, or its moves are not here.
            LimitReached: The board or the play is too large for it.
        """
        return self._drawn("animation")

    def gif(self) -> bytes:
        """The animation as a GIF.

        Raises:
            ValueError: There is no play, or its moves are not here.
            LimitReached: The board or the play is too large for it.
        """
        return call("draw", self._drawing("gif"))

    def _drawing(self, shape: str) -> bytes:
        return json.dumps({"line": self.puzzle, "moves": self._moves(), "as": shape}).encode()

    def _drawn(self, shape: str) -> Picture:
        return Picture(call("draw", self._drawing(shape)).decode())

    def _moves(self) -> tuple[str, ...]:
        if self.moves is None:
            raise ValueError(f"no moves are known: {self.because or self.status}")
        return self.moves

    def _played(self) -> Any:
        return ask("play", line=self.puzzle, moves=self._moves())

    def _repr_svg_(self) -> str | None:
        for shape in ("film", "svg"):
            try:
                moves = () if shape == "svg" or self.moves is None else self.moves
                return call("draw", json.dumps({"line": self.puzzle, "moves": moves, "as": shape}).encode()).decode()
            except (LimitReached, NotationError):
                continue
        return None


@dataclass(frozen=True)
class Count:
    """The answer of `Puzzle.count`.

    Attributes:
        puzzle: The canonical line.
        status: "solved", "unsolvable" or "gave-up".
        solutions: How many shortest plays there are; None where a limit was reached first, 0 where there are none.
        length: Moves of each; None where they are not counted.
        value: Pieces that each leaves, where these count.
        cost: What each costs, where some moves cost nothing.
        solver: Where the number comes from.
        because: Why they are not counted, or why there are none.
    """

    puzzle: str
    status: Literal["solved", "unsolvable", "gave-up"]
    solutions: int | None = None
    length: int | None = None
    value: int | None = None
    cost: int | None = None
    solver: str = ""
    because: str | None = None


@dataclass(frozen=True)
class Fact:
    """What theory or a survey says.

    Attributes:
        topic: What it is about, a word of docs/records.md.
        value: A number, a truth, a text, or a tuple of numbers or texts.
        unit: What a number counts; may be empty.
        because: Why, or what else is to be known; may be empty.
        of: Which of several it is about; None where it is the puzzle.
    """

    topic: str
    value: int | float | bool | str | tuple[int, ...] | tuple[str, ...]
    unit: str = ""
    because: str = ""
    of: str | None = None


@dataclass(frozen=True)
class Survey:
    """The answer of `Puzzle.survey`.

    Attributes:
        puzzle: The canonical line.
        status: "answered" or "gave-up".
        by: What positions are counted by: "distance" from the start, "value" or "length".
        of: What is counted: "positions" or "members".
        counts: How many there are of 0, 1, 2, and so on.
        facts: What else was found.
        limit: The first limit that left the answer to a member open.
        because: Why there is no survey.
    """

    puzzle: str
    status: Literal["answered", "gave-up"]
    by: str = ""
    of: str = ""
    counts: tuple[int, ...] = ()
    facts: tuple[Fact, ...] = ()
    limit: str | None = None
    because: str | None = None

    @property
    def distribution(self) -> NDArray[Any]:
        """`counts` as an array of one dimension: uint64, or Python integers where these do not suffice.

        >>> import saltus
        >>> saltus.Puzzle("tiles 3x3").survey().distribution[-3:]
        array([760, 221,   2], dtype=uint64)
        """
        import numpy as np

        return np.array(self.counts, np.uint64 if all(count < 2**64 for count in self.counts) else object)

    def frame(self, library: Literal["pandas", "polars"] = "pandas") -> pandas.DataFrame | polars.DataFrame:
        """The distribution as a frame with the columns `by` and `of`.

        Args:
            library: Which library makes it; that must be installed.
        """
        columns = {self.by: range(len(self.counts)), self.of: self.distribution}
        if library == "polars":
            import polars

            return polars.DataFrame({name: list(values) for name, values in columns.items()})
        import pandas

        return pandas.DataFrame(columns)


@dataclass(frozen=True)
class Solvable:
    """The answer of `Puzzle.check`.

    Attributes:
        solvable: Whether the goal can be reached; None where a limit was reached first.
        because: Why.
    """

    solvable: bool | None
    because: str


@dataclass(frozen=True)
class Choice:
    """A move that may be made: its text, and the cells of its piece, counted from 0, from the first to the last."""

    text: str
    path: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """Where a play has come to.

    Attributes:
        line: The position with its goal, as a puzzle of its own.
        labels: What is on each cell.
        choices: The moves that may be made.
        over: Whether this ends the play.
        turn: Whose turn it is, where not every piece may move at any time.
        left: The pieces left, where these count.
        before: The position before the last `push`.

    >>> import saltus
    >>> start = saltus.Puzzle("shift 1 1").play()
    >>> after = start.push("1-2").push("3-1")
    >>> after.line, after.pop().line, after.pop().pop() == start
    ('shift wb_', 'shift _bw', True)
    """

    line: str
    labels: tuple[str, ...]
    choices: tuple[Choice, ...]
    over: bool
    turn: str | None
    left: int | None
    before: Position | None = field(default=None, repr=False, compare=False)

    def push(self, move: str) -> Position:
        """Make a move: the position after it, which `pop` takes back.

        Raises:
            NotationError: The move is against the rules.
        """
        from saltus._puzzle import Puzzle

        return replace(Puzzle(self.line).play([move]), before=self)

    def pop(self) -> Position:
        """Take the last move back: the position before it.

        Raises:
            IndexError: No move was pushed.
        """
        if self.before is None:
            raise IndexError("no move was pushed")
        return self.before

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that may be made, as text."""
        return tuple(choice.text for choice in self.choices)

    def _repr_svg_(self) -> str:
        return call("draw", json.dumps({"line": self.line, "as": "svg"}).encode()).decode()


@dataclass(frozen=True)
class Checked:
    """What the independent checker says of a certificate.

    Attributes:
        verified: Whether its claim is shown.
        told: "VERIFIED" and the claim, "REFUTED" or "RESOURCE" (the limits did not suffice).
        claim: The claim, if it is verified.
        theorems: Theorems that it rests on and that were evaluated, not proved.
        what: What was checked, in sentences.
        because: Why it is not verified.
    """

    verified: bool
    told: str
    claim: str | None
    theorems: tuple[str, ...]
    what: tuple[str, ...]
    because: str | None


@dataclass(frozen=True)
class Family:
    """A family of puzzles: its name, the forms of its notation, its rules in prose, and lines to begin with."""

    name: str
    notation: str
    rules: str
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Classic:
    """A puzzle that comes with the program: the name that is its line, a title, and the text of its definition."""

    name: str
    title: str
    text: str


def codes_of(played: Any) -> dict[str, int]:
    """Number the labels of a play: those of the material first, then others in the order of the cells."""
    spots = [*played["palette"], *played["scene"]]
    labels = [spot["label"] for spot in spots] + [
        label for frame in played["frames"] for _, label, _ in frame["changes"]
    ]
    codes = {label: code for code, label in enumerate(dict.fromkeys(labels))}
    if len(codes) > 256:
        raise LimitReached(f"{len(codes)} kinds of cells do not fit into bytes")
    return codes


def _numbers(record: dict[str, Any], *names: str) -> dict[str, int]:
    return {name: whole(record[name]) for name in names if name in record}


def solution(reply: bytes) -> Solution:
    """Read a record of `solve`."""
    record = json.loads(reply)
    proof = record.get("proof")
    notes = (
        ({**note}.pop("what"), {name: whole(number) for name, number in note.items() if name != "what"})
        for note in record.get("search", ())
    )
    moves = record.get("moves")
    return Solution(
        puzzle=record["puzzle"],
        status=record["status"],
        optimal=record.get("optimal", False),
        moves=None if moves is None else tuple(moves),
        solver=record["solver"],
        proof=proof
        and Proof(proof["label"], proof.get("kind", ""), tuple(proof.get("assumes", ())), proof.get("checked", False)),
        because=record.get("because", record.get("moves_left_out")),
        limit=record.get("limit"),
        notes=tuple(notes),
        **_numbers(record, "length", "value", "cost", "lower", "expanded"),
    )


def counted(reply: bytes) -> Count:
    """Read a record of `count`."""
    record = json.loads(reply)
    numbers = _numbers(record, "solutions", "length", "value", "cost")
    if record["status"] == "unsolvable":
        numbers["solutions"] = 0
    return Count(
        record["puzzle"], record["status"], solver=record.get("solver", ""), because=record.get("because"), **numbers
    )


def fact(shown: dict[str, Any]) -> Fact:
    """Read a fact of a record."""

    def value(item: Any) -> Any:
        if isinstance(item, list):
            return tuple(value(one) for one in item)
        # A whole number from 2^53 on is a text of its digits.
        is_whole = isinstance(item, str) and len(item) > 15 and item.isdecimal() and item[0] != "0"
        return whole(item) if is_whole else item

    return Fact(shown["topic"], value(shown["value"]), shown["unit"], shown["because"], shown.get("of"))


def surveyed(reply: bytes | str) -> Survey:
    """Read a record of `survey`."""
    record = json.loads(reply)
    return Survey(
        record["puzzle"],
        record["status"],
        record.get("by", ""),
        record.get("of", ""),
        tuple(whole(count) for count in record.get("distribution", ())),
        tuple(fact(shown) for shown in record.get("facts", ())),
        record.get("limit"),
        record.get("because"),
    )
