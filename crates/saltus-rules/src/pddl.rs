//! Definitions in PDDL, the language of planners (AIPS-98 Planning Competition Committee, 1998): STRIPS, with costs only where something is free.
//!
//! `(at CELL CONTENT)` states what is on a cell, including `empty`. Each way to lay a rule on the board is one action, whose parameters
//! are what its cells may hold; static facts state which contents belong to a class and which differ. A plan costs what a play costs: what is not
//! a move costs nothing. That is, in addition to moves of `cost 0`: the next step of a chain, and its end; the end of the play, if there are
//! several goals or one that is
//! no picture. Pieces are counted cell by cell, and that no move can be made is shown operation by operation, after the last move.

mod plan;
#[cfg(test)]
mod tests;

pub(crate) use plan::moves;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rustc_hash::FxHashSet;
use saltus_core::answers::Exported;
use saltus_core::limits::{Limits, Meter};
use saltus_core::notation::{BadInput, Unread};

use crate::definition::{Content, ContentSet, Definition, Goal};
use crate::geometry::Cell;
use crate::ground::{Operation, Put, Test};
use crate::rules::Rules;

/// The most operations that are exported: planners read each action several times.
const MOST_EXPORTED: usize = 1 << 16;

/// Moves are allowed; in the middle of a chain and after the last move they are not.
const PLAYING: &str = "(playing)";

/// The play is over.
const OVER: &str = "(over)";

/// An action: which facts it needs, removes and adds. What begins with `?` is a parameter.
#[derive(Default)]
struct Action {
    name: String,
    needs: Vec<String>,
    removes: Vec<String>,
    adds: Vec<String>,
    is_free: bool,
}

impl Action {
    fn bytes(&self) -> u64 {
        let facts = self.needs.iter().chain(&self.removes).chain(&self.adds);
        facts.map(|fact| (fact.len() + size_of::<String>() + 16) as u64).sum()
    }

    /// An action that is no move: it goes on from one fact to another.
    fn free(name: impl Into<String>, from: &str, needs: &[String], to: &str) -> Self {
        let needs = std::iter::once(from.to_owned()).chain(needs.iter().cloned()).collect();
        Action { name: name.into(), needs, removes: vec![from.into()], adds: vec![to.into()], is_free: true }
    }

    fn parameters(&self) -> Vec<&str> {
        let mut parameters: Vec<&str> = Vec::new();
        for word in self.needs.iter().flat_map(|fact| fact.trim_end_matches(')').split(' ')) {
            if word.starts_with('?') && !parameters.contains(&word) {
                parameters.push(word);
            }
        }
        parameters
    }

    fn text(&self, has_costs: bool) -> String {
        let removed = self.removes.iter().map(|fact| format!("(not {fact})"));
        let mut effects: Vec<String> = removed.chain(self.adds.iter().cloned()).collect();
        effects.extend((has_costs && !self.is_free).then(|| "(increase (total-cost) 1)".to_owned()));
        format!(
            "  (:action {}\n    :parameters ({})\n    :precondition (and {})\n    :effect (and {}))\n",
            self.name,
            self.parameters().join(" "),
            self.needs.join(" "),
            effects.join(" ")
        )
    }
}

/// What the actions ask for.
struct ActionWriter<'a> {
    definition: &'a Definition,
    cells: Vec<String>,
    contents: Vec<String>,
    /// Sets of contents that operations ask for, by number.
    sets: Vec<ContentSet>,
    /// Facts that no action changes.
    statics: BTreeSet<String>,
    actions: Vec<Action>,
    /// The operations that actions are made of, each with the place of the action that begins a move.
    moves: Vec<(usize, &'a Operation)>,
    /// Whether moves are not always allowed.
    has_phases: bool,
}

/// The two files of a definition: domain and problem.
///
/// # Errors
/// When it has too many operations, or chains by turns of which it is not known which change nothing.
pub(crate) fn export(rules: &Rules, limits: &Limits<'_>) -> Result<Vec<Exported>, Unread> {
    let definition = rules.definition();
    let mut writer = ActionWriter::of(rules, limits)?;
    let distinct: Vec<&Operation> = writer.moves.iter().map(|(_, operation)| *operation).collect();
    if distinct.iter().any(|operation| operation.chain) {
        writer.end_of_chain();
    }
    let goal = match &definition.goals[..] {
        [Goal::Picture(wanted)] => writer.picture(wanted),
        goals => {
            for (number, goal) in (1..).zip(goals) {
                writer.goal(number, goal, &distinct);
            }
            vec![OVER.to_owned()]
        }
    };
    Ok(writer.files(&goal))
}

/// Whether an operation takes a piece to an empty cell and changes nothing else.
fn moves_alone(operation: &Operation) -> bool {
    let [from, to] = operation.path;
    let is_mover = |put: Put| match put {
        Put::Of(cell) => cell == from,
        Put::Content(content) => operation.test(from) == Some(Test::Is(content)),
    };
    let is_move = |&(cell, put): &(Cell, Put)| cell == from && put == Put::Content(0) || cell == to && is_mover(put);
    from != to
        && operation.test(to) == Some(Test::Is(0))
        && operation.writes.len() == 2
        && operation.writes.iter().all(is_move)
}

/// Names that planners take: they know only letters, digits and hyphens, and no difference between `a` and `A`.
fn names(prefix: &str, words: &[String]) -> Vec<String> {
    let plain: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase().replace('.', "-")).collect();
    let is_plain = |word: &String| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let are_plain = plain.iter().all(is_plain) && plain.iter().collect::<FxHashSet<_>>().len() == plain.len();
    let name = |(number, word)| if are_plain { format!("{prefix}-{word}") } else { format!("{prefix}-{number}") };
    (1..).zip(&plain).map(name).collect()
}

/// The names of all contents.
fn contents(definition: &Definition) -> Vec<String> {
    let mut all = vec!["empty".to_owned()];
    match &definition.blocks {
        None => all.extend(names("piece", &definition.pieces)),
        Some(blocks) => {
            let first: Vec<String> = blocks.kinds.iter().map(|kind| kind.letters[0].clone()).collect();
            all.extend(names("block", &first));
            all.push("covered".to_owned());
        }
    }
    all
}

impl<'a> ActionWriter<'a> {
    /// The actions that move.
    fn of(rules: &'a Rules, limits: &Limits<'_>) -> Result<Self, Unread> {
        let definition = rules.definition();
        let limits = exportable(rules, limits)?;
        let has_chains = rules.all_operations().any(|operation| operation.chain);
        let is_picture = |goal: &Goal| matches!(goal, Goal::Picture(_));
        let mut writer = ActionWriter {
            definition,
            cells: names("cell", &definition.board.names),
            contents: contents(definition),
            sets: Vec::new(),
            statics: BTreeSet::new(),
            actions: Vec::new(),
            moves: Vec::new(),
            has_phases: has_chains || !definition.goals.iter().all(is_picture),
        };
        // A rule with a symmetry of its own says the same from both ends.
        let mut met = FxHashSet::default();
        let (mut meter, mut bytes) = (Meter::new(&limits, "writing actions"), 0);
        for operation in rules.all_operations() {
            let Some(action) = writer.operation(operation) else { continue };
            // In addition to the action: what it is compared with, and its text twice.
            bytes += 4 * action.bytes();
            meter.nodes_more(16, || bytes)?;
            let kind = (operation.chain.then_some(operation.path), operation.free);
            if met.insert((action.needs.clone(), action.removes.clone(), action.adds.clone(), kind)) {
                writer.moves(operation, action);
                writer.moves.push((writer.actions.len() - 1, operation));
            }
        }
        Ok(writer)
    }
}

/// The limits with which the operations are laid out.
fn exportable<'a>(rules: &Rules, limits: &Limits<'a>) -> Result<Limits<'a>, Unread> {
    let definition = rules.definition();
    let operations = rules.operations();
    if operations > MOST_EXPORTED {
        let why =
            format!("the rules can be read in {operations} ways on this board; up to {MOST_EXPORTED} are exported");
        return Err(BadInput::line(why).into());
    }
    if definition.fewest().is_some() {
        let why = "a planner has no goal like `goal fewest`; `goal most N` can be exported";
        return Err(BadInput::line(why).into());
    }
    let limits = rules.lay_out(limits)?;
    // A chain that comes back is no move, but would pass the turn.
    if !definition.turns.is_empty()
        && rules.all_operations().any(|operation| operation.chain && !moves_alone(operation))
    {
        let why = "a chain by turns is exported only where the piece that moves comes to an empty cell and nothing else changes";
        return Err(BadInput::line(why).into());
    }
    Ok(limits)
}

/// What cells hold in an action, in the order of the cells.
type CellTerms = Vec<(Cell, String)>;

impl ActionWriter<'_> {
    fn at(&self, cell: Cell, content: &str) -> String {
        format!("(at {} {content})", self.cells[cell as usize])
    }

    /// What a cell holds in an action; a parameter where that is not known yet.
    fn held(&self, terms: &mut CellTerms, cell: Cell) -> String {
        let at = terms.partition_point(|(other, _)| *other < cell);
        if terms.get(at).is_none_or(|(other, _)| *other != cell) {
            terms.insert(at, (cell, format!("?{}", self.cells[cell as usize])));
        }
        terms[at].1.clone()
    }

    /// It is known what a cell holds.
    fn holds(&self, terms: &mut CellTerms, cell: Cell, what: String) {
        self.held(terms, cell);
        let at = terms.partition_point(|(other, _)| *other < cell);
        terms[at].1 = what;
    }

    /// The fact that a term is one of these contents.
    fn among(&mut self, set: &ContentSet, term: &str) -> String {
        let number = self.sets.iter().position(|known| known == set).unwrap_or_else(|| {
            self.sets.push(*set);
            let members = (0..).zip(&self.contents).filter(|&(content, _)| set.has(content));
            self.statics.extend(members.map(|(_, name)| format!("(set-{} {name})", self.sets.len())));
            self.sets.len() - 1
        });
        format!("(set-{} {term})", number + 1)
    }

    /// The fact that two terms are different contents.
    fn differ(&mut self, a: &str, b: &str) -> String {
        self.different(&self.contents.clone());
        format!("(differ {} {})", a.min(b), a.max(b))
    }

    /// States that these are all different.
    fn different(&mut self, names: &[String]) {
        let pairs = names.iter().flat_map(|a| names.iter().filter(move |b| a != *b).map(move |b| (a, b)));
        self.statics.extend(pairs.map(|(a, b)| format!("(differ {a} {b})")));
    }

    /// What an operation needs and changes, without whose turn it is. None where it changes nothing.
    fn operation(&mut self, operation: &Operation) -> Option<Action> {
        let mut terms = CellTerms::new();
        let mut more = Vec::new();
        for &(cell, test) in &operation.tests {
            match test {
                Test::Is(content) => self.holds(&mut terms, cell, self.contents[content as usize].clone()),
                Test::In(set) => more.push(self.among(&set, &self.held(&mut terms, cell))),
                Test::Same(other) => {
                    let same = self.held(&mut terms, other);
                    self.holds(&mut terms, cell, same);
                }
                Test::Differs(other) => {
                    let (a, b) = (self.held(&mut terms, cell), self.held(&mut terms, other));
                    more.push(self.differ(&a, &b));
                }
            }
        }
        let mut action = Action::default();
        for &(cell, put) in &operation.writes {
            let before = self.held(&mut terms, cell);
            let after = match put {
                Put::Content(content) => self.contents[content as usize].clone(),
                Put::Of(other) => self.held(&mut terms, other),
            };
            if before != after {
                action.removes.push(self.at(cell, &before));
                action.adds.push(self.at(cell, &after));
            }
        }
        if !self.definition.turns.is_empty() {
            more.push("(turn ?s)".into());
            more.push(format!("(moves ?s {})", self.held(&mut terms, operation.path[0])));
        }
        more.sort_unstable();
        action.needs = terms.iter().map(|(cell, term)| self.at(*cell, term)).chain(more).collect();
        Some(action).filter(|action| !action.adds.is_empty())
    }

    /// The actions of an operation: a move, and in a chain the next step of one.
    fn moves(&mut self, operation: &Operation, mut action: Action) {
        let [from, to] = operation.path.map(|cell| self.cells[cell as usize].clone());
        let number = self.actions.len() + 1;
        action.name = format!("move-{number}-{from}-{to}");
        action.is_free = operation.free;
        let has_turns = !self.definition.turns.is_empty();
        if operation.chain {
            let (here, there) = (format!("(going {from})"), format!("(going {to})"));
            let mut next = Action::free(format!("on-{number}-{from}-{to}"), &here, &action.needs, &there);
            next.removes.extend(action.removes.iter().cloned());
            next.adds.extend(action.adds.iter().cloned());
            self.actions.push(next);
            action.removes.push(PLAYING.into());
            action.adds.push(there);
            action.adds.extend(has_turns.then(|| format!("(begun {from})")));
        } else if has_turns {
            action.needs.push("(next ?s ?t)".into());
            action.removes.push("(turn ?s)".into());
            action.adds.push("(turn ?t)".into());
        }
        if self.has_phases {
            action.needs.push(PLAYING.into());
        }
        self.actions.push(action);
    }

    /// A piece stops; with turns, not where it began: that would be no move.
    fn end_of_chain(&mut self) {
        let mut stop = Action::free("stop", "(going ?c)", &[], PLAYING);
        if !self.definition.turns.is_empty() {
            self.different(&self.cells.clone());
            stop.needs.extend(["(begun ?d)", "(differ ?c ?d)", "(turn ?s)", "(next ?s ?t)"].map(str::to_owned));
            stop.removes.extend(["(begun ?d)", "(turn ?s)"].map(str::to_owned));
            stop.adds.push("(turn ?t)".into());
        }
        self.actions.push(stop);
    }

    /// The facts that a picture asks for.
    fn picture(&self, wanted: &[Option<Content>]) -> Vec<String> {
        let known = (0..).zip(wanted).filter_map(|(cell, content)| Some((cell, (*content)?)));
        let facts = known.map(|(cell, content)| self.at(cell, &self.contents[content as usize]));
        facts.chain(self.has_phases.then(|| PLAYING.to_owned())).collect()
    }

    /// The actions that end the play by one of several goals, or by one that is no picture.
    fn goal(&mut self, number: usize, goal: &Goal, operations: &[&Operation]) {
        match goal {
            Goal::Picture(wanted) => {
                let needs = self.picture(wanted);
                let name = format!("finish-{number}");
                self.actions.push(Action { name, needs, adds: vec![OVER.into()], is_free: true, ..Action::default() });
            }
            Goal::Most(most, pieces) => self.count(number, *most, pieces),
            Goal::Stuck => self.stuck(number, operations),
            // Refused before.
            Goal::Fewest(_) => {}
        }
    }

    /// Looks at cell after cell: `(counted-NUMBER CELL N)` says that N more of the pieces may be on this cell and those that follow.
    fn count(&mut self, number: usize, most: usize, pieces: &[Content]) {
        // More than there are cells need not be counted.
        let most = most.min(self.cells.len());
        let counts = ContentSet::of(pieces.iter().copied());
        let [piece, other] = [true, false]
            .map(|is_piece| self.chosen(|content| counts.has(content) == is_piece))
            .map(|set| self.among(&set, "?x"));
        let counted = |cell: &str, more: &str| format!("(counted-{number} {cell} {more})");
        let begin = counted(&self.cells[0], &format!("count-{most}"));
        self.actions.push(Action::free(format!("count-{number}"), PLAYING, &[], &begin));
        let at = "(at ?c ?x)".to_owned();
        let after = "(after ?c ?d)".to_owned();
        let (here, same, less) = (counted("?c", "?n"), counted("?d", "?n"), counted("?d", "?m"));
        let pass = [at.clone(), after.clone(), other];
        self.actions.push(Action::free(format!("count-{number}-other"), &here, &pass, &same));
        if most > 0 {
            let take = [at, after, piece, "(less ?n ?m)".into()];
            self.actions.push(Action::free(format!("count-{number}-piece"), &here, &take, &less));
        }
        self.actions.push(Action::free(format!("finish-{number}"), &counted("end", "?n"), &[], OVER));
        let ends = self.cells[1..].iter().map(String::as_str).chain(["end"]);
        self.statics.extend(self.cells.iter().zip(ends).map(|(cell, next)| format!("(after {cell} {next})")));
        self.statics.extend((1..=most).map(|count| format!("(less count-{count} count-{})", count - 1)));
    }

    /// The set of some contents.
    fn chosen(&self, is_in: impl Fn(Content) -> bool) -> ContentSet {
        ContentSet::of((0..=self.definition.last_content()).filter(|&content| is_in(content)))
    }

    /// Shows for operation after operation why it cannot be made.
    fn stuck(&mut self, number: usize, operations: &[&Operation]) {
        let shut = |operation: usize| format!("(shut-{number} operation-{operation})");
        self.actions.push(Action::free(format!("stuck-{number}"), PLAYING, &[], &shut(0)));
        for (at, operation) in operations.iter().enumerate() {
            for (way, needs) in (1..).zip(self.obstacles(operation)) {
                self.actions.push(Action::free(format!("stuck-{number}-{at}-{way}"), &shut(at), &needs, &shut(at + 1)));
            }
        }
        self.actions.push(Action::free(format!("finish-{number}"), &shut(operations.len()), &[], OVER));
    }

    /// Each way in which an operation cannot be made, or changes nothing.
    fn obstacles(&mut self, operation: &Operation) -> Vec<Vec<String>> {
        let mut ways = Vec::new();
        for &(cell, test) in &operation.tests {
            let here = self.at(cell, "?x");
            ways.push(match test {
                Test::Is(_) | Test::In(_) => {
                    let set = self.chosen(|content| !operation.may_be(cell, content));
                    vec![here, self.among(&set, "?x")]
                }
                Test::Same(other) => vec![here, self.at(other, "?y"), self.differ("?x", "?y")],
                Test::Differs(other) => vec![here, self.at(other, "?x")],
            });
        }
        let same = operation.writes.iter().flat_map(|&(cell, put)| match put {
            Put::Content(content) => vec![self.at(cell, &self.contents[content as usize])],
            Put::Of(other) => {
                [cell, other].map(|cell| self.at(cell, &format!("?{}", self.cells[other as usize]))).to_vec()
            }
        });
        ways.push(same.collect());
        if !self.definition.turns.is_empty() {
            ways.push(vec![self.at(operation.path[0], "?x"), "(turn ?s)".into(), "(waits ?s ?x)".into()]);
        }
        ways
    }

    /// Domain and problem.
    fn files(mut self, goal: &[String]) -> Vec<Exported> {
        let sides = names("side", &self.definition.turns.iter().map(|side| side.name.clone()).collect::<Vec<_>>());
        for (at, side) in self.definition.turns.iter().enumerate() {
            self.statics.insert(format!("(next {} {})", sides[at], sides[(at + 1) % sides.len()]));
            for (content, name) in (0..).zip(&self.contents) {
                let moves = if side.pieces.has(content) { "moves" } else { "waits" };
                self.statics.insert(format!("({moves} {} {name})", sides[at]));
            }
        }
        let mut init: Vec<String> = (0..)
            .zip(&self.definition.start)
            .map(|(cell, &content)| self.at(cell, &self.contents[content as usize]))
            .collect();
        init.extend(sides.first().map(|side| format!("(turn {side})")));
        init.extend(self.has_phases.then(|| PLAYING.to_owned()));
        init.extend(self.statics.iter().cloned());
        let has_costs = self.actions.iter().any(|action| action.is_free);

        // Predicates and constants, as the facts have them.
        let (mut predicates, mut constants) = (BTreeSet::new(), BTreeSet::new());
        let of_actions = self.actions.iter().flat_map(|action| action.needs.iter().chain(&action.adds));
        for fact in of_actions.chain(&init).chain(goal) {
            let mut words = fact.trim_matches(['(', ')']).split(' ');
            let mut predicate = format!("({}", words.next().expect("a fact has a name"));
            for (number, word) in (1..).zip(words) {
                predicate = format!("{predicate} ?a{number}");
                if !word.starts_with('?') {
                    constants.insert(word.to_owned());
                }
            }
            predicates.insert(predicate + ")");
        }
        let list =
            |facts: &mut dyn Iterator<Item = String>| facts.fold(String::new(), |text, fact| text + "\n    " + &fact);
        let title = self.definition.title().unwrap_or("a puzzle");
        let mut domain = format!("; {title}\n");
        let words = self.definition.pieces.iter().map(String::as_str);
        let pieces = self.contents[1..].iter().zip(words).filter(|_| self.definition.blocks.is_none());
        let cells = self.cells.iter().zip(self.definition.board.names.iter().map(String::as_str));
        for (name, word) in pieces.chain(cells).filter(|(name, word)| !name.ends_with(&word.replace('.', "-"))) {
            writeln!(domain, "; {name} is {word}").expect("a string");
        }
        let costs = if has_costs { " :action-costs" } else { "" };
        writeln!(domain, "(define (domain saltus)\n  (:requirements :strips{costs})").expect("a string");
        writeln!(domain, "  (:constants{})", list(&mut constants.iter().cloned())).expect("a string");
        writeln!(domain, "  (:predicates{})", list(&mut predicates.iter().cloned())).expect("a string");
        if has_costs {
            domain.push_str("  (:functions (total-cost) - number)\n");
        }
        self.actions.iter().for_each(|action| domain.push_str(&action.text(has_costs)));
        domain.push_str(")\n");
        let (cost, metric) =
            if has_costs { ("\n    (= (total-cost) 0)", "\n  (:metric minimize (total-cost))") } else { ("", "") };
        let problem = format!(
            "; {title}\n(define (problem puzzle)\n  (:domain saltus)\n  (:init{}{cost})\n  (:goal (and{})){metric})\n",
            list(&mut init.iter().cloned()),
            list(&mut goal.iter().cloned()),
        );
        vec![Exported { name: "domain.pddl", text: domain }, Exported { name: "problem.pddl", text: problem }]
    }
}
