use super::super::measures::Measure;
use super::super::measures::tests::remaining;
use super::super::tests::thesis;
use super::*;

const ALL: [MoveValues; 3] =
    [MoveValues::Section4(Measure::Printed), MoveValues::Section4(Measure::Steps), MoveValues::Together];

fn quiet(thesis: &Thesis, options: &Options, limits: &Limits<'_>) -> ThesisOutcome {
    search(thesis, options, limits, &mut |_| ())
}

/// The length of a game that keeps to the rules, undoes no move and repeats no position.
fn length(thesis: &Thesis, game: &Game) -> u32 {
    let puzzle = thesis.puzzle();
    let mut state = puzzle.start();
    let mut seen = HashSet::from([state.clone()]);
    for mv in &game.moves {
        assert_eq!(puzzle.check(&state, mv), Ok(()));
        assert!(!puzzle.is_goal(&state));
        puzzle.play(&mut state, mv);
        assert!(seen.insert(state.clone()));
    }
    assert!(puzzle.is_goal(&state));
    for pair in game.moves.windows(thesis.players() + 1) {
        let (last, next) = (&pair[0], &pair[thesis.players()]);
        assert_ne!((last.from(), last.to()), (next.to(), next.from()));
    }
    game.moves.len() as u32
}

/// The greatest value each time, and nothing else: the thesis's program.
#[test]
fn without_the_mending_play_cycles() {
    let thesis = thesis("chinese triangle:13 players=3");
    let mut state = thesis.puzzle().start();
    let mut seen = HashSet::from([state.clone()]);
    let cycles = (0..200).any(|_| {
        let (mv, _) = thesis.ranked(&state, MoveValues::Section4(Measure::Printed)).swap_remove(0);
        thesis.puzzle().play(&mut state, &mv);
        !seen.insert(state.clone())
    });
    assert!(cycles);
}

#[test]
fn a_complete_search_finds_the_shortest_game() {
    for line in
        ["triangle:3 men=1 players=3", "triangle:3 men=1 players=2", "star:1 men=1 players=2", "rhombus:1 men=1"]
    {
        let thesis = thesis(&format!("chinese {line}"));
        let shortest = remaining(thesis.puzzle())[&thesis.puzzle().start()];
        for values in ALL {
            let options = |upper| Options { upper, passed: u32::MAX, values, ..Options::DEFAULT };
            let outcome = quiet(&thesis, &options(shortest + 4), &Limits::default());
            let best = outcome.best.expect("a game is found");
            assert_eq!((length(&thesis, &best), outcome.is_complete, outcome.stop), (shortest, true, None), "{line}");
            assert!(outcome.lower <= shortest);
            let none = quiet(&thesis, &options(shortest), &Limits::default());
            assert_eq!((none.best, none.is_complete), (None, true), "{line}");
        }
    }
}

#[test]
fn rounds_end_by_themselves() {
    let thesis = thesis("chinese triangle:13 players=3");
    for values in ALL {
        let options = Options { passed: 1, values, ..Options::DEFAULT };
        let mut exhausted = Vec::new();
        let outcome = search(&thesis, &options, &Limits::default(), &mut |event| {
            if let Event::Exhausted { passed, nodes } = event {
                exhausted.push((passed, nodes));
            }
        });
        assert_eq!((outcome.exhausted, outcome.stop, outcome.lower), (Some(1), None, 28));
        assert_eq!(exhausted.iter().map(|&(passed, _)| passed).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(exhausted[1].1, outcome.nodes);
        // A round of no choice has a position a turn at most; the next one a choice at one of its
        // turns.
        assert!(exhausted[0].1 <= 57 && outcome.nodes <= 57 + 57 * 58);
        assert!(!outcome.is_complete);
    }
}

/// The values of section 4 lead to no game in these rounds, those of section 3 together to one at
/// once.
#[test]
fn the_values_together_lead_to_the_goal() {
    let thesis = thesis("chinese triangle:13 players=3");
    let games = ALL.map(|values| {
        quiet(&thesis, &Options { upper: 100, passed: 0, values, ..Options::DEFAULT }, &Limits::default()).best
    });
    let lengths = games.map(|game| game.map(|game| (length(&thesis, &game), game.entered)));
    assert_eq!(lengths, [None, None, Some((85, 28))]);
}

#[test]
fn limits_end_a_search() {
    let thesis = thesis("chinese star players=2");
    let limits = Limits { nodes: 100, ..Limits::default() };
    let outcome = quiet(&thesis, &Options { passed: 9, ..Options::DEFAULT }, &limits);
    assert_eq!(outcome.stop, Some(Stop::Nodes));
    assert!(outcome.nodes <= 101);
}

#[test]
fn each_game_found_is_shorter() {
    let thesis = thesis("chinese triangle:7 men=3 players=3");
    for values in ALL {
        let mut lengths = vec![60];
        let options = Options { upper: 60, passed: 2, values, ..Options::DEFAULT };
        let limits = Limits { nodes: 4000, ..Limits::default() };
        search(&thesis, &options, &limits, &mut |event| {
            if let Event::Found(game) = event {
                lengths.push(length(&thesis, game));
                assert_eq!(game.critical, Some(game.moves.len() as u32 - 6));
                assert!(game.entered <= game.critical.unwrap());
            }
        });
        assert!(lengths.windows(2).all(|pair| pair[1] < pair[0]));
        assert!(values != MoveValues::Together || lengths.len() > 1);
    }
}

#[test]
fn the_goal_at_the_start_is_a_game() {
    let thesis = thesis("chinese cells:0,0R*;1,0");
    let outcome = quiet(&thesis, &Options::DEFAULT, &Limits::default());
    assert_eq!(outcome.best.map(|game| game.moves.len()), Some(0));
}
