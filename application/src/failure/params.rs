//! The values that the message of an error mentions, for clients with texts of their own.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

/// The values by name, such as `until` or `attempts_left`.
pub type Params = BTreeMap<&'static str, Param>;

/// A value that the message of an error mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Param {
    /// A count, a size or a number of seconds.
    Number(u64),
    /// A name.
    Text(String),
    /// A point in time.
    Time(DateTime<Utc>),
}

impl From<u8> for Param {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Param {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for Param {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Param {
    fn from(number: usize) -> Self {
        Self::Number(u64::try_from(number).unwrap_or(u64::MAX))
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<DateTime<Utc>> for Param {
    fn from(time: DateTime<Utc>) -> Self {
        Self::Time(time)
    }
}
