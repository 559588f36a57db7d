//! Deserialises a JSON value into a body and reports each error in words at its field.
//!
//! Serde stops at the first error, names Rust types, and accepts a list for a struct. This
//! deserialiser rejects lists for objects. It also records each error, replaces the value with a
//! fitting placeholder and continues.

use std::borrow::Cow;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::field_error::{ErrorKind, Fault, FieldError};
use super::json::{Json, Step};

/// Maximum number of errors reported at once. A client that sends more has not read the API
/// documentation.
const MAX_FAULTS: usize = 20;

/// Maximum number of passes over a body, each with placeholders for the errors found before.
const MAX_PASSES: usize = 60;

pub(super) struct Read<T> {
    /// The body, with a placeholder for each missing or invalid value; `None` if there are too many
    /// errors, or if one cannot be corrected.
    pub(super) value: Option<T>,
    /// The errors, in the order in which they were found.
    pub(super) faults: Vec<Fault>,
}

/// Reads the body. Records each error and replaces the value with a placeholder, so that the rest
/// is checked too.
pub(super) fn read<T: DeserializeOwned>(mut json: Json<'_>) -> Read<T> {
    let mut faults = Vec::new();
    for _ in 0..MAX_PASSES {
        let error = match T::deserialize(Node(&json)) {
            Ok(body) => {
                let value = Some(body);
                return Read { value, faults };
            }
            Err(error) => error,
        };
        if !error.is_inside_placeholder(&mut json) {
            let fault = error.to_fault();
            if faults.contains(&fault) {
                break;
            }
            faults.push(fault);
        }
        if faults.len() == MAX_FAULTS || !error.correct(&mut json) {
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

/// Parses a query-string value as the expected type.
fn visit_query_value<'v, V: Visitor<'v>>(
    expected: &'static str,
    text: &str,
    visitor: V,
) -> Result<V::Value, FieldError> {
    let read = match expected {
        BOOLEAN => text.parse().ok().map(|value| visitor.visit_bool(value)),
        WHOLE => match (text.parse(), text.parse()) {
            (Ok(value), _) => Some(visitor.visit_u64(value)),
            (_, Ok(value)) => Some(visitor.visit_i64(value)),
            _ => None,
        },
        NUMBER => text.parse().ok().map(|value| visitor.visit_f64(value)),
        _ => None,
    };
    read.unwrap_or(Err(FieldError::invalid(None)))
        .map_err(|error: FieldError| error.expecting(expected))
}

/// A deserialiser over a JSON value.
struct Node<'v>(&'v Json<'v>);

/// Placeholder for a timestamp, which is read from a text.
const PLACEHOLDER_TIMESTAMP: &str = "2000-01-01T00:00:00Z";

macro_rules! deserialize_methods {
    ($($method:ident: $expected:expr, $placeholder:ident($value:expr);)+) => {$(
        fn $method<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, FieldError> {
            match self.0 {
                Json::Placeholder(_) => visitor.$placeholder($value),
                Json::QueryValue(text) if $expected != TEXT => visit_query_value($expected, text, visitor),
                _ => self.deserialize_any(visitor).map_err(|error: FieldError| error.expecting($expected)),
            }
        }
    )+};
}

impl<'v> Deserializer<'v> for Node<'v> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.0 {
            Json::Null | Json::Placeholder(_) => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(*value),
            Json::Unsigned(value) => visitor.visit_u64(*value),
            Json::Signed(value) => visitor.visit_i64(*value),
            Json::Real(value) => visitor.visit_f64(*value),
            Json::Text(Cow::Borrowed(value)) => visitor.visit_borrowed_str(value),
            // An owned text differs from what was sent, so nothing can borrow it from the body.
            Json::Text(Cow::Owned(value)) | Json::QueryValue(value) => visitor.visit_str(value),
            Json::List(items) => visitor.visit_seq(Items { items, index: 0 }),
            Json::Object(fields) => visitor.visit_map(Fields { fields, next: None }),
        }
    }

    deserialize_methods! {
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

    /// Only timestamps are deserialised with this method; plain texts are strings.
    fn deserialize_str<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.0 {
            Json::Placeholder(_) => visitor.visit_borrowed_str(PLACEHOLDER_TIMESTAMP),
            Json::Text(_) | Json::QueryValue(_) => self.deserialize_any(visitor),
            _ => Err(FieldError::invalid(Some(TEXT))),
        }
    }

    fn deserialize_option<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.0 {
            Json::Null | Json::Placeholder(_) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.0 {
            Json::Object(fields) | Json::Placeholder(fields) => {
                visitor.visit_map(Fields { fields, next: None })
            }
            _ => Err(FieldError::invalid(Some(OBJECT))),
        }
    }

    fn deserialize_enum<V: Visitor<'v>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        match (self.0, names.first()) {
            (Json::Text(name), _) => visitor.visit_enum(Choice(name)),
            (Json::QueryValue(name), _) => visitor.visit_enum(Choice(name)),
            (Json::Placeholder(_), Some(name)) => visitor.visit_enum(Choice(name)),
            _ => Err(FieldError::invalid(Some(TEXT))),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, FieldError> {
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
    type Error = FieldError;

    fn next_element_seed<T: DeserializeSeed<'v>>(&mut self, seed: T) -> Result<Option<T::Value>, FieldError> {
        let Some(item) = self.items.get(self.index) else {
            return Ok(None);
        };
        let index = self.index;
        self.index += 1;
        seed.deserialize(Node(item))
            .map(Some)
            .map_err(|error| error.within(Step::Item(index)))
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
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'v>>(&mut self, seed: K) -> Result<Option<K::Value>, FieldError> {
        let Some((field, rest)) = self.fields.split_first() else {
            return Ok(None);
        };
        self.fields = rest;
        self.next = Some(field);
        let name: StrDeserializer<'v, FieldError> = field.0.as_str().into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'v>>(&mut self, seed: T) -> Result<T::Value, FieldError> {
        let Some((name, value)) = self.next.take() else {
            return Err(FieldError::invalid(None));
        };
        seed.deserialize(Node(value))
            .map_err(|error| match (value, error.reversed_path.is_empty()) {
                // Null for a required field counts as missing.
                (Json::Null, true) => FieldError::at(name, ErrorKind::Missing),
                _ => error.within(Step::Field(name.clone())),
            })
    }
}

/// The name of an enum variant without data.
struct Choice<'v>(&'v str);

impl<'v> EnumAccess<'v> for Choice<'v> {
    type Error = FieldError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'v>>(self, seed: T) -> Result<(T::Value, Self), FieldError> {
        let name: StrDeserializer<'v, FieldError> = self.0.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'v> VariantAccess<'v> for Choice<'v> {
    type Error = FieldError;

    fn unit_variant(self) -> Result<(), FieldError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'v>>(self, _: T) -> Result<T::Value, FieldError> {
        Err(FieldError::invalid(None))
    }

    fn tuple_variant<V: Visitor<'v>>(self, _: usize, _: V) -> Result<V::Value, FieldError> {
        Err(FieldError::invalid(None))
    }

    fn struct_variant<V: Visitor<'v>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, FieldError> {
        Err(FieldError::invalid(None))
    }
}
