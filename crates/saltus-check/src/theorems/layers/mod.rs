//! The evidence `layers`: sets of positions, one for each of the winner's moves, from which no way
//! leads to the goal in time.

mod bounds;
mod ranks;

use crate::certificate::Claim;
use crate::closed_set::{Keyed, number};
use crate::families::chinese::Chinese;
use crate::families::chinese::board::DIRECTIONS;
use crate::families::chinese::men::{Men, NARROW, Position, WIDE, destinations, occupied};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, limit, refuse};
use bounds::{Bounds, Clock};
use dashu_int::UBig;
use ranks::Ranks;
use std::cell::Cell;
use std::slice::Iter;

/// Positions stand for their mirror images, too.
const MIRROR: u64 = 1;
/// A game and the same game backwards meet half way.
const MEET: u64 = 2;

/// How many bytes of positions are followed together. Several lead to the same ones, which are then
/// followed once.
const CHUNK: usize = 1 << 19;

/// Checks that the block `layers` proves the claimed bound.
pub(crate) fn verify(instance: &Chinese, claim: &Claim, payload: &[u8], limits: &Limits) -> Checked<()> {
    let lower = claim.lower.as_ref().or_refuse("no bound is claimed")?;
    if instance.board.len() <= 64 * NARROW {
        verify_with::<NARROW>(instance, payload, lower, limits)
    } else {
        verify_with::<WIDE>(instance, payload, lower, limits)
    }
}

fn verify_with<const W: usize>(instance: &Chinese, payload: &[u8], lower: &UBig, limits: &Limits) -> Checked<()> {
    let mut bytes = payload.iter();
    let (last, flags, count) = read_head(&mut bytes).at("layers")?;
    let clock = Clock::new(instance, last);
    let bound = clock.next_end();
    let bound = bound.or_refuse(format_args!("turn {last} is not the winner's")).at("layers")?;
    ensure(*lower <= UBig::from(bound), format_args!("the layers prove no more than {bound}")).at("line 3")?;
    let bounds = Bounds::<W>::new(instance, &clock);
    let ranks = Ranks::new(instance.board.len(), instance.armies.iter().map(Vec::len).collect(), limits);
    let ranks = ranks.at("layers")?;
    let mirror = if flags & MIRROR > 0 { Some(mirror(instance).at("layers")?) } else { None };
    let start = std::array::from_fn(|player| Men::of(instance.armies.get(player).into_iter().flatten().copied()));
    ensure(start[0] != bounds.goal, "the start is the goal").at("line 2")?;
    let closure = Closure { instance, clock: &clock, bounds, ranks, mirror, limits, steps: Cell::new(0) };
    if flags & MEET > 0 {
        closure.verify_meeting(&mut bytes, count, &start)?;
    } else {
        closure.verify_rounds(&mut bytes, count, &start)?;
    }
    ensure(bytes.as_slice().is_empty(), "there is something after the last layer").at("layers")
}

/// The last turn, the flags, and the number of layers.
fn read_head(bytes: &mut Iter<'_, u8>) -> Checked<(u64, u64, u64)> {
    let (last, flags, count) = (number(bytes)?, number(bytes)?, number(bytes)?);
    ensure(u32::try_from(last).is_ok(), format_args!("turn {last} is out of range"))?;
    ensure(flags <= MIRROR + MEET, format_args!("there are no flags {flags}"))?;
    Ok((last, flags, count))
}

/// By cell, the one where x and y are exchanged.
fn mirror(instance: &Chinese) -> Checked<Vec<usize>> {
    let board = &instance.board;
    let images = board.places.iter().map(|&(x, y)| board.find((y, x))).collect::<Option<Vec<_>>>();
    let images = images.or_refuse("the board is not its own mirror image")?;
    let same = instance.goal.iter().all(|&cell| instance.goal.contains(&images[cell]));
    ensure(same, "the goal is not its own mirror image")?;
    Ok(images)
}

/// By cell, its image under some symmetry of the board that exchanges the start and the goal of one
/// player.
fn exchange(instance: &Chinese) -> Checked<Vec<usize>> {
    let (board, start, goal) = (&instance.board, &instance.armies[0], &instance.goal);
    ensure(instance.armies.len() == 1, "only with one player a game backwards is a game")?;
    // The images of (1, 0) and (0, 1) are neighbouring directions.
    let turned = |a: usize, b: usize| {
        let ((ax, ay), (bx, by)) = (DIRECTIONS[a % 6], DIRECTIONS[b % 6]);
        let image = |cell: &usize| {
            let (x, y) = board.places[*cell];
            (x * ax + y * bx, x * ay + y * by)
        };
        // The first cell of the start in some order goes to the first one of the goal.
        let first = start.iter().map(image).min()?;
        let to = goal.iter().map(|&cell| board.places[cell]).min()?;
        let shifted = |(x, y)| board.find((x + to.0 - first.0, y + to.1 - first.1));
        let images = (0..board.len()).map(|cell| shifted(image(&cell))).collect::<Option<Vec<_>>>()?;
        let there = start.iter().all(|&cell| goal.contains(&images[cell]));
        let back = goal.iter().all(|&cell| start.contains(&images[cell]));
        (there && back).then_some(images)
    };
    let found = (0..6).find_map(|a| turned(a, a + 1).or_else(|| turned(a, a + 5)));
    found.or_refuse("no symmetry of the board exchanges the start and the goal")
}

/// One pass over the layers.
struct Closure<'a, const W: usize> {
    instance: &'a Chinese,
    clock: &'a Clock,
    bounds: Bounds<'a, W>,
    ranks: Ranks,
    /// By cell, its mirror image, if positions stand for theirs.
    mirror: Option<Vec<usize>>,
    limits: &'a Limits,
    /// How many moves were made.
    steps: Cell<u64>,
}

impl<const W: usize> Closure<'_, W> {
    /// Checks that each layer has what can be reached from the one before.
    fn verify_rounds(&self, bytes: &mut Iter<'_, u8>, count: u64, start: &Position<W>) -> Checked<()> {
        ensure(count <= self.clock.left(0, 0), "there are more layers than moves of the winner").at("layers")?;
        let mut layer = self.ranks.layer_of(start, self.limits)?;
        let mut time = 0;
        for index in 0..=count {
            let next = self.read(bytes, index + 1, count, layer.len())?;
            if self.clock.left(0, time) > 0 {
                self.verify_layer(&layer, &[&next], time).at(format_args!("layers, layer {index}"))?;
            }
            time += self.clock.wait(0, time) + 1;
            layer = next;
        }
        Ok(())
    }

    /// Checks that no way leads out of the layers but from the last one, and that no two of them
    /// meet.
    fn verify_meeting(&self, bytes: &mut Iter<'_, u8>, count: u64, start: &Position<W>) -> Checked<()> {
        let last = self.clock.last;
        ensure(count == last.div_ceil(2), format_args!("half of {last} are not {count} layers")).at("layers")?;
        let exchange = exchange(self.instance).at("layers")?;
        let (mut before, mut layer) = (Keyed::default(), self.ranks.layer_of(start, self.limits)?);
        for index in 0..=count {
            let next = self.read(bytes, index + 1, count, before.len() + layer.len())?;
            let place = format_args!("layers, layer {index}");
            if index < count {
                self.verify_layer(&layer, &[&next, &layer, &before], index).at(place)?;
            }
            for (sum, other) in [(2 * index, &layer), (2 * index + 1, &next)] {
                if sum <= last {
                    self.verify_apart(&layer, other, &exchange, sum).at(place)?;
                }
            }
            (before, layer) = (layer, next);
        }
        Ok(())
    }

    /// The layer of that number, which has no positions after the last.
    fn read(&self, bytes: &mut Iter<'_, u8>, index: u64, count: u64, held: usize) -> Checked<Keyed> {
        if index > count {
            return Ok(Keyed::default());
        }
        let place = format_args!("layers, layer {index}");
        let layer = self.ranks.read_layer(bytes, held, self.limits).at(place)?;
        let goal = self.ranks.rank(self.bounds.goal);
        ensure((0..layer.len()).all(|index| layer.key(index)[0] != goal), "the goal is in it").at(place)?;
        Ok(layer)
    }

    /// Whether one of the layers has a position of these ranks.
    fn is_in(&self, layers: &[&Keyed], ranks: &[u64]) -> bool {
        let ranks = &ranks[..self.ranks.players()];
        // Nothing is known of where it is.
        layers.iter().any(|layer| layer.find(ranks, &mut layer.len()).is_some())
    }

    fn mirrored(&self, position: &Position<W>) -> Option<Position<W>> {
        self.mirror.as_ref().map(|images| position.map(|men| men.mapped(images)))
    }

    /// Checks that no image of a position of the one layer is in the other.
    fn verify_apart(&self, layer: &Keyed, other: &Keyed, exchange: &[usize], sum: u64) -> Checked<()> {
        for index in 0..layer.len() {
            let position = self.ranks.position(self.ranks.army(0, layer.key(index)[0]), &[]);
            for position in [Some(position), self.mirrored(&position)].into_iter().flatten() {
                let image = position.map(|men| men.mapped(exchange));
                let mut images = [Some(image), self.mirrored(&image)].into_iter().flatten();
                let apart = images.all(|image| !self.is_in(&[other], &self.ranks.of(&image)));
                ensure(apart, format_args!("{} begins a game of {sum} moves", self.text(&position)))?;
            }
            self.count(1)?;
        }
        Ok(())
    }

    /// Checks that every winner's move from a layer, after moves of the helpers, leads to one of
    /// the next layers.
    fn verify_layer(&self, layer: &Keyed, next: &[&Keyed], time: u64) -> Checked<()> {
        let mut begin = 0;
        while begin < layer.len() {
            // Those with one army of the winner.
            let rank = layer.key(begin)[0];
            let winner = self.ranks.army(0, rank);
            let others = |&index: &usize| layer.key(index)[0] != rank;
            let end = (begin..layer.len()).find(others).unwrap_or(layer.len());
            let mut positions = self.limits.vector(end - begin, "positions")?;
            for index in begin..end {
                let position = self.ranks.position(winner, &layer.key(index)[1..]);
                let men = position.iter().map(Men::count).sum::<u64>();
                let apart = men == occupied(&position).count();
                ensure(apart, format_args!("two men on one cell with {}", self.text(&position)))?;
                if !self.bounds.exclude(&position, time) {
                    positions.push(position);
                }
            }
            self.verify_positions(&positions, next, time)?;
            begin = end;
        }
        Ok(())
    }

    /// The same for some positions with the same army of the winner.
    fn verify_positions(&self, positions: &[Position<W>], next: &[&Keyed], time: u64) -> Checked<()> {
        let player = self.instance.order[(time % self.clock.players()) as usize];
        if player == 0 {
            return positions.iter().try_for_each(|position| self.verify_winner(position, next, time + 1));
        }
        for chunk in positions.chunks(CHUNK / size_of::<Position<W>>()) {
            let mut after = Vec::new();
            for position in chunk {
                after.extend(self.moves(position, player).map(|(_, _, position)| position));
                // As much again while that grows.
                self.limits.room(2 * size_of_val(after.as_slice()) as u128, "positions")?;
            }
            self.count(after.len() as u64)?;
            after.sort_unstable();
            after.dedup();
            after.retain(|position| !self.bounds.exclude(position, time + 1));
            self.verify_positions(&after, next, time + 1)?;
        }
        Ok(())
    }

    /// The same for the winner's moves from one position, made at that turn.
    fn verify_winner(&self, position: &Position<W>, next: &[&Keyed], turn: u64) -> Checked<()> {
        let left = self.clock.left(0, turn);
        let mut ranks = self.ranks.of(position);
        let mut mirrored = self.mirrored(position).map(|position| self.ranks.of(&position));
        let mut moves = 0;
        for (from, to, after) in self.moves(position, 0) {
            moves += 1;
            let (outside, needed) = self.bounds.moves_needed(after[0]);
            if needed > left {
                continue;
            }
            ranks[0] = self.ranks.rank(after[0]);
            if self.is_in(next, &ranks) {
                continue;
            }
            if let Some((ranks, images)) = mirrored.as_mut().zip(self.mirror.as_ref()) {
                ranks[0] = self.ranks.rank(after[0].mapped(images));
                if self.is_in(next, ranks) {
                    continue;
                }
            }
            if outside == 0 || !self.bounds.too_late(&after, outside, turn) {
                let name = |cell| self.instance.board.name(cell);
                let what = if outside == 0 { "fills the goal" } else { "leads out of the layers" };
                let text = self.text(position);
                return refuse(format_args!("at turn {turn} the move {}-{} from {text} {what}", name(from), name(to)));
            }
        }
        self.count(moves)
    }

    /// All moves of a player: from where, to where, and what is then.
    fn moves(&self, position: &Position<W>, player: usize) -> impl Iterator<Item = (usize, usize, Position<W>)> {
        let (position, board, all) = (*position, &self.instance.board, occupied(position));
        position[player].cells().flat_map(move |from| {
            destinations(board, from, &all).cells().map(move |to| {
                let mut after = position;
                after[player] = after[player].moved(from, to);
                (from, to, after)
            })
        })
    }

    /// Counts moves, and stops when they are too many.
    fn count(&self, moves: u64) -> Checked<()> {
        self.steps.set(self.steps.get() + moves);
        let allowed = self.limits.moves;
        limit(self.steps.get() <= allowed, format_args!("layers with more than {allowed} moves"))
    }

    /// A position as the rows of a line.
    fn text(&self, position: &Position<W>) -> String {
        self.instance.rows_text(|cell| position.iter().position(|men| men.has(cell)))
    }
}
