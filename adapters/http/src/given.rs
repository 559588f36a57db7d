//! Fields that may be left out of a change: what is not said stays as it is.

use serde::{Deserialize, Deserializer};

/// Reads a text that is there. `null` is an empty text, which takes away what is stored; a field that is left out does not come
/// here, and leaves it. To be used with `#[serde(default, deserialize_with = "given")]`.
pub(crate) fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(Some(text.unwrap_or_default()))
}

/// The same of a date or a number: `null` takes away what is stored.
#[expect(
    clippy::option_option,
    reason = "a field that is left out stays as it is, and null takes away what is there"
)]
pub(crate) fn given_or_null<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
