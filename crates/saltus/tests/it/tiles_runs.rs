//! Sliding tiles where a run is one move: laws, published numbers, searches that agree, and what the checker takes for evidence.

use crate::common::{LIMITS, arrangements, sizes_of_boards};
use dashu_int::UBig;
use saltus::answers::{Answers, Count, Within};
use saltus::evidence::{ClosedSet, Evidence, Stated};
use saltus::laws::{self, Random};
use saltus::limits::Limits;
use saltus::notation::{Instance as _, MoveText};
use saltus::plan::Spelling;
use saltus::puzzle::{Puzzle, Zero};
use saltus::row::Row;
use saltus::search::breadth_first::{self, Until};
use saltus::tiles::bounds::{Manhattan, Vacancy};
use saltus::tiles::{GAP, Instance, Metric, Slide, Tiles, runs};
use saltus::verdict::Outcome;
use saltus_check::{Limits as CheckLimits, Outcome as Checked, check, check_record};

fn instance(line: &str) -> Instance {
    saltus::tiles::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))
}

fn by_runs(height: usize, width: usize, start: Vec<u32>, goal: Vec<u32>) -> Instance {
    Instance { metric: Metric::Runs, ..Instance::new(height, width, start, goal) }
}

fn goal(cells: usize, gap: usize) -> Vec<u16> {
    let mut goal: Vec<u16> = (1..cells as u16).collect();
    goal.insert(gap, GAP);
    goal
}

fn wide(cells: &[u16]) -> Vec<u32> {
    cells.iter().map(|&tile| tile.into()).collect()
}

fn subject(instance: &Instance) -> Box<dyn Answers> {
    saltus::parse(&instance.to_string()).unwrap_or_else(|bad| panic!("{instance}: {bad}"))
}

/// The kit's laws on all small boards; a move is checked against every conceivable one.
#[test]
fn laws_of_runs() {
    for (height, width) in sizes_of_boards(6) {
        let cells = height * width;
        let all = arrangements(&goal(cells, 0));
        let states: Vec<Row<u16>> = all.iter().map(|cells| Row::new(cells.iter().copied(), GAP)).collect();
        let end = cells as u32 + 1;
        let pairs: Vec<(u32, u32)> = (0..end).flat_map(|from| (0..end).map(move |to| (from, to))).collect();
        let conceivable: Vec<Slide> =
            pairs.iter().flat_map(|&(from, to)| (0..=cells as u16).map(move |tile| Slide { tile, from, to })).collect();
        let puzzle =
            |start: &[u16]| by_runs(height, width, wide(start), wide(&goal(cells, cells - 1))).puzzle().expect("small");
        laws::states_obey(&puzzle(&all[0]), &states, |_| conceivable.iter().copied());
        for start in all.iter().step_by(all.len() / 7 + 1) {
            laws::solvers_agree(&puzzle(start), &Zero, &LIMITS);
        }
    }
}

/// A run is the single moves of its tiles, one after another.
#[test]
fn runs_are_made_of_moves() {
    let mut random = Random::new(3);
    let line = "tiles 4x5 random seed=5";
    let (single, runs) = (instance(line).puzzle().unwrap(), instance(&format!("{line} metric=runs")).puzzle().unwrap());
    let (mut state, mut buffer) = (runs.start(), Vec::new());
    for _ in 0..300 {
        buffer.clear();
        runs.moves(&state, &mut buffer);
        assert_eq!(buffer.len(), 3 + 4, "each cell of a row and a column");
        let run = buffer[random.below(buffer.len())];
        let (mut letters, mut after) = (String::new(), state.clone());
        runs.write_move_as(&run, Spelling::VacancyLetters, &mut letters);
        for letter in letters.chars() {
            let mut slides = Vec::new();
            single.moves(&after, &mut slides);
            let slide = slides.into_iter().find(|slide| {
                let mut text = String::new();
                single.write_move_as(slide, Spelling::VacancyLetters, &mut text);
                text == letter.to_string()
            });
            single.play(&mut after, &slide.expect("a move of the vacancy"));
        }
        runs.play(&mut state, &run);
        assert_eq!(state, after);
    }
}

/// The eccentricities and antipodes found by trial programs, and the same by the generic search.
#[test]
fn surveys() {
    let limits = Limits::default();
    for (height, width, depth) in [(2, 2, 6), (2, 3, 20), (3, 2, 20)] {
        for gap in 0..height * width {
            let survey = runs::survey(height, width, gap, &limits).expect("no limit");
            assert_eq!(survey.depth(), depth, "{height}x{width} {gap}");
        }
    }
    for gap in 0..9 {
        let survey = runs::survey(3, 3, gap, &limits).expect("no limit");
        let antipodes = [1, 2, 1, 2, 4, 2, 1, 2, 1][gap];
        assert_eq!((survey.states(), survey.depth(), survey.antipodes()), (181_440, 24, antipodes), "{gap}");
        let mean = survey.mean_decimal(2);
        assert!(["16.55", "16.56", "16.57"].contains(&mean.as_str()), "{mean}");
    }
    for (height, width, gap) in [(2, 2, 0), (2, 3, 1), (3, 2, 5), (2, 4, 2), (4, 2, 7), (3, 3, 4)] {
        let cells = wide(&goal(height * width, gap));
        let puzzle = by_runs(height, width, cells.clone(), cells).puzzle().expect("small");
        let found = breadth_first::explore(&puzzle, Until::Everything, &limits).expect("no limit");
        let survey = runs::survey(height, width, gap, &limits).expect("no limit");
        assert_eq!(survey.layers, found.layers().map(|layer| layer.len() as u64).collect::<Vec<_>>());
        // The example is one of the last layer.
        let labels = survey.farthest[0].iter().map(|&home| puzzle.goal().cells()[usize::from(home)]);
        let farthest = found.find(&Row::new(labels, GAP)).expect("it can be reached");
        assert_eq!(found.distance(farthest), survey.depth());
    }
    assert!(runs::survey(3, 4, 0, &Limits { memory: 1 << 20, ..limits }).is_err());
    assert!(runs::survey(3, 3, 0, &Limits { nodes: 1 << 10, ..limits }).is_err());
}

/// The definition of the same puzzle, whose rules, reader and search share nothing with these.
#[test]
fn a_definition_says_the_same() {
    let definition = "rules title: Runs ; board: 1 2 3 / 4 5 . ; class x: 1..5 ; class y: 1..5 ; \
                      move: x . -> . x / x y . -> . x y ; goal: 1 2 3 / 4 5 .";
    let rules = saltus::parse(definition).unwrap_or_else(|bad| panic!("{bad}"));
    let told = rules.survey(&Limits::default()).expect("no limit").distribution;
    let tiles = subject(&instance("tiles 2x3 metric=runs"));
    assert_eq!(tiles.survey(&Limits::default()).expect("no limit").distribution, told);
}

/// The shortest length by breadth-first search; none where the goal cannot be reached.
fn shortest(puzzle: &Tiles) -> Option<usize> {
    breadth_first::solve(puzzle, &Limits::default()).expect("no limit").plan.map(|plan| plan.len())
}

#[test]
fn answers_are_shortest_and_certified() {
    let mut random = Random::new(4);
    for round in 0..60 {
        let (height, width) = [(2, 2), (2, 3), (3, 2), (1, 5), (4, 1), (3, 3)][round % 6];
        let mut goal = wide(&goal(height * width, 0));
        random.shuffle(&mut goal);
        let mut start = goal.clone();
        random.shuffle(&mut start);
        let instance = by_runs(height, width, start, goal);
        let (puzzle, subject) = (instance.puzzle().expect("small"), subject(&instance));
        let length = shortest(&puzzle);
        let verdict = subject.solve(&Limits::default());
        match &verdict.outcome {
            Outcome::Solved { plan, lower } => {
                assert_eq!(Some(plan.moves()), length.map(UBig::from), "{instance}");
                assert_eq!(plan.moves(), *lower, "{instance}");
                assert!(UBig::from(runs::least(&instance)) <= *lower, "{instance}");
            }
            Outcome::Unsolvable { .. } => assert_eq!(length, None, "{instance}"),
            Outcome::GaveUp { stop, .. } => panic!("{instance}: {stop}"),
        }
        assert!(verdict.is_provable(), "{instance}");
        let mut bytes = Vec::new();
        let certificate = subject.certificate(&verdict, &Limits::default());
        certificate.unwrap_or_else(|why| panic!("{instance}: {why}")).write(&mut bytes).expect("memory");
        assert!(matches!(check(&bytes, &CheckLimits::default()), Checked::Verified(_)), "{instance}");
        if let (Some(length), Count::Solutions { length: counted, .. }) = (length, subject.count(&Limits::default())) {
            assert_eq!(counted, UBig::from(length), "{instance}");
        }
    }
}

/// What counts single moves proves nothing about runs, and the checker knows it.
#[test]
fn evidence_of_single_moves_is_refused() {
    let line = "tiles 3x3 8 6 7 2 5 4 3 0 1 metric=runs";
    let subject = saltus::parse(line).unwrap();
    let puzzle = instance(line).puzzle().unwrap();
    let sets: [Box<dyn Evidence>; 6] = [
        Box::new(ClosedSet::new(puzzle.clone(), Manhattan, "manhattan")),
        Box::new(ClosedSet::new(puzzle.clone(), Vacancy, "vacancy")),
        Box::new(ClosedSet::new(puzzle, Zero, "lines")),
        Box::new(Stated::potential("manhattan")),
        Box::new(Stated::potential("vacancy")),
        Box::new(Stated::potential("lines")),
    ];
    for evidence in sets {
        let mut verdict = subject.solve(&Limits::default());
        let kind = evidence.kind();
        verdict.evidence = evidence;
        let mut bytes = Vec::new();
        subject.certificate(&verdict, &Limits::default()).expect("a certificate").write(&mut bytes).expect("memory");
        assert!(matches!(check(&bytes, &CheckLimits::default()), Checked::Refuted(_)), "{kind}");
    }
    // Nor are its plays those of single moves, and the other way round.
    let record = |metric: &str, moves: &str| {
        let puzzle = format!("tiles 2x3 0 1 2 3 4 5 to 1 2 0 3 4 5{metric}");
        let count = moves.split(',').count();
        let record = format!(r#"{{"puzzle":"{puzzle}","status":"solved","length":{count},"moves":[{moves}]}}"#);
        matches!(check_record(&record, &CheckLimits::default()), Checked::Verified(_))
    };
    assert!(record(" metric=runs", r#""2""#) && record(" metric=runs", r#""1","2""#) && record("", r#""1","2""#));
    assert!(!record("", r#""2""#) && !record(" metric=runs", r#""5""#) && !record(" metric=runs", r#""1""#));
}

/// The bound of the start is never too large, and the checker finds the same.
#[test]
fn the_bound_is_admissible() {
    for (height, width) in [(2, 3), (3, 3)] {
        let cells = height * width;
        let home = wide(&goal(cells, cells - 1));
        let puzzle = by_runs(height, width, home.clone(), home.clone()).puzzle().expect("small");
        let found = breadth_first::explore(&puzzle, Until::Everything, &Limits::default()).expect("no limit");
        for (number, state) in found.states().iter().enumerate().step_by(7) {
            // All runs can be made backwards.
            let instance = by_runs(height, width, wide(state.cells()), home.clone());
            assert!(runs::least(&instance) <= found.distance(number), "{instance}");
        }
    }
    for seed in 0..20 {
        let instance = instance(&format!("tiles 4x5 random seed={seed} metric=runs"));
        let subject = subject(&instance);
        let verdict = subject.solve(&Limits { nodes: 1 << 12, ..Limits::default() });
        let Outcome::Solved { plan, lower } = &verdict.outcome else { panic!("{instance}") };
        assert!(UBig::from(runs::least(&instance)) <= *lower && *lower <= plan.moves(), "{instance}");
        let mut bytes = Vec::new();
        subject.certificate(&verdict, &Limits::default()).expect("a certificate").write(&mut bytes).expect("memory");
        assert!(matches!(check(&bytes, &CheckLimits::default()), Checked::Verified(_)), "{instance}");
    }
}

/// Larger boards have a play and an interval; straight moves are merged, and nothing more.
#[test]
fn larger_boards_have_plays() {
    let limits = Limits { nodes: 1 << 12, ..Limits::default() };
    for (line, most) in
        [("tiles 4x4 random seed=1", 100), ("tiles 5x5 random seed=1", 160), ("tiles 10x10 random seed=1", 3000)]
    {
        let line = format!("{line} metric=runs");
        let subject = subject(&instance(&line));
        let Outcome::Solved { plan, lower } = subject.solve(&limits).outcome else { panic!("{line}") };
        assert!(plan.replay(&plan.moves()).is_ok() && lower > UBig::ZERO, "{line}");
        assert!(plan.moves() < UBig::from(most as u32), "{line}: {}", plan.moves());
        assert!(matches!(subject.within(&plan.moves(), &limits), Within::Yes { .. }), "{line}");
        assert!(matches!(subject.within(&UBig::ONE, &limits), Within::No { .. }), "{line}");
    }
    let odd = saltus::parse("tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0 metric=runs").unwrap();
    assert!(matches!(odd.solve(&limits).outcome, Outcome::Unsolvable { .. }));
    for solver in ["runs", "bidirectional"] {
        let by_name = odd.solve_by(solver, &limits).map(|verdict| verdict.outcome);
        assert!(!matches!(by_name, Ok(Outcome::Solved { .. })), "{solver}");
    }
}

#[test]
fn notation() {
    for (line, fault) in [
        ("tiles 2x2 1 2 0 3 metric=tiles", "is no metric here"),
        ("tiles 2x2 1 1 0 2 to 1 1 2 0 metric=runs", "two of these are equal"),
        ("tiles 2x2 1 2 0 3 metric=runs metric=runs", "is given twice"),
    ] {
        let bad = saltus::parse(line).err().expect("bad input").to_string();
        assert!(bad.contains(fault), "{bad}");
    }
    for (line, tile) in
        [("tiles 2x3 0 1 2 4 5 3 to blank-first metric=runs", "2"), ("tiles 2x2 1 2 0 3 to 1 0 2 3 metric=runs", "1")]
    {
        assert_eq!(instance(line).to_string(), line);
        let played = saltus::parse(line).unwrap().play(&mut [tile].into_iter()).unwrap();
        assert!(played.line.ends_with(" metric=runs"), "{}", played.line);
    }
}
