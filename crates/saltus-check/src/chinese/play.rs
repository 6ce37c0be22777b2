//! Plays, replayed by the rules.

use super::instance::Chinese;
use crate::outcome::{Checked, Place, ensure};
use crate::play;
use dashu_int::UBig;

/// A play in progress.
pub(crate) struct Play<'a> {
    instance: &'a Chinese,
    /// By cell, whose man stands on it.
    men: Vec<Option<usize>>,
    turns: usize,
}

impl<'a> Play<'a> {
    /// Before the first turn.
    pub(crate) fn new(instance: &'a Chinese) -> Self {
        let mut men = vec![None; instance.board.len()];
        for (player, army) in instance.armies.iter().enumerate() {
            army.iter().for_each(|&cell| men[cell] = Some(player));
        }
        Self { instance, men, turns: 0 }
    }

    fn is_over(&self) -> bool {
        self.instance.goal.iter().all(|&cell| self.men[cell] == Some(0))
    }

    fn verify_path(&self, path: &[usize]) -> Checked<()> {
        let board = &self.instance.board;
        ensure(path.len() > 1, "the man stays where it is")?;
        for (index, &cell) in path.iter().enumerate().skip(1) {
            let name = board.name(cell);
            ensure(self.men[cell].is_none(), format_args!("a man stands on {name} already"))?;
            ensure(!path[..index].contains(&cell), format_args!("the man was on {name} before"))?;
        }
        if path.len() == 2 && board.steps[path[0]].contains(&path[1]) {
            return Ok(());
        }
        path.windows(2).try_for_each(|pair| {
            let over = board.jumps[pair[0]].iter().find(|jump| jump.1 == pair[1]);
            let jumps = over.is_some_and(|&(over, _)| self.men[over].is_some());
            ensure(jumps, format_args!("no way leads from {} to {}", board.name(pair[0]), board.name(pair[1])))
        })
    }
}

impl play::Play for Play<'_> {
    /// A move is given by the cells that the man stands on.
    fn make(&mut self, text: &str) -> Checked<()> {
        ensure(!self.is_over(), "the game is over")?;
        let path: Vec<usize> =
            text.split('-').map(|name| self.instance.board.read_cell(name)).collect::<Checked<_>>()?;
        let (from, to) = (path[0], path[path.len() - 1]);
        let player = self.instance.order[self.turns % self.instance.order.len()];
        ensure(self.men[from] == Some(player), "no man of the player whose turn it is stands there")?;
        // During the move its own cell counts as empty.
        self.men[from] = None;
        self.verify_path(&path)?;
        self.men[to] = Some(player);
        self.turns += 1;
        Ok(())
    }

    fn verify_end(&self, reached: &UBig) -> Checked<()> {
        let right = *reached == self.turns.into();
        ensure(right, format_args!("{reached} claimed, but there are {} moves", self.turns)).at("moves")?;
        ensure(self.is_over(), "the winner's men do not fill the goal").at("play")
    }
}
