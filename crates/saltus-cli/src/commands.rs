//! The commands that take only a few lines each.

use std::io::{self, Write};
use std::path::Path;

use crate::families;
use clap::ValueEnum;
use dashu_int::UBig;
use saltus::answers::{Answers, Count, Exported, Listing, Solutions, Solvability, Within};
use saltus::draw::{CannotDraw, Size, dot, layered};
use saltus::fact::Fact;
use saltus::family::Setting;
use saltus::gate::{self, Refuted, Standing};
use saltus::graph::{self, Failure};
use saltus::limits::{Limits, Stop};
use saltus::notation::BadInput;
use saltus::plan::{Plan, Spelling, Style};
use saltus::search::named::LIST;
use saltus::verdict::Outcome;

use crate::args::{Export, Format, Graph, GraphForm, List, Puzzle, Puzzles, Show, Solvable};
use crate::exit::{Code, Done, Early};
use crate::solve::{
    Title, at_cost, counted, drawn, in_time, made, passed, pieces, spelling, unchecked, unspelled, write_moves, wrong,
};
use crate::{Session, batch, certify, files, help, signals};
use saltus::record::{self, Moves, Status, uncounted, write_count, write_no_answer};

/// Reports that there is no solution, or that a limit was reached: what that is called, and the code.
pub fn no_answer(session: &mut Session, instance: &dyn Answers, (status, code): (Status, Code), because: &str) -> Done {
    session.clear_progress();
    let spent = session.timing();
    match session.format() {
        Format::Json | Format::Csv => {
            let (command, wanted) = (session.command, session.wanted());
            write_no_answer(&mut session.out, (command, instance), (status, because), &wanted)?;
        }
        Format::Text => writeln!(session.out, "{}: {}: {because}{}", Title(instance), status.word(), in_time(spent))?,
        Format::Moves => {
            let told = format!("{}: {}: {because}", Title(instance), status.word());
            write_moves(session, Err(told), Spelling::Own)?;
        }
    }
    Ok(code)
}

/// Reports that there is no solution, and why.
pub fn unsolvable(session: &mut Session, instance: &dyn Answers, because: &str) -> Done {
    no_answer(session, instance, (Status::Unsolvable, Code::UNSOLVABLE), because)
}

/// Reports which limit was reached.
pub fn stopped(session: &mut Session, instance: &dyn Answers, stop: Stop) -> Done {
    no_answer(session, instance, (Status::GaveUp, Code::stopped(stop)), &stop.to_string())
}

pub fn count(session: &mut Session, puzzle: &Puzzle) -> Done {
    let find = |instance: &dyn Answers, limits: &Limits<'_>| instance.count(limits);
    batch::each(session, puzzle, find, |session, instance, count| match count {
        Count::Unsolvable { because } => unsolvable(session, instance, &because),
        Count::GaveUp { stop, lower } => {
            let why = uncounted(instance, stop, &lower);
            no_answer(session, instance, (Status::GaveUp, Code::stopped(stop)), &why)
        }
        found @ Count::Solutions { .. } if session.format() == Format::Json => {
            let wanted = session.wanted();
            write_count(&mut session.out, instance, &found, &wanted)?;
            Ok(Code::OK)
        }
        Count::Solutions { length, left, paid, solutions, by } => {
            let time = in_time(session.timing());
            match session.format() {
                Format::Text => {
                    let title = Title(instance);
                    let moves = at_cost(counted(&length, "move", "moves"), paid);
                    match left {
                        None => {
                            let many = if solutions.is_one() { "solution" } else { "solutions" };
                            writeln!(session.out, "{title}: {solutions} shortest {many} of {moves} [{by}]{time}")?;
                        }
                        Some(left) => {
                            let (plays, pieces) = (counted(&solutions, "play", "plays"), pieces(instance, &left));
                            writeln!(session.out, "{title}: {plays} of {moves} to {pieces}, the fewest [{by}]{time}")?;
                        }
                    }
                }
                _ => writeln!(session.out, "{solutions}")?,
            }
            Ok(Code::OK)
        }
    })
}

pub fn list(session: &mut Session, args: &List) -> Done {
    if args.from.is_zero() {
        return Err(Early::usage("--from: solutions count from 1"));
    }
    let spelling = spelling(session, args.letters)?;
    batch::in_turn(session, &args.puzzle, &mut |session, instance| {
        unspelled(instance, spelling).map_err(|why| Early::unfit(instance, why))?;
        match instance.list(&session.limits()) {
            Listing::Unsolvable(because) => unsolvable(session, instance, &because),
            Listing::GaveUp(stop) => stopped(session, instance, stop),
            Listing::Solutions(solutions) => write_solutions(session, instance, args, spelling, &*solutions),
        }
    })
}

fn write_solutions(
    session: &mut Session,
    instance: &dyn Answers,
    args: &List,
    spelling: Spelling,
    solutions: &dyn Solutions,
) -> Done {
    session.clear_progress();
    let first = &args.from - UBig::ONE;
    let end = args.take.as_ref().map(|take| &first + take);
    let mut k = first.clone();
    if end.as_ref().is_none_or(|end| k < *end) {
        let mut refuted = None;
        solutions.visit(&first, &mut |plan| {
            k += UBig::ONE;
            if let Err(fault) = plan.replay(&plan.moves()) {
                refuted = Some(Refuted(format!("play {k}: {fault}")));
                return Ok(false);
            }
            write_solution(session, instance, &k, plan, spelling)?;
            Ok(!signals::asked_to_stop() && end.as_ref().is_none_or(|end| k < *end))
        })?;
        if let Some(refuted) = refuted {
            return Err(wrong(instance, &refuted));
        }
        if k == first {
            let why = format!("--from {}: there are only {} solutions", args.from, solutions.count());
            return Err(Early::unfit(instance, why));
        }
    }
    Ok(Code::OK)
}

fn write_solution(
    session: &mut Session,
    instance: &dyn Answers,
    k: &UBig,
    plan: &dyn Plan,
    spelling: Spelling,
) -> io::Result<()> {
    let (format, command, origin) = (session.format(), session.command, session.origin.clone());
    let out = &mut session.timed();
    if format == Format::Json {
        let (moves, moves_left_out) = Moves::of(plan, None);
        let play = record::List { number: k.clone().into(), moves, moves_left_out };
        return record::write(out, command, &record::Puzzle::new(&instance, &origin), Status::Solved, &play);
    }
    if format == Format::Text {
        write!(out, "{k}.  ")?;
    }
    plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS.spelled(spelling), out)?;
    writeln!(out)
}

pub fn solvable(session: &mut Session, args: &Solvable) -> Done {
    let puzzle = &args.puzzle;
    if session.common.timing && args.cert.as_deref().is_some_and(|file| file.as_os_str() == "-") {
        return Err(Early::usage("--cert - writes the certificate in place of the answer, of which --timing speaks"));
    }
    if let Some(most) = &args.at_most {
        return within(session, args, most);
    }
    let find = |instance: &dyn Answers, limits: &Limits<'_>| instance.solvability(limits);
    batch::each(session, puzzle, find, |session, instance, solvability| {
        let (status, because, code) = match solvability {
            Solvability::GaveUp(stop) => return stopped(session, instance, stop),
            Solvability::Yes(because) => (Status::Solvable, because, Code::OK),
            Solvability::No(because) => (Status::Unsolvable, because, Code::UNSOLVABLE),
        };
        let spent = session.timing();
        if session.format() == Format::Json {
            session.answer(instance, status, &record::Solvable::new(&because, spent))?;
        } else {
            writeln!(session.out, "{}: {}: {because}{}", Title(instance), status.word(), in_time(spent))?;
        }
        Ok(code)
    })
}

/// Whether it can be solved in at most `most` moves.
fn within(session: &mut Session, args: &Solvable, most: &UBig) -> Done {
    let asked = most.clone();
    let find = move |instance: &dyn Answers, limits: &Limits<'_>| gate::within(instance, &asked, limits);
    batch::each(session, &args.puzzle, find, |session, instance, found| {
        let (found, standing) = found.map_err(|refuted| wrong(instance, &refuted))?;
        let code = match &found {
            Within::GaveUp { stop, .. } => Code::stopped(*stop),
            Within::No { .. } => Code::UNSOLVABLE,
            Within::Yes { .. } => Code::OK,
        };
        let file = args.cert.as_deref();
        // On standard output the certificate takes the place of the answer.
        if file.is_none_or(|file| file.as_os_str() != "-") {
            write_within(session, instance, (&found, standing.as_ref()), most, code)?;
        }
        let Some(file) = file else { return Ok(code) };
        let defined = instance.defined().unwrap_or(instance);
        let certificate = defined.certificate_within(&found, most, &session.limits());
        Ok(code.max(certify::place(session, certificate, file)?))
    })
}

fn write_within(
    session: &mut Session,
    instance: &dyn Answers,
    (found, standing): (&Within, Option<&Standing>),
    most: &UBig,
    code: Code,
) -> Done {
    let (status, word, because, plan) = match found {
        Within::GaveUp { stop, lower } => {
            let least = match instance.pieces() {
                None => format!("every play has at least {}", counted(lower, "move", "moves")),
                Some([_, several]) => format!("at least {lower} {several} stay in every play"),
            };
            return no_answer(session, instance, (Status::GaveUp, code), &format!("{stop}; {least}"));
        }
        Within::No { because, .. } => (Status::Unsolvable, "no", because.clone(), None),
        Within::Yes { plan } => {
            let left = plan.left().map_or(String::new(), |left| format!(" that leaves {left}"));
            (Status::Solved, "yes", format!("there is a play of {}{left}", made(&**plan)), Some(plan))
        }
    };
    let label = standing.filter(|_| plan.is_none()).map_or(String::new(), |known| {
        let open = unchecked(known, "--cert FILE").map_or(String::new(), |open| format!(", {open}"));
        format!(" ({}{open})", known.word())
    });
    let spent = session.timing();
    let told = format!("{}: {word}{label}: {because}{}", Title(instance), in_time(spent));
    match session.format() {
        Format::Text => writeln!(session.out, "{told}")?,
        Format::Moves => {
            let play = plan.map(|plan| (&**plan as &dyn Plan, (UBig::ZERO, plan.moves())));
            write_moves(session, play.ok_or(told), Spelling::Own)?;
        }
        Format::Json | Format::Csv => {
            let (moves, moves_left_out) = plan.map_or((None, None), |plan| Moves::of(&**plan, None));
            let told = record::Solvable {
                at_most: Some(most.clone().into()),
                length: plan.map(|plan| plan.moves().into()),
                moves,
                moves_left_out,
                proof: standing.map(Into::into),
                ..record::Solvable::new(&because, spent)
            };
            session.answer(instance, status, &told)?;
        }
    }
    Ok(code)
}

pub fn show(session: &mut Session, args: &Show) -> Done {
    let is_played = args.at.is_some();
    let find = move |instance: &dyn Answers, limits: &Limits<'_>| is_played.then(|| passed(instance, limits));
    batch::each(session, &args.puzzle, find, |session, instance, verdict| {
        let picture = match args.at.as_ref().zip(verdict) {
            None => instance.picture(),
            Some((at, verdict)) => match verdict.outcome {
                Outcome::Solved { plan, .. } if *at <= plan.moves() => plan.picture(at),
                Outcome::Solved { plan, .. } => {
                    let why = format!("--at {at}: the play has only {} moves", plan.moves());
                    return Err(Early::unfit(instance, why));
                }
                Outcome::Unsolvable { because } => return unsolvable(session, instance, &because),
                Outcome::GaveUp { stop, .. } => return stopped(session, instance, stop),
            },
        };
        if session.format() == Format::Json {
            let after_move = args.at.clone().map(Into::into);
            let board = &drawn(&picture, false);
            session.answer(instance, Status::Answered, &record::Show { after_move, board })?;
        } else {
            let board = drawn(&picture, session.colour);
            writeln!(session.out, "{board}")?;
        }
        Ok(Code::OK)
    })
}

/// Facts in two columns.
pub fn write_facts(out: &mut dyn Write, facts: &[Fact]) -> io::Result<()> {
    let subjects: Vec<String> = facts.iter().map(Fact::subject).collect();
    let wide = subjects.iter().map(String::len).max().unwrap_or(0);
    subjects.iter().zip(facts).try_for_each(|(subject, fact)| writeln!(out, "  {subject:<wide$}  {fact}"))
}

pub fn graph(session: &mut Session, args: &Graph) -> Done {
    if args.form != GraphForm::Dot && args.puzzle.batch.is_some() {
        return Err(Early::usage(
            "a picture shows one puzzle: those of a batch would follow each other in one file; --as dot has several",
        ));
    }
    batch::in_turn(session, &args.puzzle, &mut |session, instance| {
        let graph = match instance.graph(&session.limits()) {
            Ok(graph) => graph,
            Err(Failure::Stop(stop)) => return no_graph(session, instance, stop, &stop.to_string()),
            Err(Failure::TooMany) => {
                let why = format!("more than {} positions can be reached, too many to draw", graph::MOST_STATES);
                return no_graph(session, instance, Stop::Nodes, &why);
            }
        };
        session.clear_progress();
        match args.form {
            GraphForm::Dot => dot::write(&graph, &mut session.out)?,
            GraphForm::Svg | GraphForm::Pdf => match pictured(&graph, args.form) {
                Ok(picture) => session.out.write_all(&picture)?,
                Err(why) => return no_graph(session, instance, Stop::Nodes, &why.to_string()),
            },
        }
        Ok(Code::OK)
    })
}

/// The graph as a picture.
fn pictured(graph: &graph::Graph, form: GraphForm) -> Result<Vec<u8>, CannotDraw> {
    let picture = layered::draw(graph, Size::default())?;
    if form == GraphForm::Pdf { picture.pdf() } else { Ok(picture.svg().into_bytes()) }
}

fn no_graph(session: &mut Session, instance: &dyn Answers, stop: Stop, why: &str) -> Done {
    no_picture(session, instance, format!("{instance}: {why}"), (Status::GaveUp, why, Code::stopped(stop)))
}

/// Reports why there is no picture, in a record or as told: the output is the picture alone, so that messages go to standard error.
pub fn no_picture(
    session: &mut Session,
    instance: &dyn Answers,
    told: String,
    (status, because, code): (Status, &str, Code),
) -> Done {
    if session.format() == Format::Json {
        return no_answer(session, instance, (status, code), because);
    }
    Ok(session.failed(code, told))
}

pub fn export(session: &mut Session, args: &Export) -> Done {
    let name = args.form.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
    let instance = &*batch::instance_of(session, &args.words)?;
    let files = families::all().exported(instance, &name, &session.limits()).unwrap_or_else(|| {
        let why = format!("{} puzzles are not exported as {name}, only definitions", instance.family());
        Err(BadInput::line(why).into())
    });
    let files = files.map_err(|why| Early::unread(instance, &instance, why))?;
    let mut worst = Code::OK;
    for Exported { name, text } in files {
        let Some(prefix) = &args.prefix else {
            session.out.write_all(text.as_bytes())?;
            continue;
        };
        let mut file = prefix.clone().into_os_string();
        file.push(format!("-{name}"));
        worst = worst.max(files::place(session, Path::new(&file), |out| out.write_all(text.as_bytes()))?);
    }
    Ok(worst)
}

pub fn puzzles(session: &mut Session, args: &Puzzles) -> Done {
    let family = match &args.words[..] {
        [] => None,
        [name] if families::all().family(name).is_some() => Some(name),
        words => {
            let puzzle = batch::instance_of(session, words)?;
            return rules_of(session, &*puzzle);
        }
    };
    if session.common.seed.is_some() {
        return Err(Early::usage("--seed goes with a PUZZLE"));
    }
    for entry in families::all().families().iter().filter(|entry| family.is_none_or(|family| family == entry.name)) {
        if session.format() == Format::Json {
            let settings = entry.settings.iter().flat_map(|&(solver, all)| all.iter().map(move |one| (solver, one)));
            let told = record::Family {
                family: entry.name,
                notation: entry.notation,
                rules: entry.rules,
                solvers: &entry.solvers,
                bounds: entry.bounds.iter().map(|&(name, what)| record::Bound { name, what }).collect(),
                settings: settings.map(|(solver, one)| record::SetOf { solver, setting: one.to_string() }).collect(),
                named: entry.named.iter().map(|&(name, _)| record::Named { name, title: titled(name) }).collect(),
            };
            session.record(Status::Answered, &told)?;
        } else {
            let out = &mut session.out;
            writeln!(out, "{}", entry.notation)?;
            if family.is_some() {
                writeln!(out, "\n{}\n\nsolvers, best first: {}", entry.rules, entry.solvers.join(", "))?;
                if !LIST.is_empty() {
                    let names = LIST.iter().map(|search| search.name).collect::<Vec<_>>().join(", ");
                    writeln!(out, "generic searches, by --solver NAME:BOUND (see explain --search): {names}")?;
                }
                for (bound, says) in &entry.bounds {
                    writeln!(out, "bound {bound}: {says}")?;
                }
                for (solver, settings) in entry.settings {
                    writeln!(out, "settings, as in --solver {solver}:SETTING=VALUE,..: {}", listed(settings))?;
                }
            }
            if !entry.named.is_empty() {
                writeln!(out, "\nThese come with the program; `saltus puzzles NAME` prints their rules.")?;
            }
            for (name, _) in entry.named {
                writeln!(out, "{name:<24}{}", titled(name))?;
            }
        }
    }
    Ok(Code::OK)
}

/// What the puzzle of a name is called.
fn titled(name: &str) -> String {
    families::parse(name).ok().and_then(|puzzle| puzzle.title().map(str::to_owned)).unwrap_or_default()
}

/// The rules of a puzzle, with its picture.
fn rules_of(session: &mut Session, puzzle: &dyn Answers) -> Done {
    let family = families::all().family(puzzle.family()).map_or("", |entry| entry.rules);
    let rules = puzzle.rules().unwrap_or_else(|| format!("{family}\n"));
    if session.format() == Format::Json {
        session.answer(puzzle, Status::Answered, &record::Rules { rules: &rules })?;
    } else {
        let board = drawn(&puzzle.picture(), session.colour);
        write!(session.out, "{}\n\n{board}\n\n{rules}", Title(puzzle))?;
    }
    Ok(Code::OK)
}

pub fn man(session: &mut Session, command: Option<&str>) -> Done {
    let Some(page) = help::man(command.unwrap_or_default()) else {
        let meant = help::meant(command.unwrap_or_default());
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
        return Err(Early::usage(format!("there is no such command{meant}; saltus --help lists them")));
    };
    session.out.write_all(&page?)?;
    Ok(Code::OK)
}

pub fn listed(settings: &[Setting]) -> String {
    settings.iter().map(Setting::to_string).collect::<Vec<_>>().join(", ")
}
