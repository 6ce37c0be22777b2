//! The block `layers` in whole certificates: the checker accepts it for the length of a shortest
//! game, and for nothing above.

use dashu_int::UBig;
use saltus::chinese::bounds::{GameBounds, Rules};
use saltus::chinese::evidence::layers_block;
use saltus::chinese::search::game::Game;
use saltus::chinese::search::layer_search::LayerSearch;
use saltus::chinese::search::{LayerRanks, bidirectional, layers};
use saltus::chinese::{Chinese, Contents, Instance, read};
use saltus::laws::Random;
use saltus::limits::Limits;
use saltus::notation::Instance as _;
use saltus::verdict::Outcome as LengthProof;
use saltus_check::{Limits as CheckLimits, Outcome, check};

const LIMITS: Limits<'_> = Limits::DEFAULT;

const LINES: [&str; 28] = [
    "triangle:2 men=1",
    "triangle:4 men=1",
    "triangle:4 men=3",
    "triangle:4 men=3 goal=3",
    "triangle:4 men=3 players=2",
    "triangle:4 men=3 players=2 order=BR",
    "triangle:4 men=3 players=3 order=BYR",
    "triangle:4 men=1 players=3 order=YRB",
    "triangle:5 men=3",
    "triangle:5 men=3 players=2",
    "triangle:5 men=1 players=2 goal=3",
    "triangle:6 men=3",
    "triangle:6 men=6",
    "rhombus:1 men=1",
    "rhombus:1 men=3",
    "rhombus:1 men=3 players=2",
    "rhombus:1 men=1 players=2 order=BR",
    "rhombus:2 men=1",
    "rhombus:2 men=3",
    "rhombus:2 men=6",
    "rhombus:2 men=3 players=2",
    "star:1 men=1",
    "star:1 men=1 players=2 order=BR goal=2",
    "star:1 men=1 players=4 order=GRBY",
    "star:2 men=3",
    "star:2 men=1 players=2",
    "cells:0,0R;1,0R;2,0;0,1;1,1;2,1;0,2;1,2*;2,2* players=1",
    "cells:0,0;1,0R;0,1*;-1,1R;-1,0*;0,-1R;1,-1* players=1",
];

fn instance(line: &str) -> Instance {
    read(&format!("chinese {line}")).unwrap_or_else(|bad| panic!("{line}: {bad}"))
}

fn shuffled(instance: &Instance, random: &mut Random) -> Instance {
    let mut start: Vec<Contents> = instance.start().to_vec();
    random.shuffle(&mut start);
    instance.clone().with_position(start.into()).expect("the same men")
}

/// The certificate of the answer is accepted for this line and settles it. Its length, and the
/// moves.
fn is_verified(instance: &Instance) -> (u32, Vec<u8>) {
    let subject = saltus::parse(&instance.to_string()).expect("a canonical line");
    let verdict = subject.solve(&LIMITS);
    let LengthProof::Solved { plan, lower } = &verdict.outcome else { panic!("{instance}: no answer") };
    assert!(plan.moves() == *lower && verdict.is_settled(), "{instance}");
    let length = u32::try_from(lower).unwrap();
    let certificate = subject.certificate(&verdict, &LIMITS).unwrap();
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).unwrap();
    let outcome = check(&bytes, &CheckLimits::default());
    assert!(outcome.to_string().starts_with(&format!("VERIFIED optimal {length} {instance} by ")), "{outcome}");
    let mut moves = Vec::new();
    plan.write_evidence(&mut moves).unwrap();
    (length, moves)
}

/// What the checker says of a claim by blocks.
fn checked(instance: &Instance, claim: &str, blocks: &[(&str, &[u8])]) -> Outcome {
    let mut bytes = format!("saltus certificate 1\npuzzle {instance}\nclaim {claim}\nby layers\n").into_bytes();
    for (name, payload) in blocks {
        bytes.extend(format!("block {name} {} {:08x}\n", payload.len(), crc32fast::hash(payload)).bytes());
        bytes.extend(*payload);
        bytes.push(b'\n');
    }
    check(&[&bytes, b"end\n".as_slice()].concat(), &CheckLimits::default())
}

fn block(layers: &LayerRanks, length: u32) -> Vec<u8> {
    layers_block(length, u8::from(layers.mirror) | u8::from(layers.meet) << 1, &layers.ranks)
}

fn layers_of(puzzle: &Chinese, length: u32) -> LayerRanks {
    layers(puzzle, length, &LIMITS).expect("no game is so short").expect("no limit is reached")
}

fn refused(instance: &Instance, claim: &str, blocks: &[(&str, &[u8])]) {
    let outcome = checked(instance, claim, blocks);
    assert!(matches!(outcome, Outcome::Refuted(_)), "{instance}: {claim}: {outcome}");
}

/// The layers are accepted for what they show, and not for more.
fn shows_nothing_above(instance: &Instance, length: u32, moves: &[u8]) {
    let puzzle = instance.puzzle().unwrap();
    let players = puzzle.order().len() as u32;
    let Some(excluded) = length.checked_sub(players) else { return };
    let layers = layers_of(&puzzle, excluded);
    let honest = block(&layers, excluded);
    let outcome = checked(instance, &format!("at-least {length}"), &[("layers", &honest)]);
    assert_eq!(
        outcome.to_string(),
        format!("VERIFIED at-least {length} {instance} by layers, assuming theorem layers (docs/theorems.md#layers)")
    );
    let above = length + players;
    for claimed in [length, above] {
        let block = block(&layers, claimed);
        refused(instance, &format!("at-least {above}"), &[("layers", &block)]);
        refused(instance, &format!("optimal {above}"), &[("moves", moves), ("layers", &block)]);
    }
    refused(instance, &format!("at-least {above}"), &[("layers", &honest)]);
    refused(instance, &format!("optimal {above}"), &[("moves", moves), ("layers", &honest)]);
    refused(instance, &format!("between {above} {}", above + players), &[("moves", moves), ("layers", &honest)]);
}

/// The layers of a search for games of at most `length` turns, of which there is one: as far as it
/// got.
fn forged<const P: usize>(puzzle: &Chinese, length: u32, rules: Rules) -> Vec<LayerRanks> {
    let game = Game::<P>::new(puzzle).unwrap();
    let bounds = GameBounds::new(&game, rules);
    let ranks = |layers: &[saltus::chinese::search::layer::Layer<P>]| {
        layers[1..]
            .iter()
            .map(|layer| layer.read(0, layer.count()).unwrap().iter().map(|key| key.to_vec()).collect())
            .collect()
    };
    let mirror = rules.mirror && game.mirror.is_some();
    let found = LayerSearch::new(&game, &bounds, length, &LIMITS).run().unwrap();
    assert!(found.steps.is_some());
    let mut all = vec![LayerRanks { length, mirror, meet: false, ranks: ranks(&found.layers) }];
    if P == 1 && game.exchange.is_some() {
        let game = Game::<1>::new(puzzle).unwrap();
        let found = bidirectional::search(&game, &bounds, length, &LIMITS).unwrap();
        let ranks = found.layers[1..].iter();
        let ranks = ranks.map(|layer| layer.read(0, layer.count()).unwrap().iter().map(|key| key.to_vec()).collect());
        all.push(LayerRanks { length, mirror, meet: true, ranks: ranks.collect() });
    }
    all
}

/// Layers without the end of a game, and without some of their positions, do not show that there is
/// no game.
fn is_not_fooled(instance: &Instance, length: u32, random: &mut Random) {
    let puzzle = instance.puzzle().unwrap();
    let claim = format!("at-least {}", length + puzzle.order().len() as u32);
    // Without rules the layers are small only where one plays alone.
    let few = if puzzle.order().len() == 1 { Rules::NONE } else { Rules { fills: false, ..Rules::ALL } };
    for rules in [Rules::ALL, few, Rules { mirror: false, ..Rules::ALL }] {
        let all = match puzzle.order().len() {
            1 => forged::<1>(&puzzle, length, rules),
            2 => forged::<2>(&puzzle, length, rules),
            3 => forged::<3>(&puzzle, length, rules),
            _ => forged::<4>(&puzzle, length, rules),
        };
        for mut layers in all {
            for _ in 0..5 {
                refused(instance, &claim, &[("layers", &block(&layers, length))]);
                let full: Vec<usize> = (0..layers.ranks.len()).filter(|&r| !layers.ranks[r].is_empty()).collect();
                if full.is_empty() {
                    break;
                }
                let layer = &mut layers.ranks[full[random.below(full.len())]];
                layer.remove(random.below(layer.len()));
            }
        }
    }
}

#[test]
fn answers_are_proved() {
    let mut random = Random::new(1);
    for line in LINES {
        let instance = instance(line);
        let (length, moves) = is_verified(&instance);
        shows_nothing_above(&instance, length, &moves);
        is_not_fooled(&instance, length, &mut random);
    }
}

#[test]
fn answers_from_anywhere_are_proved() {
    let mut random = Random::new(2);
    let mut tried = 0;
    for line in LINES.iter().filter(|line| line.contains("men=") && !line.contains(":2 men=3 p")).cycle().take(60) {
        let instance = shuffled(&instance(line), &mut random);
        // Few men may be stuck, or red be home.
        if let Some(length) = fewest(&instance).filter(|&length| length > 0) {
            let (found, moves) = is_verified(&instance);
            assert_eq!(found, length, "{instance}");
            shows_nothing_above(&instance, length, &moves);
            is_not_fooled(&instance, length, &mut random);
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

/// By breadth-first search.
fn fewest(instance: &Instance) -> Option<u32> {
    let subject = saltus::parse(&instance.to_string()).unwrap();
    match subject.solve_by("breadth-first", &Limits { nodes: 60_000, ..LIMITS }).unwrap().outcome {
        LengthProof::Solved { lower, .. } => u32::try_from(&lower).ok(),
        _ => None,
    }
}

/// Without one position the layers show as much as before or nothing; most of them are needed.
#[test]
fn layers_with_a_gap() {
    let mut random = Random::new(3);
    let (mut refuted, mut all) = (0, 0);
    for line in LINES {
        let instance = instance(line);
        let puzzle = instance.puzzle().unwrap();
        let Some(length) = fewest(&instance) else { continue };
        let Some(excluded) = length.checked_sub(puzzle.order().len() as u32) else { continue };
        for _ in 0..8 {
            let mut layers = layers_of(&puzzle, excluded);
            let full: Vec<usize> = (0..layers.ranks.len()).filter(|&r| !layers.ranks[r].is_empty()).collect();
            if full.is_empty() {
                break;
            }
            let layer = &mut layers.ranks[full[random.below(full.len())]];
            layer.remove(random.below(layer.len()));
            let claim = format!("at-least {length}");
            all += 1;
            match checked(&instance, &claim, &[("layers", &block(&layers, excluded))]) {
                Outcome::Refuted(_) => refuted += 1,
                outcome => assert_eq!(
                    outcome.to_string(),
                    format!("VERIFIED {claim} {instance} by layers, assuming theorem layers (docs/theorems.md#layers)")
                ),
            }
        }
    }
    assert!(refuted * 2 > all && all > 60, "{refuted} of {all}");
}

/// Neither who cannot move nor who can move for ever gets anywhere.
#[test]
fn what_cannot_be_done() {
    for line in [
        "cells:0,0R;5,5* players=1",
        "cells:0,0R;1,0;5,5* players=1",
        "cells:0,0R;1,0;2,0;0,1;5,5*;6,5B players=2",
        "cells:0,0R;1,0B;5,5* players=2 order=BR",
        "cells:0,0R;1,0R;0,1;1,1;2,0;7,7*;8,7* players=1",
        "cells:0,0R;1,0B*;2,0B players=2",
    ] {
        let instance = instance(line);
        let subject = saltus::parse(&instance.to_string()).unwrap();
        for threads in [1, 2] {
            let verdict = subject.solve(&Limits { threads, ..LIMITS });
            assert!(matches!(verdict.outcome, LengthProof::Unsolvable { .. }), "{line}");
        }
        assert!(matches!(subject.count(&LIMITS), saltus::answers::Count::Unsolvable { .. }), "{line}");
        assert!(matches!(subject.list(&LIMITS), saltus::answers::Listing::Unsolvable(_)), "{line}");
    }
}

#[test]
fn nothing_to_do() {
    let instance = instance("triangle:3 men=1 players=2 rows=./.B/R..");
    let verdict = saltus::parse(&instance.to_string()).unwrap().solve(&LIMITS);
    let LengthProof::Solved { plan, lower } = verdict.outcome else { panic!("it is solved") };
    assert_eq!((plan.moves(), lower), (UBig::ZERO, UBig::ZERO));
}
