//! Lines that name many instances, for a survey: all armies that fit, all orders of play.

use super::Instance;
use crate::rules::Player;

/// The men of the armies that a set may have, where they fit.
pub const ARMIES: [usize; 5] = [1, 3, 6, 10, 15];

/// What an instance represents besides itself, which is the first of the members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    armies: bool,
    orders: bool,
}

impl Instance {
    /// The set with each army of [`ARMIES`] whose bases fit on the board and do not overlap. Men
    /// stand in their bases.
    ///
    /// # Panics
    /// When the board has no corners.
    #[must_use]
    pub fn with_all_armies(self) -> Self {
        let first = Instance::new(self.shape, ARMIES[0], self.order, self.corner);
        let first = first.expect("a single man has room in a corner");
        Instance { set: Set { armies: true, ..self.set }, ..first }
    }

    /// The set with each order of play of these players.
    #[must_use]
    pub fn with_all_orders(mut self) -> Self {
        self.order.sort_unstable();
        Instance { set: Set { orders: true, ..self.set }, ..self }
    }

    /// Whether it is a set with each army that fits.
    pub fn has_all_armies(&self) -> bool {
        self.set.armies
    }

    /// Whether it is a set with each order of play.
    pub fn has_all_orders(&self) -> bool {
        self.set.orders
    }

    /// The instances of a set: by ascending armies, then by orders of play, in the order of
    /// [`Player::ALL`]. An instance that is no set is its only member.
    pub fn members(&self) -> Vec<Instance> {
        let orders = if self.set.orders { orders(&self.order) } else { vec![self.order.clone()] };
        let army = |men| Instance::new(self.shape.clone(), men, self.order.clone(), self.corner).ok();
        let armies = if self.set.armies { ARMIES.into_iter().filter_map(army).collect() } else { vec![self.clone()] };
        let mut members = Vec::new();
        for army in armies {
            let of_order = |order: &Vec<Player>| Instance { order: order.clone(), set: Set::default(), ..army.clone() };
            members.extend(orders.iter().map(of_order));
        }
        members
    }
}

/// All orders of these players, ascending where they are.
fn orders(players: &[Player]) -> Vec<Vec<Player>> {
    if players.is_empty() {
        return vec![Vec::new()];
    }
    let begun_by = |&first: &Player| {
        let others: Vec<Player> = players.iter().copied().filter(|&other| other != first).collect();
        orders(&others).into_iter().map(move |others| [&[first], &others[..]].concat())
    };
    players.iter().flat_map(begun_by).collect()
}
