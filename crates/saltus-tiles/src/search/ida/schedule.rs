//! The schedule of tables that a board is searched with: a tier of small ones first, a tier of
//! better ones when the work shows that they pay.
//!
//! The rule looks at nodes only, so that an answer does not depend on the machine.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::views::{PatternViews, ServedPattern};
use super::{End, Iteration, Setting, closed_set, solve as search};
use crate::bounds::patterns::symmetry::GridSymmetry;
use crate::bounds::patterns::{MOST_CELLS, Pattern, store};
use crate::constants;
use crate::evidence::Transcript;
use crate::search::words::Words;
use saltus_core::clock::Instant;
use saltus_core::limits::ledger::Kept;
use saltus_core::limits::{Limits, Stop};
use saltus_core::search::Halted;

/// The length up to which forbidden words are left out.
pub const LONGEST_WORD: usize = 12;

/// Tiles shared out among patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The sizes in the order of the patterns: `6-6-3`.
    pub name: String,
    /// The goal cells of each pattern.
    pub patterns: Vec<Vec<u8>>,
    /// Whether positions are also looked at through the reflection that keeps the goal.
    pub reflected: bool,
}

/// A tier of the schedule: a partition, and the nodes after which a better one pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// What is looked at.
    pub partition: Partition,
    /// See [`Setting::node_budget`].
    pub node_budget: u64,
}

/// Whether boards of this size are searched with tables.
///
/// ```
/// use saltus_tiles::search::ida::schedule::serves;
///
/// assert!(serves(2, 2) && serves(4, 8) && !serves(1, 9) && !serves(6, 6));
/// ```
pub fn serves(height: usize, width: usize) -> bool {
    height.min(width) >= 2 && (4..=MOST_CELLS).contains(&(height * width))
}

/// The partitions of a board by quality, with the vacancy's goal cell.
///
/// ```
/// use saltus_tiles::search::ida::schedule::tiers;
///
/// let tiers = tiers(5, 5, 24);
/// let names: Vec<&str> = tiers.iter().map(|tier| &*tier.partition.name).collect();
/// assert_eq!(names, ["3-3-3-3-3-3-3-3", "6-6-6-6"]);
/// ```
pub fn tiers(height: usize, width: usize, vacancy: usize) -> Vec<Tier> {
    let tier = |patterns: Vec<Vec<u8>>, reflected, node_budget| {
        let reflected = reflected && reflection(height, width, vacancy).is_some();
        Tier { partition: Partition::new(patterns, reflected), node_budget }
    };
    if let Some(corner) = to_last_corner(height, width, vacancy) {
        let placed = |patterns: &[&[u8]]| placed(&corner, patterns);
        match (height, width) {
            (4, 4) => {
                let parts: [&[u8]; 3] = [&[0, 4, 5, 8, 9, 12], &[6, 7, 10, 11, 13, 14], &[1, 2, 3]];
                return vec![tier(placed(&parts), true, u64::MAX)];
            }
            (5, 5) => {
                let three: [&[u8]; 8] = [
                    &[0, 1, 5],
                    &[2, 6, 7],
                    &[3, 4, 9],
                    &[8, 12, 13],
                    &[10, 11, 15],
                    &[14, 18, 19],
                    &[16, 20, 21],
                    &[17, 22, 23],
                ];
                let six: [&[u8]; 4] =
                    [&[12, 17, 18, 19, 22, 23], &[10, 11, 15, 16, 20, 21], &[3, 4, 8, 9, 13, 14], &[0, 1, 2, 5, 6, 7]];
                return vec![tier(placed(&three), false, 1 << 17), tier(placed(&six), true, u64::MAX)];
            }
            _ => {}
        }
    }
    let most = |places: u64| {
        let fits = |&tiles: &usize| ((height * width) as u64).pow(tiles as u32) <= places;
        (1..=6).rev().find(fits).unwrap_or(1)
    };
    let mut tiers = vec![tier(strips(height, width, vacancy, most(1 << 20)), false, 1 << 19)];
    let larger = tier(strips(height, width, vacancy, most(1 << 28)), true, u64::MAX);
    if larger.partition != tiers[0].partition {
        tiers.push(larger);
    }
    tiers.last_mut().expect("a tier").node_budget = u64::MAX;
    tiers
}

/// The partition of 4x4 that leads to the goal with the fewest nodes, where the vacancy belongs in a
/// corner. Its tables take a while to build, so a search uses it when it is asked to.
pub fn largest(height: usize, width: usize, vacancy: usize) -> Option<Partition> {
    let corner = to_last_corner(height, width, vacancy).filter(|_| (height, width) == (4, 4))?;
    let parts: [&[u8]; 2] = [&[8, 9, 10, 11, 12, 13, 14], &[0, 1, 2, 3, 4, 5, 6, 7]];
    Some(Partition::new(placed(&corner, &parts), true))
}

/// Patterns of the board whose vacancy belongs on the last cell, for one that `corner` leads there.
fn placed(corner: &GridSymmetry, patterns: &[&[u8]]) -> Vec<Vec<u8>> {
    let back = corner.inverse();
    patterns.iter().map(|cells| back.cells(cells)).collect()
}

/// The goal cells along the longer side, cut into patterns of at most `most` tiles and nearly equal
/// sizes.
fn strips(height: usize, width: usize, vacancy: usize, most: usize) -> Vec<Vec<u8>> {
    let cells = (0..height * width)
        .map(|number| if width >= height { number % height * width + number / height } else { number });
    let cells: Vec<u8> = cells.filter(|&cell| cell != vacancy).map(|cell| cell as u8).collect();
    let parts = cells.len().div_ceil(most);
    let cut = |part: usize| (part * cells.len()).div_ceil(parts);
    (0..parts).map(|part| cells[cut(part)..cut(part + 1)].to_vec()).collect()
}

/// A symmetry that takes the vacancy's goal cell to the last cell.
fn to_last_corner(height: usize, width: usize, vacancy: usize) -> Option<GridSymmetry> {
    GridSymmetry::all(height, width).into_iter().find(|symmetry| symmetry.cell(vacancy) == height * width - 1)
}

/// A symmetry other than the identity that keeps the vacancy's goal cell.
fn reflection(height: usize, width: usize, vacancy: usize) -> Option<GridSymmetry> {
    GridSymmetry::all(height, width).into_iter().skip(1).find(|symmetry| symmetry.cell(vacancy) == vacancy)
}

impl Partition {
    fn new(patterns: Vec<Vec<u8>>, reflected: bool) -> Self {
        let name = patterns.iter().map(|cells| cells.len().to_string()).collect::<Vec<_>>().join("-");
        Partition { name, patterns, reflected }
    }

    /// Whether the tables need no more than six tenths of the time that is left to be made. (Without a limit on
    /// time the answer does not depend on what is there.)
    fn is_in_time(&self, height: usize, width: usize, vacancy: usize, limits: &Limits<'_>) -> bool {
        /// Entries that a thread makes in a second at least.
        const RATE: f64 = 8e7;
        let Some(deadline) = limits.deadline else { return true };
        let tables = self.tables(height, width, vacancy).map(|(pattern, _)| pattern);
        let missing: BTreeSet<Pattern> = tables.filter(|pattern| !store::is_at_hand(pattern, limits)).collect();
        // Of each arrangement of the tiles there are some 1.5 entries, with regions.
        let arrangements =
            |pattern: &Pattern| (0..pattern.tiles()).map(|before| (height * width - before) as f64).product::<f64>();
        let entries: f64 = missing.iter().map(arrangements).sum();
        let left = deadline.saturating_duration_since(Instant::now());
        1.5 * entries / (RATE * limits.threads as f64) <= 0.6 * left.as_secs_f64()
    }

    /// The patterns whose tables serve these, and how.
    pub(crate) fn tables(
        &self,
        height: usize,
        width: usize,
        vacancy: usize,
    ) -> impl Iterator<Item = (Pattern, GridSymmetry)> {
        self.patterns.iter().map(move |cells| Pattern::new(height, width, vacancy, cells).canonical())
    }

    /// The patterns with the tables that serve them, made if need be.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn views(
        &self,
        height: usize,
        width: usize,
        vacancy: usize,
        limits: &Limits<'_>,
    ) -> Result<PatternViews, Stop> {
        let tables = self.tables(height, width, vacancy);
        let patterns = tables.map(|(table, map)| Ok(ServedPattern::new(store::table(&table, limits)?, map)));
        let mut list = vec![patterns.collect::<Result<Vec<_>, _>>()?];
        if let Some(reflection) = reflection(height, width, vacancy).filter(|_| self.reflected) {
            let reflected =
                |pattern: &ServedPattern| ServedPattern::new(pattern.table.clone(), reflection.then(&pattern.map));
            list.push(list[0].iter().map(reflected).collect());
        }
        Ok(PatternViews { height, width, vacancy, list })
    }
}

/// The partition whose views a certificate names: the last that takes no more than seconds to make,
/// for the solver and the checker.
///
/// ```
/// assert_eq!(saltus_tiles::search::ida::schedule::certifying(4, 4, 15).name, "6-6-3");
/// ```
///
/// # Panics
/// When the board is not [served](serves).
pub fn certifying(height: usize, width: usize, vacancy: usize) -> Partition {
    let small = |tier: &Tier| tier.partition.patterns.iter().all(|cells| cells.len() <= 6);
    tiers(height, width, vacancy).into_iter().rfind(small).expect("a tier").partition
}

/// By rows, columns and length of words.
static WORDS: Kept<(usize, usize, usize), Words> = Kept::new();

/// The automaton of a board, made once and kept while there is room.
///
/// ```
/// use saltus_tiles::search::ida::schedule::words;
///
/// let words = words(3, 3, 12);
/// assert_eq!(words.longest(), 12);
/// ```
pub fn words(height: usize, width: usize, longest: usize) -> Arc<Words> {
    let Ok(made) = WORDS.get(&(height, width, longest), &Limits::DEFAULT, |bytes| {
        let words = constants::words(height, width, longest).unwrap_or_else(|| Words::new(height, width, longest));
        *bytes = words.bytes() as u64;
        Ok::<_, std::convert::Infallible>(words)
    });
    made
}

/// A shortest play, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedBoard {
    /// The vacancy's directions: the least of all shortest plays.
    pub walk: Vec<u8>,
    /// The nodes of the last iteration that found none.
    pub transcript: Transcript,
    /// Nodes expanded on all tiers.
    pub expanded: u64,
}

/// Rows, columns, and the goal cell of the vacancy.
type GoalSize = (usize, usize, usize);

/// The files of the tables that an attempt has used.
type Files = BTreeSet<PathBuf>;

/// Repeats an attempt until its tables do not contradict themselves. Each time the tables that came
/// from files are no longer used in this process, and computed instead. So the answer is that of an
/// empty folder.
///
/// # Panics
/// When tables that were computed in this process contradict themselves.
fn with_right_tables<T>(limits: &Limits<'_>, mut attempt: impl FnMut(&mut Files) -> Option<T>) -> T {
    loop {
        let mut files = Files::new();
        if let Some(answer) = attempt(&mut files) {
            return answer;
        }
        assert!(!files.is_empty(), "tables that were computed in this process are right");
        for file in files {
            store::distrust(&file, limits);
        }
    }
}

/// Every position that is reached with g + h below `cost`, [packed](closed_set::pack), with its g.
/// The bound h is that of the tables that a certificate names.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::ida::{closed_set::pack, schedule};
///
/// let position = [0, 1, 2, 5, 3, 4];
/// let set = schedule::below((2, 3, 5), &position, 2, &Limits::default()).unwrap();
/// assert_eq!(set, []);
/// let set = schedule::below((2, 3, 5), &position, 3, &Limits::default()).unwrap();
/// assert!(set.contains(&(pack(&position), 0)));
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn below(
    (height, width, vacancy): GoalSize,
    position: &[u8],
    cost: u32,
    limits: &Limits<'_>,
) -> Result<Vec<(u64, u32)>, Stop> {
    with_right_tables(limits, |files| {
        let views = match certifying(height, width, vacancy).views(height, width, vacancy, limits) {
            Ok(views) => views,
            Err(stop) => return Some(Err(stop)),
        };
        files.extend(views.files().map(Into::into));
        closed_set::below(position, &views, cost, limits).transpose()
    })
}

/// The best views of a board that are had in time, for beams.
pub(crate) fn views_in_time((height, width, vacancy): GoalSize, limits: &Limits<'_>) -> Option<PatternViews> {
    let partitions = tiers(height, width, vacancy).into_iter().rev().map(|tier| tier.partition);
    let mut in_time = partitions.filter(|partition| partition.is_in_time(height, width, vacancy, limits));
    in_time.find_map(|partition| partition.views(height, width, vacancy, limits).ok())
}

/// Finds a shortest play by the first tiers that suffice. The goal must be within reach.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::ida::schedule;
///
/// // 5 3 4 / 1 2 0, by the cells where the tiles belong; the vacancy belongs on the last one.
/// let solved = schedule::solve((2, 3, 5), &[4, 2, 3, 0, 1, 5], &Limits::default(), &mut |_| ());
/// assert_eq!(solved.unwrap().walk.len(), 12);
/// ```
///
/// # Errors
/// The limit that was reached, with what is known by then.
///
/// # Panics
/// When no play leads to the goal.
pub fn solve(
    size: GoalSize,
    position: &[u8],
    limits: &Limits<'_>,
    watch: &mut dyn FnMut(Iteration),
) -> Result<SolvedBoard, Halted> {
    let (height, width, vacancy) = size;
    solve_by((&tiers(height, width, vacancy), 10), size, position, limits, watch)
}

/// The same by other tiers, the last of which has no budget. A search takes at most the given tenths of the
/// time that the making of tables has left.
///
/// # Errors
/// The limit that was reached, with what is known by then.
///
/// # Panics
/// When no play leads to the goal.
pub fn solve_by(
    tiers: (&[Tier], u32),
    size: GoalSize,
    position: &[u8],
    limits: &Limits<'_>,
    watch: &mut dyn FnMut(Iteration),
) -> Result<SolvedBoard, Halted> {
    with_right_tables(limits, |files| attempt((tiers, files), size, position, limits, watch).transpose())
}

/// The same with the tables as they are; none when they contradict themselves.
fn attempt(
    ((tiers, tenths), files): ((&[Tier], u32), &mut Files),
    (height, width, vacancy): GoalSize,
    position: &[u8],
    limits: &Limits<'_>,
    watch: &mut dyn FnMut(Iteration),
) -> Result<Option<SolvedBoard>, Halted> {
    let words = words(height, width, LONGEST_WORD);
    let (mut from, mut expanded, mut transcript) = (0, 0, None);
    for tier in tiers {
        let halted = |stop, lower, expanded| Halted { stop, lower, expanded };
        if !tier.partition.is_in_time(height, width, vacancy, limits) {
            return Err(halted(Stop::Time, from, expanded));
        }
        let views = tier.partition.views(height, width, vacancy, limits);
        let views = views.map_err(|stop| halted(stop, from, expanded))?;
        files.extend(views.files().map(Into::into));
        let setting = Setting { views: &views, words: &words, from, node_budget: tier.node_budget, part: None };
        let left = Limits { nodes: limits.nodes.saturating_sub(expanded), ..limits.part(tenths) };
        let searched = search(position, setting, &left, watch)
            .map_err(|rest| halted(rest.stop, rest.lower, expanded + rest.expanded))?;
        expanded += searched.expanded;
        transcript = searched.transcript.or(transcript);
        match searched.end {
            End::BudgetSpent(next) => from = next,
            End::Contradicted => return Ok(None),
            End::Found(walk) => {
                // Without an iteration it is the bound of the start that rules shorter plays out.
                let shorter = (walk.len() as u32).saturating_sub(2);
                let transcript =
                    transcript.unwrap_or_else(|| Transcript::nothing(views.patterns(), words.longest(), shorter));
                return Ok(Some(SolvedBoard { walk, transcript, expanded }));
            }
        }
    }
    unreachable!("the last tier has no budget")
}
