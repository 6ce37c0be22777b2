//! Values of configurations in blocks that have all but their last pawns in common.
//!
//! A division of the whole passes the border of the block in one of the four registers. So the
//! value is the least sum of what the common pawns take to come to a register and what the last
//! ones take from there: a few additions for each configuration, and the same for many at once.

use std::ops::Range;

use super::super::classes::SmallRegisters;
use crate::closed::letters::{Form, Letter};
use crate::closed::registers::{Number as _, Register};

/// Last pawns in which configurations of a block may differ.
const TAIL: usize = 10;

/// More than any value that is listed.
const FAR: u8 = 200;

/// Values of all configurations of a size. A configuration is a number of n bits, the first pawn in
/// the highest, white ones set.
pub(super) struct Values {
    form: Form,
    n: usize,
    /// Last pawns that differ in a block.
    tail: usize,
    /// Bars of the last pawns; see [`Values::ways`].
    tables: Vec<u8>,
}

impl Values {
    /// Tables for n pawns.
    pub(super) fn new(form: Form, n: usize) -> Self {
        let tail = TAIL.min(n.saturating_sub(1));
        let mut values = Values { form: form.of(n), n, tail, tables: Vec::new() };
        let colours = [(false, false), (false, true), (true, false), (true, true)];
        values.tables = colours.into_iter().flat_map(|(last, first)| values.tables(last, first)).collect();
        values
    }

    /// The tables after a pawn of colour `last`, the first pawn having colour `first`, in the order
    /// of [`Values::ways`].
    fn tables(&self, last: bool, first: bool) -> Vec<u8> {
        let mut tables = Vec::new();
        for from in 0..4 {
            let tails = 0..self.block() as u64;
            let ends: Vec<SmallRegisters> = tails.map(|pawns| self.tail_registers(from, last, pawns, first)).collect();
            for to in self.ends() {
                tables.extend(ends.iter().map(|&registers| self.end(registers, to)));
            }
        }
        tables
    }

    /// Configurations of a block.
    pub(super) fn block(&self) -> usize {
        1 << self.tail
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> u64 {
        1 << (self.n - self.tail)
    }

    /// Bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        self.tables.len() as u64
    }

    /// Writes the values of a block.
    pub(super) fn fill(&self, block: u64, out: &mut [u8]) {
        out.fill(if self.n == 0 { 0 } else { FAR });
        let first = self.n > 0 && block >> (self.n - self.tail - 1) & 1 == 1;
        let last = block & 1 == 1;
        for to in self.ends() {
            let ways = self.head_registers(to, block);
            for (from, register) in Register::ALL.into_iter().enumerate() {
                let bars = ways.get(register);
                if bars == u16::NEVER {
                    continue;
                }
                for (value, way) in out.iter_mut().zip(self.ways(last, first, from, to)) {
                    *value = way.saturating_add(bars as u8).min(*value);
                }
            }
        }
        self.mend_plain(block, out);
    }

    /// Around a cycle a division ends in the register that it began with; on a line it begins with
    /// the first, and its end is in the tables.
    fn ends(&self) -> Range<usize> {
        0..if self.form == Form::Cycle { 4 } else { usize::from(self.n > 0) }
    }

    /// Around a cycle pawns of one colour have no bars, and no pawn can move.
    fn mend_plain(&self, block: u64, out: &mut [u8]) {
        if self.form == Form::Cycle {
            if block == 0 {
                out[0] = self.n as u8;
            }
            if block + 1 == self.blocks() {
                out[self.block() - 1] = self.n as u8;
            }
        }
    }

    /// The common pawns of a block, from a register.
    fn head_registers(&self, from: usize, block: u64) -> SmallRegisters {
        let letters = (0..self.n - self.tail - 1).rev().map(|place| Letter::of(block >> place ^ block >> (place + 1)));
        letters.fold(SmallRegisters::only(Register::ALL[from]), SmallRegisters::step)
    }

    /// The last pawns, from a register before them; around a cycle on to the first pawn.
    fn tail_registers(&self, from: usize, last: bool, pawns: u64, first: bool) -> SmallRegisters {
        let colours = (0..self.tail).rev().map(|place| pawns >> place & 1 == 1);
        let seam = (self.form == Form::Cycle).then_some(first);
        let (mut registers, mut before) = (SmallRegisters::only(Register::ALL[from]), last);
        for colour in colours.chain(seam) {
            registers = registers.step(Letter::of((colour != before).into()));
            before = colour;
        }
        registers
    }

    /// What a line's registers make its value, or a cycle's in the end.
    fn end(&self, registers: SmallRegisters, to: usize) -> u8 {
        let bars = if self.form == Form::Cycle { registers.get(Register::ALL[to]) } else { registers.value() };
        if bars == u16::NEVER { FAR } else { bars as u8 }
    }

    /// The bars of all tails between a register before them and one in the end, by the colours of
    /// the pawn before them and of the first one.
    fn ways(&self, last: bool, first: bool, from: usize, to: usize) -> &[u8] {
        let table = (usize::from(last) * 2 + usize::from(first)) * 4 + from;
        &self.tables[(table * self.ends().len() + to) << self.tail..][..self.block()]
    }
}
