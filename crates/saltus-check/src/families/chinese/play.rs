//! Plays and positions, by the rules.

use super::instance::Chinese;
use super::men::{Men, NARROW, WIDE, destinations};
use crate::board::Cell;
use crate::outcome::{Checked, Limits, all, ensure};
use crate::rules::{Change, Counts, Moves, Rules};

/// A position at hand.
pub(crate) struct Play<'a> {
    instance: &'a Chinese,
    /// By cell, 0 or the player whose man stands there, from 1, the winner.
    men: Vec<Cell>,
    /// Which of the players in the order of their turns is next, from 0.
    turn: usize,
    counts: Counts,
}

impl<'a> Play<'a> {
    pub(crate) fn new(instance: &'a Chinese) -> Self {
        let mut men = vec![0; instance.board.len()];
        for (player, army) in (1..).zip(&instance.armies) {
            army.iter().for_each(|&cell| men[cell] = player);
        }
        Self { instance, men, turn: 0, counts: Counts::default() }
    }

    /// Whose men may move.
    fn player(&self) -> Cell {
        self.instance.order[self.turn] as Cell + 1
    }

    fn next_turn(&self) -> usize {
        (self.turn + 1) % self.instance.order.len()
    }

    fn verify_path(&self, path: &[usize]) -> Checked<()> {
        let board = &self.instance.board;
        ensure(path.len() > 1, "the man stays where it is")?;
        for (index, &cell) in path.iter().enumerate().skip(1) {
            let name = board.name(cell);
            ensure(self.men[cell] == 0, format_args!("a man stands on {name} already"))?;
            ensure(!path[..index].contains(&cell), format_args!("the man was on {name} before"))?;
        }
        if path.len() == 2 && board.steps[path[0]].contains(&path[1]) {
            return Ok(());
        }
        path.windows(2).try_for_each(|pair| {
            let over = board.jumps[pair[0]].iter().find(|jump| jump.1 == pair[1]);
            let jumps = over.is_some_and(|&(over, _)| self.men[over] > 0);
            ensure(jumps, format_args!("no way leads from {} to {}", board.name(pair[0]), board.name(pair[1])))
        })
    }

    /// All moves, on a board of at most 64 W cells.
    fn moves_on<const W: usize>(&self, moves: &mut Moves) {
        let board = &self.instance.board;
        let turn = (board.len(), self.next_turn() as Cell);
        let occupied: Men<W> = Men::of((0..board.len()).filter(|&cell| self.men[cell] > 0));
        for from in (0..board.len()).filter(|&cell| self.men[cell] == self.player()) {
            let to = destinations(board, from, &occupied);
            to.cells().for_each(|to| moves.add(&[(from, 0), (to, self.player()), turn], false));
        }
    }
}

impl Rules for Play<'_> {
    /// A move is given by the cells that the man stands on.
    fn make(&mut self, text: &str) -> Checked<()> {
        ensure(!self.is_goal()?, "the game is over")?;
        let path = all(text.split('-').map(|name| self.instance.board.read_cell(name)))?;
        let (from, to) = (path[0], path[path.len() - 1]);
        let player = self.player();
        ensure(self.men[from] == player, "no man of the player whose turn it is stands there")?;
        // During the move its own cell counts as empty.
        self.men[from] = 0;
        self.verify_path(&path)?;
        self.men[to] = player;
        self.turn = self.next_turn();
        Ok(())
    }

    fn is_goal(&mut self) -> Checked<bool> {
        Ok(self.instance.goal.iter().all(|&cell| self.men[cell] == 1))
    }

    fn falls_short(&self) -> &'static str {
        "play: the winner's men do not fill the goal"
    }

    fn open(&mut self, limits: &Limits) -> Checked<(u64, Vec<Cell>)> {
        self.counts = Counts::of(&self.men, limits)?;
        let digits = self.men.iter().copied().chain([self.turn as Cell]).collect();
        Ok((self.instance.order.len() as u64 + 1, digits))
    }

    fn enter(&mut self, digits: &[Cell]) -> Option<()> {
        let (men, turn) = digits.split_at(self.men.len());
        self.men.copy_from_slice(men);
        self.turn = turn[0] as usize;
        (self.turn < self.instance.order.len() && self.counts.are_of(men)).then_some(())
    }

    fn moves(&mut self, moves: &mut Moves) -> Checked<()> {
        let list = if self.men.len() <= 64 * NARROW { Self::moves_on::<NARROW> } else { Self::moves_on::<WIDE> };
        list(self, moves);
        Ok(())
    }

    fn name(&self, changes: &[Change]) -> String {
        let name = |change: Change| self.instance.board.name(change.0);
        format!("{}-{}", name(changes[0]), name(changes[1]))
    }
}
