//! One long search in parts, each perhaps on another machine: iterative deepening over sliding tiles (`saltus::tiles::search::ida`),
//! of whose iterations a part searches every N-th subtree. What a record tells of a part is what a certificate's transcript is made of.

use saltus::answers::Answers;
use saltus::board::Board as Cells;
use saltus::family;
use saltus::limits::Stop;
use saltus::notation::Instance as _;
use saltus::plan::Moves;
use saltus::puzzle::Puzzle as _;
pub use saltus::record::{Iteration, Part};
use saltus::tiles::closed::position::Position;
use saltus::tiles::search::ida::schedule;
use saltus::tiles::{self, Metric, Tiles};
use saltus::verdict::Verdict;

/// The solver that searches in parts.
pub const SOLVER: &str = "pattern-databases";

/// A puzzle that is searched in parts.
pub struct Board {
    puzzle: Tiles,
    pub position: Position,
}

impl Board {
    /// Which puzzles there are such searches for, in a sentence.
    pub const WHICH: &str = "only sliding tiles are searched in parts: no two alike, two rows and two columns at least, 32 cells at most, and \
                             without metric=runs";

    /// None where there is no such search.
    pub fn of(instance: &dyn Answers) -> Option<Self> {
        let instance = tiles::read(&instance.to_string()).ok().filter(|instance| instance.metric == Metric::Single)?;
        let position = Position::new(&instance).filter(|position| schedule::serves(position.height, position.width))?;
        Some(Board { puzzle: instance.puzzle().ok()?, position })
    }

    /// A play, of which nothing is known but that it is one.
    pub fn played(&self, instance: &dyn Answers, walk: &[u8], expanded: u64) -> Verdict {
        let plan = Moves::new(self.puzzle.clone(), self.position.slides(walk));
        let (least, evidence) = instance.weaker_evidence().expect("tiles have a bound");
        Verdict { solver: SOLVER, ..family::solved(Box::new(plan), least, evidence, expanded) }
    }

    /// The vacancy's directions of a play that was replayed.
    pub fn walk(&self, moves: &[String]) -> Option<Vec<u8>> {
        let cells = Cells::grid(self.position.height, self.position.width);
        let mut labels = self.puzzle.start().cells().to_vec();
        let mut vacancy = labels.iter().position(|&label| label == 0)? as u32;
        let step = |text: &String| {
            let next = |direction: u8| Some((direction, cells.step(vacancy, direction.into())?));
            let is_meant = |&(_, cell): &(u8, u32)| labels[cell as usize].to_string() == *text;
            let (direction, cell) = (0..4).filter_map(next).find(is_meant)?;
            labels.swap(vacancy as usize, cell as usize);
            vacancy = cell;
            Some(direction)
        };
        moves.iter().map(step).collect()
    }
}

/// The limit that a record names in a sentence; none where that is one of memory or length.
pub fn stop_of(because: &str) -> Option<Stop> {
    let said = [Stop::Time, Stop::Narrow, Stop::Nodes, Stop::Storage, Stop::Length, Stop::Cancelled];
    said.into_iter().find(|stop| because.starts_with(&stop.to_string()))
}
