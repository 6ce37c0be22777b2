//! Symmetries: permutations of cells and pieces that map every move to a move and every goal to a goal.
//!
//! The symmetries of a board come first: turns and reflections of a picture, shifts along the sides that close, the automorphisms of a
//! graph. For each of them the goals say which piece takes the place of which; pieces that no goal shows keep their own. What remains is
//! compared with the operations of the definition, one by one. Blocks are exchanged by their shapes, since the contents of
//! single cells do not show them.
//!
//! There are two groups. Positions that symmetries of rules and goals exchange are equally far from the goals. Only symmetries
//! that leave the start as it is exchange positions that can be reached with positions that can be reached, so only these count positions.

use rustc_hash::FxHashSet;

use crate::definition::{Content, ContentSet, Definition, Goal};
use crate::geometry::Cell;
use crate::ground::ways_of;
use crate::packed::{Choice, Written};
#[cfg(test)]
use crate::rules::Position;

/// The most symmetries that are used; more cost more than they save.
pub(crate) const MOST: usize = 64;

/// The most cells of operations, pictures and shapes that are compared: no time is left to a search that goes on.
const MOST_COMPARED: usize = 1 << 24;

/// An exchange of cells, contents and sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symmetry {
    /// Where each cell goes.
    cells: Vec<Cell>,
    /// What each content becomes; 0 stays 0.
    contents: Vec<Content>,
    /// What each side becomes.
    sides: Vec<u8>,
}

impl Symmetry {
    fn is_identity(&self) -> bool {
        self.cells.iter().enumerate().all(|(at, &cell)| at == cell as usize)
            && self.contents.iter().enumerate().all(|(at, &content)| at == content as usize)
            && self.sides.iter().enumerate().all(|(at, &side)| at == side as usize)
    }

    /// First this one, then another one.
    fn then(&self, other: &Symmetry) -> Symmetry {
        Symmetry {
            cells: self.cells.iter().map(|&cell| other.cells[cell as usize]).collect(),
            contents: self.contents.iter().map(|&content| other.contents[content as usize]).collect(),
            sides: self.sides.iter().map(|&side| other.sides[side as usize]).collect(),
        }
    }

    /// What a content of a cell becomes: contents of cells. Of a block its first cell stands for all of it, and the others for nothing.
    pub(crate) fn image(&self, definition: &Definition, cell: Cell, content: Content) -> Vec<(Cell, Content)> {
        let whole = match &definition.blocks {
            Some(blocks) if content == blocks.covered() => return Vec::new(),
            Some(blocks) if content != 0 => blocks.cells(&definition.board, content as usize - 1, cell),
            _ => None,
        };
        let covered = definition.blocks.as_ref().map_or(0, crate::blocks::Blocks::covered);
        let mut cells: Vec<Cell> =
            whole.unwrap_or_else(|| vec![cell]).iter().map(|&cell| self.cells[cell as usize]).collect();
        cells.sort_unstable();
        let first = cells[0];
        cells
            .into_iter()
            .map(|cell| (cell, if cell == first { self.contents[content as usize] } else { covered }))
            .collect()
    }

    /// Where each cell goes and what each content becomes, both counted from 1. Sides stay as they are where the start does.
    pub(crate) fn line(&self) -> String {
        let cells = self.cells.iter().map(|cell| format!(" {}", u32::from(*cell) + 1));
        let contents = self.contents[1..].iter().map(|content| format!(" {content}"));
        format!("cells{} contents{}", cells.collect::<String>(), contents.collect::<String>())
    }

    /// The side that a side becomes.
    pub(crate) fn side(&self, side: u8) -> u8 {
        self.sides[side as usize]
    }

    /// The picture that a picture becomes.
    fn picture(&self, definition: &Definition, picture: &[Option<Content>]) -> Vec<Option<Content>> {
        let mut image = vec![None; picture.len()];
        for (cell, content) in (0..).zip(picture) {
            if let Some(content) = *content {
                self.image(definition, cell, content)
                    .into_iter()
                    .for_each(|(cell, content)| image[cell as usize] = Some(content));
            }
        }
        image
    }

    /// The position that a position becomes.
    #[cfg(test)]
    pub(crate) fn position(&self, definition: &Definition, position: &Position) -> Position {
        let (contents, side) = position.0.split_at(definition.cells());
        let contents: Vec<Option<Content>> = contents.iter().copied().map(Some).collect();
        let image = self.picture(definition, &contents).into_iter().map(Option::unwrap_or_default);
        Position(image.chain(side.iter().map(|&side| self.side(side))).collect())
    }
}

/// The symmetries of rules and goals, or of rules, goals and start, without the identity. A group with it. None where they are `most` or
/// more, or take long to find.
pub(crate) fn symmetries(definition: &Definition, written: &[Written], with_start: bool, most: usize) -> Vec<Symmetry> {
    let pictures: Vec<&PictureCells> = definition.pictures().collect();
    let start: Vec<Option<Content>> = definition.start.iter().copied().map(Some).collect();
    let mut goals = FxHashSet::default();
    for goal in &definition.goals {
        goals.insert(asked(definition, goal, None));
    }
    let operations: FxHashSet<Written> = written.iter().map(|written| ordered(written, None)).collect();
    let to_pair = definition.cells() * usize::from(definition.last_content());
    let mut to_compare = definition.cells() * definition.goals.len();
    written.iter().for_each(|written| to_compare += 8 + 4 * written.choice.len());
    let (mut found, mut compared) = (Vec::new(), 0);
    for cells in definition.board.symmetries() {
        // The first goal becomes one of the goals.
        for target in 0..pictures.len().max(1) {
            if found.len() == most || compared > MOST_COMPARED {
                return Vec::new();
            }
            compared += to_pair;
            let mut pairs: Vec<(&PictureCells, &PictureCells)> = Vec::new();
            pairs.extend(pictures.get(target).map(|target| (pictures[0], *target)));
            pairs.extend(with_start.then_some((&start[..], &start[..])));
            let Some(contents) = contents(definition, &cells, &pairs) else { continue };
            let Some(sides) = sides(definition, &contents) else { continue };
            let symmetry = Symmetry { cells: cells.clone(), contents, sides };
            if symmetry.is_identity() || found.contains(&symmetry) {
                continue;
            }
            compared += to_compare;
            let is_one = definition.goals.iter().all(|goal| goals.contains(&asked(definition, goal, Some(&symmetry))))
                && (!with_start
                    || symmetry.picture(definition, &start) == start
                        && symmetry.sides.first().is_none_or(|&it| it == 0))
                && moves_stay(definition, written, &operations, &symmetry);
            if is_one {
                found.push(symmetry);
            }
        }
    }
    // Several ways to exchange the pieces may have been passed over.
    if found.len() < most && is_group(&found) { found } else { Vec::new() }
}

/// Whether these are a group with the identity.
pub(crate) fn is_group(found: &[Symmetry]) -> bool {
    let all: FxHashSet<&Symmetry> = found.iter().collect();
    let closes =
        |a: &Symmetry| found.iter().map(|b| a.then(b)).all(|product| product.is_identity() || all.contains(&product));
    found.iter().all(closes)
}

/// What a picture shows on each cell.
type PictureCells = [Option<Content>];

/// What each content becomes when the first picture of each pair becomes the second one; none when that cannot be.
fn contents(definition: &Definition, cells: &[Cell], pairs: &[(&PictureCells, &PictureCells)]) -> Option<Vec<Content>> {
    let kinds = definition.blocks.as_ref().map_or(definition.pieces.len(), |blocks| blocks.kinds.len());
    let mut becomes: Vec<Option<Content>> = vec![None; kinds + 1];
    let mut taken = vec![false; kinds + 1];
    let mut force = |from: Content, to: Content| {
        let (from, to) = (from as usize, to as usize);
        if becomes[from].is_none() && !taken[to] && (from == 0) == (to == 0) {
            (becomes[from], taken[to]) = (Some(to as Content), true);
        }
        becomes[from] == Some(to as Content)
    };
    force(0, 0);
    for (before, after) in pairs {
        for (cell, content) in (0..).zip(before.iter()) {
            let Some(content) = content.filter(|&content| content as usize <= kinds) else { continue };
            let first = match &definition.blocks {
                Some(blocks) if content != 0 => {
                    let whole = blocks.cells(&definition.board, content as usize - 1, cell)?;
                    whole.iter().map(|&cell| cells[cell as usize]).min()?
                }
                _ => cells[cell as usize],
            };
            let to = after[first as usize].filter(|&to| to as usize <= kinds)?;
            if !force(content, to) {
                return None;
            }
        }
    }
    for (kind, becomes) in becomes.iter_mut().enumerate().filter(|(_, becomes)| becomes.is_none()) {
        // Blocks that no goal names: the kind of the same shape.
        let fits = |&other: &usize| match &definition.blocks {
            Some(_) => !taken[other] && has_shape(definition, cells, kind - 1, other - 1),
            None => other == kind,
        };
        let other = (1..=kinds).find(fits).filter(|&other| !taken[other])?;
        (*becomes, taken[other]) = (Some(other as Content), true);
    }
    let mut becomes: Vec<Content> = becomes.into_iter().collect::<Option<_>>()?;
    if let Some(blocks) = &definition.blocks {
        let fits = |kind: usize| has_shape(definition, cells, kind, becomes[kind + 1] as usize - 1);
        if !(0..kinds).all(fits) {
            return None;
        }
        becomes.push(blocks.covered());
    }
    Some(becomes)
}

/// Whether an exchange of cells takes the shape of a kind of block to that of another, wherever it stands.
fn has_shape(definition: &Definition, cells: &[Cell], kind: usize, other: usize) -> bool {
    let blocks = definition.blocks.as_ref().expect("a definition with blocks");
    (0..definition.cells() as Cell).filter_map(|first| blocks.cells(&definition.board, kind, first)).all(|whole| {
        let mut image: Vec<Cell> = whole.iter().map(|&cell| cells[cell as usize]).collect();
        image.sort_unstable();
        // Cells of a shape ascend.
        blocks.cells(&definition.board, other, image[0]) == Some(image)
    })
}

/// What each side becomes when its pieces become others; none when the turns do not go round as before.
fn sides(definition: &Definition, contents: &[Content]) -> Option<Vec<u8>> {
    let turns = &definition.turns;
    let image = |side: usize| {
        let pieces = (1..contents.len() as u16).map(|piece| piece as Content);
        let image =
            ContentSet::of(pieces.filter(|&piece| turns[side].pieces.has(piece)).map(|piece| contents[piece as usize]));
        turns.iter().position(|other| other.pieces == image)
    };
    let sides = (0..turns.len()).map(image).collect::<Option<Vec<usize>>>()?;
    let round = |&side: &usize| sides[(side + 1) % sides.len()] == (sides[side] + 1) % sides.len();
    (0..sides.len()).all(|side| round(&side)).then(|| sides.into_iter().map(|side| side as u8).collect())
}

/// What a goal asks for, or the one that a symmetry makes of it: contents of cells, or numbers of pieces.
fn asked(definition: &Definition, goal: &Goal, symmetry: Option<&Symmetry>) -> Choice {
    let mut asked = Choice::new();
    if let Goal::Picture(picture) = goal {
        let image = symmetry.map(|symmetry| symmetry.picture(definition, picture));
        for (cell, content) in (0..).zip(image.as_ref().unwrap_or(picture)) {
            if let Some(content) = *content {
                asked.push((cell, content, 0));
            }
        }
        return asked;
    }
    let (most, pieces) = goal.counted().unwrap_or_default();
    for &piece in pieces {
        // More than all cells is as good as all.
        let one = (most.min(definition.cells()) as Cell, symmetry.map_or(piece, |it| it.contents[piece as usize]), 1);
        if !asked.contains(&one) {
            asked.push(one);
        }
    }
    asked.sort_unstable();
    asked
}

/// An operation, or the one that a symmetry makes of it, with its cells in order.
fn ordered(written: &Written, symmetry: Option<&Symmetry>) -> Written {
    let content = |content: Content| symmetry.map_or(content, |it| it.contents[content as usize]);
    let cell = |cell: Cell| symmetry.map_or(cell, |it| it.cells[cell as usize]);
    let mut image = written.clone();
    for (at, before, after) in &mut image.choice {
        (*at, *before, *after) = (cell(*at), content(*before), content(*after));
    }
    image.choice.sort_unstable();
    image.side = image.side.map(|side| symmetry.map_or(side, |it| it.side(side)));
    if image.chain {
        image.path = image.path.map(cell);
    }
    image
}

fn moves_stay(
    definition: &Definition,
    written: &[Written],
    operations: &FxHashSet<Written>,
    symmetry: &Symmetry,
) -> bool {
    if definition.blocks.is_some() {
        // A board that stays as it is and shapes that stay shapes are enough: blocks go every way, or along their longer side.
        return true;
    }
    let sorted = |mut way: Vec<(Cell, Cell)>| {
        way.sort_unstable();
        way
    };
    let cell = |cell: Cell| symmetry.cells[cell as usize];
    let image = |way: &Vec<(Cell, Cell)>| sorted(way.iter().map(|&(from, to)| (cell(from), cell(to))).collect());
    let ways: FxHashSet<Vec<(Cell, Cell)>> = definition.cycles.iter().flat_map(ways_of).map(sorted).collect();
    let cycles_stay = ways.iter().all(|way| ways.contains(&image(way)));
    cycles_stay && written.iter().all(|written| operations.contains(&ordered(written, Some(symmetry))))
}
