//! Listings against the values of single rows and against the counts of surveys.

use std::sync::atomic::AtomicBool;

use dashu_int::UBig;

use super::super::survey_clobber;
use super::*;
use crate::closed::registers;

/// The values of all configurations, in order.
fn all_values(form: Form, n: usize) -> Vec<u8> {
    let values = Values::new(form, n);
    let mut all = vec![0; values.block() << (n - values.block().ilog2() as usize)];
    for (block, out) in (0..values.blocks()).zip(all.chunks_mut(values.block())) {
        values.fill(block, out);
    }
    all
}

fn word(number: usize, n: usize) -> String {
    (0..n).rev().map(|place| if number >> place & 1 == 1 { 'w' } else { 'b' }).collect()
}

fn text(form: Form, n: usize, limits: &Limits<'_>) -> String {
    let mut text = Vec::new();
    list(form, n, Table::Csv, &mut text, limits).expect("no limit");
    String::from_utf8(text).expect("letters")
}

#[test]
fn values_are_those_of_single_rows() {
    for form in [Form::Line, Form::Cycle] {
        for n in 0..=12 {
            for (number, value) in all_values(form, n).into_iter().enumerate() {
                let pawns = word(number, n).parse().expect("letters");
                assert_eq!(u64::from(value), registers::value(&pawns, form), "{form:?} {pawns}");
            }
        }
    }
}

#[test]
fn surveys_count_what_is_listed() {
    for form in [Form::Line, Form::Cycle] {
        for n in 0..=18 {
            let (survey, values) =
                (survey_clobber(form, n, &Limits::default()).expect("no limit"), all_values(form, n));
            let mut counts = vec![UBig::ZERO; n + 1];
            for &value in &values {
                counts[usize::from(value)] += UBig::ONE;
            }
            assert_eq!(survey.counts, counts, "{form:?} {n}");
            if let Some(extreme) = survey.extreme {
                let both_colours = &values[1..values.len() - 1];
                let first = both_colours.iter().position(|&value| usize::from(value) == extreme.value).expect("listed");
                assert_eq!(both_colours.iter().max().map(|&most| usize::from(most)), Some(extreme.value));
                assert_eq!(extreme.first.to_string(), word(first + 1, n), "{form:?} {n}");
                assert_eq!(extreme.count, counts[extreme.value], "{form:?} {n}");
            }
        }
    }
}

#[test]
fn text_has_a_row_for_each_configuration() {
    assert_eq!(text(Form::Line, 0, &Limits::default()), "configuration,value\n,0\n");
    assert_eq!(text(Form::Cycle, 1, &Limits::default()), "configuration,value\nb,1\nw,1\n");
    for (form, n) in [(Form::Line, 5), (Form::Cycle, 11), (Form::Cycle, 15)] {
        let (text, values) = (text(form, n, &Limits::default()), all_values(form, n));
        let rows = values.iter().enumerate().map(|(number, value)| format!("{},{value}", word(number, n)));
        assert!(text.lines().skip(1).eq(rows), "{form:?} {n}");
    }
}

#[test]
fn bytes_do_not_depend_on_threads() {
    for (form, n) in [(Form::Line, 3), (Form::Cycle, 17)] {
        let [one, two, five] = [1, 2, 5].map(|threads| text(form, n, &Limits { threads, ..Limits::default() }));
        assert!(one == two && two == five, "{form:?} {n}");
    }
}

/// Takes this many bytes and then fails.
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
fn a_full_disk_ends_the_listing() {
    for room in [0, 100, 2_000_000] {
        let limits = Limits { threads: 3, ..Limits::default() };
        let failure = list(Form::Line, 18, Table::Csv, &mut Full(room), &limits).expect_err("no room");
        assert!(
            matches!(failure, CannotTabulate::Output(error) if error.kind() == io::ErrorKind::StorageFull),
            "{room}"
        );
    }
}

#[test]
fn limits_are_kept() {
    let stopped = |n: usize, limits: &Limits<'_>| match list(Form::Cycle, n, Table::Csv, &mut io::sink(), limits) {
        Err(CannotTabulate::Stop(stop)) => Some(stop),
        _ => None,
    };
    let cancel = AtomicBool::new(true);
    assert_eq!(stopped(20, &Limits { cancel: Some(&cancel), threads: 2, ..Limits::default() }), Some(Stop::Cancelled));
    assert_eq!(stopped(20, &Limits { nodes: 50_000, ..Limits::default() }), Some(Stop::Nodes));
    assert_eq!(stopped(31, &Limits::default()), Some(Stop::Cells { most: 30 }));
    assert_eq!(stopped(usize::MAX, &Limits::default()), Some(Stop::Cells { most: 30 }));
    let small = Limits { memory: 1 << 20, ..Limits::default() };
    assert!(matches!(stopped(20, &small), Some(Stop::Memory { needed }) if needed > 1 << 20));
    assert_eq!(stopped(10, &small), None);
}

#[cfg(feature = "parquet")]
mod columns {
    use ::parquet::file::metadata::RowGroupMetaData;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::RowAccessor;

    use super::*;

    fn file(form: Form, n: usize, threads: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        list(form, n, Table::Parquet, &mut bytes, &Limits { threads, ..Limits::default() }).expect("no limit");
        bytes
    }

    /// Reads a file back, row by row.
    fn rows(bytes: Vec<u8>) -> Vec<(i32, u8)> {
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a file");
        let rows = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row"));
        rows.map(|row| (row.get_int(0).expect("a configuration"), row.get_ubyte(1).expect("a value"))).collect()
    }

    #[test]
    fn files_read_back() {
        for (form, n) in [(Form::Line, 0), (Form::Line, 1), (Form::Cycle, 12), (Form::Line, 16)] {
            assert!(rows(file(form, n, 1)).into_iter().eq((0..).zip(all_values(form, n))), "{form:?} {n}");
        }
    }

    #[test]
    fn groups_follow_one_another() {
        let bytes = file(Form::Cycle, 21, 1);
        assert!(bytes == file(Form::Cycle, 21, 3), "bytes do not depend on threads");
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a file");
        let groups: Vec<i64> = reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
        assert_eq!(groups, [1 << 20, 1 << 20]);
        let columns: Vec<String> = reader
            .metadata()
            .file_metadata()
            .schema_descr()
            .columns()
            .iter()
            .map(|column| column.name().to_owned())
            .collect();
        assert_eq!(columns, ["configuration", "value"]);
        let second = reader.get_row_group(1).expect("a group");
        let second = second.get_row_iter(None).expect("rows").take(2_000).map(|row| row.expect("a row"));
        let read = second.map(|row| (row.get_int(0).expect("a configuration"), row.get_ubyte(1).expect("a value")));
        assert!(read.eq((1 << 20..).zip(all_values(Form::Cycle, 21)[1 << 20..].iter().copied().take(2_000))));
    }

    #[test]
    fn a_full_disk_ends_the_listing() {
        let failure = list(Form::Line, 18, Table::Parquet, &mut Full(100), &Limits::default()).expect_err("no room");
        assert!(matches!(failure, CannotTabulate::Output(error) if error.kind() == io::ErrorKind::StorageFull));
    }
}
