//! The graphs that pawns stand on: which cells are next to each other.

use crate::board::Grid;
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote};
use crate::text::Words;
use crate::text::small;

/// A graph. Cells are counted from 0 here, from 1 in everything read or printed.
pub(crate) struct Shape {
    pub(crate) cells: usize,
    kind: Kind,
}

enum Kind {
    Line,
    /// At least 3 cells.
    Cycle,
    Grid(Grid),
    /// Cells are next to each other where their numbers differ in one digit: the weights of the
    /// digits and their bases.
    Hamming(Vec<(usize, usize)>),
    /// Cells are next to each other unless they are in the same part: where each part ends.
    Multipartite(Vec<usize>),
    Graph(Edges),
}

/// Edges as they are written.
struct Edges {
    /// By cell, where its neighbours begin in `near`; and at last where they end.
    from: Vec<usize>,
    /// The neighbours of the cells, ascending for each of them.
    near: Vec<usize>,
}

impl Shape {
    pub(crate) fn line(cells: usize) -> Self {
        Self { cells, kind: Kind::Line }
    }

    /// A ring. Two cells have one edge between them, one has none: these are rows.
    pub(crate) fn cycle(cells: usize) -> Self {
        Self { cells, kind: if cells < 3 { Kind::Line } else { Kind::Cycle } }
    }

    /// Rows as they are written.
    pub(crate) fn grid(rows: &str) -> Checked<Self> {
        let width = rows.find('/').unwrap_or(rows.len());
        let even = width > 0 && rows.split('/').all(|row| row.len() == width);
        ensure(even, "the rows are not equally long")?;
        let grid = Grid { height: rows.split('/').count(), width };
        Ok(Self { cells: grid.cells(), kind: Kind::Grid(grid) })
    }

    pub(crate) fn cube(cells: usize) -> Checked<Self> {
        ensure(cells.is_power_of_two(), format_args!("a cube has 2, 4, 8, .. cells or one, not {cells}"))?;
        let digits = (0..cells.trailing_zeros()).map(|digit| (1 << digit, 2)).collect();
        Ok(Self { cells, kind: Kind::Hamming(digits) })
    }

    /// A Hamming graph by its bases, the last one that of the lowest digit.
    pub(crate) fn hamming(bases: &str, cells: usize) -> Checked<Self> {
        let mut digits = Vec::new();
        let mut weight = 1usize;
        for word in bases.rsplit('x') {
            let base = usize::try_from(small(word)?).or_refuse("a base out of range")?;
            // A digit that is always 0 makes no difference.
            if base != 1 {
                digits.push((weight, base));
            }
            weight = weight.checked_mul(base).filter(|&weight| weight <= cells).unwrap_or(0);
            ensure(weight > 0, format_args!("{} is not a board of {cells} cells", quote(bases)))?;
        }
        ensure(weight == cells, format_args!("{} is a board of {weight} cells, not {cells}", quote(bases)))?;
        Ok(Self { cells, kind: Kind::Hamming(digits) })
    }

    /// A complete multipartite graph by the sizes of its parts.
    pub(crate) fn multipartite(sizes: &str, cells: usize) -> Checked<Self> {
        let (mut ends, mut end) = (Vec::new(), 0usize);
        for word in sizes.split(',') {
            let size = usize::try_from(small(word)?).or_refuse("a size out of range")?;
            ensure(size > 0, "a part has no cells")?;
            end = end.checked_add(size).or_refuse("a size out of range")?;
            ends.push(end);
        }
        ensure(end == cells, format_args!("{} is a board of {end} cells, not {cells}", quote(sizes)))?;
        Ok(Self { cells, kind: Kind::Multipartite(ends) })
    }

    /// The graph of the edges that the words are, up to the first option.
    pub(crate) fn graph(cells: usize, words: &mut Words<'_>, limits: &Limits) -> Checked<Self> {
        let count = words.clone().take_while(|word| is_edge(word)).count();
        let mut edges = limits.vector(count, "the edges")?;
        while let Some(word) = words.next_if(|word| is_edge(word)) {
            let edge = read_edge(word, '-', cells)?;
            let ascending = edges.last().is_none_or(|last| *last < edge);
            ensure(ascending, format_args!("not canonical: {} does not ascend from the edge before", quote(word)))?;
            edges.push(edge);
        }
        Ok(Self { cells, kind: Kind::Graph(Edges::new(cells, &edges, limits)?) })
    }

    /// Cells of a row, if the cells stand in rows.
    pub(crate) fn width(&self) -> Option<usize> {
        match self.kind {
            Kind::Line => Some(self.cells),
            Kind::Grid(grid) => Some(grid.width),
            _ => None,
        }
    }

    pub(crate) fn is_line(&self) -> bool {
        matches!(self.kind, Kind::Line)
    }

    /// Whether it is a ring of three cells or more.
    pub(crate) fn is_cycle(&self) -> bool {
        matches!(self.kind, Kind::Cycle)
    }

    /// Where the parts end, if it is a complete multipartite graph.
    pub(crate) fn parts(&self) -> Option<&[usize]> {
        if let Kind::Multipartite(ends) = &self.kind { Some(ends) } else { None }
    }

    pub(crate) fn are_adjacent(&self, a: usize, b: usize) -> bool {
        let differ = |&&(weight, base): &&(usize, usize)| a / weight % base != b / weight % base;
        match &self.kind {
            Kind::Line => a.abs_diff(b) == 1,
            Kind::Cycle => a.abs_diff(b) == 1 || a.abs_diff(b) == self.cells - 1,
            Kind::Grid(grid) => grid.distance(a, b) == 1,
            Kind::Hamming(digits) => digits.iter().filter(differ).count() == 1,
            Kind::Multipartite(ends) => part(ends, a) != part(ends, b),
            Kind::Graph(edges) => edges.near(a).binary_search(&b).is_ok(),
        }
    }

    pub(crate) fn each_neighbour(&self, cell: usize, mut visit: impl FnMut(usize)) {
        match &self.kind {
            Kind::Line => {
                let right = Some(cell + 1).filter(|&right| right < self.cells);
                cell.checked_sub(1).into_iter().chain(right).for_each(visit);
            }
            Kind::Cycle => {
                visit(cell.checked_sub(1).unwrap_or(self.cells - 1));
                visit((cell + 1) % self.cells);
            }
            Kind::Grid(grid) => grid.neighbours(cell).for_each(visit),
            Kind::Hamming(digits) => {
                for &(weight, base) in digits {
                    let digit = cell / weight % base;
                    let others = (0..base).filter(|&other| other != digit);
                    others.for_each(|other| visit(cell - digit * weight + other * weight));
                }
            }
            Kind::Multipartite(ends) => {
                let part = part(ends, cell);
                let begin = part.checked_sub(1).map_or(0, |before| ends[before]);
                (0..begin).chain(ends[part]..self.cells).for_each(visit);
            }
            Kind::Graph(edges) => edges.near(cell).iter().copied().for_each(visit),
        }
    }

    /// How many cells all visits to the neighbours of every cell see at most.
    pub(crate) fn visits(&self) -> u128 {
        let ways = match &self.kind {
            Kind::Line | Kind::Cycle => 2,
            Kind::Grid(_) => 4,
            Kind::Hamming(digits) => digits.iter().map(|&(_, base)| base).sum(),
            Kind::Multipartite(_) => self.cells,
            Kind::Graph(edges) => return edges.near.len() as u128,
        };
        self.cells as u128 * ways as u128
    }
}

impl Edges {
    fn new(cells: usize, edges: &[(usize, usize)], limits: &Limits) -> Checked<Self> {
        let mut from = limits.filled(cells + 1, 0, "the graph")?;
        edges.iter().flat_map(|&(a, b)| [a, b]).for_each(|cell| from[cell + 1] += 1);
        let mut sum = 0;
        for place in &mut from {
            sum += *place;
            *place = sum;
        }
        let mut free = limits.copied(&from, "the graph")?;
        let mut near = limits.filled(sum, 0, "the graph")?;
        // As the edges ascend, so do the neighbours of each cell: first the lower ones, which the
        // edge begins with.
        for (a, b) in edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
            near[free[a]] = b;
            free[a] += 1;
        }
        Ok(Self { from, near })
    }

    fn near(&self, cell: usize) -> &[usize] {
        &self.near[self.from[cell]..self.from[cell + 1]]
    }
}

/// The part that a cell is in.
fn part(ends: &[usize], cell: usize) -> usize {
    ends.partition_point(|&end| end <= cell)
}

fn is_edge(word: &str) -> bool {
    !word.contains('=')
}

/// Reads `A-B`, the lower cell first.
pub(crate) fn read_edge(word: &str, between: char, cells: usize) -> Checked<(usize, usize)> {
    let (a, b) = word.split_once(between).or_refuse(format_args!("{} is not an edge A{between}B", quote(word)))?;
    let (a, b) = (small(a)?, small(b)?);
    let on_board = a >= 1 && b >= 1 && a.max(b) <= cells as u64;
    ensure(on_board, format_args!("{} is not an edge of {cells} cells", quote(word)))?;
    ensure(a < b, format_args!("not canonical: {} does not begin with the lower cell", quote(word)))?;
    Ok((a as usize - 1, b as usize - 1))
}
