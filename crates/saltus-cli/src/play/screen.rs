//! The game as it is shown on a terminal of a given size.

use std::fmt::Write;

use saltus::draw::text;
use saltus::scene::{Scene, Tint};

use super::canvas::{Canvas, Look};
use super::game::Game;
use super::layout::Layout;
use super::words;

/// The least rows and columns that a game needs.
pub const LEAST: (usize, usize) = (7, 30);

/// What is shown besides the game.
#[derive(Default)]
pub struct View {
    /// What was said last.
    pub message: String,
    /// What is said in its place, as long as it is so.
    pub waiting: Option<String>,
    /// Whether the end can still be reached, once that is known.
    pub outlook: String,
    /// What is being typed.
    pub typed: Option<String>,
    /// The path of the best move.
    pub hint: Vec<u32>,
    /// The picture of the goal, or what it is about.
    pub goal: Option<Goal>,
}

/// What is to be reached.
pub enum Goal {
    Picture(Scene),
    Words(String),
}

/// The game on a screen of this size in rows and columns.
pub fn game(game: &mut Game, view: &View, size: (usize, usize)) -> Canvas {
    if let Some(canvas) = too_small(size) {
        return canvas;
    }
    let (rows, columns) = size;
    let mut canvas = Canvas::new(rows, columns);
    bar(&mut canvas, 0, &game.start, "? help");
    let goal = goal_lines(view.goal.as_ref(), rows.saturating_sub(LEAST.0 - 1), columns);
    let mut below: Vec<String> = goal;
    if rows > LEAST.0 + 2 && game.moves() > 0 {
        below.push(last_moves(game, columns - 1));
    }
    let end = rows - 3 - below.len();
    board(&mut canvas, game, &view.hint, (1, end));
    for (line, row) in below.iter().zip(end..) {
        canvas.put(row, 1, line, Look::FAINT);
    }
    let mut standing = words::standing(game);
    if let Ok((done, all)) = game.followed() {
        let _ = write!(standing, "; solution: {done} of {all}");
    }
    if !view.outlook.is_empty() {
        let _ = write!(standing, "; {}", view.outlook);
    }
    canvas.put(rows - 3, 1, &shortened(&standing, columns - 1), Look::BOLD);
    let said = view.waiting.as_ref().unwrap_or(&view.message);
    let said = if said.is_empty() { &under_cursor(game) } else { said };
    canvas.put(rows - 2, 1, &shortened(said, columns - 1), Look::PLAIN);
    match &view.typed {
        Some(typed) => prompt(&mut canvas, rows - 1, typed),
        None => bar(&mut canvas, rows - 1, keys(game), ""),
    }
    canvas
}

/// Lines that are read page by page.
pub fn page(title: &str, lines: &[String], top: usize, size: (usize, usize)) -> Canvas {
    if let Some(canvas) = too_small(size) {
        return canvas;
    }
    let (rows, columns) = size;
    let mut canvas = Canvas::new(rows, columns);
    bar(&mut canvas, 0, title, "");
    for (line, row) in lines.iter().skip(top).zip(1..rows - 1) {
        canvas.put(row, 1, line, Look::PLAIN);
    }
    let more = lines.len() > rows - 2;
    bar(&mut canvas, rows - 1, if more { "up, down: scroll   any other key: back" } else { "any key: back" }, "");
    canvas
}

/// The message that says how large a terminal must be.
fn too_small((rows, columns): (usize, usize)) -> Option<Canvas> {
    if rows >= LEAST.0 && columns >= LEAST.1 {
        return None;
    }
    let mut canvas = Canvas::new(rows, columns);
    let lines = ["too small:".into(), format!("{columns}x{rows}, but"), format!("{}x{} are needed", LEAST.1, LEAST.0)];
    lines.iter().enumerate().for_each(|(row, line)| canvas.put(row, 0, line, Look::PLAIN));
    Some(canvas)
}

fn bar(canvas: &mut Canvas, row: usize, left: &str, right: &str) {
    let columns = canvas.columns();
    let room = columns.saturating_sub(right.len() + 3);
    canvas.put(row, 1, &shortened(left, room), Look::PLAIN);
    canvas.put(row, columns.saturating_sub(right.len() + 1), right, Look::PLAIN);
    canvas.fill(row, Look::BAR);
}

/// What is typed; its end where there is no room for all.
fn prompt(canvas: &mut Canvas, row: usize, typed: &str) {
    let room = canvas.columns().saturating_sub(4);
    let hidden = typed.chars().count().saturating_sub(room);
    let shown: String = typed.chars().skip(hidden).collect();
    canvas.put(row, 1, &format!(":{shown}"), Look::PLAIN);
    canvas.put(row, 2 + shown.chars().count(), "_", Look::BAR);
}

fn keys(game: &Game) -> &'static str {
    if game.picked().is_some() {
        "arrows: where to   enter: drop   esc: let go   tab: next target"
    } else {
        "arrows  enter: pick  : type a move  u undo  r redo  H hint  S solve  q quit"
    }
}

/// What can be said of the cell under the cursor.
fn under_cursor(game: &Game) -> String {
    let (Some(name), Some(spot)) = (game.outline.names.get(game.cursor()), game.now.scene.spots().nth(game.cursor()))
    else {
        return String::new();
    };
    let cell = game.cursor() as u32;
    let joined: Vec<&str> = game
        .outline
        .links
        .iter()
        .filter_map(|&(a, b)| if a == cell { Some(b) } else { (b == cell).then_some(a) })
        .filter_map(|other| game.outline.names.get(other as usize).map(String::as_str))
        .collect();
    let what = if spot.tint == Tint::Vacant { "empty".to_owned() } else { spot.label.clone() };
    let moves: Vec<&str> = game.now.from(game.cursor()).map(|choice| choice.text.as_str()).collect();
    let mut said = format!("cell {name}: {what}");
    if !moves.is_empty() {
        let _ = write!(said, "; moves: {}", moves.join(" "));
    }
    if !joined.is_empty() {
        let _ = write!(said, "; joined with {}", joined.join(" "));
    }
    said
}

/// The moves made last, as many as there is room for.
fn last_moves(game: &Game, room: usize) -> String {
    let mut moves = String::new();
    for text in game.texts().rev() {
        if "moves: ...".len() + moves.len() + text.len() >= room {
            return format!("moves: ...{moves}");
        }
        moves = format!(" {text}{moves}");
    }
    format!("moves:{moves}")
}

/// The goal in no more than half of the rows there are.
fn goal_lines(goal: Option<&Goal>, rows: usize, columns: usize) -> Vec<String> {
    match goal {
        Some(Goal::Words(words)) if rows > 2 => vec![shortened(&format!("goal: {words}"), columns - 1)],
        Some(Goal::Picture(scene)) => {
            let picture = text::draw(scene, false);
            let lines: Vec<&str> = picture.lines().collect();
            let is_narrow = lines.iter().all(|line| line.len() + 8 < columns);
            if lines.len() > rows / 2 || !is_narrow {
                return Vec::new();
            }
            let caption = |row| if row == 0 { "goal: " } else { "      " };
            lines.iter().enumerate().map(|(row, line)| format!("{}{line}", caption(row))).collect()
        }
        _ => Vec::new(),
    }
}

/// The board in the rows from one to before another: in the middle, or as much as there is room for
/// around the cursor.
fn board(canvas: &mut Canvas, game: &Game, hint: &[u32], (top, end): (usize, usize)) {
    let wide = game.now.scene.spots().map(|spot| spot.label.len()).max().unwrap_or(1);
    let layout = Layout::new(&game.outline, wide);
    let drawn = cells(game, &layout, hint);
    let room = (end - top, canvas.columns());
    let cursor = layout.places.get(game.cursor()).copied().unwrap_or_default();
    let (row_from, row_to) = window(drawn.rows(), room.0, cursor.0);
    let (column_from, column_to) = window(drawn.columns(), room.1, cursor.1 + wide.div_ceil(2));
    canvas.show(&drawn, (row_from, column_from), (top + row_to, column_to), room);
}

/// Where to begin in what is shown, and where on the screen.
fn window(length: usize, room: usize, cursor: usize) -> (usize, usize) {
    if length <= room { (0, (room - length) / 2) } else { (cursor.saturating_sub(room / 2).min(length - room), 0) }
}

fn cells(game: &Game, layout: &Layout, hint: &[u32]) -> Canvas {
    let mut canvas = Canvas::new(layout.rows, layout.columns);
    let (targets, movable) = (game.targets(), game.movable());
    let is_end =
        |path: &[u32], cell: usize| [path.first(), path.last()].into_iter().flatten().any(|&end| end as usize == cell);
    for (cell, (spot, &(row, column))) in game.now.scene.spots().zip(&layout.places).enumerate() {
        let is_target = targets.contains(&cell);
        let may_move = movable.contains(&cell);
        let is_hint = is_end(hint, cell);
        let marks = if cell == game.cursor() {
            Some(["[", "]"])
        } else if game.picked() == Some(cell) {
            Some(["<", ">"])
        } else if is_target {
            Some(["(", ")"])
        } else if is_hint {
            Some(["{", "}"])
        } else {
            // An empty one has that sign in its label.
            let is_wanted = spot.tint != Tint::Vacant && game.outline.marked.binary_search(&(cell as u32)).is_ok();
            is_wanted.then_some([" ", "*"])
        };
        let look = Look { tint: Some(spot.tint), underline: may_move && game.picked().is_none(), ..Look::PLAIN };
        let look = Look { reverse: cell == game.cursor() || game.picked() == Some(cell), ..look };
        let blank = layout.wide.saturating_sub(spot.label.len());
        canvas.put(row, column + 1 + blank, &spot.label, look);
        for (mark, column) in marks.iter().flatten().zip([column, column + 1 + layout.wide]) {
            let tint = if is_target || is_hint { Some(Tint::Green) } else { None };
            canvas.put(row, column, mark, Look { tint, ..Look::BOLD });
        }
    }
    canvas
}

/// The first letters, and a sign that there are more.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let begin: String = text.chars().take(most.saturating_sub(3)).collect();
    format!("{begin}...")
}

/// Lines broken between words, so that none is longer than that; what is indented stays so.
pub fn wrapped(text: &str, most: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrapped_line(line, most.max(10))).collect()
}

fn wrapped_line(line: &str, most: usize) -> Vec<String> {
    let indent = " ".repeat((line.len() - line.trim_start().len()).min(most / 2));
    let mut lines = Vec::new();
    let mut now = indent.clone();
    for word in line.split_whitespace() {
        if now.len() > indent.len() && now.chars().count() + 1 + word.chars().count() > most {
            lines.push(std::mem::replace(&mut now, indent.clone()));
        }
        if now.len() > indent.len() {
            now.push(' ');
        }
        now.push_str(word);
    }
    lines.push(now);
    lines
}

#[cfg(test)]
mod tests;
