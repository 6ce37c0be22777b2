//! Pictures as PDF: a page each, the shapes of a [`Picture`] as paths, the same bytes everywhere (ISO 32000-1, the parts that version 1.4 has).
//!
//! The page is as large as the picture on a screen, where an inch has 96 pixels. All numbers are computed as whole numbers. Nothing is
//! compressed: the file needs no library, and is about six times as long as the SVG.

use std::fmt::Write as _;

use super::CannotDraw;
use super::picture::{Extent, FAINT, Ink, NONE, Pen, Picture, Shape, rgb};
use super::shapes::Shapes;
use super::ways::{CELL, Point};

/// The resolution of numbers in the file: this many make one of its units.
const PARTS: i64 = 10_000;
/// Points of a pixel, in hundredths.
const POINTS: i64 = 75;
/// No side of a page is longer, in points (ISO 32000-1, annex C.2).
const MOST_POINTS: i64 = 14_400;

impl Picture {
    /// The picture as a PDF of one page. Its name and its description are the title and the subject of the file.
    ///
    /// # Errors
    /// When the page would be larger than PDF allows.
    ///
    /// ```
    /// use saltus_core::scene::{Outline, PieceForm, Scene};
    /// use saltus_draw::{Size, board};
    ///
    /// let (scene, outline) = (Scene { rows: Vec::new(), spaced: false }, Outline::rows(1, 1, PieceForm::Disc));
    /// let page = board::draw("shift 0 0", &outline, &scene, Size::default())?.pdf()?;
    /// assert!(page.starts_with(b"%PDF-1.4\n") && page.ends_with(b"%%EOF\n"));
    /// # Ok::<(), saltus_draw::CannotDraw>(())
    /// ```
    pub fn pdf(&self) -> Result<Vec<u8>, CannotDraw> {
        pdf(std::slice::from_ref(self))
    }

    /// The sides of its page with what its content uses, and the content.
    fn content(&self) -> Result<(String, String), CannotDraw> {
        let scale = i64::from(self.cell) * POINTS * PARTS / 100 / i64::from(CELL);
        let Extent { left, bottom, .. } = self.extent;
        let longest = i64::from(self.extent.width().max(self.extent.height())) * scale / PARTS;
        if longest > MOST_POINTS {
            let why = format!("the page would be {longest} points long; PDF has at most {MOST_POINTS}, SVG has more");
            return Err(CannotDraw::Unfit(why));
        }
        let points = |units: i32| decimal(i64::from(units) * scale);
        // From units downwards to points upwards; corners are pointed as far as in SVG.
        let mut content = format!("{0} 0 0 -{0} {1} {2} cm 4 M\n", decimal(scale), points(-left), points(bottom));
        let mut last = None;
        Shapes::new(self).all(&mut |shape, place, ink| {
            if last != Some(ink) {
                if last.is_some_and(|last: Ink| last.is_faint) != ink.is_faint {
                    content.push_str(if ink.is_faint { "/Faint gs\n" } else { "/Whole gs\n" });
                }
                set(&mut content, ink);
                last = Some(ink);
            }
            trace(&mut content, shape, place);
            let is_filled = ink.fill.is_some_and(|fill| fill != NONE);
            content.push_str(match (is_filled, ink.stroke.is_some()) {
                (true, true) => "B\n",
                (true, false) => "f\n",
                (false, true) => "S\n",
                (false, false) => "n\n",
            });
        });
        let (wide, high) = (points(self.extent.width()), points(self.extent.height()));
        let states = if content.contains("/Faint gs") {
            format!("/ExtGState << /Faint << /ca 0.{FAINT} /CA 0.{FAINT} >> /Whole << /ca 1 /CA 1 >> >> ")
        } else {
            String::new()
        };
        Ok((format!("/MediaBox [0 0 {wide} {high}] /Resources << {states}>>"), content))
    }
}

/// Pictures as a PDF of as many pages; the name and the description of the first one are the title and the subject of the file.
///
/// # Errors
/// When a page would be larger than PDF allows.
///
/// ```
/// use saltus_core::scene::{Outline, PieceForm, Scene};
/// use saltus_draw::{Size, board};
///
/// let (scene, outline) = (Scene { rows: Vec::new(), spaced: false }, Outline::rows(1, 1, PieceForm::Disc));
/// let page = board::draw("shift 0 0", &outline, &scene, Size::default())?;
/// let file = saltus_draw::pdf(&[page.clone(), page])?;
/// assert!(String::from_utf8_lossy(&file).contains("/Count 2 "));
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn pdf(pictures: &[Picture]) -> Result<Vec<u8>, CannotDraw> {
    let kids: Vec<String> = (0..pictures.len()).map(|page| format!("{} 0 R", 3 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".into(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), kids.len()),
    ];
    for (page, picture) in pictures.iter().enumerate() {
        let (form, content) = picture.content()?;
        objects.push(format!("<< /Type /Page /Parent 2 0 R {form} /Contents {} 0 R >>", 4 + 2 * page));
        objects.push(format!("<< /Length {} >>\nstream\n{content}endstream", content.len()));
    }
    let [name, told] = pictures.first().map_or(["", ""], |first| [&*first.name, &*first.told]);
    let known = [("Title", name), ("Subject", told)].into_iter().filter(|(_, words)| !words.is_empty());
    let known: Vec<String> = known.map(|(key, words)| format!("/{key} {} ", text(words))).collect();
    objects.push(format!("<< {}>>", known.concat()));
    Ok(written(&objects))
}

/// The file of these objects: the first is its catalogue, the last tells of it.
fn written(objects: &[String]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        put(&mut table, format_args!("{:010} 00000 n \n", file.len()));
        put(&mut file, format_args!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let (begin, last) = (file.len(), objects.len());
    put(
        &mut file,
        format_args!(
            "{table}trailer\n<< /Size {} /Root 1 0 R /Info {last} 0 R >>\nstartxref\n{begin}\n%%EOF\n",
            last + 1
        ),
    );
    file.into_bytes()
}

fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    out.write_fmt(what).expect("a string takes all");
}

/// A text as UTF-16 in hexadecimal digits.
fn text(text: &str) -> String {
    let mut digits = String::from("<FEFF");
    text.encode_utf16().for_each(|unit| put(&mut digits, format_args!("{unit:04X}")));
    digits + ">"
}

/// A number of parts, without zeros at its end.
fn decimal(parts: i64) -> String {
    let (sign, parts) = (if parts < 0 { "-" } else { "" }, parts.abs());
    let text = format!("{sign}{}.{:04}", parts / PARTS, parts % PARTS);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Sets all of an ink.
fn set(out: &mut String, ink: Ink) {
    let colour = |colour: &str| rgb(colour).map(|part| decimal(i64::from(part) * PARTS / 255)).join(" ");
    if let Some(fill) = ink.fill.filter(|fill| *fill != NONE) {
        put(out, format_args!("{} rg\n", colour(fill)));
    }
    if let Some(stroke) = ink.stroke {
        let (ends, bends) = (u8::from(ink.has_round_ends), u8::from(ink.has_round_bends));
        put(out, format_args!("{} RG {} w {ends} J {bends} j [{}] 0 d\n", colour(stroke), ink.width, ink.dashes));
    }
}

/// The path of a shape.
fn trace(out: &mut String, shape: &Shape, (across, down): Point) {
    let mut path = Path { out, across: i64::from(across), down: i64::from(down), now: (0, 0) };
    match shape {
        Shape::Circle(place, radius) => path.rounded(Extent::around(place.unwrap_or_default(), *radius), *radius),
        Shape::Rect(extent, round) => path.rounded(*extent, *round),
        Shape::Path(_, way) => way.iter().for_each(|pen| path.draw(*pen)),
    }
}

/// A path under way.
struct Path<'a> {
    out: &'a mut String,
    across: i64,
    down: i64,
    /// Where the pen is.
    now: Point,
}

impl Path<'_> {
    /// A place in parts of a unit.
    fn place(&self, x: i64, y: i64) -> String {
        format!("{} {}", decimal(x + self.across * PARTS), decimal(y + self.down * PARTS))
    }

    fn whole(&self, (x, y): Point) -> String {
        self.place(i64::from(x) * PARTS, i64::from(y) * PARTS)
    }

    fn draw(&mut self, pen: Pen) {
        let to = pen.end(self.now);
        let end = self.whole(to);
        match pen {
            Pen::Move(_) => put(self.out, format_args!("{end} m\n")),
            Pen::Line(_) | Pen::Across(_) | Pen::Down(_) => put(self.out, format_args!("{end} l\n")),
            // Cubic curves only: two thirds of the way to the control point.
            Pen::Curve(control, _) => self.curve(control, to, (2, 3)),
            Pen::Cubic(first, second, _) => {
                put(self.out, format_args!("{} {} {end} c\n", self.whole(first), self.whole(second)));
            }
            Pen::Close => self.out.push_str("h\n"),
        }
        self.now = to;
    }

    /// A curve whose control points lie this part of the way from its ends to a place.
    fn curve(&mut self, toward: Point, to: Point, (part, of): (i64, i64)) {
        let between = |from: i32, to: i32| i64::from(from) * PARTS + i64::from(to - from) * PARTS * part / of;
        let control = |from: Point| self.place(between(from.0, toward.0), between(from.1, toward.1));
        let [first, second, end] = [control(self.now), control(to), self.whole(to)];
        put(self.out, format_args!("{first} {second} {end} c\n"));
        self.now = to;
    }

    /// A rectangle with round corners.
    fn rounded(&mut self, extent: Extent, round: i32) {
        /// How far the control points of a quarter of a circle are from its ends, as a part of the radius.
        const HANDLE: (i64, i64) = (5523, 10_000);
        self.draw(Pen::Move((extent.left + round, extent.top)));
        for [side, corner, end] in extent.rounded(round) {
            if self.now != side {
                self.draw(Pen::Line(side));
            }
            if round > 0 {
                self.curve(corner, end, HANDLE);
            }
        }
        self.draw(Pen::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Size, board};
    use saltus_core::scene::{Outline, PieceForm, Scene, Spot, Tint};

    fn page(cell: u32) -> Result<String, CannotDraw> {
        let spot = |label: &str, tint| Spot { label: label.into(), tint };
        let rows = vec![vec![spot("b", Tint::Dark), spot("_", Tint::Vacant), spot("w", Tint::Light)]];
        let outline = Outline::rows(3, 3, PieceForm::Disc);
        let picture = board::draw("two (2)", &outline, &Scene { rows, spaced: false }, Size { cell: Some(cell) });
        Ok(String::from_utf8(picture?.pdf()?).expect("the file has signs of ASCII alone"))
    }

    #[test]
    fn every_object_is_where_the_table_says() {
        let file = page(40).unwrap();
        let begin: usize = file.split("startxref\n").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
        let table = file[begin..].strip_prefix("xref\n0 6\n0000000000 65535 f \n").expect("the table");
        for (number, row) in (1..=5).zip(table.lines()) {
            assert_eq!(row.len(), 19);
            let at: usize = row[..10].parse().unwrap();
            assert!(file[at..].starts_with(&format!("{number} 0 obj\n")), "{number}");
        }
        let stream = file.split("stream\n").nth(1).unwrap();
        assert!(file.contains(&format!("/Length {} >>", stream.len() - "end".len())));
    }

    #[test]
    fn the_page_is_as_large_as_the_picture() {
        // 360 x 160 units of 0.3 points.
        let file = page(40).unwrap();
        assert!(file.contains("/MediaBox [0 0 108 48]") && file.contains("\n0.3 0 0 -0.3 24 24 cm "));
        assert!(file.contains(&format!("/Title {}", text("two (2)"))));
        let why = page(6_000).unwrap_err().to_string();
        assert_eq!(why, "the page would be 16200 points long; PDF has at most 14400, SVG has more");
    }

    #[test]
    fn numbers_are_exact() {
        let numbers = [0, 1, -1, 10_000, 12_500, -123_456].map(decimal);
        assert_eq!(numbers, ["0", "0.0001", "-0.0001", "1", "1.25", "-12.3456"]);
    }
}
