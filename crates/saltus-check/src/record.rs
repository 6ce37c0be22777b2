//! One record of `saltus solve --format json`: a puzzle and a play, claimed to lead from its start
//! to its goal.

use crate::families::Instance;
use crate::outcome::{Checked, Limits, OrRefuse, Place, Verified, ensure, limit, quote, refuse};
use crate::text::natural;
use dashu_int::UBig;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// The keys that matter. Each may be there once: of two, readers that keep the first and readers
/// that keep the last would see different records. The length is kept as written, for it may be
/// longer than 64 bits.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
struct Record<'a> {
    puzzle: Option<String>,
    status: Option<String>,
    length: Option<&'a RawValue>,
    /// How many pieces are left, where that is what counts.
    value: Option<&'a RawValue>,
    /// What the moves cost, where some cost nothing.
    cost: Option<&'a RawValue>,
    moves: Option<Vec<&'a str>>,
    /// What is said to be a lower bound on the length, the value or the cost. It may be left out, but not
    /// be `null`.
    #[serde(default, deserialize_with = "present")]
    lower: Option<&'a RawValue>,
    /// Whether the length, the value or the cost is said to be that bound.
    #[serde(default, deserialize_with = "present")]
    optimal: Option<&'a RawValue>,
}

/// A key that is there, even with the value `null`.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(value: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(value).map(Some)
}

/// Refuses a record that contradicts itself: no play has less than a lower bound says, and one that
/// is optimal has as much. `reached` is the length of the play, its cost, or the pawns that it leaves.
fn verify_bound(record: &Record<'_>, reached: &UBig) -> Checked<()> {
    let lower = record.lower.map(|lower| whole(lower).at("lower")).transpose()?;
    if let Some(lower) = &lower {
        ensure(lower <= reached, format_args!("{lower} is more than {reached}, which the play shows")).at("lower")?;
    }
    match record.optimal.map(RawValue::get) {
        None | Some("false") => Ok(()),
        Some("true") => match lower.filter(|lower| lower != reached) {
            Some(lower) => refuse(format_args!("{reached} is not the lower bound {lower}")),
            None => Ok(()),
        },
        Some(other) => refuse(format_args!("{} is neither true nor false", quote(other))),
    }
    .at("optimal")
}

/// A whole number: its digits, which are a text from 2^53 on.
fn whole(value: &RawValue) -> Checked<UBig> {
    let text = value.get();
    let digits = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let large = digits.and_then(|digits| natural(digits).ok()).filter(|number| *number >= UBig::from(1u64 << 53));
    large.map_or_else(|| natural(text), Ok)
}

/// What is verified, if the moves of the record are such a play.
pub(crate) fn verify(line: &str, limits: &Limits) -> Checked<Verified> {
    // A move takes three bytes of the line at least, and 16 in the vector, up to thrice while that
    // grows.
    limits.room(line.len() as u128 * 16, "the record")?;
    let record: Record<'_> = match serde_json::from_str(line) {
        Ok(record) => record,
        Err(error) => return refuse(error).at("record"),
    };
    let status = record.status.as_deref().or_refuse("there is no `status`").at("record")?;
    limit(status == "solved", format_args!("an answer with the status {} needs a certificate", quote(status)))?;
    let text = record.puzzle.as_deref().or_refuse("there is no `puzzle`").at("record")?;
    let length = record.length.or_refuse("there is no `length`").at("record")?;
    let moves = record.moves.as_deref().or_refuse("there is no `moves`").at("record")?;
    let length = whole(length).at("length")?;
    let made = moves.len();
    let right = length == UBig::from(made);
    ensure(right, format_args!("{length} claimed, but there are {made} moves")).at("length")?;
    limits.count(&length)?;
    let instance = Instance::read(text, limits).at("puzzle")?;
    let reached = if instance.counts_pieces() {
        let value = record.value.or_refuse("there is no `value`").at("record")?;
        whole(value).at("value")?
    } else if instance.has_free() {
        let cost = record.cost.or_refuse("there is no `cost`").at("record")?;
        whole(cost).at("cost")?
    } else {
        length
    };
    verify_bound(&record, &reached)?;
    let is_by_numbers = moves.iter().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let is_read = is_by_numbers || instance.definition().is_none();
    limit(is_read, "the moves of a definition are read where they are numbers of positions, as in a certificate")?;
    let mut rules = instance.rules(limits)?;
    for (index, text) in moves.iter().enumerate() {
        rules.make(text).at(format_args!("move {}", index + 1))?;
    }
    rules.verify_end(made as u64, &reached)?;
    let claim = format!("{} {reached}", instance.claims()[0]);
    let (puzzle, costs) = (instance.name(text), instance.has_free());
    Ok(Verified { claim, puzzle, costs, by: "witness".into(), assumes: Vec::new() })
}
