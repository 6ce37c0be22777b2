//! Listings against the values of single rows and against the counts of surveys.

use std::sync::atomic::AtomicBool;

use dashu_int::UBig;

use super::super::survey_clobber;
use super::*;
use crate::closed::letters::Ends;
use crate::closed::registers;

const SHAPES: [Shape; 2] = [Shape::Line, Shape::Cycle];

/// The values of all configurations, in order.
fn all_values(shape: Shape, n: usize) -> Vec<u8> {
    let values = Values::new(shape, n);
    let mut all = vec![0; values.block() << (n - values.block().ilog2() as usize)];
    for (block, out) in (0..values.blocks()).zip(all.chunks_mut(values.block())) {
        values.fill(block, out);
    }
    all
}

fn word(number: usize, n: usize) -> String {
    (0..n).rev().map(|place| if number >> place & 1 == 1 { 'w' } else { 'b' }).collect()
}

fn text(shape: Shape, n: usize, limits: &Limits<'_>) -> String {
    let mut text = Vec::new();
    list(shape, n, Format::Csv, &mut text, limits).expect("no limit");
    String::from_utf8(text).expect("letters")
}

#[test]
fn values_are_those_of_single_rows() {
    for (shape, ends) in [(Shape::Line, Ends::Open), (Shape::Cycle, Ends::Joined)] {
        for n in 0..=12 {
            for (number, value) in all_values(shape, n).into_iter().enumerate() {
                let pawns = word(number, n).parse().expect("letters");
                assert_eq!(u64::from(value), registers::value(&pawns, ends), "{shape:?} {pawns}");
            }
        }
    }
}

#[test]
fn surveys_count_what_is_listed() {
    for shape in SHAPES {
        for n in 0..=18 {
            let (survey, values) =
                (survey_clobber(shape, n, &Limits::default()).expect("no limit"), all_values(shape, n));
            let mut counts = vec![UBig::ZERO; n + 1];
            for &value in &values {
                counts[usize::from(value)] += UBig::ONE;
            }
            assert_eq!(survey.counts, counts, "{shape:?} {n}");
            if let Some(extreme) = survey.extreme {
                let both_colours = &values[1..values.len() - 1];
                let first = both_colours.iter().position(|&value| usize::from(value) == extreme.value).expect("listed");
                assert_eq!(both_colours.iter().max().map(|&most| usize::from(most)), Some(extreme.value));
                assert_eq!(extreme.first.to_string(), word(first + 1, n), "{shape:?} {n}");
                assert_eq!(extreme.count, counts[extreme.value], "{shape:?} {n}");
            }
        }
    }
}

#[test]
fn text_has_a_row_for_each_configuration() {
    assert_eq!(text(Shape::Line, 0, &Limits::default()), "configuration,value\n,0\n");
    assert_eq!(text(Shape::Cycle, 1, &Limits::default()), "configuration,value\nb,1\nw,1\n");
    for (shape, n) in [(Shape::Line, 5), (Shape::Cycle, 11), (Shape::Cycle, 15)] {
        let (text, values) = (text(shape, n, &Limits::default()), all_values(shape, n));
        let rows = values.iter().enumerate().map(|(number, value)| format!("{},{value}", word(number, n)));
        assert!(text.lines().skip(1).eq(rows), "{shape:?} {n}");
    }
}

#[test]
fn bytes_do_not_depend_on_threads() {
    for (shape, n) in [(Shape::Line, 3), (Shape::Cycle, 17)] {
        let [one, two, five] = [1, 2, 5].map(|threads| text(shape, n, &Limits { threads, ..Limits::default() }));
        assert!(one == two && two == five, "{shape:?} {n}");
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
        let failure = list(Shape::Line, 18, Format::Csv, &mut Full(room), &limits).expect_err("no room");
        assert!(matches!(failure, Failure::Output(error) if error.kind() == io::ErrorKind::StorageFull), "{room}");
    }
}

#[test]
fn limits_are_kept() {
    let stopped = |n: usize, limits: &Limits<'_>| match list(Shape::Cycle, n, Format::Csv, &mut io::sink(), limits) {
        Err(Failure::Stop(stop)) => Some(stop),
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

    fn file(shape: Shape, n: usize, threads: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        list(shape, n, Format::Parquet, &mut bytes, &Limits { threads, ..Limits::default() }).expect("no limit");
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
        for (shape, n) in [(Shape::Line, 0), (Shape::Line, 1), (Shape::Cycle, 12), (Shape::Line, 16)] {
            assert!(rows(file(shape, n, 1)).into_iter().eq((0..).zip(all_values(shape, n))), "{shape:?} {n}");
        }
    }

    #[test]
    fn groups_follow_one_another() {
        let bytes = file(Shape::Cycle, 21, 1);
        assert!(bytes == file(Shape::Cycle, 21, 3), "bytes do not depend on threads");
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
        assert!(read.eq((1 << 20..).zip(all_values(Shape::Cycle, 21)[1 << 20..].iter().copied().take(2_000))));
    }

    #[test]
    fn a_full_disk_ends_the_listing() {
        let failure = list(Shape::Line, 18, Format::Parquet, &mut Full(100), &Limits::default()).expect_err("no room");
        assert!(matches!(failure, Failure::Output(error) if error.kind() == io::ErrorKind::StorageFull));
    }
}
