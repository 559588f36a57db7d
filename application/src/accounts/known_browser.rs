//! The browsers in which somebody signed in before (decisions A12). A stranger who enters wrong passwords for an account stops
//! no browser that is known to it.
//!
//! A browser keeps in a cookie who it is and to which accounts it is known until when, with a keyed hash over it. Nothing of it is
//! stored here. It opens nothing: a known browser only has a count of wrong passwords of its own, and the owner gets no mail about a
//! sign-in in it. A registration makes its browser known, so that the first sign-in after it is no news either.

use std::fmt::Write;

use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};

use crate::ports::{KeyPurpose, Ports};

/// The bytes of the name that a browser is given.
const NAME_BYTES: usize = 16;

/// The most accounts that one browser is known to, the latest first: enough for a computer that a ward shares.
const MOST_ACCOUNTS: usize = 20;

/// What the cookie of a browser says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Browser {
    name: String,
    accounts: Vec<(UserId, DateTime<Utc>)>,
}

impl Browser {
    /// Reads a cookie; none unless it is one of ours, whole and unchanged. What it says of accounts ends by itself.
    pub(super) fn read(ports: &Ports, cookie: &str) -> Option<Self> {
        let (said, hash) = cookie.rsplit_once('.')?;
        let hash = bytes_of_hex(hash)?;
        if !ports
            .keys
            .is_hash(&hash, KeyPurpose::KnownBrowser, said.as_bytes())
        {
            return None;
        }
        let now = ports.clock.now();
        let mut words = said.split('.');
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

    /// A browser that brings no cookie.
    pub(super) fn unknown(ports: &Ports) -> Self {
        Self {
            name: ports.entropy.hex::<NAME_BYTES>(),
            accounts: Vec::new(),
        }
    }

    /// The name that it was given.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether somebody signed in to this account in it.
    pub(super) fn is_known_to(&self, user: UserId) -> bool {
        self.accounts.iter().any(|(known, _)| *known == user)
    }

    /// From now on it is known to this account.
    #[must_use]
    pub(super) fn known_to(mut self, ports: &Ports, user: UserId) -> Self {
        let until = ports.clock.now() + ports.settings.known_browser_for;
        self.accounts.retain(|(known, _)| *known != user);
        self.accounts.insert(0, (user, until));
        self.accounts.truncate(MOST_ACCOUNTS);
        self
    }

    /// The cookie that it is to keep.
    pub(super) fn cookie(&self, ports: &Ports) -> String {
        let mut said = self.name.clone();
        for (user, until) in &self.accounts {
            // Writing to a string cannot fail.
            let _ = write!(said, ".{user}-{}", until.timestamp());
        }
        let hash = ports.keys.hash(KeyPurpose::KnownBrowser, said.as_bytes());
        said.push('.');
        for byte in hash {
            let _ = write!(said, "{byte:02x}");
        }
        said
    }
}

/// Whether somebody signed in before, to whatever account, in the browser that sent this cookie. It only says who waits first.
pub fn is_known(ports: &Ports, cookie: &str) -> bool {
    Browser::read(ports, cookie).is_some_and(|browser| !browser.accounts.is_empty())
}

/// The cookie of a browser in which somebody has just shown that the account is theirs.
pub(crate) fn remember(ports: &Ports, cookie: &str, user: UserId) -> String {
    Browser::read(ports, cookie)
        .unwrap_or_else(|| Browser::unknown(ports))
        .known_to(ports, user)
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
