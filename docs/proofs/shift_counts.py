#!/usr/bin/env python3
"""How many boards of shifting checkers (toads and frogs) can be reached, and how many of them are dead ends.

What is proved
--------------
From `b^n _ w^m` (b = black, moves right; w = white, moves left; slides and jumps over one opponent, forward
only) let S(n, m) be the number of boards that can be reached, the start included, and D(n, m) the number of
dead ends among them: boards without a forward move, other than the goal `w^m _ b^n`. Then for all n, m >= 0,
with most = max(n, m) and least = min(n, m),

    S(n, m) = closed_reachable(most, least)    and    D(n, m) = closed_dead_ends(most, least),

the two functions below, which are those of crates/saltus/src/closed/shift/counts.rs.

How
---
1. Theorem `winnable` of docs/theorems.md says which boards can be won. A board can be reached if and only if
   its reversed string can be won. So S(n, m) is also the number of boards that can be won.
2. Reading a board backwards turns its forward moves into backward moves and the goal into the start. So
   D(n, m) is the number of boards that can be won and have no backward move, less one: the start is always
   one of these.
3. The theorem is a condition on the runs of the two sides of the vacancy, one case for each pair of kinds of
   sides. With x for a black checker and y for a white one, the sides of each kind have a rational generating
   function (`all_sides`, `immobile_sides`), and so have the boards (`boards_made_of`).
4. The closed forms, for n >= m, have rational generating functions too; p marks n - m and q marks m
   (`closed_reachable_series`, `closed_dead_ends_series`). A count that is symmetric in n and m has the
   generating function C(x, xy) + C(y, xy) - C(0, xy) if C(p, q) is that of its part n >= m (`symmetric`).
5. SymPy finds that the difference of the two generating functions, in lowest terms, is 0.

Why this is a proof for all n and m
-----------------------------------
A rational function whose denominator does not vanish at x = y = 0 is the generating function of one array of
numbers only. Equal rational functions therefore have equal coefficients, all of them; nothing is compared up
to a bound. The computation is exact (polynomials with rational coefficients). It takes for granted theorem
`winnable` and that the generating functions are those of the theorem and of the closed forms; the reasons
stand at each function. Against slips there, the coefficients are also compared with the closed forms term by
term, with a search by the rules alone, and with the table of searched counts in
crates/saltus/tests/data/shifting_states_dead_ends.txt; these three are checks, not part of the proof.

How to run
----------
    python3 shift_counts.py        (Python 3.11, SymPy; about ten seconds)

It prints one line for each claim, "proved: .." or "checked: ..". If a claim fails it says so and the exit
code is 1.
"""

import sys
from math import comb
from pathlib import Path
from typing import NamedTuple

from sympy import Expr, Integer, Poly, Rational, cancel, diff, expand, fraction, symbols, together

TABLE = Path(__file__).resolve().parents[2] / "crates/saltus/tests/data/shifting_states_dead_ends.txt"
SEARCHED_UP_TO = 8  # the search by the rules alone: n, m <= this

x, y = symbols("x y")  # x marks a black checker, y a white one
p, q = symbols("p q")  # p marks n - m, q marks m
# Counters of sums over n >= m >= l: the excess n - m and the row m - l, for some least l.
excess, row = symbols("excess row")


def claim(kind: str, text: str, holds: bool) -> None:
    """Prints the claim, or ends the program with exit code 1."""
    if not holds:
        sys.exit(f"FAILED: {text}")
    print(f"{kind}: {text}", flush=True)


# ------------------------------------------------------------------------------------------------------------
# The boards, from the theorem
# ------------------------------------------------------------------------------------------------------------


def exchange(series: Expr) -> Expr:
    """The colours exchanged: what holds for the left side holds for the right side, read from its far end."""
    return series.subs({x: y, y: x}, simultaneous=True)


class Sides(NamedTuple):
    """Generating functions of the left sides, by kind. A side is the string of all cells left of the vacancy.

    A left side is some home whites and then its *part*: nothing, or `b^a0 w b^a1 w .. w b^ak` with a0 >= 1;
    its runs are [a0, .., ak], and ak is the run at the vacancy.
    """

    empty: Expr  # the part is empty
    one_colour: Expr  # runs [a], a >= 1
    mixed_zero: Expr  # two runs or more, all inner runs odd; the run at the vacancy is 0 ..
    mixed_odd: Expr  # .. odd ..
    mixed_even: Expr  # .. even and not 0
    just_bw: Expr  # runs [1, 0]: counted in mixed_zero already
    nearly_sound: Expr  # all inner runs odd but for the one nearest the vacancy, which is even and not 0

    def mixed(self) -> Expr:
        return self.mixed_zero + self.mixed_odd + self.mixed_even

    def exchanged(self) -> "Sides":
        return Sides(*(exchange(series) for series in self))


HOME = 1 / (1 - y)  # any number of home whites
ODD_RUN = x / (1 - x**2)  # 1, 3, 5, .. blacks
EVEN_RUN = x**2 / (1 - x**2)  # 2, 4, 6, .. blacks
ANY_RUN = x / (1 - x)  # 1, 2, 3, .. blacks
# A mixed part with odd inner runs, up to its last white: b^a0 w, then any number of times b^odd w.
STEM = ANY_RUN * y / (1 - ODD_RUN * y)
# The same, but that one more inner run follows, which is even and not 0, and its white.
NEAR_STEM = STEM * EVEN_RUN * y


def all_sides() -> Sides:
    """All left sides that the theorem speaks of."""
    return Sides(
        empty=HOME,
        one_colour=HOME * ANY_RUN,
        mixed_zero=HOME * STEM,
        mixed_odd=HOME * STEM * ODD_RUN,
        mixed_even=HOME * STEM * EVEN_RUN,
        just_bw=HOME * x * y,
        nearly_sound=HOME * NEAR_STEM / (1 - x),
    )


def immobile_sides() -> Sides:
    """Those left sides out of which nothing moves backward.

    The backward moves from the left are `w_` -> `_w` and `wb_` -> `_bw` (a white slides or jumps back). So
    the side must not end in w or in wb: it is the empty string, or `b`, or it ends in bb. In all kinds the
    run at the vacancy is at least 2, except for the two strings mentioned, which have no home whites.
    """
    return Sides(
        empty=Integer(1),
        one_colour=x + HOME * x**2 / (1 - x),
        mixed_zero=Integer(0),
        mixed_odd=HOME * STEM * (ODD_RUN - x),
        mixed_even=HOME * STEM * EVEN_RUN,
        just_bw=Integer(0),
        nearly_sound=HOME * NEAR_STEM * x**2 / (1 - x),
    )


def boards_made_of(left: Sides) -> Expr:
    """The boards that can be won, by the theorem, with one of these sides left and a mirrored one right.

    The cases exclude one another: the kinds do, and so do the two ways to meet condition 2, since the second
    is counted only where the sum of the two runs is even.
    """
    right = left.exchanged()
    # Condition 1: with the other part empty, a part may be anything sound or nearly sound ..
    both_empty = left.empty * right.empty
    left_empty = left.empty * (right.one_colour + right.mixed() + right.nearly_sound)
    right_empty = (left.one_colour + left.mixed() + left.nearly_sound) * right.empty
    # .. otherwise both have odd inner runs only. Condition 2 asks for more if both are mixed.
    one_colour_each = left.one_colour * right.one_colour
    one_mixed = left.one_colour * right.mixed() + left.mixed() * right.one_colour
    left_run_even = (left.mixed_zero + left.mixed_even) * right.mixed_odd
    right_run_even = left.mixed_odd * (right.mixed_zero + right.mixed_even)
    # One part is [1, 0], and the run of the other is even (an odd one has been counted above) and not 0.
    exception = left.just_bw * right.mixed_even + left.mixed_even * right.just_bw
    return (
        both_empty + left_empty + right_empty
        + one_colour_each + one_mixed
        + left_run_even + right_run_even + exception
    )  # fmt: skip


def reachable_series() -> Expr:
    """The sum of S(n, m) x^n y^m."""
    return cancel(together(boards_made_of(all_sides())))


def dead_ends_series() -> Expr:
    """The sum of D(n, m) x^n y^m. Not counted: the start, one for each n and m, the goal read backwards."""
    starts = 1 / ((1 - x) * (1 - y))
    return cancel(together(boards_made_of(immobile_sides()) - starts))


# ------------------------------------------------------------------------------------------------------------
# The closed forms, as numbers (counts.rs); n >= m >= 0
# ------------------------------------------------------------------------------------------------------------


def fibonacci(index: int) -> int:
    """F(1) = F(2) = 1."""
    current, following = 0, 1
    for _ in range(index):
        current, following = following, current + following
    return current


def doubling(index: int) -> int:
    """A(k) = 24 * 2^(k/2) for k even, 34 * 2^((k-1)/2) for k odd; so A(k+2) = 2 A(k)."""
    return (34 if index % 2 else 24) * 2 ** (index // 2)


def reachable_correction(index: int) -> int:
    """c(j), used for j >= 4."""
    return index**2 + 8 * index + 24 + 3 * fibonacci(index + 4) - doubling(index + 1)


def dead_ends_correction(index: int) -> Rational:
    """e(j), used for j >= 4."""
    return (
        Rational(index**2 + index + 2, 2)
        - (Rational(doubling(index + 2), 4) - fibonacci(index + 4) - (8 + 2 * index))
    )  # fmt: skip


def correction_sum(correction, lowest: int, largest_index: int):
    """The sum over k >= 0 of C(lowest + k, k) correction(largest_index - 2k), while that index is >= 4."""
    indices = range(largest_index, 3, -2)
    return sum(comb(lowest + k, k) * correction(index) for k, index in enumerate(indices))


def closed_reachable(n: int, m: int):
    if m == 0:
        return n + 1
    if m == 1:
        return Rational(n**2 + 7 * n + 4, 2)
    total = n + m
    return (
        doubling(total)
        - 3 * (fibonacci(n + 4) + fibonacci(m + 4))
        - Rational((total + 1) * (total + 6), 2)
        + correction_sum(reachable_correction, m - 2, n - m + 1)
    )


def closed_dead_ends(n: int, m: int):
    if m == 0:
        return 0
    if m == 1:
        return n - 1
    if m == 2:
        return Rational(n**2 + n + 2, 2)
    return (
        Rational(doubling(n + m), 4)
        - (fibonacci(n + 4) + fibonacci(m + 4))
        - n * m
        + correction_sum(dead_ends_correction, m - 3, n - m + 2)
    )


# ------------------------------------------------------------------------------------------------------------
# The closed forms, as generating functions: the sum over n >= m of p^(n-m) q^m
# ------------------------------------------------------------------------------------------------------------


def power_series(variable: Expr, power: int) -> Expr:
    """The sum over j >= 0 of j^power v^j, v the variable: each factor j is one application of v d/dv."""
    series = 1 / (1 - variable)
    for _ in range(power):
        series = variable * diff(series, variable)
    return series


def polynomial_series(polynomial: Expr) -> Expr:
    """The sum over excess, row >= 0 of polynomial(excess, row) p^excess q^row."""
    terms = Poly(polynomial, excess, row).terms()
    return sum(factor * power_series(p, i) * power_series(q, j) for (i, j), factor in terms)


def single_row_series(polynomial: Expr) -> Expr:
    """The sum over excess >= 0 of polynomial(excess) p^excess."""
    return sum(factor * power_series(p, i) for (i,), factor in Poly(polynomial, excess).terms())


def fibonacci_series(variable: Expr, first: int) -> Expr:
    """The sum over j >= 0 of F(first + j) variable^j.

    Times the denominator that is F(first) + (F(first + 1) - F(first)) variable, and 0 from there on.
    """
    return (fibonacci(first) + fibonacci(first - 1) * variable) / (1 - variable - variable**2)


def fibonacci_of_sum_series(first: int) -> Expr:
    """The sum over excess, row >= 0 of F(first + excess + row) p^excess q^row.

    The terms with excess + row = j have the factor p^j + p^(j-1) q + .. + q^j, which is
    (p^(j+1) - q^(j+1)) / (p - q).
    """
    return cancel((p * fibonacci_series(p, first) - q * fibonacci_series(q, first)) / (p - q))


def doubling_series(first: int) -> Expr:
    """The sum over j >= 0 of A(first + j) p^j."""
    return (doubling(first) + doubling(first + 1) * p) / (1 - 2 * p**2)


def doubling_of_total_series(first: int) -> Expr:
    """The sum over excess, row >= 0 of A(first + excess + 2 row) p^excess q^row: each row doubles."""
    return doubling_series(first) / (1 - 2 * q)


def from_four_on(series: Expr, correction) -> Expr:
    """The generating function of correction(j) for all j >= 0, without its terms j < 4."""
    return series - sum(correction(index) * p**index for index in range(4))


def correction_sum_series(series: Expr, offset: int) -> Expr:
    """The sum over excess, row >= 0 of p^excess q^row times the correction sum from index excess + offset.

    That sum has the terms C(row + k, k) correction(excess + offset - 2k); `series` is that of the correction.
    With j = excess + offset - 2k, which is at least 4 and so makes excess >= 0 for any k (offset <= 4), the
    term is correction(j) p^(j - offset) times C(row + k, k) p^(2k) q^row; the sum of the latter over k is
    q^row / (1 - p^2)^(row + 1), and over all rows 1 / (1 - p^2 - q).
    """
    return series / p**offset / (1 - p**2 - q)


def closed_reachable_series() -> Expr:
    # m = 0; m = 1, n = excess + 1; and m = row + 2, n = excess + row + 2, n + m = excess + 2 row + 4.
    m_is_0 = single_row_series(excess + 1)
    n = excess + 1
    m_is_1 = single_row_series((n**2 + 7 * n + 4) / 2)
    total = excess + 2 * row + 4
    corrections = from_four_on(
        single_row_series(excess**2 + 8 * excess + 24) + 3 * fibonacci_series(p, 4) - doubling_series(1),
        reachable_correction,
    )
    others = (
        doubling_of_total_series(4)
        - 3 * (fibonacci_of_sum_series(2 + 4) + fibonacci_series(q, 2 + 4) / (1 - p))
        - polynomial_series((total + 1) * (total + 6) / 2)
        + correction_sum_series(corrections, 1)
    )
    return cancel(together(m_is_0 + q * m_is_1 + q**2 * others))


def closed_dead_ends_series() -> Expr:
    # m = 0: nothing. m = 1, n = excess + 1; m = 2, n = excess + 2; and m = row + 3, n = excess + row + 3.
    m_is_1 = single_row_series(excess)
    n = excess + 2
    m_is_2 = single_row_series((n**2 + n + 2) / 2)
    product = (excess + row + 3) * (row + 3)
    corrections = from_four_on(
        single_row_series((excess**2 + excess + 2) / 2)
        - (doubling_series(2) / 4 - fibonacci_series(p, 4) - single_row_series(8 + 2 * excess)),
        dead_ends_correction,
    )
    others = (
        doubling_of_total_series(6) / 4
        - (fibonacci_of_sum_series(3 + 4) + fibonacci_series(q, 3 + 4) / (1 - p))
        - polynomial_series(product)
        + correction_sum_series(corrections, 2)
    )
    return cancel(together(q * m_is_1 + q**2 * m_is_2 + q**3 * others))


def symmetric(series: Expr) -> Expr:
    """From n >= m to all n, m: x^n y^m = x^(n-m) (xy)^m; likewise for m >= n; n = m is in both."""
    black_ahead = series.subs({p: x, q: x * y}, simultaneous=True)
    white_ahead = series.subs({p: y, q: x * y}, simultaneous=True)
    level = series.subs({p: 0, q: x * y}, simultaneous=True)
    return black_ahead + white_ahead - level


# ------------------------------------------------------------------------------------------------------------
# Proof and checks
# ------------------------------------------------------------------------------------------------------------


def is_power_series(function: Expr, variables: tuple) -> bool:
    """Whether the denominator, in lowest terms, does not vanish where the variables are 0."""
    denominator = fraction(cancel(function))[1]
    return denominator.subs({variable: 0 for variable in variables}) != 0


def is_fraction_over(function: Expr, denominator: Expr) -> bool:
    """Whether the function is a polynomial over this denominator, both in lowest terms."""
    ratio = cancel(fraction(cancel(function))[1] / denominator)
    return ratio.is_number and ratio != 0


def coefficients(function: Expr, largest: int) -> dict:
    """The coefficients of x^n y^m for n, m <= largest, by long division of the power series."""
    numerator, denominator = (dict(Poly(part, x, y).terms()) for part in fraction(cancel(function)))
    constant = denominator.pop((0, 0))
    result = {}
    for n in range(largest + 1):
        for m in range(largest + 1):
            value = numerator.get((n, m), 0)
            for (i, j), factor in denominator.items():
                if i <= n and j <= m:
                    value -= factor * result[n - i, m - j]
            result[n, m] = value / constant
    return result


FORWARD = (("b_", "_b"), ("bw_", "_wb"), ("_w", "w_"), ("_bw", "wb_"))


def after_forward_moves(board: str) -> list:
    """All boards one forward move on. With one vacancy each kind of move applies at one place at most."""
    return [board.replace(before, after) for before, after in FORWARD if before in board]


def search(n: int, m: int) -> tuple:
    """S(n, m) and D(n, m) by the rules alone."""
    start, goal = "b" * n + "_" + "w" * m, "w" * m + "_" + "b" * n
    seen, waiting, dead_ends = {start}, [start], 0
    while waiting:
        board = waiting.pop()
        following = after_forward_moves(board)
        dead_ends += not following and board != goal
        new = [after for after in following if after not in seen]
        seen.update(new)
        waiting.extend(new)
    return len(seen), dead_ends


def table_rows() -> list:
    """Rows n, m, S, D, .. of the table of searched counts."""
    lines = (line for line in TABLE.read_text().splitlines() if line.strip() and not line.startswith("#"))
    return [[int(word) for word in line.split()] for line in lines]


def main() -> None:
    reachable, dead_ends = reachable_series(), dead_ends_series()
    closed = {"S": closed_reachable_series(), "D": closed_dead_ends_series()}

    poles = (1 - x**2 - x * y) * (1 - y**2 - x * y)
    for name, series, power in (("S", reachable, 3), ("D", dead_ends, 2)):
        claim(
            "proved",
            f"the sum of {name}(n,m) x^n y^m is a polynomial over"
            f" (1-x)^{power} (1-y)^{power} (1-x^2-xy) (1-y^2-xy)",
            is_fraction_over(series, expand(((1 - x) * (1 - y)) ** power * poles)),
        )
        claim(
            "proved",
            f"that sum and the one over the closed form of {name} are power series, and equal: for all n, m",
            is_power_series(series, (x, y))
            and is_power_series(closed[name], (p, q))
            and cancel(together(series - symmetric(closed[name]))) == 0,
        )

    rows = table_rows()
    largest = max(max(n, m) for n, m, *_ in rows)
    boards, dead = coefficients(reachable, largest), coefficients(dead_ends, largest)
    claim(
        "checked",
        f"the coefficients for n, m <= {largest} are the closed forms evaluated as numbers",
        all(
            boards[n, m] == closed_reachable(max(n, m), min(n, m))
            and dead[n, m] == closed_dead_ends(max(n, m), min(n, m))
            for n, m in boards
        ),
    )
    claim(
        "checked",
        f"they are the numbers found by a search by the rules alone, for n, m <= {SEARCHED_UP_TO}",
        all(
            search(n, m) == (boards[n, m], dead[n, m])
            for n in range(SEARCHED_UP_TO + 1)
            for m in range(SEARCHED_UP_TO + 1)
        ),
    )
    claim(
        "checked",
        f"they are the numbers in all {len(rows)} rows of {TABLE.name}",
        len(rows) > 200 and all((boards[n, m], dead[n, m]) == (s, d) for n, m, s, d, *_ in rows),
    )


if __name__ == "__main__":
    main()
