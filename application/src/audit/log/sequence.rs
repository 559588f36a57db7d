//! The sequencer (design P2): appends what is pending to the tree and signs the new head.

use aditus_domain::audit::By;
use aditus_domain::audit::log::TreeHash;
use thiserror::Error;

use super::kept::{KeptCheckpoint, KeptError};
use super::macs::{in_order, is_ours};
use super::origin::of_settings;
use super::repository::{Appended, AuditLog, Checkpoint, PendingEntry};
use super::signing;
use super::standing::{Means, refuse_another};
use crate::audit::{Recorded, Unrecorded, unrecorded};
use crate::ports::{Keys, LogError, Ports, SealError, SignedHead, StoreError, Transaction};

/// The most entries that are appended at once: a head is signed within a second however many wait.
pub const AT_ONCE: u32 = 1_000;

/// Why nothing is appended.
#[derive(Debug, Error)]
pub enum Error {
    /// The hashes that are stored are not those that were signed.
    #[error(
        "The transparency log is not continued: the stored hashes do not give the root of the newest checkpoint, which has {size} \
         entries. Run `aditus audit verify`."
    )]
    Altered {
        /// The entries of the newest checkpoint.
        size: u64,
    },
    /// The database is older than the log that this node has published, or of another one.
    #[error(
        "The transparency log is not continued: this node has published a checkpoint of {kept} entries that the database, with \
         {stored} entries in its log, does not lead to. It was replaced by an older one or by another one. Put the newer one back; or, \
         where that is lost, move the file log.checkpoint out of the data folder: whoever has kept a newer checkpoint will then see \
         that the log was taken back."
    )]
    Older {
        /// The entries of the checkpoint that was published.
        kept: u64,
        /// Those of the newest one in the database.
        stored: u64,
    },
    /// The database is that of another installation, or one that began anew, or older than the key that signed.
    #[error(
        "The transparency log is not continued: this node has published a checkpoint that no key of the database has signed. The \
         database, with {stored} entries in its log, is of another installation, or began anew, or was copied before the key of the log was \
         changed. Put the one back that belongs to this data folder; or, where that is lost, move the file log.checkpoint out of the data \
         folder: whoever has kept a checkpoint will then see that this is another log, or that it was taken back."
    )]
    Other {
        /// The entries of the newest checkpoint in the database.
        stored: u64,
    },
    /// The key cannot be opened.
    #[error(
        "The transparency log is not continued: its key was sealed with other secrets than those of this installation. Put those back, \
         or run `aditus audit keys --rotate`."
    )]
    Sealed,
    /// Tree or key are not in their form.
    #[error("The transparency log is not continued: {0}.")]
    Log(LogError),
    /// What is kept beside the database cannot be read or written.
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

/// What came of one pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sequenced {
    /// How many entries were appended. None where nothing is pending, or another node is at it.
    pub appended: usize,
    /// How many were passed over, because they were not written with the secrets of this installation.
    pub foreign: usize,
}

/// Appends the oldest of the pending entries.
pub fn execute(ports: &Ports, kept: &dyn KeptCheckpoint) -> Result<Sequenced, Error> {
    if !ports.database.read()?.audit_log().is_pending()? {
        return Ok(Sequenced::default());
    }
    let mut transaction = ports.database.begin()?;
    if !transaction.audit_log().take_turn()? {
        return Ok(Sequenced::default());
    }
    let newest = transaction.audit_log().newest()?;
    let (key, recorded) = signing_key(ports, transaction.as_mut())?;
    let (pending, foreign) = pending(ports.keys.as_ref(), transaction.audit_log())?;
    if pending.is_empty() {
        return Ok(Sequenced { appended: 0, foreign });
    }
    let size = newest.as_ref().map_or(0, |newest| newest.head.size);
    refuse_another(Means::of(ports), transaction.as_mut(), newest.as_ref(), kept)?;

    let leaves: Vec<TreeHash> = pending
        .iter()
        .map(|entry| ports.log.leaf(entry.canonical.as_bytes()))
        .collect();
    let log = transaction.audit_log();
    let growth = ports.log.grow(size, &leaves, &mut |nodes| log.hashes(nodes))?;
    let entries: Vec<_> = pending.iter().map(|entry| entry.id).collect();
    log.append(Appended {
        from: size,
        entries: &entries,
        nodes: &growth.nodes,
    })?;
    let signed = SignedHead {
        origin: key.key.origin,
        head: growth.head,
    };
    let note = ports.log.sign(&signed, &[&key.secret])?;
    log.add_checkpoint(&Checkpoint {
        head: growth.head,
        signed_at: ports.clock.now(),
        note: note.clone(),
    })?;
    transaction.commit(recorded)?;
    kept.keep(&note)?;
    Ok(Sequenced {
        appended: entries.len(),
        foreign,
    })
}

/// The oldest entries of this installation that wait, and how many of others lie between them.
fn pending(keys: &dyn Keys, log: &mut dyn AuditLog) -> Result<(Vec<PendingEntry>, usize), StoreError> {
    let (mut ours, mut foreign) = (Vec::new(), 0);
    for entry in in_order(|after, most| log.pending(after, most)) {
        let entry = entry?;
        if !is_ours(keys, &entry) {
            foreign += 1;
            continue;
        }
        ours.push(entry);
        if ours.len() == AT_ONCE as usize {
            break;
        }
    }
    Ok((ours, foreign))
}

/// The key that signs; one is made for the first checkpoint.
fn signing_key(
    ports: &Ports,
    transaction: &mut dyn Transaction,
) -> Result<(signing::Opened, Recorded), Error> {
    if let Some(key) = transaction.audit_log().signing_key()? {
        return Ok((
            signing::open(ports.keys.as_ref(), key)?,
            unrecorded(Unrecorded::Housekeeping),
        ));
    }
    let origin = of_settings(&ports.settings);
    Ok(signing::make(ports, transaction, &origin, By::Product)?)
}
