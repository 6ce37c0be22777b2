//! A worksheet: boards on pages of A4, in black on white, with room for a name and for answers; and the answers on pages of their own.

use super::letters::HEIGHT;
use super::picture::{Extent, Ink, Mark, NONE, Pen, Picture, Shape, lines, panel, rgb, words};
use super::shapes::Shapes;
use super::ways::{CELL, Point};
use super::{CannotDraw, palette};

/// A page in pixels, of which an inch has 96.
const PAGE: (i32, i32) = (794, 1123);
/// Pixels around everything, and between columns and rows.
const MARGIN: i32 = 60;
const BETWEEN: i32 = 30;
/// Pixels from one line of words to the next, and how high capitals are: of the title, of words, and of what stays in the background.
const LINE: i32 = 20;
const HIGH: [i32; 3] = [22, 11, 9];
/// The side of a code, 30 millimetres.
const CODE: i32 = 113;
/// The side of a box for an answer, and how much wider it is for each letter after the first one.
const BOX: (i32, i32) = (18, 8);
/// Pixels from one cell to the next, at least and at most.
const CELLS: (i32, i32) = (12, 52);
/// More boards than this are not drawn on sheets.
pub const MOST_BOARDS: usize = 60;

/// Room for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// None.
    Nothing,
    /// Boxes, so many, each with room for so many letters.
    Boxes(usize, usize),
    /// Lines.
    Lines(usize),
    /// Yes and no, one of which is marked.
    YesOrNo,
}

/// A board of a sheet.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its number, and what it is called.
    pub title: String,
    /// The board.
    pub board: Picture,
    /// What is said and asked below it.
    pub words: Vec<String>,
    /// The room for the answer.
    pub blank: Blank,
}

/// A code that a camera reads: its side in modules, and which of them are dark, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Modules in a row.
    pub side: usize,
    /// Whether each is dark.
    pub dark: Vec<bool>,
}

/// What is on a sheet.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its title.
    pub title: String,
    /// What holds for all boards.
    pub words: Vec<String>,
    /// The boards.
    pub tasks: Vec<Task>,
    /// A code with which a phone opens the same.
    pub code: Option<Code>,
    /// The last line of each page.
    pub foot: String,
}

impl Sheet {
    /// The width of words next to a code.
    fn beside(&self) -> i32 {
        PAGE.0 - 2 * MARGIN - if self.code.is_some() { CODE + BETWEEN } else { 0 }
    }
}

/// Pages with the tasks, as many as are needed; all boards have cells of one size.
///
/// # Errors
/// When there are too many boards, or a board does not fit in the width of a page.
///
/// ```
/// use saltus_core::scene::{Outline, PieceForm, Scene};
/// use saltus_draw::{Size, board, sheet::{self, Blank, Sheet, Task}};
///
/// let board = board::draw("", &Outline::rows(2, 2, PieceForm::Disc), &Scene { rows: Vec::new(), spaced: false }, Size::default())?;
/// let task = Task { title: "1".into(), board, words: vec!["Find it.".into()], blank: Blank::Boxes(8, 1) };
/// let (title, foot) = ("Two cells".into(), String::new());
/// let pages = sheet::draw(&Sheet { title, words: Vec::new(), tasks: vec![task; 6], code: None, foot })?;
/// assert_eq!(pages.len(), 1);
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn draw(sheet: &Sheet) -> Result<Vec<Picture>, CannotDraw> {
    if sheet.tasks.len() > MOST_BOARDS {
        let why = format!("{} boards are too many for a sheet; it has at most {MOST_BOARDS}", sheet.tasks.len());
        return Err(CannotDraw::Unfit(why));
    }
    // The largest cells with which all boards are on one page; if there are none, on several.
    let plans = || (CELLS.0..=CELLS.1).rev().flat_map(|cell| (1..=4).rev().map(move |columns| Plan { cell, columns }));
    let fits = |plan: &Plan| plan.has_room(sheet);
    let plan = plans().find(|plan| fits(plan) && plan.pages(sheet).len() <= 1);
    let plan = plan
        .or_else(|| plans().filter(|plan| plan.columns <= 2).find(fits))
        .ok_or_else(|| CannotDraw::Unfit("a board is too wide for a sheet of A4".to_owned()))?;
    Ok(plan.pages(sheet).iter().enumerate().map(|(number, rows)| plan.page(sheet, number, rows)).collect())
}

/// An answer: what it is about, what it is, and how it is known.
pub type Answer = [String; 3];

/// Pages with the answers.
///
/// ```
/// let answers = [["1".to_owned(), "3-4 5-3".to_owned(), "2 moves, proved".to_owned()]];
/// assert_eq!(saltus_draw::sheet::answers("Two cells", &answers, "").len(), 1);
/// ```
pub fn answers(title: &str, answers: &[Answer], foot: &str) -> Vec<Picture> {
    let plan = Plan { cell: 20, columns: 1 };
    let mut pages: Vec<Picture> = Vec::new();
    let mut top = PAGE.1;
    for [number, answer, known] in answers {
        let wide = PAGE.0 - 2 * MARGIN - 2 * BETWEEN;
        let (answer, known) = (plan.wrapped(answer, HIGH[1], wide), plan.wrapped(known, HIGH[2], wide));
        let high = LINE * (answer.len() + known.len()) as i32 + LINE / 2;
        if top + high > PAGE.1 - MARGIN - LINE {
            pages.push(plan.blank(title, "answers".into()));
            let page = pages.last_mut().expect("there is a page");
            plan.put(page, &format!("{title}: answers"), (MARGIN, MARGIN), HIGH[0], palette::INK);
            plan.foot(page, foot);
            top = MARGIN + 3 * LINE;
        }
        let page = pages.last_mut().expect("there is a page");
        plan.put(page, number, (MARGIN, top), HIGH[1], palette::INK);
        let inks = answer.iter().map(|line| (line, HIGH[1], palette::INK));
        for (line, high, ink) in inks.chain(known.iter().map(|line| (line, HIGH[2], palette::FAINT))) {
            plan.put(page, line, (MARGIN + 2 * BETWEEN, top), high, ink);
            top += LINE;
        }
        top += LINE / 2;
    }
    pages
}

/// How large the cells of all boards are, in pixels, and how many boards are next to each other.
struct Plan {
    cell: i32,
    columns: i32,
}

/// Tasks next to each other.
type SheetRow<'a> = (i32, &'a [Task]);

impl Plan {
    fn units(&self, pixels: i32) -> i32 {
        pixels * CELL / self.cell
    }

    fn pixels(&self, units: i32) -> i32 {
        (units * self.cell + CELL - 1) / CELL
    }

    fn factor(&self, high: i32) -> i32 {
        (self.units(high) / HEIGHT).max(1)
    }

    fn wrapped(&self, text: &str, high: i32, wide: i32) -> Vec<String> {
        lines(text, self.factor(high), self.units(wide), usize::MAX)
    }

    /// The width of a column.
    fn column(&self) -> i32 {
        (PAGE.0 - 2 * MARGIN - (self.columns - 1) * BETWEEN) / self.columns
    }

    /// Whether each board is as narrow as a column.
    fn has_room(&self, sheet: &Sheet) -> bool {
        sheet.tasks.iter().all(|Task { board, .. }| {
            self.pixels(board.extent.width()) <= self.column() && self.pixels(board.extent.height()) <= PAGE.1 / 2
        })
    }

    /// The boxes of a row, the width of one, and how many rows there are.
    fn boxes(&self, count: usize, letters: usize) -> (i32, i32, i32) {
        let wide = BOX.0 + BOX.1 * letters.saturating_sub(1) as i32;
        let across = (self.column() / (wide + 4)).max(1);
        (across, wide, (count as i32 + across - 1) / across)
    }

    /// The height of a task.
    fn high(&self, Task { board, words, blank, .. }: &Task) -> i32 {
        let said: usize = words.iter().map(|text| self.wrapped(text, HIGH[2], self.column()).len()).sum();
        let blank = match *blank {
            Blank::Nothing => 0,
            Blank::Boxes(count, letters) => self.boxes(count, letters).2 * (BOX.0 + 6),
            Blank::Lines(count) => (count as i32 + 1) * LINE,
            Blank::YesOrNo => 2 * LINE,
        };
        LINE + self.pixels(board.extent.height()) + LINE * said as i32 + blank
    }

    /// The height of what is above the boards on the first page.
    fn head(&self, sheet: &Sheet) -> i32 {
        let said: usize = sheet.words.iter().map(|text| self.wrapped(text, HIGH[1], sheet.beside()).len()).sum();
        let high = 2 * LINE + LINE * said as i32 + 3 * LINE;
        if sheet.code.is_some() { high.max(CODE + LINE) } else { high }
    }

    /// The rows of tasks of each page.
    fn pages<'a>(&self, sheet: &'a Sheet) -> Vec<Vec<SheetRow<'a>>> {
        let mut pages: Vec<Vec<SheetRow<'a>>> = Vec::new();
        let mut left = PAGE.1 - 2 * MARGIN - LINE - self.head(sheet);
        for row in sheet.tasks.chunks(self.columns as usize) {
            let high = row.iter().map(|task| self.high(task)).max().unwrap_or(0) + BETWEEN;
            if pages.is_empty() || left < high {
                if !pages.is_empty() {
                    left = PAGE.1 - 2 * MARGIN - LINE;
                }
                pages.push(Vec::new());
            }
            left -= high;
            pages.last_mut().expect("there is a page").push((high, row));
        }
        pages
    }

    /// A page with nothing on it.
    fn blank(&self, name: &str, told: String) -> Picture {
        let extent = Extent { left: 0, top: 0, right: self.units(PAGE.0), bottom: self.units(PAGE.1) };
        let mut page = Picture::new(name, told, extent, self.cell as u32);
        page.put(panel(extent, WHITE, 0));
        page
    }

    fn put(&self, page: &mut Picture, text: &str, (x, y): Point, high: i32, colour: &'static str) {
        page.put(words(text, (self.units(x), self.units(y)), self.factor(high), colour));
    }

    fn foot(&self, page: &mut Picture, text: &str) {
        self.put(page, text, (MARGIN, PAGE.1 - MARGIN), HIGH[2], palette::FAINT);
    }

    fn page(&self, sheet: &Sheet, number: usize, rows: &[SheetRow<'_>]) -> Picture {
        let told: Vec<&str> = rows.iter().flat_map(|(_, tasks)| tasks.iter().map(|task| &*task.board.told)).collect();
        let mut page = self.blank(&sheet.title, told.join("; "));
        let mut top = MARGIN;
        if number == 0 {
            self.put(&mut page, &sheet.title, (MARGIN, top), HIGH[0], palette::INK);
            top += 2 * LINE;
            for line in sheet.words.iter().flat_map(|text| self.wrapped(text, HIGH[1], sheet.beside())) {
                self.put(&mut page, &line, (MARGIN, top), HIGH[1], palette::INK);
                top += LINE;
            }
            self.put(&mut page, "Name", (MARGIN, top + LINE), HIGH[1], palette::INK);
            self.line(&mut page, MARGIN + 50, sheet.beside().min(360), top + LINE + HIGH[1]);
            if let Some(code) = &sheet.code {
                page.put(self.code(code));
            }
            top = MARGIN + self.head(sheet);
        }
        for (high, tasks) in rows {
            for (column, task) in (0..).zip(*tasks) {
                self.task(&mut page, task, (MARGIN + column * (self.column() + BETWEEN), top));
            }
            top += high;
        }
        self.foot(&mut page, &sheet.foot);
        page
    }

    /// A line to write on.
    fn line(&self, page: &mut Picture, left: i32, wide: i32, down: i32) {
        let way = vec![Pen::Move((self.units(left), self.units(down))), Pen::Across(self.units(left + wide))];
        page.put(Shape::Path(None, way).inked(Ink::line(palette::FRAME, self.units(1).max(1))));
    }

    fn code(&self, Code { side, dark }: &Code) -> Mark {
        let (left, size) = (self.units(PAGE.0 - MARGIN - CODE), self.units(CODE));
        // Whole units, so that no two modules are apart.
        let edge = |at: usize| size * at as i32 / *side as i32;
        let mut way = Vec::new();
        for at in (0..dark.len()).filter(|&at| dark[at]) {
            let (x, y) = (at % side, at / side);
            let top = self.units(MARGIN);
            way.extend([Pen::Move((left + edge(x), top + edge(y))), Pen::Across(left + edge(x + 1))]);
            way.extend([Pen::Down(top + edge(y + 1)), Pen::Across(left + edge(x)), Pen::Close]);
        }
        Shape::Path(None, way).inked(Ink::filled(BLACK))
    }

    fn task(&self, page: &mut Picture, Task { title, board, words, blank }: &Task, (left, mut top): Point) {
        let title = self.wrapped(title, HIGH[1], self.column()).swap_remove(0);
        self.put(page, &title, (left, top), HIGH[1], palette::INK);
        top += LINE;
        let place = (self.units(left) - board.extent.left, self.units(top) - board.extent.top);
        page.put(Mark::Open(Some(place), Ink::SAME));
        Shapes::new(board).all(&mut |shape, place, ink| {
            let shape = if let Shape::Path(_, way) = shape { Shape::Path(None, way.clone()) } else { shape.clone() };
            page.add(Mark::Open(Some(place).filter(|place| *place != (0, 0)), Ink::SAME));
            page.add(shape.inked(printed(ink)));
            page.put(Mark::Close);
        });
        page.put(Mark::Close);
        top += self.pixels(board.extent.height()) + 4;
        for line in words.iter().flat_map(|text| self.wrapped(text, HIGH[2], self.column())) {
            self.put(page, &line, (left, top), HIGH[2], palette::INK);
            top += LINE;
        }
        match *blank {
            Blank::Boxes(count, letters) => {
                let (across, wide, _) = self.boxes(count, letters);
                for at in 0..count as i32 {
                    self.square(page, (left + at % across * (wide + 4), top + at / across * (BOX.0 + 6)), wide);
                }
            }
            Blank::Lines(count) => {
                (1..=count as i32).for_each(|line| self.line(page, left, self.column(), top + line * LINE));
            }
            Blank::YesOrNo => {
                for (at, word) in [(0, "yes"), (1, "no")] {
                    let left = left + at * 80;
                    self.square(page, (left, top), BOX.0);
                    self.put(page, word, (left + BOX.0 + 6, top + 4), HIGH[1], palette::INK);
                }
            }
            Blank::Nothing => {}
        }
    }

    /// A box to write in.
    fn square(&self, page: &mut Picture, (left, top): Point, wide: i32) {
        let [left, right, top, bottom] = [left, left + wide, top, top + BOX.0].map(|pixels| self.units(pixels));
        let ink = Ink::filled(NONE).stroked(palette::FRAME, self.units(1).max(1));
        page.put(Shape::Rect(Extent { left, top, right, bottom }, self.units(3)).inked(ink));
    }
}

const WHITE: &str = "#ffffff";
const BLACK: &str = "#000000";
/// Greys of what is filled, from the lightest to the darkest.
const GREYS: [&str; 4] = [WHITE, "#f2f2f2", "#e6e6e6", "#d8d8d8"];

/// An ink as it is printed: dark lines, and fillings so light that these are seen on them.
fn printed(ink: Ink) -> Ink {
    let light = |colour: &str| {
        let [red, green, blue] = rgb(colour).map(usize::from);
        (3 * red + 6 * green + blue) / 10
    };
    let fill = ink.fill.map(|fill| if fill == NONE { NONE } else { GREYS[(255 - light(fill)) / 64] });
    let faint = |colour: &&str| *colour == palette::FAINT;
    Ink { fill, stroke: ink.stroke.map(|colour| if faint(&colour) { colour } else { BLACK }), ..ink }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Size, board};
    use saltus_core::scene::{Outline, PieceForm, Scene};

    fn sheet(cells: usize, count: usize) -> Sheet {
        let scene = Scene { rows: Vec::new(), spaced: false };
        let board = board::draw("", &Outline::rows(cells, cells, PieceForm::Disc), &scene, Size::default()).unwrap();
        let task = |at: usize| Task {
            title: at.to_string(),
            board: board.clone(),
            words: vec!["What now?".into()],
            blank: [Blank::Boxes(8, 3), Blank::Lines(1), Blank::YesOrNo, Blank::Nothing][at % 4],
        };
        let code = Some(Code { side: 2, dark: vec![true, false, false, true] });
        Sheet {
            title: "A sheet".into(),
            words: vec!["words ".repeat(60)],
            tasks: (0..count).map(task).collect(),
            code,
            foot: "foot".into(),
        }
    }

    #[test]
    fn boards_are_as_large_as_one_page_allows_and_go_on_to_others() {
        let pages = draw(&sheet(7, 6)).unwrap();
        assert_eq!(pages.len(), 1);
        let (wide, high) = pages[0].pixels();
        assert!((790..=800).contains(&wide) && (1118..=1128).contains(&high), "{wide} {high}");
        assert!(draw(&sheet(7, 60)).unwrap().len() > 1);
        assert!(draw(&sheet(40, 3)).is_ok());
        assert!(matches!(draw(&sheet(90, 1)), Err(CannotDraw::Unfit(_))));
        assert!(matches!(draw(&sheet(7, 61)), Err(CannotDraw::Unfit(_))));
    }

    #[test]
    fn nothing_is_lower_than_the_foot() {
        let sheet = sheet(5, 17);
        for page in draw(&sheet).unwrap() {
            let lowest = page.extent.bottom;
            Shapes::new(&page).all(&mut |shape, (_, down), _| {
                if let Shape::Rect(extent, _) = shape {
                    assert!(extent.bottom + down <= lowest);
                }
            });
        }
    }

    #[test]
    fn fillings_are_light_and_lines_dark() {
        let ink = printed(Ink::filled("#2d3b4c").stroked("#16202c", 4));
        assert_eq!((ink.fill, ink.stroke, ink.width), (Some(GREYS[3]), Some(BLACK), 4));
        assert_eq!(printed(Ink::line("#ffffff", 3)).stroke, Some(BLACK));
        assert_eq!(printed(Ink::line(palette::FAINT, 3)).stroke, Some(palette::FAINT));
    }
}
