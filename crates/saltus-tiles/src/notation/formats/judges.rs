//! Judges of programs that have a problem of sliding tiles, and what each takes for an answer.

use std::io::{self, Write};

use dashu_int::UBig;
use saltus_core::lists::Judge;
use saltus_core::plan::{Plan, Spelling, Style};

/// All of them.
pub const JUDGES: &[Judge] = &[
    Judge {
        name: "uva",
        says: "UVA 10181, \"15-Puzzle Problem\": U, D, L and R in one word",
        format: "numbers",
        goal: None,
        unsolvable: "This puzzle is not solvable.",
        write: word,
    },
    Judge {
        name: "poj-3240",
        says: "POJ 3240, \"Solution to the n^2 - 1 Puzzle\": the same, of any play (--solver construction has one at once)",
        format: "numbers",
        goal: None,
        unsolvable: "No Answer!",
        write: word,
    },
    Judge {
        name: "poj",
        says: "POJ 1077 and HDU 1043, \"Eight\": u, d, l and r in one word",
        format: "numbers",
        goal: None,
        unsolvable: "unsolvable",
        write: |play, out| writeln!(out, "{}", letters(play)?.to_ascii_lowercase()),
    },
    Judge {
        name: "hackerrank",
        says: "hackerrank.com, \"N Puzzle\": the number of moves, then UP, DOWN, LEFT or RIGHT a line; the goal is blank-first",
        format: "numbers",
        goal: Some("blank-first"),
        unsolvable: "unsolvable",
        write: words,
    },
];

/// The ways of the vacancy.
fn letters(play: &dyn Plan) -> io::Result<String> {
    let mut letters = Vec::new();
    let style = Style { between: "", ..Style::WORDS }.spelled(Spelling::VacancyLetters);
    play.write(&UBig::ZERO, &play.moves(), style, &mut letters)?;
    Ok(String::from_utf8(letters).expect("letters of directions"))
}

/// All of them in one word.
fn word(play: &dyn Plan, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", letters(play)?)
}

/// Their number, and each in words.
fn words(play: &dyn Plan, out: &mut dyn Write) -> io::Result<()> {
    let letters = letters(play)?;
    writeln!(out, "{}", letters.len())?;
    letters.bytes().try_for_each(|letter| {
        out.write_all(match letter {
            b'U' => b"UP\n",
            b'D' => b"DOWN\n",
            b'L' => b"LEFT\n",
            _ => b"RIGHT\n",
        })
    })
}
