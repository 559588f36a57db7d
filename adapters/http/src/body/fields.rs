//! From JSON to the body of a call, with every fault told in words and at its field.
//!
//! Serde stops at the first fault, names types of the program, and takes a list for the fields of a body in their order.
//! Here a list is no object; and what is wrong is noted, replaced by something that fits, and the rest is looked at too.

use std::borrow::Cow;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::json::{Json, Step};
use super::refusal::{Fault, Refusal, What};

/// As many faults are told at once. Whoever sends more has not read what the call takes.
const MOST_FAULTS: usize = 20;

/// As often is a body read at most, with what stands in for the faults found before.
const MOST_ROUNDS: usize = 60;

/// A body that was read.
pub(super) struct Read<T> {
    /// What it holds, with something else in the place of each fault; none where too much is wrong.
    pub(super) value: Option<T>,
    /// All that is wrong with it, in the order in which it was found.
    pub(super) faults: Vec<Fault>,
}

/// Reads the body. What is wrong is noted and replaced by something that fits, so that the rest is looked at, too.
pub(super) fn read<T: DeserializeOwned>(mut json: Json<'_>) -> Read<T> {
    let mut faults = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let refusal = match T::deserialize(Node(&json)) {
            Ok(body) => {
                let value = Some(body);
                return Read { value, faults };
            }
            Err(refusal) => refusal,
        };
        if !refusal.is_inside_a_stand_in(&mut json) {
            let fault = refusal.told();
            if faults.contains(&fault) {
                break;
            }
            faults.push(fault);
        }
        if faults.len() == MOST_FAULTS || !refusal.mend(&mut json) {
            break;
        }
    }
    Read { value: None, faults }
}

const TEXT: &str = "a text";
const BOOLEAN: &str = "true or false";
const WHOLE: &str = "a whole number";
const NUMBER: &str = "a number";
const LIST: &str = "a list";
const OBJECT: &str = "an object with named fields";

/// Reads a text of a query string as what is asked for.
fn visit_typed<'v, V: Visitor<'v>>(what: &'static str, text: &str, visitor: V) -> Result<V::Value, Refusal> {
    let read = match what {
        BOOLEAN => text.parse().ok().map(|value| visitor.visit_bool(value)),
        WHOLE => match (text.parse(), text.parse()) {
            (Ok(value), _) => Some(visitor.visit_u64(value)),
            (_, Ok(value)) => Some(visitor.visit_i64(value)),
            _ => None,
        },
        NUMBER => text.parse().ok().map(|value| visitor.visit_f64(value)),
        _ => None,
    };
    read.unwrap_or(Err(Refusal::wrong(None)))
        .map_err(|refusal: Refusal| refusal.expecting(what))
}

/// A value from which a body, or a part of it, is read.
struct Node<'v>(&'v Json<'v>);

/// Where a text stands for a moment, this one fits.
const ANY_MOMENT: &str = "2000-01-01T00:00:00Z";

macro_rules! of_kind {
    ($($method:ident: $what:expr, $stand_in:ident($value:expr);)+) => {$(
        fn $method<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Refusal> {
            match self.0 {
                Json::Anything(_) => visitor.$stand_in($value),
                Json::Typed(text) if $what != TEXT => visit_typed($what, text, visitor),
                _ => self.deserialize_any(visitor).map_err(|refusal: Refusal| refusal.expecting($what)),
            }
        }
    )+};
}

impl<'v> Deserializer<'v> for Node<'v> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Json::Null | Json::Anything(_) => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(*value),
            Json::Unsigned(value) => visitor.visit_u64(*value),
            Json::Signed(value) => visitor.visit_i64(*value),
            Json::Real(value) => visitor.visit_f64(*value),
            Json::Text(Cow::Borrowed(value)) => visitor.visit_borrowed_str(value),
            // It is not as it was sent, and stands nowhere in the body.
            Json::Text(Cow::Owned(value)) | Json::Typed(value) => visitor.visit_str(value),
            Json::List(items) => visitor.visit_seq(Items { items, index: 0 }),
            Json::Object(fields) => visitor.visit_map(Fields { fields, next: None }),
        }
    }

    of_kind! {
        deserialize_bool: BOOLEAN, visit_bool(false);
        deserialize_i8: WHOLE, visit_i8(0);
        deserialize_i16: WHOLE, visit_i16(0);
        deserialize_i32: WHOLE, visit_i32(0);
        deserialize_i64: WHOLE, visit_i64(0);
        deserialize_u8: WHOLE, visit_u8(0);
        deserialize_u16: WHOLE, visit_u16(0);
        deserialize_u32: WHOLE, visit_u32(0);
        deserialize_u64: WHOLE, visit_u64(0);
        deserialize_f32: NUMBER, visit_f32(0.0);
        deserialize_f64: NUMBER, visit_f64(0.0);
        deserialize_string: TEXT, visit_borrowed_str("");
        deserialize_seq: LIST, visit_seq(Items { items: &[], index: 0 });
    }

    /// Of what bodies hold, times alone are read so; texts as such are strings.
    fn deserialize_str<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Json::Anything(_) => visitor.visit_borrowed_str(ANY_MOMENT),
            Json::Text(_) | Json::Typed(_) => self.deserialize_any(visitor),
            _ => Err(Refusal::wrong(Some(TEXT))),
        }
    }

    fn deserialize_option<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Json::Null | Json::Anything(_) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Json::Object(fields) | Json::Anything(fields) => visitor.visit_map(Fields { fields, next: None }),
            _ => Err(Refusal::wrong(Some(OBJECT))),
        }
    }

    fn deserialize_enum<V: Visitor<'v>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match (self.0, names.first()) {
            (Json::Text(name), _) => visitor.visit_enum(Choice(name)),
            (Json::Typed(name), _) => visitor.visit_enum(Choice(name)),
            (Json::Anything(_), Some(name)) => visitor.visit_enum(Choice(name)),
            _ => Err(Refusal::wrong(Some(TEXT))),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        <V: Visitor<'v>>
        i128 u128 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

struct Items<'v> {
    items: &'v [Json<'v>],
    index: usize,
}

impl<'v> SeqAccess<'v> for Items<'v> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'v>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some(item) = self.items.get(self.index) else {
            return Ok(None);
        };
        let index = self.index;
        self.index += 1;
        seed.deserialize(Node(item))
            .map(Some)
            .map_err(|refusal| refusal.within(Step::Item(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len().saturating_sub(self.index))
    }
}

struct Fields<'v> {
    fields: &'v [(String, Json<'v>)],
    next: Option<&'v (String, Json<'v>)>,
}

impl<'v> MapAccess<'v> for Fields<'v> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'v>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        let Some((field, rest)) = self.fields.split_first() else {
            return Ok(None);
        };
        self.fields = rest;
        self.next = Some(field);
        let name: StrDeserializer<'v, Refusal> = field.0.as_str().into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'v>>(&mut self, seed: T) -> Result<T::Value, Refusal> {
        let Some((name, value)) = self.next.take() else {
            return Err(Refusal::wrong(None));
        };
        seed.deserialize(Node(value))
            .map_err(|refusal| match (value, refusal.inwards.is_empty()) {
                // Null where something is needed is as good as nothing.
                (Json::Null, true) => Refusal::at(name, What::Missing),
                _ => refusal.within(Step::Field(name.clone())),
            })
    }
}

/// The name of a choice, which carries nothing else.
struct Choice<'v>(&'v str);

impl<'v> EnumAccess<'v> for Choice<'v> {
    type Error = Refusal;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'v>>(self, seed: T) -> Result<(T::Value, Self), Refusal> {
        let name: StrDeserializer<'v, Refusal> = self.0.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'v> VariantAccess<'v> for Choice<'v> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'v>>(self, _: T) -> Result<T::Value, Refusal> {
        Err(Refusal::wrong(None))
    }

    fn tuple_variant<V: Visitor<'v>>(self, _: usize, _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::wrong(None))
    }

    fn struct_variant<V: Visitor<'v>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::wrong(None))
    }
}
