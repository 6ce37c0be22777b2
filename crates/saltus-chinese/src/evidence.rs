//! What shows that no game of Chinese Checkers is shorter.

use crate::rules::Chinese;
use crate::search;
use crate::search::game::TurnOrder;
use saltus_core::evidence::{Block, CannotCertify, Evidence};
use saltus_core::limits::Limits;
use saltus_core::proof::leb128;

/// Sets of positions, layer by layer, that no game of at most a given number of turns can leave.
#[derive(Clone, Debug)]
pub struct LayerEvidence {
    puzzle: Chinese,
    /// None: as many turns as the claim needs.
    length: Option<u32>,
}

impl LayerEvidence {
    /// The layers of games of up to `length` turns; without it what can show that no game has fewer turns than are claimed.
    pub fn new(puzzle: Chinese, length: Option<u32>) -> Self {
        LayerEvidence { puzzle, length }
    }
}

impl Evidence for LayerEvidence {
    fn kind(&self) -> String {
        "layers".into()
    }

    fn reason(&self, _: bool) -> String {
        match self.length {
            Some(length) => format!("no game of {length} turns leaves the layers of positions searched"),
            None => "no game of fewer turns leaves the layers of positions searched".into(),
        }
    }

    fn assumes(&self) -> Vec<String> {
        vec!["layers".into()]
    }

    fn blocks(&self, claimed: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        const NO_ROOM: &str = "positions of so many cells have no ranks in the certificate format";
        let fewer = claimed.unwrap_or(0).saturating_sub(1);
        let length = self.length.unwrap_or_else(|| TurnOrder::of(&self.puzzle).last_turn(fewer));
        let layers =
            search::layers(&self.puzzle, length, limits).ok_or_else(|| CannotCertify::NoRoom(NO_ROOM.into()))??;
        let flags = u8::from(layers.mirror) | u8::from(layers.meet) << 1;
        Ok(vec![("layers", layers_block(length, flags, &layers.ranks))])
    }
}

/// The block `layers`: for each layer of positions their tuples of ranks in ascending order, delta
/// coded.
pub fn layers_block(length: u32, flags: u8, layers: &[Vec<Vec<u64>>]) -> Vec<u8> {
    let mut payload = Vec::new();
    for number in [u128::from(length), flags.into(), layers.len() as u128] {
        leb128(number, &mut payload);
    }
    for layer in layers {
        leb128(layer.len() as u128, &mut payload);
        let mut before = vec![0; layer.first().map_or(0, Vec::len)];
        for ranks in layer {
            let same = ranks.iter().zip(&before).take_while(|(rank, before)| rank == before).count();
            for (place, (rank, before)) in ranks.iter().zip(&before).enumerate() {
                leb128((if place <= same { rank - before } else { *rank }).into(), &mut payload);
            }
            before.clone_from(ranks);
        }
    }
    payload
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::notation::Instance as _;

    /// Red's turns are 2, 4, .., 10; the shortest game has 12.
    #[test]
    fn layers_go_to_the_last_turn_that_is_excluded() {
        let puzzle = crate::rules::read("chinese star:2 men=3 players=2 order=BR").unwrap().puzzle().unwrap();
        let order = TurnOrder::of(&puzzle);
        assert_eq!([0, 1, 2, 10, 11, 12].map(|most| order.last_turn(most)), [0, 0, 2, 10, 10, 12]);
        let any = LayerEvidence::new(puzzle.clone(), None);
        let limits = Limits::default();
        let known = LayerEvidence::new(puzzle, Some(10)).blocks(None, &limits).unwrap();
        assert_eq!(any.blocks(Some(12), &limits).unwrap(), known);
        assert!(any.blocks(Some(13), &limits).is_err(), "there is a game of 12 turns");
    }
}
