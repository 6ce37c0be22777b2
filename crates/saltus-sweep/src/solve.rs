//! A shortest play, by a sweep that ends at the nearest goals.

use std::sync::Arc;

use saltus_core::answers::{Answers, CannotSurvey};
use saltus_core::evidence::Stated;
use saltus_core::family::{EXHAUSTED, gave_up, solved, unsolvable};
use saltus_core::limits::{Limits, Stop};
use saltus_core::puzzle::Keyed;
use saltus_core::search::Halted;
use saltus_core::verdict::Verdict;

use crate::manifest::Folder;
use crate::{Goal, Settings, Swept, sweep};

/// The answer to a puzzle with these keys, whose layers are in the folder of the settings; goes on from the last whole layer that is there.
/// The sweep ends with the layer of the nearest goals; where as few pieces as possible are to be left, with the last layer.
///
/// If a limit is reached, the answer is the lower bound that the whole layers show (0 where pieces left count); if the folder cannot be used, a
/// remark says why.
///
/// ```
/// use saltus_core::{limits::Limits, registry::Registry};
/// use saltus_sweep::{Settings, solve};
///
/// # let folder = tempfile::tempdir().unwrap();
/// let puzzle = Registry::new().with::<saltus_shifting::reverse::Instance>().parse("reverse 4 from=0").unwrap();
/// let keyed = puzzle.keyed().expect("it has keys");
/// let verdict = solve(&*puzzle, &keyed, &Settings::new(folder.path()), &Limits::default());
/// assert_eq!((verdict.optimal(), verdict.solver), (true, "sweep"));
/// ```
///
/// # Panics
/// When the settings are of several processes, of which one alone has the answer, or the keys contradict the rules of the puzzle.
pub fn solve(instance: &dyn Answers, keyed: &Arc<dyn Keyed>, settings: &Settings, limits: &Limits<'_>) -> Verdict {
    assert!(settings.hosts.len() < 2, "one process answers");
    let line = line_of(instance);
    let settings = Settings { nearest: true, within: None, ..settings.clone() };
    let folder = Folder::new(&**keyed, &settings.folder, &line);
    let mut swept = sweep(keyed, &line, &settings, limits);
    if swept.is_err() && matches!(folder.done(true), Ok(Some(_))) {
        // It was stopped when its last layer had just been made: what is done is read, whatever the limits are.
        swept = sweep(keyed, &line, &settings, limits);
    }
    let stop = match swept {
        Ok(swept) => return found(instance, &**keyed, swept.expect("the only process tells")),
        Err(CannotSurvey::Stop(stop)) => stop,
        Err(CannotSurvey::Storage(why)) => {
            limits.remark(why);
            Stop::Storage
        }
    };
    // Those of another puzzle are refused.
    let layers = folder.layers().unwrap_or_default();
    let mut start = vec![0; keyed.width()];
    keyed.start(&mut start);
    let lower = if keyed.left(&start).is_some() { 0 } else { layers.len() as u32 };
    let expanded = layers.iter().map(|layer| layer.keys).sum();
    Verdict { solver: SWEEP, ..gave_up(Halted { stop, lower, expanded }) }
}

/// The line by which a folder names an instance: that of its definition, where its family knows nothing else and the checker does not know the family.
pub fn line_of(instance: &dyn Answers) -> String {
    instance.defined().unwrap_or(instance).to_string()
}

/// How the solver is called.
const SWEEP: &str = "sweep";

/// What layers up to the nearest goals say.
fn found(instance: &dyn Answers, keyed: &dyn Keyed, swept: Swept) -> Verdict {
    let (evidence, expanded) = (Box::new(Stated::exhaustion()), swept.keys.iter().sum());
    let Some(Goal { distance, keys, .. }) = swept.goal else {
        return Verdict { solver: SWEEP, ..unsolvable(EXHAUSTED, evidence, expanded) };
    };
    let moves = keyed.moves(&keys);
    let replayed = instance.replay(&mut moves.iter().map(String::as_str));
    let replayed = replayed.expect("keys follow the rules").expect("a board with keys is laid out");
    let lower = replayed.left.unwrap_or(distance as u64).into();
    Verdict { solver: SWEEP, ..solved(replayed.play, lower, evidence, expanded) }
}
