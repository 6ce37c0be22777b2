"""Rules that are written in Python."""

from collections.abc import Iterable

import pytest

import saltus

SEARCHES = [
    "breadth-first",
    "a-star",
    "ida-star",
    "partial-expansion-a-star",
    "breadth-first-heuristic",
    "breadth-first-ida-star",
]

Board = tuple[int, ...]


class Slide:
    """The 8-puzzle."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def start(self) -> Board:
        return self.board

    def moves(self, board: Board) -> Iterable[int]:
        row, column = divmod(board.index(0), 3)
        steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return (3 * row + column for row, column in steps if 0 <= row < 3 and 0 <= column < 3)

    def play(self, board: Board, move: int) -> Board:
        after = list(board)
        after[board.index(0)], after[move] = after[move], 0
        return tuple(after)

    def is_goal(self, board: Board) -> bool:
        return board == (1, 2, 3, 4, 5, 6, 7, 8, 0)


class Bounded(Slide):
    def bound(self, board: Board) -> int:
        return sum(
            abs((tile - 1) // 3 - at // 3) + abs((tile - 1) % 3 - at % 3) for at, tile in enumerate(board) if tile
        )


BOARD = (1, 2, 3, 4, 0, 6, 7, 5, 8)
FAR = (4, 1, 3, 7, 2, 5, 0, 8, 6)


@pytest.mark.parametrize("by", [None, *SEARCHES])
@pytest.mark.parametrize("rules", [Slide, Bounded])
@pytest.mark.parametrize("board", [BOARD, FAR])
def test_every_search_finds_what_the_library_finds(rules: type[Slide], by: str | None, board: Board) -> None:
    found = saltus.search(rules(board), by)
    assert found.length == saltus.solve("tiles 3x3 " + " ".join(map(str, board))).length
    assert (found.status, found.optimal, found.label, found.lower) == ("solved", True, "searched", found.length)
    assert found.positions is not None and found.positions[0] == board


def test_quick_searches_say_what_is_proved() -> None:
    found = saltus.search(Bounded(FAR), "weighted-a-star", weight=500)
    best = saltus.search(Bounded(FAR)).length
    assert found.length is not None and best is not None and found.lower is not None
    assert found.lower <= best <= found.length
    with pytest.raises(ValueError, match="weight"):
        saltus.search(Bounded(FAR), "weighted-a-star", width=500)
    with pytest.raises(ValueError, match="goals that can be listed"):
        saltus.search(Bounded(FAR), "bidirectional")
    with pytest.raises(ValueError, match="there is no search"):
        saltus.search(Bounded(FAR), "guess")


def test_the_lost_and_the_open_are_told_apart() -> None:
    lost = saltus.search(Slide((2, 1, 3, 4, 5, 6, 7, 8, 0)))
    assert (lost.status, lost.expanded, lost.label, lost.lower) == ("unsolvable", 181440, "searched", None)
    few = saltus.search(Slide(FAR), node_limit=20)
    assert (few.status, few.label, few.moves) == ("gave-up", "claimed", None) and few.lower
    assert saltus.search(Slide(FAR[::-1]), timeout=0.01).status == "gave-up"


class Failing(Bounded):
    """Raises after some questions to one of its methods."""

    def __init__(self, method: str) -> None:
        super().__init__(FAR)
        asked = getattr(super(), method)
        # Some searches ask for a goal only once.
        self.left = 1 if method == "is_goal" else 5

        def fail(*given: object) -> object:
            self.left -= 1
            if self.left == 0:
                raise ZeroDivisionError(method)
            return asked(*given)

        setattr(self, method, fail)


@pytest.mark.parametrize("by", SEARCHES)
@pytest.mark.parametrize("method", ["moves", "play", "is_goal", "bound"])
def test_what_rules_raise_comes_out_unchanged(method: str, by: str) -> None:
    if by == "breadth-first" and method == "bound":
        assert saltus.search(Failing(method), by).optimal  # it asks for none
        return
    with pytest.raises(ZeroDivisionError, match=method):
        saltus.search(Failing(method), by)


class Listed(Slide):
    """Positions that are lists, told apart by a key."""

    def start(self) -> Board:
        return list(self.board)  # type: ignore[return-value]

    def key(self, board: Board) -> Board:
        return tuple(board)

    def play(self, board: Board, move: int) -> Board:
        return list(super().play(board, move))  # type: ignore[return-value]

    def is_goal(self, board: Board) -> bool:
        return super().is_goal(tuple(board))


def test_positions_have_keys() -> None:
    assert saltus.search(Listed(BOARD)).length == 2
    with pytest.raises(TypeError, match="unhashable"):
        saltus.search(type("Keyless", (Listed,), {"key": None, "__getattribute__": hidden})(BOARD))


def hidden(rules: object, name: str) -> object:
    """A class without `key`."""
    if name == "key":
        raise AttributeError(name)
    return object.__getattribute__(rules, name)


class Fickle(Slide):
    """Rules that are others each time."""

    asked = 0

    def is_goal(self, board: Board) -> bool:
        self.asked += 1
        return self.asked == 50


class Growing(Slide):
    """Rules with other positions each time."""

    asked = 0

    def play(self, board: Board, move: int) -> Board:
        self.asked += 1
        return (*super().play(board[:9], move), self.asked)

    def is_goal(self, board: Board) -> bool:
        return super().is_goal(board[:9])


@pytest.mark.parametrize("rules", [Fickle, Growing])
@pytest.mark.parametrize("by", ["breadth-first", "a-star"])
def test_rules_that_contradict_themselves_are_found_out(rules: type[Slide], by: str) -> None:
    with pytest.raises(RuntimeError, match="each time"):
        saltus.search(rules(FAR if rules is Fickle else BOARD), by)


def test_a_bound_is_a_number() -> None:
    class Wrong(Slide):
        def bound(self, board: Board) -> float:
            return -1.5

    with pytest.raises(ValueError, match="bound gives"):
        saltus.search(Wrong(BOARD))
