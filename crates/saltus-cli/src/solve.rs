//! `saltus solve`.

mod boards;
mod part;

use std::fmt;
use std::io::{self, Write};
#[cfg(feature = "by-name")]
use std::path::Path;
use std::sync::Arc;

use dashu_int::UBig;
use saltus::answers::Answers;
use saltus::clock::{Instant, Spent};
use saltus::draw::text;
use saltus::gate::{self, Answer, Label, Refuted, Standing, Thoroughness};
use saltus::limits::{Limits, Stop};
use saltus::lists;
use saltus::plan::{Picture, Plan, Spelling, Style};
use saltus::record;
use saltus::verdict::{Outcome, Verdict};
#[cfg(feature = "by-name")]
use saltus::{statistics::Gathered, trace::Trace};

use crate::args::{Format, InputFormat, Letters, Puzzle, Range, Solve};
use crate::exit::{Code, Done, Early};
#[cfg(feature = "sweep")]
use crate::sweep;
#[cfg(feature = "by-name")]
use crate::trace;
use crate::{Session, batch, certify, resume};

/// Plays up to this many moves are drawn move by move; longer ones when a range is asked for.
const MOST_DRAWN: u64 = 200;

pub fn run(session: &mut Session, args: &Solve) -> Done {
    let one = args.at.clone().map(|at| Range { first: at.clone(), last: Some(at) });
    let range = one.or_else(|| args.range.clone());
    let spelling = spelling(session, args.letters)?;
    let puzzle = asked(session, args)?;
    if let Some(why) = meaningless(session, args) {
        return Err(Early::usage(why));
    }
    if let Some(file) = &args.output {
        session.kept = Some(Arc::new(resume::open(session, file, args.resume)?));
    }
    if let Some(share) = args.part {
        return part::run(session, args, share);
    }
    let wanted = Wanted { range, spelling, judge: args.judge };
    let thoroughness = if args.check { Thoroughness::Everything } else { Thoroughness::Small };
    let (solver, without, disk) = (args.solver.clone(), args.without.clone(), args.disk.clone());
    #[cfg(feature = "by-name")]
    let gathered = args.trace.as_ref().map(|_| Arc::new(Gathered::traced(Trace::new(trace::MOST))));
    #[cfg(feature = "by-name")]
    let told = gathered.clone();
    let find = move |instance: &dyn Answers, limits: &Limits<'_>| {
        let limits = &Limits { without: &without, disk: disk.as_deref(), ..*limits };
        #[cfg(feature = "by-name")]
        let limits = &Limits { statistics: told.as_deref().or(limits.statistics), ..*limits };
        unspelled(instance, spelling)?;
        unruled(instance, &without)?;
        unlayered(instance, solver.as_deref(), limits)?;
        let verdict = match &solver {
            None => solved(instance, limits)?,
            Some(name) => instance.solve_by(name, limits).map_err(|why| format!("--solver {name}: {why}"))?,
        };
        Ok::<_, String>(gate::pass(instance, verdict, thoroughness, limits))
    };
    batch::each(session, &puzzle, find, |session, instance, found| match found {
        Ok(Ok(found)) => {
            let code = write(session, instance, args, &found, &wanted);
            #[cfg(feature = "by-name")]
            if let (Some(file), Some(solver), Some(gathered)) = (&args.trace, &args.solver, &gathered) {
                let code = session.settle(code)?;
                return Ok(code.max(traced(session, instance, &found, (file, solver), gathered)?));
            }
            code
        }
        Ok(Err(refuted)) => Err(wrong(instance, &refuted)),
        Err(why) => Err(Early::unfit(instance, why)),
    })
}

/// The answer of the best solver that applies; where a folder is given and the family keeps no layers there itself, of a sweep, if need be.
fn solved(instance: &dyn Answers, limits: &Limits<'_>) -> Result<Verdict, String> {
    #[cfg(feature = "sweep")]
    if let Some(disk) = limits.disk
        && instance.by_layers().is_none()
    {
        return sweep::solve(instance, disk, limits).map_err(|why| format!("--disk: {why}"));
    }
    Ok(instance.solve(limits))
}

/// Writes the trace of the search that answered.
#[cfg(feature = "by-name")]
fn traced(
    session: &mut Session,
    instance: &dyn Answers,
    found: &Answer,
    (file, solver): (&Path, &str),
    gathered: &Gathered,
) -> Done {
    let traced = gathered.trace().map(Trace::take).unwrap_or_default();
    if traced.expanded == 0 {
        let why = format!("--trace: {solver} tells no nodes; searches that do have names (saltus explain --search)");
        return Ok(session.failed(Code::USAGE, why));
    }
    let length = found.verdict().plan().and_then(|plan| u64::try_from(&plan.moves()).ok());
    trace::write(session, file, &trace::Head::new(instance.to_string(), solver, length, &traced), &traced)
}

/// Says how to ask for more, where the start is the goal: perhaps no position was meant.
fn offer(session: &Session, instance: &dyn Answers, verdict: &Verdict) {
    if verdict.plan().is_some_and(|plan| plan.moves().is_zero())
        && session.format() == Format::Text
        && !session.is_batch()
        && let Some(random) = instance.told().and_then(|told| told.random)
    {
        session.remark(format_args!(
            "the start is the goal itself: add another position (`saltus puzzles {}` says how), or take a random one: saltus solve {random}1",
            instance.family()
        ));
    }
}

/// Writes what was found: the answer, its certificate, or both.
fn write(session: &mut Session, instance: &dyn Answers, args: &Solve, found: &Answer, wanted: &Wanted) -> Done {
    if let Some(why) = found.unchecked() {
        session.remark(format_args!("{}: not checked: {why}", Title(instance)));
    }
    let verdict = found.verdict();
    let code = code(verdict);
    offer(session, instance, verdict);
    if session.is_batch() && args.output.is_some() && is_cut_short(session, verdict) {
        session.remark(format_args!("{}: the run ended before the search; --resume goes on", Title(instance)));
        return Ok(code);
    }
    if let (Some(range), Some(plan)) = (&wanted.range, verdict.plan())
        && range.first > plan.moves().max(UBig::ONE)
    {
        let why = format!("move {} is asked for, but the play has only {} moves", range.first, plan.moves());
        return Err(Early::unfit(instance, why));
    }
    let Some(file) = &args.cert else {
        return answer(session, instance, found, wanted).map(|()| code);
    };
    // On standard output the certificate takes the place of the answer.
    let answered = if file.as_os_str() == "-" { Ok(()) } else { answer(session, instance, found, wanted) };
    if !matches!(answered, Ok(()) | Err(Early::Output(_))) {
        return answered.map(|()| code);
    }
    let make = if args.calculus { gate::in_calculus } else { gate::certificate };
    // What the search has left on disk is used.
    let certificate = make(instance, verdict, &Limits { disk: args.disk.as_deref(), ..session.limits() });
    let certified = certify::place(session, certificate, file)?;
    // The certificate is written even if the reader closed the pipe.
    answered.map(|()| code.max(certified))
}

/// Which moves, and how they are written.
pub struct Wanted {
    range: Option<Range>,
    spelling: Spelling,
    judge: Option<&'static lists::Judge>,
}

impl Wanted {
    /// All of them, as they are.
    pub const ALL: Wanted = Wanted { range: None, spelling: Spelling::Own, judge: None };
}

/// What flags ask for that would not be got, in a sentence.
fn meaningless(session: &Session, args: &Solve) -> Option<&'static str> {
    let is_certificate_alone = args.cert.as_deref().is_some_and(|file| file.as_os_str() == "-");
    let chooses = args.at.is_some() || args.range.is_some() || args.letters.is_some();
    if args.at.as_ref().is_some_and(UBig::is_zero) {
        Some("--at: moves count from 1 (show --at 0 draws the start)")
    } else if args.puzzle.batch.is_some() && session.format() == Format::Text && chooses {
        Some("--at, --range and --letters go with --in FILE where moves are written: --format moves or json")
    } else if is_certificate_alone && (chooses || session.common.timing || session.format() != Format::Text) {
        Some(
            "--cert - writes the certificate in place of the answer, of which --at, --range, --letters, --timing and --format speak",
        )
    } else if session.common.timing && args.judge.is_some() {
        Some("--timing goes with text and records, and a judge takes neither")
    } else if args.part.is_some() && session.common.format != Format::Json {
        Some("--part goes with --format json: saltus merge reads the records of parts")
    } else if args.resume && session.common.format != Format::Json {
        Some("--resume goes with --format json: the records say which puzzles are answered")
    } else {
        None
    }
}

/// Whether the whole run ended before the search did: the answer is not the one that its own limits give.
fn is_cut_short(session: &Session, verdict: &Verdict) -> bool {
    match verdict.stop() {
        Some(Stop::Cancelled) => true,
        Some(Stop::Time) => session.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline),
        _ => false,
    }
}

/// The puzzles, read as a judge writes them where one is named; then messages of a batch leave an empty line, as with --format moves.
///
/// # Errors
/// When the flags contradict each other.
fn asked(session: &mut Session, args: &Solve) -> Done<Puzzle> {
    let mut puzzle = args.puzzle.clone();
    let Some(judge) = args.judge else { return Ok(puzzle) };
    if session.format() != Format::Text || !matches!(puzzle.lists.input_format, InputFormat::Notation) {
        return Err(Early::usage(
            "--judge says how boards are read and answers written, in place of --input-format and --format",
        ));
    }
    session.common.format = Format::Moves;
    puzzle.lists.input_format = InputFormat::named(judge.format).expect("a judge's format is one of its family");
    puzzle.lists.goal = puzzle.lists.goal.or(judge.goal.map(str::to_owned));
    Ok(puzzle)
}

/// The spelling that --letters asks for. A record is there to be replayed, so that its moves have
/// one form.
///
/// # Errors
/// When records are asked for.
pub fn spelling(session: &Session, letters: Option<Letters>) -> Done<Spelling> {
    if letters.is_some() && session.format() == Format::Json {
        return Err(Early::usage(
            "--letters goes with --format text and moves: a record names each move in its notation",
        ));
    }
    Ok(match letters {
        None => Spelling::Own,
        Some(Letters::Tile) => Spelling::PieceLetters,
        Some(Letters::Blank) => Spelling::VacancyLetters,
    })
}

/// Refuses letters for a puzzle that has none.
///
/// # Errors
/// Why: a sentence.
pub fn unspelled(instance: &dyn Answers, spelling: Spelling) -> Result<(), String> {
    if spelling == Spelling::Own || instance.has_letters() {
        return Ok(());
    }
    Err("--letters: a move of this family is more than a direction; only tiles have letters".into())
}

/// An answer that was refuted before it was printed.
pub fn wrong(instance: &dyn Answers, refuted: &Refuted) -> Early {
    let why = format!("{}: {refuted}; this is a bug of saltus, please report it", Title(instance));
    Early::Fault(why, Code::BUG)
}

/// The verdict of an instance after it has passed the gate, where a play is shown and not the
/// answer itself.
///
/// # Panics
/// When it is refuted, which is a bug.
pub fn passed(instance: &dyn Answers, limits: &Limits<'_>) -> Verdict {
    let passed = gate::solve(instance, limits);
    passed.unwrap_or_else(|refuted| panic!("{}: {refuted}", Title(instance))).into_verdict()
}

/// Writes an answer, unless its play is so long that it is only replayed now, and fails.
///
/// # Errors
/// When writing fails, or the play is refuted; that has been said.
pub fn answer(session: &mut Session, instance: &dyn Answers, found: &Answer, wanted: &Wanted) -> Done<()> {
    let verdict = found.verdict();
    if let Some(plan) = verdict.plan()
        && (session.format() == Format::Moves || wanted.range.is_some() || wanted.judge.is_some())
        && let Err(refuted) = gate::replay_long(plan, &span(plan, wanted.range.as_ref()).1)
    {
        return Err(wrong(instance, &refuted));
    }
    if let Some(judge) = wanted.judge {
        return Ok(judged(session, instance, verdict, judge)?);
    }
    Ok(match session.format() {
        Format::Json | Format::Csv => json(session, instance, found, wanted.range.as_ref()),
        Format::Moves => {
            let play = verdict.plan().map(|plan| (plan as &dyn Plan, span(plan, wanted.range.as_ref())));
            write_moves(session, play.ok_or_else(|| headline(instance, verdict)), wanted.spelling)
        }
        Format::Text if session.is_batch() => {
            let headline = headline(instance, verdict);
            let time = in_time(session.timing());
            writeln!(session.out, "{headline}{time}")
        }
        Format::Text => person(session, instance, found, wanted),
    }?)
}

pub fn code(verdict: &Verdict) -> Code {
    match &verdict.outcome {
        Outcome::Solved { .. } if verdict.optimal() => Code::OK,
        Outcome::Solved { .. } => Code::OPEN,
        Outcome::Unsolvable { .. } => Code::UNSOLVABLE,
        Outcome::GaveUp { stop, .. } => Code::stopped(*stop),
    }
}

/// The moves wanted: those after the first number, up to and with the second.
fn span(plan: &dyn Plan, range: Option<&Range>) -> (UBig, UBig) {
    let all = plan.moves();
    match range {
        None => (UBig::ZERO, all),
        Some(Range { first, last }) => (first - UBig::ONE, last.clone().map_or(all.clone(), |last| last.min(all))),
    }
}

/// A puzzle for people: a line of notation that is too long to be read is cut short, and not even
/// written out.
pub struct Title<'a>(pub &'a dyn Answers);

impl fmt::Display for Title<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Lines up to this many characters are shown in full.
        const MOST: usize = 1000;
        /// So much is shown of the others.
        const SHOWN: usize = 60;
        struct Begin(String);
        impl fmt::Write for Begin {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.push_str(text);
                if self.0.len() > MOST { Err(fmt::Error) } else { Ok(()) }
            }
        }
        if let Some(title) = self.0.title() {
            return f.write_str(title);
        }
        let mut begin = Begin(String::new());
        match fmt::write(&mut begin, format_args!("{}", self.0)) {
            Ok(()) => f.write_str(&begin.0),
            Err(fmt::Error) => write!(f, "{}...", &begin.0[..SHOWN]),
        }
    }
}

/// "1 move", "2 moves".
pub fn counted(number: &UBig, one: &str, many: &str) -> String {
    format!("{number} {}", if number.is_one() { one } else { many })
}

/// "3 moves", and what they cost where some cost nothing.
pub fn made(plan: &dyn Plan) -> String {
    at_cost(counted(&plan.moves(), "move", "moves"), plan.paid())
}

/// A number of moves with what they cost, where some cost nothing.
pub fn at_cost(moves: String, paid: Option<UBig>) -> String {
    match paid {
        Some(paid) => format!("{moves} at cost {paid}"),
        None => moves,
    }
}

/// The time of an answer, at the end of its line.
pub fn in_time(spent: Option<Spent>) -> String {
    spent.map_or(String::new(), |spent| format!(" ({spent})"))
}

/// How good a play is that is best: of moves, what they cost, or pieces.
pub fn praise(plan: &dyn Plan) -> &'static str {
    if plan.paid().is_some() { "the lowest possible" } else { "the fewest possible" }
}

/// "1 pawn", "2 pawns": as the family calls its pieces.
pub fn pieces(instance: &dyn Answers, number: &UBig) -> String {
    let [one, several] = instance.pieces().unwrap_or(["piece", "pieces"]);
    counted(number, one, several)
}

/// What a play comes to, and how good it is; `end` stands after the number of moves where no pieces count.
pub fn reached(instance: &dyn Answers, plan: &dyn Plan, lower: &UBig, end: &str) -> String {
    let moves = made(plan);
    let (what, at_least) = match plan.left() {
        None if plan.paid().is_some() => (format!("{moves}{end}"), "is needed"),
        None => (format!("{moves}{end}"), "are needed"),
        Some(left) => (format!("{} left after {moves}", pieces(instance, &left)), "stay in every play"),
    };
    if plan.cost() == *lower {
        format!("{what}, {}", praise(plan))
    } else {
        format!("{what}, at least {lower} {at_least}")
    }
}

fn headline(instance: &dyn Answers, verdict: &Verdict) -> String {
    let title = Title(instance);
    match &verdict.outcome {
        Outcome::Solved { plan, lower } => format!("{title}: {}", reached(instance, &**plan, lower, "")),
        Outcome::Unsolvable { because } => format!("{title}: unsolvable: {because}"),
        Outcome::GaveUp { stop, lower } if lower.is_zero() => format!("{title}: no answer: {stop}"),
        Outcome::GaveUp { stop, lower } => {
            let what =
                instance.pieces().map_or("moves are needed".to_owned(), |[_, several]| format!("{several} stay"));
            format!("{title}: no answer: {stop}; at least {lower} {what}")
        }
    }
}

fn person(session: &mut Session, instance: &dyn Answers, found: &Answer, wanted: &Wanted) -> io::Result<()> {
    let verdict = found.verdict();
    // On a terminal the end is what can be read.
    let room = session.out.room();
    if room.is_none() {
        writeln!(session.out, "{}", headline(instance, verdict))?;
    }
    if let Some(plan) = verdict.plan() {
        let span = span(plan, wanted.range.as_ref());
        if wanted.range.is_some() {
            boards::film(session, plan, &span, wanted.spelling, None)?;
        } else if plan.moves() <= UBig::from(MOST_DRAWN) {
            boards::film(session, plan, &span, wanted.spelling, room)?;
        } else {
            writeln!(session.out, "  (--format moves writes them all, --range A..B shows some)")?;
        }
    }
    if room.is_some() {
        writeln!(session.out, "{}", headline(instance, verdict))?;
    }
    if let Some(known) = how_known(found) {
        writeln!(session.out, "{known}")?;
    }
    for note in &verdict.notes {
        writeln!(session.out, "{note}")?;
    }
    if let Some(stop) = verdict.limit {
        writeln!(session.out, "(a search for more stopped: {stop})")?;
    }
    if let Some(spent) = session.timing() {
        writeln!(session.out, "time: {spent}")?;
    }
    Ok(())
}

/// Refuses rules that a search is to leave out, where there are no such.
fn unruled(instance: &dyn Answers, without: &[String]) -> Result<(), String> {
    let rules = instance.pruning();
    let Some(unknown) = without.iter().find(|rule| !rules.contains(&rule.as_str())) else { return Ok(()) };
    let there_are = if rules.is_empty() { "none".to_owned() } else { rules.join(", ") };
    Err(format!("--without {unknown}: there is no such rule here; there are: {there_are}"))
}

/// Refuses a folder for layers, or rules to leave out, where no layers are searched.
fn unlayered(instance: &dyn Answers, solver: Option<&str>, limits: &Limits<'_>) -> Result<(), String> {
    if limits.disk.is_none() && limits.without.is_empty() {
        return Ok(());
    }
    let flag = if limits.disk.is_some() { "--disk" } else { "--without" };
    match (instance.by_layers(), solver.map(|solver| solver.split(':').next().unwrap_or_default())) {
        (None, solver) if limits.disk.is_some() && (solver.is_some() || cfg!(not(feature = "sweep"))) => {
            Err(format!("{flag}: {} keeps its positions in memory", solver.unwrap_or(instance.family())))
        }
        (Some(layers), Some(solver)) if solver != layers => Err(format!("{flag} goes with --solver {layers}")),
        _ => Ok(()),
    }
}

/// A picture as text.
pub fn drawn(picture: &Picture, colour: bool) -> String {
    match picture {
        Picture::Drawn(scene) => text::draw(scene, colour),
        Picture::Described(description) => description.clone(),
    }
}

/// How an answer is known, for people.
fn how_known(found: &Answer) -> Option<String> {
    let verdict = found.verdict();
    if matches!(verdict.outcome, Outcome::GaveUp { .. }) {
        return None;
    }
    let pieces = verdict.plan().is_some_and(|plan| plan.left().or(plan.paid()).is_some());
    let reason = verdict.evidence.reason(pieces);
    let open = unchecked(found.standing(), "--check").map_or(String::new(), |open| format!(" ({open})"));
    Some(format!("{}: {reason} [{}]{open}", found.standing().word(), verdict.solver))
}

/// The note after the word *proved* if the checker has not read the certificate in this run, with the flag that makes it.
pub fn unchecked(standing: &Standing, flag: &str) -> Option<String> {
    let is_open = standing.label() == Label::Proved && !standing.is_checked();
    is_open.then(|| format!("certificate not yet checked: {flag}"))
}

/// Writes moves of a play, after the first number, up to and with the second, or says why there is none. In a batch each answer has a line, this one
/// too.
pub fn write_moves(
    session: &mut Session,
    play: Result<(&dyn Plan, (UBig, UBig)), String>,
    spelling: Spelling,
) -> io::Result<()> {
    let is_batch = session.is_batch();
    match play {
        Ok((plan, (after, last))) => {
            let style = if is_batch { Style::WORDS } else { Style::LINES }.spelled(spelling);
            plan.write(&after, &last, style, &mut session.timed())?;
        }
        Err(why) => session.remark(why),
    }
    if is_batch { writeln!(session.out) } else { Ok(()) }
}

/// What a judge takes for an answer; an empty line where there is none.
fn judged(session: &mut Session, instance: &dyn Answers, verdict: &Verdict, judge: &lists::Judge) -> io::Result<()> {
    if let Some(plan) = verdict.plan() {
        return (judge.write)(plan, &mut session.out);
    }
    session.remark(headline(instance, verdict));
    let is_unsolvable = matches!(verdict.outcome, Outcome::Unsolvable { .. });
    writeln!(session.out, "{}", if is_unsolvable { judge.unsolvable } else { "" })
}

fn json(session: &mut Session, instance: &dyn Answers, found: &Answer, range: Option<&Range>) -> io::Result<()> {
    let moves = found.verdict().plan().zip(range).map(|(plan, range)| span(plan, Some(range)));
    let wanted = record::Wanted { moves, ..session.wanted() };
    record::write_answer(&mut session.out, instance, found, &wanted)
}
