//! How records are written: each is a list of names with what they hold, which one function takes to a serializer.

use std::borrow::Cow;
use std::fmt::Display;

use dashu_int::UBig;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;

use super::{Moves, Status};

/// An object of JSON.
pub trait Fields {
    /// Tells its names in their order, with what they hold.
    fn each(&self, tell: &mut dyn FnMut(&str, Field<'_>));
}

/// What can be held by a field.
pub trait Held {
    /// It, to be written.
    fn field(&self) -> Field<'_>;
}

/// What a field holds, to be written.
pub enum Field<'a> {
    /// Nothing: the field is left out.
    Absent,
    /// Yes or no.
    Flag(bool),
    /// A whole number: from 2^53 on a text of its digits.
    Number(u64),
    /// The same of any size.
    Whole(&'a UBig),
    /// A number that need not be whole.
    Float(f64),
    /// A number with the digits that it is written with.
    Decimal(Cow<'a, str>),
    /// A text.
    Text(&'a str),
    /// A text that is written as it is shown.
    Shown(&'a dyn Display),
    /// Moves, one after the other.
    Moves(&'a Moves<'a>),
    /// A list.
    List(&'a dyn Items),
    /// An object.
    Object(&'a dyn Fields),
}

/// A list.
pub trait Items {
    /// So many items.
    fn count(&self) -> usize;

    /// One of them.
    fn item(&self, index: usize) -> Field<'_>;
}

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Field::Absent => serializer.serialize_none(),
            Field::Flag(flag) => serializer.serialize_bool(*flag),
            Field::Number(number) if *number < 1 << 53 => serializer.serialize_u64(*number),
            Field::Number(number) => Field::Shown(number).serialize(serializer),
            Field::Whole(number) => match u64::try_from(*number) {
                Ok(small) => Field::Number(small).serialize(serializer),
                Err(_) => Field::Shown(number).serialize(serializer),
            },
            Field::Float(number) => serializer.serialize_f64(*number),
            Field::Decimal(digits) => {
                RawValue::from_string(digits.to_string()).map_err(S::Error::custom)?.serialize(serializer)
            }
            Field::Text(text) => serializer.serialize_str(text),
            Field::Shown(text) => serializer.collect_str(text),
            Field::Moves(moves) => moves.serialize(serializer),
            Field::List(items) => {
                let mut list = serializer.serialize_seq(None)?;
                for index in 0..items.count() {
                    list.serialize_element(&items.item(index))?;
                }
                list.end()
            }
            Field::Object(object) => {
                let (mut map, mut told) = (serializer.serialize_map(None)?, Ok(()));
                object.each(&mut |name, field| {
                    if told.is_ok() && !matches!(field, Field::Absent) {
                        told = map.serialize_entry(name, &field);
                    }
                });
                told?;
                map.end()
            }
        }
    }
}

/// Structs whose fields are those of objects, in this order; a field that is `None` is left out. They are compiled where they are written.
macro_rules! record {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident $(<$life:lifetime>)? { $($(#[$attribute:meta])* $vis:vis $field:ident: $type:ty),* $(,)? }
    )*) => {$(
        $(#[$meta])*
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::record::left_out))]
        pub struct $name $(<$life>)? { $($(#[$attribute])* $vis $field: $type),* }

        impl $(<$life>)? $crate::record::Fields for $name $(<$life>)? {
            #[inline]
            fn each(&self, tell: &mut dyn FnMut(&str, $crate::record::Field<'_>)) {
                $(tell(stringify!($field), $crate::record::Held::field(&self.$field));)*
            }
        }

        impl $(<$life>)? $crate::record::Held for $name $(<$life>)? {
            #[inline]
            fn field(&self) -> $crate::record::Field<'_> {
                $crate::record::Field::Object(self)
            }
        }
    )*};
}

pub(crate) use record;

macro_rules! held {
    ($($type:ty: $value:ident => $field:expr;)*) => {
        $(impl Held for $type {
            #[inline]
            fn field(&self) -> Field<'_> {
                let $value = self;
                $field
            }
        })*
    };
}

held! {
    bool: flag => Field::Flag(*flag);
    u8: number => Field::Number((*number).into());
    u32: number => Field::Number((*number).into());
    u64: number => Field::Number(*number);
    usize: number => Field::Number(*number as u64);
    f64: number => Field::Float(*number);
    UBig: number => Field::Whole(number);
    &str: text => Field::Text(text);
    String: text => Field::Text(text);
    Status: status => Field::Text(status.word());
    (u64, u64): pair => Field::List(pair);
}

impl Items for (u64, u64) {
    fn count(&self) -> usize {
        2
    }

    fn item(&self, index: usize) -> Field<'_> {
        Field::Number([self.0, self.1][index])
    }
}

impl<T: Held> Held for Option<T> {
    fn field(&self) -> Field<'_> {
        match self {
            Some(held) => held.field(),
            None => Field::Absent,
        }
    }
}

impl<T: Held> Held for &T {
    fn field(&self) -> Field<'_> {
        (**self).field()
    }
}

/// Lists, which are written item by item.
macro_rules! lists {
    ($($list:ty),*) => {
        $(impl<T: Held> Held for $list {
            fn field(&self) -> Field<'_> {
                Field::List(self)
            }
        }

        impl<T: Held> Items for $list {
            fn count(&self) -> usize {
                self.len()
            }

            fn item(&self, index: usize) -> Field<'_> {
                self[index].field()
            }
        })*
    };
}

lists!(Vec<T>, &[T]);
