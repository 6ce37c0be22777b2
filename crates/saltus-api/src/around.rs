//! The positions around one: two moves back on the way that was played, and three ahead.

use saltus::answers::{Answers, Play};
use saltus::limits::Limits;
use saltus::plan::Style;
use saltus::record::Whole;
use saltus::registry::Registry;
use saltus::scene::Spot;
use saltus::space::Space;
use saltus::verdict::Outcome;
use serde::Serialize;

use crate::bounds::{Bounds, Shares, found};
use crate::known;
use crate::play::{Asked, begin, followed};
use crate::puzzle::board;
use crate::ranking::shown;
use crate::reply::{Fault, Reply};

/// The greatest number of positions that are shown.
const MOST_SHOWN: usize = 24;
/// The number of levels back and ahead.
const BACK: usize = 2;
const AHEAD: usize = 3;
/// The number of alternatives to each move of the way back.
const BESIDE: usize = 3;
/// A whole space is counted up to this many positions.
const MOST_COUNTED: usize = 20_000;
/// The node limit of each search for what cannot be counted.
const NODES: u64 = 5_000;

/// The positions around one.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Around<'a> {
    /// All positions; null where they are too many to be counted.
    total: Option<usize>,
    /// From how many of them the goal can be reached.
    winnable: Option<usize>,
    /// By the fewest moves that lead there, from 0 on: how many can be won, and how many are lost.
    by: Option<Vec<[usize; 2]>>,
    nodes: Vec<NodeShown<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Near"))]
pub(crate) struct NodeShown<'a> {
    id: usize,
    level: usize,
    line: &'a str,
    scene: Vec<&'a Spot>,
    #[cfg_attr(test, schemars(extend("enum" = ["goal", "stuck", "lost", "won", "unknown"])))]
    status: &'static str,
    /// What is left from here, where it is known exactly.
    left: Option<Whole>,
    /// Whether this is the position that was asked about.
    here: bool,
    /// Positions from which a move leads here.
    parents: &'a [usize],
    /// The moves that lead here from them.
    moves: &'a [String],
    /// Moves from here whose positions are not shown.
    more: usize,
}

/// A position that is shown.
struct Node {
    level: usize,
    play: Play,
    /// Its number in the space, where that is known.
    at: Option<usize>,
    bounds: Bounds,
    parents: Vec<usize>,
    /// The moves that lead here from them.
    moves: Vec<String>,
    /// Its moves, the best first, as far as that is known.
    order: Vec<usize>,
    /// Of these, the moves whose positions are shown, or are shown already nearer to the start.
    taken: usize,
}

impl Node {
    fn status(&self) -> &'static str {
        if self.play.is_over {
            "goal"
        } else if self.play.choices.is_empty() {
            "stuck"
        } else if self.bounds.is_lost() {
            "lost"
        } else if self.bounds.upper.is_some() {
            "won"
        } else {
            "unknown"
        }
    }
}

/// The positions found so far.
struct Map<'a> {
    families: &'a Registry,
    space: Option<&'a Space<'a>>,
    shares: Shares<'a>,
    nodes: Vec<Node>,
}

impl Map<'_> {
    /// Adds a position, and gives its number.
    /// Its parent comes with the move that leads from there.
    fn add(
        &mut self,
        line: &str,
        level: usize,
        at: Option<usize>,
        from: Option<(usize, String)>,
    ) -> Result<usize, Fault> {
        let instance = board(self.families, line)?;
        let mut play = begin(&*instance)?;
        if play.is_over {
            play.choices.clear();
        }
        let mut order: Vec<usize> = (0..play.choices.len()).collect();
        let bounds = if let Some((space, at)) = self.space.zip(at) {
            let next = space.moves(at);
            // The goal may be followed by moves that nobody makes.
            order
                .sort_by_key(|&choice| space.to_goal(next[choice] as usize).map_or((true, (0, 0)), |way| (false, way)));
            space.to_goal(at).map_or_else(Bounds::lost, |(cost, moves)| Bounds::exactly(cost.into(), moves.into()))
        } else if from.as_ref().is_some_and(|(parent, _)| self.nodes[*parent].bounds.is_lost()) {
            Bounds::lost()
        } else if let Some(share) = self.shares.next() {
            let (bounds, answer) = found(self.families, &*instance, &share)?;
            let first = match answer.map(|answer| answer.into_verdict().outcome) {
                Some(Outcome::Solved { plan, .. }) if !plan.moves().is_zero() => {
                    plan.steps(&0u8.into(), &1u8.into(), Style::WORDS.spelling).next().map(|step| step.text)
                }
                _ => known::at(self.families, &*instance).map(|known| known.moves[0].to_owned()),
            };
            order.sort_by_key(|&choice| first.as_ref().is_none_or(|first| *first != play.choices[choice].text));
            bounds
        } else {
            Bounds::open()
        };
        let (parents, moves) = from.into_iter().unzip();
        self.nodes.push(Node { level, play, at, bounds, parents, moves, order, taken: 0 });
        Ok(self.nodes.len() - 1)
    }

    /// Follows the next move of a position; gives the number of a position that is new.
    fn follow(&mut self, from: usize, is_full: bool) -> Result<Option<usize>, Fault> {
        let node = &self.nodes[from];
        let (choice, level) = (node.order[node.taken], node.level + 1);
        let at = self.space.zip(node.at).map(|(space, at)| space.moves(at)[choice] as usize);
        let mv = node.play.choices[choice].text.clone();
        let line = match at {
            Some(_) => String::new(),
            None => next_line(self.families, &node.play.line, &mv)?,
        };
        let is_same = |other: &Node| if at.is_some() { other.at == at } else { other.play.line == line };
        let same = |level: Option<usize>| {
            let mut nodes = self.nodes.iter();
            nodes.position(|other| level.is_none_or(|level| other.level == level) && is_same(other))
        };
        if let Some(known) = same(Some(level)) {
            self.nodes[from].taken += 1;
            if !self.nodes[known].parents.contains(&from) {
                self.nodes[known].parents.push(from);
                self.nodes[known].moves.push(mv);
            }
            return Ok(None);
        }
        // A way back is no way on.
        let is_back = same(None).is_some();
        if is_back || is_full {
            let node = &mut self.nodes[from];
            if is_back {
                node.taken += 1;
            }
            return Ok(None);
        }
        let line = if at.is_some() { next_line(self.families, &node.play.line, &mv)? } else { line };
        self.nodes[from].taken += 1;
        self.add(&line, level, at, Some((from, mv))).map(Some)
    }

    /// Adds up to `most` positions that follow these, one of each in turn.
    fn expand(&mut self, from: &[usize], most: usize) -> Result<Vec<usize>, Fault> {
        let mut added = Vec::new();
        let mut open = from.to_vec();
        while !open.is_empty() {
            let mut left = Vec::new();
            for node in open {
                let taken = self.nodes[node].taken;
                if taken == self.nodes[node].order.len() {
                    continue;
                }
                added.extend(self.follow(node, added.len() == most)?);
                if self.nodes[node].taken > taken {
                    left.push(node);
                }
            }
            open = left;
        }
        Ok(added)
    }
}

/// The line of a position after a move.
fn next_line(families: &Registry, line: &str, mv: &str) -> Result<String, Fault> {
    Ok(board(families, line)?.play(&mut std::iter::once(mv)).map_err(Fault::too_much)?.line)
}

pub(crate) fn around(families: &Registry, Asked { line, moves }: &Asked, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let instance = board(families, line)?;
    let mut texts = Vec::new();
    followed(&*instance, moves, |frame| {
        texts.push(frame.text);
        true
    })?;
    let counted = Limits { nodes: limits.nodes.min(MOST_COUNTED as u64), ..limits.part(5) };
    let space = instance.space(&counted).ok().filter(|space| space.positions() <= MOST_COUNTED);
    // Where the pieces left count, every play ends, and the way to an end says nothing.
    let to_goal = space.as_ref().filter(|_| instance.pieces().is_none());
    let nodes = limits.nodes.min(NODES * MOST_SHOWN as u64);
    let shares = Shares::new(&Limits { nodes, ..*limits }, MOST_SHOWN);
    let mut map = Map { families, space: to_goal, shares, nodes: Vec::new() };
    let way = way(families, &*instance, &texts, to_goal)?;
    for (place, (line, at)) in way.iter().enumerate() {
        let level = texts.len() + 1 + place - way.len();
        map.add(line, level, *at, place.checked_sub(1).map(|parent| (parent, texts[level - 1].clone())))?;
    }
    let here = way.len() - 1;
    for place in 0..here {
        map.expand(&[place], BESIDE)?;
    }
    let mut front = vec![here];
    for levels in (1..=AHEAD).rev() {
        let room = MOST_SHOWN - map.nodes.len();
        front = map.expand(&front, room.div_ceil(levels))?;
    }
    let by = to_goal.map(by_moves);
    let shown = Around {
        total: space.as_ref().map(Space::positions),
        winnable: by.as_ref().map(|by| by.iter().map(|[won, _]| won).sum()),
        by,
        nodes: map.nodes.iter().enumerate().map(|(id, node)| node_shown(id, node, id == here)).collect(),
    };
    Ok(Reply::json(&shown))
}

/// The last positions of the way that was played, the last one last, with their numbers in the space.
fn way(
    families: &Registry,
    instance: &dyn Answers,
    texts: &[String],
    space: Option<&Space<'_>>,
) -> Result<Vec<(String, Option<usize>)>, Fault> {
    let first = texts.len().saturating_sub(BACK);
    // A position is found in the space by the way there.
    let mut at = space.map(|_| 0);
    let mut way = vec![(instance.to_string(), at)];
    if space.is_none() && first > 0 {
        way[0].0 = instance.play(&mut texts[..first].iter().map(String::as_str)).map_err(Fault::too_much)?.line;
    }
    for text in &texts[if space.is_none() { first } else { 0 }..] {
        let last = board(families, &way[way.len() - 1].0)?;
        let choice = begin(&*last)?.choices.iter().position(|choice| choice.text == *text);
        at = space.zip(at).zip(choice).map(|((space, at), choice)| space.moves(at)[choice] as usize);
        way.push((last.play(&mut std::iter::once(text.as_str())).map_err(Fault::too_much)?.line, at));
    }
    Ok(way.split_off(way.len().saturating_sub(BACK + 1)))
}

/// The positions of a space by the fewest moves that lead there: those that can be won, and those that are lost.
fn by_moves(space: &Space<'_>) -> Vec<[usize; 2]> {
    let (mut by, mut is_seen) = (Vec::new(), vec![false; space.positions()]);
    let mut layer = vec![0];
    is_seen[0] = true;
    while !layer.is_empty() {
        let won = layer.iter().filter(|&&at| space.to_goal(at).is_some()).count();
        by.push([won, layer.len() - won]);
        let next = layer.iter().flat_map(|&at| space.moves(at)).map(|&next| next as usize);
        layer = next.filter(|&next| !std::mem::replace(&mut is_seen[next], true)).collect();
    }
    by
}

fn node_shown(id: usize, node: &Node, here: bool) -> NodeShown<'_> {
    NodeShown {
        id,
        level: node.level,
        line: &node.play.line,
        scene: node.play.film.start.spots().collect(),
        status: node.status(),
        left: shown(node.bounds.settled()),
        here,
        parents: &node.parents,
        moves: &node.moves,
        more: node.order.len() - node.taken,
    }
}
