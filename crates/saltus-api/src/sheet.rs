//! A lesson as a worksheet: its boards on pages of A4, and the answers on pages of their own.

use dashu_int::UBig;
use saltus::answers::{Answers, Choice};
use saltus::draw::sheet::{self, Answer, Blank, Code, Sheet, Task};
use saltus::draw::{Picture, Size, board as drawing};
use saltus::gate::{self, Standing};
use saltus::lesson::{self, Ask, Chapter};
use saltus::limits::Limits;
use saltus::plan::{Plan, Style};
use saltus::registry::Registry;
use saltus::verdict::Outcome;
use serde::{Deserialize, Serialize};

use crate::bounds::{Bounds, found};
use crate::hint::text;
use crate::play::{begin, followed};
use crate::puzzle::board;
use crate::qr;
use crate::ranking::Ranking;
use crate::reply::{Fault, Kind, Reply, held};

/// Moves of longer plays are not written out.
const MOST_MOVES: u32 = 300;
/// There are at most so many boxes for a play; a longer one is written on lines.
const MOST_BOXES: usize = 40;
/// Lines for a play.
const LINES: usize = 3;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// The text of a lesson.
    lesson: String,
    #[serde(default)]
    /// Where the lesson opens: it is on the pages as a QR code.
    link: Option<String>,
}

/// A lesson as pages to be printed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Pages {
    /// Each page as SVG; those with the answers come last.
    pages: Vec<String>,
    /// How many of them have the answers.
    answers: usize,
}

pub(crate) fn sheet(families: &Registry, Asked { lesson, link }: &Asked, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let (tasks, answers) = pages(families, lesson, link.as_deref(), limits)?;
    let pages = tasks.iter().chain(&answers).map(Picture::svg).collect();
    Ok(Reply::json(&Pages { pages, answers: answers.len() }))
}

/// A lesson as pages to be printed, in A4: those with the boards, then those with the answers. `link` opens the lesson: it is on the first page as a QR code.
///
/// ```
/// use saltus_api::{limits::Limits, print};
///
/// let text = "saltus lesson 1\ntitle: One and one\nchapter: 1\npuzzle: shift 1 1\nask: shortest";
/// let pages = print(&saltus_api::registry(), text, None, &Limits::default()).unwrap();
/// assert_eq!(pages.len(), 2);
/// ```
///
/// # Errors
/// What is wrong in one sentence, with the line of the lesson, and of what kind that is.
pub fn print(
    families: &Registry,
    lesson: &str,
    link: Option<&str>,
    limits: &Limits<'_>,
) -> Result<Vec<Picture>, (Kind, String)> {
    let (mut pages, answers) = pages(families, lesson, link, limits).map_err(Fault::told)?;
    pages.extend(answers);
    Ok(pages)
}

fn pages(
    families: &Registry,
    text: &str,
    link: Option<&str>,
    limits: &Limits<'_>,
) -> Result<(Vec<Picture>, Vec<Picture>), Fault> {
    let lesson = lesson::read(text).map_err(|mistake| Fault::bad(mistake.to_string()))?;
    let code = link.map(|link| qr::encoded(link).map(|code| module(&code))).transpose()?;
    let (mut tasks, mut answers) = (Vec::new(), Vec::new());
    for (number, chapter) in (1..).zip(&lesson.chapters) {
        let (task, answer) =
            task(families, number, chapter, limits).map_err(|fault| fault.at(format_args!("line {}", chapter.line)))?;
        tasks.push(task);
        answers.extend(answer);
    }
    // What is said of each board is said once.
    let words = match tasks.split_first() {
        Some((first, others)) if !others.is_empty() && others.iter().all(|task| task.words == first.words) => {
            let words = first.words.clone();
            tasks.iter_mut().for_each(|task| task.words.clear());
            words
        }
        _ => Vec::new(),
    };
    let title = if lesson.title.is_empty() { "A lesson".to_owned() } else { lesson.title };
    let foot = link.unwrap_or("saltus").to_owned();
    let answers = sheet::answers(&title, &answers, &foot);
    Ok((sheet::draw(&Sheet { title, words, tasks, code, foot })?, answers))
}

/// The modules of a QR code.
fn module(code: &qr::QrCode) -> Code {
    let places = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    Code { side: code.size() as usize, dark: places.map(|(x, y)| code.get_module(x, y)).collect() }
}

/// What is asked about a position, and the answer, if something is.
fn task(
    families: &Registry,
    number: usize,
    Chapter { title, puzzle, moves, texts, ask, .. }: &Chapter,
    limits: &Limits<'_>,
) -> Result<(Task, Option<Answer>), Fault> {
    let start = board(families, puzzle)?;
    let line = followed(&*start, moves, |_| true)?.line;
    let instance = board(families, &line)?;
    let play = begin(&*instance)?;
    let number = number.to_string();
    let is_named = !title.is_empty() && *title != number;
    let title = if is_named { format!("{number}  {title}") } else { number.clone() };
    let answer = gate::solve(&*instance, limits)?;
    let verdict = answer.verdict();
    let bounds = Bounds::of(&verdict.outcome);
    let left = bounds.settled();
    let mut words = Vec::new();
    for text in texts {
        words.push(said(families, text, &line, left, limits)?);
    }
    let mut blank = Blank::Nothing;
    let mut right = None;
    if let Some(ask) = ask {
        words.push(question(*ask).to_owned());
        let longest = play.choices.iter().map(|choice| choice.text.chars().count()).max().unwrap_or(1);
        let moves = match &verdict.outcome {
            Outcome::Solved { plan, .. } => self::moves(&**plan)?,
            _ => None,
        };
        blank = match ask {
            Ask::Move => Blank::Boxes(1, longest),
            Ask::Shortest => match moves.as_ref().map_or(0, Vec::len) {
                count @ 1..=MOST_BOXES => Blank::Boxes(count, longest),
                _ => Blank::Lines(LINES),
            },
            Ask::Win => Blank::Lines(LINES),
            Ask::Number => Blank::Lines(1),
            Ask::YesOrNo => Blank::YesOrNo,
        };
        let told = match (ask, &verdict.outcome) {
            (Ask::YesOrNo, Outcome::Solved { .. }) => Some("yes".to_owned()),
            (Ask::YesOrNo, Outcome::Unsolvable { because }) => Some(format!("no: {because}")),
            (Ask::Number, _) => left.map(UBig::to_string),
            (Ask::Move, Outcome::Solved { .. }) => {
                right_moves(families, &*instance, &play.choices, bounds.clone(), limits)?
            }
            (Ask::Win, _) => moves.map(|moves| moves.join(" ")),
            (Ask::Shortest, _) if left.is_some() => moves.map(|moves| moves.join(" ")),
            _ => None,
        };
        right = Some(told.unwrap_or_else(|| "not settled".to_owned()));
    }
    let known = known(left, answer.standing());
    let board = drawing::draw(&line, &play.film.outline, &play.film.start, Size::default())?;
    Ok((Task { title, board, words, blank }, right.map(|right| [number, right, known])))
}

const fn question(ask: Ask) -> &'static str {
    match ask {
        Ask::Move => "Which move is right?",
        Ask::Win => "Find a play that wins.",
        Ask::Shortest => "Find the shortest play.",
        Ask::Number => "How many moves are left?",
        Ask::YesOrNo => "Can it be won?",
    }
}

/// How an answer is known.
fn known(left: Option<&UBig>, standing: &Standing) -> String {
    let length = left.map_or_else(String::new, |left| format!("{left} is the fewest, "));
    format!("{length}{} ({})", standing.word(), standing.kind())
}

/// The moves of a play; none where they are too many.
fn moves(plan: &dyn Plan) -> Result<Option<Vec<String>>, Fault> {
    let count = plan.moves();
    if count > UBig::from(MOST_MOVES) {
        return Ok(None);
    }
    let text = text(held(|out| plan.write(&UBig::ZERO, &count, Style::LINES, out))?)?;
    Ok(Some(text.lines().map(str::to_owned).collect()))
}

/// The moves after which the position can still be won; if all are such, those that lose no time. None where that is not known.
fn right_moves(
    families: &Registry,
    instance: &dyn Answers,
    choices: &[Choice],
    here: Bounds,
    limits: &Limits<'_>,
) -> Result<Option<String>, Fault> {
    let ranking = Ranking::new(families, instance, choices, here, limits)?;
    if !ranking.is_complete() || ranking.after.iter().any(|after| !after.is_lost() && after.settled().is_none()) {
        return Ok(None);
    }
    let is_lost: Vec<bool> = ranking.after.iter().map(Bounds::is_lost).collect();
    let is_right = if is_lost.contains(&true) { is_lost.iter().map(|lost| !lost).collect() } else { ranking.best() };
    let right = choices.iter().zip(is_right).filter(|(_, is_right)| *is_right);
    Ok(Some(right.map(|(choice, _)| &*choice.text).collect::<Vec<_>>().join(", ")))
}

/// A paragraph as it is printed: numbers in braces are filled in, and what is strong or a link is its words.
fn said(
    families: &Registry,
    text: &str,
    line: &str,
    left: Option<&UBig>,
    limits: &Limits<'_>,
) -> Result<String, Fault> {
    let (mut made, mut rest) = (String::new(), text);
    while let Some((before, (of, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        made += before;
        rest = after;
        let mut words = of.split_ascii_whitespace();
        if words.next() != Some("left") {
            return Err(Fault::bad(format!(
                "{{{of}}} asks nothing; there is {{left}}, and {{left 4 4}} of another board"
            )));
        }
        let others: Vec<&str> = words.collect();
        let number = if others.is_empty() {
            left.cloned()
        } else {
            let family = line.split(' ').next().unwrap_or_default();
            let other = board(families, &format!("{family} {}", others.join(" ")))?;
            found(families, &*other, limits)?.0.settled().cloned()
        };
        made += &number.map_or_else(|| "?".to_owned(), |number| number.to_string());
    }
    made += rest;
    // [words](https://..) are their words.
    while let Some((from, middle, to)) = link(&made) {
        made.replace_range(middle..to, "");
        made.remove(from);
    }
    Ok(made.replace("**", ""))
}

/// Where a link begins, where its words end, and where it ends.
fn link(text: &str) -> Option<(usize, usize, usize)> {
    let middle = text.find("](https://")?;
    let from = text[..middle].rfind('[')?;
    let to = middle + text[middle..].find(')')? + 1;
    Some((from, middle, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, line: &str) -> Result<String, Fault> {
        said(&saltus::registry(), text, line, Some(&15u8.into()), &Limits::default())
    }

    #[test]
    fn paragraphs_are_printed_without_their_marks() {
        let line = "shift 3 3";
        assert_eq!(
            shown("From here {left} moves; **four** and four take {left 4 4}.", line).unwrap(),
            "From here 15 moves; four and four take 24."
        );
        assert_eq!(
            shown("See [the page](https://a.b/c) and [this](https://d.e).", line).unwrap(),
            "See the page and this."
        );
        assert!(shown("{right}", line).is_err());
        assert!(shown("{left x}", line).is_err());
        assert_eq!(shown("A { that is not closed", line).unwrap(), "A { that is not closed");
    }

    #[test]
    fn each_question_has_its_answer() {
        let families = saltus::registry();
        let answer = |puzzle: &str, moves: &[&str], ask| {
            let moves = moves.iter().map(|text| (*text).to_owned()).collect();
            let chapter = Chapter { puzzle: puzzle.into(), moves, ask: Some(ask), ..Chapter::default() };
            let (task, answer) = task(&families, 1, &chapter, &Limits::default()).unwrap();
            let [_, right, known] = answer.unwrap();
            (right, known, task.blank)
        };
        let (right, known, blank) = answer("shift 3 3", &["3-4", "5-3"], Ask::Move);
        assert_eq!((&*right, blank), ("6-5", Blank::Boxes(1, 3)));
        assert!(known.starts_with("13 is the fewest, proved ("), "{known}");
        assert_eq!(answer("shift 1 1", &[], Ask::Shortest).0, "1-2 3-1 2-3");
        assert_eq!(answer("shift 1 1", &[], Ask::Win).2, Blank::Lines(LINES));
        assert_eq!(answer("shift 3 3", &[], Ask::Number).0, "15");
        assert_eq!(answer("shift 3 3", &[], Ask::YesOrNo).0, "yes");
        assert!(answer("shift 3 3", &["3-4", "2-3"], Ask::YesOrNo).0.starts_with("no: "));
        assert_eq!(answer("shift 3 3", &["3-4", "2-3"], Ask::Move).0, "not settled");
    }
}
