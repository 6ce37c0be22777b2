//! The line of a definition: `rules` and its statements.

use std::fmt::{self, Display};
use std::sync::Arc;

use dashu_int::UBig;
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::{self, BadInput, Instance as _, TooLarge, Word, read_line};
use saltus_core::scene::Draw as _;

use crate::definition::Definition;
use crate::rules::{Position, Rules};

/// How a family writes the line of a position: its labels, and whose turn it is.
pub(crate) type WriteLine = dyn Fn(&[&str], Option<&str>) -> Result<String, BadInput> + Send + Sync;

/// An instance: a definition that can be played.
#[derive(Clone)]
pub struct Instance {
    rules: Rules,
    line: String,
    /// Where the line of a family means the definition: how that family writes the lines of other positions.
    write_line: Option<Arc<WriteLine>>,
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// Reads a whole line.
///
/// # Errors
/// The place and the rule broken.
pub fn read(line: &str) -> Result<Instance, BadInput> {
    read_line(line)
}

impl Instance {
    /// The instance of a definition.
    ///
    /// # Errors
    /// When its rules can be read in too many ways.
    pub fn new(definition: Definition) -> Result<Self, BadInput> {
        let line = format!("{} {definition}", Self::NAME);
        Ok(Instance { rules: Rules::new(definition)?, line, write_line: None })
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        self.rules.definition()
    }

    /// The same for a family that writes its lines otherwise.
    pub(crate) fn written_by(self, write_line: Arc<WriteLine>) -> Self {
        Instance { write_line: Some(write_line), ..self }
    }

    /// The line of a position.
    pub(crate) fn line_of(&self, position: &Position) -> Option<String> {
        let scene = self.rules.scene(position);
        let (labels, turn) = (scene.labels(), self.rules.turn(position));
        match &self.write_line {
            Some(write) => write(&labels, turn.as_deref()).ok(),
            None => self.arranged(&labels, turn.as_deref()).ok().map(|arranged| arranged.to_string()),
        }
    }

    /// The puzzle.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl saltus_core::notation::Instance for Instance {
    type Puzzle = Rules;

    const NAME: &'static str = "rules";
    const NOTATION: &'static str = "rules STATEMENT ; STATEMENT ; ..  a definition on one line, rows parted by /\n\
        @FILE | NAME [with start=CELLS]   one in a file, or one that comes with the program, perhaps from another start";
    const RULES: &'static str =
        "A puzzle of your own: its board, pieces, moves and goal as text (docs/definitions.md).";
    const HAS_NAMES: bool = true;
    const EXAMPLES: &'static [&'static str] = &[
        "rules board: o o . o ; move: o o . -> . . o ; goal most 1: o",
        "rules board: t t . f f ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: f f . t t",
        "rules board: . 1 2 3 4 ; class x: 1..4 ; class y: 1..4 ; move right left: x . -> . x / x y . -> . y x ; goal: . 4 3 2 1",
        "rules board: w . w / . . . / b . b ; class x: w b ; move knight: x . -> . x ; goal: b . b / . . . / w . w",
    ];

    fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        // `with` ends a definition: what it says comes after everything else.
        let is_last = |at: &usize| words[at + 1..].iter().all(|word| word.text.contains('='));
        let with = words.iter().rposition(|word| word.text == "with").filter(is_last);
        let (words, options) = words.split_at(with.unwrap_or(words.len()));
        let definition = Definition::from_words(words)?;
        let Some((with, options)) = options.split_first() else { return Instance::new(definition) };
        let mut options = options.to_vec();
        let found = notation::options(&mut options, &["start"])?;
        if let Some(odd) = options.first() {
            return Err(odd.fault("does not go here; after `with` comes start=CELLS"));
        }
        let [(_, start)] = found[..] else { return Err(with.fault("comes before start=CELLS")) };
        let labels = notation::labels(start.text);
        let arranged = definition.arranged(&labels, None).map_err(|bad| BadInput { column: start.column, ..bad })?;
        read(&format!("{} {arranged}", Self::NAME))
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        // Read again: the start numbers pieces and kinds of blocks.
        read(&format!("{} {}", Self::NAME, self.definition().arranged(labels, turn)?))
    }

    fn definition(&self) -> Result<String, BadInput> {
        Ok(self.to_string())
    }

    fn title(&self) -> Option<&str> {
        self.definition().title()
    }

    fn size(&self) -> UBig {
        UBig::from(self.definition().cells())
    }

    fn lay_out<'a>(&self, limits: &Limits<'a>) -> Result<Limits<'a>, Stop> {
        self.rules.lay_out(limits)
    }

    fn was_whole(&self) -> Result<(), Stop> {
        self.rules.was_whole()
    }

    fn held(&self) -> u64 {
        self.rules.held()
    }

    fn puzzle(&self) -> Result<Rules, TooLarge> {
        Ok(self.rules.clone())
    }
}
