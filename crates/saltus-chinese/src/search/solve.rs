//! One length after the other, until a game is found or the next length is known to have one.

use super::beam::{self, Beam, BeamRequest};
use super::bidirectional;
use super::game::{Game, ManMove};
use super::layer::Layer;
use super::layer_search::{LayerSearch, Sample};
use super::trace;
use crate::bounds::{Bounds, Rules};
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
pub struct Layers {
    /// No game of at most so many turns exists.
    pub length: u32,
    /// Whether positions stand for their mirror images too.
    pub mirror: bool,
    /// Whether they are those of one player from both ends.
    pub meet: bool,
    /// The ranks of the armies, position by position, layer by layer behind the start.
    pub ranks: Vec<Vec<Vec<u64>>>,
}

/// Calls a function for as many players as there are.
macro_rules! for_players {
    ($players:expr, $function:ident($($argument:expr),*)) => {
        match $players {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            // Armies without men cost little, and each function more a good deal of compilation.
            4..=6 => $function::<6>($($argument),*),
            _ => None,
        }
    };
}

/// Which lengths are searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct LengthRange {
    /// No game has so few turns, as is known already.
    pub excluded: u32,
    /// A game of so many turns is known.
    pub upper: Option<u32>,
}

/// Looks for a shortest game, in vain where there is none below [`LengthRange::upper`]. None when the board or an army is too large.
pub fn solve(puzzle: &Chinese, rules: Rules, range: LengthRange, limits: &Limits<'_>) -> Option<LengthProof> {
    for_players!(puzzle.order().len(), solve_for(puzzle, rules, range, limits))
}

/// Looks for a short game by beam search. None when the board or an army is too large.
pub fn find(puzzle: &Chinese, quest: &BeamRequest, limits: &Limits<'_>) -> Option<beam::BeamResult> {
    for_players!(puzzle.order().len(), find_for(puzzle, quest, limits))
}

fn find_for<const P: usize>(puzzle: &Chinese, quest: &BeamRequest, limits: &Limits<'_>) -> Option<beam::BeamResult> {
    let game = Game::<P>::new(puzzle)?;
    let bounds = Bounds::new(&game, Rules::ALL);
    Some(Beam::new(&game, &bounds, limits).search(quest))
}

/// Looks among samples of positions for a game of the least length of a range, or else of the greatest below [`LengthRange::upper`]. None when the
/// board or an army is too large.
pub fn sample(puzzle: &Chinese, range: LengthRange, sample: Sample, limits: &Limits<'_>) -> Option<beam::BeamResult> {
    for_players!(puzzle.order().len(), sample_for(puzzle, range, sample, limits))
}

fn sample_for<const P: usize>(
    puzzle: &Chinese,
    range: LengthRange,
    sample: Sample,
    limits: &Limits<'_>,
) -> Option<beam::BeamResult> {
    let game = Game::<P>::new(puzzle)?;
    let bounds = Bounds::new(&game, Rules::ALL);
    let mut found = beam::BeamResult { game: None, generated: 0, stop: None };
    let mut lengths = (bounds.moves_needed(game.start[0])..)
        .map(|moves| game.length(moves))
        .skip_while(|&length| length <= range.excluded)
        .take_while(|&length| range.upper.is_some_and(|upper| length < upper));
    let least = lengths.next();
    for length in least.into_iter().chain(lengths.last()) {
        let limits = Limits { nodes: limits.nodes.saturating_sub(found.generated), ..*limits };
        let steps = LayerSearch::new(&game, &bounds, length, &limits).sampled(sample).run().and_then(|outcome| {
            found.generated += outcome.generated;
            outcome.end.map(|end| trace::steps(&game, bounds.rules().mirror, &outcome.layers, &end)).transpose()
        });
        match steps {
            Ok(None) => continue,
            Ok(Some(steps)) => {
                limits.report(&format!("a game of {} turns", steps.len()), found.generated, None);
                found.game = Some(steps);
            }
            Err(stop) => found.stop = Some(stop),
        }
        break;
    }
    Some(found)
}

/// The layers that show that no game of at most `length` turns exists. None when the board or an army is too large, or there is one.
///
/// # Errors
/// The limit that is reached.
pub fn layers(puzzle: &Chinese, length: u32, limits: &Limits<'_>) -> Option<Result<Layers, Stop>> {
    for_players!(puzzle.order().len(), layers_for(puzzle, length, limits))
}

fn solve_for<const P: usize>(
    puzzle: &Chinese,
    rules: Rules,
    range: LengthRange,
    limits: &Limits<'_>,
) -> Option<LengthProof> {
    let game = Game::<P>::new(puzzle)?;
    let bounds = Bounds::new(&game, rules);
    let mut answer = LengthProof { lower: 0, excluded: 0, steps: None, generated: 0, stop: None };
    if game.start[0] == game.goal {
        return Some(LengthProof { steps: Some(Vec::new()), ..answer });
    }
    for moves in bounds.moves_needed(game.start[0]).. {
        answer.excluded = game.length(moves - 1);
        answer.lower = game.length(moves);
        if range.upper.is_some_and(|upper| answer.lower >= upper) {
            break;
        }
        if answer.lower <= range.excluded {
            continue;
        }
        match search(&game, &bounds, answer.lower, limits) {
            Err(stop) => return Some(LengthProof { stop: Some(stop), ..answer }),
            Ok(found) => {
                answer.generated += found.generated;
                if let Some(steps) = found.steps {
                    return Some(LengthProof { steps: Some(steps), ..answer });
                }
            }
        }
    }
    Some(answer)
}

/// What a search for games of at most so many turns has found.
struct LengthSearched<const P: usize> {
    layers: Vec<Layer<P>>,
    steps: Option<Vec<ManMove>>,
    generated: u64,
    meet: bool,
}

fn search<const P: usize>(
    game: &Game<P>,
    bounds: &Bounds,
    length: u32,
    limits: &Limits<'_>,
) -> Result<LengthSearched<P>, Stop> {
    let mirror = bounds.rules().mirror;
    if P == 1 && game.exchange.is_some() {
        let outcome = bidirectional::search(game, bounds, length, limits)?;
        let steps = outcome.middle.map(|(middle, length)| {
            // To the middle, and from there back on the image of a way to its image.
            let half = length.div_ceil(2) as usize;
            let to = |layers: usize, end| trace::steps(game, mirror, &outcome.layers[..layers], end);
            let image = |cell: u8| game.exchange.as_ref().expect("it was used")[usize::from(cell)];
            let mut steps = to(half, &middle)?;
            let back = to(length as usize - half, &game.exchanged(&middle))?;
            steps.extend(back.into_iter().rev().map(|step| ManMove { from: image(step.to), to: image(step.from) }));
            Ok(steps)
        });
        let steps = steps.transpose()?;
        return Ok(LengthSearched { layers: outcome.layers, steps, generated: outcome.generated, meet: true });
    }
    let outcome = LayerSearch::new(game, bounds, length, limits).run()?;
    let steps = outcome.end.map(|end| trace::steps(game, mirror, &outcome.layers, &end)).transpose()?;
    Ok(LengthSearched { layers: outcome.layers, steps, generated: outcome.generated, meet: false })
}

fn layers_for<const P: usize>(puzzle: &Chinese, length: u32, limits: &Limits<'_>) -> Option<Result<Layers, Stop>> {
    let game = Game::<P>::new(puzzle)?;
    let bounds = Bounds::new(&game, Rules { ahead: false, ..Rules::ALL });
    let found = match search(&game, &bounds, length, limits) {
        Err(stop) => return Some(Err(stop)),
        Ok(found) if found.steps.is_some() => return None,
        Ok(found) => found,
    };
    let ranks = found.layers[1..].iter().map(|layer| {
        let keys = layer.read(0, layer.count())?;
        Ok(keys.iter().map(|key| key[..game.order.len()].to_vec()).collect())
    });
    let layers = |ranks| Layers { length, mirror: game.mirror.is_some(), meet: found.meet, ranks };
    Some(ranks.collect::<Result<_, _>>().map(layers))
}
