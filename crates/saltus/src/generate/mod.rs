//! New puzzles of a material, random or hard, with how hard they are: among all positions that can be reached, or a sample of boards and positions.
//!
//! ```
//! use saltus::generate::{Maker, Wanted};
//! use saltus::limits::Limits;
//!
//! let (families, limits) = (saltus::registry(), Limits::default());
//! let wanted = Wanted { length: Some("8..9".parse()?), count: 2, ..Wanted::default() };
//! let line = "shift 3 3 moves=all";
//! let (material, mut lines) = (saltus::parse_any(line)?, Vec::new());
//! let maker = Maker::new(&families, (line, &*material), &wanted, &limits, 1);
//! let made = maker.and_then(|maker| {
//!     maker.make(&mut |puzzle| {
//!         lines.push(puzzle.short(&families, line));
//!         Ok(())
//!     })
//! });
//! assert!(made.is_ok() && lines.len() == 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod difficulty;
mod hamiltonian;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io;

use dashu_int::UBig;
use difficulty::Difficulty;
use hamiltonian::Grids;

use crate::answers::Answers;
use crate::fact::Fact;
use crate::gate::Refuted;
use crate::limits::{Limits, Stop};
use crate::luck::Luck;
use crate::notation::Range;
use crate::random::Random;
use crate::registry::Registry;
use crate::scene::{PieceForm, Spot, Tint};
use crate::space::Space;

pub use difficulty::{Solved, solve};

/// At most this many positions are explored; the same on every machine.
const MOST_POSITIONS: u64 = 1 << 20;
/// The number of boards and positions that are tried for one puzzle, if not all can be explored.
const TRIES: usize = 256;
/// The most nodes for each of them.
const TRY_NODES: u64 = 1 << 17;
/// A hardest puzzle is the longest of this many.
const SAMPLE: usize = 64;
/// A walk has fewer random moves than 2 to this power.
const LONGEST_WALK: usize = 8;
/// Where sampled puzzles come from.
const TOO_MANY: &str = "random boards and positions, of which there are too many to visit all";

/// What is wanted of new puzzles. By default, one of any kind, and no facts about it.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition that goes with any other")]
pub struct Wanted {
    /// The moves of a shortest play, or what they cost where some cost nothing, or the pieces left where these count.
    pub length: Option<Range>,
    /// Of how many random plays one is a shortest one.
    pub luck: Option<Range>,
    /// Only one first move begins a shortest play.
    pub unique_first: bool,
    /// No move along its shortest play loses.
    pub no_losing: bool,
    /// The longest that there are, or of those that are tried.
    pub hardest: bool,
    /// Pieces are left out as long as the length stays (definitions, Clobber).
    pub minimal: bool,
    /// Grids of Clobber with one white pawn (docs/theorems.md#hamiltonian-paths).
    pub hamiltonian: bool,
    /// How many puzzles.
    pub count: usize,
    /// Whether facts are wanted about each: how hard it is, and from how many it was chosen.
    pub facts: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Wanted {
            length: None,
            luck: None,
            unique_first: false,
            no_losing: false,
            hardest: false,
            minimal: false,
            hamiltonian: false,
            count: 1,
            facts: false,
        }
    }
}

/// A puzzle that is as wanted.
pub struct Made {
    /// The puzzle.
    pub instance: Box<dyn Answers>,
    /// Its length, proved.
    pub length: UBig,
    /// The facts about it, if they are wanted.
    pub facts: Vec<Fact>,
}

/// A puzzle that is as wanted, and how hard it is where that is known.
struct Candidate {
    solved: Solved,
    difficulty: Option<Difficulty>,
}

/// Why there are no more puzzles.
pub enum Failure {
    /// There are none: a sentence.
    None(String),
    /// None was found among those that were tried: a sentence.
    NotFound(String),
    /// A limit was reached.
    Stop(Stop),
    /// The material cannot be used as was asked: a sentence.
    Unfit(String),
    /// An answer failed its check.
    Refuted(Refuted),
    /// The output failed.
    Output(io::Error),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stop(stop)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl From<Refuted> for Failure {
    fn from(refuted: Refuted) -> Self {
        Failure::Refuted(refuted)
    }
}

/// What makes puzzles of a material: a puzzle whose board and pieces are kept, or a set of boards.
pub struct Maker<'a> {
    families: &'a Registry,
    wanted: &'a Wanted,
    material: &'a dyn Answers,
    /// Its line.
    line: &'a str,
    /// What boards are drawn from, where not from all of the material.
    grids: Option<Grids>,
    limits: Limits<'a>,
    random: Random,
}

/// Takes each puzzle as soon as it is made.
pub type Give<'a> = &'a mut dyn FnMut(Made) -> io::Result<()>;

impl<'a> Maker<'a> {
    /// Makes puzzles of a material, which a line names; the same seed makes the same ones.
    ///
    /// # Errors
    /// [`Failure::Unfit`] where what is wanted cannot be had of this material.
    pub fn new(
        families: &'a Registry,
        (line, material): (&'a str, &'a dyn Answers),
        wanted: &'a Wanted,
        limits: &Limits<'a>,
        seed: u64,
    ) -> Result<Self, Failure> {
        let grids = wanted.hamiltonian.then(|| Grids::of(&material.to_string())).transpose().map_err(Failure::Unfit)?;
        Ok(Maker { families, wanted, material, line, grids, limits: *limits, random: Random::new(seed) })
    }

    /// Makes as many puzzles as are wanted.
    ///
    /// # Errors
    /// Why there are no more.
    pub fn make(mut self, give: Give<'_>) -> Result<(), Failure> {
        self.limits.nodes = self.limits.nodes.min(MOST_POSITIONS);
        if self.material.is_set() || self.material.pieces().is_some() {
            return self.sample(give);
        }
        match self.material.space(&self.limits) {
            Ok(space) => self.choose(&space, give),
            Err(Stop::Nodes | Stop::Memory { .. } | Stop::Cells { .. } | Stop::Ways { .. }) => self.sample(give),
            Err(stop) => Err(stop.into()),
        }
    }

    /// Chooses among all positions, each as wanted with the same probability.
    fn choose(&mut self, space: &Space<'_>, give: Give<'_>) -> Result<(), Failure> {
        let cost = |at: usize| space.to_goal(at).map_or(0, |(cost, _)| cost);
        let is_long_enough = |&at: &usize| cost(at) > 0 && self.is_of_length(&cost(at).into());
        let mut as_wanted: Vec<usize> = (0..space.positions()).filter(is_long_enough).collect();
        if self.wanted.unique_first {
            as_wanted.retain(|&at| space.best(at).count() == 1);
        }
        if self.wanted.no_losing {
            let safe = safe(space);
            as_wanted.retain(|&at| safe[at]);
        }
        if self.wanted.luck.is_some() {
            let mut lucky = vec![false; space.positions()];
            let mut visit = |at: usize, luck: &dyn Fn() -> Luck| lucky[at] = self.is_of_luck(&luck());
            Luck::each(space, &self.limits, &mut visit)?;
            as_wanted.retain(|&at| lucky[at]);
        }
        self.random.shuffle(&mut as_wanted);
        if self.wanted.hardest {
            as_wanted.sort_by_key(|&at| Reverse(cost(at)));
        }
        let (all, many, mut made) = (space.positions(), as_wanted.len(), 0);
        let from = Fact::new("candidates", many).because(format!("of {all} positions that can be reached"));
        for at in as_wanted {
            let solved = space.instance(at).map(|instance| difficulty::solve(instance, &self.limits)).transpose()?;
            self.go_on()?;
            let Some(solved) = solved.flatten() else { continue };
            let found = solved.length();
            if found != cost(at).into() {
                let why = format!("{} has {found} moves, and {} by the positions", solved.instance, cost(at));
                return Err(Refuted(why).into());
            }
            give(self.finish(Candidate { solved, difficulty: None }, from.clone())?)?;
            made += 1;
            if made == self.wanted.count {
                return Ok(());
            }
        }
        Err(Failure::None(format!("{many} of {all} positions that can be reached are as wanted")))
    }

    /// Tries random boards and positions.
    fn sample(&mut self, give: Give<'_>) -> Result<(), Failure> {
        let (is_set, has_random) = (self.material.is_set(), self.board(0).is_some());
        if is_set && !has_random {
            return Err(Failure::Unfit("this set has no random boards; name one of its positions".into()));
        }
        let solved = if is_set {
            None
        } else {
            difficulty::solve(
                self.families.parse(self.line).map_err(|bad| Failure::Unfit(bad.to_string()))?,
                &self.limits,
            )?
        };
        let play = solved.and_then(|solved| solved.moves()).unwrap_or_default();
        self.limits.nodes = self.limits.nodes.min(TRY_NODES);
        let wanted = self.wanted.count;
        let tries = if self.wanted.hardest { SAMPLE } else { TRIES } * wanted;
        let (mut kept, mut lines) = (Vec::new(), BTreeSet::new());
        let (mut made, mut open, mut others) = (0, 0, 0);
        for number in 1..=tries {
            let seed = self.random.number() >> 32;
            let instance = if has_random && (is_set || number % 2 == 1) { self.board(seed) } else { self.walk(&play) };
            let Some(instance) = instance.filter(|instance| lines.insert(instance.to_string())) else { continue };
            let solved = difficulty::solve(instance, &self.limits)?;
            self.go_on()?;
            let Some(solved) = solved else {
                open += 1;
                continue;
            };
            match self.as_wanted(solved) {
                None => others += 1,
                Some(candidate) if self.wanted.hardest => kept.push(candidate),
                Some(candidate) => {
                    let from = Fact::new("tried", number).because(TOO_MANY);
                    give(self.finish(candidate, from)?)?;
                    made += 1;
                }
            }
            if made == wanted {
                return Ok(());
            }
        }
        kept.sort_by_key(|candidate| Reverse(candidate.solved.length()));
        for candidate in kept.into_iter().take(wanted) {
            let from = Fact::new("tried", tries).because(format!("{TOO_MANY}; this is the longest of them"));
            give(self.finish(candidate, from)?)?;
            made += 1;
        }
        let unlike = format!("{others} are not as wanted, {open} have no play that is proved best within the limits");
        let tried = || Failure::NotFound(format!("of {} that were tried {unlike}", lines.len()));
        if made < wanted { Err(tried()) } else { Ok(()) }
    }

    /// A random board, where the family has any.
    fn board(&self, seed: u64) -> Option<Box<dyn Answers>> {
        let drawn = |grids: &Grids| grids.draw(&mut Random::new(seed));
        let line = self.grids.as_ref().map_or_else(|| format!("{} random seed={seed}", self.line), drawn);
        self.families.parse(&line).ok()
    }

    /// The position after some moves of a shortest play of the material and then random ones, most often few.
    fn walk(&mut self, play: &[String]) -> Option<Box<dyn Answers>> {
        let led = self.random.below(play.len() + 1);
        let mut line = self.material.play(&mut play[..led].iter().map(String::as_str)).ok()?.line;
        let most = 1 << self.random.below(LONGEST_WALK + 1);
        for _ in 0..self.random.below(most) {
            let here = self.families.parse(&line).ok()?;
            let choices = here.play(&mut std::iter::empty()).ok()?.choices;
            if choices.is_empty() {
                break;
            }
            let chosen = &choices[self.random.below(choices.len())];
            line = here.play(&mut [&*chosen.text].into_iter()).ok()?.line;
        }
        self.families.parse(&line).ok()
    }

    fn is_of_length(&self, length: &UBig) -> bool {
        self.wanted.length.as_ref().is_none_or(|range| range.holds(length))
    }

    fn is_of_luck(&self, luck: &Luck) -> bool {
        let (least, most) = luck.odds();
        self.wanted.luck.as_ref().is_none_or(|range| range.holds(&least) && range.holds(&most))
    }

    /// A puzzle that is as wanted, with how hard it is where that had to be found.
    fn as_wanted(&self, solved: Solved) -> Option<Candidate> {
        if solved.length() == UBig::ZERO || !self.is_of_length(&solved.length()) {
            return None;
        }
        if !self.wanted.unique_first && !self.wanted.no_losing && self.wanted.luck.is_none() {
            return Some(Candidate { solved, difficulty: None });
        }
        let difficulty = solved.difficulty(self.families, &self.limits);
        let is_unique = !self.wanted.unique_first || difficulty.is_unique() == Some(true);
        let is_of_luck =
            self.wanted.luck.is_none() || difficulty.luck.as_ref().is_some_and(|luck| self.is_of_luck(luck));
        let is_safe = !self.wanted.no_losing || difficulty.is_safe() == Some(true);
        (is_unique && is_safe && is_of_luck).then_some(Candidate { solved, difficulty: Some(difficulty) })
    }

    /// A puzzle with its facts, after pieces were left out if that is wanted.
    fn finish(&mut self, candidate: Candidate, from: Fact) -> Result<Made, Failure> {
        let (Candidate { solved, difficulty }, left_out) = if self.wanted.minimal {
            let (fewest, left_out) = self.minimal(candidate)?;
            (fewest, Some(left_out))
        } else {
            (candidate, None)
        };
        let length = solved.length();
        if !self.wanted.facts {
            return Ok(Made { instance: solved.instance, length, facts: Vec::new() });
        }
        let difficulty = difficulty.unwrap_or_else(|| solved.difficulty(self.families, &self.limits));
        self.go_on()?;
        let mut facts = solved.facts(&difficulty, &self.limits);
        facts.extend(left_out.map(|count| {
            Fact::new("left-out", count).unit("pieces").because("without any other piece it would have another length")
        }));
        facts.push(from);
        Ok(Made { instance: solved.instance, length, facts })
    }

    /// Leaves out pieces one by one, in a random order, as long as the length stays and the puzzle is as wanted.
    fn minimal(&mut self, candidate: Candidate) -> Result<(Candidate, usize), Failure> {
        let unfit = |why: &dyn std::fmt::Display| Failure::Unfit(format!("--minimal: {why}"));
        let (length, mut best, mut left_out) = (candidate.solved.length(), candidate, 0);
        'fewer: loop {
            let instance = &best.solved.instance;
            let play = instance.play(&mut std::iter::empty()).map_err(|why| unfit(&why))?;
            let vacancy = instance.material().map_err(|why| unfit(&why))?.palette.swap_remove(0).label;
            let spots: Vec<_> = play.film.start.spots().collect();
            let mut pieces: Vec<Vec<usize>> = Vec::new();
            for (cell, spot) in spots.iter().enumerate().filter(|(_, spot)| spot.tint != Tint::Vacant) {
                let is_same = |piece: &&mut Vec<usize>| spots[piece[0]].label == spot.label;
                let is_block = play.film.outline.pieces == PieceForm::Block;
                match pieces.iter_mut().find(is_same).filter(|_| is_block) {
                    Some(piece) => piece.push(cell),
                    None => pieces.push(vec![cell]),
                }
            }
            self.random.shuffle(&mut pieces);
            let mut can_be_left_out = false;
            for piece in pieces {
                let mut labels: Vec<&str> = spots.iter().map(|spot| &*spot.label).collect();
                piece.iter().for_each(|&cell| labels[cell] = &vacancy);
                let Ok(fewer) = instance.arranged(&labels, play.turn.as_deref()) else { continue };
                can_be_left_out = true;
                self.go_on()?;
                let same = difficulty::solve(fewer, &self.limits)?.filter(|solved| solved.length() == length);
                if let Some(fewer) = same.and_then(|solved| self.as_wanted(solved)) {
                    best = fewer;
                    left_out += 1;
                    continue 'fewer;
                }
            }
            return if can_be_left_out {
                Ok((best, left_out))
            } else {
                Err(Failure::Unfit(
                    "--minimal: no piece can be left out here, as it can in definitions and in Clobber".into(),
                ))
            };
        }
    }

    /// Fails when the time is spent, or somebody asked to stop.
    fn go_on(&self) -> Result<(), Stop> {
        self.limits.spend(0, 0)
    }
}

/// The positions on whose shortest play no move loses: the play that takes the first best move each time.
fn safe(space: &Space<'_>) -> Vec<bool> {
    let mut nearest: Vec<usize> = (0..space.positions()).filter(|&at| space.to_goal(at).is_some()).collect();
    nearest.sort_by_key(|&at| space.to_goal(at));
    let mut safe = vec![false; space.positions()];
    for at in nearest {
        let Some(next) = space.best(at).next() else {
            safe[at] = true;
            continue;
        };
        safe[at] = safe[next] && space.moves(at).iter().all(|&to| space.to_goal(to as usize).is_some());
    }
    safe
}

impl Made {
    /// Its line, in fewer letters where the name of its material's definition says the same.
    pub fn short(&self, families: &Registry, material: &str) -> String {
        short(families, &*self.instance, material)
    }
}

/// A line without the words that ask for a random board, and the seed that it names.
///
/// ```
/// let (line, seed) = saltus::generate::material(&saltus::registry(), "tiles 3x3 random seed=7");
/// assert_eq!((line.as_str(), seed), ("tiles 3x3", Some(7)));
/// ```
pub fn material(families: &Registry, line: &str) -> (String, Option<u64>) {
    if !families.draws(line) {
        return (line.to_owned(), None);
    }
    let is_random = |word: &&str| *word == "random" || word.starts_with("seed=");
    let seed = line.split_ascii_whitespace().find_map(|word| word.strip_prefix("seed=")?.parse().ok());
    let words: Vec<&str> = line.split_ascii_whitespace().filter(|word| !is_random(word)).collect();
    (words.join(" "), seed)
}

/// The line of a puzzle: with the name of its definition where that says the same in fewer letters.
///
/// ```
/// let puzzle = saltus::parse("tiles 2x2 0 1 2 3").unwrap();
/// assert_eq!(saltus::generate::short(&saltus::registry(), &*puzzle, "tiles 2x2"), "tiles 2x2 0 1 2 3");
/// ```
pub fn short(families: &Registry, instance: &dyn Answers, material: &str) -> String {
    let (line, play) = (instance.to_string(), instance.play(&mut std::iter::empty()));
    let Ok(play) = play else { return line };
    let labels: Vec<&str> = play.film.start.spots().map(|spot: &Spot| &*spot.label).collect();
    let between = if labels.iter().all(|label| label.len() == 1) { "" } else { "," };
    let name = material.split(" with ").next().unwrap_or_default();
    let named = format!("{name} with start={}", labels.join(between));
    let is_same = families.parse(&named).is_ok_and(|other| other.to_string() == line);
    if is_same && named.len() < line.len() { named } else { line }
}
