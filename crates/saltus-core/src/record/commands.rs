//! What commands tell, each as the fields of its records.

use serde::Deserialize;

use super::fields::record;
use super::{Moves, Proof, Seconds, Status, Text, Whole};
use crate::clock::Spent;
use crate::fact::Fact;

record! {
    /// That a line, or what is asked of its puzzle, is wrong.
    pub struct Refused<'a> {
        /// Why, in a sentence.
        pub because: Text<'a>,
        /// Where, from 1 on; 0 for the whole line.
        pub column: u64,
    }

    /// One of the shortest plays.
    pub struct List<'a> {
        /// Its number, from 1 on.
        pub number: Whole,
        /// The play.
        pub moves: Option<Moves<'a>>,
        /// Why there are no moves.
        pub moves_left_out: Option<&'static str>,
    }

    /// Whether there is a play, or one of so few moves.
    #[derive(Default)]
    pub struct Solvable<'a> {
        /// The number of moves that was asked about.
        pub at_most: Option<Whole>,
        /// Why, in a sentence.
        pub because: &'a str,
        /// The number of moves of the play.
        pub length: Option<Whole>,
        /// The play.
        pub moves: Option<Moves<'a>>,
        /// Why there are no moves.
        pub moves_left_out: Option<&'static str>,
        /// How the answer is known.
        pub proof: Option<Proof>,
        /// Seconds that it took to find the answer.
        pub seconds: Option<Seconds>,
        /// Processor time of all its threads, in seconds.
        pub cpu_seconds: Option<Seconds>,
    }
}

impl<'a> Solvable<'a> {
    /// Nothing but a reason, and how long it took to find it, if that was measured.
    pub fn new(because: &'a str, spent: Option<Spent>) -> Self {
        let [seconds, cpu_seconds] = super::answers::times(spent);
        Solvable { because, seconds, cpu_seconds, ..Solvable::default() }
    }
}

record! {
    /// A board.
    pub struct Show<'a> {
        /// How many moves of the play were made.
        pub after_move: Option<Whole>,
        /// The board as text.
        pub board: &'a str,
    }

    /// What is known of a puzzle.
    pub struct Explain<'a> {
        /// It, one thing after the other.
        pub facts: &'a [Fact],
    }

    /// A generic search.
    pub struct Search<'a> {
        /// Its name.
        pub search: &'a str,
        /// What it is.
        pub what: &'a str,
        /// Where it was published.
        pub published: &'a str,
        /// What it needs in addition to rules.
        pub needs: &'a [String],
        /// What can be set.
        pub settings: Vec<String>,
    }

    /// A family.
    pub struct Family<'a> {
        /// Its name.
        pub family: &'a str,
        /// How its puzzles are written.
        pub notation: &'a str,
        /// Its rules.
        pub rules: &'a str,
        /// Its solvers, the best first.
        pub solvers: &'a [&'a str],
        /// Its bounds.
        pub bounds: Vec<Bound<'a>>,
        /// What its solvers can be set to.
        pub settings: Vec<SetOf<'a>>,
        /// Puzzles that have names.
        pub named: Vec<Named<'a>>,
    }

    /// A bound.
    pub struct Bound<'a> {
        /// Its name.
        pub name: &'a str,
        /// What it is.
        pub what: &'a str,
    }

    /// A setting of a solver.
    pub struct SetOf<'a> {
        /// The solver.
        pub solver: &'a str,
        /// What can be set.
        pub setting: String,
    }

    /// A puzzle that has a name.
    pub struct Named<'a> {
        /// The name.
        pub name: &'a str,
        /// Its title.
        pub title: String,
    }

    /// The rules of a puzzle.
    pub struct Rules<'a> {
        /// They, as a text.
        pub rules: &'a str,
    }

    /// What is known of the word of a game.
    pub struct Word<'a> {
        /// The word.
        pub word: Text<'a>,
        /// Whether its pawns stand in a line, in a cycle or on another board.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["line", "cycle", "graph"])))]
        pub form: &'static str,
        /// What is known of it.
        pub facts: &'a [Fact],
    }

    /// Patterns that words of games do not have.
    pub struct Patterns<'a> {
        /// Their class.
        pub class: String,
        /// They.
        pub patterns: &'a [String],
        /// Why no game has them.
        pub because: &'a str,
    }

    /// What a table is.
    pub struct Table {
        /// Whether it was built now; else it was there already.
        pub built: Option<bool>,
        /// Its entries.
        pub entries: Whole,
        /// Its bytes.
        pub bytes: Whole,
        /// Its checksum, in hexadecimal digits.
        pub checksum: String,
    }

    /// What became of a table.
    pub struct Removed {
        /// That it is no more.
        pub removed: bool,
    }

    /// Work that was measured.
    pub struct Bench<'a> {
        /// Its name.
        pub bench: &'a str,
        /// How much there was.
        pub work: Whole,
        /// Of what.
        pub unit: &'a str,
        /// How long it took.
        pub seconds: Seconds,
        /// How much of it a second.
        pub rate: u64,
    }

    /// An item of a source.
    pub struct Reproduced<'a> {
        /// The source.
        pub source: &'a str,
        /// The name of the item.
        pub item: &'a str,
        /// What the source calls it.
        pub title: &'a str,
        /// Where in the source.
        pub place: Option<&'a str>,
        /// What it is: a statement, an algorithm, a table.
        pub kind: &'a str,
        /// The family that it is about.
        pub family: &'a str,
        /// What the source states.
        pub says: &'a str,
        /// How that compares with what saltus gets.
        pub mark: &'a str,
        /// In how many cases it was verified.
        pub cases: Option<u64>,
        /// What differs, or why it was not run.
        pub because: Option<&'a str>,
        /// How long it took.
        pub seconds: Option<Seconds>,
    }

    /// What is so, or why something is not so, not known, or not done.
    pub struct Check<'a> {
        /// What is so.
        claim: Option<&'a str>,
        /// Why, in a sentence.
        because: Option<&'a str>,
        /// Which other program says so than the checker.
        pub checked: Option<&'static str>,
    }
}

impl<'a> Check<'a> {
    /// This text, which is a claim where it is verified and else a reason.
    pub fn new(status: Status, text: &'a str) -> Self {
        let (claim, because) = if status == Status::Verified { (Some(text), None) } else { (None, Some(text)) };
        Check { claim, because, checked: None }
    }
}

record! {
    /// A game, as far as it was played.
    pub struct Play<'a> {
        /// Whether it is over.
        pub over: bool,
        /// The pieces that are left, where these count.
        pub value: Option<Whole>,
        /// The puzzle that begins where it is now.
        pub position: &'a str,
        /// Its moves.
        pub moves: Vec<&'a str>,
    }

    /// What a part of a long search has done.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Part {
        /// Which part it is, from 1 on.
        pub number: u64,
        /// Of how many.
        pub of: u64,
        /// The greatest length of forbidden words.
        pub words: usize,
        /// The patterns of each view: goal cells, from 1 on.
        pub views: Vec<Vec<Vec<u8>>>,
        /// The bound of the start, which is the first threshold.
        pub bound: u32,
        /// Those that were finished without a play, one after the other.
        pub iterations: Vec<Iteration>,
    }

    /// What an iteration came to in a part.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Iteration {
        /// No play of more moves was looked at.
        pub threshold: u32,
        /// Where the tree is cut into subtrees.
        pub depth: usize,
        /// The nodes of fewer moves, which every part has.
        pub above: u64,
        /// The nodes of the subtrees of this part, in order: how many, and how often in a row.
        pub below: Vec<(u64, u64)>,
    }
    /// A run of a comparison.
    #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
    pub struct Compare {
        /// The search, as it was asked for.
        pub search: String,
        /// Which run of this search on the puzzle, from 1 on.
        pub repetition: u64,
        /// Why there is no answer.
        pub because: Option<String>,
        /// The number of moves of the play.
        pub length: Option<Whole>,
        /// Whether no play is better.
        pub optimal: Option<bool>,
        /// No play has less, of what the puzzle counts.
        pub lower: Option<Whole>,
        /// The method of the family, where it was not the search of this name.
        pub solver: Option<String>,
        /// Positions expanded.
        pub expanded: Option<Whole>,
        /// Positions generated.
        pub generated: Option<Whole>,
        /// Of these, those met before.
        pub duplicates: Option<Whole>,
        /// Positions expanded again.
        pub reexpanded: Option<Whole>,
        /// The bound of the start.
        pub bound: Option<u32>,
        /// The effective branching factor.
        pub branching: Option<f64>,
        /// Bytes of memory.
        pub bytes: Option<Whole>,
        /// The rounds of a search that deepens.
        pub iterations: Option<Vec<Round>>,
        /// Seconds that went by, those for tables left out.
        pub seconds: Option<f64>,
        /// Seconds of processors, with those for tables.
        pub cpu_seconds: Option<f64>,
        /// Seconds for tables that the bound reads.
        pub table_seconds: Option<f64>,
    }

    /// A round of a search that deepens.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub struct Round {
        /// No play of more moves was looked at.
        pub threshold: u32,
        /// Nodes.
        pub nodes: u64,
        /// Whether a play was found; otherwise every play has more than `threshold` moves.
        pub found: bool,
    }
}
