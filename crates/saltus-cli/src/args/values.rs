//! The values that flags take.

use std::str::FromStr;

use dashu_int::UBig;
use saltus::notation;
pub use saltus::notation::Range;

/// A whole number of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole(pub UBig);

impl FromStr for Whole {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        notation::number(text).map(Whole).ok_or_else(|| notation::NO_NUMBER.into())
    }
}

/// Rows and columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    pub height: usize,
    pub width: usize,
}

impl FromStr for BoardSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| notation::number(text).and_then(|number| u32::try_from(number).ok());
        let size = text.split_once('x').and_then(|(height, width)| Some((number(height)?, number(width)?)));
        match size {
            Some((height, width)) if height > 0 && width > 0 => {
                Ok(BoardSize { height: height as usize, width: width as usize })
            }
            _ => Err("a size is HxW, rows and columns, such as 4x4".into()),
        }
    }
}

/// What one of N has of things in a row: the I-th and every N-th after it, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub first: u64,
    pub of: u64,
}

impl Share {
    /// Whether it has the thing of this number, counted from 1.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.first % self.of
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| notation::number(text).and_then(|number| u64::try_from(number).ok());
        let share = text.split_once('/').and_then(|(first, of)| Some((number(first)?, number(of)?)));
        match share {
            Some((first, of)) if (1..=of).contains(&first) => Ok(Share { first, of }),
            _ => Err("a share is I/N with 1 <= I <= N, such as 2/3".into()),
        }
    }
}

/// A time in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(pub f64);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = split_unit(text);
        let factor = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err("a time is a number and its unit, ms, s, m or h, such as 30s".into()),
        };
        let seconds =
            number.parse::<f64>().map_err(|_| "a time is a number and its unit, ms, s, m or h, such as 30s")? * factor;
        if seconds.is_finite() && seconds <= 1e9 { Ok(Seconds(seconds)) } else { Err("that is too long".into()) }
    }
}

/// A size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = split_unit(text);
        let shift = match unit {
            "" | "B" => 0,
            "K" | "KB" | "KiB" | "k" => 10,
            "M" | "MB" | "MiB" => 20,
            "G" | "GB" | "GiB" => 30,
            "T" | "TB" | "TiB" => 40,
            _ => return Err("a size is a number and its unit, K, M, G or T, such as 500M".into()),
        };
        let size = number.parse::<f64>().map_err(|_| "a size is a number and its unit, K, M, G or T, such as 500M")?;
        Ok(Size((size * 2f64.powi(shift)) as u64))
    }
}

fn split_unit(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!("1.5G".parse(), Ok(Size(3 << 29)));
        assert_eq!("64KiB".parse(), Ok(Size(1 << 16)));
        assert_eq!("90".parse(), Ok(Seconds(90.0)));
        assert_eq!("2m".parse(), Ok(Seconds(120.0)));
        assert!("".parse::<Size>().is_err() && "5X".parse::<Size>().is_err());
        assert!("-1s".parse::<Seconds>().is_err() && "1e999".parse::<Seconds>().is_err());
    }

    #[test]
    fn sizes_of_boards() {
        assert_eq!("3x4".parse(), Ok(BoardSize { height: 3, width: 4 }));
        for bad in ["", "4", "x", "4x", "0x4", "4x4x4", "4X4", "+4x4", "99999999999x1"] {
            assert!(bad.parse::<BoardSize>().is_err(), "{bad}");
        }
    }

    #[test]
    fn shares() {
        let share = "2/3".parse::<Share>().expect("a share");
        assert_eq!((1..=8).filter(|&number| share.has(number)).collect::<Vec<_>>(), [2, 5, 8]);
        let last = "3/3".parse::<Share>().expect("a share");
        assert_eq!((1..=8).filter(|&number| last.has(number)).collect::<Vec<_>>(), [3, 6]);
        assert!((1..=8).all(|number| Share { first: 1, of: 1 }.has(number)));
        for bad in ["", "1", "/", "0/3", "4/3", "1/0", "+1/3", "1/3/3", "a/b", "1/99999999999999999999"] {
            assert!(bad.parse::<Share>().is_err(), "{bad}");
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
