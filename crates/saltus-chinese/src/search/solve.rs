//! One length after the other, until a game is found or the next length is known to have one.

use super::beam::{self, BeamRequest};
use super::bidirectional;
use super::game::{Game, ManMove, TurnOrder};
use super::layer_search::{LayerSearch, LayersFound, Sample};
use crate::bounds::{GameBounds, Rules};
use crate::rules::Chinese;
use saltus_core::limits::{Limits, Stop};

/// What is known at the end.
#[derive(Clone, Debug)]
pub struct LengthProof {
    /// No game has fewer turns.
    pub lower: u32,
    /// The winner's turn before that: no game ends by then.
    pub excluded: u32,
    /// A game of [`LengthProof::lower`] turns.
    pub steps: Option<Vec<ManMove>>,
    /// Positions that moves led to.
    pub generated: u64,
    /// The limit that ended the search.
    pub stop: Option<Stop>,
}

/// The layers of a search that found no game, as a certificate has them.
pub struct LayerRanks {
    /// No game of at most this many turns exists.
    pub length: u32,
    /// Whether positions represent their mirror images too.
    pub mirror: bool,
    /// Whether they are those of one player from both ends: the flag `meet` of certificates.
    pub meet: bool,
    /// The ranks of the armies, position by position, layer by layer after the start.
    pub ranks: Vec<Vec<Vec<u64>>>,
}

/// Does something with a puzzle as a game of as many players as there are. None when it does not fit into one.
macro_rules! with_game {
    ($puzzle:expr, $game:ident => $done:expr) => {
        match $puzzle.order().len() {
            // Armies without men cost little, and each function more a good deal of compilation.
            1..=2 => Game::<2>::new($puzzle).map(|$game| $done),
            3 => Game::<3>::new($puzzle).map(|$game| $done),
            _ => Game::<6>::new($puzzle).map(|$game| $done),
        }
    };
}

/// Which lengths are searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct LengthRange {
    /// No game has this few turns, as is already known.
    pub excluded: u32,
    /// A game of this many turns is known.
    pub upper: Option<u32>,
}

/// Looks for a shortest game, in vain where there is none below [`LengthRange::upper`]. None when
/// the board or an army is too large.
///
/// ```
/// use saltus_chinese::{bounds::Rules, search};
/// use saltus_core::{limits::Limits, notation::Instance as _};
///
/// let puzzle = saltus_chinese::read("chinese triangle:7 men=3").unwrap().puzzle().unwrap();
/// let range = search::LengthRange::default();
/// let proof = search::solve(&puzzle, Rules::ALL, range, &Limits::default()).unwrap();
/// assert_eq!((proof.lower, proof.steps.unwrap().len()), (9, 9));
/// ```
pub fn solve(puzzle: &Chinese, rules: Rules, range: LengthRange, limits: &Limits<'_>) -> Option<LengthProof> {
    if let Some(game) = alone(puzzle) {
        return Some(solve_for(&game, rules, range, limits, bidirectional::search));
    }
    with_game!(puzzle, game => solve_for(&game, rules, range, limits, search_by_layers))
}

/// Looks for a short game by beam search. None when the board or an army is too large.
///
/// ```
/// use saltus_chinese::search::{self, beam::BeamRequest};
/// use saltus_core::{limits::Limits, notation::Instance as _};
///
/// let puzzle = saltus_chinese::read("chinese triangle:7 men=3").unwrap().puzzle().unwrap();
/// let request = BeamRequest { upper: None, lower: 9, attempts: 48, seed: 1 };
/// let found = search::find(&puzzle, &request, &Limits::default()).unwrap();
/// assert!(found.game.unwrap().len() >= 9);
/// ```
pub fn find(puzzle: &Chinese, request: &BeamRequest, limits: &Limits<'_>) -> Option<beam::BeamResult> {
    with_game!(puzzle, game => beam::search(&game, &GameBounds::new(&game, Rules::ALL), request, limits))
}

/// Looks among samples of positions for a game of the least length of a range, or else of the
/// greatest below [`LengthRange::upper`]. None when the board or an army is too large.
///
/// ```
/// use saltus_chinese::search::{self, LengthRange, layer_search::Sample};
/// use saltus_core::{limits::Limits, notation::Instance as _};
///
/// let line = "chinese triangle:7 men=3 players=3";
/// let puzzle = saltus_chinese::read(line).unwrap().puzzle().unwrap();
/// let range = LengthRange { excluded: 10, upper: Some(14) };
/// let sample = Sample { moves: 100_000, seed: 1 };
/// let found = search::sample(&puzzle, range, sample, &Limits::default()).unwrap();
/// assert_eq!(found.game.unwrap().len(), 13);
/// ```
pub fn sample(puzzle: &Chinese, range: LengthRange, sample: Sample, limits: &Limits<'_>) -> Option<beam::BeamResult> {
    with_game!(puzzle, game => sample_for(&game, range, sample, limits))
}

fn sample_for<const P: usize>(
    game: &Game<P>,
    range: LengthRange,
    sample: Sample,
    limits: &Limits<'_>,
) -> beam::BeamResult {
    let bounds = GameBounds::new(game, Rules::ALL);
    let mut found = beam::BeamResult { game: None, generated: 0, stop: None };
    for length in sampled_lengths(&game.order, bounds.moves_needed(game.start[0]), range) {
        let limits = Limits { nodes: limits.nodes.saturating_sub(found.generated), ..*limits };
        match LayerSearch::new(game, &bounds, length, &limits).sampled(sample).run() {
            Ok(outcome) => {
                found.generated += outcome.generated;
                found.game = outcome.steps;
                if found.game.is_none() {
                    continue;
                }
            }
            Err(stop) => found.stop = Some(stop),
        }
        if let Some(steps) = &found.game {
            limits.report(&format!("a game of {} turns", steps.len()), found.generated, None);
        }
        break;
    }
    found
}

/// The least and the greatest length of a range, where a game of `range.upper` turns is known. The
/// winner needs `needed` moves.
fn sampled_lengths(order: &TurnOrder, needed: u32, range: LengthRange) -> Vec<u32> {
    let Some(upper) = range.upper else { return Vec::new() };
    let mut lengths: Vec<u32> = (needed..)
        .map(|moves| order.length(moves))
        .skip_while(|&length| length <= range.excluded)
        .take_while(|&length| length < upper)
        .collect();
    if lengths.len() > 2 {
        lengths.drain(1..lengths.len() - 1);
    }
    lengths
}

/// The layers that show that no game of at most `length` turns exists. None when the board or an
/// army is too large, or there is one.
///
/// # Errors
/// The limit that is reached.
///
/// ```
/// use saltus_chinese::search;
/// use saltus_core::{limits::Limits, notation::Instance as _};
///
/// let puzzle = saltus_chinese::read("chinese triangle:7 men=3 players=3").unwrap().puzzle().unwrap();
/// let layers = search::layers(&puzzle, 10, &Limits::default()).unwrap().unwrap();
/// assert_eq!((layers.length, layers.meet), (10, false));
/// assert!(search::layers(&puzzle, 13, &Limits::default()).is_none(), "there is a game");
/// ```
pub fn layers(puzzle: &Chinese, length: u32, limits: &Limits<'_>) -> Option<Result<LayerRanks, Stop>> {
    if let Some(game) = alone(puzzle) {
        return layers_for(&game, length, limits, bidirectional::search).transpose();
    }
    with_game!(puzzle, game => layers_for(&game, length, limits, search_by_layers))?.transpose()
}

/// The game of one player on a board that allows the search from both ends.
fn alone(puzzle: &Chinese) -> Option<Game<1>> {
    Game::<1>::new(puzzle).filter(|game| game.exchange.is_some())
}

fn solve_for<const P: usize>(
    game: &Game<P>,
    rules: Rules,
    range: LengthRange,
    limits: &Limits<'_>,
    search: LengthSearch<P>,
) -> LengthProof {
    if game.start[0] == game.goal {
        return LengthProof { lower: 0, excluded: 0, steps: Some(Vec::new()), generated: 0, stop: None };
    }
    let bounds = GameBounds::new(game, rules);
    length_by_length(&game.order, bounds.moves_needed(game.start[0]), range, &|length| {
        search(game, &bounds, length, limits).map(|found| (found.steps, found.generated))
    })
}

/// A game, if one was found, and the positions that were made.
type GameAndEffort = (Option<Vec<ManMove>>, u64);

/// A shortest game, and the positions that were made to find it, for lengths from that of a number of
/// moves of the winner on.
fn length_by_length(
    order: &TurnOrder,
    needed: u32,
    range: LengthRange,
    search: &dyn Fn(u32) -> Result<GameAndEffort, Stop>,
) -> LengthProof {
    let mut answer = LengthProof { lower: 0, excluded: 0, steps: None, generated: 0, stop: None };
    for moves in needed.. {
        answer.excluded = order.length(moves - 1);
        answer.lower = order.length(moves);
        if range.upper.is_some_and(|upper| answer.lower >= upper) {
            break;
        }
        if answer.lower <= range.excluded {
            continue;
        }
        match search(answer.lower) {
            Err(stop) => answer.stop = Some(stop),
            Ok((steps, generated)) => {
                answer.generated += generated;
                answer.steps = steps;
            }
        }
        if answer.stop.is_some() || answer.steps.is_some() {
            break;
        }
    }
    answer
}

/// A search for games of at most a given number of turns.
type LengthSearch<const P: usize> = fn(&Game<P>, &GameBounds, u32, &Limits<'_>) -> Result<LayersFound<P>, Stop>;

fn search_by_layers<const P: usize>(
    game: &Game<P>,
    bounds: &GameBounds,
    length: u32,
    limits: &Limits<'_>,
) -> Result<LayersFound<P>, Stop> {
    LayerSearch::new(game, bounds, length, limits).run()
}

fn layers_for<const P: usize>(
    game: &Game<P>,
    length: u32,
    limits: &Limits<'_>,
    search: LengthSearch<P>,
) -> Result<Option<LayerRanks>, Stop> {
    let found = search(game, &GameBounds::new(game, Rules::ALL), length, limits)?;
    if found.steps.is_some() {
        return Ok(None);
    }
    let players = game.order.players() as usize;
    let mut ranks = Vec::new();
    for layer in &found.layers[1..] {
        ranks.push(layer.read(0, layer.count())?.iter().map(|key| key[..players].to_vec()).collect());
    }
    let meet = players == 1 && game.exchange.is_some();
    Ok(Some(LayerRanks { length, mirror: game.mirror.is_some(), meet, ranks }))
}
