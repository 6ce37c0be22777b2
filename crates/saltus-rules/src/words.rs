//! What is said of the puzzles that come with the program: goal and rule in short sentences, and what is chosen to make a move.

use std::borrow::Cow;

use saltus_core::scene::{AS_SHOWN, Told};

use crate::definition::{Definition, Goal};

/// Titles, goals, rules, and what is chosen (nothing where the rule says it), a puzzle a line.
const WORDS: &str = include_str!("words.txt");

/// The description of a definition for people. What its pieces look like, the outline says.
pub(crate) fn of(definition: &Definition) -> Told {
    let title = definition.title().unwrap_or("A puzzle of your own");
    let (mut goal, mut rule, mut act) = ("", "", "a piece");
    for line in WORDS.lines() {
        if let Some((name, told)) = line.split_once(" | ")
            && name == title
        {
            let (aim, rest) = told.split_once(" | ").unwrap_or_default();
            let (way, chosen) = rest.split_once(" |").unwrap_or_default();
            (goal, rule, act) = (aim, way, chosen.trim_start());
        }
    }
    let goal = if goal.is_empty() { aim(definition) } else { Cow::Borrowed(goal) };
    let rule = rule.to_owned();
    let name = Cow::Owned(title.to_owned());
    Told { name, goal, rule, act, stage: "", figure: "", seat: "", stuck: &[], random: None }
}

/// What the goal asks for: the first one that is no picture.
fn aim(definition: &Definition) -> Cow<'static, str> {
    for goal in &definition.goals {
        return Cow::Borrowed(match goal {
            Goal::Picture(_) => continue,
            Goal::Fewest(_) => "Leave as few as you can.",
            Goal::Stuck => "Go on until nothing can move.",
            Goal::Most(most, pieces) => {
                let names = definition.names(pieces).replace(' ', " and ");
                return Cow::Owned(format!("Leave at most {most} of {names}."));
            }
        });
    }
    Cow::Borrowed(AS_SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classics::CLASSICS;

    #[test]
    fn every_classic_has_words_and_no_other() {
        let titles: Vec<String> = CLASSICS
            .iter()
            .filter_map(|(_, text)| Definition::from_text(text).expect("a definition").title().map(str::to_owned))
            .collect();
        for line in WORDS.lines() {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [title, goal, rule, _] = parts[..] else { panic!("{line}") };
            assert!(titles.iter().any(|other| other == title), "{title}");
            assert!(goal.ends_with('.') && rule.ends_with('.'), "{title}");
        }
        for title in titles {
            assert!(WORDS.lines().any(|line| line.starts_with(&format!("{title} | "))), "{title}");
        }
    }

    #[test]
    fn a_puzzle_of_ones_own_is_told_by_its_goal() {
        let told = |goal: &str| {
            of(&Definition::from_text(&format!("board: a b .\nmove: a . -> . a\n{goal}")).expect(goal)).goal
        };
        assert_eq!(told("goal: . b a"), AS_SHOWN);
        assert_eq!(told("goal most 1: a b"), "Leave at most 1 of a and b.");
        assert_eq!(told("goal stuck:"), "Go on until nothing can move.");
    }
}
