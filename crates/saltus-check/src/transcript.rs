//! Transcripts: what is said of the last complete iteration of iterative deepening.
//!
//! The tree of all plays that contain no forbidden word and whose lengths with the bound do not
//! exceed a threshold has no goal in it. The counts of its parts are compared with those of a
//! search with tables and words of its own, so that nothing in the transcript is believed.

use crate::iteration::Search;
use crate::number::small;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse, resource};
use crate::tiles::Tiles;
use crate::views::Views;
use crate::words::Automaton;

/// The search is recursive: a play may have so many moves.
const MOST_MOVES: u64 = 1000;

/// What a block `transcript` says.
pub(crate) struct Transcript {
    /// How long the forbidden words are that were looked for.
    words: u64,
    pub(crate) threshold: u64,
    /// How many moves the prefixes have.
    pub(crate) depth: u64,
    /// Nodes with fewer moves than that.
    pub(crate) above: u64,
    /// By prefix, the nodes that begin with it: counts, and how often each stands there.
    pub(crate) below: Vec<(u64, u64)>,
}

impl Transcript {
    /// Reads the block.
    pub(crate) fn read(payload: &[u8], limits: &Limits) -> Checked<Self> {
        let text = std::str::from_utf8(payload).or_refuse("not ASCII").at("transcript")?;
        let mut lines = text.split_inclusive('\n').enumerate();
        let mut head = |name: &str| match lines.next() {
            Some((index, line)) => field(line, name).and_then(small).at(format_args!("transcript, line {}", index + 1)),
            None => refuse(format_args!("`{name} ..` is missing")).at("transcript"),
        };
        let (words, threshold) = (head("words")?, head("threshold")?);
        let (depth, above) = (head("depth")?, head("above")?);
        let count = payload.iter().filter(|&&byte| byte == b'\n').count();
        let mut below: Vec<(u64, u64)> = limits.vector(count, "the transcript")?;
        for (index, line) in lines {
            let last = below.last().map(|last| last.0);
            below.push(read_below(line, last).at(format_args!("transcript, line {}", index + 1))?);
        }
        Ok(Self { words, threshold, depth, above, below })
    }

    /// The moves that every play has then: more than the threshold, and of the right parity.
    pub(crate) fn bound(&self, tiles: &Tiles) -> u64 {
        let way = tiles.grid.distance(tiles.start.vacancy(), tiles.goal.vacancy()) as u64;
        let more = if self.threshold % 2 == way % 2 { 2 } else { 1 };
        self.threshold.saturating_add(more)
    }

    /// Runs it again.
    pub(crate) fn verify(&self, tiles: &Tiles, views: &Views, limits: &Limits) -> Checked<()> {
        let automaton = Automaton::new(views.grid, self.words, limits)?;
        Search::new(self, tiles, views, &automaton, limits).verify().at("transcript")
    }

    /// Stops if there are too many nodes to visit.
    pub(crate) fn ensure_affordable(&self, limits: &Limits) -> Checked<()> {
        if self.threshold > MOST_MOVES {
            return resource(format_args!("plays of more than {MOST_MOVES} moves"));
        }
        let (first, step) = limits.part;
        if !(1..=step).contains(&first) {
            return resource(format_args!("there is no part {first} of {step}"));
        }
        // Of the prefixes up to a number, how many there are to do.
        let due = |prefixes: u128| (prefixes + u128::from(step) - u128::from(first)) / u128::from(step);
        let (mut prefixes, mut nodes) = (0u128, u128::from(self.above));
        for &(count, repeat) in &self.below {
            let before = prefixes;
            prefixes += u128::from(repeat);
            nodes = nodes.saturating_add((due(prefixes) - due(before)).saturating_mul(count.into()));
        }
        if nodes > limits.nodes.into() {
            return resource(format_args!("a transcript of {nodes} nodes, {} allowed", limits.nodes));
        }
        Ok(())
    }
}

/// What follows the name in a line.
fn field<'a>(line: &'a str, name: &str) -> Checked<&'a str> {
    let line = line.strip_suffix('\n').or_refuse("the line is not ended")?;
    let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
    value.or_refuse(format_args!("`{name} ..` expected, found {}", quote(line)))
}

/// `last` is the count of the line before.
fn read_below(line: &str, last: Option<u64>) -> Checked<(u64, u64)> {
    let value = field(line, "below")?;
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
