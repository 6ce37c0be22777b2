//! Many positions at once as one by one.

use super::*;
use crate::bounds::{GameBounds, Rules, TurnsLeft, Wait};
use crate::search::field::bit;
use crate::search::filter::{PositionFilter, SpareClass, WIDTH};
use crate::search::game::{Armies, occupied};

/// Positions of plays at random in which the winner goes home where it can, and the same men
/// anywhere.
fn positions<const P: usize>(line: &str, game: &Game<P>, random: &mut Random) -> Vec<Armies<P>> {
    let instance = read(line).unwrap();
    let mut found = Vec::new();
    for _ in 0..40 {
        let mut armies = game.start;
        for time in 0..40 * game.order.players() {
            let player = game.order.player(time);
            let moves: Vec<Cells> = each(armies[player])
                .flat_map(|from| {
                    each(game.field.destinations(from, occupied(&armies))).map(move |to| bit(from) | bit(to))
                })
                .collect();
            let home: Vec<Cells> =
                moves.iter().copied().filter(|mv| player == 0 && mv & !armies[0] & game.goal != 0).collect();
            let choice = if home.is_empty() { &moves } else { &home };
            if choice.is_empty() {
                break;
            }
            armies[player] ^= choice[random.below(choice.len())];
            found.push(armies);
        }
        let puzzle = shuffled(&instance, random).puzzle().unwrap();
        let start = puzzle.start();
        found.push(std::array::from_fn(|player| set(start.army(Player::ALL[player]))));
    }
    found.retain(|armies| armies[0] & !game.goal != 0);
    random.shuffle(&mut found);
    found
}

/// With `before` turns before the winner's next, and `spare` moves to spare.
fn left<const P: usize>(game: &Game<P>, armies: &Armies<P>, before: u32, spare: u32) -> TurnsLeft<P> {
    let outside = (armies[0] & !game.goal).count_ones();
    TurnsLeft { moves: [outside + spare; P], wait: Wait { before, round: game.order.players() } }
}

/// How many pass, of how many.
fn filters_like_the_bounds<const P: usize>(line: &str, random: &mut Random) -> (usize, usize) {
    let game = Game::<P>::new(&laid_out(line)).unwrap();
    let bounds = GameBounds::new(&game, Rules::ALL);
    let mut filter = PositionFilter::new(&game.field, &bounds);
    let (mut passed, mut all) = (0, 0);
    for before in 0..game.order.players() {
        for spare in 0..2 {
            let some = positions(line, &game, random);
            let class = SpareClass { left: left(&game, &game.start, before, spare).wait, spare, helpers: &[] };
            for count in [1, 63, 64, WIDTH - 1, WIDTH, some.len()] {
                let some = &some[..count.min(some.len())];
                let may = |armies: &&Armies<P>| {
                    bounds.can_be_crossed(&game.field, armies, &left(&game, armies, before, spare))
                };
                let expected: Vec<Armies<P>> = some.iter().filter(may).copied().collect();
                let mut kept = some.to_vec();
                filter.retain(&mut kept, &class);
                assert!(kept == expected, "{line}: {before} turns before, {spare} to spare, {count} positions");
                passed += kept.len();
                all += some.len();
            }
        }
    }
    (passed, all)
}

#[test]
fn many_at_once_as_one_by_one() {
    let mut random = Random::new(11);
    for line in
        ["triangle:13 players=3", "star men=6 players=3", "triangle:6 men=3 players=3", "star:2 men=3 players=3"]
    {
        let (passed, all) = filters_like_the_bounds::<3>(&format!("chinese {line}"), &mut random);
        assert!(0 < passed && passed < all, "{line}: {passed} of {all}");
    }
    for line in ["star players=2", "rhombus players=2 men=15", "star:2 players=2 men=3 order=BR"] {
        let (passed, all) = filters_like_the_bounds::<2>(&format!("chinese {line}"), &mut random);
        assert!(0 < passed && passed < all, "{line}: {passed} of {all}");
    }
    for line in ["triangle:8 men=6", "star:1 men=1"] {
        filters_like_the_bounds::<1>(&format!("chinese {line}"), &mut random);
    }
}

/// What each army of a position can become by the moves of some helpers in turn.
fn helped<const P: usize>(game: &Game<P>, armies: Armies<P>, helpers: &[usize]) -> Vec<Armies<P>> {
    helpers.iter().fold(vec![armies], |some, &helper| {
        let moves = |armies: &Armies<P>| {
            let armies = *armies;
            each(armies[helper]).flat_map(move |from| {
                each(game.field.destinations(from, occupied(&armies))).map(move |to| {
                    let mut after = armies;
                    after[helper] ^= bit(from) | bit(to);
                    after
                })
            })
        };
        some.iter().flat_map(moves).collect()
    })
}

/// Where helpers are said to be of no use, the winner cannot go home in the turn after theirs,
/// whatever they do. The number of such positions, and of all.
fn useless<const P: usize>(line: &str, helpers: &[usize], random: &mut Random) -> (usize, usize) {
    let game = Game::<P>::new(&laid_out(line)).unwrap();
    let bounds = GameBounds::new(&game, Rules::ALL);
    let mut filter = PositionFilter::new(&game.field, &bounds);
    let mut kept = positions(line, &game, random);
    let left_now = left(&game, &game.start, helpers.len() as u32, 0);
    filter.retain(&mut kept, &SpareClass { left: left_now.wait, spare: 0, helpers: &[] });
    kept.truncate(1200);
    let mut useful = kept.clone();
    filter.retain(&mut useful, &SpareClass { left: left_now.wait, spare: 0, helpers });
    let dropped: Vec<&Armies<P>> = kept.iter().filter(|armies| !useful.contains(armies)).collect();
    for armies in &dropped {
        for after in helped(&game, **armies, helpers) {
            let left = left(&game, &after, 0, 0);
            assert!(!bounds.can_be_crossed(&game.field, &after, &left), "{line}: {armies:?}, {helpers:?}: {after:?}");
        }
    }
    (dropped.len(), kept.len())
}

#[test]
fn helpers_of_no_use_are_of_none() {
    let mut random = Random::new(12);
    for helpers in [&[1][..], &[2], &[1, 2], &[2, 1]] {
        let (mut dropped, mut all) = (0, 0);
        for line in
            ["triangle:13 players=3", "triangle:6 men=3 players=3", "star men=6 players=3", "star:2 men=3 players=3"]
        {
            let (some, of) = useless::<3>(&format!("chinese {line}"), helpers, &mut random);
            (dropped, all) = (dropped + some, all + of);
        }
        assert!(dropped > 20 && dropped < all, "{helpers:?}: {dropped} of {all}");
    }
    let (dropped, all) = useless::<2>("chinese star players=2", &[1], &mut random);
    assert!(0 < dropped && dropped < all, "{dropped} of {all}");
}
