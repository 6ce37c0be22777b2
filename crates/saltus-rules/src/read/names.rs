//! Names of pieces and classes, and the rules that are written with them.

use super::marks::Mark;
use super::no_heads;
use crate::definition::{Class, Content, ContentSet, Moves, Read, Rule, Side, Write};
use crate::geometry::{Form, Geometry};
use crate::text::{Mistake, Statement, TextRow, Token};

/// The names of pieces and classes.
pub(super) struct PieceNames {
    pub(super) pieces: Vec<String>,
    pub(super) classes: Vec<Class>,
}

impl PieceNames {
    pub(super) fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|class| class.name == name)
    }

    pub(super) fn piece(&self, mark: &Mark<'_>) -> Result<Content, Mistake> {
        let found = self.pieces.iter().position(|piece| *piece == mark.text);
        let why = "is no piece of the start and no class; `pieces:` declares one that comes later";
        found.map(|at| at as Content + 1).ok_or_else(|| mark.fault(why))
    }

    pub(super) fn content(&self, mark: &Mark<'_>) -> Result<Content, Mistake> {
        if mark.text == "." { Ok(0) } else { self.piece(mark) }
    }

    pub(super) fn turns(&self, statement: &Statement<'_>) -> Result<Vec<Side>, Mistake> {
        no_heads(statement)?;
        let side = |word: Token<'_>| {
            let pieces = match self.class(word.text) {
                Some(class) => ContentSet::of(self.classes[class].pieces.iter().copied()),
                None => ContentSet::of([self.piece(&Mark::of(word))?]),
            };
            Ok(Side { name: word.text.to_owned(), pieces })
        };
        let sides = statement.words().map(side).collect::<Result<Vec<_>, Mistake>>()?;
        if sides.len() < 2 { Err(statement.fault("turns are of two sides or more")) } else { Ok(sides) }
    }

    pub(super) fn moves(&self, board: &Geometry, statement: &Statement<'_>) -> Result<Moves, Mistake> {
        let (mut directions, mut chain, mut free) = (Vec::new(), false, false);
        let mut heads = statement.heads.iter();
        while let Some(head) = heads.next() {
            if head.text == "chain" {
                chain = true;
            } else if head.text == "cost" {
                let number = heads.next().unwrap_or(head);
                if number.text != "0" {
                    return Err(number.fault("is not `cost 0`; where that is not said, a move costs 1"));
                }
                free = true;
            } else if head.text == "line" && board.form == Form::Graph && board.lines.is_empty() {
                return Err(head.fault("has no lines to go along: `lines:` declares them"));
            } else if board.directions(head.text).is_some() {
                directions.push(head.text.to_owned());
            } else {
                let why = match board.form {
                    Form::Square { .. } => {
                        "is no direction; there are right, left, up, down, ne, nw, se, sw, orthogonal, diagonal, eight, knight, and the words chain and cost 0"
                    }
                    Form::Hex => {
                        "is no direction of hexagons; there are right, left, ne, nw, se, sw, six, and the words chain and cost 0"
                    }
                    Form::Graph => "is no way on a graph; there are path, line, and the words chain and cost 0",
                };
                return Err(head.fault(why));
            }
        }
        let rules = statement.rows.iter().map(|row| self.rule(row)).collect::<Result<Vec<_>, _>>()?;
        if rules.is_empty() {
            return Err(statement.fault("it has no rule: PATTERN -> PATTERN"));
        }
        if chain && rules.iter().any(|rule| rule.mover() != Some(0)) {
            return Err(statement.fault("in a chain the first token of a rule is the piece that moves"));
        }
        if chain && free {
            return Err(statement.fault("a chain costs 1; `cost 0` is for moves of one step"));
        }
        Ok(Moves { directions, chain, free, rules })
    }

    fn rule(&self, row: &TextRow<'_>) -> Result<Rule, Mistake> {
        let words = &row.words;
        let first = words[0];
        let arrow = words.iter().position(|word| word.text == "->");
        let arrow = arrow.ok_or_else(|| first.at(0, "a rule is PATTERN -> PATTERN, and here is no ->"))?;
        let end = words.iter().position(|word| word.text == "where").unwrap_or(words.len());
        if arrow == 0 || arrow + 1 >= end {
            return Err(words[arrow].at(0, "a pattern is missing: a rule is PATTERN -> PATTERN"));
        }
        let (mut left, mut right) = (&words[..arrow], &words[arrow + 1..end]);
        let edges = [left, right].map(|side| side[side.len() - 1].text == "|");
        if edges[0] != edges[1] {
            return Err(first.at(0, "a | at the end is on both sides of a rule, or on none"));
        }
        if edges[0] {
            (left, right) = (&left[..left.len() - 1], &right[..right.len() - 1]);
        }
        if left.len() != right.len() || left.is_empty() {
            let why =
                format!("the left side has {} cells and the right side {}; they are as many", left.len(), right.len());
            return Err(first.at(0, why));
        }
        let left = left.iter().map(|word| self.read(*word)).collect::<Result<Vec<_>, _>>()?;
        let right = self.written(&left, right)?;
        let rule = Rule {
            different: self.different(&left, words, end)?,
            left,
            right,
            edge: edges[0],
            text: words.iter().map(|word| word.text).collect::<Vec<_>>().join(" "),
            place: first.place(),
        };
        Ok(rule)
    }

    fn read(&self, word: Token<'_>) -> Result<(Read, bool), Mistake> {
        let (name, run) = match word.text.strip_suffix('+') {
            Some(name) if !name.is_empty() => (name, true),
            _ => (word.text, false),
        };
        let read = match name {
            "*" => Read::Star,
            "?" => Read::Skip,
            "." => Read::Is(0),
            "|" => return Err(word.at(0, "| is the last token of a pattern")),
            name => match self.class(name) {
                Some(class) => Read::Class(class),
                None => Read::Is(self.piece(&Mark::of(Token { text: name, ..word }))?),
            },
        };
        if run && matches!(read, Read::Star | Read::Skip) {
            return Err(word.fault("is no run: a run is of a piece, of a class or of empty cells"));
        }
        Ok((read, run))
    }

    /// The right side of a rule.
    fn written(&self, left: &[(Read, bool)], words: &[Token<'_>]) -> Result<Vec<(Write, bool)>, Mistake> {
        let runs = |side: &[(Read, bool)]| side.iter().filter(|(_, run)| *run).count();
        let (mut right, mut read, mut stars) = (Vec::new(), Vec::new(), 0);
        for (at, word) in words.iter().enumerate() {
            let token = self.read(*word)?;
            let write = match token.0 {
                Read::Is(content) => Write::Put(content),
                Read::Class(class) if left.iter().any(|(other, _)| *other == Read::Class(class)) => Write::Class(class),
                Read::Class(_) => return Err(word.fault("is not on the left side, so nobody knows which piece it is")),
                Read::Star => {
                    stars += 1;
                    Write::Star(stars - 1)
                }
                Read::Skip if left[at].0 == Read::Skip && runs(&left[..at]) == runs(&read) => Write::Keep,
                Read::Skip => return Err(word.at(0, "a ? on the right is at the place of a ? on the left")),
            };
            right.push((write, token.1));
            read.push(token);
        }
        let last = words[words.len() - 1];
        if left.iter().filter(|(read, _)| *read == Read::Star).count() != stars {
            return Err(last.at(0, "each * of the left side comes again on the right side"));
        }
        if runs(left) != runs(&read) {
            return Err(last.at(0, "each run of the left side comes again on the right side"));
        }
        Ok(right)
    }

    /// The pairs of `where x != y, ..`.
    fn different(&self, left: &[(Read, bool)], words: &[Token<'_>], at: usize) -> Result<Vec<(usize, usize)>, Mistake> {
        let Some(head) = words.get(at) else { return Ok(Vec::new()) };
        let text: Vec<&str> = words[at + 1..].iter().map(|word| word.text).collect();
        let mut pairs = Vec::new();
        for part in text.join(" ").split(',') {
            let names = part.split_once("!=").map(|(a, b)| [a.trim(), b.trim()]);
            let class = |name: &str| {
                let class = self.class(name)?;
                left.iter().any(|(read, _)| *read == Read::Class(class)).then_some(class)
            };
            match names.map(|names| names.map(class)) {
                Some([Some(a), Some(b)]) if a != b => pairs.push((a, b)),
                _ => return Err(head.at(0, "after `where` come pairs of classes of the left side: x != y, x != z")),
            }
        }
        Ok(pairs)
    }
}
