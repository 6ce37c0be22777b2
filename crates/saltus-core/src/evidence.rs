//! Evidence for a lower bound, or that there is no solution: a value that is part of the answer and
//! can write the blocks of its certificate (docs/certificates.md).
//!
//! A kind of evidence is defined in the family that needs it. This module has the kinds without
//! blocks ([`Stated`]), and the closed set, which any puzzle with a bound can have ([`ClosedSet`]).

use std::fmt::{self, Debug, Display};

use dashu_int::UBig;

use crate::limits::{Limits, Stop};
use crate::notation::Certified;
use crate::proof::set_block;
use crate::puzzle::{Bound, Zero};
use crate::search::closed_set;

/// A block of a certificate: its name and its payload.
pub type Block = (&'static str, Vec<u8>);

/// The name of a block that is the lines of a certificate of format 2 (docs/calculus.md).
pub const CALCULUS: &str = "calculus";

/// The name of a block that is the lines of a play in a certificate of format 2: the position after each move.
pub const POSITIONS: &str = "positions";

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotCertify {
    /// A limit was reached.
    Stop(Stop),
    /// The format has no place for it.
    NoRoom(String),
    /// There is no answer to certify.
    NoAnswer,
}

impl Display for CannotCertify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotCertify::Stop(stop) => Display::fmt(stop, f),
            CannotCertify::NoRoom(why) => f.write_str(why),
            CannotCertify::NoAnswer => f.write_str("there is no answer to certify"),
        }
    }
}

impl std::error::Error for CannotCertify {}

impl From<Stop> for CannotCertify {
    fn from(stop: Stop) -> Self {
        CannotCertify::Stop(stop)
    }
}

/// What shows a lower bound, or that there is no solution.
///
/// One-sided contract: evidence that claims too little is a pity; evidence that claims more than
/// its certificate shows is wrong, and the checker refuses it.
///
/// ```
/// use saltus_core::{evidence::{ClosedSet, Evidence}, limits::Limits, notation::Instance};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift bbww_").unwrap().puzzle().unwrap();
/// let evidence = ClosedSet::of_all(puzzle); // no play: no state of this set is a goal
/// assert_eq!((&*evidence.kind(), evidence.is_carried()), ("closed-set zero", true));
/// assert_eq!(evidence.reason(false), "no shorter play leaves the set of positions searched");
/// assert!(evidence.is_light() && evidence.assumes().is_empty());
/// let blocks = evidence.blocks(None, &Limits::default()).unwrap();
/// assert_eq!(blocks[0].0, "set");
/// ```
pub trait Evidence: Debug + Send + Sync {
    /// As a certificate's line `by` has it, for instance `potential forward`.
    fn kind(&self) -> String;

    /// One sentence for people, without a full stop; `pieces` says that pieces left are what
    /// counts, not moves.
    fn reason(&self, pieces: bool) -> String;

    /// Whether a certificate of a kind that `saltus-check` knows carries all that it rests on. If not, a complete search has settled the
    /// answer by rules that stand in no certificate.
    fn is_carried(&self) -> bool {
        true
    }

    /// The theorems of docs/theorems.md that a checker evaluates and does not prove, as it names them.
    fn assumes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the certificate takes no tables or other preparation: then a small one is written
    /// and checked at once.
    fn is_light(&self) -> bool {
        true
    }

    /// The blocks of the certificate besides the play. `cost` is the lower bound claimed, none for
    /// unsolvability.
    ///
    /// # Errors
    /// Why they cannot be written.
    fn blocks(&self, cost: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        let _ = (cost, limits);
        Ok(Vec::new())
    }
}

/// Evidence that is named, and needs no blocks.
///
/// ```
/// use saltus_core::evidence::{Evidence, Stated};
///
/// assert_eq!(Stated::witness().kind(), "witness");
/// assert_eq!(Stated::bound("components").kind(), "bound components");
/// assert_eq!(Stated::potential("forward").kind(), "potential forward");
/// assert_eq!(Stated::theorem("reversal").assumes(), ["reversal"]);
/// assert_eq!(Stated::re_executed("zero").kind(), "re-executed zero");
/// assert!(!Stated::exhaustion().is_carried());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    kind: String,
    reason: String,
    is_carried: bool,
    assumes: Option<String>,
}

impl Stated {
    /// Evidence of a kind that the checker knows, and the reason in words.
    ///
    /// ```
    /// use saltus_core::evidence::{Evidence, Stated};
    ///
    /// let parity = Stated::new("parity", "every move keeps a parity that the goal breaks");
    /// assert_eq!(parity.kind(), "parity");
    /// ```
    pub fn new(kind: impl Into<String>, reason: impl Into<String>) -> Self {
        Stated { kind: kind.into(), reason: reason.into(), is_carried: true, assumes: None }
    }

    /// Nothing beyond the play itself.
    pub fn witness() -> Self {
        Stated::new("witness", "the play itself; nothing is proved about shorter ones")
    }

    /// A function that falls by at most 1 in a move.
    pub fn potential(name: &str) -> Self {
        Stated::new(format!("potential {name}"), format!("the potential \"{name}\" falls by at most 1 in a move"))
    }

    /// A theorem of docs/theorems.md.
    pub fn theorem(name: &'static str) -> Self {
        let stated = Stated::new(format!("theorem {name}"), format!("theorem \"{name}\" (docs/theorems.md)"));
        stated.assuming(name)
    }

    /// The same, resting on a theorem of docs/theorems.md.
    ///
    /// ```
    /// use saltus_core::evidence::{Evidence, Stated};
    ///
    /// let chain = Stated::potential("chain").assuming("chain");
    /// assert_eq!((chain.kind(), chain.assumes()), ("potential chain".into(), vec!["chain".into()]));
    /// ```
    #[must_use]
    pub fn assuming(self, theorem: impl Into<String>) -> Self {
        Stated { assumes: Some(theorem.into()), ..self }
    }

    /// A lower bound, by name, that is known of the start.
    pub fn bound(name: &str) -> Self {
        Stated::new(format!("bound {name}"), format!("the bound \"{name}\" of the start"))
    }

    /// A search from both ends, by a bound of that name, which the checker makes by itself.
    pub fn re_executed(bound: &str) -> Self {
        Stated::new(format!("re-executed {bound}"), "a search from both ends, which the checker makes by itself")
    }

    /// Every shorter play was tried by one search, which keeps no record that a checker could read.
    pub fn exhaustion() -> Self {
        let stated = Stated::new("exhaustion", "every position nearer than that was visited");
        Stated { is_carried: false, ..stated }
    }
}

impl Evidence for Stated {
    fn kind(&self) -> String {
        self.kind.clone()
    }

    fn reason(&self, _: bool) -> String {
        self.reason.clone()
    }

    fn is_carried(&self) -> bool {
        self.is_carried
    }

    fn assumes(&self) -> Vec<String> {
        self.assumes.iter().cloned().collect()
    }
}

/// The sentence that is printed for a closed set.
///
/// ```
/// use saltus_core::evidence::closed_set_reason;
///
/// assert!(closed_set_reason(false).starts_with("no shorter play"));
/// assert!(closed_set_reason(true).starts_with("no better play"));
/// ```
pub fn closed_set_reason(pieces: bool) -> String {
    let better = if pieces { "better" } else { "shorter" };
    format!("no {better} play leaves the set of positions searched")
}

/// A set of states that no short play leaves, with the bound used outside of it.
///
/// ```
/// use saltus_core::{evidence::{ClosedSet, Evidence}, limits::Limits, notation::Instance};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 2 2 moves=all").unwrap().puzzle().unwrap();
/// let evidence = ClosedSet::new(puzzle, Chain, "chain");
/// assert_eq!(evidence.kind(), "closed-set chain");
/// let blocks = evidence.blocks(Some(8), &Limits::default()).unwrap();
/// assert_eq!(blocks, [("set", vec![])]); // the bound of the start is 8 already
/// ```
pub struct ClosedSet<P, B> {
    puzzle: P,
    bound: B,
    name: &'static str,
    assumes: Option<&'static str>,
}

impl<P: Certified, B: Bound<P>> ClosedSet<P, B> {
    /// The set of a puzzle by a bound, which certificates know by this name.
    pub fn new(puzzle: P, bound: B, name: &'static str) -> Self {
        ClosedSet { puzzle, bound, name, assumes: None }
    }

    /// The same, with a bound that is a theorem of this name in docs/theorems.md.
    #[must_use]
    pub fn assuming(self, theorem: &'static str) -> Self {
        ClosedSet { assumes: Some(theorem), ..self }
    }
}

impl<P: Certified> ClosedSet<P, Zero> {
    /// The set of all states that can be reached.
    pub fn of_all(puzzle: P) -> Self {
        ClosedSet::new(puzzle, Zero, "zero")
    }
}

impl<P, B> Debug for ClosedSet<P, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClosedSet({})", self.name)
    }
}

impl<P: Certified + Send + Sync, B: Bound<P> + Send + Sync> Evidence for ClosedSet<P, B> {
    fn kind(&self) -> String {
        format!("closed-set {}", self.name)
    }

    fn reason(&self, pieces: bool) -> String {
        closed_set_reason(pieces)
    }

    fn assumes(&self) -> Vec<String> {
        self.assumes.into_iter().map(String::from).collect()
    }

    fn blocks(&self, cost: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        let set = closed_set::below(&self.puzzle, &self.bound, cost, limits).map_err(|halted| halted.stop)?;
        let keyed: Vec<(UBig, u32)> = set.into_iter().map(|(state, g)| (self.puzzle.key(&state), g)).collect();
        Ok(vec![("set", set_block(keyed))])
    }
}
