//! Records of the questions that the library answers.

use std::io::{self, Write};

use dashu_int::UBig;

use super::fields::record;
use super::{Moves, Origin, Part, Proof, Puzzle, Seconds, Status, Text, Whole, write};
use crate::answers::{self, Answers};
use crate::clock::Spent;
use crate::fact::Fact;
use crate::limits::Stop;
use crate::verdict::{Note, Outcome, Verdict};

/// What a record of an answer may be asked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only the moves after the first number, up to and with the second; only of `solve`.
    pub moves: Option<(UBig, UBig)>,
    /// How long it took, to be recorded.
    pub spent: Option<Spent>,
    /// Where the puzzle comes from.
    pub origin: Origin,
}

/// How long it took, if that was measured, and how long all processors together, where that is known.
pub(super) fn times(spent: Option<Spent>) -> [Option<Seconds>; 2] {
    let Some(Spent { time, processor }) = spent else { return [None, None] };
    [Some(Seconds(time)), processor.map(Seconds)]
}

record! {
    /// An answer of `solve`.
    #[derive(Default)]
    pub struct Solve<'a> {
        /// The number of moves of the play.
        pub length: Option<Whole>,
        /// The pieces that the play leaves, where these count.
        pub value: Option<Whole>,
        /// What the moves cost, where some cost nothing.
        pub cost: Option<Whole>,
        /// Whether no play is better.
        pub optimal: Option<bool>,
        /// Why, in a sentence.
        pub because: Option<Text<'a>>,
        /// No play has less, of what the puzzle counts.
        pub lower: Option<Whole>,
        /// The number of the first move, where only a part of the play was asked for.
        pub first_move: Option<Whole>,
        /// The play.
        pub moves: Option<Moves<'a>>,
        /// Why there are no moves.
        pub moves_left_out: Option<&'static str>,
        /// The method.
        pub solver: &'a str,
        /// How the answer is known.
        pub proof: Option<Proof>,
        /// The limit that kept a better solver from answering.
        pub limit: Option<Text<'a>>,
        /// Positions expanded on the way.
        pub expanded: Whole,
        /// What the search has to tell.
        pub search: Option<&'a [Note]>,
        /// Seconds that it took to find the answer.
        pub seconds: Option<Seconds>,
        /// Processor time of all its threads, in seconds.
        pub cpu_seconds: Option<Seconds>,
        /// What a part of a long search has done.
        pub part: Option<&'a Part>,
    }
}

impl<'a> Solve<'a> {
    /// The fields of an answer, and what became of the question.
    pub fn of(verdict: &'a Verdict, proof: Proof, wanted: &Wanted) -> (Status, Self) {
        let [seconds, cpu_seconds] = times(wanted.spent);
        let told = Solve {
            solver: verdict.solver,
            proof: Some(proof),
            limit: verdict.limit.as_ref().map(|stop| Text(stop)),
            expanded: verdict.expanded.into(),
            search: Some(&*verdict.notes).filter(|notes| !notes.is_empty()),
            seconds,
            cpu_seconds,
            ..Solve::default()
        };
        match &verdict.outcome {
            Outcome::Solved { plan, lower } => {
                let (moves, moves_left_out) = Moves::of(&**plan, wanted.moves.as_ref());
                let solved = Solve {
                    length: Some(plan.moves().into()),
                    value: plan.left().map(Whole),
                    cost: plan.paid().map(Whole),
                    optimal: Some(verdict.optimal()),
                    lower: Some(lower.clone().into()),
                    first_move: wanted.moves.as_ref().map(|(after, _)| (after + UBig::ONE).into()),
                    moves,
                    moves_left_out,
                    ..told
                };
                (Status::Solved, solved)
            }
            Outcome::Unsolvable { because } => (Status::Unsolvable, Solve { because: Some(Text(because)), ..told }),
            Outcome::GaveUp { stop, lower } => {
                let (because, lower) = (Some(Text(stop)), Some(lower.clone().into()));
                (Status::GaveUp, Solve { because, lower, proof: None, ..told })
            }
        }
    }
}

record! {
    /// That a question has no answer.
    pub struct NoAnswer<'a> {
        /// Why, in a sentence.
        pub because: &'a str,
        /// Seconds that it took to find this out.
        pub seconds: Option<Seconds>,
        /// Processor time of all its threads, in seconds.
        pub cpu_seconds: Option<Seconds>,
    }
}

/// Writes the record of a question that has no answer, and why.
///
/// # Errors
/// When `out` fails.
pub fn write_no_answer(
    out: &mut dyn Write,
    (command, instance): (&str, &dyn Answers),
    (status, because): (Status, &str),
    wanted: &Wanted,
) -> io::Result<()> {
    let [seconds, cpu_seconds] = times(wanted.spent);
    let puzzle = Puzzle::new(&instance, &wanted.origin);
    write(out, command, &puzzle, status, &NoAnswer { because, seconds, cpu_seconds })
}

/// Why solutions are not counted: the limit, and what is known of their length.
///
/// ```
/// use saltus_core::{limits::Stop, record::uncounted, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
/// let why = uncounted(&*puzzle, Stop::Nodes, &6u8.into());
/// assert_eq!(why, "the node limit is reached; a solution has at least 6 moves");
/// ```
pub fn uncounted(instance: &dyn Answers, stop: Stop, lower: &UBig) -> String {
    let (least, what) = instance.pieces().map_or(("has", "moves"), |[_, several]| ("leaves", several));
    format!("{stop}; a solution {least} at least {lower} {what}")
}

record! {
    /// A number of solutions.
    pub struct Count {
        /// The number of moves of each.
        pub length: Whole,
        /// The pieces that each leaves, where these count.
        pub value: Option<Whole>,
        /// What the moves of each cost, where some cost nothing.
        pub cost: Option<Whole>,
        /// Shortest plays.
        pub solutions: Whole,
        /// The method.
        pub solver: &'static str,
        /// Seconds that it took to count them.
        pub seconds: Option<Seconds>,
        /// Processor time of all its threads, in seconds.
        pub cpu_seconds: Option<Seconds>,
    }
}

/// Writes the record of `count`.
///
/// ```
/// use saltus_core::{limits::Limits, record::{Wanted, write_count}, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
/// let (count, mut out) = (puzzle.count(&Limits::default()), Vec::new());
/// write_count(&mut out, &*puzzle, &count, &Wanted::default()).unwrap();
/// let head = r#"{"command":"count","puzzle":"shift 2 2","status":"solved","length":8,"solutions":2,"#;
/// assert!(String::from_utf8(out).unwrap().starts_with(head));
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_count(
    out: &mut dyn Write,
    instance: &dyn Answers,
    count: &answers::Count,
    wanted: &Wanted,
) -> io::Result<()> {
    let about = ("count", instance);
    match count {
        answers::Count::Unsolvable { because } => write_no_answer(out, about, (Status::Unsolvable, because), wanted),
        answers::Count::GaveUp { stop, lower } => {
            write_no_answer(out, about, (Status::GaveUp, &uncounted(instance, *stop, lower)), wanted)
        }
        answers::Count::Solutions { length, left, paid, solutions, by } => {
            let [seconds, cpu_seconds] = times(wanted.spent);
            let count = Count {
                length: length.clone().into(),
                value: left.clone().map(Whole),
                cost: paid.clone().map(Whole),
                solutions: solutions.clone().into(),
                solver: by,
                seconds,
                cpu_seconds,
            };
            write(out, "count", &Puzzle::new(&instance, &wanted.origin), Status::Solved, &count)
        }
    }
}

record! {
    /// A survey of all positions, or of the members of a set.
    pub struct Survey<'a> {
        /// What is counted by: the distance from the start, the value, the length of the plays.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["distance", "value", "length"])))]
        pub by: &'static str,
        /// What is counted.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["positions", "members"])))]
        pub of: &'static str,
        /// How many there are of each number, from 0 on.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Whole>"))]
        pub distribution: &'a [UBig],
        /// What else is known.
        pub facts: &'a [Fact],
        /// The limit that left members of a set open.
        pub limit: Option<Text<'a>>,
        /// Seconds that it took.
        pub seconds: Option<Seconds>,
        /// Processor time of all its threads, in seconds.
        pub cpu_seconds: Option<Seconds>,
    }
}

/// Writes the record of `survey`.
///
/// ```
/// use saltus_core::{limits::Limits, record::{Wanted, write_survey}, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
/// let (survey, mut out) = (puzzle.survey(&Limits::default()).unwrap(), Vec::new());
/// write_survey(&mut out, &*puzzle, &survey, &Wanted::default()).unwrap();
/// assert!(String::from_utf8(out).unwrap().contains(r#""by":"distance","of":"positions","distribution":[1,2,2,1],"#));
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_survey(
    out: &mut dyn Write,
    instance: &dyn Answers,
    survey: &answers::Survey,
    wanted: &Wanted,
) -> io::Result<()> {
    let (by, of) = survey.by.headings();
    let [seconds, cpu_seconds] = times(wanted.spent);
    let limit = survey.limit.as_ref().map(|stop| Text(stop));
    let (distribution, facts) = (&*survey.distribution, &*survey.facts);
    let told = Survey { by, of, distribution, facts, limit, seconds, cpu_seconds };
    write(out, "survey", &Puzzle::new(&instance, &wanted.origin), Status::Answered, &told)
}
