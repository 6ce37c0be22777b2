//! The check of every answer before it is returned: the play is replayed by the rules, and a small
//! certificate is written and given to the checker, which shares no code with the solvers.
//!
//! What is small is decided by numbers of moves, positions and bytes, never by time: the same line
//! gets the same record everywhere. An answer that is refuted here is a bug of saltus, and is not
//! given out.

mod defined;
mod standing;

use std::fmt::{self, Display};
use std::sync::OnceLock;

use dashu_int::UBig;

use crate::answers::{Answers, Within};
use crate::evidence::{CannotCertify, Evidence, Stated};
use crate::limits::Limits;
use crate::notation::Instance as _;
use crate::plan::{Plan, Style};
use crate::proof::Certificate;
use crate::rules;
use crate::verdict::{Outcome, Verdict};

pub use standing::{Label, Standing};

/// An answer that has passed the check.
pub struct Answer {
    verdict: Verdict,
    standing: Standing,
    unchecked: Option<String>,
}

impl Answer {
    /// The answer.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The answer, where how it is known is of no use any more.
    pub fn into_verdict(self) -> Verdict {
        self.verdict
    }

    /// How it is known.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Why a requested check was not finished, in one sentence.
    pub fn unchecked(&self) -> Option<&str> {
        self.unchecked.as_deref()
    }
}

/// An answer that its own replay or the checker refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted(pub String);

impl Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the answer is wrong, and is withheld: {}", self.0)
    }
}

impl std::error::Error for Refuted {}

/// How much is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thoroughness {
    /// The play, and the certificate if it is small.
    #[default]
    Small,
    /// The play and the certificate, whatever their size.
    Everything,
}

/// Plays up to this many moves are written as text and read back by the rules of the line itself;
/// longer ones, and those on boards that are not laid out, are replayed by the play's own rules.
const MOST_SPELLED: u64 = 10_000;
/// Longer plays are replayed when they are written ([`replay_long`]).
const MOST_REPLAYED: u64 = 10_000_000;
/// The most nodes for making a small certificate, and the most moves for checking it.
const SMALL_NODES: u64 = 1_000;
const SMALL_MOVES: u64 = 100_000;
/// The most bytes of memory for making and for checking it.
const SMALL_MEMORY: u64 = 1 << 26;

pub use saltus_check::{Limits as CheckLimits, Outcome as Checked, Verified};

/// What reads a certificate and says what it shows.
pub type Checker = fn(&[u8], &saltus_check::Limits) -> saltus_check::Outcome;

static CHECKER: OnceLock<Checker> = OnceLock::new();

/// Gives all certificates to another checker than the one in this library; the first call counts.
pub fn check_by(checker: Checker) {
    CHECKER.get_or_init(|| checker);
}

#[cfg(feature = "checker")]
const BUILT_IN: Checker = saltus_check::check;
#[cfg(not(feature = "checker"))]
const BUILT_IN: Checker = |_, _| saltus_check::Outcome::Resource("there is no checker".into());

/// The answer of the best solver that applies, after a check of its play, and of its certificate if that is small.
///
/// ```
/// use saltus::{gate, limits::Limits};
///
/// let answer = gate::solve(&*saltus::parse("shift 3 3")?, &Limits::default())?;
/// assert_eq!((answer.verdict().optimal(), answer.standing().word()), (true, "proved"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong with the answer.
pub fn solve(instance: &dyn Answers, limits: &Limits<'_>) -> Result<Answer, Refuted> {
    pass(instance, instance.solve(limits), Thoroughness::Small, limits)
}

/// Checks an answer: replays its play, and checks its certificate if that is small or everything is
/// to be checked.
///
/// ```
/// use saltus::gate::{self, Label, Thoroughness};
/// use saltus::limits::Limits;
///
/// let puzzle = saltus::parse("shift bw_wb to wb_bw moves=all")?;
/// let limits = Limits::default();
/// let answer = gate::pass(&*puzzle, puzzle.solve(&limits), Thoroughness::Small, &limits)?;
/// assert_eq!((answer.standing().label(), answer.standing().is_checked()), (Label::Proved, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong with the answer.
pub fn pass(
    instance: &dyn Answers,
    verdict: Verdict,
    thoroughness: Thoroughness,
    limits: &Limits<'_>,
) -> Result<Answer, Refuted> {
    if let Outcome::Solved { plan, lower } = &verdict.outcome {
        if *lower > plan.cost() {
            return Err(Refuted(format!("{}: nothing is better than {lower}, but the play is", verdict.solver)));
        }
        if plan.moves() <= UBig::from(MOST_REPLAYED) {
            replay(instance, &**plan)?;
        }
    }
    let mut standing = Standing::of(&verdict);
    let is_known = saltus_check::knows(instance.family());
    if !is_known {
        standing.label = standing.label.min(Label::Searched);
    }
    let unchecked = match thoroughness {
        Thoroughness::Small if is_known && !verdict.evidence.is_light() => None,
        Thoroughness::Small => {
            let (make, check) = small(limits);
            certify(instance, &verdict, &mut standing, &make, &check)?;
            None
        }
        Thoroughness::Everything => {
            let check = saltus_check::Limits { memory: limits.memory, ..saltus_check::Limits::default() };
            certify(instance, &verdict, &mut standing, limits, &check)?
        }
    };
    Ok(Answer { verdict, standing, unchecked })
}

/// An answer that was assembled from files: it is returned if the checker accepts its certificate now; otherwise the error says why not.
///
/// # Errors
/// What the checker, or the replay of the play, refutes.
pub fn confirm(
    instance: &dyn Answers,
    claim: Verdict,
    limits: &Limits<'_>,
) -> Result<Result<Answer, (Verdict, String)>, Refuted> {
    let answer = pass(instance, claim, Thoroughness::Everything, limits)?;
    Ok(if answer.standing.checked {
        Ok(answer)
    } else {
        let why = answer.unchecked.unwrap_or_else(|| "it has no certificate".into());
        Err((answer.verdict, why))
    })
}

/// What each certificate of a bundle shows, or why it shows nothing.
///
/// ```
/// use saltus::gate::{self, CheckLimits};
/// use saltus::limits::Limits;
///
/// let puzzle = saltus::parse("reverse 6")?;
/// let mut bundle = Vec::new();
/// puzzle.certificate(&puzzle.solve(&Limits::default()), &Limits::default()).unwrap().write(&mut bundle)?;
/// let (verified, standing) = gate::bundle(&bundle, &CheckLimits::default()).next().unwrap().unwrap();
/// assert_eq!((&*verified.claim, standing.word(), standing.is_checked()), ("optimal 21", "proved", true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bundle<'a>(
    bytes: &'a [u8],
    limits: &'a saltus_check::Limits,
) -> impl Iterator<Item = Result<(Verified, Standing), saltus_check::Outcome>> + 'a {
    saltus_check::check_bundle(bytes, limits).map(|outcome| match outcome {
        saltus_check::Outcome::Verified(verified) => {
            let (kind, assumes) = (verified.by.clone(), verified.assumes.clone());
            Ok((verified, Standing { label: Label::Proved, kind, assumes, checked: true }))
        }
        other => Err(other),
    })
}

/// The answer whether there is a play of at most `most` moves, after the same check, and how it is known; none if that is open.
///
/// ```
/// use saltus::gate::{self, Label};
/// use saltus::limits::Limits;
///
/// let puzzle = saltus::parse("tiles 2x3 5 4 3 2 1 0 metric=runs")?;
/// let (_, standing) = gate::within(&*puzzle, &5u8.into(), &Limits::default())?;
/// assert!(standing.is_some_and(|standing| standing.label() == Label::Proved && standing.is_checked()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong with the answer.
pub fn within(instance: &dyn Answers, most: &UBig, limits: &Limits<'_>) -> Result<(Within, Option<Standing>), Refuted> {
    if let Some(defined) = instance.defined() {
        let (found, mut standing) = within(defined, most, limits)?;
        standing.iter_mut().for_each(|standing| standing.assumes.push(defined::DEFINITION.into()));
        return Ok((found, standing));
    }
    let found = instance.within(most, limits);
    let evidence: Box<dyn Evidence> = match &found {
        Within::Yes { plan } => {
            plan.replay(&plan.moves()).map_err(|fault| Refuted(fault.to_string()))?;
            Box::new(Stated::witness())
        }
        Within::GaveUp { .. } | Within::No { lower: None, .. } => return Ok((found, None)),
        Within::No { .. } => {
            let bounding = instance.bounding().filter(|_| instance.pieces().is_none());
            bounding.unwrap_or_else(|| Box::new(Stated::exhaustion()))
        }
    };
    let label = if evidence.is_carried() { Label::Proved } else { Label::Searched };
    let mut standing = Standing { label, kind: evidence.kind(), assumes: evidence.assumes(), checked: false };
    if !saltus_check::knows(instance.family()) {
        standing.label = Label::Searched;
        return Ok((found, Some(standing)));
    }
    let is_light = match &found {
        Within::No { .. } => instance.bounding().is_some_and(|evidence| evidence.is_light()),
        _ => true,
    };
    let (make, check) = small(limits);
    let certificate = if is_light { instance.certificate_within(&found, most, &make).ok() } else { None };
    if let Some(certificate) = certificate
        && let Ok(verified) = checked(&certificate, &check)?
    {
        standing = Standing { label: Label::Proved, checked: true, assumes: verified.assumes, ..standing };
    }
    Ok((found, Some(standing)))
}

/// The limits for making and for checking a small certificate.
fn small<'a>(limits: &Limits<'a>) -> (Limits<'a>, saltus_check::Limits) {
    // A part of the memory may differ from one run to the next; the whole does not.
    let memory = limits.share.map_or(limits.memory, |share| share.whole).min(SMALL_MEMORY);
    let make = Limits { nodes: SMALL_NODES, memory, cancel: limits.cancel, ..Limits::DEFAULT };
    let check = saltus_check::Limits {
        memory,
        moves: SMALL_MOVES,
        cells: SMALL_MOVES,
        nodes: SMALL_MOVES,
        ..saltus_check::Limits::default()
    };
    (make, check)
}

/// What the checker finds, or why it was not asked to the end: the memory has room for the certificate and its bytes.
fn checked(certificate: &Certificate, check: &saltus_check::Limits) -> Result<Result<Verified, String>, Refuted> {
    let length = certificate.blocks.iter().map(|(_, payload)| payload.len()).sum();
    if 2 * length as u64 > check.memory {
        return Ok(Err("its certificate is too long".into()));
    }
    let mut bytes = Vec::with_capacity(length);
    certificate.write(&mut bytes).expect("memory takes everything");
    match CHECKER.get().copied().unwrap_or(BUILT_IN)(&bytes, check) {
        saltus_check::Outcome::Verified(verified) => Ok(Ok(verified)),
        saltus_check::Outcome::Refuted(why) => Err(Refuted(format!("saltus-check refutes it: {why}"))),
        saltus_check::Outcome::Resource(what) => Ok(Err(format!("saltus-check: {what}"))),
    }
}

/// The certificate of an answer in the calculus of docs/calculus.md, which `saltus-kernel` reads: about the definition that the line means.
///
/// ```
/// use saltus::{gate, limits::Limits};
///
/// let puzzle = saltus::parse("tiles 2x2 3 2 1 0")?;
/// let certificate = gate::in_calculus(&*puzzle, &puzzle.solve(&Limits::default()), &Limits::default()).unwrap();
/// let mut bytes = Vec::new();
/// certificate.write(&mut bytes).unwrap();
/// assert!(bytes.starts_with(b"saltus certificate 2\npuzzle tiles 2x2 3 2 1 0\nclaim "));
/// # Ok::<(), saltus::notation::BadInput>(())
/// ```
///
/// # Errors
/// Why there is none: the line means no definition, or a limit.
pub fn in_calculus(
    instance: &dyn Answers,
    verdict: &Verdict,
    limits: &Limits<'_>,
) -> Result<Certificate, CannotCertify> {
    if instance.family() == rules::Instance::NAME {
        return instance.certificate(verdict, limits);
    }
    defined::certificate(instance, verdict, limits)
}

/// The certificate of an answer: of the line, where the checker has rules for its family, else of the definition that it means.
///
/// ```
/// use saltus::{gate, limits::Limits};
///
/// let puzzle = saltus::parse("shift 1 1")?;
/// let certificate = gate::certificate(&*puzzle, &puzzle.solve(&Limits::default()), &Limits::default()).unwrap();
/// assert_eq!(certificate.puzzle, "shift 1 1");
/// # Ok::<(), saltus::notation::BadInput>(())
/// ```
///
/// # Errors
/// Why there is none.
pub fn certificate(
    instance: &dyn Answers,
    verdict: &Verdict,
    limits: &Limits<'_>,
) -> Result<Certificate, CannotCertify> {
    if saltus_check::knows(instance.family()) {
        instance.certificate(verdict, limits)
    } else {
        defined::certificate(instance, verdict, limits)
    }
}

/// Writes the certificate and has it checked. Returns the reason if that was not finished.
fn certify(
    instance: &dyn Answers,
    verdict: &Verdict,
    standing: &mut Standing,
    limits: &Limits<'_>,
    check: &saltus_check::Limits,
) -> Result<Option<String>, Refuted> {
    let is_known = saltus_check::knows(instance.family());
    if is_known && !verdict.evidence.is_carried() {
        return Ok(Some("its evidence has no certificate".into()));
    }
    let certificate = match certificate(instance, verdict, limits) {
        Ok(certificate) => certificate,
        Err(CannotCertify::NoAnswer) => return Ok(None),
        Err(CannotCertify::NoRoom(why)) => {
            standing.label = standing.label.min(Label::Searched);
            return Ok(Some(format!("no certificate: {why}")));
        }
        Err(why) => return Ok(Some(format!("no certificate: {why}"))),
    };
    let verified = match checked(&certificate, check)? {
        Ok(verified) => verified,
        Err(why) => return Ok(Some(why)),
    };
    standing.checked = true;
    standing.assumes = verified.assumes;
    if !is_known {
        standing.kind = certificate.by;
        standing.assumes.push(defined::DEFINITION.into());
    }
    if verdict.is_settled() {
        standing.label = Label::Proved;
    }
    Ok(None)
}

/// Replays a play that is too long to be replayed wherever it is not written, up to and with the last move that is.
///
/// ```
/// use saltus::{gate, limits::Limits, verdict::Outcome};
///
/// let puzzle = saltus::parse("shift 99999999 99999999")?;
/// let Outcome::Solved { plan, .. } = puzzle.solve(&Limits::default()).outcome else { panic!() };
/// assert_eq!(gate::replay_long(&*plan, &plan.moves()), Ok(())); // 10^16 moves, by their construction
/// # Ok::<(), saltus::notation::BadInput>(())
/// ```
///
/// # Errors
/// The first fault.
pub fn replay_long(plan: &dyn Plan, last: &UBig) -> Result<(), Refuted> {
    if plan.moves() <= UBig::from(MOST_REPLAYED) {
        return Ok(());
    }
    plan.replay(last).map_err(|fault| Refuted(fault.to_string()))
}

/// The moves of a play as words.
pub(crate) fn spelled(plan: &dyn Plan) -> String {
    let mut text = Vec::new();
    plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS, &mut text).expect("memory takes everything");
    String::from_utf8(text).expect("moves are ASCII")
}

fn replay(instance: &dyn Answers, plan: &dyn Plan) -> Result<(), Refuted> {
    let moves = plan.moves();
    let by_its_own_rules = || plan.replay(&moves).map_err(|fault| Refuted(fault.to_string()));
    if moves > UBig::from(MOST_SPELLED) {
        return by_its_own_rules();
    }
    let Some(replayed) = instance.replay(&mut spelled(plan).split_ascii_whitespace()).map_err(Refuted)? else {
        return by_its_own_rules();
    };
    if UBig::from(replayed.moves) != moves
        || replayed.left.map(UBig::from) != plan.left()
        || replayed.paid.map(UBig::from) != plan.paid()
    {
        return Err(Refuted(format!("its play has {} moves, not {moves}", replayed.moves)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(line: &str, spoil: impl FnOnce(&mut Verdict)) -> Result<Answer, Refuted> {
        let puzzle = crate::parse(line).expect("a line");
        let limits = Limits::default();
        let mut verdict = puzzle.solve(&limits);
        spoil(&mut verdict);
        pass(&*puzzle, verdict, Thoroughness::Small, &limits)
    }

    #[test]
    fn true_answers_pass() {
        for (line, label, checked) in [
            ("shift 3 3", Label::Proved, true),
            ("shift bbww_", Label::Proved, true),
            ("reverse 6", Label::Proved, true),
            ("reverse 15 from=1 to=1", Label::Claimed, false),
            ("tiles 2x3 1 0 3 4 2 5", Label::Proved, true),
            ("clobber line bwwbbw", Label::Proved, true),
            ("chinese triangle:3 men=1 players=2", Label::Proved, true),
            ("shift 1000000000000000000000 1000000000000000000000", Label::Proved, true),
        ] {
            let answer = passed(line, |_| ()).unwrap_or_else(|refuted| panic!("{line}: {refuted}"));
            assert_eq!(answer.standing.label, label, "{line}");
            assert!(answer.standing.checked || !checked, "{line}");
        }
    }

    #[test]
    fn theorems_that_are_evaluated_are_named() {
        let answer = passed("reverse 6", |_| ()).expect("it is right");
        assert_eq!(answer.standing.assumes, ["reversal"]);
        assert_eq!(passed("tiles 2x3 1 0 3 4 2 5", |_| ()).expect("it is right").standing.assumes, [""; 0]);
    }

    /// A play of another puzzle.
    #[test]
    fn a_play_that_fails_is_refuted() {
        let other = crate::parse("shift 2 2").expect("a line").solve(&Limits::default());
        let refuted = passed("shift 3 3", |verdict| verdict.outcome = other.outcome).err().expect("another play");
        assert!(refuted.0.starts_with("move 1:"), "{refuted}");
    }

    #[test]
    fn evidence_that_shows_less_is_refuted() {
        let weak = |verdict: &mut Verdict| verdict.evidence = Box::new(Stated::potential("vacancy"));
        let refuted = passed("shift 3 3", weak).err().expect("the vacancy's way shows less");
        assert!(refuted.0.starts_with("saltus-check refutes it"), "{refuted}");
        let refuted = passed("shift bw_wb to wb_bw moves=all", |verdict| {
            let Outcome::Solved { lower, .. } = &mut verdict.outcome else { panic!() };
            *lower += UBig::ONE;
        });
        assert!(refuted.is_err());
    }
}
