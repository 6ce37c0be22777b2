//! Transcripts: what is said of the last complete iteration of iterative deepening (IDA*, Korf
//! 1985).
//!
//! The tree of all plays that contain no forbidden word and whose lengths with the bound do not
//! exceed a threshold has no goal in it. The counts of its parts are compared with those of a
//! search with tables and words of its own, so that nothing in the transcript is believed.
//!
//! With every pattern of every view it is kept where its tiles are and how many moves they need. A
//! move changes that of the moved tile's pattern only, as for all others the vacancy stays in its
//! region: one look at a table a view.

mod words;

use crate::board::VACANT;
use crate::certificate::Claim;
use crate::families::tiles::Tiles;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, limit, refuse, resource};
use crate::tables::UNREACHED;
use crate::tables::blocks::place;
use crate::text::{after, lines, small};
use crate::theorems::potentials::patterns::{Pattern, Places, Views};
use std::cmp::Ordering;
use words::{Automaton, NEVER, automaton};

/// The search is recursive: this is the greatest number of moves of a play.
const MOST_MOVES: u64 = 1000;

/// What a block `transcript` says.
struct Transcript {
    /// How long the forbidden words are that were looked for.
    words: u64,
    threshold: u64,
    /// How many moves the prefixes have.
    depth: u64,
    /// Nodes with fewer moves than that.
    above: u64,
    /// By prefix, the nodes that begin with it: counts, and how often each stands there.
    below: Vec<(u64, u64)>,
}

/// Checks that the block `transcript`, with the patterns of the block `tables`, proves the claimed bound.
pub(crate) fn verify(tiles: &Tiles, claim: &Claim, [tables, payload]: [&[u8]; 2], limits: &Limits) -> Checked<()> {
    let transcript = Transcript::read(payload, limits)?;
    claim.verify_reached(&transcript.bound(tiles).into(), "the transcript").at("line 3")?;
    transcript.ensure_affordable(limits)?;
    let views = Views::build(tiles, tables, limits)?;
    let automaton = automaton(views.grid, transcript.words, limits)?;
    Search::new(&transcript, tiles, &views, &automaton, limits).verify().at("transcript")
}

impl Transcript {
    fn read(payload: &[u8], limits: &Limits) -> Checked<Self> {
        let mut lines = lines(payload).at("transcript")?;
        let mut head = |name: &str| match lines.next() {
            Some((number, line)) => {
                line.and_then(|line| after(line, name)).and_then(small).at(format_args!("transcript, line {number}"))
            }
            None => refuse(format_args!("`{name}..` is missing")).at("transcript"),
        };
        let (words, threshold) = (head("words ")?, head("threshold ")?);
        let (depth, above) = (head("depth ")?, head("above ")?);
        let count = payload.iter().filter(|&&byte| byte == b'\n').count();
        let mut below: Vec<(u64, u64)> = limits.vector(count, "the transcript")?;
        for (number, line) in lines {
            let last = below.last().map(|last| last.0);
            below.push(line.and_then(|line| read_below(line, last)).at(format_args!("transcript, line {number}"))?);
        }
        Ok(Self { words, threshold, depth, above, below })
    }

    /// The moves that every play has then: more than the threshold, and of the right parity.
    fn bound(&self, tiles: &Tiles) -> u64 {
        let way = tiles.grid.distance(tiles.start.vacancy(), tiles.goal.vacancy()) as u64;
        let more = if self.threshold % 2 == way % 2 { 2 } else { 1 };
        self.threshold.saturating_add(more)
    }

    /// Stops if there are too many nodes to visit.
    fn ensure_affordable(&self, limits: &Limits) -> Checked<()> {
        limit(self.threshold <= MOST_MOVES, format_args!("plays of more than {MOST_MOVES} moves"))?;
        let (first, step) = limits.part;
        limit((1..=step).contains(&first), format_args!("there is no part {first} of {step}"))?;
        // Of the prefixes up to a number, how many there are to do.
        let due = |prefixes: u128| (prefixes + u128::from(step) - u128::from(first)) / u128::from(step);
        let (mut prefixes, mut nodes) = (0u128, u128::from(self.above));
        for &(count, repeat) in &self.below {
            let before = prefixes;
            prefixes += u128::from(repeat);
            nodes = nodes.saturating_add((due(prefixes) - due(before)).saturating_mul(count.into()));
        }
        let allowed = limits.nodes;
        limit(nodes <= allowed.into(), format_args!("a transcript of {nodes} nodes, {allowed} allowed"))
    }
}

/// `last` is the count of the line before.
fn read_below(line: &str, last: Option<u64>) -> Checked<(u64, u64)> {
    let value = after(line, "below ")?;
    let (count, repeat) = match value.split_once(' ') {
        None => (small(value)?, 1),
        Some((count, repeat)) => {
            let repeat = small(repeat)?;
            ensure(repeat >= 2, "a line is repeated at least once")?;
            (small(count)?, repeat)
        }
    };
    ensure(last != Some(count), "two lines in a row have the same count")?;
    Ok((count, repeat))
}

/// Where the tiles of a pattern are, in the cells of its table.
#[derive(Clone, Copy, Default)]
struct Standing {
    set: u64,
    arrangement: u32,
    /// How many moves these tiles need.
    moves: u8,
}

struct Search<'a> {
    transcript: &'a Transcript,
    automaton: &'a Automaton,
    part: (u64, u64),
    /// By cell and direction, the next cell; none beyond the edge, where the automaton never leads.
    steps: Vec<[u8; 4]>,
    /// By cell, the home of what is there.
    cells: Vec<u8>,
    vacancy: u8,
    /// The patterns of all views, one view after the other, and where their tiles are.
    patterns: Vec<&'a Pattern>,
    standing: Vec<Standing>,
    /// By view and home, the pattern of the tile.
    pattern_of: Vec<Vec<Option<u32>>>,
    /// By view, the sum of its patterns.
    sums: Vec<u64>,
    /// By moves made, direction and view, where the tiles of a pattern are after one more move.
    ahead: Vec<Standing>,
    /// Nodes with fewer moves than the prefixes.
    above: u64,
    prefixes: u64,
    /// The line of the next prefix, and how often it was used already.
    line: (usize, u64),
    /// Nodes below the prefix at hand, and how many there are to be.
    below: u64,
    claimed: u64,
}

impl<'a> Search<'a> {
    fn new(
        transcript: &'a Transcript,
        tiles: &Tiles,
        views: &'a Views,
        automaton: &'a Automaton,
        limits: &Limits,
    ) -> Self {
        let grid = views.grid;
        let step = |cell, direction| grid.step(cell, direction).unwrap_or(cell) as u8;
        let steps = (0..grid.cells()).map(|cell| std::array::from_fn(|direction| step(cell, direction)));
        let home = |&label: &u32| if label == VACANT { tiles.goal.vacancy() } else { views.homes[label as usize] };
        let mut search = Self {
            transcript,
            automaton,
            part: limits.part,
            steps: steps.collect(),
            cells: tiles.start.cells().iter().map(|label| home(label) as u8).collect(),
            vacancy: tiles.start.vacancy() as u8,
            patterns: Vec::new(),
            standing: Vec::new(),
            pattern_of: Vec::new(),
            sums: Vec::new(),
            ahead: vec![Standing::default(); (transcript.threshold as usize + 1) * 4 * views.lists.len()],
            above: 0,
            prefixes: 0,
            line: (0, 0),
            below: 0,
            claimed: 0,
        };
        let (places, _) = views.places(tiles.start.cells());
        for list in &views.lists {
            search.add_view(list.iter().map(|&pattern| &views.patterns[pattern]), &places);
        }
        search
    }

    /// By home, `places` holds the cell of each tile.
    fn add_view(&mut self, patterns: impl Iterator<Item = &'a Pattern>, places: &Places) {
        let mut pattern_of = vec![None; self.cells.len()];
        let mut sum = 0;
        for pattern in patterns {
            for &home in &pattern.homes {
                pattern_of[home] = Some(self.patterns.len() as u32);
            }
            let images: Vec<usize> = pattern.homes.iter().map(|&home| pattern.image[places[home]]).collect();
            let (set, arrangement) = pattern.table.blocks.arranged(&images);
            let moves = pattern.of(places, self.vacancy.into());
            sum += moves;
            // Nothing is looked up from a standing without a play: the start is beyond every
            // threshold then.
            let moves = u8::try_from(moves).unwrap_or(UNREACHED);
            self.standing.push(Standing { set, arrangement: arrangement as u32, moves });
            self.patterns.push(pattern);
        }
        self.pattern_of.push(pattern_of);
        self.sums.push(sum);
    }

    /// Visits all nodes, and refuses unless they are as many as the transcript says.
    fn verify(mut self) -> Checked<()> {
        let bound = self.sums.iter().max().copied().unwrap_or(0);
        if bound <= self.transcript.threshold {
            self.enter(0, u32::from(self.vacancy))?;
        }
        let (above, claimed) = (self.above, self.transcript.above);
        ensure(above == claimed, format_args!("{claimed} nodes above the prefixes claimed, there are {above}"))?;
        let prefixes = self.prefixes;
        ensure(self.line.0 == self.transcript.below.len(), format_args!("there are only {prefixes} prefixes"))?;
        match self.part {
            (_, 1) => Ok(()),
            (first, step) => resource(format_args!("part {first} of {step} re-executed, agrees")),
        }
    }

    /// Visits a node after `made` moves and everything below it.
    fn enter(&mut self, made: u64, state: u32) -> Checked<()> {
        match made.cmp(&self.transcript.depth) {
            Ordering::Less => {
                self.above += 1;
                ensure(self.above <= self.transcript.above, "more nodes above the prefixes than claimed")?;
            }
            Ordering::Equal => return self.enter_prefix(made, state),
            Ordering::Greater => {
                self.below += 1;
                let (claimed, prefix) = (self.claimed, self.prefixes);
                ensure(
                    self.below <= claimed,
                    format_args!("more than the {claimed} nodes claimed below prefix {prefix}"),
                )?;
            }
        }
        self.expand(made, state)
    }

    fn enter_prefix(&mut self, made: u64, state: u32) -> Checked<()> {
        self.prefixes += 1;
        let prefix = self.prefixes;
        let (line, used) = self.line;
        let lines = &self.transcript.below;
        let &(claimed, repeat) = lines.get(line).or_refuse(format_args!("there are {prefix} prefixes or more"))?;
        self.line = if used + 1 < repeat { (line, used + 1) } else { (line + 1, 0) };
        let (first, step) = self.part;
        if prefix % step != first % step {
            return Ok(());
        }
        (self.below, self.claimed) = (1, claimed);
        self.expand(made, state)?;
        let below = self.below;
        ensure(below == claimed, format_args!("{claimed} nodes below prefix {prefix} claimed, there are {below}"))
    }

    fn expand(&mut self, made: u64, state: u32) -> Checked<()> {
        if self.sums.iter().all(|&sum| sum == 0) {
            let goal = (0..).zip(&self.cells).all(|(cell, &home)| cell == home);
            ensure(!goal, "a goal is among the nodes")?;
        }
        let next = self.automaton[state as usize];
        let views = self.sums.len();
        let row = made as usize * 4 * views;
        // All are looked up before the first is tried, so that the machine can wait for them
        // together.
        for direction in (0..4).filter(|&direction| next[direction] != NEVER) {
            self.look_ahead(direction, row + direction * views);
        }
        for direction in (0..4).filter(|&direction| next[direction] != NEVER) {
            let ahead = row + direction * views;
            if made + 1 + self.bound_ahead(direction, ahead) <= self.transcript.threshold {
                let back = self.vacancy;
                self.step(self.steps[usize::from(back)][direction], ahead);
                self.enter(made + 1, next[direction])?;
                self.step(back, ahead);
            }
        }
        Ok(())
    }

    /// Where the pattern of the tile that the vacancy meets in a direction stands after the move,
    /// in every view.
    fn look_ahead(&mut self, direction: usize, ahead: usize) {
        let (to, from) = (self.vacancy.into(), self.steps[usize::from(self.vacancy)][direction].into());
        let home = usize::from(self.cells[from]);
        for (view, pattern_of) in self.pattern_of.iter().enumerate() {
            if let Some(index) = pattern_of[home] {
                let index = index as usize;
                self.ahead[ahead + view] = self.standing[index].after(self.patterns[index], from, to);
            }
        }
    }

    /// The bound after that move.
    fn bound_ahead(&self, direction: usize, ahead: usize) -> u64 {
        let home = usize::from(self.cells[usize::from(self.steps[usize::from(self.vacancy)][direction])]);
        let after = |(view, sum): (usize, &u64)| match self.pattern_of[view][home] {
            Some(index) => {
                sum - u64::from(self.standing[index as usize].moves) + u64::from(self.ahead[ahead + view].moves)
            }
            None => *sum,
        };
        self.sums.iter().enumerate().map(after).max().unwrap_or(0)
    }

    /// Makes that move, or takes it back: the tile of that home goes into the vacancy.
    fn step(&mut self, from: u8, ahead: usize) {
        let home = usize::from(self.cells[usize::from(from)]);
        self.cells.swap(from.into(), self.vacancy.into());
        self.vacancy = from;
        for (view, sum) in self.sums.iter_mut().enumerate() {
            if let Some(index) = self.pattern_of[view][home] {
                let (now, other) = (&mut self.standing[index as usize], &mut self.ahead[ahead + view]);
                *sum = *sum - u64::from(now.moves) + u64::from(other.moves);
                std::mem::swap(now, other);
            }
        }
    }
}

impl Standing {
    /// After the move of a tile of the pattern between two cells.
    fn after(self, pattern: &Pattern, from: usize, to: usize) -> Self {
        let (from, to) = (pattern.image[from], pattern.image[to]);
        let blocks = &pattern.table.blocks;
        let others = self.set & !(1 << from);
        let set = others | 1 << to;
        let arrangement = blocks.moved_one(self.arrangement, place(others, from), place(others, to));
        // The vacancy is where the tile was.
        let entry = blocks.block(set, from) * blocks.size + arrangement as usize;
        let moves = pattern.table.moved(self.moves, entry);
        Self { set, arrangement, moves }
    }
}
