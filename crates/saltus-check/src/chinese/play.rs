//! Plays, replayed by the rules.

use super::instance::Instance;
use crate::outcome::{Checked, OrRefuse, Place, ensure};
use dashu_int::UBig;

/// A play in progress.
pub(super) struct Play<'a> {
    instance: &'a Instance,
    /// By cell, whose man stands on it.
    men: Vec<Option<usize>>,
    turns: usize,
}

impl<'a> Play<'a> {
    /// Before the first turn.
    pub(super) fn new(instance: &'a Instance) -> Self {
        let mut men = vec![None; instance.board.len()];
        for (player, army) in instance.armies.iter().enumerate() {
            army.iter().for_each(|&cell| men[cell] = Some(player));
        }
        Self { instance, men, turns: 0 }
    }

    fn is_over(&self) -> bool {
        self.instance.goal.iter().all(|&cell| self.men[cell] == Some(0))
    }

    /// Makes a move, given by the cells that the man stands on.
    pub(super) fn read_move(&mut self, text: &str) -> Checked<()> {
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

    /// Refuses a play that does not end with the goal.
    pub(super) fn verify_end(&self) -> Checked<()> {
        ensure(self.is_over(), "the winner's men do not fill the goal").at("play")
    }

    /// Makes the moves of a block, one a line, which are so many and end with the goal.
    pub(super) fn verify(mut self, payload: &[u8], length: &UBig) -> Checked<()> {
        let text = std::str::from_utf8(payload).or_refuse("not ASCII").at("moves")?;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let line = line.strip_suffix('\n').or_refuse("the line is not ended");
            line.and_then(|line| self.read_move(line)).at(format_args!("moves, line {}", index + 1))?;
        }
        let right = UBig::from(self.turns) == *length;
        ensure(right, format_args!("{length} claimed, but there are {} moves", self.turns)).at("moves")?;
        self.verify_end()
    }
}
