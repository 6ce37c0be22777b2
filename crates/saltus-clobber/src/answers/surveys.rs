//! All configurations of a size, or all positions of one game.

use std::io::Write;

use dashu_int::UBig;

use crate::closed::alternate;
use crate::closed::letters::Form;
use crate::rules::{Instance, Position, Turns};
use crate::search as engine;
use crate::survey::{self as counted, Values, boards};
use saltus_core::answers::{By, CannotSurvey, CannotTabulate, Survey, Table};
use saltus_core::fact::{Fact, Value};
use saltus_core::family::{ByRules as _, stop_for};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::Puzzle;

pub(super) fn survey(instance: &Instance, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
    match (&instance.position, instance.free_form()) {
        (Position::Given(_), _) => Ok(positions(instance, limits)?),
        (&Position::All(n), Some(form)) => {
            let values = counted::survey_clobber(form, n, limits)?;
            let mut facts = extremes(&values);
            if form == Form::Cycle && n >= 3 {
                facts.extend(worst_cycles(n, limits)?);
            }
            Ok(of_values(&values.counts, facts))
        }
        (&Position::All(cells), None) => {
            let (board, form, turns) = (instance.board(), instance.form(), instance.turns);
            let value = |pawns: &[_], limits: &Limits<'_>| {
                let found = match (form, turns) {
                    (Some(form), Turns::Alternate { first }) => alternate::solve(pawns, first, form, limits),
                    _ => engine::solve(&board, pawns, turns, limits),
                };
                found.stop.map_or(Ok(found.value), Err)
            };
            // If one colour begins by rule, the colours are not symmetric.
            let symmetric = !matches!(turns, Turns::Alternate { first: Some(_) });
            let found = boards::survey(cells, symmetric, value, limits)?;
            Ok(of_values(&found.counts, extremes(&found)))
        }
    }
}

/// Bytes that the survey of a line or a cycle needs.
pub(super) fn bytes(instance: &Instance) -> Option<u64> {
    match instance.position {
        Position::All(n) => Some(counted::survey_bytes(instance.free_form()?, n)),
        Position::Given(_) => None,
    }
}

fn of_values(counts: &[UBig], facts: Vec<Fact>) -> Survey {
    let most = counts.iter().rposition(|count| !count.is_zero()).unwrap_or(0);
    Survey { by: By::Value, distribution: counts[..=most].to_vec(), facts, limit: None }
}

/// The facts that all surveys of sets have.
fn extremes(survey: &Values) -> Vec<Fact> {
    let maximum = survey.maximum();
    let mut facts = vec![Fact::new("positions", survey.configurations())];
    let both = survey.extreme.as_ref().map(|worst| ("both colours", worst));
    for (of, worst) in [("all", &maximum)].into_iter().chain(both) {
        facts.push(Fact::new("maximum", worst.value).of(of).unit("pawns"));
        facts.push(Fact::new("worst", worst.count.clone()).of(of).unit("positions"));
        facts.push(Fact::new("example", worst.first.to_string()).of(of));
    }
    let (mean, variance) = (survey.mean(), survey.variance());
    facts.push(Fact::new("mean", Value::Decimal(counted::decimal(&mean))).of("the values").unit("pawns"));
    facts.push(Fact::new("variance", Value::Decimal(counted::decimal(&variance))).of("the values"));
    facts
}

/// Where the worst cycles pass n/4 + c: Duchene, Faria and Gravier had conjectured that for some c
/// they never do.
fn worst_cycles(n: usize, limits: &Limits<'_>) -> Result<Vec<Fact>, Stop> {
    let maxima = counted::maxima(Form::Cycle, n, limits)?;
    let passed = (0..).map_while(|c| counted::first_above(&maxima, c).map(|extreme| (c, extreme)));
    let told = passed.map(|(c, extreme)| {
        let because = format!("the least n where both colours can leave more than n/4 + {c} pawns: {}", extreme.value);
        Fact::new("passed", extreme.first.cells()).of(format!("n/4 + {c}")).because(because)
    });
    Ok(told.collect())
}

/// Every position that can be reached from one configuration, by the moves made.
fn positions(instance: &Instance, limits: &Limits<'_>) -> Result<Survey, Stop> {
    let pawns = instance.puzzle().map_err(|too_large| stop_for(&too_large))?.start().count();
    let (mut survey, found) = instance.surveyed(limits)?;
    survey.facts.truncate(1);
    // Each move takes one.
    for (made, (&dead, &last)) in found.dead_ends.iter().zip(&found.last_goals).enumerate().rev() {
        if dead + last > 0 {
            survey.facts.push(Fact::new("dead-ends", dead + last).of(format!("{} pawns left", pawns - made)));
        }
    }
    Ok(survey)
}

/// Every configuration of a line or a cycle with its value, as a table.
pub(super) fn tabulate(
    instance: &Instance,
    table: Table,
    out: &mut dyn Write,
    limits: &Limits<'_>,
) -> Result<(), CannotTabulate> {
    let (&Position::All(n), Some(form)) = (&instance.position, instance.free_form()) else {
        return Err(CannotTabulate::NoTable(
            "only all configurations of a line or a cycle, with turns=free, make a table".into(),
        ));
    };
    if n > counted::MOST_LISTED {
        let why = format!("a table has configurations of at most {} pawns", counted::MOST_LISTED);
        return Err(CannotTabulate::NoTable(why));
    }
    counted::list(form, n, table, out, limits)
}
