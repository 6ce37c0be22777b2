//! What is asked of a word of the paper's alphabet, or of a configuration in place of its best word: `saltus word`.

use std::fmt::{self, Display};

use crate::rules::{Colour, Instance};
use crate::sources::words::{self, Fault, Form, Mark, Symbol, Text, admissible, configuration, fits, game, read};
use crate::sources::{cuts, letter_pairs};
use saltus_core::notation::{self, BadInput, Instance as _, Word};

/// A word with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Whether it is a line's or a cycle's.
    pub form: Form,
    /// The word.
    pub word: Vec<Symbol>,
    /// The configuration that was given, or else that of the word with a black first pawn; the only other one with this word has all
    /// colours exchanged. None for a cyclic word whose colours do not come round.
    pub pawns: Option<Vec<Colour>>,
    /// Whether the word is that of a game (Theorem 3), or what it breaks.
    pub fault: Option<Fault>,
}

impl Judged {
    /// Reads a word, such as `>a >s |a`, or a configuration, such as `bwwb` or `clobber cycle bwwbww`, whose word is that of a best game
    /// (Theorems 11 and 12). `form` is how the places lie where the text does not say it.
    ///
    /// ```
    /// use saltus_clobber::{sources::words::{Form, Text}, word::Judged};
    ///
    /// let judged = Judged::read("bwwb", Form::Line).unwrap();
    /// assert_eq!(Text(&judged.word).to_string(), ">a >s |a");
    /// let judged = Judged::read(">s >s |s", Form::Line).unwrap();
    /// assert!(judged.fault.unwrap().to_string().starts_with("class 3 forbids |x >s"));
    /// assert_eq!(Judged::read(">a >t", Form::Line).unwrap_err().column, 4);
    /// ```
    ///
    /// # Errors
    /// The place and what is wrong there.
    pub fn read(text: &str, form: Form) -> Result<Self, BadInput> {
        let is_word = text.trim_start().starts_with(|first| Mark::ALL.iter().any(|mark| mark.sign() == first));
        if is_word {
            let word = read(text)?;
            let fault = admissible(form, &word).err();
            return Ok(Judged { form, pawns: configuration(form, &word, Colour::Black), word, fault });
        }
        let (form, pawns) = read_configuration(text, form)?;
        let word = best(form, &pawns).word;
        Ok(Judged { form, word, pawns: Some(pawns), fault: None })
    }

    /// The pawns that a game with this word leaves: on the line one more than the bars, on the cycle the bars.
    pub fn left(&self) -> usize {
        let bars = self.word.iter().filter(|symbol| symbol.mark == Mark::Bar).count();
        bars + usize::from(self.form == Form::Line)
    }

    /// The fewest pawns that any game on its configuration leaves.
    pub fn value(&self) -> Option<usize> {
        let long_enough = self.form == Form::Line || self.word.len() >= 3;
        self.pawns.as_ref().filter(|_| long_enough).map(|pawns| best(self.form, pawns).value)
    }

    /// The moves of a game with this word, cells counted from 1; none where it is not admissible.
    pub fn moves(&self) -> Vec<String> {
        let moves = words::moves(self.form, &self.word).into_iter().flatten();
        moves.map(|mv| format!("{}-{}", mv.from + 1, mv.to + 1)).collect()
    }

    /// Theorem 4: the word of a game on the same configuration that leaves exactly k pawns. It is a best game that stops there: each move
    /// takes one pawn, and the word of a game that stops early has bars for the moves not made.
    ///
    /// ```
    /// use saltus_clobber::{sources::words::{Form, Text}, word::Judged};
    ///
    /// let judged = Judged::read("bwwb", Form::Line).unwrap();
    /// assert_eq!(Text(&judged.leaving(3).unwrap().word).to_string(), ">a |s |a");
    /// assert!(judged.leaving(1).is_none() && judged.leaving(5).is_none());
    /// ```
    pub fn leaving(&self, k: usize) -> Option<Self> {
        let pawns = self.pawns.as_ref()?;
        let best = best(self.form, pawns);
        let made = pawns.len().checked_sub(k).filter(|_| k >= best.value)?;
        let moves = words::moves(self.form, &best.word).expect("an optimal word is a game");
        let word = game(self.form, pawns, moves.take(made)).expect("its moves are legal").word;
        debug_assert!(fits(self.form, &word, pawns));
        Some(Judged { word, fault: None, ..self.clone() })
    }

    /// Its configurations as text: the one, and that with all colours exchanged.
    pub fn configurations(&self) -> Option<[String; 2]> {
        let pawns = self.pawns.as_ref()?;
        Some(
            [|pawn: &Colour| pawn.letter(), |pawn: &Colour| pawn.other().letter()]
                .map(|of| pawns.iter().map(of).collect()),
        )
    }
}

impl Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.word.is_empty() { f.write_str("(empty)") } else { Text(&self.word).fmt(f) }
    }
}

/// The best word of a configuration.
fn best(form: Form, pawns: &[Colour]) -> letter_pairs::Solution {
    match form {
        Form::Line => letter_pairs::solve(pawns),
        Form::Cycle => cuts::solve(pawns),
    }
}

/// Pawns alone, or a line of notation. A cycle of fewer than three pawns is a line.
fn read_configuration(text: &str, form: Form) -> Result<(Form, Vec<Colour>), BadInput> {
    let mut words = notation::words(text)?;
    match words.first() {
        None => return Err(BadInput::line("a word such as >a >s |a, or a configuration such as bwwb, is needed")),
        Some(first) if first.text == Instance::NAME => {
            words.remove(0);
        }
        Some(_) => words.insert(0, Word { text: form.name(), column: 0 }),
    }
    let instance = Instance::parse(words)?;
    let pawns = (!instance.is_set()).then(|| instance.colours()).flatten().filter(|pawns| !pawns.is_empty());
    let (form, pawns) = instance
        .form()
        .zip(pawns)
        .ok_or_else(|| BadInput::line("a word is that of a line or a cycle with a pawn on every cell, turns=free"))?;
    Ok((form.of(pawns.len()), pawns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::full;
    use crate::sources::words::Letter;

    fn rows() -> impl Iterator<Item = (Form, String)> {
        let texts = (2..=9).flat_map(full).map(|pawns| pawns.to_string());
        texts.flat_map(|text| [(Form::Line, text.clone()), (Form::Cycle, text)])
    }

    /// Text to word and back, and the word's text is read as the same word.
    #[test]
    fn configurations_and_words_lead_to_each_other() {
        for (form, text) in rows() {
            let judged = Judged::read(&text, form).unwrap();
            assert_eq!(judged.configurations().unwrap()[0], text);
            assert_eq!(
                (judged.value(), admissible(judged.form, &judged.word)),
                (Some(judged.left()), Ok(())),
                "{text}"
            );
            let again = Judged::read(&judged.to_string(), judged.form).unwrap();
            assert!(again.word == judged.word && again.fault.is_none());
            assert!(again.configurations().unwrap().contains(&text), "{text}");
        }
    }

    #[test]
    fn every_word_of_up_to_four_symbols_is_read_as_it_is_printed() {
        let mut words = vec![Vec::new()];
        for _ in 0..4 {
            words = words
                .iter()
                .flat_map(|word: &Vec<Symbol>| Symbol::all().map(|symbol| [&word[..], &[symbol]].concat()))
                .collect();
            for word in &words {
                let judged = Judged::read(&Text(word).to_string(), Form::Line).unwrap();
                assert_eq!((&judged.word, judged.fault), (word, admissible(Form::Line, word).err()));
                assert_eq!(
                    judged.moves().len(),
                    if judged.fault.is_none() { word.len() + 1 - judged.left() } else { 0 }
                );
                let letters: Vec<Letter> = word.iter().map(|symbol| symbol.letter).collect();
                assert!(words::letters(Form::Line, &judged.pawns.unwrap()).eq(letters));
            }
        }
    }

    #[test]
    fn theorem_4_for_every_k() {
        for (form, text) in rows() {
            let judged = Judged::read(&text, form).unwrap();
            for k in 0..=text.len() + 1 {
                let found = judged.leaving(k);
                assert_eq!(found.is_some(), k >= judged.left() && k <= text.len(), "{text} {k}");
                if let Some(found) = found {
                    assert_eq!((found.left(), admissible(found.form, &found.word)), (k, Ok(())), "{text} {k}");
                    assert_eq!(found.moves().len(), text.len() - k, "{text} {k}");
                    assert!(fits(found.form, &found.word, &found.pawns.unwrap()), "{text} {k}");
                }
            }
        }
    }

    #[test]
    fn what_is_neither_is_refused() {
        let refused = |text: &str| Judged::read(text, Form::Line).unwrap_err().to_string();
        assert_eq!(refused(">a >x"), "column 4: \">x\" is no symbol; there are: |s |a >s >a <s <a");
        assert!(refused("bwxb").starts_with("column 3: "));
        assert!(refused("").contains("is needed"));
        for text in ["clobber line b.w", "clobber line 4", "clobber grid bw/wb", "clobber line bw turns=alternate"] {
            assert!(refused(text).contains("a pawn on every cell"), "{text}");
        }
        assert!(refused("shift 3 3").starts_with("column"));
        assert_eq!(Judged::read("clobber cycle bw", Form::Line).unwrap().form, Form::Line);
        let short = Judged::read(">a |a", Form::Cycle).unwrap();
        assert_eq!((short.fault, short.value()), (Some(Fault::NoCycle), None));
        let odd = Judged::read(">a |s |s", Form::Cycle).unwrap();
        assert_eq!((odd.fault, odd.value()), (Some(Fault::OddAlternations), None));
    }
}
