//! Plans of planners: a line `(ACTION CONTENT ..)` for each step, as the validators of the planning competitions read them. What a step does is what the
//! [exported](super::export) action of its name does; the steps of a move are one move.

use rustc_hash::FxHashMap;

use saltus_core::answers::Planned;
use saltus_core::limits::Limits;
use saltus_core::notation::{BadInput, MoveText as _, Unread};
use saltus_core::puzzle::Puzzle as _;

use super::ActionWriter;
use crate::definition::Content;
use crate::geometry::Cell;
use crate::ground::Operation;
use crate::rules::{Position, Rules};

/// A move of which steps have been read: what stands on the cells after them, where its piece has been, and the line where it begins.
struct Begun {
    contents: Vec<Content>,
    path: Vec<Cell>,
    line: usize,
}

/// The moves of a plan, as `solve` writes them; or the line of a step that is no action, or cannot be made there.
///
/// # Errors
/// What [`export`](super::export) refuses.
pub(crate) fn moves(rules: &Rules, plan: &str, limits: &Limits<'_>) -> Result<Planned, Unread> {
    let writer = ActionWriter::of(rules, limits)?;
    let names = (0..).zip(&writer.actions).map(|(at, action)| (&*action.name, at)).collect();
    let mut reader =
        PlanReader { rules, writer: &writer, names, position: rules.start(), begun: None, moves: Vec::new() };
    let lines = plan.lines().map(|line| line.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    for (number, line) in (1..).zip(lines).filter(|(_, line)| !line.is_empty()) {
        if let Err(why) = reader.read(&line, number) {
            return Ok(Err(BadInput::line(format!("line {number}: {why}"))));
        }
    }
    Ok(reader.end().map(|()| reader.moves).map_err(BadInput::line))
}

impl ActionWriter<'_> {
    /// Whether these are the contents that the parameters of an action stand for; those that are no cells are whose turn it is.
    fn fits(&self, action: usize, held: &str, contents: &[Content]) -> bool {
        let parameters = self.actions[action].parameters();
        let held: Vec<&str> = held.split_ascii_whitespace().collect();
        let is_held = |(parameter, held): (&&str, &&str)| {
            let cell = self.cells.iter().position(|name| *name == parameter[1..]);
            cell.is_none_or(|cell| self.contents[contents[cell] as usize] == **held)
        };
        parameters.len() == held.len() && parameters.iter().zip(&held).all(is_held)
    }
}

/// What has been read so far.
struct PlanReader<'a> {
    rules: &'a Rules,
    writer: &'a ActionWriter<'a>,
    /// The places of actions by their names.
    names: FxHashMap<&'a str, usize>,
    /// After the moves that are whole.
    position: Position,
    begun: Option<Begun>,
    moves: Vec<String>,
}

impl PlanReader<'_> {
    /// Makes a step.
    fn read(&mut self, line: &str, number: usize) -> Result<(), String> {
        let words = line.strip_prefix('(').and_then(|line| line.strip_suffix(')')).map(str::trim);
        let words = words.ok_or("a step of a plan is (ACTION CONTENT ..)")?;
        let (name, held) = words.split_once(' ').unwrap_or((words, ""));
        let Some(&at) = self.names.get(name) else {
            // It ends a play, or a chain.
            let is_end = name == "stop" || ["finish-", "count-", "stuck-"].iter().any(|begin| name.starts_with(begin));
            return if is_end { self.end() } else { Err("no exported action has this name".into()) };
        };
        // The next step of a chain is written before the move that begins with the same operation.
        let moves = &self.writer.moves;
        let next = moves.partition_point(|(begins, _)| *begins < at);
        let (begins, operation) = moves[next];
        let begins = begins == at;
        if begins {
            self.end()?;
        }
        if !self.writer.fits(at, held, self.contents()) {
            return Err("the cells do not hold what the step says".into());
        }
        self.step(operation, !begins, number)
    }

    /// What stands on the cells now.
    fn contents(&self) -> &[Content] {
        self.begun.as_ref().map_or(self.rules.contents(&self.position), |begun| &begun.contents)
    }

    /// Makes a step, if it can be made; the first of a move, or the next.
    fn step(&mut self, operation: &Operation, goes_on: bool, line: usize) -> Result<(), String> {
        let [from, to] = operation.path;
        let is_there = self.begun.as_ref().is_some_and(|begun| begun.path.last() == Some(&from));
        if goes_on != is_there || !operation.applies(self.contents()) {
            return Err("this step cannot be made here".into());
        }
        let changes = operation.changes(self.contents());
        let before = self.rules.contents(&self.position);
        let begun = || Begun { contents: before.into(), path: vec![from], line };
        let mut begun = self.begun.take().unwrap_or_else(begun);
        changes.iter().for_each(|&(cell, _, after)| begun.contents[cell as usize] = after);
        begun.path.push(to);
        self.begun = Some(begun);
        Ok(())
    }

    /// Ends the move that has been begun: it is the one of the rules that leads there, by the same cells where there are several.
    fn end(&mut self) -> Result<(), String> {
        let Some(Begun { contents, path, line }) = self.begun.take() else { return Ok(()) };
        let mut moves = Vec::new();
        self.rules.moves(&self.position, &mut moves);
        moves.retain(|mv| self.rules.contents(&self.rules.after(&self.position, mv)) == contents);
        let same = moves.iter().find(|mv| mv.path[..] == path[..]).or(moves.first());
        let mv = same.ok_or_else(|| format!("the rules have no such move as begins in line {line}"))?;
        let mut text = String::new();
        self.rules.write_move(mv, &mut text);
        self.moves.push(text);
        self.rules.play(&mut self.position, mv);
        Ok(())
    }
}
