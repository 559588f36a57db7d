//! The sequencer (decisions P2): appends waiting entries to the tree and signs the new head.

use aditus_domain::audit::Actor;
use aditus_domain::audit::log::TreeHash;
use thiserror::Error;

use super::continuity::{LogPorts, check_continuation};
use super::kept::{KeptCheckpoint, KeptError};
use super::macs::{all_pending, is_ours};
use super::origin::origin_from_settings;
use super::repository::{AuditLog, Checkpoint, NewLeaves, PendingEntry};
use super::signing;
use crate::audit::{Recorded, Unrecorded, unrecorded};
use crate::ports::{Keys, LogError, Ports, SealError, SignedHead, StoreError, Transaction};

/// The maximum number of entries in one batch. It keeps the interval between two heads below a
/// second even with a long backlog.
pub const AT_ONCE: u32 = 1_000;

/// Errors that stop the sequencer.
#[derive(Debug, Error)]
pub enum Error {
    /// The stored hashes do not match the signed root.
    #[error(
        "The transparency log is not continued: the stored hashes do not give the root of the newest checkpoint, which has {size} \
         entries. Run `aditus audit verify`."
    )]
    Altered {
        /// The number of entries of the newest checkpoint.
        size: u64,
    },
    /// The database is older than the log that this node has published, or has a different log.
    #[error(
        "The transparency log is not continued: this node has published a checkpoint of {kept} entries that the database, with \
         {stored} entries in its log, does not lead to. It was replaced by an older one or by another one. Put the newer one back; or, \
         where that is lost, move the file log.checkpoint out of the data folder: anyone who has kept a newer checkpoint will then \
         see that the log was taken back."
    )]
    Older {
        /// The number of entries of the published checkpoint.
        kept: u64,
        /// The number of entries of the newest checkpoint in the database.
        stored: u64,
    },
    /// The database belongs to another installation, was created anew, or is older than the key
    /// that signed.
    #[error(
        "The transparency log is not continued: this node has published a checkpoint that no key of the database has signed. The \
         database, with {stored} entries in its log, is of another installation, or began anew, or was copied before the key of the log was \
         changed. Put the one back that belongs to this data folder; or, where that is lost, move the file log.checkpoint out of the data \
         folder: anyone who has kept a checkpoint will then see that this is another log, or that it was taken back."
    )]
    Other {
        /// The number of entries of the newest checkpoint in the database.
        stored: u64,
    },
    /// The signing key cannot be opened.
    #[error(
        "The transparency log is not continued: its key was sealed with other secrets than those of this installation. Put those back, \
         or run `aditus audit keys --rotate`."
    )]
    Sealed,
    /// The tree or the key is malformed.
    #[error("The transparency log is not continued: {0}.")]
    Log(LogError),
    /// The checkpoint outside the database cannot be read or written.
    #[error(transparent)]
    Kept(#[from] KeptError),
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<LogError> for Error {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Store(error) => Self::Store(error),
            error => Self::Log(error),
        }
    }
}

impl From<signing::KeyError> for Error {
    fn from(error: signing::KeyError) -> Self {
        match error {
            signing::KeyError::Log(error) => error.into(),
            signing::KeyError::Sealed(SealError) => Self::Sealed,
            signing::KeyError::Store(error) => Self::Store(error),
        }
    }
}

/// The result of one pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sequenced {
    /// The number of appended entries. It is 0 if none waits or another node holds the lock.
    pub appended: usize,
    /// The number of entries that were skipped because they were not written with the secrets of
    /// this installation. `None` if this pass did not look at all waiting entries: another node
    /// holds the lock, or more wait than one pass appends.
    pub foreign: Option<usize>,
}

/// Appends the oldest waiting entries.
pub fn execute(ports: &Ports, kept: &dyn KeptCheckpoint) -> Result<Sequenced, Error> {
    if !ports.database.read()?.audit_log().is_pending()? {
        return Ok(Sequenced {
            appended: 0,
            foreign: Some(0),
        });
    }
    let mut transaction = ports.database.begin()?;
    if !transaction.audit_log().try_lock()? {
        return Ok(Sequenced::default());
    }
    let newest = transaction.audit_log().newest()?;
    let (key, recorded) = signing_key(ports, transaction.as_mut())?;
    let (pending, foreign) = pending(ports.keys.as_ref(), transaction.audit_log())?;
    if pending.is_empty() {
        return Ok(Sequenced { appended: 0, foreign });
    }
    let size = newest.as_ref().map_or(0, |newest| newest.head.size);
    check_continuation(
        LogPorts::from_ports(ports),
        transaction.as_mut(),
        newest.as_ref(),
        kept,
    )?;

    let leaves: Vec<TreeHash> = pending
        .iter()
        .map(|entry| ports.log.leaf(entry.canonical.as_bytes()))
        .collect();
    let log = transaction.audit_log();
    let update = ports.log.append(size, &leaves, &mut |nodes| log.hashes(nodes))?;
    let entries: Vec<_> = pending.iter().map(|entry| entry.id).collect();
    log.append(NewLeaves {
        from: size,
        entries: &entries,
        nodes: &update.nodes,
    })?;
    let signed = SignedHead {
        origin: key.key.origin,
        head: update.head,
    };
    let note = ports.log.sign(&signed, &[&key.secret])?;
    log.add_checkpoint(&Checkpoint {
        head: update.head,
        signed_at: ports.clock.now(),
        note: note.clone(),
    })?;
    transaction.commit(recorded)?;
    kept.save(&note)?;
    Ok(Sequenced {
        appended: entries.len(),
        foreign,
    })
}

/// Returns the oldest waiting entries of this installation, and the number of foreign ones if all
/// waiting entries were read.
fn pending(
    keys: &dyn Keys,
    log: &mut dyn AuditLog,
) -> Result<(Vec<PendingEntry>, Option<usize>), StoreError> {
    let (mut ours, mut foreign) = (Vec::new(), 0);
    for entry in all_pending(|after, most| log.pending(after, most)) {
        let entry = entry?;
        if !is_ours(keys, &entry) {
            foreign += 1;
            continue;
        }
        ours.push(entry);
        if ours.len() == AT_ONCE as usize {
            return Ok((ours, None));
        }
    }
    Ok((ours, Some(foreign)))
}

/// Returns the signing key, and creates one for the first checkpoint.
fn signing_key(
    ports: &Ports,
    transaction: &mut dyn Transaction,
) -> Result<(signing::OpenedKey, Recorded), Error> {
    if let Some(key) = transaction.audit_log().signing_key()? {
        return Ok((
            signing::open(ports.keys.as_ref(), key)?,
            unrecorded(Unrecorded::Housekeeping),
        ));
    }
    let origin = origin_from_settings(&ports.settings);
    Ok(signing::make(ports, transaction, &origin, Actor::System)?)
}
