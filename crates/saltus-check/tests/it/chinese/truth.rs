//! Layers of all reachable states prove the length of a shortest play and no more.

use super::{ANYTHING, Game, MEET, MIRROR, games};
use crate::support::{is_verified, outcome};

/// Which flags an instance allows.
fn flags(game: &Game) -> Vec<u64> {
    let symmetric = game.name.starts_with("star") || game.name.starts_with("rhombus");
    let mirror = symmetric && (game.players() < 3);
    let meet = game.players() == 1;
    let all = [(true, 0), (mirror, MIRROR), (meet, MEET), (mirror && meet, MIRROR | MEET)];
    all.into_iter().filter(|(allowed, _)| *allowed).map(|(_, flags)| flags).collect()
}

fn layers_payload(game: &Game, last: usize, flags: u64) -> Vec<u8> {
    let layers = if flags & MEET > 0 { game.half_layers(last, ANYTHING) } else { game.layers(last, ANYTHING) };
    game.payload(last, flags, &layers)
}

#[test]
fn layers_prove_the_length_of_a_shortest_play_and_no_more() {
    for game in games() {
        let (moves, length) = game.best_play(40).unwrap();
        let blocks = |payload: &[u8], claim: &str| {
            is_verified(&game.file(claim, "layers", &[("moves", moves.as_bytes()), ("layers", payload)]))
        };
        assert!(is_verified(&game.file(&format!("plan {length}"), "witness", &[("moves", moves.as_bytes())])));
        for flags in flags(&game) {
            let right = layers_payload(&game, game.before(length), flags);
            assert_eq!(
                outcome(&game.bound_file(game.before(length), &right)).to_string(),
                format!(
                    "VERIFIED at-least {length} {} by layers, assuming theorem layers (docs/theorems.md#layers)",
                    game.line()
                )
            );
            assert!(blocks(&right, &format!("optimal {length}")) && blocks(&right, &format!("between 0 {length}")));
            for wrong in [length - 1, length + 1, length + game.players()] {
                assert!(!blocks(&right, &format!("optimal {wrong}")) && !blocks(&right, &format!("plan {wrong}")));
            }
            let wrong = layers_payload(&game, length, flags);
            assert!(!is_verified(&game.bound_file(length, &wrong)), "{} {flags}", game.line());
        }
    }
}
