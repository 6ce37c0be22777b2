//! Boards of Sokoban and of Rush Hour as their collections write them, which become definitions.
//!
//! | form | a board is |
//! |---|---|
//! | [`Xsb`] | lines that begin with a wall `#`: the man `@`, boxes `$`, goals `.`, a box or the man on a goal `*` `+`, the floor blank, `-` or `_` |
//! | [`Rush`] | one line: 36 cells in reading order, cars `A` to `Z`, empty `o` or `.`, walls `x` or `#`; numbers may stand before and after it |
//!
//! All other lines of a collection of Sokoban (titles, authors, comments) are apart from its levels. A car
//! goes as far as it likes in one move, and the red one, `A`, goes to the right edge.
//!
//! ```
//! use saltus_core::lists::Reader;
//! use saltus_rules::formats::{Rush, Xsb};
//!
//! let mut levels = Reader::new(Xsb::Moves);
//! for (number, line) in (1..).zip(["; 1", "#####", "#@$.#", "#####"]) {
//!     assert!(levels.line(number, line).is_none());
//! }
//! assert_eq!(levels.end().unwrap().board.unwrap().title(), Some("Sokoban, level 1"));
//!
//! let mut boards = Reader::new(Rush);
//! let board = boards.line(1, "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332").unwrap();
//! assert_eq!(board.board.unwrap().title(), Some("Rush Hour, board 1"));
//! ```

use saltus_core::answers::Answers;
use saltus_core::lists::{Fault, Form, Format};
use saltus_core::notation::{self, BadInput};

use crate::{Definition, Instance};

/// Levels of Sokoban.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Xsb {
    /// The man's moves count.
    Moves,
    /// His pushes count, and where these are as many his moves.
    Pushes,
}

/// Boards of Rush Hour.
pub struct Rush;

/// Both by name.
pub const FORMATS: &[Format] = &[
    Format {
        name: "xsb",
        says: "Sokoban: levels of # $ . @ * +, with other lines between them",
        goals: &[],
        form: |_, _| Box::new(Xsb::Moves),
    },
    Format {
        name: "xsb-pushes",
        says: "The same, with pushes counted instead of the man's moves",
        goals: &[],
        form: |_, _| Box::new(Xsb::Pushes),
    },
    Format {
        name: "rush",
        says: "Rush Hour: the 36 cells of a board on a line, perhaps between numbers; o is empty, x a wall",
        goals: &[],
        form: |_, _| Box::new(Rush),
    },
];

/// What a row of Sokoban is made of, apart from the walls.
const INSIDE: &str = "@+$*. -_";

/// A fault at a character of a line.
fn fault(line: usize, column: usize, why: impl Into<String>) -> Fault {
    (line, BadInput { column: column + 1, why: why.into() })
}

/// The instance of a definition that was written here.
fn instance(text: &str) -> Result<Box<dyn Answers>, BadInput> {
    // Its places are not those of the board.
    let definition = Definition::from_text(text).map_err(|mistake| BadInput::line(mistake.why))?;
    Ok(Box::new(Instance::new(definition)?))
}

impl Form for Xsb {
    fn spans_lines(&self) -> bool {
        true
    }

    fn is_of_board(&self, line: &str, within: bool) -> bool {
        let line = line.trim();
        line.starts_with('#') || within && !line.is_empty() && line.chars().all(|c| c == '#' || INSIDE.contains(c))
    }

    fn board(&self, number: u64, lines: &[(u64, String)]) -> Result<Box<dyn Answers>, Fault> {
        let rows: Vec<Vec<char>> = lines.iter().map(|(_, line)| line.trim_end().chars().collect()).collect();
        let all = || {
            (0..).zip(&rows).flat_map(|(row, cells)| (0..).zip(cells).map(move |(column, &cell)| (row, column, cell)))
        };
        if let Some((row, column, odd)) = all().find(|&(.., cell)| cell != '#' && !INSIDE.contains(cell)) {
            let why = format!("'{}' is no cell of Sokoban; there are # $ . @ * + and the blank", odd.escape_debug());
            return Err(fault(row, column, why));
        }
        let mut men = all().filter(|(.., cell)| "@+".contains(*cell));
        let Some((row, column, _)) = men.next() else {
            return Err((0, BadInput::line("the level has no man (@ or +)")));
        };
        if let Some((row, column, _)) = men.next() {
            return Err(fault(row, column, "this is a second man"));
        }
        let [boxes, goals] = ["$*", ".*+"].map(|kind| all().filter(|(.., cell)| kind.contains(*cell)).count());
        if boxes == 0 || boxes != goals {
            let why = format!("boxes: {boxes}, goals: {goals}; a level has as many of both, and at least one");
            return Err((0, BadInput::line(why)));
        }
        let inside = inside(&rows, (row, column))?;
        // The floor outside is no part of the board; what a wall keeps apart from the man is.
        let picture = |cell_of: &dyn Fn(char) -> char| {
            let mut text = String::new();
            for (row, cells) in rows.iter().enumerate() {
                text.push_str("\n  ");
                let is_cell = |column, cell| inside[row][column] || "$.*".contains(cell);
                text.extend(
                    (0..).zip(cells).map(|(column, &cell)| if is_cell(column, cell) { cell_of(cell) } else { '#' }),
                );
            }
            text
        };
        let start = picture(&|cell| match cell {
            '@' | '+' => '@',
            '$' | '*' => '$',
            _ => '.',
        });
        let goal = picture(&|cell| if ".*+".contains(cell) { '$' } else { '?' });
        let (by, between) = match self {
            Xsb::Moves => ("", ""),
            Xsb::Pushes => (" cost 0", "move:\n"),
        };
        let text = format!(
            "title: Sokoban, level {number}\nboard:{start}\nmove{by}:\n  @ . -> . @\n{between}  @ $ . -> . @ $\ngoal:{goal}\n"
        );
        instance(&text).map_err(|bad| (0, bad))
    }
}

/// By row and column, whether the man could come there, were there no boxes.
fn inside(rows: &[Vec<char>], man: (usize, usize)) -> Result<Vec<Vec<bool>>, Fault> {
    let (mut met, mut open): (Vec<_>, _) = (rows.iter().map(|cells| vec![false; cells.len()]).collect(), vec![man]);
    met[man.0][man.1] = true;
    while let Some((row, column)) = open.pop() {
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let next = (row.checked_add_signed(down), column.checked_add_signed(right));
            let (next_row, next_column) = (next.0.unwrap_or(usize::MAX), next.1.unwrap_or(usize::MAX));
            match rows.get(next_row).and_then(|cells| cells.get(next_column)) {
                None => return Err(fault(row, column, "the wall is open here: the man could leave the level")),
                Some('#') => {}
                Some(_) => {
                    if !std::mem::replace(&mut met[next_row][next_column], true) {
                        open.push((next_row, next_column));
                    }
                }
            }
        }
    }
    Ok(met)
}

/// Rows and columns of Rush Hour.
const SIDE: usize = 6;

impl Form for Rush {
    fn board(&self, number: u64, lines: &[(u64, String)]) -> Result<Box<dyn Answers>, Fault> {
        rush(number, &lines[0].1).map_err(|bad| (0, bad))
    }
}

fn rush(number: u64, line: &str) -> Result<Box<dyn Answers>, BadInput> {
    let mut words = notation::words(line)?;
    words.retain(|word| notation::number(word.text).is_none());
    let [board] = words[..] else {
        return Err(BadInput::line("a line is one board of 36 cells, perhaps with numbers before and after it"));
    };
    if board.text.len() != SIDE * SIDE {
        return Err(board.fault(format!("has {} cells; a board has 36", board.text.len())));
    }
    let cell = |cell: char| match cell {
        'A'..='Z' => Some(cell),
        'o' | '.' => Some('.'),
        'x' | '#' => Some('#'),
        _ => None,
    };
    if let Some((at, odd)) = board.text.char_indices().find(|&(_, odd)| cell(odd).is_none()) {
        return Err(board.fault_at(at, format!("'{odd}' is no cell of Rush Hour; there are A to Z, o and x")));
    }
    let cells: Vec<char> = board.text.chars().filter_map(cell).collect();
    let cars: Vec<char> = ('A'..='Z').filter(|car| cells.contains(car)).collect();
    let places = |car: char| -> Vec<usize> { (0..cells.len()).filter(|&at| cells[at] == car).collect() };
    let is_along = |places: &[usize], step: usize| {
        let is_in_row = step != 1 || places[0] / SIDE == places[places.len() - 1] / SIDE;
        places.len() > 1 && is_in_row && places.windows(2).all(|pair| pair[1] == pair[0] + step)
    };
    for &car in &cars {
        let places = places(car);
        if !is_along(&places, 1) && !is_along(&places, SIDE) {
            return Err(board.fault_at(places[0], format!("car {car} is no straight line of two cells or more")));
        }
    }
    let red = places('A');
    let Some(&first) = red.first() else { return Err(board.fault("has no car A, the red one")) };
    if !is_along(&red, 1) {
        return Err(board.fault_at(first, "A, the red car, goes to the right edge, and so lies in a row"));
    }
    let end = (first / SIDE + 1) * SIDE;
    if let Some(at) = (first..end).find(|&at| cells[at] == '#') {
        return Err(board.fault_at(at, "this wall keeps A, the red car, from the right edge"));
    }
    let picture = |cell_of: &dyn Fn(usize) -> char| -> String {
        (0..SIDE).flat_map(|row| "\n  ".chars().chain((row * SIDE..(row + 1) * SIDE).map(cell_of))).collect()
    };
    let start = picture(&|at| cells[at]);
    let goal = picture(&|at| match cells[at] {
        '#' => '#',
        _ if (end - red.len()..end).contains(&at) => 'A',
        _ => '?',
    });
    let cars: Vec<String> = cars.iter().map(char::to_string).collect();
    let cars = cars.join(" ");
    instance(&format!("title: Rush Hour, board {number}\nboard:{start}\nblocks straight axis: {cars}\ngoal:{goal}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::lists::{Listed, Reader};

    /// The result of a list, each board by its line or its fault.
    fn boards(form: impl Form + 'static, text: &str) -> Vec<String> {
        let mut reader = Reader::new(form);
        let mut listed: Vec<Listed> =
            (1..).zip(text.lines()).filter_map(|(number, line)| reader.line(number, line)).collect();
        listed.extend(reader.end());
        let told = |Listed { line, board, .. }: Listed| match board {
            Ok(instance) => instance.to_string(),
            Err(bad) => format!("{line}: {bad}"),
        };
        listed.into_iter().map(told).collect()
    }

    /// A classic by its line, with another title.
    fn classic(name: &str, title: &str) -> String {
        let text = crate::CLASSICS.iter().find(|(other, _)| *other == name).unwrap().1;
        let definition = Definition::from_text(text).unwrap();
        format!("rules {definition}").replace(definition.title().unwrap(), title)
    }

    const MICROBAN: &str = "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####";
    const CARS: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

    #[test]
    fn boards_are_the_classics() {
        let told = boards(Xsb::Moves, &format!("; Microban\n\n{MICROBAN}\nTitle: 1\nby D. W. Skinner\n{MICROBAN}"));
        assert_eq!(told, [1, 2].map(|level| classic("sokoban-microban-1", &format!("Sokoban, level {level}"))));
        assert_eq!(boards(Xsb::Pushes, MICROBAN), [classic("sokoban-microban-pushes", "Sokoban, level 1")]);
        let told = boards(Rush, &format!("{CARS}\n\n// walls\n60 {CARS} 2332\n"));
        assert_eq!(told, [1, 2].map(|board| classic("rush-hour-60", &format!("Rush Hour, board {board}"))));
    }

    /// The floor outside is no cell; the man on a goal, floor as `-` and `_`, and a box enclosed by walls are.
    #[test]
    fn every_sign_of_sokoban() {
        let level = "  ####\n###-_###\n# +$ #*#\n########";
        assert_eq!(
            boards(Xsb::Moves, level),
            [
                "rules title: Sokoban, level 1 ; board: # # # # # # # # / # # # . . # # # / # . @ $ . # $ # / # # # # # # # # ; \
              move: @ . -> . @ / @ $ . -> . @ $ ; goal: # # # # # # # # / # # # ? ? # # # / # ? $ ? ? # $ # / # # # # # # # #"
            ]
        );
    }

    #[test]
    fn faults_have_places() {
        for (level, fault) in [
            ("#####\n#@$x#\n#####", "2: column 4: 'x' is no cell of Sokoban"),
            ("#####\n#@$.#\n#@  #\n#####", "3: column 2: this is a second man"),
            ("####\n#$.#\n####", "1: the level has no man"),
            ("#####\n#@$$.#\n#####", "1: boxes: 2, goals: 1; a level"),
            ("###\n#@#\n###", "1: boxes: 0, goals: 0"),
            ("#####\n#@$.\n#####", "2: column 4: the wall is open here"),
            ("#####\n#@$.#\n## ##", "3: column 3: the wall is open here"),
        ] {
            let told = boards(Xsb::Moves, level).join("\n");
            assert!(told.starts_with(fault), "{level}\n{told}, not {fault}");
        }
        for (board, fault) in [
            ("60 2332", "1: a line is one board"),
            ("AAo ooo", "1: a line is one board"),
            (&CARS[1..], "1: column 1: \"BBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\" has 35 cells"),
            (&format!("60 {}", CARS.replace("KEE", "Kee")), "1: column 25: 'e' is no cell of Rush Hour"),
            (&CARS.replace("BB", "Bo"), "1: column 2: car B is no straight line"),
            (&CARS.replace("IBB", "IBI"), "1: column 2: car B is no straight line"),
            (&CARS.replace("AA", "ZZ"), "1: column 1: \"IBBxooIooLDDJZZLooJoKEEMFFKooMGGHHHM\" has no car A"),
            (&CARS.replace(['I', 'A'], "o").replace('J', "A"), "1: column 13: A, the red car, goes to the right"),
            (&CARS.replace("Loo", "Lox"), "1: column 18: this wall keeps A"),
        ] {
            let told = boards(Rush, board).join("\n");
            assert!(told.starts_with(fault), "{board}\n{told}, not {fault}");
        }
    }

    /// Lists with a few characters changed are read or refused, and nothing else.
    #[test]
    fn changed_lists_do_no_harm() {
        let mut random = saltus_core::random::Random::new(15);
        let signs: Vec<char> = "#@+$*. -_oxABJ\n\u{e9}".chars().collect();
        let (mut read, mut refused) = (0, 0);
        for number in 0..2_000 {
            let mut text: Vec<char> = if number % 2 == 0 { MICROBAN } else { CARS }.chars().collect();
            for _ in 0..=random.below(3) {
                let at = random.below(text.len());
                text[at] = signs[random.below(signs.len())];
            }
            let text: String = text.into_iter().collect();
            for told in if number % 2 == 0 { boards(Xsb::Moves, &text) } else { boards(Rush, &text) } {
                let is_read = told.starts_with("rules ");
                assert!(
                    !is_read || crate::read(&told).is_ok_and(|instance| instance.to_string() == told),
                    "{text}\n{told}"
                );
                *(if is_read { &mut read } else { &mut refused }) += 1;
            }
        }
        assert!(read > 100 && refused > 100, "{read} {refused}");
    }
}
