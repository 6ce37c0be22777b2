//! The recurrence for values: four numbers that each pawn updates.
//!
//! A play crosses some of the separations between neighbours; the others, *bars*, cut the line into segments that are reduced to one pawn each,
//! and the value is the number of segments. A segment can be reduced to one pawn exactly when its letters (below) are none, `a s*`, `s* a` or
//! `a s* a s* a`. The registers hold the fewest bars of all divisions up to a pawn, by the letters of the segment that it stands in.

/// How a pawn's colour compares with that of the pawn before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// `s`
    Same,
    /// `a`
    Alternate,
}

impl Letter {
    pub(super) const BOTH: [Letter; 2] = [Letter::Same, Letter::Alternate];

    /// The letter between two pawns that differ in colour, or do not.
    pub(super) fn of(differ: bool) -> Letter {
        if differ { Letter::Alternate } else { Letter::Same }
    }
}

/// There is no such division.
pub(super) const NONE: u16 = u16::MAX;

/// The fewest bars, by the letters of the segment so far: N none; R `a s*`; L `s s*` or `a s* a s*`; B one of these two and a last `a`, so that
/// a bar must follow. In N, R and B the segment is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Registers(pub(super) [u16; 4]);

impl Registers {
    /// Nothing but register `index`, with no bars.
    pub(super) fn only(index: usize) -> Self {
        let mut all = [NONE; 4];
        all[index] = 0;
        Registers(all)
    }

    /// Before the first letter.
    pub(super) fn start() -> Self {
        Self::only(0)
    }

    /// Behind one more letter.
    pub(super) fn step(self, letter: Letter) -> Self {
        let Registers([n, r, l, _]) = self;
        // NONE stays what it is: it is the largest number.
        let barred = self.bars().saturating_add(1);
        Registers(match letter {
            Letter::Same => [barred, r, n.min(l), NONE],
            Letter::Alternate => [barred, n, r, n.min(l)],
        })
    }

    /// The fewest bars of divisions that may end here: one less than the value of a line that does.
    pub(super) fn bars(self) -> u16 {
        let Registers([n, r, _, b]) = self;
        n.min(r).min(b)
    }

    /// The same with every register lowered to those that go on at least as well, whatever follows.
    ///
    /// L goes on to L with `s`, to B with `a`; N does that too. B goes on only to N, behind a bar; N and R do that too.
    pub(super) fn tight(self) -> Self {
        let Registers([n, r, l, b]) = self;
        Registers([n, r, l.min(n), b.min(n).min(r)])
    }

    /// The same with `bars` fewer bars.
    pub(super) fn less(self, bars: u16) -> Self {
        Registers(self.0.map(|register| if register == NONE { NONE } else { register - bars }))
    }

    /// The smallest register.
    pub(super) fn least(self) -> u16 {
        let Registers([n, r, l, b]) = self;
        n.min(r).min(l).min(b)
    }
}
