//! What theory states about a position, and the thesis about short games.

use crate::rules::{Instance, Player, army};
use crate::sources::thesis::types::Census;
use crate::sources::thesis::{self, Thesis};
use saltus_core::board::Cell;
use saltus_core::fact::{Fact, Value};

pub(super) fn facts(instance: &Instance) -> Vec<Fact> {
    let places = instance.shape().coordinates();
    let men = army(instance.start(), Player::WINNER);
    let types = |cells: &[Cell]| Census::of(&cells.iter().map(|&cell| places[cell as usize]).collect::<Vec<_>>());
    let (own, wanted) = (types(&men), types(instance.goal()));
    let outside = men.iter().filter(|cell| instance.goal().binary_search(cell).is_err()).count();
    let players = &Player::ALL[..instance.order().len()];
    let men_of = |&player: &Player| Fact::new("pieces", army(instance.start(), player).len()).of(player.name());
    let order: Vec<String> = instance.order().iter().map(|player| player.name().to_owned()).collect();
    let parities = |Census(cells), of: &str| {
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
        Fact::new("steps", own.steps_to(wanted))
            .because("at least: a jump keeps both parities of a man, a step changes them"),
    ]);
    facts.extend(Thesis::new(instance).map(|thesis| thesis::facts(&thesis, None)).unwrap_or_default());
    facts
}
