//! Weights for what stands on the cells, and for what stands before what, such that no move lowers their sum by more than it costs: then the sum at
//! the start, less the greatest at a goal, is a lower bound. J. H. Conway's pagoda functions (E. R. Berlekamp, J. H. Conway, R. K. Guy 1982) are the
//! case of moves that cost nothing, and potentials that of planners (F. Pommerening, G. Roeger, M. Helmert, B. Bonet 2015).
//!
//! The best weights for the start are those of a linear program. They are rounded and checked in integers, and what the check does not confirm is not
//! used. Where a sum that no move lowers is more at the start than at any goal there is no play. Turns and steps in between of a chain are not looked
//! at: each step of a chain counts as if it cost nothing.

mod pagodas;
mod pairs;
mod simplex;
#[cfg(test)]
mod tests;

use saltus_core::family::{Bounds, NamedBound, NoBound};
use saltus_core::limits::{Limits, Stop};
use saltus_core::puzzle::Bound;

use crate::calculus::EvidenceLines;
use crate::definition::{Content, Definition, Goal};
use crate::invariants::{Change, Sum, add, write_weights};
use crate::rules::{Move, Position, Rules};
pub(crate) use pagodas::Pagodas;
use pairs::Terms;
use simplex::{Optimum, Program};

/// Most rules, and most products of a number of facts and one of inequalities for them.
const OPERATIONS: usize = 1 << 14;
const SIZE: usize = 1 << 22;

/// Numbers of it that are written, if somebody asks for the bound.
const WORK: u64 = 1 << 34;
/// If somebody asks for evidence that pairs may be, after what weights alone say was not enough.
pub(crate) const PATIENT: [u64; 2] = [0, QUICK << 3];
/// If a search asks for itself. Where pairs are of use their program is soon solved: a first answer does not wait longer.
const QUICK: u64 = 1 << 28;
pub(crate) const FIRST: [u64; 2] = [QUICK, QUICK >> 5];

/// What weights are multiplied by to become integers; the first one that does counts.
const SCALES: [i64; 12] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 24, 60, 840];

/// Greater weights are not used.
const GREATEST: i64 = 1 << 32;

/// A bound that a generic search can be asked to use.
pub(crate) const BOUND: NamedBound<Rules> = NamedBound {
    name: "potential",
    says: "weights for what stands on the cells, and before what, of which no move lowers the sum by more than it costs: the best for the start, by a linear program",
    make: |rules, word, limits| match Potential::best(rules, [WORK, WORK >> 5], limits)? {
        Some(Shown::Bound(potential)) => Bounds::plain(potential, word),
        _ => Err(NoBound::Unfit("shows nothing here".into())),
    },
};

/// What weights show.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// How much a play costs at least, which is more than nothing.
    Bound(Potential),
    /// No goal can be reached.
    Never(Potential),
}

/// Weights of which no move lowers the sum by more than it costs.
#[derive(Clone, Debug)]
pub(crate) struct Potential {
    terms: Terms,
    /// What a move may lower the sum by, if it costs something.
    scale: i64,
    /// By term.
    weights: Vec<i64>,
    /// The most that a goal has.
    top: i64,
}

impl Potential {
    /// The best one for the start, if one is found that says something about it, with this work for weights alone and with pairs.
    pub(crate) fn best(rules: &Rules, [work, of_pairs]: [u64; 2], limits: &Limits<'_>) -> Result<Option<Shown>, Stop> {
        let mut best: Option<Potential> = None;
        let at_start = |potential: &Potential| potential.at_start(rules.definition());
        // To look at pairs takes time at each position, which a little more at the start is not worth; but where a row of any length has even weights,
        // these are often all that a play costs.
        for (pairs, is_even, work) in [(false, false, work), (true, false, of_pairs), (true, true, of_pairs)] {
            let system = System::of(rules, pairs, is_even);
            match system.map_or(Ok(None), |system| system.best(work, limits))? {
                Some(Shown::Never(never)) => return Ok(Some(Shown::Never(never))),
                Some(Shown::Bound(found)) => {
                    let least = best.as_ref().map_or(0, at_start);
                    if at_start(&found) > least + if is_even { 0 } else { least / 8 } {
                        best = Some(found);
                    }
                }
                None => {}
            }
        }
        Ok(best.map(Shown::Bound))
    }

    fn sum(&self, contents: &[Content]) -> i64 {
        if self.terms.pairs {
            return self.terms.held(contents).map(|term| self.weights[term]).sum();
        }
        contents.iter().enumerate().map(|(cell, &content)| self.at(cell, content)).sum()
    }

    fn at(&self, cell: usize, content: Content) -> i64 {
        self.terms.facts.weight(&self.weights, cell, content)
    }

    /// What a play from what these cells hold costs at least.
    pub(crate) fn bound(&self, contents: &[Content]) -> u32 {
        self.cut(self.sum(contents) - self.top)
    }

    /// What every play costs at least.
    pub(crate) fn at_start(&self, definition: &Definition) -> u32 {
        self.bound(&definition.start)
    }

    /// Goals differ in their sums, so that the difference may be below 0, which says nothing.
    fn cut(&self, gap: i64) -> u32 {
        u32::try_from(gap.max(0) as u64 / self.scale as u64 + u64::from(gap.max(0) % self.scale > 0))
            .unwrap_or(u32::MAX)
    }

    /// The evidence: `bound`, or `never`.
    pub(crate) fn lines(&self, definition: &Definition) -> EvidenceLines {
        let (kind, because) = if self.scale > 0 {
            ("bound", "no move lowers a sum of weights by more than it costs")
        } else {
            ("never", "no move lowers a sum of weights, and every goal has a smaller one")
        };
        let scale = if self.scale > 1 { format!(" scale {}", self.scale) } else { String::new() };
        let (mut weights, mut pairs) = (String::new(), String::new());
        write_weights(definition, &|cell, piece| self.at(cell, piece), "    ", &mut weights);
        self.terms.write_pairs(definition, &self.weights, "    ", &mut pairs);
        let terms = [("weights", weights), ("pairs", pairs)].into_iter().filter(|(_, lines)| !lines.is_empty());
        let text = terms.fold(format!("{kind}{scale}\n"), |text, (name, lines)| text + &format!("  {name}\n{lines}"));
        EvidenceLines { kind: kind.into(), text, because: because.into() }
    }
}

impl Bound<Rules> for Potential {
    fn of(&self, rules: &Rules, state: &Position) -> u32 {
        self.bound(rules.contents(state))
    }

    fn after(&self, rules: &Rules, state: &Position, mv: &Move, before: u32) -> u32 {
        // A bound that was cut or rounded does not tell the sum.
        if before == 0 || before == u32::MAX || self.scale != 1 || self.terms.pairs {
            return self.of(rules, state);
        }
        let change = |&(cell, before, after): &_| self.at(cell as usize, after) - self.at(cell as usize, before);
        self.cut(i64::from(before) + mv.changes.iter().map(change).sum::<i64>())
    }
}

/// Which linear program is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Objective {
    /// The greatest bound.
    Costs,
    /// Moves cost nothing, and all lower the sum by as little as can be, so that it can be rounded.
    Room,
    /// Moves cost nothing, and the sum is more at a position than at any goal, by 1 if at all.
    Excludes,
}

/// What moves add to sums of weights, and what goals have.
struct System<'a> {
    definition: &'a Definition,
    terms: Terms,
    /// Whether the weights of a content grow by as much from each cell to the next: then its growth and its weight on the first cell are the variables.
    is_even: bool,
    changes: Vec<(Change, bool)>,
}

impl<'a> System<'a> {
    /// None: there are too many rules, pieces of several cells, or a goal that asks for nothing on the cells; with pairs, one that does not say what
    /// stands on each of them.
    fn of(rules: &'a Rules, pairs: bool, is_even: bool) -> Option<Self> {
        let definition = rules.definition();
        let terms = Terms::of(definition, pairs);
        let told = |goal: &Goal| match goal {
            Goal::Picture(asked) => !pairs || asked.iter().all(Option::is_some),
            goal => !pairs && matches!(goal, Goal::Most(..)),
        };
        if definition.blocks.is_some() || !definition.goals.iter().all(told) || rules.operations() > OPERATIONS {
            return None;
        }
        let mut system = System { definition, terms, is_even, changes: Vec::new() };
        let (mut met, mut rows) = (0, 0);
        for operation in rules.all_operations() {
            met += 1;
            for mut change in terms.changes(definition, operation)? {
                if is_even {
                    system.even(&mut change.fixed);
                    change.choices.iter_mut().flatten().for_each(|sum| system.even(sum));
                }
                let change = (change, !operation.free && !operation.chain);
                if is_even && system.changes.contains(&change) {
                    continue;
                }
                rows += 1 + change.0.choices.iter().map(Vec::len).sum::<usize>();
                if rows * system.count() > SIZE {
                    return None;
                }
                system.changes.push(change);
            }
        }
        (met == rules.operations()).then_some(system)
    }

    /// How many weights there are.
    fn count(&self) -> usize {
        let facts = self.terms.facts;
        if self.is_even { self.terms.count() - facts.count() + 2 * facts.contents } else { self.terms.count() }
    }

    /// A sum of terms as one of the growths, the weights on the first cell, and the weights of pairs.
    fn even(&self, sum: &mut Sum) {
        let (facts, mut even) = (self.terms.facts, Sum::new());
        for &(term, times) in &*sum {
            if term < facts.count() {
                let (cell, content) = (term / facts.contents, term % facts.contents);
                add(&mut even, Some(content), times * cell as i64);
                add(&mut even, Some(facts.contents + content), times);
            } else {
                add(&mut even, Some(term - facts.count() + 2 * facts.contents), times);
            }
        }
        *sum = even;
    }

    /// The weights of all terms.
    fn spread(&self, weights: Vec<i64>) -> Vec<i64> {
        if !self.is_even {
            return weights;
        }
        let contents = self.terms.facts.contents;
        let mut all = Vec::new();
        for fact in 0..self.terms.facts.count() {
            all.push(weights[fact % contents] * (fact / contents) as i64 + weights[contents + fact % contents]);
        }
        all.extend_from_slice(&weights[2 * contents..]);
        all
    }

    /// What a position has of each weight.
    fn held(&self, contents: &[Content]) -> Vec<(usize, f64)> {
        let mut sum = Sum::new();
        self.terms.held(contents).for_each(|term| add(&mut sum, Some(term), 1));
        if self.is_even {
            self.even(&mut sum);
        }
        let mut held = Vec::new();
        sum.iter().for_each(|&(term, times)| held.push((term, times as f64)));
        held
    }

    /// The weights that say most about the start.
    fn best(&self, work: u64, limits: &Limits<'_>) -> Result<Option<Shown>, Stop> {
        let start = &self.definition.start;
        let program = self.program(Objective::Costs, start, &[]);
        let Some(optimum) = program.solve(work, limits)? else { return Ok(None) };
        match optimum {
            Optimum::Values(values) => Ok(self.rounded(&values, false).map(Shown::Bound)),
            Optimum::Ray(ray) => {
                if let Some(never) = self.rounded(&ray, true) {
                    return Ok(Some(Shown::Never(never)));
                }
                // Weights that are no multiples of a small number: those with most room in every inequality.
                let program = self.program(Objective::Room, start, &[]);
                let found = program.solve(work, limits)?;
                let Some(Optimum::Values(values)) = found else { return Ok(None) };
                Ok(self.rounded(&values, true).map(Shown::Never))
            }
        }
    }

    /// The linear program for a position. The first variables are the weights; then comes what a goal has at most. Cells that are left out have no
    /// weights.
    fn program(&self, kind: Objective, position: &[Content], left_out: &[bool]) -> Program {
        let mut program = Program::default();
        for _ in 0..self.count() {
            program.variable(true);
        }
        let top = program.variable(true);
        let room = (kind == Objective::Room).then(|| program.variable(false));
        for (change, costs) in &self.changes {
            let lowers =
                |sum: &Sum| -> Vec<(usize, f64)> { sum.iter().map(|&(fact, times)| (fact, -times as f64)).collect() };
            // The most that it is lowered by what stands on each cell is a variable, but for the last of them.
            let mut whole = lowers(&change.fixed);
            whole.extend(room.map(|room| (room, 1.0)));
            let (last, others) =
                change.choices.split_last().map_or((None, &[][..]), |(last, others)| (Some(last), others));
            for choices in others {
                let most = program.variable(true);
                whole.push((most, 1.0));
                for choice in choices {
                    let mut row = lowers(choice);
                    row.push((most, -1.0));
                    program.at_most(row, 0.0);
                }
            }
            let bound = if *costs && kind == Objective::Costs { 1.0 } else { 0.0 };
            match last {
                None => program.at_most(whole, bound),
                Some(choices) => {
                    for choice in choices {
                        let mut row = lowers(choice);
                        row.extend_from_slice(&whole);
                        program.at_most(row, bound);
                    }
                }
            }
        }
        self.goals(&mut program, top);
        for cell in (0..left_out.len()).filter(|cell| left_out[*cell]) {
            for fact in
                (1..=self.definition.last_content()).filter_map(|content| self.terms.facts.number(cell, content))
            {
                [-1.0, 1.0].into_iter().for_each(|sign| program.at_most(vec![(fact, sign)], 0.0));
            }
        }
        let mut gap = self.held(position);
        gap.push((top, -1.0));
        if kind != Objective::Room {
            gap.iter().for_each(|&(variable, gain)| program.gain(variable, gain));
        }
        if kind == Objective::Excludes {
            program.at_most(gap, 1.0);
        } else if let Some(room) = room {
            // Rounding changes a sum of as many weights as there are cells by less than that.
            let mut row: Vec<(usize, f64)> = gap.into_iter().map(|(variable, gain)| (variable, -gain)).collect();
            row.push((room, self.definition.cells() as f64));
            program.at_most(row, 0.0);
            program.at_most(vec![(room, 1.0)], 1.0);
            program.gain(room, 1.0);
        }
        program
    }

    /// That a variable is no less than the sum of any goal.
    fn goals(&self, program: &mut Program, top: usize) {
        let contents = || 1..=self.definition.last_content();
        // By cell, the most that anything there counts, where a picture does not say what stands there.
        let mut open: Vec<Option<usize>> = vec![None; self.definition.cells()];
        for goal in &self.definition.goals {
            let mut row = vec![(top, -1.0)];
            match goal {
                _ if let Some(contents) = whole(goal) => row.extend(self.held(&contents)),
                Goal::Picture(asked) => {
                    for (cell, asked) in asked.iter().enumerate() {
                        let variable = match asked {
                            Some(content) => self.terms.facts.number(cell, *content),
                            None => Some(*open[cell].get_or_insert_with(|| {
                                let most = program.variable(false);
                                for fact in contents().filter_map(|content| self.terms.facts.number(cell, content)) {
                                    program.at_most(vec![(fact, 1.0), (most, -1.0)], 0.0);
                                }
                                most
                            })),
                        };
                        row.extend(variable.map(|variable| (variable, 1.0)));
                    }
                }
                Goal::Most(most, pieces) => {
                    // How much less a counted piece is worth: the dual of the choice of at most that number of pieces.
                    let price = program.variable(false);
                    row.push((price, (*most).min(open.len()) as f64));
                    for cell in 0..open.len() {
                        let rest = program.variable(false);
                        row.push((rest, 1.0));
                        for content in contents() {
                            let mut one: Vec<(usize, f64)> = vec![(rest, -1.0)];
                            one.extend(self.terms.facts.number(cell, content).map(|fact| (fact, 1.0)));
                            one.extend(pieces.contains(&content).then_some((price, -1.0)));
                            program.at_most(one, 0.0);
                        }
                    }
                }
                Goal::Stuck | Goal::Fewest(_) => {}
            }
            program.at_most(row, 0.0);
        }
    }

    /// Integer weights that are nearly multiples of these, if they are right and say something: with the least of the factors that keeps the bound.
    fn rounded(&self, values: &[f64], never: bool) -> Option<Potential> {
        let values = &values[..self.count()];
        let mut best: Option<(u32, Potential)> = None;
        // A ray has any length: its least number is 1.
        let least = values.iter().map(|value| value.abs()).filter(|value| *value > 1e-6).fold(f64::INFINITY, f64::min);
        let unit = if never { least } else { 1.0 };
        for scale in SCALES {
            let weights: Vec<i64> = values.iter().map(|value| (value / unit * scale as f64).round() as i64).collect();
            if weights.iter().any(|weight| weight.abs() > GREATEST) {
                break;
            }
            let scale = if never { 0 } else { scale };
            if !self.changes.iter().all(|(change, costs)| fall(change, &weights) <= if *costs { scale } else { 0 }) {
                continue;
            }
            let weights = self.spread(weights);
            let mut found = Potential { terms: self.terms, scale, weights, top: 0 };
            found.top = self.definition.goals.iter().map(|goal| self.top(goal, &found)).max()?;
            let gap = found.sum(&self.definition.start) - found.top;
            if never && gap > 0 {
                return Some(found);
            }
            let bound = if never { 0 } else { found.cut(gap) };
            if bound > best.as_ref().map_or(0, |(bound, _)| *bound) {
                best = Some((bound, found));
            }
        }
        best.map(|(_, found)| found)
    }

    /// The greatest sum that a goal may have.
    fn top(&self, goal: &Goal, potential: &Potential) -> i64 {
        let (most, pieces) = goal.counted().unwrap_or_default();
        if let Some(contents) = whole(goal) {
            return potential.sum(&contents);
        }
        let (mut sum, mut gains) = (0, Vec::new());
        for cell in 0..self.definition.cells() {
            if let Goal::Picture(asked) = goal
                && let Some(content) = asked[cell]
            {
                sum += potential.at(cell, content);
                continue;
            }
            let best = |counts: bool| {
                let contents =
                    (0..=self.definition.last_content()).filter(|content| pieces.contains(content) == counts);
                contents.map(|content| potential.at(cell, content)).max()
            };
            let other = best(false).unwrap_or(0);
            sum += other;
            gains.extend(best(true).map(|gain| gain - other).filter(|gain| *gain > 0));
        }
        gains.sort_unstable();
        sum + gains.iter().rev().take(most).sum::<i64>()
    }
}

/// What a goal asks of all cells, if it leaves none open.
fn whole(goal: &Goal) -> Option<Vec<Content>> {
    let Goal::Picture(asked) = goal else { return None };
    asked.iter().copied().collect()
}

/// The most by which a change lowers the sum.
fn fall(change: &Change, weights: &[i64]) -> i64 {
    let of = |sum: &Sum| sum.iter().map(|&(fact, times)| times * weights[fact]).sum::<i64>();
    -of(&change.fixed) - change.choices.iter().filter_map(|choices| choices.iter().map(of).min()).sum::<i64>()
}
