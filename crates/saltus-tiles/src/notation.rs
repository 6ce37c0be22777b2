//! The notation of sliding tiles.

pub mod formats;
pub(crate) mod random;

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use dashu_int::UBig;

use crate::definition;
use crate::rules::{Goal, Instance, MOST_RANDOM, Metric, Tiles, VACANCY, has_repeated};
use saltus_core::notation::{self, BadInput, TooLarge, Word};

/// Labels are below this, or below the number of cells where that is more.
const LABELS: u64 = 1 << 16;

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tiles {}x{}", self.height, self.width)?;
        self.start.iter().try_for_each(|tile| write!(f, " {tile}"))?;
        write!(f, "{}{}", self.goal, self.metric)
    }
}

/// As it ends the line.
impl Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Single => "",
            Metric::Runs => " metric=runs",
        })
    }
}

/// As it follows the start.
impl Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::BlankLast => Ok(()),
            Goal::BlankFirst => f.write_str(" to blank-first"),
            Goal::Cells(cells) => {
                f.write_str(" to")?;
                cells.iter().try_for_each(|tile| write!(f, " {tile}"))
            }
        }
    }
}

impl notation::Instance for Instance {
    type Puzzle = Tiles;

    const NAME: &'static str = "tiles";
    const NOTATION: &'static str = "\
tiles HxW T1 T2 .. Tn [to GOAL]                   H rows of W cells, row by row, 0 the vacancy
tiles HxW [to GOAL]                               the goal itself, for a survey
tiles HxW random seed=S [to GOAL]                 a start that can be solved, the same for the same seed
                                                  GOAL: blank-last (1 2 .. 0, the default), blank-first (0 1 2 ..),
                                                  or n cells, over any tiles, also equal ones
tiles .. metric=runs                              several tiles of a row or column at once are one move";
    const RULES: &'static str = "\
A board of H rows and W columns holds tiles and one vacancy, written 0. A tile next to the vacancy, in the same row
or column, slides into it. Without a goal by cells the tiles are 1 to n-1, each once. With one they are
whatever start and goal both hold. A move is the number of the tile that slides; where tiles are equal the way it
goes follows, U, D, L or R: 3L. With metric=runs, where all tiles differ, a tile anywhere in the row or column of
the vacancy goes one cell towards it, and those between go on before it, all in one move.";
    const EXAMPLES: &'static [&'static str] = &[
        "tiles 2x2 random seed=1",
        "tiles 2x3 random seed=1",
        "tiles 3x3 random seed=1",
        "tiles 3x3 1 1 1 2 0 2 3 3 3 to 3 3 3 2 0 2 1 1 1",
        "tiles 3x4 random seed=1",
        "tiles 4x4 random seed=1",
        "tiles 3x3 random seed=1 metric=runs",
    ];

    fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let mut words: Vec<Word<'_>> = words.into_iter().flat_map(parts).collect();
        let options = notation::options(&mut words, &["seed", "metric"])?;
        let option = |key: &str| options.iter().find(|(other, _)| *other == key).map(|(_, value)| value);
        let (seed, metric) = (option("seed"), option("metric"));
        let Some((size, words)) = words.split_first() else {
            return Err(BadInput::line("tiles needs a size and its cells, such as: tiles 2x2 1 2 0 3"));
        };
        let size = SizeWord::read(size)?;
        let (start, goal) = match words.iter().position(|word| word.text == "to") {
            Some(at) => (&words[..at], &words[at..]),
            None => (words, &[][..]),
        };
        let instance = match (start, seed) {
            ([random], seed) if random.text == "random" => size.random(random, seed, goal),
            ([random, more, ..], _) if random.text == "random" => {
                Err(more.fault("does not fit: random stands in place of the cells"))
            }
            (_, Some(seed)) => Err(seed.fault("does not fit: a seed goes with the word random")),
            ([], None) => size.solved(goal),
            (start, None) => size.by_cells(start, goal),
        }?;
        match metric {
            None => Ok(instance),
            Some(runs) if runs.text != "runs" => Err(runs.fault("is no metric here; there is: runs")),
            Some(runs) if has_repeated(&instance.start) => {
                Err(runs.fault("does not fit: in runs a move is named by a tile, and two of these are equal"))
            }
            Some(_) => Ok(Instance { metric: Metric::Runs, ..instance }),
        }
    }

    fn definition(&self) -> Result<String, BadInput> {
        definition::of(self)
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        notation::without_turn(turn)?;
        let labels: Vec<&str> = labels.iter().map(|&label| if label == VACANCY { "0" } else { label }).collect();
        let Instance { height, width, goal, metric, .. } = self;
        notation::read_words(&format!("{height}x{width} {}{goal}{metric}", notation::joined(&labels, " ")))
    }

    fn size(&self) -> UBig {
        self.cells().into()
    }

    fn puzzle(&self) -> Result<Tiles, TooLarge> {
        self.laid_out()
    }
}

/// The size of a board, and where it stands in the line.
struct SizeWord<'a> {
    word: Word<'a>,
    height: UBig,
    width: UBig,
    cells: UBig,
}

/// The words of an arrangement and the labels they name.
struct CellWords<'a> {
    words: Vec<Word<'a>>,
    labels: Vec<u32>,
}

impl<'a> SizeWord<'a> {
    fn read(word: &Word<'a>) -> Result<Self, BadInput> {
        let wrong = || word.fault("is not a size HxW, rows and columns, such as 4x4");
        let (height, width) = word.text.split_once('x').ok_or_else(wrong)?;
        let height = notation::number(height).ok_or_else(wrong)?;
        let width = notation::number(width).ok_or_else(wrong)?;
        if height.is_zero() || width.is_zero() {
            return Err(word.fault("has no cells; a board has at least one row and one column"));
        }
        let cells = &height * &width;
        Ok(SizeWord { word: *word, height, width, cells })
    }

    fn shape(&self) -> (usize, usize) {
        let size = |number: &UBig| usize::try_from(number).expect("no more than the cells, which were counted");
        (size(&self.height), size(&self.width))
    }

    fn random(&self, word: &Word<'_>, seed: Option<&Word<'_>>, goal: &'a [Word<'a>]) -> Result<Instance, BadInput> {
        let Some(seed) = seed else { return Err(word.fault("needs seed=S, a number that names the board")) };
        let seed = u64::try_from(seed.number()?).map_err(|_| seed.fault("is too large: seeds are below 2^64"))?;
        if self.cells > UBig::from(MOST_RANDOM) {
            return Err(self.word.fault(format!("is too large: a random board has at most {MOST_RANDOM} cells")));
        }
        let (height, width) = self.shape();
        Ok(Instance::random(height, width, seed, self.goal_alone(goal)?))
    }

    /// The goal, from which a survey begins.
    fn solved(&self, goal: &'a [Word<'a>]) -> Result<Instance, BadInput> {
        if self.cells > UBig::from(MOST_RANDOM) {
            return Err(self.word.fault(format!("is too large: without cells a board has at most {MOST_RANDOM}")));
        }
        let (height, width) = self.shape();
        let goal = self.goal_alone(goal)?;
        Ok(Instance { height, width, start: goal.clone(), goal: Goal::of(goal), metric: Metric::Single })
    }

    fn by_cells(&self, start: &'a [Word<'a>], goal: &'a [Word<'a>]) -> Result<Instance, BadInput> {
        let start = self.arrangement(start)?;
        let (height, width) = self.shape();
        let goal = match self.goal(goal)? {
            NamedGoal::Blank(goal) => {
                start.holds_each_once()?;
                Goal::of(goal.cells(height * width))
            }
            NamedGoal::Cells(cells) => {
                start.has_one_vacancy("start")?;
                cells.holds_the_same_as(&start)?;
                Goal::of(cells.labels)
            }
        };
        Ok(Instance { height, width, start: start.labels, goal, metric: Metric::Single })
    }

    /// The cells of a goal where no start says which tiles there are.
    fn goal_alone(&self, words: &'a [Word<'a>]) -> Result<Vec<u32>, BadInput> {
        let (height, width) = self.shape();
        match self.goal(words)? {
            NamedGoal::Blank(goal) => Ok(goal.cells(height * width)),
            NamedGoal::Cells(cells) => {
                cells.has_one_vacancy("goal")?;
                Ok(cells.labels)
            }
        }
    }

    /// The goal that `to` and the words after it name.
    fn goal(&self, words: &'a [Word<'a>]) -> Result<NamedGoal<'a>, BadInput> {
        match words {
            [] => Ok(NamedGoal::Blank(Goal::BlankLast)),
            [to] => Err(to.fault("stands without a goal: blank-last, blank-first, or cells")),
            [_, word] if word.text == "blank-last" => Ok(NamedGoal::Blank(Goal::BlankLast)),
            [_, word] if word.text == "blank-first" => Ok(NamedGoal::Blank(Goal::BlankFirst)),
            [_, cells @ ..] => Ok(NamedGoal::Cells(self.arrangement(cells)?)),
        }
    }

    /// As many labels as there are cells.
    fn arrangement(&self, words: &'a [Word<'a>]) -> Result<CellWords<'a>, BadInput> {
        let most = UBig::from(LABELS).max(self.cells.clone());
        let label = |word: &Word<'_>| match word.number() {
            Err(_) if word.text == VACANCY => Ok(0),
            Err(bad) => Err(bad),
            Ok(label) if label >= most => Err(word.fault(format!("is too large: labels are below {most}"))),
            Ok(label) => u32::try_from(label).map_err(|_| word.fault("is too large")),
        };
        let mut rows = 0;
        for (index, word) in words.iter().enumerate().filter(|(_, word)| word.text == ROW_END) {
            rows += 1;
            if UBig::from(index + 1 - rows) != &self.width * UBig::from(rows) {
                return Err(word.fault(format!("ends a row that has not {} cells", self.width)));
            }
        }
        let words: Vec<Word<'_>> = words.iter().copied().filter(|word| word.text != ROW_END).collect();
        let labels = words.iter().map(label).collect::<Result<Vec<u32>, BadInput>>()?;
        let given = UBig::from(labels.len());
        if given == self.cells {
            return Ok(CellWords { words, labels });
        }
        let (size, cells) = (self.word.text, &self.cells);
        let why = format!("a board of {size} has {}, but {given} are given", counted(cells, "cell"));
        // Where there are too many, the first of those beyond the board.
        let first_beyond = usize::try_from(cells).ok().and_then(|cells| words.get(cells));
        Err(BadInput { column: first_beyond.map_or(self.word.column, |word| word.column), why })
    }
}

/// What ends a row, where one likes.
const ROW_END: &str = "/";

/// The parts of a word: cells set apart by commas, and ends of rows.
fn parts(word: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let part = move |text: &str| word.text.as_ptr().addr().abs_diff(text.as_ptr().addr());
    let cells = word.text.split(',').flat_map(|cell| cell.split_inclusive(ROW_END));
    let cells = cells.flat_map(|cell| match cell.strip_suffix(ROW_END) {
        Some(cell_alone) => [cell_alone, &cell[cell_alone.len()..]],
        None => [cell, ""],
    });
    cells.filter(|text| !text.is_empty()).map(move |text| Word { text, column: word.column + part(text) })
}

/// "1 cell", "2 cells".
fn counted(number: &UBig, what: &str) -> String {
    format!("{number} {what}{}", if number.is_one() { "" } else { "s" })
}

/// A goal by its name or by its cells.
enum NamedGoal<'a> {
    Blank(Goal),
    Cells(CellWords<'a>),
}

impl CellWords<'_> {
    fn fault(&self, at: usize, why: impl Display) -> BadInput {
        self.words[at].fault(why)
    }

    fn has_one_vacancy(&self, what: &str) -> Result<(), BadInput> {
        let mut vacancies = (0..self.labels.len()).filter(|&at| self.labels[at] == 0);
        match (vacancies.next(), vacancies.next()) {
            (Some(_), None) => Ok(()),
            (_, Some(second)) => Err(self.fault(second, SECOND)),
            (None, _) => {
                let why = format!("the {what} has no vacancy (0); a board has exactly one");
                Err(BadInput { column: self.words[0].column, why })
            }
        }
    }

    /// Whether these are the tiles 1 to n-1 and the vacancy, as a goal without cells wants it.
    fn holds_each_once(&self) -> Result<(), BadInput> {
        const OTHERS: &str = "a board with other tiles needs its goal: to G1 .. Gn";
        match each_once(&self.labels) {
            Ok(()) => Ok(()),
            Err((at, why)) if self.labels[at] == 0 => Err(self.fault(at, why)),
            Err((at, why)) => Err(self.fault(at, format!("{why}; {OTHERS}"))),
        }
    }

    fn holds_the_same_as(&self, start: &CellWords<'_>) -> Result<(), BadInput> {
        let mut left = BTreeMap::new();
        start.labels.iter().for_each(|&label| *left.entry(label).or_insert(0usize) += 1);
        for (at, label) in self.labels.iter().enumerate() {
            match left.get_mut(label) {
                None => return Err(self.fault(at, "is no tile of the start; both must hold the same tiles")),
                Some(0) if *label == 0 => return Err(self.fault(at, SECOND)),
                Some(0) => {
                    let why = "stands more often in the goal than at the start; both must hold the same tiles";
                    return Err(self.fault(at, why));
                }
                Some(left) => *left -= 1,
            }
        }
        Ok(())
    }
}

const SECOND: &str = "is a second vacancy; a board has exactly one";

/// Whether the labels are 0 to n-1, each once; otherwise where the fault is, and what is to be said
/// of that label.
pub(crate) fn each_once(labels: &[u32]) -> Result<(), (usize, String)> {
    let mut seen = vec![false; labels.len()];
    for (at, &label) in labels.iter().enumerate() {
        let Some(seen) = seen.get_mut(label as usize) else {
            let known = match labels.len() - 1 {
                0 => "has no tiles".to_owned(),
                last => format!("has the tiles 1 to {last}"),
            };
            let cells = counted(&UBig::from(labels.len()), "cell");
            return Err((at, format!("is no tile here: a board of {cells} {known}; {} is missing", missing(labels))));
        };
        if std::mem::replace(seen, true) {
            let twice = || format!("stands twice, and {} is missing", missing(labels));
            return Err((at, if label == 0 { SECOND.to_owned() } else { twice() }));
        }
    }
    Ok(())
}

/// The least label below n that is not there.
fn missing(labels: &[u32]) -> String {
    let mut sorted = labels.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let least = sorted.iter().zip(0..).take_while(|(label, place)| *label == place).count();
    if least == 0 { "the vacancy 0".into() } else { least.to_string() }
}
