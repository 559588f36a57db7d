//! Publishes the state of the log without authentication: `GET audit/log/`, our own addition.

use chrono::{DateTime, Utc};

use super::repository::Checkpoint;
use super::retired_size;
use super::views::Pending;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// A current or former signing key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedKey {
    /// The public key.
    pub verifier_key: String,
    /// The time at which it started to sign.
    pub made_at: DateTime<Utc>,
    /// Its retirement; `None` for the current key.
    pub retired: Option<Retired>,
}

/// The replacement of a key by the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retired {
    /// The time of the replacement.
    pub at: DateTime<Utc>,
    /// The number of entries of the last checkpoint that we signed with the key. A signature on a
    /// larger tree was made with a stolen secret.
    pub size: u64,
}

/// The log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The origin under which verifiers know the log; `None` before there is a key.
    pub origin: Option<String>,
    /// The current and former keys, newest first.
    pub keys: Vec<ListedKey>,
    /// The newest checkpoint.
    pub checkpoint: Option<Checkpoint>,
    /// The entries that are not in the tree yet.
    pub pending: Pending,
}

/// Returns the current state of the log.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let log = views.audit_log();
    let keys = log.keys()?;
    let mut listed = Vec::with_capacity(keys.len());
    for (place, key) in keys.iter().enumerate() {
        let retired = match keys[..place].last() {
            Some(follower) => Some(Retired {
                at: follower.made_at,
                size: retired_size(ports.log.as_ref(), log, &keys, place)?,
            }),
            None => None,
        };
        listed.push(ListedKey {
            verifier_key: key.verifier_key.clone(),
            made_at: key.made_at,
            retired,
        });
    }
    Ok(Answer {
        origin: keys.into_iter().next().map(|key| key.origin),
        keys: listed,
        checkpoint: log.newest()?,
        pending: log.pending()?,
    })
}
