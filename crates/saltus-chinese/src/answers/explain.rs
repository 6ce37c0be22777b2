//! What theory states about a position, and the thesis about short games.

use crate::rules::{Instance, Place, Player};
use crate::sources::thesis::{self, Thesis};
use saltus_core::board::Cell;
use saltus_core::fact::{Fact, Value};

/// The parities of x and y, in the order in which they are printed.
const TYPES: [(i32, i32); 4] = [(1, 1), (1, 0), (0, 1), (0, 0)];

pub(super) fn facts(instance: &Instance) -> Vec<Fact> {
    let places = instance.shape().coordinates();
    let men: Vec<Cell> = cells_of(instance, Player::WINNER);
    let (own, wanted) = (types(&places, &men), types(&places, instance.goal()));
    let surplus: usize = own.iter().zip(wanted).map(|(own, wanted)| own.saturating_sub(wanted)).sum();
    let outside = men.iter().filter(|cell| instance.goal().binary_search(cell).is_err()).count();
    let players = &Player::ALL[..instance.order().len()];
    let men_of = |&player: &Player| Fact::new("pieces", cells_of(instance, player).len()).of(player.name());
    let order: Vec<String> = instance.order().iter().map(|player| player.name().to_owned()).collect();
    let parities = |cells: [usize; 4], of: &str| {
        let because = "cells whose x and y are odd-odd, odd-even, even-odd, even-even";
        Fact::new("parities", cells.into_iter().collect::<Value>()).of(of).because(because)
    };
    let mut facts = vec![Fact::new("cells", places.len())];
    facts.extend(players.iter().map(men_of));
    facts.extend([
        Fact::new("order", order),
        Fact::new("outside", outside).because("red men outside the goal, each of which needs a move"),
        parities(own, "red"),
        parities(wanted, "the goal"),
        Fact::new("steps", surplus).because("at least: a jump keeps both parities of a man, a step changes them"),
    ]);
    facts.extend(Thesis::new(instance).map(|thesis| thesis::facts(&thesis, None)).unwrap_or_default());
    facts
}

fn cells_of(instance: &Instance, player: Player) -> Vec<Cell> {
    (0..).zip(instance.start()).filter(|(_, man)| **man == Some(player)).map(|(cell, _)| cell).collect()
}

/// How many of these cells are of each type.
fn types(places: &[Place], cells: &[Cell]) -> [usize; 4] {
    TYPES.map(|wanted| {
        let of_type = |cell: &&Cell| {
            let (x, y) = places[**cell as usize];
            (x.rem_euclid(2), y.rem_euclid(2)) == wanted
        };
        cells.iter().filter(of_type).count()
    })
}
