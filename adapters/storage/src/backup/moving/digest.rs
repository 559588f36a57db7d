//! The digest of a table: the number of its rows and a sum of their hashes, independent of their
//! order.

use sha2::{Digest as _, Sha256};

/// A digest; see the module. [`super::destination`] makes PostgreSQL compute the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Digest {
    rows: u64,
    sum: u128,
}

impl Digest {
    pub(super) fn new(rows: u64, sum: u128) -> Self {
        Self { rows, sum }
    }

    /// Adds a row. Each value is prefixed with its length, so that different rows have different
    /// texts.
    pub(super) fn add(&mut self, values: impl Iterator<Item = Option<String>>) {
        let mut text = String::new();
        for value in values {
            match value {
                None => text.push('-'),
                Some(value) => {
                    text.push_str(&value.chars().count().to_string());
                    text.push(':');
                    text.push_str(&value);
                }
            }
        }
        let hash = Sha256::digest(text.as_bytes());
        // The first 60 bits fit into a numeric type of PostgreSQL.
        let first = hash
            .iter()
            .take(8)
            .fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        self.rows += 1;
        self.sum += u128::from(first >> 4);
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }
}
