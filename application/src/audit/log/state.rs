//! What the log is and how it stands, for everybody: `GET audit/log/`, which is ours.

use chrono::{DateTime, Utc};

use super::repository::Checkpoint;
use super::retired_size;
use super::views::Pending;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// A key that signs the log, or did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedKey {
    /// What checks its signatures.
    pub verifier_key: String,
    /// When it began to sign.
    pub made_at: DateTime<Utc>,
    /// How it ended; none for the one that signs now.
    pub retired: Option<Retired>,
}

/// That another key has followed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retired {
    /// When it did.
    pub at: DateTime<Utc>,
    /// The entries of the last checkpoint that the former has signed for us. Whoever has stolen its secret signs others.
    pub size: u64,
}

/// The log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Who it is, for whoever checks it; none before there is a key.
    pub origin: Option<String>,
    /// Those that sign or did, newest first.
    pub keys: Vec<ListedKey>,
    /// The newest one.
    pub checkpoint: Option<Checkpoint>,
    /// What is in no tree yet.
    pub pending: Pending,
}

/// The log as it is now.
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
