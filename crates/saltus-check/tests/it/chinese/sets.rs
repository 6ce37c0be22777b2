//! Closed sets of Chinese Checkers, on small boards of all kinds and on random ones.

use super::{Game, Men, games};
use crate::refusals::assert_refuted;
use crate::support::{Dice, every_truncation_is_refused, is_verified, outcome, wide_key, wide_payload};
use crate::truth::damage;
use dashu_int::UBig;
use std::collections::BTreeMap;

type Entries = Vec<(UBig, u32)>;

/// The key of a position before the turn of the player at that place in the order.
fn key(game: &Game, men: &[u8], turn: usize) -> UBig {
    wide_key(men.iter().map(|&man| u64::from(man)).chain([turn as u64]), game.players() as u64 + 1)
}

/// All positions that are reached before the goal is filled, with the fewest turns; and how many
/// turns fill it, if that can be.
fn reached(game: &Game) -> (BTreeMap<(Men, usize), u32>, Option<u32>) {
    let mut all = BTreeMap::new();
    let mut states = vec![game.start.clone()];
    let mut length = None;
    for time in 0.. {
        let turn = time % game.players();
        states.retain(|men| {
            let over = game.is_over(men);
            if over && length.is_none() {
                length = Some(time as u32);
            }
            let new = !over && !all.contains_key(&(men.clone(), turn));
            if new {
                all.insert((men.clone(), turn), time as u32);
            }
            new
        });
        if states.is_empty() {
            break;
        }
        states = states.iter().flat_map(|men| game.next(men, time)).collect();
        states.sort_unstable();
        states.dedup();
    }
    (all, length)
}

/// The entries of a set with all positions that are reached in fewer turns than fill the goal.
fn entries(game: &Game) -> (Entries, Option<u32>) {
    let (all, length) = reached(game);
    let g = |time: u32| if length.is_some() { time } else { 0 };
    let early = all.iter().filter(|&(_, &time)| length.is_none_or(|length| time < length));
    let mut entries: Entries = early.map(|((men, turn), &time)| (key(game, men, *turn), g(time))).collect();
    entries.sort_unstable();
    (entries, length)
}

fn file(game: &Game, claim: &str, entries: &[(UBig, u32)]) -> Vec<u8> {
    game.file(claim, "closed-set zero", &[("set", &wide_payload(entries))])
}

/// The claim that is true, and two that are not.
fn claims(length: Option<u32>) -> [String; 3] {
    match length {
        Some(length) => [format!("at-least {length}"), format!("at-least {}", length + 1), "unsolvable".into()],
        None => ["unsolvable".into(), "plan 3".into(), "leaves 1".into()],
    }
}

/// Boards of a few cells around a centre, most of which cannot be won.
fn random_game(dice: &mut Dice) -> Game {
    let mut cells: Vec<(i32, i32)> = Vec::new();
    while cells.len() < 7 {
        let cell = (dice.below(4) as i32, dice.below(3) as i32);
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells.sort_unstable_by_key(|&(x, y)| (x + y, y));
    let players = 1 + dice.below(3) as u8;
    let mut start = vec![0; cells.len()];
    let men: Vec<u8> = (1..=players).chain([1]).chain((0..dice.below(2)).map(|_| players)).collect();
    for &man in &men {
        let free: Vec<_> = (0..cells.len()).filter(|&cell| start[cell] == 0).collect();
        start[free[dice.below(free.len())]] = man;
    }
    let count = start.iter().filter(|&&man| man == 1).count();
    let first = dice.below(cells.len());
    let mut goal: Vec<usize> = (0..count).map(|index| (first + 2 * index) % cells.len()).collect();
    goal.sort_unstable();
    let mut order: Vec<u8> = (1..=players).collect();
    order.rotate_left(dice.below(players.into()));
    Game::list(&cells, &start, &goal).with_order(&order)
}

#[test]
fn sets_prove_what_is_true_and_no_more() {
    let mut dice = Dice(21);
    let (mut won, mut lost) = (0, 0);
    let random: Vec<_> = (0..150).map(|_| random_game(&mut dice)).filter(|game| !game.is_over(&game.start)).collect();
    let small = games().into_iter().filter(|game| game.cells.len() < 16);
    for game in small.chain(random) {
        let (set, length) = entries(&game);
        *(if length.is_some() { &mut won } else { &mut lost }) += 1;
        let [right, wrong, other] = claims(length);
        let expected = format!("VERIFIED {right} {} by closed-set zero", game.line());
        assert_eq!(outcome(&file(&game, &right, &set)).to_string(), expected);
        assert!(!is_verified(&file(&game, &wrong, &set)) && !is_verified(&file(&game, &other, &set)));
        if let Some(length) = length {
            let (moves, _) = game.best_play(length as usize).unwrap();
            let blocks: &[(&str, &[u8])] = &[("moves", moves.as_bytes()), ("set", &wide_payload(&set))];
            for claim in [format!("optimal {length}"), format!("between {} {length}", length - 1)] {
                let expected = format!("VERIFIED {claim} {} by closed-set zero", game.line());
                assert_eq!(outcome(&game.file(&claim, "closed-set zero", blocks)).to_string(), expected);
            }
            assert!(!is_verified(&game.file(&format!("plan {length}"), "closed-set zero", blocks)));
        }
        // Every position is needed, and so is every number of turns.
        for gone in (0..set.len()).step_by(set.len() / 10 + 1) {
            let fewer = [&set[..gone], &set[gone + 1..]].concat();
            assert!(!is_verified(&file(&game, &right, &fewer)), "{gone} {}", game.line());
            let mut later = set.clone();
            later[gone].1 += 1;
            assert!(!is_verified(&file(&game, &right, &later)), "{gone} {}", game.line());
        }
    }
    assert!(won > 40 && lost > 40, "{won} {lost}");
}

#[test]
fn damaged_sets_never_prove_what_is_false() {
    let mut dice = Dice(22);
    let mut accepted = 0;
    for _ in 0..40 {
        let game = random_game(&mut dice);
        let (set, length) = entries(&game);
        let truth = |claim: &str| match claim.strip_prefix("at-least ") {
            Some(lower) => length.is_none_or(|length| lower.parse::<u32>().unwrap() <= length),
            None => length.is_none(),
        };
        for round in 0..100 {
            let mut payload = wide_payload(&set);
            (0..dice.below(3)).for_each(|_| damage(&mut payload, &mut dice));
            let lower = (length.unwrap_or(3) + dice.below(3) as u32).saturating_sub(1);
            let claim = if round % 4 == 0 { "unsolvable".into() } else { format!("at-least {lower}") };
            if is_verified(&game.file(&claim, "closed-set zero", &[("set", &payload)])) {
                accepted += 1;
                assert!(truth(&claim), "{claim} {}", game.line());
            }
        }
    }
    assert!(accepted > 200, "{accepted}");
}

/// Two men on a line of `cells` cells, and a goal that is nowhere near.
fn line_game(cells: i32) -> Game {
    let places: Vec<_> = (0..cells).map(|x| (x, 0)).chain([(900, 0)]).collect();
    let mut start = vec![0; places.len()];
    (start[0], start[2]) = (1, 2);
    Game::list(&places, &start, &[places.len() - 1])
}

#[test]
fn keys_of_any_width() {
    // 39 digits of base 3 and one more fit in 64 bits, twice as many in 128.
    for cells in [20, 38, 39, 40, 78, 79, 80, 100] {
        let game = line_game(cells);
        let (set, length) = entries(&game);
        assert_eq!(length, None);
        assert!(set.len() > cells as usize * 2 && is_verified(&file(&game, "unsolvable", &set)), "{cells}");
        for gone in (0..set.len()).step_by(set.len() / 5) {
            let fewer = [&set[..gone], &set[gone + 1..]].concat();
            assert!(!is_verified(&file(&game, "unsolvable", &fewer)), "{cells} {gone}");
        }
    }
}

/// Nobody passes: whoever cannot move ends the game, and the goal is not filled then.
#[test]
fn players_that_cannot_move() {
    let game = Game::list(&[(0, 0), (1, 0), (2, 0), (9, 0)], &[1, 0, 0, 2], &[2]);
    let (set, length) = entries(&game);
    assert_eq!((set.len(), length), (2, None));
    assert!(is_verified(&file(&game, "unsolvable", &set)));
    let game = game.with_order(&[2, 1]);
    let (set, length) = entries(&game);
    assert_eq!((set.len(), length), (1, None));
    assert!(is_verified(&file(&game, "unsolvable", &set)));
    let alone = Game::list(&[(0, 0), (1, 0), (2, 0), (9, 0)], &[1, 0, 0, 0], &[2]);
    let (set, length) = entries(&alone);
    assert_eq!((set.len(), length), (2, Some(2)));
    assert!(is_verified(&file(&alone, "at-least 2", &set)) && !is_verified(&file(&alone, "unsolvable", &set)));
}

#[test]
fn keys_that_are_no_positions() {
    // Two cells, of which one is the goal, and two players: base 3, the last digit the turn.
    let game = Game::list(&[(0, 0), (1, 0), (5, 0)], &[1, 0, 2], &[1]).with_order(&[2, 1]);
    assert!(game.line().ends_with("cells:0,0R;1,0*;5,0B players=2 order=BR"));
    let set = |digits: &[u64]| outcome(&file(&game, "unsolvable", &[(wide_key(digits.iter().copied(), 3), 0)]));
    assert!(matches!(set(&[1, 0, 2, 0]), saltus_check::Outcome::Verified(_)));
    assert_refuted(&set(&[1, 0, 2, 1]), "set: the start is not in it");
    let with = |digits: &[u64]| {
        let mut entries = vec![(wide_key([1, 0, 2, 0], 3), 0), (wide_key(digits.iter().copied(), 3), 0)];
        entries.sort_unstable();
        outcome(&file(&game, "unsolvable", &entries))
    };
    for digits in [[1, 0, 2, 2], [1, 0, 0, 0], [1, 1, 2, 0], [2, 0, 1, 2], [1, 2, 2, 0], [0, 0, 2, 1]] {
        assert_refuted(&with(&digits), "the key is no state of this puzzle");
    }
    assert_refuted(&with(&[1, 0, 1, 0, 2]), "the key is no state of this puzzle");
    assert_refuted(&with(&[0, 1, 2, 0]), "a goal is in the set");
    // A position that cannot be reached, and from which nothing can be: it does no harm.
    assert!(matches!(with(&[1, 2, 0, 1]), saltus_check::Outcome::Verified(_)));
}

#[test]
fn every_cut_is_refused() {
    let game = line_game(5);
    every_truncation_is_refused(&file(&game, "unsolvable", &entries(&game).0));
    let (set, _) = entries(&game);
    for cut in 0..wide_payload(&set).len() {
        let payload = &wide_payload(&set)[..cut];
        assert!(!is_verified(&game.file("unsolvable", "closed-set zero", &[("set", payload)])), "{cut}");
    }
}
