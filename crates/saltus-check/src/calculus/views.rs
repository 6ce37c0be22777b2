//! Tables of what positions look like from afar: of some cells it is seen to which kinds their content belongs.

use super::goals::Goals;
use super::ground::{Ground, each_ground};
use super::index::Index;
use super::positions::{UNSEEN, find_cell, find_kind, read_contents};
use super::text::Node;
use crate::board::{Cell, VACANT};
use crate::definition::{Definition, Goal, spend};
use crate::outcome::{Checked, Limits, OrRefuse, Place, all, ensure, limit};
use crate::text::small;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Greatest price and entry: sums of two are far from the end of 64 bits.
const MOST: u64 = 1 << 62;

/// The entry of a table that is built where no goal follows.
const FAR: u64 = 1 << 40;

/// What a table is called in messages.
const TABLE: &str = "the table of a view";

/// What is seen, as fields of one number: one for each cell that is seen, and the last one for the turn, if there are turns.
struct Fields {
    bits: usize,
    cells: Vec<usize>,
    has_turn: bool,
    /// By content, the number of its kind: contents with the same number look alike.
    kinds: Vec<Cell>,
}

impl Fields {
    fn new(definition: &Definition, told: Option<&[Cell]>, cells: Option<Vec<usize>>) -> Checked<Self> {
        let (base, sides) = definition.bases();
        let mut kinds = Vec::new();
        let (mut count, mut others) = (0, None);
        for content in 0..base as Cell {
            let is_told = told.is_none_or(|told| told.contains(&content));
            let kind = if is_told { count } else { *others.get_or_insert(count) };
            count = count.max(kind + 1);
            kinds.push(kind);
        }
        let mut cells = cells.unwrap_or_else(|| (0..definition.cells()).collect());
        cells.sort_unstable();
        cells.dedup();
        let bits = u64::from(count).max(sides.unwrap_or(0)).next_power_of_two().ilog2().max(1) as usize;
        let fields = Self { bits, cells, has_turn: sides.is_some(), kinds };
        limit(fields.count() * bits <= 128, "a view of more than 128 bits")?;
        Ok(fields)
    }

    fn count(&self) -> usize {
        self.cells.len() + usize::from(self.has_turn)
    }

    fn put(&self, field: usize, value: Cell) -> u128 {
        u128::from(value) << (field * self.bits)
    }

    fn get(&self, key: u128, field: usize) -> usize {
        (key >> (field * self.bits)) as usize & ((1 << self.bits) - 1)
    }

    /// What a position looks like.
    fn key(&self, position: &[Cell]) -> u128 {
        let seen = self.cells.iter().map(|&cell| self.kinds[position[cell] as usize]);
        // The turn is the last digit.
        let all = seen.chain(position.last().copied().filter(|_| self.has_turn));
        (0..).zip(all).map(|(field, value)| self.put(field, value)).fold(0, |key, part| key | part)
    }

    /// How often a rule is tried in a position, by where and what it finds.
    fn places(&self) -> usize {
        self.count() << self.bits
    }

    /// Whether a rule leaves all that is seen as it looks.
    fn are_kept(&self, ground: &Ground<'_>) -> bool {
        let looks = |content: Cell| self.kinds[content as usize];
        let is_kept = |&(cell, before, after): &(usize, Cell, Cell)| {
            looks(before) == looks(after) || self.cells.binary_search(&cell).is_err()
        };
        !self.has_turn && ground.changes.iter().all(is_kept)
    }
}

/// The words of a key.
fn halves(key: u128) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}

fn key_of(words: &[u64]) -> u128 {
    words.iter().rev().fold(0, |key, &word| key << 64 | u128::from(word))
}

/// What a ground rule does with what is seen.
struct Edge {
    mask: u128,
    before: u128,
    flip: u128,
    price: u64,
}

/// Edges by a field, and what they find there.
struct Edges<'a> {
    fields: &'a Fields,
    near: Vec<Vec<Edge>>,
    count: usize,
}

impl<'a> Edges<'a> {
    fn new(fields: &'a Fields) -> Self {
        let mut near = Vec::new();
        near.resize_with(fields.places(), Vec::new);
        Self { fields, near, count: 0 }
    }

    fn add(&mut self, edge: Edge, steps: &mut u64, limits: &Limits) -> Checked<()> {
        let fields = self.fields;
        // Mostly the fewest cells are empty.
        let is_named = |field: &usize| fields.get(edge.mask, *field) > 0;
        let is_empty = |field: &usize| fields.get(edge.before, *field) == fields.kinds[VACANT as usize] as usize;
        let mut named = (0..fields.cells.len()).filter(is_named);
        let first = named.clone().next().unwrap_or(fields.cells.len());
        let field = named.find(is_empty).unwrap_or(first);
        let list = &mut self.near[field << fields.bits | fields.get(edge.before, field)];
        spend(steps, 1 + list.len() as u64)?;
        let same = |other: &&mut Edge| (other.mask, other.before, other.flip) == (edge.mask, edge.before, edge.flip);
        if let Some(other) = list.iter_mut().find(same) {
            other.price = other.price.min(edge.price);
        } else {
            list.push(edge);
            self.count += 1;
            // Lists have twice the room that they need, and edges are kept in both directions.
            limits.room(self.count as u128 * 4 * size_of::<Edge>() as u128, "the rules of a view")?;
        }
        Ok(())
    }

    /// Visits the edges from a key, each with its price and the key to which it leads.
    fn each(&self, key: u128, steps: &mut u64, visit: &mut dyn FnMut(u64, u128) -> Checked<()>) -> Checked<()> {
        for field in 0..self.fields.count() {
            let list = &self.near[field << self.fields.bits | self.fields.get(key, field)];
            spend(steps, 1 + list.len() as u64)?;
            for edge in list.iter().filter(|edge| key & edge.mask == edge.before) {
                visit(edge.price, key ^ edge.flip)?;
            }
        }
        Ok(())
    }

    fn reversed(&self, steps: &mut u64, limits: &Limits) -> Checked<Self> {
        let mut reversed = Self::new(self.fields);
        for &Edge { mask, before, flip, price } in self.near.iter().flatten() {
            reversed.add(Edge { mask, before: before ^ flip, flip, price }, steps, limits)?;
        }
        Ok(reversed)
    }
}

fn read_entry(word: &str) -> Checked<u64> {
    let entry = small(word)?;
    ensure(entry <= MOST, "an entry beyond 62 bits")?;
    Ok(entry)
}

/// What a rule has to cost for a view: a number times its cost, if one of these pieces is on a cell that it changes; of every rule, if none is named.
type Pay = (u64, Option<Vec<Cell>>);

fn price_of(pays: &[Pay], ground: &Ground<'_>) -> u64 {
    let applies = |pieces: &Vec<Cell>| {
        let mut changed = ground.changes.iter().filter(|change| change.1 != change.2);
        changed.any(|change| pieces.contains(&change.1) || pieces.contains(&change.2))
    };
    let pay = pays.iter().find(|(_, pieces)| pieces.as_ref().is_none_or(applies));
    pay.map_or(0, |pay| pay.0).min(if ground.costs { MOST } else { 0 })
}

/// A table, whose entries fall by no more than the prices, and are 0 at goals.
pub(super) struct View {
    fields: Fields,
    pays: Vec<Pay>,
    /// What a position without an entry has.
    beyond: u64,
    index: Index,
    entries: Vec<u64>,
}

impl View {
    /// Reads a view, and checks its table. Without a line that says something else every rule pays `scale`.
    pub(super) fn read(goals: &Goals<'_>, node: &Node<'_>, scale: i128) -> Checked<Self> {
        let (definition, limits) = (goals.definition, goals.limits);
        let one_side = definition.sides.is_empty() || !definition.has_chains();
        ensure(one_side, "a view is not for `chain` together with `turns`").at(node.place())?;
        let (mut told, mut cells, mut pays, mut table) = (None, None, Vec::new(), None);
        let mut beyond = 0;
        let kinds = |names: &[&str]| all(names.iter().map(|name| find_kind(definition, name)));
        for line in &node.below {
            let place = line.place();
            let words = if line.words == ["entries"] { &line.words } else { line.leaf()? };
            match words {
                ["kinds", names @ ..] => told = Some(kinds(names).at(&place)?),
                ["cells", names @ ..] => {
                    let names = names.iter().map(|name| find_cell(definition, name));
                    cells = Some(all(names).at(&place)?);
                }
                ["pays", price] => pays.push((small(price).at(&place)?, None)),
                ["pays", price, names @ ..] => pays.push((small(price).at(&place)?, Some(kinds(names).at(&place)?))),
                ["beyond", entry] => beyond = read_entry(entry).at(&place)?,
                ["built" | "entries"] => table = Some(line),
                _ => return line.refuse("a view has lines `kinds`, `cells`, `pays`, `beyond`, `built` and `entries`"),
            }
        }
        if pays.is_empty() {
            pays.push((u64::try_from(scale).unwrap_or(u64::MAX), None));
        }
        let table = table.or_refuse("a view has a table, `built` or `entries`").at(node.place())?;
        let fields = Fields::new(definition, told.as_deref(), cells)?;
        let index = Index::new((fields.count() * fields.bits).div_ceil(64).max(1));
        let mut view = Self { fields, pays, beyond, index, entries: Vec::new() };
        let is_built = table.words == ["built"];
        if !is_built {
            view.read_entries(definition, table, limits)?;
        }
        let entries = view.fill(goals, is_built);
        view.entries = entries.at(table.place())?;
        Ok(view)
    }

    fn read_entries(&mut self, definition: &Definition, table: &Node<'_>, limits: &Limits) -> Checked<()> {
        for line in &table.below {
            let (entry, words) = line.leaf()?.split_first().or_refuse("an empty line")?;
            let entry = read_entry(entry).at(line.place())?;
            let mut position = read_contents(definition, words, 0).at(line.place())?;
            for (cell, content) in position.iter_mut().enumerate().filter(|(_, content)| **content == UNSEEN) {
                let is_seen = self.fields.cells.contains(&cell);
                ensure(!is_seen, "a cell that is seen has `?`").at(line.place())?;
                *content = VACANT;
            }
            let index = self.index.add(&halves(self.fields.key(&position)), limits, TABLE)?;
            ensure(index == self.entries.len(), "a position of the view has two entries").at(line.place())?;
            self.entries.push(entry);
        }
        Ok(())
    }

    /// The entries, once they are built or read, and checked.
    fn fill(&mut self, goals: &Goals<'_>, is_built: bool) -> Checked<Vec<u64>> {
        let Self { fields, pays, beyond, index, entries } = self;
        let mut steps = goals.limits.nodes;
        let edges = read_edges(goals, fields, pays, &mut steps)?;
        let aims = Aims::of(goals, fields);
        let (entries, beyond, limits) = (std::mem::take(entries), *beyond, goals.limits);
        let mut table = Table { edges, aims, index, entries, beyond, steps, limits };
        if beyond > 0 {
            if is_built {
                table.build_ball()?;
            }
            table.verify_beyond()?;
        } else if is_built {
            table.build(fields.key(&goals.definition.start))?;
        }
        table.verify()?;
        Ok(table.entries)
    }

    /// What a position has.
    pub(super) fn of(&self, position: &[Cell]) -> i128 {
        self.index.find(&halves(self.fields.key(position))).map_or(self.beyond, |index| self.entries[index]).into()
    }

    /// By how much the entry may fall.
    pub(super) fn price(&self, ground: &Ground<'_>) -> i128 {
        if self.fields.are_kept(ground) { 0 } else { price_of(&self.pays, ground).into() }
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.index.bytes()
    }
}

/// What all ground rules do with what is seen.
fn read_edges<'a>(goals: &Goals<'_>, fields: &'a Fields, pays: &[Pay], steps: &mut u64) -> Checked<Edges<'a>> {
    let (definition, limits) = (goals.definition, goals.limits);
    let mut edges = Edges::new(fields);
    let ones = (1 << fields.bits) - 1;
    let mut field_of = vec![None; definition.cells()];
    fields.cells.iter().enumerate().for_each(|(field, &cell)| field_of[cell] = Some(field));
    let mut left = *steps;
    definition.each_step(limits, &mut |step| {
        each_ground(definition, step, 1, &mut left, &mut |ground| {
            let (mut mask, mut before, mut flip) = (0, 0, 0);
            for &(cell, content, after) in ground.changes {
                if let Some(field) = field_of[cell] {
                    let (content, after) = (fields.kinds[content as usize], fields.kinds[after as usize]);
                    mask |= fields.put(field, ones);
                    before |= fields.put(field, content);
                    flip |= fields.put(field, content ^ after);
                }
            }
            let price = price_of(pays, ground);
            let sides = &definition.sides;
            if sides.is_empty() && flip > 0 {
                edges.add(Edge { mask, before, flip, price }, steps, limits)?;
            }
            for (side, pieces) in sides.iter().enumerate() {
                if ground.mover.is_some_and(|mover| pieces.contains(&mover)) {
                    let (field, next) = (fields.cells.len(), (side + 1) % sides.len());
                    let mask = mask | fields.put(field, ones);
                    let before = before | fields.put(field, side as Cell);
                    let flip = flip | fields.put(field, side as Cell ^ next as Cell);
                    edges.add(Edge { mask, before, flip, price }, steps, limits)?;
                }
            }
            Ok(())
        })
    })?;
    Ok(edges)
}

/// What goals may look like.
struct Aims<'a> {
    fields: &'a Fields,
    /// Fields with what they show.
    pictures: Vec<(u128, u128)>,
    /// Kinds of which all contents count, and how many fields may show them.
    counts: Vec<(Vec<bool>, usize)>,
    any: bool,
}

impl<'a> Aims<'a> {
    fn of(goals: &Goals<'_>, fields: &'a Fields) -> Self {
        let mut aims = Self { fields, pictures: Vec::new(), counts: Vec::new(), any: false };
        let ones = (1 << fields.bits) - 1;
        for goal in goals.list {
            match goal {
                Goal::Picture(asked) => {
                    let (mut mask, mut shown) = (0, 0);
                    for &(cell, content) in asked {
                        if let Ok(field) = fields.cells.binary_search(&cell) {
                            mask |= fields.put(field, ones);
                            shown |= fields.put(field, fields.kinds[content as usize]);
                        }
                    }
                    aims.pictures.push((mask, shown));
                }
                Goal::Most(most, pieces) => {
                    let mut all = vec![true; 1 << fields.bits];
                    for (content, &kind) in (0..).zip(&fields.kinds) {
                        all[kind as usize] &= pieces.contains(&content);
                    }
                    aims.counts.push((all, *most));
                }
                Goal::Stuck | Goal::Fewest(_) => aims.any = true,
            }
        }
        aims
    }

    /// What goals look like, if each of them shows all that is seen.
    fn keys(&self) -> Checked<Vec<u128>> {
        let fields = self.fields;
        let all = (0..fields.count()).fold(0, |mask, field| mask | fields.put(field, (1 << fields.bits) - 1));
        let show_all = !self.any && self.counts.is_empty() && self.pictures.iter().all(|picture| picture.0 == all);
        ensure(show_all, "with `beyond` each goal shows all that is seen")?;
        Ok(self.pictures.iter().map(|picture| picture.1).collect())
    }

    /// Whether a goal can look like that.
    fn may_be(&self, key: u128) -> bool {
        let shows = |&(mask, shown): &(u128, u128)| key & mask == shown;
        let few = |(all, most): &(Vec<bool>, usize)| {
            (0..self.fields.cells.len()).filter(|&field| all[self.fields.get(key, field)]).count() <= *most
        };
        self.any || self.pictures.iter().any(shows) || self.counts.iter().any(few)
    }
}

/// A table that is built or checked.
struct Table<'a> {
    edges: Edges<'a>,
    aims: Aims<'a>,
    index: &'a mut Index,
    entries: Vec<u64>,
    /// What a position without an entry has.
    beyond: u64,
    steps: u64,
    limits: &'a Limits,
}

impl Table<'_> {
    /// Makes an entry for all that follows from the start: what it costs at least to come to where a goal may be.
    fn build(&mut self, start: u128) -> Checked<()> {
        let Self { edges, index, steps, limits, .. } = self;
        index.add(&halves(start), limits, TABLE)?;
        let mut at = 0;
        while at < index.len() {
            let key = key_of(index.key(at));
            edges.each(key, steps, &mut |_, after| index.add(&halves(after), limits, TABLE).map(|_| ()))?;
            at += 1;
        }
        self.entries = limits.filled(index.len(), FAR, TABLE)?;
        let mut queue = BinaryHeap::new();
        for at in 0..index.len() {
            if self.aims.may_be(key_of(index.key(at))) {
                self.entries[at] = 0;
                queue.push(Reverse((0, at)));
            }
        }
        self.go_back(queue, FAR)
    }

    /// Makes an entry for all that is nearer to a goal than what lies beyond the table.
    fn build_ball(&mut self) -> Checked<()> {
        let mut queue = BinaryHeap::new();
        for goal in self.aims.keys()? {
            let at = self.index.add(&halves(goal), self.limits, TABLE)?;
            queue.push(Reverse((0, at)));
        }
        self.entries = self.limits.filled(self.index.len(), 0, TABLE)?;
        self.go_back(queue, self.beyond)
    }

    /// Lowers entries to what it costs at least to come to those in a queue, as far as that is below a number. What has no entry gets one if a ball is
    /// built.
    fn go_back(&mut self, mut queue: BinaryHeap<Reverse<(u64, usize)>>, below: u64) -> Checked<()> {
        let Self { edges, index, entries, steps, limits, .. } = self;
        let back = edges.reversed(steps, limits)?;
        let most = limits.memory / 2 / (2 * size_of::<(u64, usize)>() as u64);
        while let Some(Reverse((distance, at))) = queue.pop() {
            if entries[at] < distance {
                continue;
            }
            back.each(key_of(index.key(at)), steps, &mut |price, before| {
                let distance = distance.saturating_add(price);
                if distance >= below {
                    return Ok(());
                }
                let before = match index.find(&halves(before)) {
                    Some(before) => before,
                    None if self.beyond == 0 => return Ok(()),
                    None => {
                        entries.push(u64::MAX);
                        index.add(&halves(before), limits, TABLE)?
                    }
                };
                if distance < entries[before] {
                    entries[before] = distance;
                    queue.push(Reverse((distance, before)));
                    limit(queue.len() as u64 <= most, "the queue of a view that is built")?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Checks that what has no entry may have more than 0: each goal has the entry 0, and no rule leads into the table for less.
    fn verify_beyond(&mut self) -> Checked<()> {
        let Self { edges, aims, index, entries, steps, limits, beyond } = self;
        for goal in aims.keys()? {
            let entry = index.find(&halves(goal)).map(|index| entries[index]);
            ensure(entry == Some(0), "with `beyond` each goal has the entry 0")?;
        }
        let back = edges.reversed(steps, limits)?;
        for (at, &entry) in entries.iter().enumerate() {
            back.each(key_of(index.key(at)), steps, &mut |price, before| {
                let enough = price.saturating_add(entry) >= *beyond;
                let why = format_args!("entry {}: a rule leads to it from beyond, and pays {price}", at + 1);
                ensure(enough || index.find(&halves(before)).is_some(), why)
            })?;
        }
        Ok(())
    }

    /// Checks each entry: it is 0 where a goal may be, and falls by no more than what a rule pays.
    fn verify(&mut self) -> Checked<()> {
        let Self { edges, aims, index, entries, steps, beyond, .. } = self;
        for (at, &entry) in entries.iter().enumerate().filter(|(_, entry)| **entry > 0) {
            let key = key_of(index.key(at));
            ensure(!aims.may_be(key), format_args!("entry {}: a goal can look like that", at + 1))?;
            edges.each(key, steps, &mut |price, after| {
                let after = index.find(&halves(after)).map_or(*beyond, |index| entries[index]);
                let why = format_args!("entry {}: a rule lowers it from {entry} to {after}, and pays {price}", at + 1);
                ensure(entry <= price.saturating_add(after), why)
            })?;
        }
        Ok(())
    }
}
