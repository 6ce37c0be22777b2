//! Whether there is a game of at most a given number of turns, breadth-first by layers.
//!
//! A *round* of turns ends with a move of the winner. The positions at its end make a *layer*:
//! sorted, each once. A helper's move leaves the winner's army as it is. So between two layers the
//! search follows the positions with one army of the winner together, and after each turn it makes
//! them a set again.
//!
//! If a game is wanted rather than a proof, a [`Sample`] of each layer is enough. If there are
//! games of the length in question there are many, since helpers have a choice of ways and of
//! turns, and the bounds leave little besides them. Random samples did as well as every score
//! that was tried.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::field::{Cells, bit, each, pop};
use super::filter::{PositionFilter, SpareClass, WIDTH};
use super::game::{Armies, Game, Key, ManMove, occupied};
use super::layer::Layer;
use super::layer_store::{LayerStore, SearchIdentity};
use super::trace;
use crate::bounds::{GameBounds, TurnsLeft};
use saltus_core::limits::{Bytes, Limits, Stop, Tally};
use saltus_core::random::Random;
use saltus_core::threads;

/// The result of a search.
#[derive(Debug)]
pub struct LayersFound<const P: usize> {
    /// Layer 0, the start, and those after it that have positions which may still be finished in time.
    pub layers: Vec<Layer<P>>,
    /// The game that was found.
    pub steps: Option<Vec<ManMove>>,
    /// Positions that moves led to.
    pub generated: u64,
}

/// Which positions of each layer are followed, where not all of them are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Moves that are made from each layer, about. Fewer are made if they have led to more
    /// positions than the next layer needs.
    pub moves: u64,
    /// Names the choice.
    pub seed: u64,
}

impl Sample {
    /// A random number below [`Sample::END`] for a position.
    fn number(self, key: &[u64]) -> u64 {
        key.iter().fold(self.seed, |seed, rank| Random::new(seed ^ rank).number()) >> 32
    }

    const END: u64 = 1 << 32;

    /// How many positions are followed first.
    const FIRST: u64 = 1 << 8;

    /// For this many moves, one position of the next layer is enough.
    const MOVES_EACH: u64 = 1 << 6;
}

/// A question: is there a game of at most `length` turns, the last of which is the winner's?
pub struct LayerSearch<'a, const P: usize> {
    game: &'a Game<P>,
    bounds: &'a GameBounds,
    length: u32,
    limits: &'a Limits<'a>,
    sample: Option<Sample>,
    filter: PositionFilter,
    generated: Tally,
    /// Bytes of finished layers.
    held: AtomicU64,
}

/// Positions that a thread gathers before it sorts them, and before it writes them into a file of
/// their own.
const GATHERED: usize = 1 << 21;
const GATHERED_FOR_A_FILE: usize = 1 << 23;

/// Positions with one army of the winner that are worked on at once.
const GROUP: usize = 1 << 15;

/// Positions whose moves are filtered together: each has some twenty.
const TOGETHER: usize = 1 << 8;

/// The size of the next layer is estimated first where a layer has more positions than this.
const LARGE: usize = 1 << 18;

/// The estimate takes this many parts of the layer, each of the same number of positions.
const PARTS: usize = 16;
const PART: usize = 1 << 9;

/// How many times too large an estimate may be: positions that come from different parts of a layer
/// count more than once in it.
const DOUBT: u64 = 16;

impl<'a, const P: usize> LayerSearch<'a, P> {
    /// The question.
    ///
    /// ```
    /// use saltus_chinese::bounds::{GameBounds, Rules};
    /// use saltus_chinese::search::{game::Game, layer_search::LayerSearch};
    /// use saltus_core::{limits::Limits, notation::Instance as _};
    ///
    /// let puzzle = saltus_chinese::read("chinese triangle:7 men=3 players=3").unwrap().puzzle().unwrap();
    /// let game = Game::<3>::new(&puzzle).unwrap();
    /// let bounds = GameBounds::new(&game, Rules::ALL);
    /// let found = LayerSearch::new(&game, &bounds, 10, &Limits::default()).run().unwrap();
    /// assert!(found.steps.is_none(), "no game has at most 10 turns");
    /// ```
    pub fn new(game: &'a Game<P>, bounds: &'a GameBounds, length: u32, limits: &'a Limits<'a>) -> Self {
        let filter = PositionFilter::new(&game.field, bounds);
        let (generated, held) = (Tally::default(), AtomicU64::new(0));
        LayerSearch { game, bounds, length, limits, sample: None, filter, generated, held }
    }

    /// The question, asked of some positions only: that no game is found proves nothing. All is
    /// kept in memory.
    ///
    /// ```
    /// use saltus_chinese::bounds::{GameBounds, Rules};
    /// use saltus_chinese::search::{game::Game, layer_search::{LayerSearch, Sample}};
    /// use saltus_core::{limits::Limits, notation::Instance as _};
    ///
    /// let line = "chinese triangle:7 men=3 players=3";
    /// let puzzle = saltus_chinese::read(line).unwrap().puzzle().unwrap();
    /// let (game, limits) = (Game::<3>::new(&puzzle).unwrap(), Limits::default());
    /// let bounds = GameBounds::new(&game, Rules::ALL);
    /// let sample = Sample { moves: 100_000, seed: 1 };
    /// let found = LayerSearch::new(&game, &bounds, 13, &limits).sampled(sample).run().unwrap();
    /// assert!(found.steps.is_some()); // a game of 13 turns
    /// ```
    #[must_use]
    pub fn sampled(self, sample: Sample) -> Self {
        LayerSearch { sample: Some(sample), ..self }
    }

    /// The helpers whose turns come between the winner's first turn after `time` turns and its next
    /// one, if the rule `ahead` is in use.
    fn helpers(&self, time: u32) -> Vec<usize> {
        let end = self.game.order.end_of_round(time);
        if !self.bounds.rules.ahead {
            return Vec::new();
        }
        (end..self.game.order.end_of_round(end) - 1).map(|time| self.game.order.player(time)).collect()
    }

    fn canonical(&self, armies: &Armies<P>) -> Key<P> {
        self.game.canonical(armies, self.bounds.rules.mirror)
    }

    /// The answer. Where the limits name a folder, layers are kept there, and finished ones are
    /// read from there.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn run(&self) -> Result<LayersFound<P>, Stop> {
        let store = if self.sample.is_none() {
            let (line, rules) = (self.game.line.as_str(), self.bounds.rules);
            LayerStore::open(SearchIdentity { line, method: "layers", rules, length: self.length }, self.limits)?
        } else {
            None
        };
        let mut layers = vec![Layer::Memory(vec![self.canonical(&self.game.start)])];
        let mut time = 0;
        while layers[layers.len() - 1].count() > 0 && time < self.length {
            let finished = store.as_ref().map(|store| store.finished(layers.len())).transpose()?.flatten();
            let next = if let Some(layer) = finished {
                layer
            } else {
                let layer = &layers[layers.len() - 1];
                let (next, end) = match self.sample {
                    None => self.round(layer, time, store.as_ref(), layers.len())?,
                    Some(sample) => self.sampled_round(layer, time, sample)?,
                };
                if let Some(end) = end {
                    let steps = Some(trace::steps(self.game, self.bounds.rules.mirror, &layers, &end)?);
                    return Ok(LayersFound { layers, steps, generated: self.generated.add(0) });
                }
                next
            };
            time = self.game.order.end_of_round(time);
            let phase = format!("after {time} of {} turns: {} positions", self.length, next.count());
            self.limits.report(&phase, self.generated.add(0), None);
            self.held.fetch_add(next.bytes(), Ordering::Relaxed);
            layers.push(next);
        }
        layers.pop_if(|last| last.count() == 0);
        Ok(LayersFound { layers, steps: None, generated: self.generated.add(0) })
    }

    /// What a sample of a layer leads to, or the end of a game.
    fn sampled_round(
        &self,
        layer: &Layer<P>,
        time: u32,
        sample: Sample,
    ) -> Result<(Layer<P>, Option<Armies<P>>), Stop> {
        // With one player there is no rank of a helper.
        let ranks = if self.game.order.players() == 1 { 1 } else { P };
        let keys = layer.read(0, layer.count())?;
        let moves = self.generated.add(0) + sample.moves;
        let mut next = Layer::Memory(Vec::new());
        let (mut first, mut size) = (0, Sample::FIRST);
        while first < Sample::END {
            let last = Sample::END.min(Sample::END * size / keys.len() as u64);
            let some = keys.iter().filter(|key| (first..last).contains(&sample.number(&key[..ranks]))).copied();
            let (more, end) = self.round(&Layer::Memory(some.collect()), time, None, 0)?;
            if end.is_some() {
                return Ok((next, end));
            }
            next = Layer::of(&[next, more], &[], None)?;
            if self.generated.add(0) > moves || next.count() as u64 * Sample::MOVES_EACH > sample.moves {
                break;
            }
            (first, size) = (last, 2 * size);
        }
        Ok((next, None))
    }

    /// The layer after a layer, or the end of a game.
    fn round(
        &self,
        layer: &Layer<P>,
        time: u32,
        store: Option<&LayerStore<'_>>,
        number: usize,
    ) -> Result<(Layer<P>, Option<Armies<P>>), Stop> {
        let estimate = if store.is_none() { self.estimate(layer, time)? } else { None };
        if let Some(bytes) = estimate {
            let phase = format!("after {time} of {} turns: the next round may need {}", self.length, Bytes(bytes));
            self.limits.report(&phase, self.generated.add(0), None);
            self.limits.afford(bytes / DOUBT)?;
        }
        let groups = Mutex::new(layer.stream()?);
        let runs = Mutex::new(Vec::new());
        let (end, gathered) = (Mutex::new(None), Tally::default());
        let work = |_| -> Result<(), Stop> {
            let mut expansion = LayerExpansion::new(self, time, store, (&runs, &gathered, &self.generated));
            loop {
                let group = groups.lock().expect("no thread panics").take_group(GROUP)?;
                if group.is_empty() {
                    break;
                }
                expansion.group(&group)?;
                // Merging takes the room of the runs once more.
                let held = self.held.load(Ordering::Relaxed) + 2 * gathered.add(0) + expansion.bytes();
                self.limits.spend(self.generated.add(0), held)?;
            }
            // The round is finished, and the least end taken: what comes out does not depend on
            // threads.
            let mut least: MutexGuard<'_, Option<_>> = end.lock().expect("no thread panics");
            *least = least.into_iter().chain(expansion.end).min();
            drop(least);
            expansion.flush()
        };
        threads::try_run(self.limits.threads, &work)?;
        let end = end.into_inner().expect("no thread panics");
        if end.is_some() {
            return Ok((Layer::Memory(Vec::new()), end));
        }
        let runs = runs.into_inner().expect("no thread panics");
        Ok((Layer::of(&runs, &[], store.map(|store| (store, number)))?, None))
    }

    /// Bytes that the round after a large layer will hold, by a sample.
    fn estimate(&self, layer: &Layer<P>, time: u32) -> Result<Option<u64>, Stop> {
        if layer.count() < LARGE {
            return Ok(None);
        }
        let (runs, gathered, generated) = (Mutex::default(), Tally::default(), Tally::default());
        let mut sample = LayerExpansion::new(self, time, None, (&runs, &gathered, &generated));
        for part in 0..PARTS {
            let keys = layer.read(layer.count() / PARTS * part, PART)?;
            keys.chunk_by(|a, b| a[0] == b[0]).try_for_each(|group| sample.group(group))?;
        }
        sample.flush()?;
        let times = (layer.count() / (PARTS * PART)) as u64;
        Ok(Some(self.held.load(Ordering::Relaxed) + 2 * gathered.add(0) * times))
    }
}

/// One thread's work on a round.
struct LayerExpansion<'a, const P: usize> {
    rounds: &'a LayerSearch<'a, P>,
    time: u32,
    out: Vec<Key<P>>,
    runs: &'a Mutex<Vec<Layer<P>>>,
    /// Bytes of all runs in memory.
    gathered: &'a Tally,
    /// Positions that moves led to.
    generated: &'a Tally,
    store: Option<&'a LayerStore<'a>>,
    end: Option<Armies<P>>,
    filter: PositionFilter,
    /// Positions that the filter has not seen yet, by how many moves are to spare.
    unfiltered: [Vec<Armies<P>>; 2],
}

impl<'a, const P: usize> LayerExpansion<'a, P> {
    /// Work that goes on after `time` turns, and where its results are gathered and counted.
    fn new(
        rounds: &'a LayerSearch<'a, P>,
        time: u32,
        store: Option<&'a LayerStore<'a>>,
        (runs, gathered, generated): (&'a Mutex<Vec<Layer<P>>>, &'a Tally, &'a Tally),
    ) -> Self {
        LayerExpansion {
            rounds,
            time,
            out: Vec::new(),
            runs,
            gathered,
            generated,
            store,
            end: None,
            filter: rounds.filter.clone(),
            unfiltered: Default::default(),
        }
    }

    /// Follows positions with one army of the winner.
    fn group(&mut self, group: &[Key<P>]) -> Result<(), Stop> {
        let LayerSearch { game, bounds, length, .. } = *self.rounds;
        let mut positions: Vec<Armies<P>> = group.iter().map(|key| game.armies(key)).collect();
        let Some(outside) = positions.first().map(|armies| (armies[0] & !game.goal).count_ones()) else {
            return Ok(());
        };
        let mut time = self.time;
        let mut generated = 0;
        while game.order.player(time) != 0 {
            let left = TurnsLeft::of(game, time + 1, length);
            // The next helper is asked for only if there is one.
            let helpers = if bounds.rules.touch && left.wait.before == 1 {
                vec![game.order.player(time + 1)]
            } else {
                Vec::new()
            };
            let class = bounds.spare_to_be_crossed(outside, &left).map(|spare| SpareClass {
                left: left.wait,
                spare,
                helpers: &helpers,
            });
            let (mut new, mut some) = (Vec::new(), Vec::new());
            for positions in positions.chunks(TOGETHER) {
                positions.iter().for_each(|armies| self.help(armies, time, &left, &mut some));
                generated += some.len();
                if let Some(class) = &class {
                    self.filter.retain(&mut some, class);
                }
                new.append(&mut some);
            }
            new.sort_unstable();
            new.dedup();
            positions = new;
            time += 1;
        }
        let left = TurnsLeft::of(game, time + 1, length);
        let most = if self.store.is_some() { GATHERED_FOR_A_FILE } else { GATHERED };
        for armies in &positions {
            self.win(armies, &left);
            if self.out.len() > most {
                self.flush()?;
            }
        }
        self.generated.add(generated as u64);
        Ok(())
    }

    /// Bytes that it holds itself, about: the positions that a group can lead to, and those
    /// gathered.
    fn bytes(&self) -> u64 {
        ((16 * GROUP + self.out.capacity()) * size_of::<Key<P>>()) as u64 * self.rounds.limits.threads as u64
    }

    /// The moves of the helper whose turn it is at `time`; `left` is what is left after it.
    fn help(&self, armies: &Armies<P>, time: u32, left: &TurnsLeft<P>, new: &mut Vec<Armies<P>>) {
        let LayerSearch { game, bounds, .. } = *self.rounds;
        let player = game.order.player(time);
        let occupied = occupied(armies);
        let touch = self.touching(armies, occupied, left);
        for from in each(armies[player]) {
            let mut to = game.field.destinations(from, occupied);
            if let Some(touch) = touch.as_ref().filter(|touch| touch.leave & bit(from) == 0) {
                to &= touch.enter;
            }
            while to != 0 {
                let mut moved = *armies;
                moved[player] = armies[player] ^ bit(from) ^ bit(pop(&mut to));
                if bounds.goal_can_be_filled(&moved, left) {
                    new.push(moved);
                }
            }
        }
    }

    /// The cells that a helper must touch, if the winner cannot move in time to any use without
    /// that.
    fn touching(&self, armies: &Armies<P>, occupied: Cells, left: &TurnsLeft<P>) -> Option<CellsToTouch> {
        let LayerSearch { game, bounds, .. } = *self.rounds;
        let outside = armies[0] & !game.goal;
        if !bounds.rules.touch || left.moves[0] != outside.count_ones() {
            return None;
        }
        if left.wait.before > 0 {
            let help = bounds.help(&game.field, occupied, armies[0], left.wait.before);
            return (help.ready == 0).then_some(CellsToTouch { enter: help.fill, leave: 0 });
        }
        let field = &game.field;
        let holes = game.goal & !occupied;
        let mut touch = CellsToTouch { enter: 0, leave: 0 };
        for from in each(outside) {
            if field.near[from] & holes != 0 {
                return None;
            }
            touch.leave |= field.near[from] & game.goal;
            let men = occupied & !bit(from);
            let mut seen = bit(from);
            let mut open = seen;
            while open != 0 {
                let cell = pop(&mut open);
                touch.enter |= field.over(cell) & !men;
                for over in each(field.over(cell) & men) {
                    let land = bit(field.land(cell, over));
                    touch.leave |= land & men;
                    let new = land & !men & !seen;
                    seen |= new;
                    open |= new;
                }
            }
            if seen & holes != 0 {
                return None;
            }
        }
        Some(touch)
    }

    /// The moves of the winner; `left` is what is left after them.
    fn win(&mut self, armies: &Armies<P>, left: &TurnsLeft<P>) {
        let LayerSearch { game, bounds, .. } = *self.rounds;
        let occupied = occupied(armies);
        let outside = armies[0] & !game.goal;
        let tight = outside.count_ones() > left.moves[0];
        let mut generated = 0;
        // A move that is not its man's last may leave nothing to spare.
        let help = (bounds.rules.touch && outside.count_ones() == left.moves[0])
            .then(|| bounds.help(&game.field, occupied, armies[0], left.wait.before));
        for from in each(if tight { outside } else { armies[0] }) {
            let mut to = game.field.destinations(from, occupied);
            if tight {
                to &= game.goal;
            }
            if let Some(help) = help.filter(|help| outside & bit(from) != 0 && help.ready & !bit(from) == 0) {
                to &= help.start | help.fill | game.goal;
            }
            while to != 0 {
                let mut moved = *armies;
                moved[0] = armies[0] ^ bit(from) ^ bit(pop(&mut to));
                generated += 1;
                if moved[0] == game.goal {
                    self.end = self.end.into_iter().chain([moved]).min();
                    continue;
                }
                if bounds.moves_needed(moved[0]) > left.moves[0] || !bounds.goal_can_be_filled(&moved, left) {
                    continue;
                }
                match bounds.spare_to_be_crossed((moved[0] & !game.goal).count_ones(), left) {
                    None => self.out.push(self.rounds.canonical(&moved)),
                    Some(spare) => {
                        let unfiltered = &mut self.unfiltered[spare as usize];
                        unfiltered.push(moved);
                        if unfiltered.len() == WIDTH {
                            self.filter_batch(spare as usize, left);
                        }
                    }
                }
            }
        }
        self.generated.add(generated);
    }

    /// Keeps those of the positions with `spare` moves to spare that may be finished in time.
    fn filter_batch(&mut self, spare: usize, left: &TurnsLeft<P>) {
        let mut positions = std::mem::take(&mut self.unfiltered[spare]);
        let helpers = self.rounds.helpers(self.time);
        let class = SpareClass { left: left.wait, spare: spare as u32, helpers: &helpers };
        self.filter.retain(&mut positions, &class);
        self.out.extend(positions.iter().map(|armies| self.rounds.canonical(armies)));
        positions.clear();
        self.unfiltered[spare] = positions;
    }

    fn flush(&mut self) -> Result<(), Stop> {
        let LayerSearch { game, length, .. } = *self.rounds;
        let left = TurnsLeft::of(game, game.order.end_of_round(self.time), length);
        (0..self.unfiltered.len()).for_each(|spare| self.filter_batch(spare, &left));
        let run = Layer::run(std::mem::take(&mut self.out), self.store)?;
        self.gathered.add(run.bytes());
        self.runs.lock().expect("no thread panics").push(run);
        Ok(())
    }
}

/// What a helper's move must do to matter.
struct CellsToTouch {
    /// Cells to put a man on.
    enter: Cells,
    /// Cells to take a man from.
    leave: Cells,
}
