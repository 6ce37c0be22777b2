//! Plays and closed sets of definitions.

use super::ground::{Interpreter, changes_to, spend};
use super::{Definition, Symmetry};
use crate::board::Cell;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote};
use crate::rules::{Moves, Rules, verify_goal};
use crate::text::natural;
use dashu_int::UBig;

/// A position at hand.
pub(crate) struct Play<'a> {
    pub(crate) definition: &'a Definition,
    interpreter: Interpreter<'a>,
    pub(crate) position: Vec<Cell>,
    /// What the moves made have cost.
    paid: u64,
    /// A group, if positions with the same images by it are taken as one in sets; else nothing.
    pub(crate) group: &'a [Symmetry],
    /// Steps that are left for images.
    steps: u64,
}

impl<'a> Play<'a> {
    /// Before the first move.
    pub(crate) fn new(definition: &'a Definition, limits: &Limits) -> Self {
        let (interpreter, position) = (Interpreter::new(definition, limits), definition.start.clone());
        Self { definition, interpreter, position, paid: 0, group: &[], steps: limits.nodes }
    }

    /// Makes the move that leads to a position.
    pub(crate) fn go_to(&mut self, after: Vec<Cell>) -> Checked<()> {
        ensure(!self.interpreter.is_goal(&self.position)?, "the play is over")?;
        let differ = changes_to(&self.position, &after).len();
        // Of two moves to a position the one that costs nothing is made.
        let mut cost = None;
        self.interpreter.each_move(&self.position, &mut |changes, free| {
            if changes.len() == differ && changes.iter().all(|&(place, digit)| after[place] == digit) {
                cost = Some(cost.unwrap_or(1).min(u64::from(!free)));
            }
            Ok(())
        })?;
        self.paid += cost.or_refuse(format_args!("no move leads to position `{}`", self.definition.number(&after)))?;
        self.position = after;
        Ok(())
    }
}

impl Rules for Play<'_> {
    /// A move is given by the number of the position after it.
    fn make(&mut self, text: &str) -> Checked<()> {
        let after = self.definition.position(&natural(text)?);
        let after = after.or_refuse(format_args!("{} is no position", quote(text)))?;
        self.go_to(after)
    }

    fn is_goal(&mut self) -> Checked<bool> {
        self.interpreter.is_goal(&self.position)
    }

    fn verify_end(&mut self, made: u64, reached: &UBig) -> Checked<()> {
        match self.definition.left(&self.position) {
            Some(left) => ensure(*reached == left.into(), format_args!("{reached} claimed, but {left} are left")),
            None if self.definition.has_free() => {
                let paid = self.paid;
                verify_goal(self, made, &made.into())?;
                ensure(*reached == paid.into(), format_args!("{reached} claimed, but the moves cost {paid}"))
                    .at("moves")
            }
            None => verify_goal(self, made, reached),
        }
    }

    fn open(&mut self, _limits: &Limits) -> Checked<(u64, Vec<Cell>)> {
        Ok((self.definition.bases().0, self.definition.least(self.group, &self.position)))
    }

    fn last_base(&self) -> Option<u64> {
        self.definition.bases().1
    }

    fn enter(&mut self, digits: &[Cell]) -> Option<()> {
        self.definition.is_position(digits).then(|| self.position.copy_from_slice(digits))
    }

    fn verify_inside(&mut self, lower: Option<u64>) -> Checked<()> {
        match self.definition.left(&self.position) {
            Some(left) => ensure(lower.is_some_and(|lower| left >= lower), format_args!("it has no more than {left}")),
            None => ensure(!self.is_goal()?, "a goal is in the set"),
        }
    }

    fn moves(&mut self, moves: &mut Moves) -> Checked<()> {
        let Self { definition, interpreter, position, group, steps, .. } = self;
        interpreter.each_move(position, &mut |changes, free| {
            if group.len() < 2 {
                moves.add(changes, free);
                return Ok(());
            }
            spend(steps, (group.len() * position.len()) as u64)?;
            let mut after = position.clone();
            changes.iter().for_each(|&(place, digit)| after[place] = digit);
            moves.add(&changes_to(position, &definition.least(group, &after)), free);
            Ok(())
        })
    }

    fn allow(&mut self, steps: u64) {
        self.interpreter.steps = steps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::tests::{is_goal, successors};
    use crate::{check, check_record};
    use std::collections::BTreeMap;
    use std::fmt::Write as _;

    const TOADS: &str =
        "board: t . f ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: f . t";
    const TURNS: &str = "board: a..b. ; turns: a b b ; class x: a b ; move right: a . -> . a ; \
        move left: x . -> . x ; move: b . -> . b ; goal: ..ab.";
    const BLOCKS: &str = "board: abb / a.. / ccd ; blocks walk: a..d ; goal: ??? / ??a / ??a ; goal: ??d / ??? / ???";
    const LOST: &str = "board: t . t f ; move: t . -> . t ; move: t f -> t f ; pieces: z ; goal: ? ? ? z";

    /// The man walks at no cost, also where another rule says that it costs something.
    const FREE: &str = "board: @ . . / . $ . / . . . ; move cost 0: @ . -> . @ ; move: @ $ . -> . @ $ ; move right: @ . -> . @ ; \
        goal: ? ? ? / ? ? ? / ? ? $";

    /// Positions with their distances, which are costs, each with the one before it.
    fn search(definition: &Definition) -> BTreeMap<Vec<Cell>, (u32, Vec<Cell>)> {
        let start = definition.start.clone();
        let mut seen = BTreeMap::from([(start.clone(), (0, start.clone()))]);
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(position) = queue.pop_front() {
            for (after, free) in successors(definition, &position) {
                let distance = seen[&position].0 + u32::from(!free);
                if seen.get(&after).is_none_or(|(known, _)| distance < *known) {
                    seen.insert(after.clone(), (distance, position.clone()));
                    if free { queue.push_front(after) } else { queue.push_back(after) }
                }
            }
        }
        seen
    }

    /// The lines of a shortest play, if there is one.
    fn play(definition: &Definition) -> Option<Vec<String>> {
        let seen = search(definition);
        let goals = seen.keys().filter(|position| is_goal(definition, position));
        let mut at = goals.min_by_key(|position| seen[*position].0)?;
        let mut lines = Vec::new();
        while *at != definition.start {
            lines.push(definition.number(at).to_string());
            at = &seen[at].1;
        }
        lines.reverse();
        Some(lines)
    }

    /// The lines of a set of all positions that are nearer than a number of moves.
    fn set(definition: &Definition, below: u32, skipped: Option<usize>) -> String {
        let mut lines = String::from("set\n");
        for (index, (position, (g, _))) in search(definition).iter().filter(|entry| entry.1.0 < below).enumerate() {
            if skipped != Some(index) {
                writeln!(lines, "  paid {g}\n    ={}", definition.number(position)).unwrap();
            }
        }
        lines
    }

    fn answer(line: &str, claim: &str, lines: &str) -> String {
        let file = format!("saltus certificate 2\npuzzle rules {line}\nclaim {claim}\n{lines}end\n");
        check(file.as_bytes(), &Limits::default()).to_string()
    }

    #[test]
    fn optimal_plays_are_verified_and_no_set_may_miss_a_position() {
        for (line, length, made) in [(TOADS, 3, 3), (TURNS, 4, 4), (BLOCKS, 5, 5), (FREE, 2, 5)] {
            let definition = Definition::read(line).unwrap();
            let moves = play(&definition).unwrap();
            assert_eq!(moves.len(), made, "{line}");
            let text =
                ["moves\n"].into_iter().chain(moves.iter().flat_map(|line| ["  =", line, "\n"])).collect::<String>();
            let claim = format!("optimal {length}");
            let ask = |claim: &str, skipped| answer(line, claim, &(text.clone() + &set(&definition, length, skipped)));
            let entries = search(&definition).values().filter(|entry| entry.0 < length).count();
            assert_eq!(ask(&claim, None), format!("VERIFIED {claim} {} by set of {entries}", definition.name));
            assert!(ask(&format!("between {} {length}", length - 1), None).starts_with("VERIFIED"));
            assert!(ask(&format!("between {} {}", length - 1, length + 1), None).starts_with("REFUTED line 4"));
            for skipped in 0..entries {
                assert!(ask(&claim, Some(skipped)).starts_with("REFUTED line"), "{line}: {skipped}");
            }
            assert!(answer(line, &format!("plan {length}"), &text).starts_with("VERIFIED"));
            let format_1 = format!("saltus certificate 1\npuzzle rules {line}\nclaim plan {length}\nby witness\n");
            let why = "certificates about definitions have format 2 (docs/calculus.md)";
            let refused = check(format_1.as_bytes(), &Limits::default()).to_string();
            assert_eq!(refused, format!("REFUTED line 2: {why}"));
            for left in 1..moves.len() {
                let record = |moves: &[String]| {
                    let (count, moves) = (moves.len(), moves.join("\",\""));
                    format!(
                        r#"{{"puzzle":"rules {line}","status":"solved","length":{count},"cost":{length},"moves":["{moves}"]}}"#
                    )
                };
                assert!(check_record(&record(&moves), &Limits::default()).to_string().starts_with("VERIFIED plan"));
                let [early, late] = [&moves[..left], &moves[left..]].map(record);
                assert!(check_record(&early, &Limits::default()).to_string().starts_with("REFUTED play"));
                assert!(check_record(&late, &Limits::default()).to_string().starts_with("REFUTED move 1"));
            }
        }
    }

    #[test]
    fn puzzles_without_a_play_are_verified() {
        let definition = Definition::read(LOST).unwrap();
        let ask = |skipped| answer(LOST, "unsolvable", &set(&definition, u32::MAX, skipped));
        assert!(play(&definition).is_none() && ask(None).starts_with("VERIFIED unsolvable"));
        assert!((0..search(&definition).len()).all(|skipped| ask(Some(skipped)).starts_with("REFUTED line")));
        let definition = Definition::read(TOADS).unwrap();
        let goal = answer(TOADS, "unsolvable", &set(&definition, u32::MAX, None));
        assert!(goal.starts_with("REFUTED line 4: ") && goal.ends_with("a goal is in the set"), "{goal}");
    }
}
