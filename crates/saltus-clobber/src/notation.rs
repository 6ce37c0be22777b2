//! The notation of Solitaire Clobber.

pub(crate) mod shapes;
mod streams;

use std::fmt::{self, Debug, Display, Formatter};

use dashu_int::UBig;

use crate::definition;
use crate::rules::{Clobber, Colour, Instance, Look, MOST_SIZED, NoPawn, Pawns, Position, Shape, Turns};
use saltus_core::board::Cell;
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::{self, BadInput, TooLarge, Word};

impl Debug for Instance {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clobber {}", self.shape.name())?;
        match (&self.position, &self.shape) {
            (Position::Given(pawns), Shape::Grid { width, .. }) => write_rows(pawns, *width, f)?,
            (Position::Given(pawns), Shape::Hamming(_) | Shape::Multipartite(_)) => {
                self.write_size(f)?;
                write_rows(pawns, pawns.cells(), f)?;
            }
            (Position::Given(pawns), _) => write_rows(pawns, pawns.cells(), f)?,
            (Position::All(_), _) => self.write_size(f)?,
        }
        if let Shape::Graph { edges } = &self.shape {
            edges.iter().try_for_each(|&(a, b)| write!(f, " {}-{}", u64::from(a) + 1, u64::from(b) + 1))?;
        }
        let Turns::Alternate { first } = self.turns else { return Ok(()) };
        f.write_str(" turns=alternate")?;
        first.map_or(Ok(()), |first| write!(f, " first={}", first.letter()))
    }
}

impl Instance {
    /// A blank and the size of the board.
    fn write_size(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Grid { height, width } => write!(f, " {height}x{width}"),
            Shape::Cube { dimension } => write!(f, " {dimension}"),
            Shape::Hamming(sizes) | Shape::Multipartite(sizes) => {
                let between = if let Shape::Hamming(_) = self.shape { 'x' } else { ',' };
                sizes.iter().enumerate().try_for_each(|(place, size)| {
                    let before = if place == 0 { ' ' } else { between };
                    write!(f, "{before}{size}")
                })
            }
            Shape::Line | Shape::Cycle | Shape::Graph { .. } => write!(f, " {}", self.cells()),
        }
    }
}

/// A blank and the pawns in rows.
fn write_rows(pawns: &Pawns, width: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for first in (0..pawns.cells()).step_by(width) {
        f.write_str(if first == 0 { " " } else { "/" })?;
        pawns.write_letters(first..first + width, f)?;
    }
    Ok(())
}

impl Shape {
    /// The word that names it.
    fn name(&self) -> &'static str {
        match self {
            Shape::Line => "line",
            Shape::Cycle => "cycle",
            Shape::Grid { .. } => "grid",
            Shape::Cube { .. } => "cube",
            Shape::Hamming(_) => "hamming",
            Shape::Multipartite(_) => "multipartite",
            Shape::Graph { .. } => "graph",
        }
    }
}

impl notation::Instance for Instance {
    type Puzzle = Clobber;

    const NAME: &'static str = "clobber";
    const NOTATION: &'static str = "\
clobber line bwwb                                 a row: b, w, or . where there is no pawn
clobber cycle bwwbww                              a ring
clobber grid bwb/w.b/bwb                          a grid, row by row
clobber cube bwwbwbbw                             a hypercube, its 2^d vertices in binary order
clobber hamming AxB.. bwbwbwbww                   digits of the bases A, B, .., the last one the lowest; neighbours
                                                  differ in one digit
clobber multipartite A,B,.. bwbbwb                parts of A, B, .. vertices; neighbours are in different parts
clobber graph bwbw 1-2 2-3 3-4 4-1                any graph, its edges between vertices counted from 1
clobber line N | cycle N | grid HxW | cube D | hamming AxB.. | multipartite A,B,.. random seed=S
                                                  pawns on all cells, drawn, the same for the same seed
clobber line N | cycle N | grid HxW | cube D | hamming AxB.. | multipartite A,B,..
                                                  all configurations with pawns on all cells, for a survey
                                                  after all of them: [turns=free|alternate [first=b|w]]";
    const RULES: &'static str = "\
Black and white pawns stand on the vertices of a graph. A pawn moves to an adjacent vertex that holds a pawn of the
other colour, and takes that one; the vertex it came from stays empty. The game ends when no pawn can take another,
and the fewer are left, the better. With turns=free (the default) any pawn may move at any time, with
turns=alternate the colours take turns, and the game is over when the one to move cannot. first=b or first=w says
who begins; without it either may. A move is FROM-TO, cells counted from 1; on a grid row by row.";
    const EXAMPLES: &'static [&'static str] = &[
        "clobber line bwbwb",
        "clobber cycle bwwbwb",
        "clobber grid bwb/wbw",
        "clobber graph bwbwb 1-2 2-3 3-4 4-5 5-1 1-3",
        "clobber line bwwbwbwb turns=alternate",
        "clobber cube bwwbwbbw",
        "clobber multipartite 2,20 wwbbbbbbbbbbbbbbbbbbbb",
        "clobber line bwbwwbwwbwbbwbwb",
    ];

    fn parse(mut words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let options = notation::options(&mut words, &["turns", "first", "seed"])?;
        let option = |name: &str| options.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        let turns = read_turns(option("turns"), option("first"))?;
        let seed = option("seed");
        let Some((name, words)) = words.split_first() else {
            return Err(BadInput::line("clobber needs a board and its pawns, such as: clobber line bwwb"));
        };
        let instance = match name.text {
            "grid" if let Some(rows) = picture(words) => read_grid(&Word { text: &rows, column: words[0].column }),
            "line" | "cycle" | "grid" | "cube" => read_board(name.text, words, seed),
            "hamming" => read_of_sizes("hamming", 'x', "2x3 bwwbwb", words, seed, Shape::Hamming),
            "multipartite" => read_of_sizes("multipartite", ',', "2,3 bwwbw", words, seed, Shape::Multipartite),
            "graph" => read_graph(words, seed),
            _ => {
                return Err(name.fault("is no board; there are: line, cycle, grid, cube, hamming, multipartite, graph"));
            }
        }?;
        Ok(instance.with_turns(turns))
    }

    fn definition(&self) -> Result<String, BadInput> {
        definition::of(self)
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        let text = labels.concat();
        let pawns = read_pawns(&Word { text: &text, column: 0 })?;
        if pawns.cells() != self.cells() {
            return Err(BadInput::line(format!("the board has {} cells, not {}", self.cells(), pawns.cells())));
        }
        let turns = match (self.turns, turn) {
            (Turns::Free, turn) => {
                notation::without_turn(turn)?;
                Turns::Free
            }
            (Turns::Alternate { .. }, turn) => {
                let first = turn.map(|text| Word { text, column: 0 });
                read_turns(Some(Word { text: "alternate", column: 0 }), first)?
            }
        };
        Ok(Instance::new(self.shape.clone(), pawns).with_turns(turns))
    }

    fn is_set(&self) -> bool {
        matches!(self.position, Position::All(_))
    }

    /// A line and a cycle have closed forms, for which a bit a cell is enough.
    fn lay_out<'a>(&self, limits: &Limits<'a>) -> Result<Limits<'a>, Stop> {
        let cells = self.cells() as u64;
        limits.afford(match self.shape {
            Shape::Line | Shape::Cycle => cells / 8,
            _ => self.shape.room(cells),
        })?;
        Ok(*limits)
    }

    fn size(&self) -> UBig {
        self.cells().into()
    }

    /// # Panics
    /// When it is a set.
    fn puzzle(&self) -> Result<Clobber, TooLarge> {
        let pawns = self.configuration().expect("a set of configurations is surveyed, not played");
        let most = self.shape.most_cells();
        if pawns.cells() as u64 > most {
            return Err(TooLarge { cells: pawns.cells().into(), most });
        }
        let puzzle = Clobber::new(self.board(), pawns, self.turns);
        Ok(puzzle.drawn(match self.shape {
            Shape::Line => Look::Rows(pawns.cells()),
            Shape::Grid { width, .. } => Look::Rows(width),
            Shape::Cube { dimension } => Look::Cube(dimension),
            Shape::Cycle | Shape::Hamming(_) | Shape::Multipartite(_) | Shape::Graph { .. } => Look::Ring,
        }))
    }
}

/// The rows of a grid that are words of their own, as one word.
fn picture(words: &[Word<'_>]) -> Option<String> {
    let is_row = |word: &Word<'_>| word.text.bytes().all(|cell| b"bw.".contains(&cell));
    let rows: Vec<&str> = words.iter().map(|word| word.text).collect();
    (rows.len() > 1 && words.iter().all(is_row)).then(|| notation::joined(&rows, "/"))
}

pub(crate) fn read_turns(turns: Option<Word<'_>>, first: Option<Word<'_>>) -> Result<Turns, BadInput> {
    let alternate = match turns {
        Some(value) if !["free", "alternate"].contains(&value.text) => {
            return Err(value.fault("is neither free nor alternate"));
        }
        turns => turns.is_some_and(|value| value.text == "alternate"),
    };
    match first {
        None if alternate => Ok(Turns::Alternate { first: None }),
        None => Ok(Turns::Free),
        Some(value) if !alternate => Err(value.fault("goes only with turns=alternate")),
        Some(value) if value.text == "b" => Ok(Turns::Alternate { first: Some(Colour::Black) }),
        Some(value) if value.text == "w" => Ok(Turns::Alternate { first: Some(Colour::White) }),
        Some(value) => Err(value.fault("is neither b nor w")),
    }
}

/// A board that its pawns name, or its size.
fn read_board(name: &str, words: &[Word<'_>], seed: Option<Word<'_>>) -> Result<Instance, BadInput> {
    let Some((word, rest)) = words.split_first() else {
        return Err(BadInput::line(format!("a {name} needs its pawns, such as: clobber {name} bwwb")));
    };
    if is_size(word) {
        let shape = match name {
            "line" => Shape::Line,
            "cycle" => Shape::Cycle,
            "grid" => read_grid_size(word)?,
            _ => Shape::Cube { dimension: u32::try_from(read_length(word)?).unwrap_or(u32::MAX) },
        };
        return sized(word, shape, rest, seed);
    }
    nothing_more(rest, seed)?;
    match name {
        "line" => Ok(Instance::new(Shape::Line, read_pawns(word)?)),
        "cycle" => Ok(Instance::new(Shape::Cycle, read_pawns(word)?)),
        "grid" => read_grid(word),
        _ => read_cube(word),
    }
}

/// Whether a word is a number beyond 64 bits for its length alone; to convert it could take long.
fn is_long(text: &str) -> bool {
    text.len() > 20 && !text.starts_with('0') && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// A number; `usize::MAX` means that and more.
fn size(text: &str) -> Option<usize> {
    if is_long(text) {
        return Some(usize::MAX);
    }
    notation::number(text).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}

fn read_length(word: &Word<'_>) -> Result<usize, BadInput> {
    match size(word.text) {
        Some(number) => Ok(number),
        // This says why.
        None => word.number().map(|_| usize::MAX),
    }
}

fn read_grid_size(word: &Word<'_>) -> Result<Shape, BadInput> {
    let [height, width] = read_sizes(word, 'x')?[..] else {
        return Err(word.fault("is not a size HxW, rows and columns, such as 3x3"));
    };
    Ok(Shape::Grid { height, width })
}

fn read_grid(word: &Word<'_>) -> Result<Instance, BadInput> {
    let (height, pawns) = read_rows(word)?;
    Ok(Instance::new(Shape::Grid { height, width: pawns.cells() / height }, pawns))
}

fn read_cube(word: &Word<'_>) -> Result<Instance, BadInput> {
    let pawns = read_pawns(word)?;
    if !pawns.cells().is_power_of_two() {
        return Err(word.fault(format!("has {}; a hypercube has 1, 2, 4, 8, ..", counted(pawns.cells()))));
    }
    Ok(Instance::new(Shape::Cube { dimension: pawns.cells().trailing_zeros() }, pawns))
}

/// A board of several sizes, and its pawns.
fn read_of_sizes(
    name: &str,
    between: char,
    example: &str,
    words: &[Word<'_>],
    seed: Option<Word<'_>>,
    of_sizes: fn(Vec<usize>) -> Shape,
) -> Result<Instance, BadInput> {
    let Some((size, rest)) = words.split_first() else {
        let why = format!("a {name} needs its size and its pawns, such as: clobber {name} {example}");
        return Err(BadInput::line(why));
    };
    let shape = of_sizes(read_sizes(size, between)?);
    let Some((word, rest)) = rest.split_first().filter(|(word, _)| word.text != "random") else {
        return sized(size, shape, rest, seed);
    };
    nothing_more(rest, seed)?;
    let pawns = read_pawns(word)?;
    if shape.cells() == Some(pawns.cells()) {
        return Ok(Instance::new(shape, pawns));
    }
    Err(word.fault(format!("has {}, which is not the size of the board", counted(pawns.cells()))))
}

fn read_graph(words: &[Word<'_>], seed: Option<Word<'_>>) -> Result<Instance, BadInput> {
    let Some((word, edges)) = words.split_first() else {
        return Err(BadInput::line("a graph needs its pawns and edges, such as: clobber graph bwb 1-2 2-3"));
    };
    nothing_more(&[], seed)?;
    if is_size(word) {
        return Err(word.fault("is no configuration; a graph is named by its pawns and edges"));
    }
    let pawns = read_pawns(word)?;
    let edges = read_edges(edges, pawns.cells())?;
    Ok(Instance::graph(edges, pawns))
}

/// Edges as they are written; none is written twice.
fn read_edges(words: &[Word<'_>], cells: usize) -> Result<Vec<(Cell, Cell)>, BadInput> {
    let edges = words.iter().map(|word| read_edge(word, cells)).collect::<Result<Vec<_>, BadInput>>()?;
    let key = |(place, &(a, b)): (usize, &(Cell, Cell))| (u64::from(a) << 32 | u64::from(b), place);
    let mut places: Vec<(u64, usize)> = edges.iter().enumerate().map(key).collect();
    places.sort_unstable();
    let again = places.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).min();
    match again {
        None => Ok(edges),
        Some(place) => Err(words[place].fault("is an edge that was named before")),
    }
}

/// The lower vertex comes first.
fn read_edge(word: &Word<'_>, cells: usize) -> Result<(Cell, Cell), BadInput> {
    let vertex = |text: &str| {
        let number = size(text).filter(|number| (1..=cells).contains(number))?;
        Cell::try_from(number - 1).ok()
    };
    let ends = word.text.split_once('-').and_then(|(a, b)| Some((vertex(a)?, vertex(b)?)));
    match ends {
        None => Err(word.fault(format!("is not an edge A-B between the vertices 1 to {cells}"))),
        Some((a, b)) if a == b => Err(word.fault("joins a vertex to itself")),
        Some((a, b)) => Ok((a.min(b), a.max(b))),
    }
}

/// Whether a word is to be a number or a size, not pawns.
fn is_size(word: &Word<'_>) -> bool {
    word.text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
}

/// Pawns on every cell 64 at a time, without a branch on colours; where a letter is another, one by
/// one.
fn read_pawns(word: &Word<'_>) -> Result<Pawns, BadInput> {
    word.text.parse().map_err(|bad: NoPawn| no_pawn(word, bad.offset))
}

fn no_pawn(word: &Word<'_>, offset: usize) -> BadInput {
    let odd = char::from(word.text.as_bytes()[offset]);
    word.fault_at(offset, format!("'{odd}' is neither b, w nor . (no pawn)"))
}

/// Rows set apart by slashes: how many there are, and their pawns.
fn read_rows(word: &Word<'_>) -> Result<(usize, Pawns), BadInput> {
    let (mut height, mut width, mut begin) = (0, 0, 0);
    let mut pawns = Pawns::new();
    for row in word.text.split('/') {
        if row.is_empty() {
            // The slash after it, or the one before it at the end of the word.
            let slash = begin.min(word.text.len() - 1);
            return Err(word.fault_at(slash, "a row beside this / has no cells; each has at least one"));
        }
        let contents: Pawns = row.parse().map_err(|bad: NoPawn| no_pawn(word, begin + bad.offset))?;
        if height > 0 && row.len() != width {
            let why = format!("this row has {}, the first one {width}; rows are equally long", counted(row.len()));
            return Err(word.fault_at(begin, why));
        }
        contents.iter().for_each(|content| pawns.push(content));
        (height, width, begin) = (height + 1, row.len(), begin + row.len() + 1);
    }
    Ok((height, pawns))
}

/// The numbers of a word `AxB..` or `A,B,..`.
fn read_sizes(word: &Word<'_>, between: char) -> Result<Vec<usize>, BadInput> {
    let side = |text: &str| match size(text) {
        None => Err(word.fault(format!("is not a size, numbers with {between} between them, such as 3{between}3"))),
        Some(0) => Err(no_cells(word)),
        Some(number) => Ok(number),
    };
    word.text.split(between).map(side).collect()
}

/// What a size names: a random configuration when the word random follows it, else all there
/// are.
fn sized(word: &Word<'_>, shape: Shape, behind: &[Word<'_>], seed: Option<Word<'_>>) -> Result<Instance, BadInput> {
    let cells = shape.cells().map_or_else(|| read_length(word), Ok)?;
    if cells == 0 {
        return Err(no_cells(word));
    }
    if cells > MOST_SIZED {
        return Err(word.fault(format!("is too large: a board named by its size has at most {MOST_SIZED} cells")));
    }
    let Some((random, rest)) = behind.split_first() else {
        nothing_more(&[], seed)?;
        return Ok(Instance::all(shape, cells));
    };
    if random.text != "random" {
        return Err(random.fault("does not fit: after the size of a board comes nothing, or the word random"));
    }
    nothing_more(rest, None)?;
    let Some(seed) = seed else { return Err(random.fault("needs seed=S, a number that names the configuration")) };
    let number = if is_long(seed.text) { None } else { u64::try_from(seed.number()?).ok() };
    let number = number.ok_or_else(|| seed.fault("is too large: seeds are below 2^64"))?;
    Ok(Instance::random(shape, cells, number))
}

/// Nothing follows the pawns of a board, and they take no seed.
fn nothing_more(words: &[Word<'_>], seed: Option<Word<'_>>) -> Result<(), BadInput> {
    match (words.first(), seed) {
        (Some(more), _) => Err(more.fault("does not fit: the board and its pawns are named already")),
        (None, Some(seed)) => Err(seed.fault("does not fit: a seed goes with the word random")),
        (None, None) => Ok(()),
    }
}

fn no_cells(word: &Word<'_>) -> BadInput {
    word.fault("has no cells; a board has at least one")
}

/// "1 cell", "2 cells".
fn counted(cells: usize) -> String {
    format!("{cells} cell{}", if cells == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
