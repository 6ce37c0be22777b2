//! What theory states about a position, and the thesis about short games.

use crate::rules::{Instance, Place, Player};
use crate::sources::thesis::{self, Thesis};
use saltus_core::answers::Fact;
use saltus_core::board::Cell;

/// The parities of x and y, in the order in which they are printed.
const TYPES: [(i32, i32); 4] = [(1, 1), (1, 0), (0, 1), (0, 0)];

pub(super) fn facts(instance: &Instance) -> Vec<Fact> {
    let places = instance.shape().coordinates();
    let men: Vec<Cell> = cells_of(instance, Player::WINNER);
    let (own, wanted) = (types(&places, &men), types(&places, instance.goal()));
    let surplus: usize = own.iter().zip(wanted).map(|(own, wanted)| own.saturating_sub(wanted)).sum();
    let outside = men.iter().filter(|cell| instance.goal().binary_search(cell).is_err()).count();
    let rules = [
        Fact::new("cells", places.len().to_string()),
        Fact::new("men", armies(instance)),
        Fact::new("order", instance.order().iter().map(|player| player.name()).collect::<Vec<_>>().join(", ")),
        Fact::new("outside", format!("{outside} (red men outside the goal, each of which needs a move)")),
        Fact::new(
            "parities",
            format!("red's men {}; goal {} (x and y odd-odd, odd-even, even-odd, even-even)", list(own), list(wanted)),
        ),
        Fact::new("steps", format!("{surplus} at least: a jump keeps both parities of a man, a step changes them")),
    ];
    let notions = Thesis::new(instance).map(|thesis| thesis::facts(&thesis, None)).unwrap_or_default();
    rules.into_iter().chain(notions.into_iter().map(|(topic, text)| Fact::new(topic, text))).collect()
}

fn cells_of(instance: &Instance, player: Player) -> Vec<Cell> {
    (0..).zip(instance.start()).filter(|(_, man)| **man == Some(player)).map(|(cell, _)| cell).collect()
}

/// "10 red, 10 blue"
fn armies(instance: &Instance) -> String {
    let army = |&player: &Player| format!("{} {}", cells_of(instance, player).len(), player.name());
    Player::ALL[..instance.order().len()].iter().map(army).collect::<Vec<_>>().join(", ")
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

fn list(numbers: [usize; 4]) -> String {
    numbers.map(|number| number.to_string()).join(" ")
}
