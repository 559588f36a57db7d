//! Checks if the sequencer could continue the log: for `aditus check`, and after restoring a
//! backup.

use aditus_domain::audit::log::{Node, TreeHead};

use super::kept::KeptCheckpoint;
use super::repository::Checkpoint;
use super::sequence::Error;
use super::signing;
use crate::ports::{Database, Keys, LogError, Ports, StoreError, Transaction, TransparencyLog};

/// The ports that the check needs. A freshly restored installation has no others yet.
#[derive(Clone, Copy)]
pub struct LogPorts<'a> {
    /// The database, possibly of an earlier schema version.
    pub database: &'a dyn Database,
    /// The format of the log.
    pub log: &'a dyn TransparencyLog,
    /// The secrets that sealed its key.
    pub keys: &'a dyn Keys,
}

impl<'a> LogPorts<'a> {
    /// Returns the ports of a running installation.
    pub fn from_ports(ports: &'a Ports) -> Self {
        Self {
            database: ports.database.as_ref(),
            log: ports.log.as_ref(),
            keys: ports.keys.as_ref(),
        }
    }
}

/// The result of the check.
#[derive(Debug)]
pub struct Answer {
    /// The newest checkpoint of the database.
    pub newest: Option<Checkpoint>,
    /// All obstacles; empty if the log can be continued.
    pub obstacles: Vec<Error>,
}

/// Checks everything and changes nothing.
pub fn execute(log_ports: LogPorts<'_>, kept: &dyn KeptCheckpoint) -> Result<Answer, StoreError> {
    let mut transaction = log_ports.database.begin()?;
    let newest = transaction.audit_log().newest()?;
    let opened = match transaction.audit_log().signing_key()? {
        Some(key) => signing::open(log_ports.keys, key).map(drop).map_err(Error::from),
        None => Ok(()),
    };
    let another = check_continuation(log_ports, transaction.as_mut(), newest.as_ref(), kept);
    let mut obstacles = Vec::new();
    for found in [opened, another] {
        match found {
            Ok(()) => {}
            Err(Error::Store(error)) => return Err(error),
            Err(error) => obstacles.push(error),
        }
    }
    Ok(Answer { newest, obstacles })
}

/// Refuses a database with altered hashes, or with a log that is not a continuation of the one that
/// this node has published.
pub(super) fn check_continuation(
    log_ports: LogPorts<'_>,
    transaction: &mut dyn Transaction,
    newest: Option<&Checkpoint>,
    kept: &dyn KeptCheckpoint,
) -> Result<(), Error> {
    let size = newest.map_or(0, |newest| newest.head.size);
    if let Some(newest) = newest
        && stored_head(log_ports, transaction, size)? != newest.head
    {
        return Err(Error::Altered { size });
    }
    let kept_note = kept.read()?;
    if kept_note.as_deref() != newest.map(|newest| newest.note.as_str()) {
        check_published(log_ports, transaction, kept_note.as_deref(), size)?;
    }
    Ok(())
}

/// Refuses a database whose log does not start with the published checkpoint.
fn check_published(
    log_ports: LogPorts<'_>,
    transaction: &mut dyn Transaction,
    kept: Option<&str>,
    size: u64,
) -> Result<(), Error> {
    let Some(kept) = kept else { return Ok(()) };
    let keys = log_ports.database.read()?.audit_log().keys()?;
    let keys: Vec<&str> = keys.iter().map(|key| key.verifier_key.as_str()).collect();
    let kept = match log_ports.log.open(kept, &keys) {
        Ok(signed) => signed.head,
        // The checkpoint belongs to a log unknown to this database.
        Err(LogError::NotSigned) => return Err(Error::Other { stored: size }),
        Err(error) => return Err(error.into()),
    };
    if kept.size > size || stored_head(log_ports, transaction, kept.size)? != kept {
        return Err(Error::Older {
            kept: kept.size,
            stored: size,
        });
    }
    Ok(())
}

fn stored_head(
    log_ports: LogPorts<'_>,
    transaction: &mut dyn Transaction,
    size: u64,
) -> Result<TreeHead, LogError> {
    let log = transaction.audit_log();
    log_ports.log.head(size, &mut |nodes: &[Node]| log.hashes(nodes))
}
