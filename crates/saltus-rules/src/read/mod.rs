//! From statements to a definition: what each statement may contain, and one message for each mistake.

mod blocks;
mod marks;
mod names;

use rustc_hash::FxHashMap;

use saltus_core::notation::{self, BadInput, Word};

use crate::definition::{Class, Content, Cycle, Definition, Goal};
use crate::geometry::{Cell, Form, Geometry, MOST_CELLS};
use crate::text::{self, COMMENT, Mistake, Statement, Token, is_comment, unmarked};
use marks::{Mark, ranges, spell};
use names::PieceNames;

/// What a statement may begin with.
const KEYWORDS: [&str; 15] = [
    "title", "source", "known", "text", "board", "cells", "lines", "start", "pieces", "class", "turns", "move",
    "cycle", "blocks", "goal",
];

/// Whether a text begins as definitions do: with a keyword and, on the same line, a colon.
pub(crate) fn is_definition(text: &str) -> bool {
    let begins = |line: &&str| !line.trim().is_empty() && !is_comment(line.trim_start());
    let Some(line) = unmarked(text).lines().find(begins) else { return false };
    let keyword = line.split([' ', ':']).next().unwrap_or_default();
    KEYWORDS.contains(&keyword) && line.contains(':')
}

/// The statements that may come more than once.
const MANY: [&str; 7] = ["class", "move", "cycle", "goal", "text", "source", "known"];

/// More pieces than a content has room for.
const MOST_PIECES: usize = 250;

impl Definition {
    /// Reads a definition as a file has it.
    ///
    /// ```
    /// use saltus_rules::Definition;
    ///
    /// let mistake = Definition::from_text("board: t . f\nmove right: t . -> . g\ngoal: f . t").unwrap_err();
    /// assert_eq!(mistake.to_string(), "line 2, column 22: \"g\" is no piece of the start and no class; `pieces:` declares one that comes later");
    /// ```
    ///
    /// # Errors
    /// The first mistake.
    pub fn from_text(text: &str) -> Result<Self, Mistake> {
        Reader::new(text::of_file(&notation::normal(text))?)?.definition()
    }

    /// Reads the words after `rules` on one line.
    ///
    /// # Errors
    /// The first mistake.
    pub fn from_words(words: &[Word<'_>]) -> Result<Self, BadInput> {
        let read = || Reader::new(text::of_words(words)?)?.definition();
        read().map_err(|Mistake { column, why, .. }| BadInput { column, why })
    }
}

/// Statements by keyword.
struct Reader<'a> {
    statements: Vec<Statement<'a>>,
}

impl<'a> Reader<'a> {
    fn new(statements: Vec<Statement<'a>>) -> Result<Self, Mistake> {
        for (number, statement) in statements.iter().enumerate() {
            let keyword = statement.keyword.text;
            if !KEYWORDS.contains(&keyword) {
                let all = KEYWORDS.join(", ");
                return Err(statement.keyword.fault(format!("is no keyword; there are: {all}")));
            }
            let is_again = statements[..number].iter().any(|other| other.keyword.text == keyword);
            if is_again && !MANY.contains(&keyword) {
                return Err(statement.fault("this statement is there twice"));
            }
        }
        Ok(Reader { statements })
    }

    fn all(&self, keyword: &'static str) -> impl Iterator<Item = &Statement<'a>> {
        self.statements.iter().filter(move |statement| statement.keyword.text == keyword)
    }

    fn one(&self, keyword: &'static str) -> Option<&Statement<'a>> {
        self.all(keyword).next()
    }

    fn definition(&self) -> Result<Definition, Mistake> {
        let title = self.one("title").map(title).transpose()?;
        let board = self.one("board").ok_or_else(|| Mistake::whole("there is no `board:`"))?;
        let (geometry, shown) = self.board(board)?;
        let start = match (self.one("start"), shown) {
            (Some(start), _) => {
                no_heads(start)?;
                if geometry.form == Form::Graph {
                    graph_start(&geometry, start)?
                } else {
                    spell(&geometry.picture(start)?)
                }
            }
            (None, Some(shown)) => spell(&shown),
            (None, None) => return Err(board.fault("a graph needs `start:`, what stands on its cells")),
        };
        let mut definition = Definition {
            title,
            board: geometry,
            pieces: Vec::new(),
            start: Vec::new(),
            classes: Vec::new(),
            turns: Vec::new(),
            moves: Vec::new(),
            cycles: Vec::new(),
            blocks: None,
            goals: Vec::new(),
            goal_places: self.all("goal").map(|goal| goal.keyword.place()).collect(),
        };
        if let Some(blocks) = self.one("blocks") {
            return self.of_blocks(definition, &start, blocks);
        }
        let names = self.names(&start)?;
        definition.start = start.iter().map(|mark| names.content(mark)).collect::<Result<_, _>>()?;
        definition.pieces.clone_from(&names.pieces);
        definition.classes.clone_from(&names.classes);
        definition.turns = self.one("turns").map_or(Ok(Vec::new()), |turns| names.turns(turns))?;
        for statement in self.all("move") {
            let moves = names.moves(&definition.board, statement)?;
            if !definition.turns.is_empty() && moves.rules.iter().any(|rule| rule.mover().is_none()) {
                return Err(statement.fault("with `turns:` the left side of a rule names the piece that moves"));
            }
            definition.moves.push(moves);
        }
        for statement in self.all("cycle") {
            if !definition.turns.is_empty() {
                return Err(statement.fault("a cycle has no piece that moves, so it does not go with `turns:`"));
            }
            definition.cycles.push(cycle(&definition.board, statement)?);
        }
        if definition.moves.is_empty() && definition.cycles.is_empty() {
            return Err(Mistake::whole("there is no `move:`, `cycle:` or `blocks:`"));
        }
        for statement in self.all("goal") {
            definition.goals.push(goal(&definition.board, statement, &|mark| names.content(mark))?);
        }
        with_goal(definition)
    }

    /// The board, and what it shows on its cells.
    fn board(&self, board: &Statement<'a>) -> Result<(Geometry, Option<Vec<Token<'a>>>), Mistake> {
        let (mut form, mut spaced) = (Form::Square { rows_close: false, columns_close: false }, false);
        for head in &board.heads {
            match (head.text, form) {
                ("square", Form::Square { .. }) => {}
                ("torus", Form::Square { rows_close: false, .. }) => {
                    form = Form::Square { rows_close: true, columns_close: true };
                }
                ("cylinder", Form::Square { rows_close: false, .. }) => {
                    form = Form::Square { rows_close: true, columns_close: false };
                }
                ("spaced", Form::Square { .. }) => spaced = true,
                ("hex", _) if board.heads.len() == 1 => form = Form::Hex,
                ("graph", _) if board.heads.len() == 1 => form = Form::Graph,
                _ => {
                    let why = "does not go here; a board is `square` (with `torus` or `cylinder`, and `spaced`), `hex` or `graph`";
                    return Err(head.fault(why));
                }
            }
        }
        if form == Form::Graph {
            return Ok((self.graph(board)?, None));
        }
        for keyword in ["cells", "lines"] {
            if let Some(statement) = self.one(keyword) {
                return Err(statement.fault("only a graph has it"));
            }
        }
        let (geometry, shown) = Geometry::of_picture(form, spaced, board)?;
        Ok((geometry, Some(shown)))
    }

    fn graph(&self, board: &Statement<'a>) -> Result<Geometry, Mistake> {
        let edges: Vec<Vec<Token<'a>>> = board.words().map(chain).collect::<Result<_, _>>()?;
        let mut names: Vec<String> = Vec::new();
        match self.one("cells") {
            Some(cells) => {
                no_heads(cells)?;
                let marks = ranges(cells, MOST_CELLS)?;
                if let Some(odd) = marks.iter().find(|mark| !notation::is_word(&mark.text)) {
                    return Err(odd.fault("is no name of a cell, which is a word of letters and digits"));
                }
                names = marks.into_iter().map(|mark| mark.text).collect();
            }
            None => {
                for cell in edges.iter().flatten() {
                    if !names.iter().any(|name| name == cell.text) {
                        names.push(cell.text.to_owned());
                    }
                }
            }
        }
        if names.is_empty() || names.len() > MOST_CELLS {
            return Err(board.fault(format!("a board has 1 to {MOST_CELLS} cells, not {}", names.len())));
        }
        let numbers: FxHashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let number = |cell: &Token<'a>| {
            numbers.get(cell.text).map(|at| *at as Cell).ok_or_else(|| cell.fault("is no cell of `cells:`"))
        };
        let chains = |chains: &[Vec<Token<'a>>]| -> Result<Vec<Vec<Cell>>, Mistake> {
            chains.iter().map(|chain| chain.iter().map(number).collect()).collect()
        };
        let mut pairs = Vec::new();
        for (words, chain) in edges.iter().zip(chains(&edges)?) {
            for (at, pair) in chain.windows(2).enumerate() {
                if pair[0] == pair[1] {
                    return Err(words[at + 1].fault("is joined to itself"));
                }
                pairs.push((pair[0], pair[1]));
            }
        }
        let lines = match self.one("lines") {
            Some(lines) => chains(&lines.words().map(chain).collect::<Result<Vec<_>, _>>()?)?,
            None => Vec::new(),
        };
        Ok(Geometry::of_graph(names.clone(), &pairs, lines))
    }

    /// The names of pieces and classes.
    fn names(&self, start: &[Mark<'a>]) -> Result<PieceNames, Mistake> {
        let mut names = PieceNames { pieces: Vec::new(), classes: Vec::new() };
        let declared = self.one("pieces").map_or(Ok(Vec::new()), |pieces| ranges(pieces, MOST_PIECES))?;
        for mark in declared.iter().chain(start.iter().filter(|mark| mark.text != ".")) {
            mark.name()?;
            if !names.pieces.contains(&mark.text) {
                names.pieces.push(mark.text.clone());
            }
        }
        if names.pieces.len() > MOST_PIECES {
            return Err(Mistake::whole(format!("there are {} pieces, more than {MOST_PIECES}", names.pieces.len())));
        }
        for statement in self.all("class") {
            let [name] = statement.heads[..] else {
                return Err(statement.fault("a class has one name: `class NAME: PIECES`"));
            };
            Mark::of(name).name()?;
            if names.pieces.iter().any(|piece| piece == name.text) {
                return Err(name.fault("is a piece; a class has a name of its own"));
            }
            if names.class(name.text).is_some() {
                return Err(name.fault("is the name of another class, too"));
            }
            let marks = ranges(statement, MOST_PIECES)?;
            let pieces = marks.iter().map(|mark| names.piece(mark)).collect::<Result<Vec<_>, _>>()?;
            if pieces.is_empty() {
                return Err(statement.fault("it names no piece"));
            }
            names.classes.push(Class { name: name.text.to_owned(), pieces });
        }
        Ok(names)
    }
}

fn with_goal(definition: Definition) -> Result<Definition, Mistake> {
    match definition.goals.len() {
        0 => Err(Mistake::whole("there is no `goal:`")),
        2.. if definition.fewest().is_some() => Err(Mistake::whole("`goal fewest` is the only goal where it is one")),
        _ if definition.fewest().is_some() && definition.has_free() => {
            Err(Mistake::whole("with `goal fewest` pieces count, and moves are not told apart by `cost 0`"))
        }
        _ => Ok(definition),
    }
}

/// What stands on the cells of a graph; words may come again.
fn graph_start<'a>(board: &Geometry, start: &Statement<'a>) -> Result<Vec<Mark<'a>>, Mistake> {
    if !start.words().any(|word| word.text.len() > 2 && word.text.contains("..")) {
        return Ok(spell(&board.picture(start)?));
    }
    let marks = ranges(start, MOST_CELLS)?;
    if marks.len() == board.cells() {
        return Ok(marks);
    }
    Err(start.fault(format!("it has {} words, one for each of {} cells is wanted", marks.len(), board.cells())))
}

/// The cells of `1-2-3`.
fn chain(word: Token<'_>) -> Result<Vec<Token<'_>>, Mistake> {
    let mut at = 0;
    let cells: Vec<Token<'_>> = word
        .text
        .split('-')
        .map(|text| {
            let cell = Token { text, column: word.column + at, ..word };
            at += notation::width(text) + 1;
            cell
        })
        .collect();
    match cells.iter().find(|cell| !notation::is_word(cell.text)) {
        Some(_) => Err(word.fault("is no chain of cells such as 1-2-3; a name is a word of letters and digits")),
        None => Ok(cells),
    }
}

fn title(statement: &Statement<'_>) -> Result<String, Mistake> {
    no_heads(statement)?;
    let words: Vec<&str> = statement.words().map(|word| word.text).collect();
    match statement.words().find(|word| matches!(word.text, ";" | "/") || word.text.starts_with(COMMENT)) {
        Some(odd) => Err(odd.fault("does not stand alone in a title, or begins a comment")),
        None if words.is_empty() => Err(statement.fault("it has no text")),
        None => Ok(words.join(" ")),
    }
}

fn no_heads(statement: &Statement<'_>) -> Result<(), Mistake> {
    statement.heads.first().map_or(Ok(()), |head| Err(head.fault("does not go here")))
}

fn cycle(board: &Geometry, statement: &Statement<'_>) -> Result<Cycle, Mistake> {
    let both = match statement.heads[..] {
        [] => false,
        [head] if head.text == "both" => true,
        [head, ..] => return Err(head.fault("does not go here; a cycle is `both` or has no headword")),
    };
    let mut rings: Vec<Vec<Cell>> = Vec::new();
    let mut is_open = false;
    for word in statement.words() {
        let (name, begins) = word.text.strip_prefix('(').map_or((word.text, false), |rest| (rest, true));
        let (name, ends) = name.strip_suffix(')').map_or((name, false), |rest| (rest, true));
        let is_inside = is_open || begins;
        if begins && is_open || !is_inside && (ends || rings.len() > 1) {
            return Err(word.fault("is not where a parenthesis or a cell goes: `(CELL CELL ..) (CELL CELL ..)`"));
        }
        if begins || rings.is_empty() {
            rings.push(Vec::new());
        }
        is_open = (is_open || begins) && !ends;
        let Some(cell) = board.names.iter().position(|other| other == name) else {
            return Err(word.fault("is no cell; the cells of a picture are ROW.COLUMN"));
        };
        if rings.iter().flatten().any(|&other| other as usize == cell) {
            return Err(word.fault("is in the cycle already"));
        }
        rings.last_mut().expect("one was begun").push(cell as Cell);
    }
    if is_open || rings.is_empty() || rings.iter().any(|ring| ring.len() < 2) {
        return Err(statement.fault("each cycle has two cells or more, and ends where it says so"));
    }
    Ok(Cycle { rings, both, place: statement.keyword.place() })
}

/// A goal, given the number of a piece.
fn goal<'a>(
    board: &Geometry,
    statement: &Statement<'a>,
    content: &dyn Fn(&Mark<'a>) -> Result<Content, Mistake>,
) -> Result<Goal, Mistake> {
    let counted = || {
        let pieces = ranges(statement, MOST_PIECES)?.iter().map(content).collect::<Result<Vec<_>, _>>()?;
        if pieces.is_empty() || pieces.contains(&0) {
            return Err(statement.fault("it names the pieces that count"));
        }
        Ok(pieces)
    };
    match statement.heads[..] {
        [] => {
            let wanted = spell(&board.picture(statement)?);
            let wanted = wanted.iter().map(|mark| if mark.text == "?" { Ok(None) } else { content(mark).map(Some) });
            Ok(Goal::Picture(wanted.collect::<Result<_, _>>()?))
        }
        [head] if head.text == "stuck" && statement.rows.is_empty() => Ok(Goal::Stuck),
        [head, number] if head.text == "most" => {
            let most = saltus_core::notation::number(number.text).and_then(|most| usize::try_from(&most).ok());
            let most = most.ok_or_else(|| number.fault("is not how many pieces may be left at most"))?;
            Ok(Goal::Most(most, counted()?))
        }
        [head] if head.text == "fewest" => Ok(Goal::Fewest(counted()?)),
        [head, ..] => {
            Err(head.fault("does not go here; a goal is a picture, `most N: PIECES`, `fewest: PIECES` or `stuck:`"))
        }
    }
}
