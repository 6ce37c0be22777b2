//! What is exported means what the definition means: a planner of a few lines, which knows only the exported text, finds plans as long as the plays
//! of another interpreter.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use saltus_core::family::ByRules as _;
use saltus_core::limits::Limits;
use saltus_core::search::breadth_first;

use super::{export, moves};
use crate::read;

/// A list of lists and words.
#[derive(Debug)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

impl Term {
    fn read(text: &str) -> Term {
        let uncommented: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        let spaced = uncommented.join(" ").replace('(', " ( ").replace(')', " ) ");
        let mut open = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            let closed = match word {
                "(" => {
                    open.push(Vec::new());
                    continue;
                }
                ")" => Term::List(open.pop().unwrap()),
                word => Term::Word(word.into()),
            };
            open.last_mut().expect("as many open as closed").push(closed);
        }
        assert_eq!((open.len(), open[0].len()), (1, 1), "{text}");
        open.pop().unwrap().pop().unwrap()
    }

    fn list(&self) -> &[Term] {
        let Term::List(list) = self else { panic!("{self:?} is a word") };
        list
    }

    fn word(&self) -> &str {
        let Term::Word(word) = self else { panic!("{self:?} is a list") };
        word
    }

    /// The list that begins with a word.
    fn part(&self, name: &str) -> &[Term] {
        let begins = |part: &&Term| matches!(part, Term::List(list) if list[0].word() == name);
        &self.list().iter().find(begins).unwrap_or_else(|| panic!("no {name}")).list()[1..]
    }

    /// What follows a word in a list.
    fn after(&self, name: &str) -> &Term {
        let list = self.list();
        let at = list.iter().position(|term| matches!(term, Term::Word(word) if word == name));
        &list[at.unwrap_or_else(|| panic!("no {name}")) + 1]
    }
}

type Fact = Vec<String>;

fn fact(term: &Term) -> Fact {
    term.list().iter().map(|word| word.word().to_owned()).collect()
}

/// The facts of `(and ..)`.
fn facts(term: &Term) -> Vec<Fact> {
    assert_eq!(term.list()[0].word(), "and");
    term.list()[1..].iter().map(fact).collect()
}

struct Action {
    name: String,
    parameters: Vec<String>,
    needs: Vec<Fact>,
    removes: Vec<Fact>,
    adds: Vec<Fact>,
    cost: usize,
}

impl Action {
    fn read(term: &Term, has_costs: bool) -> Action {
        let parameters = term.after(":parameters").list().iter().map(|word| word.word().to_owned());
        let mut action = Action {
            name: term.after(":action").word().to_owned(),
            parameters: parameters.collect(),
            needs: facts(term.after(":precondition")),
            removes: vec![],
            adds: vec![],
            cost: usize::from(!has_costs),
        };
        for effect in &term.after(":effect").list()[1..] {
            match effect.list()[0].word() {
                "not" => action.removes.push(fact(&effect.list()[1])),
                "increase" => action.cost = effect.list()[2].word().parse().unwrap(),
                _ => action.adds.push(fact(effect)),
            }
        }
        let declared: BTreeSet<&str> = action.parameters.iter().map(String::as_str).collect();
        let used = action.needs.iter().chain(&action.removes).chain(&action.adds).flatten();
        assert_eq!(declared, used.filter(|word| word.starts_with('?')).map(String::as_str).collect());
        action
    }

    /// The states after it, for all values of its parameters.
    fn after(
        &self,
        state: &BTreeSet<Fact>,
        bound: &BTreeMap<String, String>,
        met: usize,
        found: &mut dyn FnMut(String, BTreeSet<Fact>),
    ) {
        let value = |word: &String| bound.get(word).unwrap_or(word).clone();
        let bind = |fact: &Fact| -> Fact { fact.iter().map(value).collect() };
        let Some(need) = self.needs.get(met) else {
            // What is removed and added at once is there.
            let mut next = state.clone();
            self.removes.iter().for_each(|fact| _ = next.remove(&bind(fact)));
            next.extend(self.adds.iter().map(bind));
            let step = std::iter::once(&self.name).chain(&self.parameters).map(value).collect::<Vec<_>>();
            return found(format!("({})", step.join(" ")), next);
        };
        let need = bind(need);
        if !need.iter().any(|word| word.starts_with('?')) {
            if state.contains(&need) {
                self.after(state, bound, met + 1, found);
            }
            return;
        }
        let known: Fact = need.iter().take_while(|word| !word.starts_with('?')).cloned().collect();
        for fact in state.range(known.clone()..).take_while(|fact| fact.starts_with(&known)) {
            let mut longer = bound.clone();
            let fits = fact.len() == need.len()
                && need.iter().zip(fact).all(|(word, value)| {
                    if word.starts_with('?') {
                        longer.entry(word.clone()).or_insert_with(|| value.clone()) == value
                    } else {
                        word == value
                    }
                });
            if fits {
                self.after(state, &longer, met + 1, found);
            }
        }
    }
}

/// The cost of a cheapest plan, and its steps.
fn cheapest(domain: &str, problem: &str) -> Option<(usize, Vec<String>)> {
    let (domain, problem) = (Term::read(domain), Term::read(problem));
    let has_costs = domain.part(":requirements").iter().any(|word| word.word() == ":action-costs");
    let is_action =
        |term: &&Term| matches!(term, Term::List(list) if matches!(&list[0], Term::Word(word) if word == ":action"));
    let actions: Vec<Action> =
        domain.list().iter().filter(is_action).map(|term| Action::read(term, has_costs)).collect();
    let start: BTreeSet<Fact> =
        problem.part(":init").iter().filter(|term| !matches!(term.list()[0].word(), "=")).map(fact).collect();
    let goal = facts(&problem.part(":goal")[0]);
    // What costs nothing goes to the front.
    let (mut open, mut closed) = (VecDeque::from([(0, start, 0)]), HashSet::new());
    // The steps, each with the one before it; 0 is before the first.
    let mut steps = vec![(0, String::new())];
    while let Some((cost, state, last)) = open.pop_front() {
        if !closed.insert(state.clone()) {
            continue;
        }
        if goal.iter().all(|fact| state.contains(fact)) {
            let back = std::iter::successors(Some(last), |&at| Some(steps[at].0)).take_while(|&at| at > 0);
            let mut plan: Vec<String> = back.map(|at| steps[at].1.clone()).collect();
            plan.reverse();
            return Some((cost, plan));
        }
        for action in &actions {
            action.after(&state, &BTreeMap::new(), 0, &mut |step, next| {
                steps.push((last, step));
                match action.cost {
                    0 => open.push_front((cost, next, steps.len() - 1)),
                    one => open.push_back((cost + one, next, steps.len() - 1)),
                }
            });
        }
    }
    None
}

fn length(line: &str) -> String {
    let instance = read(line).unwrap();
    let files = export(instance.rules(), &Limits::DEFAULT).unwrap();
    let Some((cost, plan)) = cheapest(&files[0].text, &files[1].text) else { return "unsolvable".into() };
    // The plan is a play, and costs as much.
    let play = moves(instance.rules(), &plan.join("\n"), &Limits::DEFAULT).unwrap().unwrap();
    let replayed = instance.replay(&mut play.iter().map(String::as_str)).unwrap().unwrap();
    assert_eq!(replayed.paid.unwrap_or(replayed.moves), cost as u64, "{line}: {plan:?}");
    cost.to_string()
}

#[test]
fn plans_are_as_long_as_plays() {
    let mut compared = 0;
    for row in include_str!("../../tests/data/features.tsv").lines().filter(|row| row.starts_with("rules ")) {
        let columns: Vec<&str> = row.split('\t').collect();
        // Not those with many positions: this planner is slow.
        if columns[3].parse::<usize>().is_ok_and(|positions| positions <= 1_200) {
            // What a plan costs: of "8 at cost 3" the 3.
            let cost = columns[1].rsplit(' ').next().unwrap();
            assert_eq!(length(columns[0]), cost, "{}", columns[0]);
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

/// Where a small mistake in a static fact would end the play too early, or never.
#[test]
fn the_end_is_neither_too_early_nor_too_late() {
    for (line, moves) in [
        // The second side is stuck, and the first is not.
        ("rules board: b a . . ; turns: a b ; move right: a . -> . a ; move left: b . -> . b ; goal stuck:", "1"),
        // A rule can be read, and changes nothing.
        ("rules board: a . a ; class x: a ; class y: a ; move right: x y -> y x / a . -> a a ; goal stuck:", "1"),
        // The same piece twice, and different ones.
        ("rules board: a a . b ; class x: a b ; move right: x x . -> . x x ; goal stuck:", "1"),
        (
            "rules board: a b . b ; class x: a b ; class y: a b ; move right: x y . -> . y x where x != y ; goal stuck:",
            "1",
        ),
        // To come back by a chain would pass the turn.
        (
            "rules board: ab. / b.b / .b. ; turns: a b ; move chain: a b . -> . b a ; move: b . -> . b ; goal: ab. / .bb / .b.",
            "3",
        ),
        // Several goals, one of them no picture; enough pieces from the start.
        ("rules board: o o . o . ; move: o o . -> . . o ; goal most 1: o ; goal: . . o o .", "1"),
        ("rules board: o o . ; move: o o . -> . . o ; goal most 2: o", "0"),
    ] {
        assert_eq!(length(line), moves, "{line}");
        let found = breadth_first::solve(read(line).unwrap().rules(), &Limits::default());
        let Ok(found) = found else { panic!("{line} is small") };
        assert_eq!(found.plan.map(|plan| plan.len().to_string()).as_deref(), Some(moves), "{line}");
    }
}

#[test]
fn a_plan_that_is_none_is_refused_with_its_line() {
    let line = "rules board: a b . ; class x: a b ; move: x . -> . x ; move: a b . -> . b a ; goal: . b a";
    let instance = read(line).unwrap();
    let read = |plan: &str| moves(instance.rules(), plan, &Limits::DEFAULT).unwrap();
    let domain = &export(instance.rules(), &Limits::DEFAULT).unwrap()[0].text;
    let name = domain
        .lines()
        .filter_map(|line| line.trim().strip_prefix("(:action "))
        .find(|name| name.ends_with("cell-2-cell-3"));
    let name = name.expect("b moves to the right");
    assert_eq!(read(&format!("; a comment\n\n( {} piece-b ) ; more", name.to_uppercase())).unwrap(), ["2-3"]);
    for (plan, why) in [
        ("2-3".into(), "line 1: a step of a plan is (ACTION CONTENT ..)"),
        ("(jump)".into(), "line 1: no exported action has this name"),
        (format!("({name})"), "line 1: the cells do not hold what the step says"),
        (format!("({name} piece-a)"), "line 1: the cells do not hold what the step says"),
        (format!("({name} piece-b)\n({name} empty)"), "line 2: this step cannot be made here"),
    ] {
        assert_eq!(read(&plan).unwrap_err().why, why, "{plan}");
    }
}

/// Planners know no difference between capitals and small letters, and no signs.
#[test]
fn names_are_plain_and_differ() {
    let line = "rules board: @ . Q q ; move: @ . -> . @ / q @ -> @ q ; goal: . @ Q q";
    let domain = &export(read(line).unwrap().rules(), &Limits::DEFAULT).unwrap()[0].text;
    for legend in ["; piece-1 is @", "; piece-2 is Q", "; piece-3 is q"] {
        assert!(domain.contains(legend), "{domain}");
    }
    let names: BTreeSet<&str> =
        domain.lines().filter_map(|line| line.trim_end_matches(')').strip_prefix("    piece-")).collect();
    assert_eq!(names, BTreeSet::from(["1", "2", "3"]));
}

#[test]
fn what_has_no_such_form_is_refused() {
    let why = |line: &str| match export(read(line).unwrap().rules(), &Limits::DEFAULT) {
        Err(saltus_core::notation::Unread::Bad(bad)) => bad.why,
        other => panic!("{other:?}"),
    };
    let taking =
        "rules board: a b . . ; turns: a b ; class x: a b ; class y: a b ; move chain: x y . -> . . x ; goal stuck:";
    assert!(why(taking).starts_with("a chain by turns is exported only where"));
    let names: Vec<String> = (1..=14).map(|cell| cell.to_string()).collect();
    let edges: Vec<String> = (0..14).flat_map(|a| (0..a).map(move |b| format!("{}-{}", a + 1, b + 1))).collect();
    let large = format!(
        "rules board graph: {} ; cells: {} ; start: a {} ; move: a . . . . -> . . . . a ; goal stuck:",
        edges.join(" "),
        names.join(" "),
        ["."; 13].join(" ")
    );
    assert!(why(&large).ends_with("ways on this board; up to 65536 are exported"));
}
