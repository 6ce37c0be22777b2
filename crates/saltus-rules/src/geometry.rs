//! Cells, and the lines of cells that patterns are read along.

use rustc_hash::FxHashMap;

use saltus_core::notation::characters;
use saltus_core::scene::UNIT;

use crate::text::{Mistake, Statement, TextRow, Token};

/// The number of a cell, from 0.
pub(crate) type Cell = u16;

/// The most cells that a board may have.
pub(crate) const MOST_CELLS: usize = saltus_core::definition::MOST_CELLS as usize;

/// The most places of a picture, those without a cell among them.
const MOST_PLACES: usize = 1 << 20;

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Squares; whether rows and columns close to rings.
    Square {
        rows_close: bool,
        columns_close: bool,
    },
    Hex,
    Graph,
}

/// How a line goes on from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// By this many rows and columns.
    Step(i32, i32),
    /// Along any edges.
    Path,
    /// Along the declared lines of a graph.
    Line,
}

/// A board without what stands on it.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) form: Form,
    pub(crate) names: Vec<String>,
    /// Row and column of each cell; of a graph none.
    pub(crate) places: Vec<(i32, i32)>,
    /// Whether the words of pictures are cells, even where a picture does not show it.
    pub(crate) spaced: bool,
    rows: i32,
    columns: i32,
    at: FxHashMap<(i32, i32), Cell>,
    /// Of a graph: the neighbours of each cell, ascending.
    pub(crate) neighbours: Vec<Vec<Cell>>,
    /// Of a graph: the declared lines.
    pub(crate) lines: Vec<Vec<Cell>>,
}

/// The turns and reflections of the plane that squares or hexagons allow, around a cell, by number: where a row and column come to, as steps from it.
fn turned(hex: bool, number: u32, (mut row, mut column): (i32, i32)) -> (i32, i32) {
    if number % 2 == 1 {
        column = -column;
    }
    for _ in 0..number / 2 {
        (row, column) =
            if hex { (i32::midpoint(row, column), i32::midpoint(column, -3 * row)) } else { (column, -row) };
    }
    (row, column)
}

/// The directions of a word of squares, or of hexagons.
fn steps(hex: bool, word: &str) -> Option<&'static [(i32, i32)]> {
    const SIX: [(i32, i32); 6] = [(0, 2), (0, -2), (-1, 1), (-1, -1), (1, 1), (1, -1)];
    const EIGHT: [(i32, i32); 8] = [(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (-1, -1), (1, 1), (1, -1)];
    const KNIGHT: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
    let (all, names): (&'static [_], &[&str]) = if hex {
        (&SIX, &["right", "left", "ne", "nw", "se", "sw"])
    } else {
        (&EIGHT, &["right", "left", "up", "down", "ne", "nw", "se", "sw"])
    };
    match (word, hex) {
        ("six", true) | ("eight", false) => Some(all),
        ("orthogonal", false) => Some(&EIGHT[..4]),
        ("diagonal", false) => Some(&EIGHT[4..]),
        ("knight", false) => Some(&KNIGHT),
        _ => names.iter().position(|&name| name == word).map(|at| &all[at..=at]),
    }
}

/// Lines in one direction.
pub(crate) struct Lines {
    /// Their cells, one line after the other.
    cells: Vec<Cell>,
    /// For each cell, where the longest lines from it begin and end there.
    from: Vec<Vec<(u32, u32)>>,
    /// The cells of the longest of all.
    pub(crate) longest: usize,
}

impl Lines {
    /// Adds a line, of which the first cells begin lines of their own.
    fn add(&mut self, line: &mut dyn Iterator<Item = Cell>, begins: usize) {
        let first = self.cells.len();
        self.cells.extend(line);
        let mut ends = vec![0; begins];
        // Where each cell comes next, and where the line must end before.
        let (mut next, mut end) = (FxHashMap::default(), self.cells.len());
        for at in (first..self.cells.len()).rev() {
            end = next.insert(self.cells[at], at).map_or(end, |again| end.min(again));
            if let Some(place) = ends.get_mut(at - first) {
                *place = end as u32;
            }
        }
        for (at, end) in (first..).zip(ends) {
            self.longest = self.longest.max(end as usize - at);
            self.from[self.cells[at] as usize].push((at as u32, end));
        }
    }

    /// The longest lines from a cell: those from it are how they begin.
    pub(crate) fn from(&self, cell: Cell) -> impl Iterator<Item = &[Cell]> {
        self.from[cell as usize].iter().map(|&(begin, end)| &self.cells[begin as usize..end as usize])
    }
}

impl Geometry {
    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.names.len()
    }

    /// The directions that a word means on this board.
    pub(crate) fn directions(&self, word: &str) -> Option<Vec<Direction>> {
        match (self.form, word) {
            (Form::Graph, "path") => Some(vec![Direction::Path]),
            (Form::Graph, "line") => Some(vec![Direction::Line]),
            (Form::Graph, _) => None,
            (form, _) => {
                let steps = steps(form == Form::Hex, word)?;
                Some(steps.iter().map(|&(rows, columns)| Direction::Step(rows, columns)).collect())
            }
        }
    }

    /// The word for the directions that are meant where none is named.
    pub(crate) fn default_direction(&self) -> &'static str {
        match self.form {
            Form::Square { .. } => "orthogonal",
            Form::Hex => "six",
            Form::Graph => "path",
        }
    }

    /// The cell one step away.
    pub(crate) fn step(&self, from: Cell, (down, right): (i32, i32)) -> Option<Cell> {
        let (row, column) = self.places[from as usize];
        self.cell_at(row + down, column + right)
    }

    /// The cell at a place, which may lie beyond a side that closes.
    fn cell_at(&self, mut row: i32, mut column: i32) -> Option<Cell> {
        if let Form::Square { rows_close, columns_close } = self.form {
            row = if columns_close { row.rem_euclid(self.rows) } else { row };
            column = if rows_close { column.rem_euclid(self.columns) } else { column };
        }
        self.at.get(&(row, column)).copied()
    }

    /// All lines in a direction that are no paths, as long as they go on without a cell that comes again.
    pub(crate) fn lines_along(&self, direction: Direction) -> Lines {
        let mut lines = Lines { cells: Vec::new(), from: vec![Vec::new(); self.cells()], longest: 0 };
        match direction {
            Direction::Path => {}
            Direction::Line => {
                for declared in &self.lines {
                    lines.add(&mut declared.iter().copied(), declared.len());
                    lines.add(&mut declared.iter().rev().copied(), declared.len());
                }
            }
            Direction::Step(down, right) => {
                let is_first = |&cell: &Cell| self.step(cell, (-down, -right)).is_none();
                let mut met = vec![false; self.cells()];
                // What has no beginning closes.
                for first in (0..self.cells() as Cell).filter(is_first).chain(0..self.cells() as Cell) {
                    if met[first as usize] {
                        continue;
                    }
                    let next = |&cell: &Cell| self.step(cell, (down, right)).filter(|&next| next != first);
                    let line: Vec<Cell> = std::iter::successors(Some(first), next).collect();
                    line.iter().for_each(|&cell| met[cell as usize] = true);
                    let again = if is_first(&first) { 0 } else { line.len() };
                    lines.add(&mut line.iter().chain(&line[..again]).copied(), line.len());
                }
            }
        }
        lines
    }

    /// Passes every path of a given number of cells from a cell to `visit`, with whether the path has a cell beyond; continues while `visit`
    /// returns true. Each step is one of `steps`; false when there are none left.
    pub(crate) fn paths(
        &self,
        from: Cell,
        length: usize,
        steps: &mut u64,
        visit: &mut dyn FnMut(&[Cell], bool) -> bool,
    ) -> bool {
        // For each cell of the path, how many of its neighbours have been tried.
        let (mut path, mut tried, mut is_on) = (vec![from], vec![0], vec![false; self.cells()]);
        is_on[from as usize] = true;
        while let Some(&last) = path.last() {
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let around = &self.neighbours[last as usize];
            if path.len() == length {
                if !visit(&path, around.iter().any(|&cell| !is_on[cell as usize])) {
                    return true;
                }
            } else if let Some(&next) = around.get(*tried.last().expect("as many")) {
                *tried.last_mut().expect("as many") += 1;
                if !std::mem::replace(&mut is_on[next as usize], true) {
                    path.push(next);
                    tried.push(0);
                }
                continue;
            }
            is_on[last as usize] = false;
            path.pop();
            tried.pop();
        }
        true
    }

    /// The board that a picture shows, and what stands on its cells.
    pub(crate) fn of_picture<'a>(
        form: Form,
        spaced: bool,
        statement: &Statement<'a>,
    ) -> Result<(Self, Vec<Token<'a>>), Mistake> {
        let rows = marks(form, spaced, &statement.rows)?;
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.len() * columns > MOST_PLACES {
            let why =
                format!("its picture has {} rows and {columns} columns; at most {MOST_PLACES} places", rows.len());
            return Err(statement.fault(why));
        }
        let mut board = Geometry {
            form,
            names: Vec::new(),
            places: Vec::new(),
            spaced,
            rows: rows.len() as i32,
            columns: columns as i32,
            at: FxHashMap::default(),
            neighbours: Vec::new(),
            lines: Vec::new(),
        };
        let mut contents: Vec<Token<'a>> = Vec::new();
        let mut parity = None;
        for (row, marks) in (0..).zip(&rows) {
            for (column, mark) in (0..).zip(marks) {
                let Some(mark) = mark else { continue };
                if form == Form::Hex && (row + column) & 1 != *parity.get_or_insert((row + column) & 1) {
                    return Err(
                        mark.at(0, "a hexagon stands between those of the row above, two columns from the next")
                    );
                }
                board.at.insert((row, column), contents.len() as Cell);
                board.places.push((row, column));
                board.names.push(match rows.len() {
                    1 => (column + 1).to_string(),
                    _ => format!("{}.{}", row + 1, column + 1),
                });
                contents.push(*mark);
            }
        }
        if contents.is_empty() || contents.len() > MOST_CELLS {
            return Err(statement.fault(format!("a board has 1 to {MOST_CELLS} cells, not {}", contents.len())));
        }
        Ok((board, contents))
    }

    /// The board of a graph; edges by numbers of cells.
    pub(crate) fn of_graph(names: Vec<String>, edges: &[(Cell, Cell)], lines: Vec<Vec<Cell>>) -> Self {
        let mut neighbours = vec![Vec::new(); names.len()];
        for &(a, b) in edges {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        for around in &mut neighbours {
            around.sort_unstable();
            around.dedup();
        }
        Geometry {
            form: Form::Graph,
            names,
            places: Vec::new(),
            spaced: true,
            rows: 0,
            columns: 0,
            at: FxHashMap::default(),
            neighbours,
            lines,
        }
    }

    /// What a picture in the form of this board shows on each cell. Of a graph it is a list in the order of the cells.
    pub(crate) fn picture<'a>(&self, statement: &Statement<'a>) -> Result<Vec<Token<'a>>, Mistake> {
        if self.form == Form::Graph {
            let words: Vec<Token<'a>> = statement.words().collect();
            if words.len() != self.cells() {
                let why = format!("it has {} words, one for each of {} cells is wanted", words.len(), self.cells());
                return Err(statement.fault(why));
            }
            return Ok(words);
        }
        let rows = marks(self.form, self.spaced, &statement.rows)?;
        let mut contents = Vec::with_capacity(self.cells());
        for (row, marks) in (0..).zip(&rows) {
            for (column, mark) in (0..).zip(marks) {
                match (mark, self.at.contains_key(&(row, column))) {
                    (Some(mark), true) => contents.push(*mark),
                    (Some(mark), false) => return Err(mark.fault("stands where the board has no cell")),
                    (None, false) => {}
                    (None, true) => {
                        let place = &statement.rows[row as usize].words[0];
                        let name = &self.names[contents.len()];
                        return Err(place.at(0, format!("the cell {name} of the board is missing in this row")));
                    }
                }
            }
        }
        match contents.len() {
            all if all == self.cells() => Ok(contents),
            some => Err(statement.fault(format!("its picture has {some} of the {} cells", self.cells()))),
        }
    }

    /// A picture on one line: `content` of each cell, `#` where there is none.
    pub(crate) fn write(&self, content: &dyn Fn(usize) -> String) -> String {
        if self.form == Form::Graph {
            return (0..self.cells()).map(content).collect::<Vec<_>>().join(" ");
        }
        let between = if self.form == Form::Hex { "" } else { " " };
        let row = |row: i32| {
            let mark = |column| self.at.get(&(row, column)).map_or("#".into(), |&cell| content(cell.into()));
            let row = (0..self.columns).map(mark).collect::<Vec<String>>().join(between);
            match self.form {
                // Of words there are as many in each row.
                Form::Hex if row.ends_with('#') => row.trim_end_matches('#').to_owned(),
                _ => row,
            }
        };
        let rows = (0..self.rows).map(row).map(|row| if row.is_empty() { "#".into() } else { row });
        rows.collect::<Vec<String>>().join(" / ")
    }

    /// Whether a picture of one column needs the headword `spaced` to be read as it was.
    pub(crate) fn says_spaced(&self) -> bool {
        matches!(self.form, Form::Square { .. }) && self.columns == 1 && self.spaced
    }

    /// The exchanges of cells that keep the form of the board: a group. Of a large graph only the identity.
    pub(crate) fn symmetries(&self) -> Vec<Vec<Cell>> {
        let identity = || vec![(0..self.cells() as Cell).collect()];
        if self.form == Form::Graph {
            return self.automorphisms().unwrap_or_else(identity);
        }
        let origin = self.places[0];
        let places: Vec<(i32, i32)> =
            self.places.iter().map(|&(row, column)| (row - origin.0, column - origin.1)).collect();
        let hex = self.form == Form::Hex;
        // A quarter turn exchanges rows and columns.
        let quarters = !matches!(self.form, Form::Square { rows_close, columns_close } if rows_close != columns_close);
        let mut found = Vec::new();
        for number in (0..if hex { 12 } else { 8 }).filter(|number| quarters || number / 2 % 2 == 0) {
            let images: Vec<(i32, i32)> = places.iter().map(|&place| turned(hex, number, place)).collect();
            // The first cell in reading order comes to the place of the first one, unless the board closes.
            let (first, least) = (places.iter().min(), images.iter().min());
            let (Some(first), Some(least)) = (first, least) else { continue };
            let aligned = (first.0 - least.0 + origin.0, first.1 - least.1 + origin.1);
            let (rows, columns) = match self.form {
                Form::Square { rows_close, columns_close } => {
                    (if columns_close { self.rows } else { 1 }, if rows_close { self.columns } else { 1 })
                }
                _ => (1, 1),
            };
            for shift in (0..rows * columns).map(|at| (at / columns, at % columns)) {
                let cell =
                    |&(row, column): &(i32, i32)| self.cell_at(row + aligned.0 + shift.0, column + aligned.1 + shift.1);
                let Some(cells) = images.iter().map(cell).collect::<Option<Vec<Cell>>>() else { continue };
                let mut met = vec![false; cells.len()];
                // Where rows and columns differ in length, a turn may bring two cells to one.
                if cells.iter().all(|&cell| !std::mem::replace(&mut met[cell as usize], true))
                    && !found.contains(&cells)
                {
                    found.push(cells);
                }
            }
        }
        found
    }

    /// The automorphisms of a graph with its lines; none where they are too many.
    fn automorphisms(&self) -> Option<Vec<Vec<Cell>>> {
        const MOST_FOUND: usize = 1 << 10;
        const MOST_TRIED: usize = 1 << 16;
        let cells = self.cells();
        let joined = |a: usize, b: usize| self.neighbours[a].binary_search(&(b as Cell)).is_ok();
        let mut lines: Vec<Vec<Cell>> = self.lines.clone();
        lines.extend(self.lines.iter().map(|line| line.iter().rev().copied().collect()));
        let lines: rustc_hash::FxHashSet<Vec<Cell>> = lines.into_iter().collect();
        let mut on_lines = vec![0; cells];
        for line in &self.lines {
            line.iter().for_each(|&cell| on_lines[cell as usize] += 1);
        }
        let to_compare = on_lines.iter().sum::<usize>() / cells.max(1);
        let (mut found, mut tried) = (Vec::new(), 0);
        // The images of the first cells, and for each the next one to try.
        let (mut image, mut next): (Vec<usize>, Vec<usize>) = (Vec::new(), vec![0]);
        while let Some(candidate) = next.last_mut() {
            let at = image.len();
            if at == cells || *candidate == cells {
                if at == cells {
                    tried += to_compare;
                    let moved = |line: &Vec<Cell>| line.iter().map(|&cell| image[cell as usize] as Cell).collect();
                    if lines.iter().all(|line| lines.contains::<Vec<Cell>>(&moved(line))) {
                        found.push(image.iter().map(|&cell| cell as Cell).collect());
                    }
                }
                next.pop();
                image.pop();
                continue;
            }
            let to = *candidate;
            *candidate += 1;
            tried += 1;
            if tried > MOST_TRIED || found.len() > MOST_FOUND {
                return None;
            }
            let fits = !image.contains(&to)
                && self.neighbours[at].len() == self.neighbours[to].len()
                && on_lines[at] == on_lines[to]
                && (0..at).all(|other| joined(at, other) == joined(to, image[other]));
            if fits {
                image.push(to);
                next.push(0);
            }
        }
        Some(found)
    }

    /// The middles of the cells, in thousandths of the distance between neighbours.
    pub(crate) fn drawn(&self) -> Vec<(i32, i32)> {
        match self.form {
            Form::Graph => crate::spring::drawn(&self.neighbours),
            // The height of a triangle with sides 1.
            Form::Hex => self.places.iter().map(|&(row, column)| (column * UNIT / 2, row * 866)).collect(),
            Form::Square { .. } => self.places.iter().map(|&(row, column)| (column * UNIT, row * UNIT)).collect(),
        }
    }

    /// Rows and columns of what is no cell though there are cells on both sides of it, on a board of squares that ends somewhere.
    pub(crate) fn walls(&self) -> Vec<(i32, i32)> {
        if self.form != (Form::Square { rows_close: false, columns_close: false }) {
            return Vec::new();
        }
        let mut ends = [vec![None; self.rows as usize], vec![None; self.columns as usize]];
        for &(row, column) in &self.places {
            for (line, (at, along)) in [(row, column), (column, row)].into_iter().enumerate() {
                let (first, last) = ends[line][at as usize].get_or_insert((along, along));
                (*first, *last) = ((*first).min(along), (*last).max(along));
            }
        }
        let is_between = |line: usize, at: i32, along| {
            ends[line][at as usize].is_some_and(|(first, last): (i32, i32)| first < along && along < last)
        };
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let is_wall = |&(row, column): &(i32, i32)| {
            !self.at.contains_key(&(row, column)) && (is_between(0, row, column) || is_between(1, column, row))
        };
        all.filter(is_wall).collect()
    }

    /// Whether every place of the picture is a cell.
    pub(crate) fn is_full(&self) -> bool {
        self.cells() == (self.rows * self.columns) as usize
    }
}

/// The cells of a picture by row and column.
fn marks<'a>(form: Form, spaced: bool, rows: &[TextRow<'a>]) -> Result<Vec<Vec<Option<Token<'a>>>>, Mistake> {
    let there = |mark: Token<'a>| (mark.text != "#").then_some(mark);
    let letters = |word: Token<'a>| {
        let letter = move |(at, text)| Token { text, column: word.column + at, ..word };
        characters(word.text).enumerate().map(letter)
    };
    let by_words = form != Form::Hex && (spaced || rows.iter().any(|row| row.words.len() > 1));
    let mut all = Vec::new();
    for row in rows {
        let (here, width) = (row.words.len(), rows[0].words.len());
        if by_words && here != width {
            let why = format!("this row has {here} cells, the first one {width}; where there is none, write #");
            return Err(row.words[0].at(0, why));
        }
        let mut marks = Vec::new();
        for &word in &row.words {
            if by_words {
                marks.push(there(word));
                continue;
            }
            for mark in letters(word) {
                marks.resize(mark.column - row.margin, None);
                marks.push(there(mark));
            }
        }
        all.push(marks);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    fn board(form: Form, text: &str) -> Geometry {
        let statements = text::of_file(text).unwrap();
        Geometry::of_picture(form, false, &statements[0]).unwrap().0
    }

    fn lines(board: &Geometry, from: Cell, word: &str, length: usize) -> Vec<(Vec<Cell>, bool)> {
        let mut found = Vec::new();
        for direction in board.directions(word).unwrap() {
            let all = board.lines_along(direction);
            let long = all.from(from).filter(|line| line.len() >= length);
            found.extend(long.map(|line| (line[..length].to_vec(), length < line.len())));
            if direction == Direction::Path {
                board.paths(from, length, &mut 1_000, &mut |line, beyond| {
                    found.push((line.to_vec(), beyond));
                    true
                });
            }
        }
        found
    }

    const PLANE: Form = Form::Square { rows_close: false, columns_close: false };

    #[test]
    fn lines_on_squares_and_hexagons() {
        let plane = board(PLANE, "board:\n  ..\n  ..\n  .");
        assert_eq!(plane.cells(), 5);
        assert_eq!(lines(&plane, 0, "down", 2), [(vec![0, 2], true)]);
        assert_eq!(lines(&plane, 4, "up", 3), [(vec![4, 2, 0], false)]);
        assert_eq!(lines(&plane, 3, "diagonal", 2), [(vec![3, 0], false), (vec![3, 4], false)]);
        let torus = board(Form::Square { rows_close: true, columns_close: true }, "board: ...");
        assert_eq!(lines(&torus, 2, "right", 3), [(vec![2, 0, 1], false)]);
        assert!(lines(&torus, 0, "up", 2).is_empty(), "a line does not come to a cell twice");
        let hex = board(Form::Hex, "board:\n   . .\n  . . .\n   . .");
        assert_eq!(lines(&hex, 3, "six", 2).len(), 6);
        assert_eq!(lines(&hex, 3, "ne", 2), [(vec![3, 1], false)]);
    }

    #[test]
    fn lines_on_graphs() {
        let names = (0..4).map(|cell| cell.to_string()).collect();
        let graph = Geometry::of_graph(names, &[(0, 1), (1, 2), (2, 0), (2, 3)], vec![vec![0, 1, 2, 3]]);
        let found = lines(&graph, 0, "path", 3);
        assert_eq!(found, [(vec![0, 1, 2], true), (vec![0, 2, 1], false), (vec![0, 2, 3], false)]);
        assert_eq!(lines(&graph, 2, "line", 2), [(vec![2, 3], false), (vec![2, 1], true)]);
    }

    /// Exchanges of cells that keep the form of the board.
    #[test]
    fn boards_have_their_symmetries() {
        let count = |form, text| board(form, text).symmetries().len();
        assert_eq!(count(PLANE, "board:\n  ..\n  .."), 8);
        assert_eq!(count(PLANE, "board:\n  ...\n  ..."), 4);
        assert_eq!(count(PLANE, "board:\n  ...\n  .."), 1);
        assert_eq!(count(PLANE, "board:\n   ..\n  ..."), 1);
        assert_eq!(count(PLANE, "board:\n    ooo\n    ooo\n  ooooooo\n  ooooooo\n  ooooooo\n    ooo\n    ooo"), 8);
        assert_eq!(count(Form::Square { rows_close: true, columns_close: true }, "board:\n  ...\n  ...\n  ..."), 72);
        assert_eq!(count(Form::Square { rows_close: true, columns_close: false }, "board:\n  ...\n  ..."), 12);
        assert_eq!(count(Form::Square { rows_close: true, columns_close: false }, "board:\n  ...\n  ...\n  ..."), 12);
        assert_eq!(count(Form::Hex, "board:\n   . .\n  . . .\n   . ."), 12);
        assert_eq!(count(Form::Hex, "board:\n   .\n  . ."), 6);
        assert_eq!(count(Form::Hex, "board: . ."), 2);
        let graph = |edges: &[(Cell, Cell)], lines| {
            let cells = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap() + 1;
            let names = (0..cells).map(|cell| cell.to_string()).collect();
            Geometry::of_graph(names, edges, lines).symmetries().len()
        };
        let petersen: Vec<(Cell, Cell)> =
            (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
        assert_eq!(graph(&petersen, vec![]), 120);
        assert_eq!(graph(&[(0, 1), (1, 2), (2, 0)], vec![]), 6);
        assert_eq!(graph(&[(0, 1), (1, 2), (2, 0)], vec![vec![0, 1]]), 2);
    }

    #[test]
    fn pictures_are_written_as_they_were() {
        for (form, text) in
            [(PLANE, "board: a # b / # c d"), (Form::Hex, "board: #a#b / c#d#e"), (PLANE, "board: a b c")]
        {
            let words = saltus_core::notation::words(text).unwrap();
            let statements = text::of_words(&words).unwrap();
            let (board, contents) = Geometry::of_picture(form, false, &statements[0]).unwrap();
            assert_eq!(board.write(&|cell| contents[cell].text.into()), text["board: ".len()..]);
        }
    }
}
