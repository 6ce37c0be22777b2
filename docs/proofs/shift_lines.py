#!/usr/bin/env python3
"""Shifting checkers (toads and frogs): the boards that can be won, and those that can be reached and won.

What is proved
--------------
b = black, moves right; w = white, moves left; slides and jumps over one opponent, forward only; from
`b^n _ w^m` to `w^m _ b^n`; T = nm + n + m.

1. Theorem `winnable` of docs/theorems.md. This is a second proof: the induction step is checked in 900 cases.
2. Boards that can be reached and can be won: 2T for n, m >= 2; 4n + 2 for m = 1 <= n (which is 6 for
   n = m = 1); n + 1 for m = 0; the same with n and m exchanged.
3. Moves from one such board to another: 2T for n, m >= 2.
4. For n, m >= 2 there are exactly two solutions.

How
---
A board is a pair of *sides*: the cells left of the vacancy, and the cells right of it, mirrored (read from
the far right, with the colours exchanged). So both sides are strings that are read towards the vacancy, and
the colour that has to leave them is b. To exchange the two sides is to take the mirror image of the board. A
forward move takes `b` or `bw` off the end of one side and puts `w` or `wb`, respectively, at the end of the
other: a slide, a jump.

1. Whether a board meets the theorem's conditions depends on the class of each side only, and the class of a
   side is found by a finite automaton with ten states, one letter at a time (`NEXT`). Every side has one of
   four forms: home whites only; u'b; u'bw; u'ww with u' not only home whites. The form and the class of u'
   settle the class of the side, the move out of it and the class left behind. So there are 1 + 10 + 10 + 9
   kinds of sides and 30 * 30 kinds of boards. In each of these it is checked that

       the conditions hold  <=>  the board is the goal, or the conditions hold after some forward move.

   The same is true of "can be won" in place of "the conditions hold". Each forward move lowers the number of
   pairs of cells in the wrong order by one (in the order w < _ < b, which counts pairs with the vacancy). By
   induction on this number the conditions hold if and only if the board can be won.
2. A board can be reached if and only if its reversed string can be won. The sides of the reversed string are
   those of the board, each with its colours exchanged. So the class of each side and its class with the
   colours exchanged settle both questions. Without the pairs of classes that are broken one way or the other,
   13 remain. The generating functions of the sides in these 13 states solve a linear system. The sum over
   the allowed pairs of states is a rational function of x (black) and y (white), and equal to the generating
   function of the numbers claimed.
3. The same, with the sum over the states before and after a move.
4. Every board of a solution can be reached and won. Of the 2T such boards all but the goal have a move to
   another one, by 1 and because what follows a board that can be reached can be reached; and the start has
   two. There are 2T = (2T - 2) + 2 such moves, so all other boards have exactly one. Hence after each of the
   two first moves there is one way to play on, and it ends at the goal.

Why this is a proof for all n and m
-----------------------------------
The classes do not mention n and m, and every side of any length is of one of the finitely many kinds.
Rational functions whose denominators do not vanish at x = y = 0 are the generating functions of one array of
numbers each, so equal functions have equal coefficients, all of them. All arithmetic is exact. Left to the
reader: that `NEXT` follows the definition of the classes (the reasons stand at the table; as a check, all
sides of at most 12 cells are compared), and that `can_win` is the theorem's text (as a check, all boards of
at most 10 checkers are compared). Searches by the rules alone are made as further checks.

How to run
----------
    python3 shift_lines.py        (Python 3.11, SymPy; a few seconds)

It prints one line for each claim, "proved: .." or "checked: ..". If a claim fails it says so and the exit
code is 1.
"""

import sys
from itertools import product
from typing import NamedTuple

from sympy import QQ, Expr, Matrix, cancel, diff, eye, fraction, symbols, together, zeros
from sympy.polys.matrices import DomainMatrix

x, y = symbols("x y")  # x marks a black checker, y a white one

CLASSES_UP_TO = 12  # letters of a side, where the automaton is compared with the definition of the classes
TEXT_UP_TO = 10  # checkers, where `can_win` is compared with the theorem's text
SEARCHED_UP_TO = 6  # n, m <= this, where the results are compared with a search by the rules alone


def claim(kind: str, text: str, holds: bool) -> None:
    """Prints the claim, or ends the program with exit code 1."""
    if not holds:
        sys.exit(f"FAILED: {text}")
    print(f"{kind}: {text}", flush=True)


# ------------------------------------------------------------------------------------------------------------
# The theorem, on strings and on classes
# ------------------------------------------------------------------------------------------------------------

# The classes of a side. Its part is what is left without the home whites; inner runs are all but the first
# and the last.
EMPTY = "empty"  # the part is empty
ONE = "b"  # the part is b
MORE = "bb.."  # two blacks or more, no white
BW = "bw"  # runs [1, 0]
# Mixed (two runs or more), all inner runs odd, not [1, 0]. The run at the vacancy is
ZERO = "mixed, 0"  # .. 0
ODD = "mixed, odd"  # .. odd
EVEN = "mixed, even"  # .. even and not 0
# All inner runs odd but for the one nearest the vacancy, which is even and not 0. The run at the vacancy is
NEAR_ZERO = "nearly sound, 0"  # .. 0
NEAR_MORE = "nearly sound, not 0"  # .. not 0
BROKEN = "broken"  # anything else

# The class of a side after one more letter: (b, w). A b makes the run at the vacancy one longer. A w ends it,
# which makes it an inner run unless it is the first run, and begins a new run of length 0; but a w at the end
# of an empty part is home.
NEXT = {
    EMPTY: (ONE, EMPTY),
    ONE: (MORE, BW),
    MORE: (MORE, ZERO),  # the first run is no inner run: any length will do
    BW: (ODD, BROKEN),  # bww: an inner run of length 0
    ZERO: (ODD, BROKEN),  # likewise
    ODD: (EVEN, ZERO),  # the new inner run is odd
    EVEN: (ODD, NEAR_ZERO),  # the new inner run is even and not 0, all others are odd
    NEAR_ZERO: (NEAR_MORE, BROKEN),  # an inner run of length 0
    NEAR_MORE: (NEAR_MORE, BROKEN),  # the even inner run is no longer the one nearest the vacancy
    BROKEN: (BROKEN, BROKEN),  # an inner run that is 0, or even and not the nearest, stays so
}

# The parity of the run at the vacancy, for the classes that are mixed and sound.
RUN_PARITY = {BW: 0, ZERO: 0, ODD: 1, EVEN: 0}


def read_on(side_class: str, letters: str) -> str:
    """The class of a side after more letters."""
    for letter in letters:
        side_class = NEXT[side_class][letter == "w"]
    return side_class


def can_win(left: str, right: str) -> bool:
    """The theorem's conditions, by the classes of the two sides."""
    if BROKEN in (left, right):
        return False
    if EMPTY in (left, right):
        return True  # the other side may be sound or nearly sound
    if NEAR_ZERO in (left, right) or NEAR_MORE in (left, right):
        return False
    if left in RUN_PARITY and right in RUN_PARITY:  # both mixed
        different_parity = RUN_PARITY[left] != RUN_PARITY[right]
        # [1, 0] and a run that is not 0; if that run is odd the parities differ anyway
        return different_parity or (left, right) in ((BW, EVEN), (EVEN, BW))
    return True


def runs_of(side: str) -> list:
    """The runs of a side: the numbers of blacks between its whites, the home whites cut off."""
    return [len(run) for run in side.lstrip("w").split("w")]


def class_by_definition(side: str) -> str:
    """The class of a side, from its runs."""
    runs = runs_of(side)
    if len(runs) == 1:
        return (EMPTY, ONE, MORE)[min(runs[0], 2)]
    if runs == [1, 0]:
        return BW
    *others, nearest = runs[1:-1] or [1]  # without inner runs, as if there were an odd one
    last = runs[-1]
    if any(run % 2 == 0 for run in others) or nearest == 0:
        return BROKEN
    if nearest % 2 == 0:
        return NEAR_MORE if last else NEAR_ZERO
    return (ODD if last % 2 else EVEN) if last else ZERO


def can_win_by_text(left: list, right: list) -> bool:
    """The theorem, word for word, from the runs of the two sides."""

    def inner_runs_hold(own: list, other: list) -> bool:
        inner = own[1:-1]
        nearest_may_be_even = other == [0] and bool(inner) and inner[-1] != 0
        if nearest_may_be_even:
            inner = inner[:-1]
        return all(run % 2 == 1 for run in inner)

    def is_exception(own: list, other: list) -> bool:
        return own == [1, 0] and other[-1] != 0

    if not (inner_runs_hold(left, right) and inner_runs_hold(right, left)):
        return False
    both_mixed = len(left) > 1 and len(right) > 1
    sum_is_odd = (left[-1] + right[-1]) % 2 == 1
    return not both_mixed or sum_is_odd or is_exception(left, right) or is_exception(right, left)


def strings(length: int):
    return ("".join(letters) for letters in product("bw", repeat=length))


def automaton_follows_definition() -> bool:
    sides = (side for length in range(CLASSES_UP_TO + 1) for side in strings(length))
    return all(read_on(EMPTY, side) == class_by_definition(side) for side in sides)


def classes_follow_text() -> bool:
    rows = (row for size in range(TEXT_UP_TO + 1) for row in strings(size))
    boards = ((row[:gap], row[gap:]) for row in rows for gap in range(len(row) + 1))
    return all(
        can_win(read_on(EMPTY, left), read_on(EMPTY, right)) == can_win_by_text(runs_of(left), runs_of(right))
        for left, right in boards
    )


# ------------------------------------------------------------------------------------------------------------
# The theorem's induction
# ------------------------------------------------------------------------------------------------------------

# What a forward move takes off the end of one side, and what it puts at the end of the other. Left of the
# vacancy `b_` -> `_b`: the b arrives on the right, where it is a `w`, colours being exchanged. `bw_` ->
# `_wb`: on the right the b is now farther from the vacancy than the w; mirrored they are `wb`, the last
# letter next to the vacancy. The same for white on mirrored boards.
SLIDE, JUMP = ("b", "w"), ("bw", "wb")

FORWARD = (("b_", "_b"), ("bw_", "_wb"), ("_w", "w_"), ("_bw", "wb_"))  # the same moves on a row


def pairs_in_wrong_order(cells: str) -> int:
    """Pairs of cells that the goal, sorted by w < _ < b, has the other way round."""
    order = ["w_b".index(cell) for cell in cells]
    return sum(order[i] > order[j] for j in range(len(cells)) for i in range(j))


def moves_lower_wrong_pairs() -> bool:
    """A move permutes neighbouring cells, so pairs with other cells stay: those it touches are enough."""
    return all(pairs_in_wrong_order(before) - pairs_in_wrong_order(after) == 1 for before, after in FORWARD)


class Side(NamedTuple):
    """One kind of side: its class, and what the move out of it, if any, leaves behind and brings across."""

    side_class: str
    moves: list  # of (class left behind, letters that arrive on the other side)


def kinds_of_sides() -> list:
    """All of them: home whites only; u'b; u'bw; u'ww, u' not only home whites. u' may have any class."""
    kinds = [Side(EMPTY, [])]
    for leaving, arriving in (SLIDE, JUMP):
        kinds += [Side(read_on(before, leaving), [(before, arriving)]) for before in NEXT]
    kinds += [Side(read_on(before, "ww"), []) for before in NEXT if before != EMPTY]
    return kinds


def induction_step_holds(left: Side, right: Side) -> bool:
    """The conditions hold <=> it is the goal (both parts empty) or they hold after some forward move."""
    after_moves = [(behind, read_on(right.side_class, arriving)) for behind, arriving in left.moves]
    after_moves += [(read_on(left.side_class, arriving), behind) for behind, arriving in right.moves]
    is_goal = (left.side_class, right.side_class) == (EMPTY, EMPTY)
    wins = is_goal or any(can_win(*after) for after in after_moves)
    return can_win(left.side_class, right.side_class) == wins


# ------------------------------------------------------------------------------------------------------------
# Boards that can be reached and won
# ------------------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """What matters of a side: its class, for winning, and that with the colours exchanged, for being reached.

    The reversed string of a board with the sides (left, right) has the sides (right, left), each with the
    colours exchanged: what was read from the far right with the colours exchanged is now read from the far
    left as it stands.
    """

    to_win: str
    to_reach: str

    def read_on(self, letters: str) -> "State":
        exchanged = letters.translate(str.maketrans("bw", "wb"))
        return State(read_on(self.to_win, letters), read_on(self.to_reach, exchanged))


FIRST = State(EMPTY, EMPTY)


def on_a_line(left: State, right: State) -> bool:
    """Whether a board with these sides can be reached and won."""
    return can_win(left.to_win, right.to_win) and can_win(right.to_reach, left.to_reach)


def live_states() -> list:
    """All states of sides but those broken one way or the other: they stay so, and no such board counts."""
    states, waiting = [FIRST], [FIRST]
    while waiting:
        state = waiting.pop()
        for letter in "bw":
            after = state.read_on(letter)
            if BROKEN not in after and after not in states:
                states.append(after)
                waiting.append(after)
    return states


def exchange(series: Expr) -> Expr:
    """The mirror image: a right side is a mirrored string, so each b in it counts as a white checker."""
    return series.subs({x: y, y: x}, simultaneous=True)


def is_zero(function: Expr) -> bool:
    return cancel(together(function)) == 0


def is_power_series(function: Expr) -> bool:
    """Whether the denominator, in lowest terms, does not vanish at x = y = 0."""
    return fraction(cancel(function))[1].subs({x: 0, y: 0}) != 0


LETTERS = (("b", x), ("w", y))


def sides_by_state(states: list) -> dict:
    """For each state the generating function of the left sides in that state."""
    index = {state: position for position, state in enumerate(states)}
    steps = zeros(len(states))
    for state, (letter, weight) in product(states, LETTERS):
        after = state.read_on(letter)
        if after in index:
            steps[index[after], index[state]] += weight
    empty_string = Matrix([int(state == FIRST) for state in states])
    field = QQ.frac_field(x, y)
    system = DomainMatrix.from_Matrix(eye(len(states)) - steps).convert_to(field)
    solution = system.lu_solve(DomainMatrix.from_Matrix(empty_string).convert_to(field)).to_Matrix()
    return {state: solution[index[state]] for state in states}


def sides_solve_equations(sides: dict) -> bool:
    """A side is empty, or a shorter side and a letter: equations that only one set of power series meets.

    The shorter side is not broken if the side is not, so the states in question are enough.
    """
    for state, series in sides.items():
        shorter = sum(
            weight * sides[before]
            for before, (letter, weight) in product(sides, LETTERS)
            if before.read_on(letter) == state
        )
        if not (is_power_series(series) and is_zero(series - shorter - int(state == FIRST))):
            return False
    return True


def boards_series(sides: dict) -> Expr:
    """The sum of x^n y^m over all boards that can be reached and won."""
    allowed = ((left, right) for left, right in product(sides, repeat=2) if on_a_line(left, right))
    return cancel(together(sum(sides[left] * exchange(sides[right]) for left, right in allowed)))


def moves_series(sides: dict) -> Expr:
    """The sum of x^n y^m over all forward moves from one such board to another.

    A black move is a left side u' with `b` or `bw` after it, and a right side, before the move. Neither u'
    nor the right side is broken, since otherwise the boards before and after would be. White's moves are the
    mirror images: exchange n and m.
    """
    black_moves = 0
    for (leaving, arriving), weight in ((SLIDE, x), (JUMP, x * y)):
        for left, right in product(sides, repeat=2):
            if on_a_line(left.read_on(leaving), right) and on_a_line(left, right.read_on(arriving)):
                black_moves += weight * sides[left] * exchange(sides[right])
    return cancel(together(black_moves + exchange(black_moves)))


def number_on_lines(n: int, m: int) -> int:
    """The boards that can be reached and won, as claimed."""
    most, least = max(n, m), min(n, m)
    if least == 0:
        return most + 1
    if least == 1:
        return 4 * most + 2
    return 2 * (n * m + n + m)


def from_two_on(function: Expr, variable: Expr) -> Expr:
    """A power series without its terms of degree 0 and 1 in the variable."""
    at_zero, slope = function.subs(variable, 0), diff(function, variable).subs(variable, 0)
    return function - at_zero - slope * variable


def all_ones(variable: Expr) -> Expr:
    """The sum over n >= 0 of variable^n."""
    return 1 / (1 - variable)


def all_numbers(variable: Expr) -> Expr:
    """The sum over n >= 0 of n variable^n."""
    return variable / (1 - variable) ** 2


def twice_t_series() -> Expr:
    """The sum over n, m >= 2 of 2 (nm + n + m) x^n y^m."""
    ones_x, ones_y = from_two_on(all_ones(x), x), from_two_on(all_ones(y), y)
    numbers_x, numbers_y = from_two_on(all_numbers(x), x), from_two_on(all_numbers(y), y)
    return 2 * (numbers_x * numbers_y + numbers_x * ones_y + ones_x * numbers_y)


def numbers_claimed_series() -> Expr:
    """The sum over all n, m of number_on_lines(n, m) x^n y^m."""

    def no_opponent(variable: Expr) -> Expr:
        return all_numbers(variable) + all_ones(variable)

    def one_opponent(variable: Expr) -> Expr:
        return from_two_on(4 * all_numbers(variable) + 2 * all_ones(variable), variable)

    least_is_0 = no_opponent(x) + no_opponent(y) - 1  # n = m = 0 is in both
    least_is_1 = y * one_opponent(x) + x * one_opponent(y) + 6 * x * y  # 6 = 4n + 2 for n = m = 1
    return least_is_0 + least_is_1 + twice_t_series()


def start_has_two() -> bool:
    """For n, m >= 2 both slides, the only moves from the start, lead to boards that can be won.

    Both sides of the start are of class MORE. A slide leaves ONE or MORE and brings its letter to the other.
    """
    _, arriving = SLIDE
    across = read_on(MORE, arriving)
    return all(can_win(behind, across) and can_win(across, behind) for behind in (ONE, MORE))


# ------------------------------------------------------------------------------------------------------------
# Searches by the rules alone
# ------------------------------------------------------------------------------------------------------------

BACKWARD = tuple((after, before) for before, after in FORWARD)


def neighbours(board: str, moves: tuple) -> list:
    """All boards one move on. With one vacancy each kind of move applies at one place at most."""
    return [board.replace(before, after) for before, after in moves if before in board]


def found_from(first: str, moves: tuple) -> set:
    seen, waiting = {first}, [first]
    while waiting:
        new = [after for after in neighbours(waiting.pop(), moves) if after not in seen]
        seen.update(new)
        waiting.extend(new)
    return seen


def ends(n: int, m: int) -> tuple:
    return "b" * n + "_" + "w" * m, "w" * m + "_" + "b" * n


def all_boards(n: int, m: int) -> set:
    rows = (row for row in strings(n + m) if row.count("b") == n)
    return {row[:gap] + "_" + row[gap:] for row in rows for gap in range(n + m + 1)}


def meets_conditions(board: str) -> bool:
    left, right = board.split("_")
    mirrored = right[::-1].translate(str.maketrans("bw", "wb"))
    return can_win(read_on(EMPTY, left), read_on(EMPTY, mirrored))


def test_agrees(n: int, m: int) -> bool:
    """Whether the boards that meet the conditions are those that a backward search from the goal finds."""
    _, goal = ends(n, m)
    return found_from(goal, BACKWARD) == {board for board in all_boards(n, m) if meets_conditions(board)}


def search_agrees(n: int, m: int) -> bool:
    start, goal = ends(n, m)
    reached, won = found_from(start, FORWARD), found_from(goal, BACKWARD)
    on_lines = reached & won
    if len(on_lines) != number_on_lines(n, m):
        return False
    if min(n, m) < 2:
        return True
    moves = sum(after in on_lines for board in on_lines for after in neighbours(board, FORWARD))
    ways = {goal: 1}  # plays from a board to the goal, by the number of pairs in the wrong order
    for board in sorted(on_lines - {goal}, key=pairs_in_wrong_order):
        ways[board] = sum(ways.get(after, 0) for after in neighbours(board, FORWARD))
    return moves == 2 * (n * m + n + m) and ways[start] == 2


def main() -> None:
    claim(
        "checked",
        f"the automaton gives the class of every side of at most {CLASSES_UP_TO} cells",
        automaton_follows_definition(),
    )
    claim(
        "checked",
        f"the classes decide as the theorem's text does, on every board of at most {TEXT_UP_TO} checkers",
        classes_follow_text(),
    )

    claim(
        "proved",
        "every forward move lowers the number of pairs in the wrong order (w < _ < b) by one",
        moves_lower_wrong_pairs(),
    )
    kinds = kinds_of_sides()
    claim(
        "proved",
        f"theorem `winnable`: the induction step holds in all {len(kinds) ** 2} cases",
        len(kinds) == 30 and all(induction_step_holds(*board) for board in product(kinds, repeat=2)),
    )

    sides = sides_by_state(live_states())
    claim(
        "proved",
        f"the generating functions of the sides in the {len(sides)} states solve their equations",
        len(sides) == 13 and sides_solve_equations(sides),
    )
    boards, moves = boards_series(sides), moves_series(sides)
    short = (1 + 2 * x * y - x**2 * y**2) / ((1 - x) ** 2 * (1 - y) ** 2)
    claim(
        "proved",
        "boards reached and won: the sum over x^n y^m is (1 + 2xy - x^2 y^2) / ((1-x)^2 (1-y)^2)",
        is_power_series(boards) and is_zero(boards - short),
    )
    claim(
        "proved",
        "that is 2T for n, m >= 2; 4n + 2 for m = 1 <= n (6 for n = m = 1); n + 1 for m = 0",
        is_zero(short - numbers_claimed_series()),
    )
    moves_from_two_on = from_two_on(from_two_on(moves, x), y)
    claim(
        "proved",
        "moves among these boards: 2T for n, m >= 2",
        is_power_series(moves) and is_zero(moves_from_two_on - twice_t_series()),
    )
    claim(
        "proved",
        "the start has two of these moves, so every other board but the goal has one: two solutions",
        start_has_two(),
    )

    sizes = list(product(range(SEARCHED_UP_TO + 1), repeat=2))
    claim(
        "checked",
        f"the theorem agrees with a backward search on every board with n, m <= {SEARCHED_UP_TO - 1}",
        all(test_agrees(n, m) for n, m in sizes if max(n, m) < SEARCHED_UP_TO),
    )
    claim(
        "checked",
        f"boards, moves and solutions agree with searches both ways for n, m <= {SEARCHED_UP_TO}",
        all(search_agrees(n, m) for n, m in sizes),
    )


if __name__ == "__main__":
    main()
