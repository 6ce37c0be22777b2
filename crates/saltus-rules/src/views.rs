//! A lower bound from the rules alone: for some kinds of pieces at a time the cost of bringing them to where a goal has them, as if nothing else stood
//! on the board (J. C. Culberson, J. Schaeffer 1998; added up as by A. Felner, R. E. Korf, S. Hanan 2004).
//!
//! A view sees on which cells the pieces of its kinds are; all others look like empty cells. The cost of a move is counted in one view, or by equal
//! parts in all views that see it, so that the costs of all views together are no more than those of a play.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use saltus_core::family::{Bounds, NamedBound, NoBound};
use saltus_core::limits::{Limits, Stop};
use saltus_core::puzzle::Bound;

use crate::calculus::EvidenceLines;
use crate::definition::{Content, ContentSet, Definition, Goal};
use crate::geometry::Cell;
use crate::ground::{Operation, Put, Test};
use crate::parts;
use crate::rules::{Position, Rules};
use crate::search::costs_to;

/// How often an operation is tried at a position, at most, to make a view.
const TRIED: usize = 1 << 22;

/// A bound that a generic search can be asked to use.
pub(crate) const BOUND: NamedBound<Rules> = NamedBound {
    name: "views",
    says: "for some kinds of pieces at a time what it costs to bring them to where the goal has them, as if nothing else stood on the board",
    make: |rules, word, limits| match Views::of(rules, limits)? {
        Some(views) => Bounds::plain(views, word),
        None => Err(NoBound::Unfit("shows nothing here".into())),
    },
};

/// The bound of some views, whose costs are added up.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    views: Vec<View>,
    /// In how many parts the cost of a move is counted.
    scale: u32,
}

/// What is still to be paid for pieces of some kinds, by what is seen of them. A view that would become too large is empty, and says nothing.
#[derive(Clone, Debug)]
struct View {
    kinds: ContentSet,
    costs: FxHashMap<Position, u32>,
}

/// What views are made from.
struct ViewSource<'a> {
    definition: &'a Definition,
    operations: Vec<&'a Operation>,
    limits: &'a Limits<'a>,
}

impl Views {
    /// The best of two to four choices, if one says something about the start: each kind by itself, or as many together as a table has room for; the
    /// cost of a move in one view, or in parts.
    pub(crate) fn of(rules: &Rules, limits: &Limits<'_>) -> Result<Option<Self>, Stop> {
        let definition = rules.definition();
        let whole = ViewSource { definition, operations: rules.all_operations().collect(), limits };
        if definition.goals.contains(&Goal::Stuck) || whole.operations.len() != rules.operations() {
            return Ok(None);
        }
        let mut best: Option<(u32, Self)> = None;
        let mut groups = whole.kinds();
        loop {
            let parts = whole.operations.iter().map(|operation| parts(operation, &groups)).max().unwrap_or(1);
            let mut together = Vec::new();
            for scale in [1, parts] {
                let views = whole.views(&groups, scale, scale < parts)?;
                together = whole.together(&views.views);
                let start = views.at_start(definition);
                if start >= best.as_ref().map_or(1, |(value, _)| *value) {
                    best = Some((start, views));
                }
                // The two ways are one.
                if parts == 1 {
                    break;
                }
            }
            if together.len() == groups.len() {
                return Ok(best.map(|(_, views)| views));
            }
            groups = together;
        }
    }

    /// What a play from what these cells hold costs at least; none where some view has not seen it on a way from the start to a goal.
    pub(crate) fn at(&self, definition: &Definition, contents: &[Content]) -> Option<u32> {
        let mut sum = 0;
        for view in self.views.iter().filter(|view| !view.costs.is_empty()) {
            sum += view.costs.get(&seen(definition, &view.kinds, contents))?;
        }
        Some(sum.div_ceil(self.scale))
    }

    /// Whether tables of the checker have room for what is seen.
    pub(crate) fn can_be_checked(&self, definition: &Definition) -> bool {
        self.views.iter().all(|view| parts::fits(definition.cells(), view.kinds.len()))
    }

    /// What every play costs at least.
    pub(crate) fn at_start(&self, definition: &Definition) -> u32 {
        self.at(definition, &definition.start).unwrap_or(0)
    }

    /// That every play costs at least `lower`: by what the views say of the start, or of all positions through which a better play could come.
    pub(crate) fn lines(&self, definition: &Definition, lower: u32) -> EvidenceLines {
        let mut text = format!("bound scale {}\n", self.scale);
        let mut before = String::new();
        for view in &self.views {
            let mut names = String::new();
            for kind in 1..=definition.last_content() {
                if view.kinds.has(kind) {
                    names.push(' ');
                    names.push_str(definition.name(kind));
                }
            }
            if !view.costs.is_empty() {
                let lines = ["  view\n    kinds", &names, "\n    pays 0", &before, "\n    pays 1\n    built\n"];
                // Kinds of groups before pay for what they move themselves.
                let pays = self.scale == 1 && !before.is_empty();
                for (_, line) in (0..).zip(lines).filter(|(at, _)| pays || !(2..4).contains(at)) {
                    text.push_str(line);
                }
            }
            before.push_str(&names);
        }
        let mut kind = "bound";
        if lower > self.at_start(definition) {
            kind = "set";
            text.push_str("set built\n");
        }
        let because =
            "views of some kinds of pieces at a time, as if nothing else stood on the board, leave no cheaper play";
        EvidenceLines { kind: kind.into(), text, because: because.into() }
    }
}

impl Bound<Rules> for Views {
    fn of(&self, rules: &Rules, state: &Position) -> u32 {
        self.at(rules.definition(), rules.contents(state)).unwrap_or(u32::MAX)
    }
}

impl ViewSource<'_> {
    /// Each kind by itself. Moved pieces pay before the pieces that move them: mostly there are more of them, and they are named later.
    fn kinds(&self) -> Vec<ContentSet> {
        // A covered cell of a block is determined by its first cell.
        let last = self.definition.last_content() - Content::from(self.definition.blocks.is_some());
        let mut many = [0; 256];
        self.definition.start.iter().for_each(|&content| many[content as usize] += 1);
        let mut kinds = Vec::new();
        for count in (0..=self.definition.cells()).rev() {
            for kind in (1..=last).rev() {
                if many[kind as usize] == count {
                    kinds.push(ContentSet::of([kind]));
                }
            }
        }
        kinds
    }

    /// The kinds of views in groups: as many, one after the other, as a table has room for.
    fn together(&self, views: &[View]) -> Vec<ContentSet> {
        let mut groups: Vec<ContentSet> = Vec::new();
        let mut tried = 0;
        for View { kinds, costs } in views {
            tried *= costs.len();
            match groups.last_mut() {
                Some(group) if (1..=TRIED).contains(&tried) => *group = group.or(kinds),
                _ => {
                    groups.push(*kinds);
                    tried = costs.len() * self.operations.len();
                }
            }
        }
        groups
    }

    /// Views of these groups; in turn, if kinds of groups before pay for what they move themselves.
    fn views(&self, groups: &[ContentSet], scale: u32, in_turn: bool) -> Result<Views, Stop> {
        let mut views = Views { views: Vec::new(), scale };
        let mut first = ContentSet::default();
        for kinds in groups {
            views.views.push(self.view(kinds, &first)?);
            if in_turn {
                first = first.or(kinds);
            }
        }
        Ok(views)
    }

    /// What is still to be paid for pieces of some kinds. Kinds in `first` pay for what they move themselves.
    fn view(&self, kinds: &ContentSet, first: &ContentSet) -> Result<View, Stop> {
        let definition = self.definition;
        let mut view = View { kinds: *kinds, costs: FxHashMap::default() };
        let mut steps = Vec::new();
        for operation in &self.operations {
            steps.extend(Step::of(operation, definition, *kinds, first));
        }
        // All positions that follow from the start, and then backwards from those that may be goals what they cost at least.
        let mut positions = vec![seen(definition, kinds, &definition.start)];
        let mut numbers: FxHashMap<Position, u32> = FxHashMap::default();
        numbers.insert(positions[0].clone(), 0);
        let mut into: Vec<Vec<(u32, u32)>> = vec![Vec::new()];
        let mut at = 0;
        while at < positions.len() {
            self.limits.spend(0, (at * (240 + definition.cells() * 2)) as u64)?;
            if at * steps.len() > TRIED {
                return Ok(view);
            }
            let here = positions[at].clone();
            for step in &steps {
                if !step.operation.applies(&here.0) {
                    continue;
                }
                let mut after = here.clone();
                for (cell, _, content) in step.operation.changes(&here.0) {
                    after.0[cell as usize] = content;
                }
                let number = *numbers.entry(after.clone()).or_insert(positions.len() as u32);
                if number as usize == positions.len() {
                    positions.push(after);
                    into.push(Vec::new());
                }
                let price = !step.is_free && step.others.iter().all(|&cell| here.0[cell as usize] > 0);
                into[number as usize].push((at as u32, u32::from(price)));
            }
            at += 1;
        }
        let mut ends: VecDeque<(u32, u32)> = VecDeque::new();
        for goal in &definition.goals {
            let wanted = wanted(definition, kinds, goal);
            for (number, position) in (0..).zip(&positions) {
                if may_end(goal, &wanted, position) {
                    ends.push_back((number, 0));
                }
            }
        }
        let costs = costs_to(ends, &into);
        numbers.retain(|_, number| {
            *number = costs[*number as usize];
            *number < u32::MAX
        });
        view.costs = numbers;
        Ok(view)
    }
}

/// What is seen of a position: other pieces look like empty cells.
fn seen(definition: &Definition, kinds: &ContentSet, contents: &[Content]) -> Position {
    let mut seen = Position(contents.iter().map(|&content| look(kinds, content)).collect());
    if let Some(blocks) = &definition.blocks {
        for (first, &kind) in contents.iter().enumerate() {
            if kinds.has(kind) {
                for cell in
                    blocks.cells(&definition.board, kind as usize - 1, first as Cell).into_iter().flatten().skip(1)
                {
                    seen.0[cell as usize] = blocks.covered();
                }
            }
        }
    }
    seen
}

/// What a content looks like.
fn look(kinds: &ContentSet, content: Content) -> Content {
    if kinds.has(content) { content } else { 0 }
}

/// What is seen of the picture of a goal, if it is one.
fn wanted(definition: &Definition, kinds: &ContentSet, goal: &Goal) -> Position {
    let mut contents = definition.start.clone();
    if let Goal::Picture(asked) = goal {
        (0..contents.len()).for_each(|cell| contents[cell] = asked[cell].unwrap_or(0));
    }
    seen(definition, kinds, &contents)
}

/// Whether what is seen may be a goal, of which `wanted` is seen.
fn may_end(goal: &Goal, wanted: &Position, position: &Position) -> bool {
    match goal {
        Goal::Picture(asked) => {
            (0..asked.len()).all(|cell| asked[cell].is_none() || wanted.0[cell] == position.0[cell])
        }
        Goal::Most(most, pieces) => position.0.iter().filter(|content| pieces.contains(content)).count() <= *most,
        Goal::Stuck | Goal::Fewest(_) => true,
    }
}

/// An operation on what is seen.
struct Step {
    operation: Operation,
    is_free: bool,
    /// It is free where one of these cells looks empty: a piece that pays itself may stand there.
    others: Vec<Cell>,
}

impl Step {
    /// None, if it changes nothing that is seen.
    fn of(operation: &Operation, definition: &Definition, mut kinds: ContentSet, first: &ContentSet) -> Option<Self> {
        if let Some(blocks) = &definition.blocks {
            let Some(Test::Is(moved)) = operation.test(operation.path[0]) else { return None };
            if !kinds.has(moved) {
                return None;
            }
            kinds = kinds.or(&ContentSet::of([blocks.covered()]));
        }
        let pays_itself = |cell: Cell| match operation.test(operation.root(cell)) {
            Some(Test::Is(content)) => first.has(content),
            Some(Test::In(set)) => set.and(first).len() > 0,
            _ => first.len() > 0,
        };
        let mut this =
            Step { operation: operation.clone(), is_free: operation.chain || operation.free, others: Vec::new() };
        let Operation { tests, writes, .. } = &mut this.operation;
        // Pieces that are not seen cannot be told apart.
        tests.retain(|(_, test)| !matches!(test, Test::Differs(_)));
        for (_, test) in tests.iter_mut() {
            match test {
                Test::Is(content) => *content = look(&kinds, *content),
                Test::In(set) => {
                    let seen = set.and(&kinds);
                    *set = if seen == *set { seen } else { seen.or(&ContentSet::of([0])) };
                }
                Test::Same(_) | Test::Differs(_) => {}
            }
        }
        let mut changes = false;
        for (cell, put) in writes {
            let mut from = *cell;
            match put {
                Put::Content(content) => {
                    this.is_free |= first.has(*content);
                    *content = look(&kinds, *content);
                    changes |= !tests.contains(&(*cell, Test::Is(*content)));
                }
                Put::Of(other) => {
                    from = *other;
                    changes = true;
                }
            }
            for &cell in &[*cell, from] {
                if pays_itself(cell) {
                    this.others.push(cell);
                }
            }
        }
        changes.then_some(this)
    }
}

/// In how many groups an operation changes something, at most.
fn parts(operation: &Operation, groups: &[ContentSet]) -> u32 {
    let (mut known, mut open) = (ContentSet::default(), 0);
    for &(_, put) in &operation.writes {
        if let Put::Content(content) = put {
            known = known.or(&ContentSet::of([content]));
        }
    }
    for root in operation.roots() {
        match operation.test(root) {
            Some(Test::Is(content)) => known = known.or(&ContentSet::of([content])),
            _ => open += 1,
        }
    }
    let met = groups.iter().filter(|kinds| kinds.and(&known).len() > 0).count();
    (met + open).clamp(1, groups.len().max(1)) as u32
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
        // Views that see all pieces say what a play costs.
        for (name, value) in
            [("tiles-2x3", 21), ("rush-hour-4", 3), ("rotations-3x3", 8), ("knights-3x4", 16), ("tiles-3x3", 23)]
        {
            let instance = classic(name);
            instance.rules().lay_out(&Limits::default()).unwrap();
            let views = Views::of(instance.rules(), &Limits::default()).unwrap().unwrap();
            assert_eq!(views.at_start(instance.definition()), value, "{name}");
        }
    }
}
