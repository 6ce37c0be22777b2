//! The values that flags take.

use std::time::Duration;

use dashu_int::UBig;
use saltus::notation;
pub use saltus::notation::Range;

/// A whole number of any size.
pub fn whole(text: &str) -> Result<UBig, String> {
    notation::number(text).ok_or_else(|| notation::NO_NUMBER.into())
}

/// Rows and columns of a board.
pub fn board_size(text: &str) -> Result<(usize, usize), String> {
    match pair(text, 'x').map(|(height, width)| (u32::try_from(height), u32::try_from(width))) {
        Some((Ok(height @ 1..), Ok(width @ 1..))) => Ok((height as usize, width as usize)),
        _ => Err("a size is HxW, rows and columns, such as 4x4".into()),
    }
}

/// What one of N has of things in a row: the I-th and every N-th after it, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub first: u64,
    pub of: u64,
}

impl Share {
    /// Reads I/N.
    pub fn read(text: &str) -> Result<Self, String> {
        match pair(text, '/') {
            Some((first, of)) if (1..=of).contains(&first) => Ok(Share { first, of }),
            _ => Err("a share is I/N with 1 <= I <= N, such as 2/3".into()),
        }
    }

    /// Whether it has the thing of this number, counted from 1.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.first % self.of
    }
}

/// Two whole numbers with a sign between them.
fn pair(text: &str, between: char) -> Option<(u64, u64)> {
    let number = |text| u64::try_from(notation::number(text)?).ok();
    let (one, other) = text.split_once(between)?;
    Some((number(one)?, number(other)?))
}

/// A time.
pub fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("", 1.0), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];
    let seconds = quantity(text, &units, "a time is a number and its unit, ms, s, m or h, such as 30s")?;
    if seconds <= 1e9 { Ok(Duration::from_secs_f64(seconds)) } else { Err("that is too long".into()) }
}

/// A size in bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let [kilo, mega, giga, tera] = [10, 20, 30, 40].map(|shift| 2f64.powi(shift));
    let units = [
        [("", 1.0), ("B", 1.0), ("k", kilo)],
        [("K", kilo), ("KB", kilo), ("KiB", kilo)],
        [("M", mega), ("MB", mega), ("MiB", mega)],
        [("G", giga), ("GB", giga), ("GiB", giga)],
        [("T", tera), ("TB", tera), ("TiB", tera)],
    ];
    let size = quantity(text, units.as_flattened(), "a size is a number and its unit, K, M, G or T, such as 500M")?;
    Ok(size as u64)
}

/// A number and its unit: how many of what the units are measured in.
fn quantity(text: &str, units: &[(&str, f64)], form: &str) -> Result<f64, String> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len()));
    let scale = units.iter().find(|(name, _)| *name == unit).map(|(_, scale)| scale);
    let number = number.parse::<f64>().ok();
    number.zip(scale).map(|(number, scale)| number * scale).ok_or_else(|| form.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!(bytes("1.5G"), Ok(3 << 29));
        assert_eq!(bytes("64KiB"), Ok(1 << 16));
        assert_eq!(time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(time("2m"), Ok(Duration::from_mins(2)));
        assert!(bytes("").is_err() && bytes("5X").is_err());
        assert!(time("-1s").is_err() && time("1e999").is_err() && time(&"9".repeat(400)).is_err());
    }

    #[test]
    fn sizes_of_boards() {
        assert_eq!(board_size("3x4"), Ok((3, 4)));
        for bad in ["", "4", "x", "4x", "0x4", "4x4x4", "4X4", "+4x4", "99999999999x1"] {
            assert!(board_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shares() {
        let share = Share::read("2/3").expect("a share");
        assert_eq!((1..=8).filter(|&number| share.has(number)).collect::<Vec<_>>(), [2, 5, 8]);
        let last = Share::read("3/3").expect("a share");
        assert_eq!((1..=8).filter(|&number| last.has(number)).collect::<Vec<_>>(), [3, 6]);
        assert!((1..=8).all(|number| Share { first: 1, of: 1 }.has(number)));
        for bad in ["", "1", "/", "0/3", "4/3", "1/0", "+1/3", "1/3/3", "a/b", "1/99999999999999999999"] {
            assert!(Share::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn ranges() {
        let range = |text: &str| text.parse::<Range>();
        assert_eq!(range("3..5"), Ok(Range { first: 3u8.into(), last: Some(5u8.into()) }));
        assert_eq!(range(".."), Ok(Range { first: UBig::ONE, last: None }));
        for bad in ["", "5", "0..3", "5..3", "a..b", "1...3"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
}
