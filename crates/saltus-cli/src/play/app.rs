//! The game on a terminal: keys in, screens out, and tasks in the background.

use std::time::Duration;

use crate::budget::Budget;
use crate::families;
use saltus::answers::Solvability;
use saltus::fact::Fact;
use saltus::verdict::{Outcome, Verdict};

use super::background::{Task, small};
use super::canvas::Canvas;
use super::compass::Way;
use super::game::{Game, Press};
use super::keys::Key;
use super::order::{self, Answer, ORDERS, Order};
use super::screen::{self, Goal, View};
use super::words;

/// Text instead of the board.
struct Page {
    title: String,
    text: String,
    top: usize,
}

/// Everything that the screen shows.
pub struct App {
    pub game: Game,
    effort: Budget,
    /// For an answer that the player did not ask for.
    small: Budget,
    view: View,
    page: Option<Page>,
    /// What the player has asked.
    request: Option<Task<Answer>>,
    /// Whether the position can still be solved, asked after every move.
    watch: Option<Task<Answer>>,
    /// Whether the player wants to quit.
    pub is_over: bool,
}

impl App {
    /// A game, and the limits for an answer that the player waits for.
    pub fn new(game: Game, effort: Budget) -> Self {
        let picture = game.now.instance.material().ok().and_then(|material| material.goal).map(Goal::Picture);
        let goal = picture.or_else(|| words::aim(&*game.now.instance, &game.outline).map(Goal::Words));
        let view = View { goal, ..View::default() };
        let small = small(&effort);
        let mut app = App { game, effort, small, view, page: None, request: None, watch: None, is_over: false };
        app.moved();
        app
    }

    /// The contents of a screen of this size in rows and columns.
    pub fn screen(&mut self, size: (usize, usize)) -> Canvas {
        if let Some(page) = &mut self.page {
            let lines = screen::wrapped(&page.text, size.1.saturating_sub(2));
            page.top = page.top.min(lines.len().saturating_sub(size.0.saturating_sub(2)));
            return screen::page(&page.title, &lines, page.top, size);
        }
        self.view.waiting = self.request.as_ref().map(|asked| spinner(asked.elapsed()));
        screen::game(&mut self.game, &self.view, size)
    }

    /// Takes answers that have come; whether there is something new to be seen.
    pub fn look_at_thoughts(&mut self) -> bool {
        let mut is_new = self.request.is_some();
        if let Some(Answer::Solvable(known)) = self.watch.as_mut().and_then(Task::answer) {
            self.watch = None;
            self.view.outlook = self.outlook_of(&known);
            is_new = true;
        }
        let Some(answer) = self.request.as_mut().and_then(Task::answer) else { return is_new };
        self.request = None;
        match answer {
            Answer::Hint(verdict) => self.hinted(&verdict),
            Answer::Solution(verdict) => self.solved(verdict),
            Answer::Solvable(known) => {
                self.view.message = words::solvability(&*self.game.now.instance, self.game.moves() > 0, &known);
            }
            Answer::Facts(facts) => self.explained(&facts),
        }
        true
    }

    /// In a few words; the player can ask for the reason.
    fn outlook_of(&self, known: &Solvability) -> String {
        let instance = &*self.game.now.instance;
        match known {
            Solvability::No(_) if instance.pieces().is_none() && self.game.moves() > 0 => "can no longer be solved",
            Solvability::No(_) if instance.pieces().is_none() => "cannot be solved",
            Solvability::No(because) => because,
            Solvability::Yes(_) => "can be solved",
            Solvability::GaveUp(_) => "",
        }
        .to_owned()
    }

    fn hinted(&mut self, verdict: &Verdict) {
        self.view.message = words::hint(&*self.game.now.instance, verdict);
        let best = words::best(verdict);
        let choice = self.game.now.choices.iter().find(|choice| Some(&choice.text) == best.as_ref());
        self.view.hint = choice.map_or(Vec::new(), |choice| choice.path.clone());
    }

    fn solved(&mut self, verdict: Verdict) {
        self.view.message = words::found(&*self.game.now.instance, &verdict);
        if let Outcome::Solved { plan, .. } = verdict.outcome {
            self.view.message.push_str(": n makes the next, p takes it back");
            self.game.follow(plan);
        }
    }

    fn explained(&mut self, facts: &[Fact]) {
        let facts: Vec<String> = facts.iter().map(|fact| format!("{}\n   {fact}", fact.subject())).collect();
        let text = facts.join("\n");
        self.page = Some(Page { title: self.game.now.line.clone(), text, top: 0 });
    }

    /// A key was pressed.
    pub fn press(&mut self, key: Key) {
        if self.page.is_some() {
            self.turn_page(key);
        } else if self.view.typed.is_some() {
            self.type_key(key);
        } else {
            self.play_key(key);
        }
    }

    fn turn_page(&mut self, key: Key) {
        const PAGE: usize = 10;
        let Some(page) = &mut self.page else { return };
        match key {
            Key::Up | Key::Letter('k') => page.top = page.top.saturating_sub(1),
            Key::Down | Key::Letter('j') => page.top += 1,
            Key::PageUp => page.top = page.top.saturating_sub(PAGE),
            Key::PageDown | Key::Letter(' ') => page.top += PAGE,
            Key::Other | Key::Redraw => {}
            _ => self.page = None,
        }
    }

    fn type_key(&mut self, key: Key) {
        const MOST: usize = 1 << 16;
        let Some(typed) = &mut self.view.typed else { return };
        match key {
            Key::Letter(letter) if typed.len() < MOST => typed.push(letter),
            Key::Backspace if !typed.is_empty() => _ = typed.pop(),
            Key::Backspace | Key::Escape | Key::End => self.view.typed = None,
            Key::Enter => {
                let typed = self.view.typed.take().unwrap_or_default();
                self.typed_in(&typed);
            }
            _ => {}
        }
    }

    /// What was typed is an order, or moves, which are made up to the first that cannot be.
    fn typed_in(&mut self, typed: &str) {
        match order::of_word(typed.trim()) {
            Ok(None) => {}
            Ok(Some(order)) => return self.obey(order),
            Err(renamed) => {
                self.view.message = renamed;
                return;
            }
        }
        let fault = order::moves(typed).find_map(|text| self.game.make(text).err());
        self.moved();
        self.view.message = fault.unwrap_or_default();
    }

    fn play_key(&mut self, key: Key) {
        self.view.message.clear();
        match key {
            Key::Left => self.arrow(Way::Left),
            Key::Down => self.arrow(Way::Down),
            Key::Up => self.arrow(Way::Up),
            Key::Right => self.arrow(Way::Right),
            Key::Letter('h') => self.game.go(Way::Left),
            Key::Letter('j') => self.game.go(Way::Down),
            Key::Letter('k') => self.game.go(Way::Up),
            Key::Letter('l') => self.game.go(Way::Right),
            Key::Tab => self.game.go_next(false),
            Key::BackTab => self.game.go_next(true),
            Key::Enter | Key::Letter(' ') => self.pick_or_drop(),
            Key::Escape => self.escape(),
            Key::Letter(':') => self.view.typed = Some(String::new()),
            Key::Letter(digit) if digit.is_ascii_digit() => self.view.typed = Some(digit.into()),
            Key::End => self.is_over = true,
            Key::Letter(letter) => {
                if let Some(order) = order::of_key(letter) {
                    self.obey(order);
                }
            }
            _ => {}
        }
    }

    /// Slides a tile, or moves the cursor.
    fn arrow(&mut self, way: Way) {
        if !self.game.is_sliding() {
            return self.game.go(way);
        }
        self.turn(&|game| game.slide(way), "no tile can go that way");
    }

    fn escape(&mut self) {
        if self.request.take().is_some() {
            self.view.message = "stopped".into();
        } else if !self.game.let_go() {
            self.view.hint.clear();
        }
    }

    fn pick_or_drop(&mut self) {
        match self.game.press() {
            Ok(Press::Made) => self.moved(),
            Ok(Press::Refused(why)) => self.view.message = why.into(),
            Ok(Press::Picked | Press::LetGo) => {}
            Err(why) => self.view.message = why,
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Undo => self.turn(&Game::undo, "there is no move to take back"),
            Order::Redo => self.turn(&Game::redo, "there is no move to make again"),
            Order::Restart => self.turn(&Game::restart, "no move has been made"),
            Order::Next => self.step(Game::next),
            Order::Previous => self.step(Game::previous),
            Order::Board => {}
            Order::Help => {
                self.page = Some(Page { title: "saltus play: help".into(), text: help(&self.game), top: 0 });
            }
            Order::Quit => self.is_over = true,
            asked => self.ask(asked),
        }
    }

    /// Changes the game; says `nothing` where there is nothing to be changed.
    fn turn(&mut self, turn: &dyn Fn(&mut Game) -> Result<bool, String>, nothing: &str) {
        match turn(&mut self.game) {
            Ok(true) => self.moved(),
            Ok(false) => self.view.message = nothing.into(),
            Err(why) => self.view.message = why,
        }
    }

    fn step(&mut self, step: fn(&mut Game) -> Result<(), String>) {
        match step(&mut self.game) {
            Ok(()) => self.moved(),
            Err(why) => self.view.message = format!("{why} (S finds one from here)"),
        }
    }

    /// Begins a task; a new request replaces the old one.
    fn ask(&mut self, order: Order) {
        self.request = None;
        match about(&self.game.now.line, self.effort.clone(), order) {
            Ok(asked) => self.request = Some(asked),
            Err(error) => self.view.message = format!("no thread can be started: {error}"),
        }
    }

    /// The position has changed: what was said of the old one no longer applies.
    fn moved(&mut self) {
        self.view.message.clear();
        self.view.outlook.clear();
        self.view.hint.clear();
        self.request = None;
        let is_open = !self.game.now.is_over && !self.game.now.choices.is_empty();
        let ask = || about(&self.game.now.line, self.small.clone(), Order::Solvable).ok();
        self.watch = is_open.then(ask).flatten();
    }
}

/// A task that answers an order.
fn about(line: &str, effort: Budget, order: Order) -> std::io::Result<Task<Answer>> {
    Task::about(line, effort, move |instance, limits| order.answer(instance, limits))
}

/// All keys and words, and the rules.
pub fn help(game: &Game) -> String {
    const KEYS: [(&str, &str); 5] = [
        ("tab, shift-tab", "to the next piece that may move, or its next target"),
        ("enter, space", "pick a piece, and drop it where the cursor is"),
        ("esc", "let go; stop what is being searched for"),
        (": or a digit", "type moves or a word, then enter"),
        ("ctrl-z, ctrl-c", "suspend, end"),
    ];
    let arrows = if game.is_sliding() {
        [("arrows", "slide a tile that way"), ("h j k l", "move the cursor")].as_slice()
    } else {
        &[("arrows, h j k l", "move the cursor")]
    };
    let keys = arrows.iter().chain(&KEYS).map(|(keys, what)| format!("{keys:<16} {what}"));
    let orders = ORDERS.iter().map(|(_, word, key, what)| format!("{key:<2} :{word:<12} {what}"));
    let rules = families::all().family(game.now.instance.family()).map_or("", |entry| entry.rules);
    let signs = "\n[ ] the cursor   < > the piece in hand   ( ) where it can go   { } the best move\n".to_owned();
    let rest = [signs, format!("This position:\n   {}\n", game.now.line), rules.to_owned()];
    keys.chain(orders).chain(rest).collect::<Vec<_>>().join("\n")
}

fn spinner(elapsed: Duration) -> String {
    let sign = ['|', '/', '-', '\\'][elapsed.as_millis() as usize / 150 % 4];
    format!("{sign} searching, {} s (esc stops it)", elapsed.as_secs())
}

#[cfg(test)]
mod tests;
