//! The chart of a comparison: nodes against length, and how many instances are solved within which time, or with how many
//! nodes where no times were recorded.

use saltus::draw::chart::Scale;
use saltus::draw::plot::{Panel, Plot, Series};

use super::run::{Run, Status};
use super::summary::{NODES, Of, by_search};

const LENGTH: Of = |run| run.told.length.as_ref().map(crate::records::Whole::about);
const MICROSECONDS: Of = |run| Some(run.told.seconds? * 1e6);

/// The chart as SVG.
pub fn chart(runs: &[Run]) -> String {
    let all = by_search(runs);
    let is_timed = runs.iter().filter(|run| run.status == Status::Solved).all(|run| run.told.seconds.is_some());
    let by_length = all.iter().map(|searched| {
        let points = searched.pairs(LENGTH, NODES).map(|(length, nodes)| (length as u64, nodes as u64));
        Series { name: searched.name.to_owned(), points: points.collect(), is_joined: false }
    });
    let (name, of) = if is_timed { ("microseconds", MICROSECONDS) } else { ("nodes", NODES) };
    let solved = all.iter().map(|searched| {
        let points = searched.numbers(of).into_iter().zip(1..).map(|(number, solved)| (number as u64, solved));
        Series { name: searched.name.to_owned(), points: points.collect(), is_joined: true }
    });
    let panels = vec![
        Panel { x: ("length", Scale::Linear), y: ("nodes", Scale::Logarithmic), series: by_length.collect() },
        Panel { x: (name, Scale::Logarithmic), y: ("solved", Scale::Linear), series: solved.collect() },
    ];
    Plot { title: "Searches side by side", panels }.svg()
}
