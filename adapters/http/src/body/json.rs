//! A parsed JSON value before deserialisation into a type.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A value of a body. Fields keep their order and duplicates. Texts are borrowed from the body,
/// because they may be files.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json<'b> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Real(f64),
    Text(Cow<'b, str>),
    /// A query-string value, which may represent a number.
    QueryValue(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
    /// A placeholder for a missing or invalid value, so that the rest can be checked: it
    /// deserialises to any type, and as an object it has these fields.
    Placeholder(Vec<(String, Self)>),
}

/// One step from a value to a value inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Field(String),
    Item(usize),
}

impl Json<'_> {
    /// Returns the value at the end of this path.
    pub(super) fn at(&mut self, steps: &[Step]) -> Option<&mut Self> {
        let Some((step, rest)) = steps.split_first() else {
            return Some(self);
        };
        let inner = match (self, step) {
            (Self::Object(fields) | Self::Placeholder(fields), Step::Field(name)) => fields
                .iter_mut()
                .find(|(known, _)| known == name)
                .map(|(_, value)| value),
            (Self::List(items), Step::Item(index)) => items.get_mut(*index),
            _ => None,
        };
        inner?.at(rest)
    }
}

impl Json<'_> {
    /// Calls `visit` with every text inside and the path of its field, which begins with `path`.
    /// The path is a single buffer that grows and shrinks with the depth, because a client may send
    /// a long name with many texts under it. It is unchanged when this returns.
    pub(super) fn visit_texts(&self, path: &mut String, visit: &mut impl FnMut(&str, &str)) {
        let length = path.len();
        match self {
            Self::Text(text) => visit(path, text),
            Self::QueryValue(text) => visit(path, text),
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    path.push('[');
                    path.push_str(&index.to_string());
                    path.push(']');
                    item.visit_texts(path, visit);
                    path.truncate(length);
                }
            }
            Self::Object(fields) => {
                for (name, value) in fields {
                    if length > 0 {
                        path.push('.');
                    }
                    path.push_str(name);
                    value.visit_texts(path, visit);
                    path.truncate(length);
                }
            }
            Self::Null
            | Self::Bool(_)
            | Self::Unsigned(_)
            | Self::Signed(_)
            | Self::Real(_)
            | Self::Placeholder(_) => {}
        }
    }
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Signed(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Json::Real(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(value)))
    }

    fn visit_string<E>(self, value: String) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = entries.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}
