//! Deserialisers for optional fields of a change: a missing field keeps the stored value.

use serde::{Deserialize, Deserializer};

/// Reads a present text. `null` becomes an empty text, which removes the stored value; a missing
/// field is not passed to this function and keeps the value. To be used with
/// `#[serde(default, deserialize_with = "null_as_empty")]`.
pub(crate) fn null_as_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(Some(text.unwrap_or_default()))
}

/// Does the same for a date or a number: `null` removes the stored value.
#[expect(
    clippy::option_option,
    reason = "a field that is left out stays as it is, and null takes away what is there"
)]
pub(crate) fn double_option<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
