use dashu_int::UBig;

use super::*;
use crate::plan::{Picture, Plan, Spelling, Step, Style};
use crate::verify::Fault;

#[test]
fn texts_are_json() {
    let json = |text: &str| serde_json::to_string(&Text(&text).field()).unwrap();
    assert_eq!(json("a \"b\" \\c\\ \u{e9}\u{1f600}\u{7f}"), "\"a \\\"b\\\" \\\\c\\\\ \u{e9}\u{1f600}\u{7f}\"");
    assert_eq!(json("\n\r\t\u{8}\u{c}\u{0}\u{1f}"), "\"\\n\\r\\t\\b\\f\\u0000\\u001f\"");
}

#[test]
fn the_head_has_its_order() {
    let mut out = Vec::new();
    let origin = Origin { name: Some("a \"1\"".into()), line: Some(3), seed: Some(u64::MAX) };
    let puzzle = Puzzle::new(&"c", &origin);
    write(&mut out, "b", &puzzle, Status::GaveUp, &Show { after_move: None, board: "d" }).unwrap();
    let head =
        r#"{"command":"b","puzzle":"c","name":"a \"1\"","line":3,"seed":"18446744073709551615","status":"gave-up","#;
    let tail = concat!(r#""board":"d","schema":1,"saltus":""#, env!("CARGO_PKG_VERSION"), "\"}\n");
    assert_eq!(String::from_utf8(out).unwrap(), [head, tail].concat());
}

#[test]
fn a_status_is_its_word() {
    use Status::{Answered, Failed, GaveUp, Refused, Refuted, Solvable, Solved, Undecided, Unsolvable, Verified};
    for status in [Solved, Solvable, Unsolvable, GaveUp, Answered, Refused, Verified, Refuted, Undecided, Failed] {
        assert_eq!(serde_json::from_value::<Status>(status.word().into()).unwrap(), status);
    }
}

/// A play that is written in pieces of so many bytes.
struct Pieces(&'static str, usize);

impl Plan for Pieces {
    fn moves(&self) -> UBig {
        self.0.split_whitespace().count().into()
    }

    fn write(&self, _: &UBig, _: &UBig, _: Style, out: &mut dyn Write) -> io::Result<()> {
        self.0.as_bytes().chunks(self.1).try_for_each(|piece| out.write_all(piece))
    }

    fn steps<'a>(&'a self, _: &UBig, _: &UBig, _: Spelling) -> Box<dyn Iterator<Item = Step> + 'a> {
        unimplemented!()
    }

    fn picture(&self, _: &UBig) -> Picture {
        unimplemented!()
    }

    fn write_evidence(&self, _: &mut dyn Write) -> io::Result<()> {
        unimplemented!()
    }

    fn replay(&self, _: &UBig) -> Result<(), Fault> {
        unimplemented!()
    }
}

#[test]
fn moves_are_words_however_they_are_written() {
    let json = r#"["a-\"b\"","\\-1","\u00e9-\u732b","7-12"]"#;
    let words: Vec<String> = serde_json::from_str(json).unwrap();
    for size in 1..30 {
        let play = Pieces("a-\"b\" \\-1 \u{e9}-\u{732b} 7-12", size);
        let told = serde_json::to_string(&Moves::all(&play)).unwrap();
        assert_eq!(serde_json::from_str::<Vec<String>>(&told).unwrap(), words, "{size}: {told}");
    }
    assert_eq!(serde_json::to_string(&Moves::all(&Pieces("", 1))).unwrap(), "[]");
}

/// Takes so many bytes, and then nothing more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_failure_of_the_output_keeps_its_kind() {
    let told = |room: usize| {
        let play = Pieces("1-2 2-3 3-4", 3);
        let list = List { number: 1u8.into(), moves: Some(Moves::all(&play)), moves_left_out: None };
        let mut out = BufWriter::with_capacity(0, Full(room));
        serde_json::to_writer(&mut out, &list.field()).map_err(|error| io::Error::from(error).kind())
    };
    assert!((0..40).all(|room| told(room) == Err(io::ErrorKind::StorageFull)));
    assert_eq!(told(40), Ok(()));
}
