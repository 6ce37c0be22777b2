//! A definition as text for people, with each rule as it lies on the board.

use saltus_core::notation::width as width_of;

use crate::definition::{Definition, Goal, Moves, Rule};
use crate::geometry::{Direction, Form};

/// Room for tokens.
const BLANKS: &str = "                                ";

impl Definition {
    /// The rules for people: what moves, how a pattern lies on the board, and when the play is over.
    ///
    /// ```
    /// use saltus_rules::Definition;
    ///
    /// let text = "board: f . .\nmove left: . f -> f .\ngoal: . f .";
    /// // A pattern is read in walking direction: of `left` its first token is on the right.
    /// assert!(Definition::from_text(text).unwrap().told().contains("move left:\n    f .   becomes   . f\n"));
    /// ```
    #[must_use]
    pub fn told(&self) -> String {
        let mut told = String::new();
        let mut line = |text: &str| {
            told.push_str(text.trim_end());
            told.push('\n');
        };
        for class in &self.classes {
            line(&format!("{} is any of {}.", class.name, self.names(&class.pieces)));
        }
        if !self.turns.is_empty() {
            let sides: Vec<&str> = self.turns.iter().map(|side| side.name.as_str()).collect();
            line(&format!("They move by turns: {}.", sides.join(", then ")));
        }
        for moves in &self.moves {
            line(&format!("{}:", self.heading(moves)));
            for rule in &moves.rules {
                self.laid(moves, rule).iter().for_each(|row| line(row));
            }
        }
        for cycle in &self.cycles {
            for ring in &cycle.rings {
                let names = self.cell_names(ring);
                let both = if cycle.both { ", or the other way" } else { "" };
                line(&format!("Contents turn from {} to {}{both}.", names.join(" to "), names[0]));
            }
        }
        if let Some(blocks) = &self.blocks {
            let how = match blocks.metric {
                crate::blocks::BlockMetric::Unit => "by one cell",
                crate::blocks::BlockMetric::Straight => "in one direction, as far as it likes",
                crate::blocks::BlockMetric::Walk => "any way",
            };
            let along = if blocks.axis { " along its longer side" } else { "" };
            line(&format!("Each letter is a block. A move is one block {how}{along}."));
            for kind in blocks.kinds.iter().filter(|kind| kind.letters.len() > 1) {
                line(&format!("{} can stand for one another.", kind.letters.join(", ")));
            }
        }
        for goal in &self.goals {
            match goal {
                Goal::Stuck => line("The play is over when no move can be made."),
                Goal::Most(most, pieces) => {
                    line(&format!("The play is over when at most {most} of {} are left.", self.names(pieces)));
                }
                Goal::Fewest(pieces) => line(&format!("As few of {} as possible are to be left.", self.names(pieces))),
                Goal::Picture(_) => {
                    line("The play is over at this picture (? is anything):");
                    let picture = self.goal_text(goal);
                    let picture = picture.strip_prefix("goal: ").unwrap_or_default();
                    picture.split(" / ").for_each(|row| line(&format!("    {}", row.replace('#', " "))));
                }
            }
        }
        told
    }

    fn heading(&self, moves: &Moves) -> String {
        let words = moves.words(&self.board);
        let chain = if moves.chain { ", again and again by one piece" } else { "" };
        let cost = if moves.free { ", at no cost" } else { "" };
        let shown = match self.board.directions(words[0]) {
            Some(directions) if directions.len() > 1 && self.board.form != Form::Graph => {
                " (one direction of it is shown)"
            }
            _ => "",
        };
        format!("move {}{chain}{cost}{shown}", words.join(", "))
    }

    /// A rule on the board, in the first of its directions.
    fn laid(&self, moves: &Moves, rule: &Rule) -> Vec<String> {
        let direction = self.board.directions(moves.words(&self.board)[0]).and_then(|all| all.first().copied());
        let (rows, columns) = match direction {
            Some(Direction::Step(rows, columns)) => (rows, columns),
            _ => (0, 1),
        };
        let (patterns, condition) =
            rule.text.split_once(" where ").map_or((&rule.text[..], ""), |(all, part)| (all, part));
        let sides: Vec<Vec<&str>> = patterns.split(" -> ").map(|side| side.split(' ').collect()).collect();
        let length = sides[0].len() as i32;
        let longest = sides.iter().flatten().map(|token| width_of(token)).max().unwrap_or(1);
        let width = (longest + 1).min(BLANKS.len());
        // Where the first token is, so that no row or column is below zero.
        let first = ((length - 1) * (-rows).max(0), (length - 1) * (-columns).max(0));
        let (high, wide) = ((length - 1) * rows.abs() + 1, (length - 1) * columns.abs() + 1);
        let grid = |side: &[&str]| -> Vec<String> {
            let mut cells = vec![vec![""; wide as usize]; high as usize];
            for (at, token) in (0..).zip(side) {
                cells[(first.0 + at * rows) as usize][(first.1 + at * columns) as usize] = token;
            }
            let row = |row: &Vec<&str>| {
                row.iter().flat_map(|token| [token, &BLANKS[..width.saturating_sub(width_of(token))]]).collect()
            };
            cells.iter().map(row).collect()
        };
        let (left, right) = (grid(&sides[0]), grid(&sides[1]));
        let middle = left.len() / 2;
        let condition = if condition.is_empty() { String::new() } else { format!("  where {condition}") };
        (0..left.len())
            .map(|row| {
                if row == middle {
                    format!("    {}  becomes   {}{condition}", left[row], right[row])
                } else {
                    format!("    {}            {}", left[row], right[row])
                }
            })
            .collect()
    }
}
