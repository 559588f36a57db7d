//! Signed addresses of stored files:
//!
//! ```text
//! /files/{key}?expires={unix seconds}&name={file name}&signature={hexadecimal}
//! ```
//!
//! A key needs no escaping in a path (see [`FileKey::parse`]); the name is percent-encoded.

use std::sync::Arc;
use std::time::Duration;

use aditus_application::ports::{Clock, FileKey, KeyPurpose, Keys, SignedPath};
use chrono::{DateTime, TimeDelta, Utc};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use thiserror::Error;

/// A rejected address of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AddressError {
    /// The signature does not match the key, name and time. Answered with 404.
    #[error("This link is not valid.")]
    Forged,
    /// The address has expired. Answered with 403.
    #[error("This link has expired. Open the document again.")]
    Expired,
}

/// Signs and verifies the addresses of files that Aditus serves itself, for stores without
/// addresses of their own.
#[derive(Clone)]
pub struct Addresses {
    keys: Arc<dyn Keys>,
    clock: Arc<dyn Clock>,
}

impl Addresses {
    /// Signs with these keys. The clock gives the time from which lifetimes count.
    pub fn new(keys: Arc<dyn Keys>, clock: Arc<dyn Clock>) -> Self {
        Self { keys, clock }
    }

    /// Returns the address of a file, relative to the public address of Aditus. It is valid for
    /// `lifetime` and serves the file under `name`.
    pub fn sign(&self, key: &FileKey, name: &str, lifetime: Duration) -> SignedPath {
        let lifetime = TimeDelta::from_std(lifetime).unwrap_or(TimeDelta::MAX);
        let expires = self
            .clock
            .now()
            .checked_add_signed(lifetime)
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
            .timestamp();
        let signed = signed(key, name, expires);
        let signature = hex::encode(self.keys.hash(KeyPurpose::FileAddress, signed.as_bytes()));
        SignedPath(format!(
            "/files/{}?expires={expires}&name={}&signature={signature}",
            key.as_str(),
            utf8_percent_encode(name, NON_ALPHANUMERIC)
        ))
    }

    /// Checks an address: the signature has to match `key`, `name` and `expires`, and `now` has to
    /// be before `expires`. `expires` is in seconds since 1970, `signature` in hexadecimal.
    pub fn verify(
        &self,
        key: &FileKey,
        name: &str,
        expires: i64,
        signature: &str,
        now: DateTime<Utc>,
    ) -> Result<(), AddressError> {
        let mut given = [0; 32];
        hex::decode_to_slice(signature, &mut given).map_err(|_| AddressError::Forged)?;
        let signed = signed(key, name, expires);
        if !self
            .keys
            .is_hash(&given, KeyPurpose::FileAddress, signed.as_bytes())
        {
            return Err(AddressError::Forged);
        }
        if now.timestamp() >= expires {
            Err(AddressError::Expired)
        } else {
            Ok(())
        }
    }
}

/// Returns the text that the signature of an address covers.
fn signed(key: &FileKey, name: &str, expires: i64) -> String {
    format!("GET\n{}\n{expires}\n{name}", key.as_str())
}
