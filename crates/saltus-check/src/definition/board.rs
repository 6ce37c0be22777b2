//! Boards: their cells, and the ways along which patterns are read.

use super::set::Set;
use super::text::{Statement, Text, few, filled, is_name};
use crate::outcome::{Checked, OrRefuse, all, ensure, quote, refuse};
use crate::text::characters;
use std::collections::BTreeMap;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    Square,
    Hex,
    Graph,
}

/// Row and column, from 0.
pub(super) type Place = (i64, i64);

/// The names of the ways, one after the other, and of several ways.
type Directions = (&'static [&'static str], &'static [(&'static str, Range<usize>)]);

/// The ways of a board of squares, one after the other.
const SQUARE: [&[Place]; 3] = [
    &[(0, 1), (0, -1), (-1, 0), (1, 0)],
    &[(-1, 1), (-1, -1), (1, 1), (1, -1)],
    &[(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)],
];
const SQUARE_NAMES: Directions = (
    &["right", "left", "up", "down", "ne", "nw", "se", "sw"],
    &[("orthogonal", 0..4), ("diagonal", 4..8), ("eight", 0..8), ("knight", 8..16)],
);
const HEX: &[Place] = &[(0, 2), (0, -2), (-1, 1), (-1, -1), (1, 1), (1, -1)];
const HEX_NAMES: Directions = (&["right", "left", "ne", "nw", "se", "sw"], &[("six", 0..6)]);
const GRAPH_NAMES: Directions = (&["path", "line"], &[]);

/// How a walk may go. A walk is at a stop; several stops may be at one cell, as a cell may lie on
/// several lines.
pub(super) struct Way {
    /// By stop, its cell.
    pub(super) cells: Vec<usize>,
    /// By stop, those that may follow.
    pub(super) next: Vec<Vec<usize>>,
}

pub(super) struct Board {
    pub(super) form: Form,
    spaced: bool,
    /// Whether lines come back at the opposite side, up and down and to the sides.
    pub(super) wraps: (bool, bool),
    pub(super) names: Vec<String>,
    /// By cell; of a graph there are none.
    pub(super) places: Vec<Place>,
    at: BTreeMap<Place, usize>,
    size: Place,
    has_lines: bool,
    pub(super) ways: Vec<Way>,
    /// By cell, what the picture shows.
    pub(super) shown: Vec<String>,
}

impl Board {
    pub(super) fn read(text: &Text<'_>) -> Checked<Self> {
        let statement = text.one("board")?.or_refuse("there is no `board`")?;
        let mut form = None;
        let mut wraps = None;
        let mut spaced = None;
        for &head in &statement.heads {
            let again = match head {
                "square" => form.replace(Form::Square).is_some(),
                "hex" => form.replace(Form::Hex).is_some(),
                "graph" => form.replace(Form::Graph).is_some(),
                "torus" => wraps.replace((true, true)).is_some(),
                "cylinder" => wraps.replace((false, true)).is_some(),
                "spaced" => spaced.replace(true).is_some(),
                _ => true,
            };
            ensure(!again, format_args!("{} does not go with `board` there", quote(head)))?;
        }
        let form = form.unwrap_or(Form::Square);
        let plain = wraps.is_none() && spaced.is_none();
        ensure(form == Form::Square || plain, "only boards of squares are torus, cylinder or spaced")?;
        if form == Form::Graph {
            return Self::read_graph(statement, text);
        }
        let stray = text.all("cells").chain(text.all("lines")).next();
        ensure(stray.is_none(), "`cells` and `lines` are of graphs")?;
        Self::read_picture(statement, form, wraps.unwrap_or_default(), spaced.is_some())
    }

    fn read_picture(statement: &Statement<'_>, form: Form, wraps: (bool, bool), spaced: bool) -> Checked<Self> {
        let (places, shown, size) = read_rows(&statement.rows, form, spaced)?;
        ensure(!places.is_empty(), "the board has no cell")?;
        few(places.len(), "cells")?;
        let name = |&(row, column): &Place| match size.0 {
            1 => format!("{}", column + 1),
            _ => format!("{}.{}", row + 1, column + 1),
        };
        let names = places.iter().map(name).collect();
        let at = filled(places.iter().copied().zip(0..));
        let ways = Vec::new();
        let mut board = Self { form, spaced, wraps, names, places, at, size, has_lines: false, ways, shown };
        let steps = if form == Form::Hex { &[HEX][..] } else { &SQUARE };
        board.ways = steps.iter().copied().flatten().map(|&step| board.way(step)).collect();
        Ok(board)
    }

    fn read_graph(statement: &Statement<'_>, text: &Text<'_>) -> Checked<Self> {
        // Cells need no edges.
        let chains = if statement.rows.is_empty() { Vec::new() } else { chains(statement)? };
        let mut names: Vec<String> = Vec::new();
        if let Some(statement) = text.one("cells")? {
            names = statement.plain()?.set()?;
        } else {
            let mut seen = Set::default();
            let met = chains.iter().flatten().filter(|name| seen.insert(**name));
            names.extend(met.map(ToString::to_string));
        }
        few(names.len(), "cells")?;
        ensure(names.iter().all(|name| is_name(name)), "the name of a cell is letters and digits")?;
        let number: BTreeMap<&str, usize> = filled(names.iter().map(String::as_str).zip(0..));
        let cells = |chain: &Vec<&str>| -> Checked<Vec<usize>> {
            let cell = |name: &&str| number.get(name).copied().or_refuse(format_args!("no cell {}", quote(name)));
            all(chain.iter().map(cell))
        };
        let mut near = vec![Set::default(); names.len()];
        for chain in &chains {
            for pair in cells(chain)?.windows(2) {
                ensure(pair[0] != pair[1], "an edge joins two cells")?;
                near[pair[0]].insert(pair[1]);
                near[pair[1]].insert(pair[0]);
            }
        }
        let lines = text.one("lines")?;
        let drawn = lines.map(|lines| self::chains(lines.plain()?)).transpose()?.unwrap_or_default();
        let drawn = all(drawn.iter().map(cells))?;
        let path = Way { cells: (0..names.len()).collect(), next: near.into_iter().map(Vec::from).collect() };
        Ok(Self {
            form: Form::Graph,
            spaced: false,
            wraps: (false, false),
            shown: vec![".".to_string(); names.len()],
            places: Vec::new(),
            at: BTreeMap::new(),
            size: (0, 0),
            has_lines: lines.is_some(),
            ways: vec![path, line(&drawn)],
            names,
        })
    }

    pub(super) fn cells(&self) -> usize {
        self.names.len()
    }

    /// The cell one step away, in the picture or round its sides.
    fn after(&self, place: Place, step: Place) -> Option<usize> {
        let round = |at: i64, size: i64, wraps: bool| if wraps { at.rem_euclid(size) } else { at };
        let row = round(place.0 + step.0, self.size.0, self.wraps.0);
        let column = round(place.1 + step.1, self.size.1, self.wraps.1);
        self.at(&(row, column))
    }

    pub(super) fn at(&self, place: &Place) -> Option<usize> {
        self.at.get(place).copied()
    }

    fn way(&self, step: Place) -> Way {
        let next = self.places.iter().map(|&place| self.after(place, step).into_iter().collect()).collect();
        Way { cells: (0..self.cells()).collect(), next }
    }

    /// The ways that the headwords of `move` name.
    pub(super) fn directions(&self, heads: &[&str]) -> Checked<Vec<usize>> {
        let ((single, several), default) = match self.form {
            Form::Square => (SQUARE_NAMES, "orthogonal"),
            Form::Hex => (HEX_NAMES, "six"),
            Form::Graph => (GRAPH_NAMES, "path"),
        };
        let heads = if heads.is_empty() { &[default] } else { heads };
        let mut ways = Set::default();
        for &head in heads {
            let way = single.iter().position(|name| *name == head).map(|way| way..way + 1);
            let range = way.or_else(|| several.iter().find(|(name, _)| *name == head).map(|(_, range)| range.clone()));
            let range = range.or_refuse(format_args!("{} is no direction of this board", quote(head)))?;
            ensure(head != "line" || self.has_lines, "there are no `lines`")?;
            ways.extend(range);
        }
        Ok(ways.into())
    }

    /// The steps of blocks.
    pub(super) fn steps(&self) -> &'static [Place] {
        if self.form == Form::Hex { HEX } else { SQUARE[0] }
    }

    /// What a statement says of each cell, with a picture. Of a graph it is a list, and it may be
    /// one where `listed`.
    pub(super) fn contents(&self, statement: &Statement<'_>, listed: bool) -> Checked<Vec<String>> {
        let keyword = statement.keyword;
        if self.form == Form::Graph {
            let list = statement.list()?;
            ensure(list.len() == self.cells(), format_args!("`{keyword}` has not as many words as there are cells"))?;
            return Ok(list);
        }
        let list = if listed && statement.rows.len() == 1 { statement.list().ok() } else { None };
        if let Some(list) = list.filter(|list| list.len() == self.cells()) {
            return Ok(list);
        }
        let (places, shown, _) = read_rows(&statement.rows, self.form, self.spaced)?;
        ensure(places == self.places, format_args!("the picture of `{keyword}` has not the cells of the board"))?;
        Ok(shown)
    }
}

/// What rows show: the cells in reading order, what stands on them, and how many rows and columns there are, with those that have no cell.
fn read_rows(rows: &[&str], form: Form, spaced: bool) -> Checked<(Vec<Place>, Vec<String>, Place)> {
    let spaced = form == Form::Square && (spaced || rows.iter().any(|row| row.contains(' ')));
    let divide = |row: &&str| -> Vec<String> {
        if spaced {
            row.split_ascii_whitespace().map(String::from).collect()
        } else {
            characters(row).map(String::from).collect()
        }
    };
    let tokens: Vec<Vec<String>> = rows.iter().map(divide).collect();
    let width = tokens.iter().map(Vec::len).max().unwrap_or(0);
    let even = !spaced || tokens.iter().all(|row| row.len() == width);
    ensure(even, "the rows of a spaced picture have equally many words")?;
    let (mut places, mut shown) = (Vec::new(), Vec::new());
    for (row, tokens) in (0..).zip(tokens) {
        for (column, token) in (0..).zip(tokens).filter(|(_, token)| token != "#" && token != " ") {
            places.push((row, column));
            shown.push(token);
        }
    }
    let parities: Set<i64> = filled(places.iter().map(|place: &Place| (place.0 + place.1) % 2));
    let even = form != Form::Hex || parities.len() < 2;
    ensure(even, "cells of hexagons have the same parity of row plus column")?;
    Ok((places, shown, (rows.len() as i64, width as i64)))
}

/// The names in chains.
fn chains<'a>(statement: &Statement<'a>) -> Checked<Vec<Vec<&'a str>>> {
    let words = statement.rows.iter().flat_map(|row| row.split_ascii_whitespace());
    let chains: Vec<Vec<&str>> = words.map(|word| word.split('-').collect()).collect();
    ensure(!chains.is_empty(), format_args!("nothing follows `{}`", statement.keyword))?;
    match chains.iter().flatten().find(|name| !is_name(name)) {
        Some(name) => refuse(format_args!("{} is no name of a cell", quote(name))),
        None => Ok(chains),
    }
}

/// Along the lines, in either direction.
fn line(lines: &[Vec<usize>]) -> Way {
    let mut way = Way { cells: Vec::new(), next: Vec::new() };
    for line in lines {
        for cells in [line.clone(), line.iter().rev().copied().collect()] {
            let first = way.cells.len();
            way.next.extend((1..cells.len()).map(|stop| vec![first + stop]).chain([Vec::new()]));
            way.cells.extend(cells);
        }
    }
    way
}
