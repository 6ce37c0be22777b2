//! Solitaire Clobber on full boards of a small height and of any length (docs/theorems.md#heights): plays as forests with signs, a column at a time.
//!
//! A size is a height.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::graphs::{Best, on_all};
use super::{Checking, Verified};

/// The least height and the greatest.
const HEIGHTS: std::ops::RangeInclusive<usize> = 3..=5;
/// How many profiles are looked at, and how many kinds of boards.
const COUNTED: [[usize; 2]; 3] = [[721, 201], [2_027, 331], [4_693, 9_786]];
/// Boards of so many columns, or fewer, may leave more than the profiles tell of. Three columns are three rows of another board.
const SHORT: [usize; 3] = [0, 1, 3];
/// The most edges to the right that a profile has.
const MOST_OPEN: usize = 3;
/// Forests of more trees are of no use: no bound is greater.
const MOST_ROOTS: u8 = 2;

/// An edge that leads from a cell to the right, or down: it is crossed by the pawn that leaves the cell, or by one that comes to it; or it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Link {
    None,
    Leaves(i8),
    Comes(i8),
}

/// What columns to the right must know of those before: in each row the edge between them and the number of its tree, then the edge down from the cell that was
/// looked at last; and how many roots there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Profile {
    links: Vec<(Link, u8)>,
    roots: u8,
}

impl Profile {
    /// Nothing was looked at.
    fn empty(height: usize) -> Self {
        Profile { links: vec![(Link::None, 0); height + 1], roots: 0 }
    }

    /// Trees numbered in the order of their first edges.
    fn numbered(mut self) -> Self {
        let mut numbers: Vec<u8> = Vec::new();
        for (link, tree) in &mut self.links {
            if *link == Link::None {
                *tree = 0;
                continue;
            }
            let at = numbers.iter().position(|number| number == tree).unwrap_or_else(|| {
                numbers.push(*tree);
                numbers.len() - 1
            });
            *tree = at as u8 + 1;
        }
        self
    }

    /// How many edges lead on.
    fn open(&self) -> usize {
        self.links.iter().filter(|(link, _)| *link != Link::None).count()
    }

    fn trees(&self) -> u8 {
        self.links.iter().map(|&(_, tree)| tree).max().unwrap_or(0)
    }

    /// All profiles after the cell of a row with a pawn of this sign: its equation holds, and no way goes round a ring.
    fn after_cell(&self, row: usize, sign: i8, has_below: bool, add: &mut impl FnMut(Profile)) {
        const NEW: u8 = u8::MAX;
        let down = self.links.len() - 1;
        let ((left, left_tree), (above, above_tree)) = (self.links[row], self.links[down]);
        if left != Link::None && above != Link::None && left_tree == above_tree {
            return;
        }
        let (mut arrived, mut parents, mut wanted) = (0, 0, 0);
        for link in [left, above] {
            match link {
                Link::Leaves(sign) => arrived += sign,
                Link::Comes(sign) => (parents, wanted) = (parents + 1, sign),
                Link::None => {}
            }
        }
        let choices = [Link::None, Link::Leaves(0), Link::Comes(1), Link::Comes(-1)];
        for right in choices {
            for below in &choices[..if has_below { choices.len() } else { 1 }] {
                let both = [right, *below];
                let leaving = both.iter().filter(|link| matches!(link, Link::Leaves(_))).count();
                let coming: i8 = both.iter().map(|link| if let Link::Comes(sign) = link { *sign } else { 0 }).sum();
                let own = sign + 2 * (arrived + coming);
                let roots = self.roots + u8::from(parents + leaving == 0);
                if own.abs() != 1 || parents + leaving > 1 || (parents == 1 && own != wanted) || roots > MOST_ROOTS {
                    continue;
                }
                let mut next = Profile { links: self.links.clone(), roots };
                for (link, tree) in &mut next.links {
                    let is_own =
                        (left != Link::None && *tree == left_tree) || (above != Link::None && *tree == above_tree);
                    if *link != Link::None && is_own {
                        *tree = NEW;
                    }
                }
                let signed = |link| if matches!(link, Link::Leaves(_)) { Link::Leaves(own) } else { link };
                (next.links[row], next.links[down]) = ((signed(right), NEW), (signed(*below), NEW));
                add(next.numbered());
            }
        }
    }

    /// All profiles after a column: a bit for each black pawn, the first row first.
    fn after(&self, column: u32) -> BTreeSet<Profile> {
        let height = self.links.len() - 1;
        let mut profiles = BTreeSet::from([self.clone()]);
        for row in 0..height {
            let mut next = BTreeSet::new();
            for profile in &profiles {
                profile.after_cell(row, sign(column, row), row + 1 < height, &mut |profile| {
                    next.insert(profile);
                });
            }
            profiles = next;
        }
        profiles
    }
}

fn sign(column: u32, row: usize) -> i8 {
    if column >> row & 1 == 1 { 1 } else { -1 }
}

/// The sum of signs, alternately added and taken away, modulo 3, after one column more; 0 asks for two pawns.
fn remainder(before: i8, column: u32, height: usize) -> i8 {
    let own: i8 = (0..height).map(|row| if row % 2 == 0 { sign(column, row) } else { -sign(column, row) }).sum();
    (own - before).rem_euclid(3)
}

/// The bound for a board of both colours.
fn bound(remainder: i8) -> u8 {
    if remainder == 0 { 2 } else { 1 }
}

/// The profiles that are looked at, and for each and each column those that follow, as bits. Where fewer are looked at than there are, what is found is there all
/// the same.
struct Table {
    profiles: Vec<Profile>,
    next: Vec<Vec<Vec<u64>>>,
}

impl Table {
    fn new(height: usize) -> Self {
        let mut profiles = vec![Profile::empty(height)];
        let mut numbers = HashMap::from([(profiles[0].clone(), 0)]);
        let mut found: Vec<Vec<Vec<usize>>> = Vec::new();
        while found.len() < profiles.len() {
            let here = profiles[found.len()].clone();
            // Three rows need all; of more rows there are so many ways that two trees suffice.
            let trees = if height == 3 { 3 } else { 2 };
            let columns = (0..1 << height).map(|column: u32| {
                let after = here.after(column).into_iter();
                let kept = after.filter(|profile| profile.open() <= MOST_OPEN && profile.trees() <= trees);
                let number = |profile: Profile| {
                    *numbers.entry(profile.clone()).or_insert_with(|| {
                        profiles.push(profile);
                        profiles.len() - 1
                    })
                };
                kept.map(number).collect::<Vec<usize>>()
            });
            let columns = columns.collect();
            found.push(columns);
        }
        let words = profiles.len().div_ceil(64);
        let bits = |numbers: &Vec<usize>| {
            let mut bits = vec![0; words];
            for number in numbers {
                bits[number / 64] |= 1u64 << (number % 64);
            }
            bits
        };
        let next = found.iter().map(|columns| columns.iter().map(bits).collect()).collect();
        Table { profiles, next }
    }

    /// The profiles of a set.
    fn of<'a>(&self, set: &'a [u64]) -> impl Iterator<Item = usize> + use<'a> {
        let all = self.profiles.len();
        (0..all).filter(|number| set[number / 64] >> (number % 64) & 1 == 1)
    }

    fn after(&self, set: &[u64], column: usize) -> Vec<u64> {
        let mut after = vec![0; set.len()];
        for profile in self.of(set) {
            for (word, more) in after.iter_mut().zip(&self.next[profile][column]) {
                *word |= more;
            }
        }
        after
    }

    /// The fewest trees if the board ends here; none if there are more than two.
    fn fewest(&self, set: &[u64]) -> Option<u8> {
        let ended = self.of(set).map(|number| &self.profiles[number]).filter(|profile| profile.open() == 0);
        ended.map(|profile| profile.roots).min()
    }

    fn start(&self) -> Vec<u64> {
        let mut set = vec![0; self.profiles.len().div_ceil(64)];
        set[0] = 1;
        set
    }
}

/// What boards of one height have in common that go on in the same way: the profiles, the remainder, and which colours there are.
struct Boards {
    set: Vec<u64>,
    remainder: i8,
    colours: [bool; 2],
}

impl Boards {
    /// One column more, and whether that has both colours and not as few trees as the bound says.
    fn after(&self, column: usize, table: &Table, height: usize) -> (Boards, bool) {
        let next = Boards {
            set: table.after(&self.set, column),
            remainder: remainder(self.remainder, column as u32, height),
            colours: [self.colours[0] || column != 0, self.colours[1] || column + 1 != 1 << height],
        };
        let is_above = next.colours == [true; 2] && table.fewest(&next.set) != Some(bound(next.remainder));
        (next, is_above)
    }
}

/// All boards of both colours, of three rows, of four rows and two columns at least, or of five rows and three columns at least, leave as many pawns as the bound says.
///
/// Where all profiles of a board are also those of another with the same remainder and colours, the other leaves no more pawns, however both go on: so only boards without
/// such another are looked at. But a board stands for none with more columns if it may leave more than the bound says with one column more.
pub(super) fn heights(upto: usize, count: &mut Checking<'_>) -> Verified {
    for height in HEIGHTS.filter(|&height| height <= upto) {
        let at = height - HEIGHTS.start();
        let excepted = SHORT[at];
        let table = Table::new(height);
        if height == 3 {
            small_boards(&table, count)?;
        }
        let mut met: HashMap<(i8, [bool; 2], usize), Vec<Vec<u64>>> = HashMap::new();
        let first = Boards { set: table.start(), remainder: 0, colours: [false; 2] };
        let mut open = VecDeque::from([(first, Vec::new())]);
        let mut looked_at = 0;
        while let Some((boards, columns)) = open.pop_front() {
            looked_at += 1;
            for column in 0..1usize << height {
                let (next, is_above) = boards.after(column, &table, height);
                let columns = [&columns[..], &[column]].concat();
                let length = columns.len();
                count
                    .ensure(!is_above || length <= excepted, || format!("{height} rows, above: columns {columns:?}"))?;
                let may_fail = length < excepted
                    && (length + 1 < excepted || (0..1 << height).any(|column| next.after(column, &table, height).1));
                let kind = (next.remainder, next.colours, if may_fail { length } else { excepted });
                let known = met.entry(kind).or_default();
                if !known.iter().any(|other| other.iter().zip(&next.set).all(|(other, next)| other & !next == 0)) {
                    known.push(next.set.clone());
                    open.push_back((next, columns));
                }
            }
        }
        let counted = [table.profiles.len(), looked_at];
        count.ensure(counted == COUNTED[at], || format!("{height} rows: {counted:?}"))?;
    }
    Ok(())
}

/// Profiles mean plays: all games on all boards of three rows and at most three columns.
fn small_boards(table: &Table, count: &mut Checking<'_>) -> Verified {
    for columns in 1..=3 {
        let cell = |column: usize, row: usize| 3 * column + row;
        let down = (0..columns).flat_map(|column| (0..2).map(move |row| (cell(column, row), cell(column, row + 1))));
        let right = (1..columns).flat_map(|column| (0..3).map(move |row| (cell(column - 1, row), cell(column, row))));
        let edges: Vec<_> = down.chain(right).collect();
        for pawns in 0..1usize << (3 * columns) {
            let mut set = table.start();
            for column in 0..columns {
                set = table.after(&set, pawns >> (3 * column) & 7);
            }
            let left = Best::new(&edges, false).value(&on_all(3 * columns, pawns), count)?;
            let found = table.fewest(&set);
            let is_same = found.map_or(left > usize::from(MOST_ROOTS), |found| usize::from(found) == left);
            count.ensure(is_same, || format!("{columns} columns, {pawns:b}: {left} pawns, not {found:?}"))?;
        }
    }
    Ok(())
}
