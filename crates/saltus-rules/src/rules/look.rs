//! What pictures of a definition show.

use saltus_core::notation;
use saltus_core::scene::{CellForm, Draw, Outline, PieceForm, Scene, Spot, Tint, UNIT};

use super::{Move, Position, Rules};
use crate::definition::{Content, Definition, Goal};
use crate::geometry::{Cell, Form};

/// Of more pieces than these some look the same but for their letters.
const COLOURS: [Tint; 12] = [
    Tint::Red,
    Tint::Blue,
    Tint::Yellow,
    Tint::Green,
    Tint::Purple,
    Tint::Orange,
    Tint::Teal,
    Tint::Pink,
    Tint::Brown,
    Tint::Lime,
    Tint::Sky,
    Tint::Grey,
];

/// How the pieces differ to the eye, in their order. Blocks of one shape look the same, since their letters change places; the
/// first colour is for those that the goal is about.
pub(super) fn tints(definition: &Definition) -> Vec<Tint> {
    let colour = |at: usize| COLOURS[at % COLOURS.len()];
    let pieces = &definition.pieces;
    let Some(blocks) = &definition.blocks else {
        return match pieces.len() {
            1 => vec![Tint::Dark],
            2 => vec![Tint::Dark, Tint::Light],
            _ if are_tiles(definition) => vec![Tint::Plain; pieces.len()],
            count => (0..count).map(colour).collect(),
        };
    };
    let is_wanted = |kind: usize| definition.pictures().any(|wanted| wanted.contains(&Some(kind as Content + 1)));
    let kinds: Vec<usize> = pieces.iter().filter_map(|letter| blocks.kind(letter)).collect();
    // By the letters as they were declared: the numbers of kinds depend on the position.
    let mut order: Vec<usize> =
        kinds.iter().copied().filter(|&kind| is_wanted(kind)).chain(kinds.iter().copied()).collect();
    let mut met = vec![false; blocks.kinds.len()];
    order.retain(|&kind| !std::mem::replace(&mut met[kind], true));
    kinds
        .iter()
        .map(|kind| colour(order.iter().position(|other| other == kind).expect("every kind is there")))
        .collect()
}

/// Whether the pieces are many and tell themselves apart by their numbers, as sliding tiles do.
fn are_tiles(definition: &Definition) -> bool {
    let is_number = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
    let is_square = matches!(definition.board.form, Form::Square { .. });
    is_square && definition.pieces.len() > 6 && definition.pieces.iter().all(is_number)
}

impl Rules {
    /// The picture with these labels.
    fn labelled(&self, labels: &[String]) -> Scene {
        let board = &self.definition().board;
        let spot = |cell: usize| Spot { tint: self.tint(&labels[cell]), label: labels[cell].clone() };
        let spaced = self.definition().pieces.iter().any(|piece| notation::width(piece) > 1);
        if board.form == Form::Graph {
            return Scene { rows: vec![(0..labels.len()).map(spot).collect()], spaced };
        }
        let room = |label: &str| Spot { label: label.into(), tint: Tint::Absent };
        let cells = board.places.iter().enumerate().map(|(cell, &place)| (place, spot(cell)));
        let mut spots: Vec<_> = cells.chain(self.0.walls.iter().map(|&place| (place, room("#")))).collect();
        spots.sort_by_key(|&(place, _)| place);
        let mut rows: Vec<Vec<Spot>> = Vec::new();
        for ((row, column), spot) in spots {
            rows.resize_with(row as usize + 1, Vec::new);
            let last = rows.last_mut().expect("this row");
            last.resize_with(column as usize, || room(" "));
            last.push(spot);
        }
        Scene { rows, spaced }
    }

    fn tint(&self, label: &str) -> Tint {
        let piece = self.definition().pieces.iter().position(|piece| piece == label);
        piece.map_or(Tint::Vacant, |piece| self.0.tints[piece])
    }

    /// The picture that the goal is, if it is one.
    fn wanted(&self) -> Option<&[Option<Content>]> {
        match &self.definition().goals[..] {
            [Goal::Picture(wanted)] => Some(wanted),
            _ => None,
        }
    }
}

impl Draw for Rules {
    fn scene(&self, state: &Position) -> Scene {
        self.labelled(&self.definition().labels(self.contents(state)))
    }

    fn outline(&self) -> Outline {
        let definition = self.definition();
        let board = &definition.board;
        let pieces = match () {
            () if definition.blocks.is_some() => PieceForm::Block,
            () if definition.pieces.len() == 1 => PieceForm::Peg,
            () if are_tiles(definition) => PieceForm::Tile,
            () => PieceForm::Disc,
        };
        let cells = match board.form {
            Form::Hex | Form::Graph => CellForm::Hollow,
            // A frame would hide that the board goes on at the opposite side.
            Form::Square { columns_close: true, .. } | Form::Square { rows_close: true, .. } => CellForm::Square,
            Form::Square { .. } if pieces == PieceForm::Peg => CellForm::Hole,
            Form::Square { .. } if pieces == PieceForm::Block || !board.is_full() => CellForm::Framed,
            Form::Square { .. } => CellForm::Square,
        };
        let mut links = Vec::new();
        for cell in 0..board.cells() as Cell {
            let near: Vec<Cell> = match board.form {
                Form::Square { .. } => Vec::new(),
                Form::Hex => [(0, 2), (1, -1), (1, 1)].into_iter().filter_map(|step| board.step(cell, step)).collect(),
                Form::Graph => board.neighbours[cell as usize].iter().copied().filter(|&next| next > cell).collect(),
            };
            links.extend(near.into_iter().map(|next| (u32::from(cell), u32::from(next))));
        }
        links.sort_unstable();
        // Where the goal looks at every cell, its picture says more than marks would.
        let partial = self.wanted().filter(|wanted| wanted.contains(&None)).unwrap_or_default();
        let is_filled = |content: &Option<Content>| content.is_some_and(|content| content != 0);
        Outline {
            cells,
            pieces,
            places: board.drawn(),
            names: board.names.clone(),
            links,
            marked: (0..).zip(partial).filter(|(_, content)| is_filled(content)).map(|(cell, _)| cell).collect(),
            walls: self.0.walls.iter().map(|&(row, column)| (column * UNIT, row * UNIT)).collect(),
            called: Vec::new(),
        }
    }

    fn path(&self, mv: &Move) -> Vec<u32> {
        mv.path.iter().map(|&cell| cell.into()).collect()
    }

    fn turn(&self, state: &Position) -> Option<String> {
        let side = *state.0.get(self.definition().cells())?;
        Some(self.definition().turns[side as usize].name.clone())
    }

    fn goal(&self) -> Option<Scene> {
        Some(self.labelled(&self.definition().goal_labels(self.wanted()?)))
    }

    fn palette(&self) -> Vec<Spot> {
        let names = std::iter::once(".").chain(self.definition().pieces.iter().map(String::as_str));
        names.map(|name| Spot { label: name.into(), tint: self.tint(name) }).collect()
    }
}
