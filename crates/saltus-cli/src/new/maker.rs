//! Where new puzzles come from: all positions that can be reached, or a sample of boards and positions.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io;

use dashu_int::UBig;
use saltus::answers::Answers;
use saltus::fact::Fact;
use saltus::gate::Refuted;
use saltus::limits::{Limits, Stop};
use saltus::luck::Luck;
use saltus::random::Random;
use saltus::scene::{PieceForm, Tint};
use saltus::space::Space;

use super::difficulty::{self, Difficulty, Solved};
use super::hamiltonian::Grids;
use crate::args::New;
use crate::families;

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

/// A puzzle that meets the conditions, and the facts about it.
pub struct Made {
    pub instance: Box<dyn Answers>,
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
    pub args: &'a New,
    pub material: &'a dyn Answers,
    /// Its line.
    pub line: &'a str,
    /// What boards are drawn from, where not from all of the material.
    pub grids: Option<Grids>,
    pub limits: Limits<'a>,
    pub random: Random,
}

/// Takes each puzzle as soon as it is made.
type Give<'a> = &'a mut dyn FnMut(Made) -> io::Result<()>;

impl Maker<'_> {
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
        if self.args.unique_first {
            as_wanted.retain(|&at| space.best(at).count() == 1);
        }
        if self.args.no_losing {
            let safe = safe(space);
            as_wanted.retain(|&at| safe[at]);
        }
        if self.args.luck.is_some() {
            let mut lucky = vec![false; space.positions()];
            let mut visit = |at: usize, luck: &dyn Fn() -> Luck| lucky[at] = self.is_of_luck(&luck());
            Luck::each(space, &self.limits, &mut visit)?;
            as_wanted.retain(|&at| lucky[at]);
        }
        self.random.shuffle(&mut as_wanted);
        if self.args.hardest {
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
            if made == self.args.count.get() {
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
            difficulty::solve(families::parse(self.line).map_err(|bad| Failure::Unfit(bad.to_string()))?, &self.limits)?
        };
        let play = solved.and_then(|solved| solved.moves()).unwrap_or_default();
        self.limits.nodes = self.limits.nodes.min(TRY_NODES);
        let wanted = self.args.count.get();
        let tries = if self.args.hardest { SAMPLE } else { TRIES } * wanted;
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
                Some(candidate) if self.args.hardest => kept.push(candidate),
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
        families::parse(&line).ok()
    }

    /// The position after some moves of a shortest play of the material and then random ones, most often few.
    fn walk(&mut self, play: &[String]) -> Option<Box<dyn Answers>> {
        let led = self.random.below(play.len() + 1);
        let mut line = self.material.play(&mut play[..led].iter().map(String::as_str)).ok()?.line;
        let most = 1 << self.random.below(LONGEST_WALK + 1);
        for _ in 0..self.random.below(most) {
            let here = families::parse(&line).ok()?;
            let choices = here.play(&mut std::iter::empty()).ok()?.choices;
            if choices.is_empty() {
                break;
            }
            let chosen = &choices[self.random.below(choices.len())];
            line = here.play(&mut [&*chosen.text].into_iter()).ok()?.line;
        }
        families::parse(&line).ok()
    }

    fn is_of_length(&self, length: &UBig) -> bool {
        self.args.length.as_ref().is_none_or(|range| range.holds(length))
    }

    fn is_of_luck(&self, luck: &Luck) -> bool {
        let (least, most) = luck.odds();
        self.args.luck.as_ref().is_none_or(|range| range.holds(&least) && range.holds(&most))
    }

    /// A puzzle that is as wanted, with how hard it is where that had to be found.
    fn as_wanted(&self, solved: Solved) -> Option<Candidate> {
        if solved.length() == UBig::ZERO || !self.is_of_length(&solved.length()) {
            return None;
        }
        if !self.args.unique_first && !self.args.no_losing && self.args.luck.is_none() {
            return Some(Candidate { solved, difficulty: None });
        }
        let difficulty = solved.difficulty(&self.limits);
        let is_unique = !self.args.unique_first || difficulty.is_unique() == Some(true);
        let is_of_luck = self.args.luck.is_none() || difficulty.luck().is_some_and(|luck| self.is_of_luck(luck));
        let is_safe = !self.args.no_losing || difficulty.is_safe() == Some(true);
        (is_unique && is_safe && is_of_luck).then_some(Candidate { solved, difficulty: Some(difficulty) })
    }

    /// A puzzle with its facts, after pieces were left out if that is wanted.
    fn finish(&mut self, candidate: Candidate, from: Fact) -> Result<Made, Failure> {
        let (Candidate { solved, difficulty }, left_out) = if self.args.minimal {
            let (fewest, left_out) = self.minimal(candidate)?;
            (fewest, Some(left_out))
        } else {
            (candidate, None)
        };
        let difficulty = difficulty.unwrap_or_else(|| solved.difficulty(&self.limits));
        self.go_on()?;
        let mut facts = solved.facts(&difficulty, &self.limits);
        facts.extend(left_out.map(|count| {
            Fact::new("left-out", count).unit("pieces").because("without any other piece it would have another length")
        }));
        facts.push(from);
        Ok(Made { instance: solved.instance, facts })
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
