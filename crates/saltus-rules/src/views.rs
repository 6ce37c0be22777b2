//! A lower bound from the rules alone: for each kind of piece the cost of bringing its pieces to where a goal has them, as if nothing else stood on
//! the board (J. C. Culberson, J. Schaeffer 1998; added up as by A. Felner, R. E. Korf, S. Hanan 2004).
//!
//! A view sees on which cells the pieces of one kind are. The cost of a move is counted in one view, or by equal parts in all views that see it, so that
//! the costs of all views together are no more than those of a play.

use std::collections::{HashMap, HashSet, VecDeque};

use saltus_core::family::{Bounds, NamedBound, NoBound};
use saltus_core::limits::{Limits, Stop};
use saltus_core::puzzle::Bound;

use crate::definition::{Content, Definition, Goal};
use crate::geometry::Cell;
use crate::ground::{Operation, Put, Test};
use crate::rules::{Position, Rules};

/// Cells as bits: those on which pieces of a kind are.
type Seen = u128;

/// Most cells that a view sees, most cells of a rule that may hold a piece of the kind or another, and steps to make a view.
const CELLS: usize = 128;
const OPEN: usize = 12;
const STEPS: usize = 1 << 20;

/// A bound that a generic search can be asked to use.
pub(crate) const BOUND: NamedBound<Rules> = NamedBound {
    name: "views",
    says: "for each kind of piece what it costs to bring its pieces to where the goal has them, as if nothing else stood on the board",
    make: |rules, word, limits| match Views::of(rules, limits)? {
        Some(views) => Bounds::plain(views, word),
        None => Err(NoBound::Unfit("shows nothing here".into())),
    },
};

/// The bound of some views, whose costs are added up.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    cells: usize,
    /// By kind of piece, from 1, what is still to be paid for its pieces. A view that would become too large is empty, and says nothing.
    costs: Vec<HashMap<Seen, u32>>,
    /// In how many parts the cost of a move is counted.
    scale: u32,
}

impl Views {
    /// The better of two ways to count the costs of moves, if one says something about the start.
    pub(crate) fn of(rules: &Rules, limits: &Limits<'_>) -> Result<Option<Self>, Stop> {
        let definition = rules.definition();
        if definition.cells() > CELLS || definition.goals.contains(&Goal::Stuck) {
            return Ok(None);
        }
        let operations: Vec<Seeing<'_>> = rules.all_operations().map(Seeing::of).collect();
        if operations.len() != rules.operations() {
            return Ok(None);
        }
        let parts = operations.iter().map(Seeing::kinds).max().unwrap_or(1);
        // Moved pieces pay before the pieces that move them: mostly there are more of them, and they are named later.
        let many = |kind: Content| definition.start.iter().filter(|content| **content == kind).count();
        // A covered cell of a block is determined by its first cell.
        let last = definition.last_content() - Content::from(definition.blocks.is_some());
        let mut order: Vec<usize> = (1..=last).map(|kind| many(kind) << 8 | kind as usize).collect();
        order.sort_unstable();
        let mut best: Option<(u32, Self)> = None;
        // With one part the two ways are one.
        for scale in [1, parts].into_iter().take(parts.min(2) as usize) {
            let held = best.as_ref().map_or(0, |(_, views)| views.bytes());
            let mut views = Views { cells: definition.cells(), costs: Vec::new(), scale };
            for kind in 1..=last {
                let first = order.iter().rev().map(|other| *other as Content);
                let first: Vec<Content> = first.take_while(|&other| scale == 1 && other != kind).collect();
                let rest = limits.beside(held + views.bytes())?;
                views.costs.push(view(definition, &operations, kind, &first, &rest)?);
            }
            let start = views.at(&definition.start);
            if start > best.as_ref().map_or(0, |(value, _)| *value) {
                best = Some((start, views));
            }
        }
        Ok(best.map(|(_, views)| views))
    }

    /// Bytes of its tables.
    fn bytes(&self) -> u64 {
        self.costs.iter().map(|costs| costs.capacity() * (size_of::<(Seen, u32)>() + 1)).sum::<usize>() as u64
    }

    fn at(&self, contents: &[Content]) -> u32 {
        let mut seen = [0; Content::MAX as usize + 1];
        for (cell, &content) in contents.iter().enumerate() {
            seen[content as usize] |= 1 << cell;
        }
        let mut sum = 0;
        for (costs, seen) in self.costs.iter().zip(&seen[1..]).filter(|(costs, _)| !costs.is_empty()) {
            match costs.get(seen) {
                Some(cost) => sum += cost,
                None => return u32::MAX,
            }
        }
        sum.div_ceil(self.scale)
    }
}

impl Bound<Rules> for Views {
    fn of(&self, _: &Rules, state: &Position) -> u32 {
        self.at(&state.0[..self.cells])
    }
}

/// An operation with the cells that it looks at, those that hold the same by the first of them.
struct Seeing<'a> {
    operation: &'a Operation,
    /// Each with the one that it holds the same as.
    cells: Vec<(Cell, Cell)>,
}

impl<'a> Seeing<'a> {
    fn of(operation: &'a Operation) -> Self {
        let mut this = Seeing { operation, cells: Vec::new() };
        let tested = operation.tests.iter().map(|(cell, _)| *cell);
        let written = operation.writes.iter().flat_map(|&(cell, put)| match put {
            Put::Of(other) => [cell, other],
            Put::Content(_) => [cell, cell],
        });
        for cell in tested.chain(written) {
            if this.cells.iter().all(|(other, _)| *other != cell) {
                let root = operation.root(cell);
                this.cells.push((cell, root));
            }
        }
        this
    }

    /// How many kinds of pieces it changes at most.
    fn kinds(&self) -> u32 {
        let (mut known, mut open): (Vec<Content>, Vec<Cell>) = (Vec::new(), Vec::new());
        let name = |content: Content, known: &mut Vec<Content>| {
            if content > 0 && !known.contains(&content) {
                known.push(content);
            }
        };
        for &(cell, put) in &self.operation.writes {
            let from = match put {
                Put::Content(content) => {
                    name(content, &mut known);
                    cell
                }
                Put::Of(other) => other,
            };
            for root in [cell, from].map(|cell| self.operation.root(cell)) {
                match self.operation.test(root) {
                    Some(Test::Is(content)) => name(content, &mut known),
                    _ if open.contains(&root) => {}
                    _ => open.push(root),
                }
            }
        }
        (known.len() + open.len()).max(1) as u32
    }
}

/// An operation as a view sees it: the cells that have a piece of the kind, those that have none, and those of which that changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Step {
    with: Seen,
    without: Seen,
    flips: Seen,
    price: u32,
}

/// What is still to be paid for the pieces of a kind, by where they are; empty where there are too many positions. Kinds in `first` pay for what they
/// move themselves.
fn view(
    definition: &Definition,
    operations: &[Seeing<'_>],
    kind: Content,
    first: &[Content],
    limits: &Limits<'_>,
) -> Result<HashMap<Seen, u32>, Stop> {
    let Some(steps) = steps_of(definition, operations, kind, first) else { return Ok(HashMap::new()) };
    let cells_of = |contents: &[Content]| {
        let cells = contents.iter().enumerate().filter(|(_, content)| **content == kind);
        cells.fold(0, |seen: Seen, (cell, _)| seen | 1 << cell)
    };
    // All positions that follow from the start, and then backwards from those that may be goals what they cost at least.
    let mut positions = vec![cells_of(&definition.start)];
    let mut numbers: HashMap<Seen, u32> = HashMap::from([(positions[0], 0)]);
    let mut into: Vec<Vec<(u32, u32)>> = vec![Vec::new()];
    let (mut at, mut tried) = (0, 0);
    while at < positions.len() {
        limits.spend(0, (at * 160) as u64)?;
        let here = positions[at];
        let near = (0..definition.cells()).filter(|cell| here >> cell & 1 == 1).chain([definition.cells()]);
        let near: Vec<&Vec<Step>> = near.map(|cell| &steps[cell]).collect();
        tried += near.iter().map(|steps| steps.len()).sum::<usize>();
        if tried > STEPS {
            return Ok(HashMap::new());
        }
        let steps = near.into_iter().flatten();
        for step in steps.filter(|step| here & step.with == step.with && here & step.without == 0) {
            let after = here ^ step.flips;
            let number = *numbers.entry(after).or_insert(positions.len() as u32);
            if number as usize == positions.len() {
                positions.push(after);
                into.push(Vec::new());
            }
            into[number as usize].push((at as u32, step.price));
        }
        at += 1;
    }
    let mut costs = vec![u32::MAX; positions.len()];
    let mut open: VecDeque<(u32, u32)> = VecDeque::new();
    open.extend(
        (0..positions.len() as u32)
            .filter(|&number| may_end(definition, kind, positions[number as usize]))
            .map(|number| (number, 0)),
    );
    while let Some((number, cost)) = open.pop_front() {
        if costs[number as usize] <= cost {
            continue;
        }
        costs[number as usize] = cost;
        for &(before, price) in &into[number as usize] {
            if price == 0 { open.push_front((before, cost)) } else { open.push_back((before, cost + price)) }
        }
    }
    numbers.retain(|_, number| {
        *number = costs[*number as usize];
        *number < u32::MAX
    });
    Ok(numbers)
}

/// The steps of the pieces of a kind, each once, by the first cell that must have one of them; the last ones need none. None where there are too many.
fn steps_of(
    definition: &Definition,
    operations: &[Seeing<'_>],
    kind: Content,
    first: &[Content],
) -> Option<Vec<Vec<Step>>> {
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); definition.cells() + 1];
    let mut met = HashSet::new();
    for seeing in operations {
        let complete = each_step(definition, seeing, kind, first, &mut |step| {
            if met.insert(step) {
                steps[(step.with.trailing_zeros() as usize).min(definition.cells())].push(step);
            }
        });
        if !complete {
            return None;
        }
    }
    Some(steps)
}

/// Whether pieces of a kind may be there at a goal.
fn may_end(definition: &Definition, kind: Content, seen: Seen) -> bool {
    definition.goals.iter().any(|goal| match goal {
        Goal::Picture(asked) => {
            (0..).zip(asked).all(|(cell, asked)| asked.is_none_or(|asked| (asked == kind) == (seen >> cell & 1 == 1)))
        }
        Goal::Most(most, pieces) => !pieces.contains(&kind) || seen.count_ones() as usize <= *most,
        Goal::Stuck | Goal::Fewest(_) => true,
    })
}

/// Visits an operation as the view of a kind sees it, for each choice of the cells that may hold a piece of the kind or something else. Whether these
/// were not too many.
fn each_step(
    definition: &Definition,
    seeing: &Seeing<'_>,
    kind: Content,
    first: &[Content],
    visit: &mut dyn FnMut(Step),
) -> bool {
    let last = definition.last_content();
    let is_other = |root: Cell| (0..=last).any(|content| content != kind && seeing.operation.may_be(root, content));
    let mut open: Vec<Cell> = Vec::new();
    for &(_, root) in &seeing.cells {
        if seeing.operation.may_be(root, kind) && is_other(root) && !open.contains(&root) {
            open.push(root);
        }
    }
    if open.len() > OPEN {
        return false;
    }
    for choice in 0..1u32 << open.len() {
        let holds = |root: Cell| match open.iter().position(|other| *other == root) {
            Some(at) => choice >> at & 1 == 1,
            None => seeing.operation.may_be(root, kind),
        };
        // Whether what stands on cells with a root may be of a kind that pays first.
        let pays_first = |root: Cell| !holds(root) && first.iter().any(|other| seeing.operation.may_be(root, *other));
        let mut step = Step { with: 0, without: 0, flips: 0, price: 0 };
        for &(cell, root) in &seeing.cells {
            *(if holds(root) { &mut step.with } else { &mut step.without }) |= 1 << cell;
        }
        let mut is_free = seeing.operation.chain || seeing.operation.free;
        for &(cell, put) in &seeing.operation.writes {
            let (root, after) = (
                seeing.operation.root(cell),
                if let Put::Of(other) = put { Some(seeing.operation.root(other)) } else { None },
            );
            let becomes = match put {
                Put::Content(content) => content == kind,
                Put::Of(other) => holds(seeing.operation.root(other)),
            };
            step.flips |= Seen::from(becomes != holds(root)) << cell;
            is_free |= pays_first(root) || after.is_some_and(pays_first);
            is_free |= matches!(put, Put::Content(content) if first.contains(&content));
        }
        step.price = u32::from(!is_free);
        if step.flips != 0 {
            visit(step);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use saltus_core::random::Random;

    use super::*;
    use crate::invariants::tests::{assert_falls_slowly, classic, random_definition, walk};
    use crate::{CLASSICS, read};

    #[test]
    fn bounds_of_classics_fall_slowly() {
        let (mut random, mut found) = (Random::new(3), 0);
        for (name, _) in CLASSICS {
            let instance = classic(name);
            let rules = instance.rules();
            rules.lay_out(&Limits::default()).unwrap();
            let Some(views) = Views::of(rules, &Limits::default()).unwrap() else { continue };
            found += 1;
            for position in walk(rules, &mut random, 40) {
                assert_falls_slowly(&views, rules, &position, name);
            }
        }
        assert!(found > 40, "{found}");
    }

    #[test]
    fn bounds_of_small_definitions_fall_slowly() {
        let (mut random, mut found) = (Random::new(8), 0);
        for _ in 0..2000 {
            let line = format!("rules {}", random_definition(&mut random));
            let Ok(instance) = read(&line) else { continue };
            let rules = instance.rules();
            rules.lay_out(&Limits::default()).unwrap();
            let Some(views) = Views::of(rules, &Limits::default()).unwrap() else { continue };
            found += 1;
            for position in walk(rules, &mut random, 30) {
                assert_falls_slowly(&views, rules, &position, &line);
            }
        }
        assert!(found > 100, "{found}");
    }

    #[test]
    fn bounds_at_the_start() {
        for (name, least) in [("tiles-3x3", 21), ("sokoban-1", 1), ("knights-3x4", 1), ("tokens-cycle-7", 1)] {
            let instance = classic(name);
            instance.rules().lay_out(&Limits::default()).unwrap();
            let views = Views::of(instance.rules(), &Limits::default()).unwrap().unwrap();
            assert!(
                views.at(&instance.definition().start) >= least,
                "{name}: {}",
                views.at(&instance.definition().start)
            );
        }
    }
}
