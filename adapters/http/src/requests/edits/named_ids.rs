//! Ids of variables in a call: either a single id or a list.

use std::fmt;

use aditus_domain::requests::MAX_VARIABLES_AT_ONCE;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type};

/// The ids in their order. A list that is too long is only read far enough to detect this.
pub(super) struct NamedIds(pub Vec<i64>);

pub(super) fn schema() -> Schema {
    let types = [Type::Integer, Type::Array];
    let ids = ArrayBuilder::new()
        .schema_type(SchemaType::Array(types.to_vec()))
        .items(ObjectBuilder::new().schema_type(Type::Integer));
    Schema::Array(ids.build())
}

impl<'de> Deserialize<'de> for NamedIds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = NamedIds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id or a list of ids")
    }

    fn visit_i64<E: Error>(self, id: i64) -> Result<NamedIds, E> {
        Ok(NamedIds(vec![id]))
    }

    fn visit_u64<E: Error>(self, id: u64) -> Result<NamedIds, E> {
        let id = i64::try_from(id).map_err(|_| E::custom("too large"))?;
        Ok(NamedIds(vec![id]))
    }

    /// Null counts as no ids; the use case reports missing ids.
    fn visit_unit<E: Error>(self) -> Result<NamedIds, E> {
        Ok(NamedIds(Vec::new()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<NamedIds, A::Error> {
        let mut ids = Vec::new();
        while ids.len() <= MAX_VARIABLES_AT_ONCE {
            match list.next_element::<i64>()? {
                Some(id) => ids.push(id),
                None => return Ok(NamedIds(ids)),
            }
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(NamedIds(ids))
    }
}
