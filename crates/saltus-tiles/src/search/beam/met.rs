//! Which boards were met, of late.

/// Hashes of boards in groups of as many as are read at once; a new one takes the place of the oldest of its group. Boards met long ago
/// are forgotten, so that the table has a size that does not grow with the moves.
pub(super) struct Met {
    groups: Vec<[u64; 4]>,
    shift: u32,
}

impl Met {
    /// A table for at least `boards` boards.
    pub(super) fn new(boards: usize) -> Self {
        let groups = (boards / 4).next_power_of_two().max(2);
        Met { groups: vec![[0; 4]; groups], shift: 64 - groups.ilog2() }
    }

    /// The bytes of a table.
    pub(super) fn bytes(boards: usize) -> u64 {
        (boards / 4).next_power_of_two().max(2) as u64 * 32
    }

    /// Takes in a board, unless it is there.
    pub(super) fn is_new(&mut self, hash: u64) -> bool {
        let group = &mut self.groups[(hash >> self.shift) as usize];
        if group.contains(&hash) {
            return false;
        }
        *group = [hash, group[0], group[1], group[2]];
        true
    }
}
