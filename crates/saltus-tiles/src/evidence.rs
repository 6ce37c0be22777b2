//! Evidence by pattern databases that no play of sliding tiles is shorter.

use dashu_int::UBig;

use crate::bounds::patterns::from_one;
use crate::closed::position::Position;
use crate::rules::Tiles;
use crate::search::ida::{closed_set, schedule};
use saltus_core::evidence::{Block, CannotCertify, Evidence, closed_set_reason};
use saltus_core::limits::Limits;
use saltus_core::proof::set_block;

/// The nodes of one complete iteration of a depth-first search, for another engine to count again:
/// the block `transcript`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The views whose maximum was the bound: each a list of patterns, these lists of goal cells,
    /// from 0.
    pub views: Vec<Vec<Vec<u8>>>,
    /// The greatest length of forbidden words.
    pub words: usize,
    /// No play of more moves was looked at.
    pub threshold: u32,
    /// Where the tree is cut.
    pub depth: usize,
    /// Nodes with fewer moves.
    pub above: u64,
    /// The nodes of the subtrees, in order, with how often in a row each count occurs.
    pub below: Vec<(u64, u64)>,
}

impl Transcript {
    /// The transcript of an iteration.
    pub fn of(
        views: Vec<Vec<Vec<u8>>>,
        (words, threshold, depth): (usize, u32, usize),
        above: u64,
        counts: &[u64],
    ) -> Self {
        let mut below: Vec<(u64, u64)> = Vec::new();
        for &count in counts {
            match below.last_mut() {
                Some((last, times)) if *last == count => *times += 1,
                _ => below.push((count, 1)),
            }
        }
        Transcript { views, words, threshold, depth, above, below }
    }

    /// The transcript of an iteration that the bound of the start alone rules out.
    pub fn nothing(views: Vec<Vec<Vec<u8>>>, words: usize, threshold: u32) -> Self {
        Self::of(views, (words, threshold, 0), 0, &[])
    }

    /// The payload of the block.
    pub fn block(&self) -> Vec<u8> {
        let Transcript { words, threshold, depth, above, below, .. } = self;
        let mut lines = vec![
            format!("words {words}"),
            format!("threshold {threshold}"),
            format!("depth {depth}"),
            format!("above {above}"),
        ];
        lines.extend(below.iter().map(|(count, times)| match times {
            1 => format!("below {count}"),
            _ => format!("below {count} {times}"),
        }));
        (lines.join("\n") + "\n").into_bytes()
    }
}

/// The block `tables`: the patterns of each view.
pub fn tables_block(views: &[Vec<Vec<u8>>]) -> Block {
    let name = |pattern: &Vec<u8>| {
        let mut cells = pattern.clone();
        cells.sort_unstable();
        from_one(&cells, ",")
    };
    let view = |view: &Vec<Vec<u8>>| format!("view {}\n", view.iter().map(name).collect::<Vec<_>>().join(" "));
    ("tables", views.iter().map(view).collect::<String>().into_bytes())
}

/// The set of boards that no short play leaves, by pattern databases.
#[derive(Clone, Debug)]
pub struct PatternSet {
    puzzle: Tiles,
    position: Position,
}

impl PatternSet {
    /// The set of a board of different tiles.
    pub fn new(puzzle: Tiles, position: Position) -> Self {
        PatternSet { puzzle, position }
    }
}

impl Evidence for PatternSet {
    fn kind(&self) -> String {
        "closed-set patterns".into()
    }

    fn reason(&self, pieces: bool) -> String {
        closed_set_reason(pieces)
    }

    fn is_light(&self) -> bool {
        false
    }

    fn blocks(&self, cost: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        let size @ (height, width, vacancy) = self.position.size();
        let views = schedule::certifying(height, width, vacancy).views(height, width, vacancy, limits)?;
        let tables = tables_block(&views.patterns());
        let set = schedule::below(size, &self.position.homes, cost.unwrap_or(u32::MAX), limits)?;
        let cells = self.position.homes.len();
        let key = |board| self.puzzle.key_of(self.position.labels_of(closed_set::unpack(board, cells)));
        let keyed: Vec<(UBig, u32)> = set.into_iter().map(|(board, g)| (key(board), g)).collect();
        Ok(vec![tables, ("set", set_block(keyed))])
    }
}

impl Evidence for Transcript {
    fn kind(&self) -> String {
        "transcript".into()
    }

    fn reason(&self, _: bool) -> String {
        "a transcript of the search, which saltus-check executes again".into()
    }

    fn assumes(&self) -> Vec<String> {
        vec!["transcript".into()]
    }

    fn is_light(&self) -> bool {
        false
    }

    fn blocks(&self, _: Option<u32>, _: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        Ok(vec![tables_block(&self.views), ("transcript", self.block())])
    }
}
