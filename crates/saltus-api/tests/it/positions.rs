//! What is said of many positions at once, compared with the whole state graph.

use saltus::random::Random;
use saltus::space::Space;
use saltus_api::call;
use saltus_api::limits::Limits;
use serde_json::{Value, json};

use crate::{FAMILIES, HARD, number, value};

/// Small instances of every family, of puzzles whose moves may be free, and of those that count pieces.
const SMALL: [&str; 14] = [
    "shift 3 3",
    "shift 3 2 moves=back",
    "shift 2 3 moves=all",
    "shift bw_wb to wb_bw moves=all",
    "reverse 4",
    "tiles 2x3 1 0 2 4 5 3",
    "tiles 2x3 4 5 0 1 2 3 metric=runs",
    "tiles 2x2 2 1 3 0",
    "clobber line bwwbwb",
    "clobber cycle bwwbwb turns=alternate",
    "chinese triangle:4 men=1 players=2",
    "toads-cross",
    "peg-triangle-10",
    "sokoban-1",
];

/// What each position of a space is worth: the number that plays are judged by, and the moves of the shortest such play; by search of the
/// whole space, and nothing else.
fn worth(space: &Space<'_>) -> Vec<Option<(u64, u64)>> {
    let left = |at| space.instance(at).unwrap().play(&mut std::iter::empty()).unwrap();
    let counts_pieces = left(0).left.is_some();
    let mut worth: Vec<_> =
        (0..space.positions()).map(|at| space.to_goal(at).map(|(a, b)| (a.into(), b.into()))).collect();
    // Every move takes a piece: the last positions come first.
    for at in (0..space.positions()).rev().filter(|_| counts_pieces) {
        let after = space.moves(at).iter().map(|&next| worth[next as usize].expect("every play ends").0).min();
        worth[at] = Some((after.unwrap_or_else(|| left(at).left.unwrap()), 0));
    }
    worth
}

/// All ranks of all positions of small instances are those of the whole state graph.
#[test]
fn ranks_agree_with_the_state_graph() {
    for line in SMALL.into_iter().chain(["sokoban-detour", "sokoban-pushes"]) {
        let start = FAMILIES.parse(line).unwrap();
        let space = start.space(&Limits::default()).unwrap();
        let worth = worth(&space);
        let shown = |at: usize| worth[at].map(|(number, _)| number);
        let step_by = space.positions().div_ceil(150);
        for at in (0..space.positions()).step_by(step_by) {
            let here = space.instance(at).unwrap();
            let play = here.play(&mut std::iter::empty()).unwrap();
            let ranking = value("rank", &json!({"line": here.to_string()}));
            assert_eq!((number(&ranking["lower"]), number(&ranking["upper"])), (shown(at), shown(at)), "{here}");
            let moves = ranking["moves"].as_array().unwrap();
            assert_eq!(moves.len(), if play.is_over { 0 } else { play.choices.len() }, "{here}");
            let best: Vec<usize> = match start.pieces() {
                None => space.best(at).collect(),
                Some(_) => {
                    space.moves(at).iter().map(|&next| next as usize).filter(|&next| shown(next) == shown(at)).collect()
                }
            };
            let mut classes = Vec::new();
            for choice in moves {
                let index = play.choices.iter().position(|other| choice["text"] == other.text).unwrap();
                assert_eq!(choice["path"], json!(play.choices[index].path));
                let next = space.moves(at)[index] as usize;
                assert_eq!(number(&choice["length"]), shown(next), "{here}: {choice}");
                assert_eq!(
                    (number(&choice["lower"]), number(&choice["upper"])),
                    (shown(next), shown(next)),
                    "{here}: {choice}"
                );
                let class = ["best", "won", "lost"].iter().position(|status| choice["status"] == *status).unwrap();
                assert_eq!(class == 2, shown(next).is_none(), "{here}: {choice}");
                assert_eq!(class == 0, best.contains(&next), "{here}: {choice}");
                classes.push((class, shown(next)));
            }
            assert!(classes.is_sorted(), "{here}: {ranking}");
        }
    }
}

/// Bounds are drawn from each other, however little is granted.
#[test]
fn ranks_are_never_above_what_the_position_allows() {
    for nodes in [0, 30, 3000, 100_000] {
        let limits = Limits { nodes, ..Limits::default() };
        for line in [
            HARD,
            "tiles 4x4 random seed=7",
            "chinese star men=3 players=3",
            "klotski",
            "clobber grid 6x6 random seed=1",
        ] {
            let reply = call(&FAMILIES, "rank", json!({"line": line}).to_string().as_bytes(), &limits);
            let ranking: Value = serde_json::from_slice(&reply.bytes).unwrap();
            let step = u64::from(!line.starts_with("clobber"));
            let lower = number(&ranking["lower"]).unwrap();
            assert!(number(&ranking["upper"]).is_none_or(|upper| lower <= upper), "{line}: {ranking}");
            let moves = ranking["moves"].as_array().unwrap();
            let least = moves.iter().filter_map(|choice| number(&choice["lower"])).min().unwrap();
            assert_eq!(least + step, lower, "{line}: {ranking}");
            for choice in moves {
                let after = number(&choice["lower"]);
                assert_eq!(after.is_none(), choice["status"] == "lost", "{line}: {choice}");
                assert!(after.is_none_or(|after| after + step >= lower), "{line}: {choice}");
                assert!(number(&choice["upper"]).is_none_or(|upper| Some(upper) >= after), "{line}: {choice}");
                let is_open = choice["status"] == "unsettled";
                assert_eq!(number(&choice["length"]).is_none(), is_open || after.is_none(), "{line}: {choice}");
            }
        }
    }
}

#[test]
fn positions_around_one_are_those_of_the_picture() {
    let around = value("around", &json!({"line": "shift 3 3", "moves": ["3-4", "5-3"]}));
    assert_eq!((&around["total"], &around["winnable"]), (&json!(72), &json!(30)));
    let by: Vec<(u64, u64)> = serde_json::from_value(around["by"].clone()).unwrap();
    let won = [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1];
    let lost = [0, 0, 2, 3, 4, 4, 6, 6, 5, 4, 4, 2, 2, 0, 0, 0];
    assert_eq!(by, won.into_iter().zip(lost).collect::<Vec<_>>());
    let nodes = around["nodes"].as_array().unwrap();
    let at = |level: u64| nodes.iter().filter(move |node| node["level"] == level);
    let statuses = |level| {
        let mut statuses: Vec<&str> = at(level).map(|node| node["status"].as_str().unwrap()).collect();
        statuses.sort_unstable();
        statuses
    };
    assert_eq!((statuses(0), statuses(1), statuses(2)), (vec!["won"], vec!["won"; 2], vec!["lost", "won"]));
    assert_eq!((statuses(3), statuses(4)), (vec!["lost", "won"], vec!["lost", "lost", "stuck", "won"]));
    assert_eq!(statuses(5), ["lost", "lost", "lost", "lost", "won"]);
    let here: Vec<&Value> = nodes.iter().filter(|node| node["here"] == true).collect();
    assert_eq!((here.len(), &here[0]["left"], &here[0]["line"]), (1, &json!(13), &json!("shift bbwb_ww")));
    assert!(at(5).any(|node| node["parents"].as_array().unwrap().len() == 2), "two ways lead to one of them");
}

/// Positions around those of random plays: what is said of each is so, and it follows from those that are said to lead there.
#[test]
fn positions_around_any_are_told_truly() {
    let mut random = Random::new(5);
    let large = ["tiles 4x4 random seed=7", "chinese star men=3 players=3", "clobber grid 6x6 random seed=1"];
    for line in SMALL.into_iter().chain(large) {
        let start = FAMILIES.parse(line).unwrap();
        let space = start.space(&Limits { nodes: 20_000, ..Limits::default() }).ok();
        let (mut moves, mut positions) = (Vec::new(), vec![start.play(&mut std::iter::empty()).unwrap()]);
        for _ in 0..6 {
            let limits = Limits { nodes: 50_000, ..Limits::default() };
            let asked = json!({"line": line, "moves": moves}).to_string();
            let around: Value =
                serde_json::from_slice(&call(&FAMILIES, "around", asked.as_bytes(), &limits).bytes).unwrap();
            assert_eq!(
                number(&around["total"]),
                space.as_ref().map(|space| space.positions() as u64),
                "{line}: {around}"
            );
            if let Some(by) = around["by"].as_array() {
                let space = space.as_ref().unwrap();
                let won = (0..space.positions()).filter(|&at| space.to_goal(at).is_some()).count() as u64;
                let sum = |which: usize| by.iter().map(|both| number(&both[which]).unwrap()).sum::<u64>();
                assert_eq!(
                    (sum(0), sum(1), number(&around["winnable"])),
                    (won, space.positions() as u64 - won, Some(won))
                );
            }
            let nodes = around["nodes"].as_array().unwrap();
            assert!(nodes.len() <= 24, "{line}");
            let text = |node: &Value| node["line"].as_str().unwrap().to_owned();
            for (id, node) in nodes.iter().enumerate() {
                let level = number(&node["level"]).unwrap() as usize;
                assert_eq!(number(&node["id"]), Some(id as u64));
                assert!(level + 2 >= moves.len() && level <= moves.len() + 3, "{line}: {node}");
                let instance = FAMILIES.parse(&text(node)).unwrap();
                let play = instance.play(&mut std::iter::empty()).unwrap();
                let next: Vec<String> = play
                    .choices
                    .iter()
                    .map(|choice| instance.play(&mut [&*choice.text].into_iter()).unwrap().line)
                    .collect();
                for parent in node["parents"].as_array().unwrap() {
                    let parent = &nodes[number(parent).unwrap() as usize];
                    assert_eq!(number(&parent["level"]).unwrap() as usize + 1, level, "{line}: {node}");
                    let before = FAMILIES.parse(&text(parent)).unwrap();
                    let choices = before.play(&mut std::iter::empty()).unwrap().choices;
                    let mut after =
                        choices.iter().map(|choice| before.play(&mut [&*choice.text].into_iter()).unwrap().line);
                    assert!(after.any(|after| after == text(node)), "{line}: {parent} to {node}");
                }
                assert_eq!(node["status"] == "goal", play.is_over, "{line}: {node}");
                assert_eq!(node["status"] == "stuck", !play.is_over && next.is_empty(), "{line}: {node}");
                if !play.is_over {
                    // What is left out is not shown below it.
                    let below = |line: &String| nodes.iter().any(|other| text(other) == *line);
                    let hidden = next.iter().filter(|line| !below(line)).count();
                    assert!(number(&node["more"]).unwrap() as usize >= hidden, "{line}: {node}");
                }
                if space.is_some() {
                    let hint = value("hint", &json!({"line": text(node)}));
                    let is_lost = hint["status"] == "unsolvable";
                    assert_eq!(
                        ["lost", "stuck"].contains(&node["status"].as_str().unwrap()),
                        is_lost,
                        "{line}: {node}"
                    );
                    assert_eq!(node["left"], hint["lower"], "{line}: {node}");
                }
            }
            let here: Vec<&Value> = nodes.iter().filter(|node| node["here"] == true).collect();
            let position = positions.last().unwrap();
            assert_eq!((here.len(), text(here[0])), (1, position.line.clone()), "{line}");
            let Some(choice) =
                (!position.is_over && !position.choices.is_empty()).then(|| random.below(position.choices.len()))
            else {
                break;
            };
            moves.push(position.choices[choice].text.clone());
            positions.push(start.play(&mut moves.iter().map(String::as_str)).unwrap());
        }
    }
}
