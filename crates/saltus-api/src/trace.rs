//! How searches that have names look at a puzzle: how many nodes each expands, at which depth and with which promise (docs/searches.md#traces).

use saltus::answers::{Answers, NoSuchSolver};
use saltus::clock::Instant;
use saltus::draw::plot::Plot;
use saltus::draw::traces::{SearchTrace, panels};
use saltus::gate::{self, Thoroughness};
use saltus::limits::Limits;
use saltus::registry::Registry;
use saltus::statistics::Gathered;
use saltus::trace::{Trace, Traced};
use saltus::verdict::Outcome;
use serde::{Deserialize, Serialize};

use crate::puzzle::board;
use crate::reply::{Fault, Reply};
use crate::search::Narrower;

/// So many searches are looked at.
const MOST: usize = 8;

/// Each expands no more nodes: all positions of the 8-puzzle are 181,440.
const NODES: u64 = 200_000;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// A line of notation.
    line: String,
    /// Names of searches, as `--solver` takes them. Without any, those that the family has bounds for, and one without a bound.
    #[serde(default)]
    searches: Vec<String>,
    #[serde(default)]
    limits: Narrower,
}

/// Searches side by side.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Traces {
    puzzle: String,
    searches: Vec<SearchShown>,
    /// SVG: nodes by moves made, and by the length promised; none where no search has expanded a node.
    pictures: Vec<String>,
}

/// What one of them came to.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Search"))]
pub(crate) struct SearchShown {
    search: String,
    /// Of the play that was found.
    length: Option<u64>,
    expanded: u64,
    /// Why there is no play.
    because: Option<String>,
}

pub(crate) fn trace(
    families: &Registry,
    Asked { line, searches, limits }: &Asked,
    granted: &Limits<'_>,
) -> Result<Reply, Fault> {
    if searches.len() > MOST {
        return Err(Fault::too_much(format!("{} searches are too many; {MOST} have room", searches.len())));
    }
    let (limits, instance) = (limits.of(granted)?, board(families, line)?);
    let are_chosen = searches.is_empty();
    let searches = if are_chosen { fitting(families, &*instance) } else { searches.clone() };
    let mut found = Vec::new();
    for (number, search) in searches.iter().enumerate() {
        // Those that follow have their share of the time.
        let share = |deadline: Instant| {
            let left = deadline.saturating_duration_since(Instant::now());
            Instant::now().checked_add(left / (searches.len() - number) as u32)
        };
        let limits = Limits {
            deadline: limits.deadline.and_then(share).or(limits.deadline),
            nodes: limits.nodes.min(NODES),
            ..limits
        };
        match traced(&*instance, search, &limits)? {
            Ok(one) => found.push(one),
            // A bound that does not fit the puzzle is no fault of whoever has named none.
            Err(_) if are_chosen => {}
            Err(why) => return Err(Fault::bad(format!("search {search}: {why}"))),
        }
    }
    let puzzle = instance.to_string();
    let drawn = found.iter().map(|(SearchShown { search, length, .. }, Traced { counts, .. })| SearchTrace {
        name: search.clone(),
        length: *length,
        counts,
    });
    let drawn: Vec<SearchTrace<'_>> = drawn.collect();
    let titles = ["Positions by the moves made", "Positions by the length promised"].into_iter();
    let mut pictures = Vec::new();
    if found.iter().any(|(one, _)| one.expanded > 0) {
        // Panels one below the other have room on every screen.
        pictures.extend(titles.zip(panels(&drawn)).map(|(title, panel)| Plot { title, panels: vec![panel] }.svg()));
    }
    Ok(Reply::json(&Traces { puzzle, searches: found.into_iter().map(|(one, _)| one).collect(), pictures }))
}

/// Breadth-first search, which goes by no bound, and A* by each bound of the family.
fn fitting(families: &Registry, instance: &dyn Answers) -> Vec<String> {
    let entry = families.families().iter().find(|entry| entry.name == instance.family());
    let bounds = entry.into_iter().flat_map(|entry| &entry.bounds);
    let by_bounds = bounds.map(|(bound, _)| format!("a-star:{bound}"));
    std::iter::once("breadth-first:zero".to_owned()).chain(by_bounds).take(MOST).collect()
}

/// What a search has expanded.
fn traced(
    instance: &dyn Answers,
    search: &str,
    limits: &Limits<'_>,
) -> Result<Result<(SearchShown, Traced), NoSuchSolver>, Fault> {
    // Nodes are counted, and none is kept.
    let gathered = Gathered::traced(Trace::new(0));
    let limits = Limits { statistics: Some(&gathered), ..*limits };
    let verdict = match instance.solve_by(search, &limits) {
        Ok(verdict) => verdict,
        Err(why) => return Ok(Err(why)),
    };
    let answer = gate::pass(instance, verdict, Thoroughness::Small, &limits)?;
    let (length, because) = match &answer.verdict().outcome {
        Outcome::Solved { plan, .. } => (u64::try_from(&plan.moves()).ok(), None),
        Outcome::Unsolvable { because } => (None, Some(because.clone())),
        Outcome::GaveUp { stop, .. } => (None, Some(stop.to_string())),
    };
    let traced = gathered.trace().map(Trace::take).unwrap_or_default();
    Ok(Ok((SearchShown { search: search.to_owned(), length, expanded: traced.expanded, because }, traced)))
}
