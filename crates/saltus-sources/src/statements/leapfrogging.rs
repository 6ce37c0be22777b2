//! What the thesis quotes from J. Auslander, A. T. Benjamin, D. S. Wilkerson, *Optimal Leapfrogging* (1993), on an empty board without end.
//!
//! A size is a number of men.

use std::collections::{BTreeSet, HashMap};

use saltus::chinese::{Place, distance};

use super::{Checking, Contradiction, Verified};

/// The steps of the lattice.
pub(super) const DIRECTIONS: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// No two men are farther apart.
const MOST_APART: u32 = 4;

/// The men, ascending, the first one on (0, 0).
type Men = Vec<Place>;

fn moved(men: impl IntoIterator<Item = Place>) -> Men {
    let mut men: Men = men.into_iter().collect();
    men.sort_unstable();
    let (x, y) = men[0];
    men.iter().map(|man| (man.0 - x, man.1 - y)).collect()
}

/// All arrangements of so many men.
fn arrangements(men: usize) -> Vec<Men> {
    let most = MOST_APART as i32;
    let around: Vec<Place> =
        (0..=most).flat_map(|x| (-most..=most).map(move |y| (x, y))).filter(|&place| place > (0, 0)).collect();
    let mut all = vec![vec![(0, 0)]];
    for _ in 1..men {
        let longer = |men: &Men| {
            let fits = |place: &Place| {
                *place > men[men.len() - 1] && men.iter().all(|&man| distance(man, *place) <= MOST_APART)
            };
            around.iter().copied().filter(fits).map(|place| [&men[..], &[place]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The arrangements after each move, with how far it takes its man along x.
fn after(men: &Men) -> Vec<(Men, i32)> {
    let mut all = Vec::new();
    for (place, &man) in men.iter().enumerate() {
        let others: Vec<Place> = men.iter().copied().filter(|&other| other != man).collect();
        let step = |(x, y): Place, (dx, dy): Place| (x + dx, y + dy);
        let mut to: BTreeSet<Place> = BTreeSet::new();
        let mut open = vec![man];
        while let Some(here) = open.pop() {
            for way in DIRECTIONS {
                let (over, land) = (step(here, way), step(step(here, way), way));
                if others.contains(&over) && !others.contains(&land) && land != man && to.insert(land) {
                    open.push(land);
                }
            }
        }
        to.extend(DIRECTIONS.map(|way| step(man, way)).into_iter().filter(|land| !others.contains(land)));
        let with =
            |land: Place| men.iter().enumerate().map(move |(other, &man)| if other == place { land } else { man });
        all.extend(to.into_iter().map(|land| (moved(with(land)), land.0 - man.0)));
    }
    all
}

/// An arrangement turned and mirrored as one of its images stands for all.
fn class(men: &Men) -> Men {
    let turned = |(x, y): Place| (-y, x + y);
    let mut images = Vec::new();
    let mut image = men.clone();
    for _ in 0..6 {
        image = image.into_iter().map(turned).collect();
        images.push(moved(image.iter().copied()));
        images.push(moved(image.iter().map(|&(x, y)| (y, x))));
    }
    images.sort_unstable();
    images.swap_remove(0)
}

/// No arrangement travels faster than a cell a move, and three travel as fast: a man alone, two side by side, and four in a zigzag.
///
/// A move gains the cells by which its man comes forward along x, less the number of men: an arrangement that is met again after moves that gain 0
/// in all has come forward by a cell for each of them. The most that moves gain on the way to each arrangement is found by raising numbers until no
/// move raises one, which ends if and only if no circle of moves gains anything. The fastest arrangements are those on circles of moves along which the
/// numbers rise by just what is gained. Turned around, every direction in which cells are counted is that of x.
pub(super) fn leapfrogging(upto: usize, count: &mut Checking<'_>) -> Verified {
    for men in 1..=upto {
        let all = arrangements(men);
        let places: HashMap<&Men, usize> = all.iter().zip(0..).collect();
        let mut moves = Vec::new();
        for (from, arrangement) in all.iter().enumerate() {
            count.node()?;
            let within = after(arrangement).into_iter().filter_map(|(next, far)| Some((*places.get(&next)?, far)));
            moves.extend(within.map(|(to, far)| (from, to, far - men as i32)));
        }
        let mut ahead = vec![0; all.len()];
        let mut rises = true;
        for _ in 0..=all.len() {
            rises = false;
            for &(from, to, gain) in &moves {
                count.node()?;
                if ahead[from] + gain > ahead[to] {
                    (ahead[to], rises) = (ahead[from] + gain, true);
                }
            }
            if !rises {
                break;
            }
        }
        count.ensure(!rises, || format!("{men} men travel faster than a cell a move"))?;
        let is_tight = |(from, to, gain): &(usize, usize, i32)| ahead[*from] + gain == ahead[*to];
        let tight: Vec<(usize, usize)> =
            moves.iter().filter(|mv| is_tight(mv)).map(|&(from, to, _)| (from, to)).collect();
        let fastest = on_circles(&tight, count)?;
        let classes: BTreeSet<Men> = fastest.iter().map(|&place| class(&all[place])).collect();
        let expected = match men {
            1 => vec![vec![(0, 0)]],
            2 => vec![vec![(0, 0), (1, 0)]],
            4 => vec![vec![(0, 0), (1, 0), (2, -1), (3, -1)]],
            _ => Vec::new(),
        };
        let expected: BTreeSet<Men> = expected.iter().map(class).collect();
        count.ensure(classes == expected, || format!("the fastest arrangements of {men} men are {classes:?}"))?;
        count.cases += all.len() as u64;
    }
    Ok(())
}

/// The nodes from which moves lead back to them.
fn on_circles(moves: &[(usize, usize)], count: &mut Checking<'_>) -> Result<Vec<usize>, Contradiction> {
    // What no move leads to or from any more is on none.
    let mut moves = moves.to_vec();
    loop {
        count.node()?;
        let [from, to]: [BTreeSet<usize>; 2] =
            [moves.iter().map(|mv| mv.0).collect(), moves.iter().map(|mv| mv.1).collect()];
        let many = moves.len();
        moves.retain(|mv| to.contains(&mv.0) && from.contains(&mv.1));
        if moves.len() == many {
            break;
        }
    }
    let leads_back = |&node: &usize| {
        let (mut met, mut open) = (BTreeSet::new(), vec![node]);
        while let Some(here) = open.pop() {
            open.extend(moves.iter().filter(|mv| mv.0 == here).map(|mv| mv.1).filter(|next| met.insert(*next)));
        }
        met.contains(&node)
    };
    let left: BTreeSet<usize> = moves.iter().map(|mv| mv.0).collect();
    Ok(left.into_iter().filter(leads_back).collect())
}
