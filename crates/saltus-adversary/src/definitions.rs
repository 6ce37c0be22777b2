//! Definitions at random: all statements of docs/definitions.md, in lines that mostly name a puzzle of few positions.

use super::dice::{Dice, pick};

/// What titles are made of.
const TITLE: &[&str] = &[
    "a",
    "Z",
    "7",
    " ",
    " ",
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "<",
    ">",
    "&",
    "%",
    "$(",
    "`",
    "//",
    "#",
    "cost 0",
    "rules",
    "VERIFIED",
    "; x",
    "/ x",
    "-->",
    "*",
    "=",
    "\"",
    "\\",
    "\\u0022",
    "','",
    "\u{e9}",
    "e\u{301}",
    "\u{3a9}",
    "\u{939}\u{93f}",
    "\u{265e}\u{fe0e}",
    "\u{1f40d}",
    "\u{301}",
    "\u{202e}",
    "\u{a0}",
    "\u{2028}",
    "\u{feff}",
];

/// What pieces are called on boards of words.
const WORDS: &[&str] = &["a", "b2", "10", "Q", "\u{3b1}1", "\u{416}", "\"", "\\"];

/// What pieces are called where each character is a cell.
const LETTERS: &[&str] = &[
    "a", "b", "c", "o", "$", "@", "~", "{", "]", "<", "&", "%", "'", "_", "\"", "\\", "\u{3b1}", "\u{265e}", "\u{e9}",
    "e\u{301}",
];

/// Small definitions with a feature each.
const FEATURES: &str = include_str!("../../saltus-rules/tests/data/features.tsv");

/// A line that may name a definition.
pub fn line(dice: &mut impl Dice) -> String {
    let statements = match dice.below(4) {
        0 => changed(dice),
        1 => blocks(dice),
        _ => Draft::new(dice).statements(dice),
    };
    let mut statements = statements;
    if dice.below(2) == 0 {
        let title: String = (0..=dice.below(9)).map(|_| pick(TITLE, dice)).collect();
        statements.insert(dice.below(statements.len() + 1), format!("title: {}", title.trim()));
    }
    format!("rules {}", statements.join(" ; "))
}

/// A definition with a feature, and up to two words of it exchanged, left out or twice.
fn changed(dice: &mut impl Dice) -> Vec<String> {
    let rows: Vec<&str> = FEATURES.lines().filter_map(|row| row.split('\t').next()?.strip_prefix("rules ")).collect();
    let mut words: Vec<String> = pick(&rows, dice).split(' ').map(str::to_owned).collect();
    for _ in 0..dice.below(3) {
        let (at, other) = (dice.below(words.len()), dice.below(words.len()));
        match dice.below(4) {
            0 => words.swap(at, other),
            1 => {
                let word = words[other].clone();
                words[at] = word;
            }
            2 => words.insert(at, words[other].clone()),
            _ => drop(words.remove(at)),
        }
    }
    words.join(" ").split(" ; ").map(str::to_owned).collect()
}

/// The places of a board.
enum Board {
    /// Rows and columns; the head words after `board`; whether pictures are spaced.
    Squares { rows: usize, columns: usize, words: String, spaced: bool },
    /// Rows, and cells of a row.
    Hex { rows: usize, columns: usize },
    /// The chains of edges, the names of cells.
    Graph { chains: Vec<Vec<usize>>, cells: usize },
}

/// A definition without blocks.
struct Draft {
    board: Board,
    /// Places that are no cells.
    holes: Vec<bool>,
    pieces: Vec<&'static str>,
    classes: Vec<(&'static str, Vec<usize>)>,
}

impl Draft {
    fn new(dice: &mut impl Dice) -> Self {
        let board = match dice.below(6) {
            0 => Board::Hex { rows: 1 + dice.below(3), columns: 2 + dice.below(2) },
            1 => {
                let cells = 3 + dice.below(4);
                let mut chains = vec![(0..cells).collect::<Vec<_>>()];
                for _ in 0..dice.below(3) {
                    let mut chain: Vec<usize> = (0..cells).collect();
                    super::small::shuffle(&mut chain, dice);
                    chain.truncate(2 + dice.below(2));
                    chains.push(chain);
                }
                Board::Graph { chains, cells }
            }
            _ => {
                let (rows, columns) = pick(&[(1, 4), (1, 5), (1, 7), (2, 2), (2, 3), (3, 2), (3, 3), (4, 1)], dice);
                let words = pick(&["", "", "", " torus", " cylinder"], dice).to_owned();
                Board::Squares { rows, columns, words, spaced: dice.below(2) == 0 }
            }
        };
        let places = match board {
            Board::Squares { rows, columns, .. } | Board::Hex { rows, columns } => rows * columns,
            Board::Graph { cells, .. } => cells,
        };
        let may_have_holes = !matches!(board, Board::Graph { .. }) && dice.below(3) == 0;
        let holes = (0..places).map(|_| may_have_holes && dice.below(6) == 0).collect();
        let names = match board {
            Board::Squares { spaced: true, .. } | Board::Graph { .. } => WORDS,
            _ => LETTERS,
        };
        let mut pieces = names.to_vec();
        super::small::shuffle(&mut pieces, dice);
        pieces.truncate(1 + dice.below(3));
        let mut classes = Vec::new();
        for name in ["x", "y"].into_iter().take(dice.below(3)) {
            let of: Vec<usize> = (0..pieces.len()).filter(|_| dice.below(3) > 0).collect();
            classes.push((name, if of.is_empty() { vec![0] } else { of }));
        }
        Draft { board, holes, pieces, classes }
    }

    fn statements(&self, dice: &mut impl Dice) -> Vec<String> {
        let mut all = Vec::new();
        let start = self.picture(dice, |draft, dice| match dice.below(5) {
            0..=2 => pick(&draft.pieces, dice).to_owned(),
            _ => ".".to_owned(),
        });
        match &self.board {
            Board::Squares { words, spaced, .. } => {
                all.push(format!("board{words}{}: {start}", if *spaced { " spaced" } else { "" }));
            }
            Board::Hex { .. } => all.push(format!("board hex: {start}")),
            Board::Graph { chains, cells } => {
                let chain =
                    |chain: &Vec<usize>| chain.iter().map(|cell| format!("v{cell}")).collect::<Vec<_>>().join("-");
                let chains: Vec<String> = chains.iter().map(chain).collect();
                all.push(format!("board graph: {}", chains.join(" ")));
                all.push(format!("start: {start}"));
                if dice.below(2) == 0 {
                    all.push(format!("lines: {}", chains[..=dice.below(chains.len())].join(" ")));
                }
                if dice.below(3) == 0 {
                    let names: Vec<String> = (0..*cells).rev().map(|cell| format!("v{cell}")).collect();
                    all.push(format!("cells: {}", names.join(" ")));
                }
            }
        }
        all.push(format!("pieces: {}", self.pieces.join(" ")));
        for (name, of) in &self.classes {
            let of: Vec<&str> = of.iter().map(|&piece| self.pieces[piece]).collect();
            all.push(format!("class {name}: {}", of.join(" ")));
        }
        let has_turns = self.pieces.len() > 1 && dice.below(4) == 0;
        if has_turns {
            all.push(format!("turns: {}", self.pieces.join(" ")));
        }
        let is_fewest = dice.below(6) == 0;
        for _ in 0..=dice.below(3) {
            let way = match dice.below(6) {
                0 => " chain",
                1 if !is_fewest => " cost 0",
                _ => "",
            };
            let rules: Vec<String> = (0..=dice.below(2)).map(|_| self.rule(dice)).collect();
            all.push(format!("move{}{way}: {}", self.direction(dice), rules.join(" / ")));
        }
        if !has_turns && dice.below(4) == 0 {
            all.push(self.cycle(dice));
        }
        if is_fewest {
            all.push(format!("goal fewest: {}", self.some_pieces(dice)));
        } else {
            for _ in 0..=dice.below(2) {
                all.push(self.goal(dice));
            }
        }
        all
    }

    /// What is on each place, in the form of the board.
    fn picture<D: Dice>(&self, dice: &mut D, content: impl Fn(&Self, &mut D) -> String) -> String {
        let at = |place: usize, dice: &mut D| if self.holes[place] { "#".to_owned() } else { content(self, dice) };
        let (height, columns, indent, between) = match self.board {
            Board::Graph { cells, .. } => (1, cells, "", " "),
            Board::Squares { rows, columns, spaced, .. } => (rows, columns, "", if spaced { " " } else { "" }),
            Board::Hex { rows, columns } => (rows, columns, "#", " "),
        };
        let mut rows = Vec::new();
        for row in 0..height {
            let cells: Vec<String> = (0..columns).map(|column| at(row * columns + column, dice)).collect();
            rows.push(indent.repeat(row % 2) + &cells.join(between));
        }
        rows.join(" / ")
    }

    fn direction(&self, dice: &mut impl Dice) -> String {
        let words: &[&str] = match &self.board {
            Board::Squares { .. } => {
                &["", "", "right", "left", "up", "right left", "ne", "orthogonal", "diagonal", "eight", "knight"]
            }
            Board::Hex { .. } => &["", "", "right", "ne", "sw", "right left", "six"],
            Board::Graph { .. } => &["", "path", "line"],
        };
        let word = pick(words, dice);
        if word.is_empty() { String::new() } else { format!(" {word}") }
    }

    fn rule(&self, dice: &mut impl Dice) -> String {
        let mut left = Vec::new();
        for _ in 0..=dice.below(4) {
            let token = match dice.below(14) {
                0..4 => pick(&self.pieces, dice).to_owned(),
                4..8 => ".".into(),
                8..11 if !self.classes.is_empty() => self.classes[dice.below(self.classes.len())].0.into(),
                11 => "*".into(),
                12 => "?".into(),
                _ => format!("{}+", pick(&[".", self.pieces[0]], dice)),
            };
            left.push(token);
        }
        let mut right = left.clone();
        let is_fixed = |token: &str| matches!(token, "?" | "*") || (token.len() > 1 && token.ends_with('+'));
        for at in (1..right.len()).rev() {
            let other = dice.below(at + 1);
            if right[at] != "?" && right[other] != "?" {
                right.swap(at, other);
            }
        }
        for token in &mut right {
            if !is_fixed(token) && dice.below(4) == 0 {
                pick(&[".", self.pieces[0], self.pieces[self.pieces.len() - 1]], dice).clone_into(token);
            }
        }
        if dice.below(8) == 0 {
            left.push("|".into());
            right.push("|".into());
        }
        let both = left.iter().any(|token| token == "x") && left.iter().any(|token| token == "y");
        let differ = if both && dice.below(2) == 0 { " where x != y" } else { "" };
        format!("{} -> {}{differ}", left.join(" "), right.join(" "))
    }

    fn cycle(&self, dice: &mut impl Dice) -> String {
        let mut names: Vec<String> = match self.board {
            Board::Graph { cells, .. } => (0..cells).map(|cell| format!("v{cell}")).collect(),
            Board::Squares { rows, columns, .. } | Board::Hex { rows, columns } => {
                let is_hex = matches!(self.board, Board::Hex { .. });
                let name = |place: usize| {
                    let (row, column) = (place / columns, place % columns);
                    let column = 1 + if is_hex { 2 * column + row % 2 } else { column };
                    if rows == 1 { column.to_string() } else { format!("{}.{column}", row + 1) }
                };
                (0..rows * columns).map(name).collect()
            }
        };
        names = names.into_iter().zip(&self.holes).filter(|(_, hole)| !**hole).map(|(name, _)| name).collect();
        super::small::shuffle(&mut names, dice);
        let both = pick(&["", " both"], dice);
        if names.len() >= 4 && dice.below(3) == 0 {
            return format!("cycle{both}: ({} {}) ({} {})", names[0], names[1], names[2], names[3]);
        }
        names.truncate(2 + dice.below(3));
        format!("cycle{both}: {}", names.join(" "))
    }

    fn some_pieces(&self, dice: &mut impl Dice) -> String {
        let mut pieces = self.pieces.clone();
        pieces.truncate(1 + dice.below(pieces.len()));
        pieces.join(" ")
    }

    fn goal(&self, dice: &mut impl Dice) -> String {
        match dice.below(6) {
            0 => "goal stuck:".into(),
            1 => format!("goal most {}: {}", dice.below(3), self.some_pieces(dice)),
            _ => {
                let picture = self.picture(dice, |draft, dice| match dice.below(6) {
                    0 => pick(&draft.pieces, dice).to_owned(),
                    1 => ".".to_owned(),
                    _ => "?".to_owned(),
                });
                format!("goal: {picture}")
            }
        }
    }
}

/// A definition with blocks.
fn blocks(dice: &mut impl Dice) -> Vec<String> {
    let (rows, columns) = pick(&[(2, 3), (3, 3), (3, 4), (1, 6), (4, 3)], dice);
    let mut cells = vec!['.'; rows * columns];
    let letters = ['A', 'b', 'C', 'd'];
    let letters = &letters[..=dice.below(4)];
    for &letter in letters {
        let mut at = dice.below(cells.len());
        for _ in 0..=dice.below(3) {
            if cells[at] == '.' {
                cells[at] = letter;
            }
            let (row, column) = (at / columns, at % columns);
            at = match dice.below(4) {
                0 if row > 0 => at - columns,
                1 if row + 1 < rows => at + columns,
                2 if column > 0 => at - 1,
                _ if column + 1 < columns => at + 1,
                _ => at,
            };
        }
    }
    if dice.below(4) == 0 {
        let at = dice.below(cells.len());
        cells[at] = if cells[at] == '.' { '#' } else { cells[at] };
    }
    let letters: Vec<char> = letters.iter().copied().filter(|letter| cells.contains(letter)).collect();
    let picture = |cells: &[char]| {
        let rows: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
        rows.join(" / ")
    };
    // A block somewhere else.
    let mut goal: Vec<char> = cells.iter().map(|&cell| if cell == '#' { '#' } else { '?' }).collect();
    let wanted = letters.get(dice.below(letters.len().max(1))).copied();
    let shift = dice.below(2 * columns);
    for at in (0..cells.len()).filter(|&at| Some(cells[at]) == wanted) {
        let to = (at + shift) % cells.len();
        goal[to] = if goal[to] == '?' { cells[at] } else { goal[to] };
    }
    let ways = ["unit", "straight", "walk", "unit axis", "straight axis"];
    let letters: Vec<String> = letters.iter().map(char::to_string).collect();
    vec![
        format!("board: {}", picture(&cells)),
        format!("blocks {}: {}", pick(&ways, dice), letters.join(" ")),
        if dice.below(8) == 0 { "goal stuck:".into() } else { format!("goal: {}", picture(&goal)) },
    ]
}
