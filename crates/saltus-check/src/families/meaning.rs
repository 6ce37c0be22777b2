//! What the lines of families mean: each is a definition (docs/definitions.md), if one has room for its cells and pieces. The text is the one that
//! `saltus export LINE --as rules` prints.
//!
//! Evidence of format 2 (docs/calculus.md) is about these. Where a family's own rules are faster, or boards larger than definitions are, plays and sets
//! go by them; the tests compare both, position by position.

use crate::board::{Cell, VACANT};
use crate::definition::{Definition, MOST_CELLS};
use crate::families::chinese::{Chinese, letters};
use crate::families::clobber::Clobber;
use crate::families::reverse::Reverse;
use crate::families::shift::{Moves, Shift};
use crate::families::tiles::Tiles;
use crate::families::{Instance, Puzzle};
use crate::outcome::{Checked, Limits, limit, refuse};
use dashu_int::UBig;

impl Instance {
    /// The definition that a line means, whose name it keeps.
    pub(crate) fn into_definition(self, line: &str, limits: &Limits) -> Checked<Definition> {
        if let Self::Definition(definition) = self {
            return Ok(definition);
        }
        let mut definition = Definition::read(&self.meaning(limits)?)?;
        definition.name = line.into();
        Ok(definition)
    }

    /// The text after `rules` in the definition of a family's line.
    fn meaning(&self, limits: &Limits) -> Checked<String> {
        match self {
            Self::Definition(_) => refuse("a definition is no family"),
            Self::Vacancy(puzzle) => {
                has_room(&puzzle.cells())?;
                match puzzle {
                    Puzzle::Shift(shift) => of_shift(shift, limits),
                    Puzzle::Reverse(reverse) => of_reverse(reverse, limits),
                    Puzzle::Tiles(tiles) => Ok(of_tiles(tiles)),
                }
            }
            Self::Clobber(clobber) => of_clobber(clobber),
            Self::Chinese(chinese) => Ok(of_chinese(chinese)),
        }
    }
}

fn has_room(cells: &UBig) -> Checked<()> {
    let most = MOST_CELLS;
    limit(*cells <= UBig::from(most), format_args!("a definition has at most {most} cells, this board {cells}"))
}

/// A picture in rows of `width` cells.
fn picture(width: usize, words: &[String]) -> String {
    words.chunks(width).map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ")
}

/// Of a board of numbers.
fn numbered(width: usize, cells: &[Cell]) -> String {
    let word = |&cell: &Cell| if cell == VACANT { ".".into() } else { cell.to_string() };
    picture(width, &cells.iter().map(word).collect::<Vec<_>>())
}

/// Of black and white.
fn coloured(width: usize, cells: impl Iterator<Item = Cell>) -> String {
    picture(width, &cells.map(|cell| [".", "b", "w"][cell as usize].into()).collect::<Vec<_>>())
}

/// Declares both colours, where one does not stand on the board.
fn both(picture: &str) -> &'static str {
    if picture.contains('b') && picture.contains('w') { "" } else { " ; pieces: b w" }
}

/// Without `moves=` each colour goes its way and jumps over the other one. The vacancy is an empty cell.
fn of_shift(shift: &Shift, limits: &Limits) -> Checked<String> {
    let (start, goal) = (shift.start(limits)?, shift.goal(limits)?);
    let [start, goal] = [&start, &goal].map(|board| coloured(board.cells().len(), board.cells().iter().copied()));
    let moves = match shift.moves {
        Moves::Forward => "move right: b . -> . b / b w . -> . w b ; move left: w . -> . w / w b . -> . b w",
        Moves::Back => "class x: b w ; class y: b w ; move right left: x . -> . x / x y . -> . y x where x != y",
        Moves::All => "class x: b w ; class y: b w ; move right left: x . -> . x / x y . -> . y x",
    };
    Ok(format!("board: {start}{} ; {moves} ; goal: {goal}", both(&start)))
}

/// A goal for each place that the vacancies may have.
fn of_reverse(reverse: &Reverse, limits: &Limits) -> Checked<String> {
    let start = reverse.start(limits)?;
    let (cells, n) = (start.cells().len(), start.checkers().count());
    // A definition has a piece, also where there is none.
    let (last, pieces) = if n == 0 { (1, " ; pieces: 1") } else { (n, "") };
    let start = numbered(cells, start.cells());
    let mut goals = Vec::new();
    match reverse.goal(limits)? {
        Some(goal) => goals.push(numbered(cells, goal.cells())),
        None => {
            for before in 0..=n {
                goals.push(numbered(cells, reverse.descending(&before.into(), limits)?.cells()));
            }
        }
    }
    Ok(format!(
        "board spaced: {start}{pieces} ; class x: 1..{last} ; class y: 1..{last} ; move right left: x . -> . x / x y . -> . y x ; goal: {}",
        goals.join(" ; goal: ")
    ))
}

/// In a run the first tile is a class, and the others are whatever stands there, which is tiles, as there is one vacancy.
fn of_tiles(tiles: &Tiles) -> String {
    let (width, mut labels) = (tiles.grid.width, tiles.start.cells().to_vec());
    labels.sort_unstable();
    labels.dedup();
    let (pieces, labels) = if labels.len() == 1 { (" ; pieces: 1", &[1][..]) } else { ("", &labels[1..]) };
    let longest = if tiles.runs { tiles.grid.height.max(width).max(2) - 1 } else { 1 };
    let rule = |others: usize| format!("x{0} . -> . x{0}", " *".repeat(others));
    format!(
        "board spaced: {}{pieces} ; class x: {} ; move: {} ; goal: {}",
        numbered(width, tiles.start.cells()),
        labels.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "),
        (0..longest).map(rule).collect::<Vec<_>>().join(" / "),
        numbered(width, tiles.goal.cells()),
    )
}

/// A pawn goes to a neighbour of the other colour, and takes it.
fn of_clobber(clobber: &Clobber) -> Checked<String> {
    let cells = clobber.start.len();
    has_room(&cells.into())?;
    let turns = clobber.turns()?;
    let pawns = |width| coloured(width, clobber.start.iter().copied().map(Cell::from));
    let rules = format!("{turns}move: b w -> . b / w b -> . w ; goal fewest: b w");
    if let Some(width) = clobber.shape.width() {
        let pawns = pawns(width);
        return Ok(format!("board: {pawns}{} ; {rules}", both(&pawns)));
    }
    let (mut edges, pawns) = (Vec::new(), pawns(cells));
    for a in 0..cells {
        clobber.shape.each_neighbour(a, |b| edges.extend((a < b).then(|| format!(" {}-{}", a + 1, b + 1))));
    }
    let edges = edges.concat();
    let names = (1..=cells).map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ");
    Ok(format!("board graph:{edges} ; cells: {names} ; start: {pawns}{} ; {rules}", both(&pawns)))
}

/// Steps, and chains of jumps, by turns. Where one plays alone nobody else's men move.
fn of_chinese(chinese: &Chinese) -> String {
    let all = letters(0..chinese.armies.len());
    let order = letters(chinese.order.iter().copied());
    let moves = if chinese.order.len() == 1 {
        format!("class y: {all} ; move: {order} . -> . {order} ; move chain: {order} y . -> . y {order}")
    } else {
        format!("class x: {all} ; class y: {all} ; turns: {order} ; move: x . -> . x ; move chain: x y . -> . y x")
    };
    let man = |cell| chinese.armies.iter().position(|army| army.binary_search(&cell).is_ok());
    let start = chinese.picture(&|cell| man(cell).map_or(".".into(), |player| letters([player])));
    let goal = chinese.picture(&|cell| if chinese.goal.binary_search(&cell).is_ok() { "R" } else { "?" }.into());
    format!("board hex: {start} ; {moves} ; goal: {goal}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Play;
    use crate::rules::{Moves, Rules};
    use std::collections::{BTreeMap, BTreeSet};

    /// Small boards of all families, with all their rules.
    const LINES: [&str; 49] = [
        "shift 2 2",
        "shift 3 1 moves=back",
        "shift 1 3 moves=all",
        "shift 0 3",
        "shift 0 0",
        "shift 3 0 moves=all",
        "shift bw_wb to wb_bw moves=all",
        "shift b_wbw moves=back",
        "shift 2 1 gaps=3",
        "shift 2 2 gaps=2 moves=back",
        "shift 0 2 gaps=2 moves=all",
        "shift b_bw__w to w__bbw_",
        "reverse 0",
        "reverse 1",
        "reverse 4",
        "reverse 4 from=2 to=any",
        "reverse 3 from=1 to=2",
        "reverse 2 1 _ 3 to 3 1 2 _",
        "reverse 3 gaps=2 from=1 to=2",
        "reverse 2 gaps=3 to=any",
        "reverse _ 1 _ 2 to=1",
        "tiles 1x1 0",
        "tiles 1x3 2 0 1",
        "tiles 2x3 5 4 3 2 1 0",
        "tiles 2x3 5 4 3 2 1 0 metric=runs",
        "tiles 3x2 1 1 0 4 9 1 to 9 1 1 4 1 0",
        "tiles 3x2 1 2 3 4 5 0 to blank-first",
        "tiles 1x5 4 3 0 2 1 metric=runs",
        "tiles 5x1 4 3 0 2 1 metric=runs",
        "clobber line bwbbw",
        "clobber line b",
        "clobber cycle bw",
        "clobber cycle bwbwb",
        "clobber cycle bwb.wb turns=alternate first=w",
        "clobber grid bwb/w.w/bww",
        "clobber grid bwb/wbw turns=alternate first=b",
        "clobber cube bwwbwbbw",
        "clobber hamming 3x2 bwbwwb",
        "clobber hamming 1x3 bwb",
        "clobber multipartite 2,1,2 bwwbb",
        "clobber graph bwwb 1-2 2-3 2-4",
        "clobber graph bw",
        "chinese star:1 men=1 players=2 order=BR",
        "chinese star:1 men=1 players=1 order=R",
        "chinese rhombus:1 men=3 players=2 order=RB",
        "chinese rhombus:1 men=1 players=1 order=R rows=./R./.../../.",
        "chinese triangle:4 men=1 players=3 order=YRB goal=3",
        "chinese cells:0,0R;1,0;-1,2B;2,0*;1,1 players=2 order=RB",
        "chinese cells:0,0R;0,3* players=1 order=R",
    ];

    /// Positions as the family's digits, with those that moves lead to, and whether each is a goal, or how many pieces it has.
    type Graph = BTreeMap<Vec<Cell>, (BTreeSet<Vec<Cell>>, Option<bool>)>;

    /// All positions. `digits` says how a family writes a position of these rules.
    fn graph(rules: &mut dyn Rules, digits: &dyn Fn(&[Cell]) -> Vec<Cell>, has_goals: bool) -> Graph {
        let (_, start) = rules.open(&Limits::default()).unwrap();
        let (mut graph, mut open, mut moves) = (Graph::new(), vec![start], Moves::default());
        while let Some(position) = open.pop() {
            if graph.contains_key(&digits(&position)) {
                continue;
            }
            rules.enter(&position).unwrap();
            moves.clear();
            rules.moves(&mut moves).unwrap();
            let mut after = BTreeSet::new();
            for (changes, is_free) in moves.iter() {
                assert!(!is_free);
                let mut next = position.clone();
                changes.iter().for_each(|&(place, digit)| next[place] = digit);
                after.insert(digits(&next));
                open.push(next);
            }
            graph.insert(digits(&position), (after, has_goals.then(|| rules.is_goal().unwrap())));
        }
        graph
    }

    /// A family's own rules, by which large boards go, and what its lines mean.
    #[test]
    fn families_are_their_definitions() {
        let limits = Limits::default();
        let mut positions = 0;
        for line in LINES {
            let family = Instance::read(line, &limits).unwrap();
            let has_goals = !family.counts_pieces();
            let by_family = graph(&mut *family.rules(&limits).unwrap(), &<[Cell]>::to_vec, has_goals);
            let is_clobber = line.starts_with("clobber");
            let definition = Instance::read(line, &limits).unwrap().into_definition(line, &limits).unwrap();
            assert_eq!((definition.name.as_str(), definition.counts_pieces()), (line, !has_goals));
            let is_alone = line.starts_with("chinese") && definition.bases().1.is_none();
            let first = if line.ends_with("first=w") { 2 } else { 1 };
            // A definition numbers pieces as they come; a family by what they are. The turn of Clobber is a colour.
            let names = [(".", 0), ("b", 1), ("R", 1), ("w", 2), ("B", 2), ("Y", 3)]
                .map(|(name, digit)| (name.to_owned(), digit));
            let names = names.into_iter().chain((1..10).map(|digit| (digit.to_string(), digit)));
            let numbers: BTreeMap<Cell, Cell> =
                names.filter_map(|(name, digit)| Some((definition.content(&name)?, digit))).collect();
            let digits = |position: &[Cell]| {
                let (cells, turn) = position.split_at(definition.cells());
                let contents = cells.iter().map(|content| numbers[content]);
                let turn =
                    turn.iter().map(|&turn| if is_clobber { if turn == 0 { first } else { 3 - first } } else { turn });
                contents.chain(turn).chain(is_alone.then_some(0)).collect()
            };
            let by_definition = graph(&mut Play::new(&definition, &limits), &digits, has_goals);
            assert_eq!(by_family, by_definition, "{line}");
            positions += by_family.len();
        }
        assert!(positions > 3000, "{positions}");
    }

    /// The same words as the solver and the kernel have, but for rings of one and two cells, which are rows here.
    #[test]
    fn lines_are_written_as_the_kernel_reads_them() {
        let limits = Limits::default();
        let list = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../kernel/tests/families.txt"));
        for line in list
            .unwrap()
            .lines()
            .filter(|line| !["clobber cycle b ", "clobber cycle bw "].iter().any(|ring| line.starts_with(ring)))
        {
            let (line, rules) = line.split_once(" = ").unwrap();
            let text = Instance::read(line, &limits).unwrap().meaning(&limits).unwrap();
            assert_eq!(format!("rules {text}"), rules, "{line}");
        }
    }
}
