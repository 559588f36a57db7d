//! The id that a draft in a browser assigns to a device or staff member (2 §3). The server does not
//! use it.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

/// A number or a short text, which is not stored.
pub(super) struct LocalId;

/// Maximum length of the text, longer than any id that a browser generates.
const MAX_LENGTH: usize = 100;

pub(super) fn schema() -> Schema {
    let types = [Type::Integer, Type::String, Type::Null];
    let id = ObjectBuilder::new()
        .schema_type(SchemaType::Array(types.to_vec()))
        .max_length(Some(MAX_LENGTH));
    Schema::Object(id.build())
}

impl<'de> Deserialize<'de> for LocalId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = LocalId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a short text")
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<LocalId, E> {
        Ok(LocalId)
    }

    fn visit_u64<E: Error>(self, id: u64) -> Result<LocalId, E> {
        if i64::try_from(id).is_err() {
            return Err(E::custom("too large"));
        }
        Ok(LocalId)
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<LocalId, E> {
        if id.chars().count() > MAX_LENGTH {
            return Err(E::custom("too long"));
        }
        Ok(LocalId)
    }

    fn visit_unit<E: Error>(self) -> Result<LocalId, E> {
        Ok(LocalId)
    }
}
