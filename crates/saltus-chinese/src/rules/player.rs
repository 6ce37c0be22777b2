//! The armies of up to six players.

use saltus_core::scene::Tint;

/// A player and the colour of its men. Red is the *winner*: the one whose men are to fill the goal.
/// The others help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// `R`, the winner.
    Red,
    /// `B`
    Blue,
    /// `Y`
    Yellow,
    /// `G`
    Green,
    /// `P`
    Purple,
    /// `O`
    Orange,
}

impl Player {
    /// All of them; P players are the first P.
    pub const ALL: [Player; 6] =
        [Player::Red, Player::Blue, Player::Yellow, Player::Green, Player::Purple, Player::Orange];

    /// The one whose men are to fill the goal.
    pub const WINNER: Player = Player::Red;

    /// Its place in [`Player::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter of its men.
    pub fn letter(self) -> char {
        ['R', 'B', 'Y', 'G', 'P', 'O'][self.index()]
    }

    /// The player of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|player| player.letter() == letter)
    }

    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        ["red", "blue", "yellow", "green", "purple", "orange"][self.index()]
    }

    pub(crate) fn tint(self) -> Tint {
        [Tint::Red, Tint::Blue, Tint::Yellow, Tint::Green, Tint::Purple, Tint::Orange][self.index()]
    }
}

/// The letters of players, one after another.
pub fn letters(players: &[Player]) -> String {
    players.iter().map(|player| player.letter()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_players() {
        for (index, player) in Player::ALL.into_iter().enumerate() {
            assert_eq!((player.index(), Player::from_letter(player.letter())), (index, Some(player)));
            assert!(player.name().to_uppercase().starts_with(player.letter()));
        }
        assert_eq!((Player::from_letter('r'), Player::from_letter('.')), (None, None));
        assert_eq!(letters(&Player::ALL), "RBYGPO");
    }
}
