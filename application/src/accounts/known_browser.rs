//! Browsers in which the owner of an account signed in before (decisions A12). Wrong passwords
//! entered elsewhere do not block a known browser.
//!
//! A cookie, protected by a keyed hash, contains the browser's name and the accounts to which it is
//! known, each with an expiry time. None of this is stored on the server. The cookie grants no
//! access: a known browser only has its own counter of wrong passwords, and its sign-ins cause no
//! mail to the owner. Registering makes the browser known, so that the first sign-in after it
//! causes no mail either.

use std::fmt::Write;

use aditus_domain::hex;
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};

use crate::ports::{KeyPurpose, Ports};

/// The size of a browser's random name, in bytes.
const NAME_BYTES: usize = 16;

/// The maximum number of accounts in one cookie, latest first. It suffices for a computer that a
/// hospital ward shares.
const MAX_ACCOUNTS: usize = 20;

/// The content of a browser's cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Browser {
    name: String,
    accounts: Vec<(UserId, DateTime<Utc>)>,
}

impl Browser {
    /// Parses a cookie. Returns `None` if its hash is wrong. Expired accounts are left out.
    pub(super) fn read(ports: &Ports, cookie: &str) -> Option<Self> {
        let (signed_part, hash) = cookie.rsplit_once('.')?;
        let hash = bytes_of_hex(hash)?;
        if !ports
            .keys
            .is_hash(&hash, KeyPurpose::KnownBrowser, signed_part.as_bytes())
        {
            return None;
        }
        let now = ports.clock.now();
        let mut words = signed_part.split('.');
        let name = words.next()?.to_owned();
        let accounts = words
            .filter_map(|word| {
                let (user, until) = word.split_once('-')?;
                let until = DateTime::from_timestamp(until.parse().ok()?, 0)?;
                Some((UserId(user.parse().ok()?), until))
            })
            .filter(|(_, until)| now < *until)
            .collect();
        Some(Self { name, accounts })
    }

    pub(super) fn unknown(ports: &Ports) -> Self {
        Self {
            name: ports.entropy.hex::<NAME_BYTES>(),
            accounts: Vec::new(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn is_known_to(&self, user: UserId) -> bool {
        self.accounts.iter().any(|(known, _)| *known == user)
    }

    #[must_use]
    pub(super) fn with_account(mut self, ports: &Ports, user: UserId) -> Self {
        let until = ports.clock.now() + ports.settings.known_browser_for;
        self.accounts.retain(|(known, _)| *known != user);
        self.accounts.insert(0, (user, until));
        self.accounts.truncate(MAX_ACCOUNTS);
        self
    }

    pub(super) fn cookie(&self, ports: &Ports) -> String {
        let mut cookie = self.name.clone();
        for (user, until) in &self.accounts {
            // Writing to a string cannot fail.
            let _ = write!(cookie, ".{user}-{}", until.timestamp());
        }
        let hash = ports.keys.hash(KeyPurpose::KnownBrowser, cookie.as_bytes());
        cookie.push('.');
        cookie.push_str(&hex::encode(&hash));
        cookie
    }
}

/// Returns true if the cookie's browser is known to any account. Used only to prioritise the
/// password-hashing queue.
pub fn is_known(ports: &Ports, cookie: &str) -> bool {
    Browser::read(ports, cookie).is_some_and(|browser| !browser.accounts.is_empty())
}

/// Returns the cookie that makes a browser known to an account whose owner just proved their
/// identity.
pub(crate) fn remember(ports: &Ports, cookie: &str, user: UserId) -> String {
    Browser::read(ports, cookie)
        .unwrap_or_else(|| Browser::unknown(ports))
        .with_account(ports, user)
        .cookie(ports)
}

fn bytes_of_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * place..2 * place + 2)?, 16).ok()?;
    }
    Some(bytes)
}
