//! The brick-wall play as a plan; with several vacancies all but one go to a wall first, and come back at the end.

use std::io::{self, Write};
use std::ops::Range;

use dashu_int::UBig;

use super::{bound, wall};
use crate::reverse::rules::{ascending, scene};
use crate::written::MoveWriter;
use saltus_core::plan::{Picture, Plan, Run, Spelling, Step, Style};
use saltus_core::proof;
use saltus_core::verify::Fault;

/// Boards up to this many checkers are drawn.
const MOST_DRAWN: u64 = 10_000;

/// The play of `reverse N gaps=K from=P to=Q`.
pub(crate) struct ReversalPlan {
    pub n: u64,
    pub gaps: u64,
    /// Checkers left of the vacancies at start and end.
    pub from: u64,
    pub to: u64,
}

impl ReversalPlan {
    /// Its moves.
    pub(crate) fn length(&self) -> u128 {
        bound::length_with_gaps(self.n, self.gaps, self.from, self.to)
    }

    /// The cells that the moves after move `after` leave, up to and with move `last`, with the vacancy they go to.
    fn hops(&self, after: &UBig, last: &UBig) -> Box<dyn Iterator<Item = (u64, u64)>> {
        let &ReversalPlan { n, gaps, from, to } = self;
        let moves = if last > after { usize::try_from(last - after).unwrap_or(usize::MAX) } else { 0 };
        let (skip, spare) = (u64::try_from(after).unwrap_or(u64::MAX), gaps - 1);
        // The spare vacancies pass the checkers left of them, or else those right of them.
        let is_left = u128::from(from) + u128::from(to) <= u128::from(n);
        let (pass, back) = if is_left { (from, to) } else { (n - from, n - to) };
        let (pass, back) = (pass * spare, back * spare);
        // Slides of one checker after another over the spare vacancies; `first` is where the first checker stands.
        let glide = move |slides: Range<u64>, first: u64, to_right: bool| {
            slides.map(move |slide| {
                let (checker, step) = (slide / spare, slide % spare);
                let cell = if to_right { first - checker + step } else { first + checker - step };
                (cell, if to_right { cell + 1 } else { cell - 1 })
            })
        };
        let passing = glide(skip.min(pass)..pass, if is_left { from } else { from + gaps + 1 }, is_left);
        let skip = skip - skip.min(pass);
        let offset = if is_left { spare } else { 0 };
        let wall = bound::length(n, from, to) as u64;
        let walk = self.wall(skip).map(move |(from, to)| (from + offset, to + offset));
        let skip = skip - skip.min(wall);
        let returning = glide(skip.min(back)..back, if is_left { gaps } else { n + 1 }, !is_left);
        Box::new(passing.chain(walk).chain(returning).take(moves))
    }

    /// The same of the play for one vacancy.
    fn wall(&self, skip: u64) -> impl Iterator<Item = (u64, u64)> + use<> {
        let skip = u128::from(skip);
        let mut vacancy = self.from + 1;
        let mut before = 0;
        wall::runs(self.n, self.from, self.to).flat_map(move |run: Run| {
            // Whole runs are passed at once.
            let left_out = (skip - before.min(skip)).min(u128::from(run.count)) as u64;
            before += u128::from(run.count);
            if left_out > 0 {
                vacancy = run.cell(left_out - 1);
            }
            let first = vacancy;
            vacancy = run.cell(run.count - 1);
            (left_out..run.count).map(move |k| (run.cell(k), if k == left_out { first } else { run.cell(k - 1) }))
        })
    }

    fn board_after(&self, i: &UBig) -> Vec<u16> {
        let mut cells = ascending(self.n as u16, self.from as usize, self.gaps as usize);
        for (from, to) in self.hops(&UBig::ZERO, i) {
            cells.swap(from as usize - 1, to as usize - 1);
        }
        cells
    }
}

impl Plan for ReversalPlan {
    fn moves(&self) -> UBig {
        UBig::from(self.length())
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let mut out = MoveWriter::new(style, out);
        self.hops(after, last).try_for_each(|(from, to)| out.hop(&from, &to))
    }

    fn steps<'a>(&'a self, after: &UBig, last: &UBig, _: Spelling) -> Box<dyn Iterator<Item = Step> + 'a> {
        let mut cells = if self.n + self.gaps <= MOST_DRAWN { self.board_after(after) } else { Vec::new() };
        Box::new(self.hops(after, last).map(move |(from, to)| {
            let text = format!("{from}-{to}");
            if cells.is_empty() {
                return Step { text, picture: Picture::Described(String::new()) };
            }
            cells.swap(from as usize - 1, to as usize - 1);
            Step { text, picture: Picture::Drawn(scene(&cells)) }
        }))
    }

    fn picture(&self, i: &UBig) -> Picture {
        if self.n + self.gaps <= MOST_DRAWN {
            Picture::Drawn(scene(&self.board_after(i)))
        } else {
            Picture::Described(format!("{} checkers after move {i}", self.n))
        }
    }

    fn write_evidence(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.gaps > 1 {
            return self.hops(&UBig::ZERO, &self.moves()).try_for_each(|(from, to)| writeln!(out, "{from}-{to}"));
        }
        wall::runs(self.n, self.from, self.to).try_for_each(|run| proof::write_run(run, out))
    }

    /// Move by move; after the last one the board is the goal.
    fn replay(&self, until: &UBig) -> Result<(), Fault> {
        let arrangement = |order: &[u32], left: u64| {
            let (left, right) = order.split_at(left as usize);
            [left, &vec![0; self.gaps as usize], right].concat()
        };
        let mut order: Vec<u32> = (1..=self.n as u32).collect();
        let mut cells = arrangement(&order, self.from);
        order.reverse();
        let mut made = 0;
        for (from, to) in self.hops(&UBig::ZERO, until) {
            made += 1;
            let (from, to) = (from as usize - 1, to as usize - 1);
            let there = from.max(to) < cells.len() && cells[to] == 0 && cells[from] > 0;
            let legal =
                there && matches!(from.abs_diff(to), 1 | 2) && (from.abs_diff(to) == 1 || cells[from.midpoint(to)] > 0);
            if !legal {
                let why = format!("{}-{} is no move into the vacancy", from + 1, to + 1);
                return Err(Fault::Move { number: made, why });
            }
            cells.swap(from, to);
        }
        let goal = arrangement(&order, self.to);
        if UBig::from(made) == self.moves() && cells != goal { Err(Fault::End { moves: made }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_part_of_every_play_can_be_written() {
        for (n, gaps) in (0..8u64).flat_map(|n| (1..5).map(move |gaps| (n, gaps))) {
            for (p, q) in (0..=n).flat_map(|p| (0..=n).map(move |q| (p, q))) {
                let play = ReversalPlan { n, gaps, from: p, to: q };
                let total = play.moves();
                assert_eq!(play.replay(&total), Ok(()), "{n} {gaps} {p} {q}");
                let all: Vec<(u64, u64)> = play.hops(&UBig::ZERO, &total).collect();
                assert_eq!(UBig::from(all.len()), total);
                let words: Vec<String> = all.iter().map(|(from, to)| format!("{from}-{to}")).collect();
                for after in 0..=all.len() {
                    assert_eq!(
                        play.hops(&after.into(), &total).collect::<Vec<_>>(),
                        all[after..],
                        "{n} {gaps} {p} {q}"
                    );
                    for last in (after..=all.len()).filter(|_| n < 6) {
                        let (from, to) = (after.into(), last.into());
                        let mut out = Vec::new();
                        play.write(&from, &to, Style::WORDS, &mut out).unwrap();
                        assert_eq!(String::from_utf8(out).unwrap(), words[after..last].join(" "));
                        let steps = play.steps(&from, &to, Spelling::Own).map(|step| step.text);
                        assert_eq!(steps.collect::<Vec<_>>(), words[after..last]);
                    }
                }
                assert!(UBig::from(bound::lower_with_gaps(n, gaps, p, q)) <= total);
            }
        }
    }
}
