//! One beam through all stages.

use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::random::Random;

use super::met::Met;
use super::stages::{BeamStage, Far, Stages};
use super::{BeamBoard, NONE};

/// A board of a layer, without its cells.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    far: Far,
    /// Its number among all boards that were kept.
    id: u32,
    gap: u16,
    /// The way of the last move, backward; no way at the start.
    back: u8,
}

/// A move that may be kept.
#[derive(Clone, Copy)]
struct BeamMove {
    hash: u64,
    far: Far,
    /// The board before, as its number in the layer, and the way of the vacancy.
    before: u32,
    way: u8,
}

/// A board that a stage begins with.
#[derive(Clone)]
struct StageEntry {
    depth: usize,
    node: Node,
    board: Vec<u16>,
}

/// How a stage ends.
enum StageEnd {
    /// With boards that reach its goal, in the order of their moves.
    Reached(Vec<StageEntry>),
    /// No board is left, or none has looked nearer for long.
    Lost,
    /// The play would have too many moves.
    TooLong,
}

/// A stage has lost its way when no board has looked nearer for this many times the sides of the board.
const PATIENCE: usize = 5;

/// The most boards that are kept: numbers of boards share 32 bits with a way.
const MOST_KEPT: usize = 1 << 30;

/// How many times as wide as the others a stage may be that has lost its way: where no play is known, and where one is.
const MOST_WIDER: [usize; 2] = [1 << 12, 4];

/// Moves for which a stage goes on when its goal is reached: boards that reach it later may look nearer to the next.
const LATER: usize = 6;

/// Boards that are remembered, for each that is kept.
const REMEMBERED: usize = 16;

/// The cells that the vacancy visits, at most `most`; none when the beam loses its way. Ties are broken by `seed`.
pub(super) fn run(
    grid: &BeamBoard,
    stages: &Stages,
    (wide, seed): (usize, u64),
    most: usize,
    limits: &Limits<'_>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u16>>, Stop> {
    let mut beam = BeamRun::new(grid, wide, seed, limits)?;
    let at = grid.start.iter().position(|&tile| tile == grid.gap).expect("a vacancy");
    let node = Node { hash: 0, far: Far { stage: 0, order: 0 }, id: 0, gap: at as u16, back: NO_WAY };
    let mut entries = vec![StageEntry { depth: 0, node, board: grid.start.clone() }];
    for number in 0..stages.number {
        let stage = BeamStage::new(grid, stages, number);
        let later = if number + 1 == stages.number { 0 } else { LATER };
        let kept = beam.ways.len();
        // A stage that loses its way begins again, wider.
        let (mut wider, most_wider) = (1, MOST_WIDER[usize::from(most < usize::MAX)]);
        entries = loop {
            beam.widen(wide * wider)?;
            let numbers = Numbers::new(grid, |tile| stage.is_told(tile), &mut beam.random);
            match beam.stage(&stage, &numbers, &entries, (later, most), meter)? {
                StageEnd::Reached(reached) => break reached,
                StageEnd::Lost if wider < most_wider => wider *= 2,
                StageEnd::Lost | StageEnd::TooLong => return Ok(None),
            }
            beam.ways.truncate(kept);
        };
    }
    Ok(entries.first().map(|entry| beam.way(entry, at as u16)))
}

/// None of the four directions.
const NO_WAY: u8 = 4;

/// Random numbers of cells and tiles, whose products make the hash of a board. Tiles that do not matter in a stage have 0.
pub(super) struct Numbers {
    cells: Vec<u64>,
    tiles: Vec<u64>,
    gap: u16,
}

impl Numbers {
    pub(super) fn new(grid: &BeamBoard, is_told: impl Fn(u16) -> bool, random: &mut Random) -> Self {
        let cells = grid.start.iter().map(|_| random.number() | 1).collect();
        let number = |tile| {
            let number = random.number() | 1;
            if is_told(tile) { number } else { 0 }
        };
        Numbers { cells, tiles: (0..grid.start.len() as u16).map(number).collect(), gap: grid.gap }
    }

    pub(super) fn hash(&self, board: &[u16]) -> u64 {
        let products =
            board.iter().zip(&self.cells).map(|(&tile, &cell)| self.tiles[usize::from(tile)].wrapping_mul(cell));
        products.fold(0, u64::wrapping_add)
    }

    /// The hash after a move of the tile on `from` to the vacancy.
    #[inline]
    pub(super) fn after(&self, hash: u64, board: &[u16], from: u16, to: u16) -> u64 {
        let tile = self.tiles[usize::from(board[usize::from(from)])].wrapping_sub(self.tiles[usize::from(self.gap)]);
        let step = self.cells[usize::from(to)].wrapping_sub(self.cells[usize::from(from)]);
        hash.wrapping_add(tile.wrapping_mul(step))
    }
}

struct BeamRun<'a> {
    grid: &'a BeamBoard,
    wide: usize,
    limits: &'a Limits<'a>,
    random: Random,
    met: Met,
    /// For each board that was kept the number of the one before and the way from there.
    ways: Vec<u32>,
    layer: BeamLayer,
    next: BeamLayer,
    candidates: Vec<BeamMove>,
    counts: Vec<u32>,
    order: Vec<u32>,
    /// Whether boards of the stage were left out that are too far for the most moves.
    is_cut: bool,
}

#[derive(Default)]
struct BeamLayer {
    boards: Vec<u16>,
    nodes: Vec<Node>,
}

impl<'a> BeamRun<'a> {
    fn new(grid: &'a BeamBoard, wide: usize, seed: u64, limits: &'a Limits<'a>) -> Result<Self, Stop> {
        limits.afford(Self::bytes(grid.start.len(), wide))?;
        Ok(BeamRun {
            grid,
            wide,
            limits,
            random: Random::new(seed),
            met: Met::new(wide * REMEMBERED),
            ways: vec![0],
            layer: BeamLayer::default(),
            next: BeamLayer::default(),
            candidates: Vec::new(),
            counts: Vec::new(),
            order: Vec::new(),
            is_cut: false,
        })
    }

    /// Makes the next stage so wide.
    fn widen(&mut self, wide: usize) -> Result<(), Stop> {
        if wide != self.wide {
            self.wide = wide;
            self.limits.afford(self.held())?;
            self.met = Met::new(wide * REMEMBERED);
        }
        Ok(())
    }

    /// About the bytes of what does not grow with the moves: two layers, boards that reach a goal and those that the stage began with, up to twice
    /// as many as are kept, and two or three moves of each board.
    fn bytes(cells: usize, wide: usize) -> u64 {
        let board = cells * 2 + size_of::<Node>();
        (wide * (6 * board + 3 * (size_of::<BeamMove>() + 4))) as u64 + Met::bytes(wide * REMEMBERED)
    }

    fn held(&self) -> u64 {
        Self::bytes(self.grid.start.len(), self.wide) + self.ways.capacity() as u64 * 4
    }

    /// From the boards that a stage begins with to those that reach its goal.
    fn stage(
        &mut self,
        stage: &BeamStage<'_>,
        numbers: &Numbers,
        entries: &[StageEntry],
        (later, most): (usize, usize),
        meter: &mut Meter<'_>,
    ) -> Result<StageEnd, Stop> {
        let mut depth = entries[0].depth;
        let mut entries = entries.iter().peekable();
        let mut done: Vec<StageEntry> = Vec::new();
        let patience = PATIENCE * (self.grid.height + self.grid.width);
        let (mut least, mut since) = (u32::MAX, depth);
        self.layer.clear();
        self.is_cut = false;
        loop {
            while let Some(entry) = entries.next_if(|entry| entry.depth == depth) {
                self.enter(stage, numbers, entry, &mut done);
            }
            let is_enough = done.first().is_some_and(|first| depth >= first.depth + later || done.len() >= self.wide);
            if is_enough {
                return Ok(StageEnd::Reached(done));
            }
            if depth == most {
                return Ok(StageEnd::TooLong);
            }
            let nearest = self.layer.nodes.iter().map(|node| node.far.order).min().unwrap_or(u32::MAX);
            if nearest < least {
                (least, since) = (nearest, depth);
            }
            let is_empty = self.layer.nodes.is_empty() && entries.peek().is_none();
            if is_empty || depth - since > patience {
                return Ok(match (done.is_empty(), self.is_cut) {
                    (false, _) => StageEnd::Reached(done),
                    (true, true) => StageEnd::TooLong,
                    (true, false) => StageEnd::Lost,
                });
            }
            self.expand(stage, numbers, meter)?;
            depth += 1;
            self.keep(depth, most, &mut done)?;
        }
    }

    /// Takes a board into the layer that a stage begins with.
    fn enter(&mut self, stage: &BeamStage<'_>, numbers: &Numbers, entry: &StageEntry, done: &mut Vec<StageEntry>) {
        let hash = numbers.hash(&entry.board);
        let node = Node { hash, far: stage.far(&entry.board), ..entry.node };
        if !self.met.is_new(hash) {
            return;
        }
        if node.far.stage == 0 {
            done.push(StageEntry { node, ..entry.clone() });
        } else {
            self.layer.boards.extend_from_slice(&entry.board);
            self.layer.nodes.push(node);
        }
    }

    /// All moves of the boards of the layer.
    fn expand(&mut self, stage: &BeamStage<'_>, numbers: &Numbers, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let held = self.held();
        let grid = self.grid;
        self.candidates.clear();
        let boards = self.layer.boards.chunks_exact(grid.start.len());
        for (before, (board, node)) in (0..).zip(boards.zip(&self.layer.nodes)) {
            meter.node(|| held)?;
            let at = node.gap;
            for (way, &from) in (0..).zip(&grid.beside[usize::from(at)]) {
                if from == NONE || way == node.back {
                    continue;
                }
                let far = node.far.after(stage.change(board, from, at, way < 2));
                let hash = numbers.after(node.hash, board, from, at);
                self.candidates.push(BeamMove { hash, far, before, way });
            }
        }
        Ok(())
    }

    /// Makes the next layer of the moves that lead to the boards that look nearest.
    fn keep(&mut self, depth: usize, most: usize, done: &mut Vec<StageEntry>) -> Result<(), Stop> {
        self.sort();
        if self.ways.len() + self.wide > self.ways.capacity() {
            let more = self.ways.capacity() + self.wide;
            self.limits.afford(self.held() + 4 * more as u64)?;
            if self.ways.len() + self.wide > MOST_KEPT {
                return Err(Stop::Memory { needed: u64::MAX });
            }
            self.ways.reserve(more);
        }
        let size = self.grid.start.len();
        self.next.clear();
        let mut kept = 0;
        for &at in &self.order {
            let BeamMove { hash, far, before, way } = self.candidates[at as usize];
            // The least number of moves that are left.
            if depth + far.stage as usize > most {
                self.is_cut = true;
                continue;
            }
            if !self.met.is_new(hash) {
                continue;
            }
            let old = self.layer.nodes[before as usize];
            let from = self.grid.beside[usize::from(old.gap)][usize::from(way)];
            let begin = self.next.boards.len();
            self.next.boards.extend_from_slice(&self.layer.boards[before as usize * size..][..size]);
            self.next.boards[begin..].swap(usize::from(old.gap), usize::from(from));
            let id = self.ways.len() as u32;
            self.ways.push(old.id << 2 | u32::from(way));
            let node = Node { hash, far, id, gap: from, back: way ^ 1 };
            if far.stage == 0 {
                let board = self.next.boards.split_off(begin);
                done.push(StageEntry { depth, node, board });
            } else {
                self.next.nodes.push(node);
            }
            kept += 1;
            if kept == self.wide {
                break;
            }
        }
        std::mem::swap(&mut self.layer, &mut self.next);
        Ok(())
    }

    /// The candidates in their order, by counting.
    fn sort(&mut self) {
        self.order.clear();
        let orders = self.candidates.iter().map(|candidate| candidate.far.order);
        let Some((least, most)) = orders.fold(None, |range, order| {
            let (least, most) = range.unwrap_or((order, order));
            Some((least.min(order), most.max(order)))
        }) else {
            return;
        };
        // Two bits of the hash mix boards that look alike.
        let key =
            |candidate: &BeamMove| (candidate.far.order - least) as usize * 4 + (candidate.hash >> 20 & 3) as usize;
        self.counts.clear();
        self.counts.resize((most - least) as usize * 4 + 5, 0);
        for candidate in &self.candidates {
            self.counts[key(candidate) + 1] += 1;
        }
        for at in 1..self.counts.len() {
            self.counts[at] += self.counts[at - 1];
        }
        self.order.resize(self.candidates.len(), 0);
        for (number, candidate) in (0..).zip(&self.candidates) {
            let place = &mut self.counts[key(candidate)];
            self.order[*place as usize] = number;
            *place += 1;
        }
    }

    /// The cells that the vacancy went to.
    fn way(&self, entry: &StageEntry, start: u16) -> Vec<u16> {
        let mut ways = Vec::with_capacity(entry.depth);
        let mut id = entry.node.id;
        while id != 0 {
            let way = self.ways[id as usize];
            ways.push((way & 3) as usize);
            id = way >> 2;
        }
        let mut at = start;
        let step = |way: usize| {
            at = self.grid.beside[usize::from(at)][way];
            at
        };
        ways.into_iter().rev().map(step).collect()
    }
}

impl BeamLayer {
    fn clear(&mut self) {
        self.boards.clear();
        self.nodes.clear();
    }
}
