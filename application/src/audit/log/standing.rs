//! Whether the log could be continued, and what stands in its way: for `aditus check`, and for who has restored a backup.

use aditus_domain::audit::log::{Node, TreeHead};

use super::kept::KeptCheckpoint;
use super::repository::Checkpoint;
use super::sequence::Error;
use super::signing;
use crate::ports::{Database, Keys, LogError, Ports, StoreError, Transaction, TransparencyLog};

/// What the log is looked at with. An installation that was only just restored has no more yet.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The database, which may be of an earlier version.
    pub database: &'a dyn Database,
    /// The form of the log.
    pub log: &'a dyn TransparencyLog,
    /// The secrets that its key was sealed with.
    pub keys: &'a dyn Keys,
}

impl<'a> Means<'a> {
    /// Those of an installation that has everything.
    pub fn of(ports: &'a Ports) -> Self {
        Self {
            database: ports.database.as_ref(),
            log: ports.log.as_ref(),
            keys: ports.keys.as_ref(),
        }
    }
}

/// How it stands.
#[derive(Debug)]
pub struct Answer {
    /// The newest checkpoint of the database.
    pub newest: Option<Checkpoint>,
    /// All that stands in the way; empty where the log would be continued.
    pub in_the_way: Vec<Error>,
}

/// Looks at all of it, and changes nothing.
pub fn execute(means: Means<'_>, kept: &dyn KeptCheckpoint) -> Result<Answer, StoreError> {
    let mut transaction = means.database.begin()?;
    let newest = transaction.audit_log().newest()?;
    let opened = match transaction.audit_log().signing_key()? {
        Some(key) => signing::open(means.keys, key).map(drop).map_err(Error::from),
        None => Ok(()),
    };
    let another = refuse_another(means, transaction.as_mut(), newest.as_ref(), kept);
    let mut in_the_way = Vec::new();
    for found in [opened, another] {
        match found {
            Ok(()) => {}
            Err(Error::Store(error)) => return Err(error),
            Err(error) => in_the_way.push(error),
        }
    }
    Ok(Answer { newest, in_the_way })
}

/// Refuses a database whose hashes were altered, or whose log is not the one that this node has published.
pub(super) fn refuse_another(
    means: Means<'_>,
    transaction: &mut dyn Transaction,
    newest: Option<&Checkpoint>,
    kept: &dyn KeptCheckpoint,
) -> Result<(), Error> {
    let size = newest.map_or(0, |newest| newest.head.size);
    if let Some(newest) = newest
        && stored_head(means, transaction, size)? != newest.head
    {
        return Err(Error::Altered { size });
    }
    let kept_note = kept.read()?;
    if kept_note.as_deref() != newest.map(|newest| newest.note.as_str()) {
        refuse_older(means, transaction, kept_note.as_deref(), size)?;
    }
    Ok(())
}

/// Refuses a database whose log does not begin with what this node has published.
fn refuse_older(
    means: Means<'_>,
    transaction: &mut dyn Transaction,
    kept: Option<&str>,
    size: u64,
) -> Result<(), Error> {
    let Some(kept) = kept else { return Ok(()) };
    let keys = means.database.read()?.audit_log().keys()?;
    let keys: Vec<&str> = keys.iter().map(|key| key.verifier_key.as_str()).collect();
    let kept = match means.log.open(kept, &keys) {
        Ok(signed) => signed.head,
        // Of a log that this database knows nothing of.
        Err(LogError::NotSigned) => return Err(Error::Other { stored: size }),
        Err(error) => return Err(error.into()),
    };
    if kept.size > size || stored_head(means, transaction, kept.size)? != kept {
        return Err(Error::Older {
            kept: kept.size,
            stored: size,
        });
    }
    Ok(())
}

fn stored_head(means: Means<'_>, transaction: &mut dyn Transaction, size: u64) -> Result<TreeHead, LogError> {
    let log = transaction.audit_log();
    means.log.head(size, &mut |nodes: &[Node]| log.hashes(nodes))
}
