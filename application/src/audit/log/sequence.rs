//! The sequencer (design P2): appends what is pending to the tree and signs the new head.

use aditus_domain::audit::By;
use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use thiserror::Error;

use super::kept::{KeptCheckpoint, KeptError};
use super::repository::{Appended, Checkpoint};
use super::signing;
use crate::audit::{Recorded, Unrecorded, unrecorded};
use crate::ports::{LogError, Ports, SealError, SignedHead, StoreError, Transaction};

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
         where that is lost, remove the file log.checkpoint from the data folder: whoever has kept a newer checkpoint will then see \
         that the log was taken back."
    )]
    Older {
        /// The entries of the checkpoint that was published.
        kept: u64,
        /// Those of the newest one in the database.
        stored: u64,
    },
    /// The database is that of another installation, or one that began anew.
    #[error(
        "The transparency log is not continued: this node has published a checkpoint that no key of the database has signed. The \
         database, with {stored} entries in its log, is of another installation, or began anew. Put the one back that belongs to this data \
         folder; or, where that is lost, remove the file log.checkpoint from the data folder: whoever has kept a checkpoint will then see \
         that this is another log."
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

/// Appends the oldest of the pending entries; answers how many. None where nothing is pending, or another node is at it.
pub fn execute(ports: &Ports, kept: &dyn KeptCheckpoint) -> Result<usize, Error> {
    if !ports.database.read()?.audit_log().is_pending()? {
        return Ok(0);
    }
    let mut transaction = ports.database.begin()?;
    if !transaction.audit_log().take_turn()? {
        return Ok(0);
    }
    let newest = transaction.audit_log().newest()?;
    let (key, recorded) = signing_key(ports, transaction.as_mut())?;
    let pending = transaction.audit_log().pending(AT_ONCE)?;
    if pending.is_empty() {
        return Ok(0);
    }
    let size = newest.as_ref().map_or(0, |newest| newest.head.size);
    refuse_another(ports, transaction.as_mut(), newest.as_ref(), kept)?;

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
    Ok(entries.len())
}

/// Why nothing would be appended now, for `aditus check`; changes nothing.
pub fn look(ports: &Ports, kept: &dyn KeptCheckpoint) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    if let Some(key) = transaction.audit_log().signing_key()? {
        signing::open(ports, key)?;
    }
    let newest = transaction.audit_log().newest()?;
    refuse_another(ports, transaction.as_mut(), newest.as_ref(), kept)
}

/// The key that signs; one is made for the first checkpoint.
fn signing_key(
    ports: &Ports,
    transaction: &mut dyn Transaction,
) -> Result<(signing::Opened, Recorded), Error> {
    if let Some(key) = transaction.audit_log().signing_key()? {
        return Ok((signing::open(ports, key)?, unrecorded(Unrecorded::Housekeeping)));
    }
    let origin = signing::origin(&ports.settings.public_url);
    Ok(signing::make(ports, transaction, &origin, By::Product)?)
}

fn stored_head(ports: &Ports, transaction: &mut dyn Transaction, size: u64) -> Result<TreeHead, LogError> {
    let log = transaction.audit_log();
    ports.log.head(size, &mut |nodes: &[Node]| log.hashes(nodes))
}

/// Refuses a database whose hashes were altered, or whose log is not the one that this node has published.
fn refuse_another(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    newest: Option<&Checkpoint>,
    kept: &dyn KeptCheckpoint,
) -> Result<(), Error> {
    let size = newest.map_or(0, |newest| newest.head.size);
    if let Some(newest) = newest
        && stored_head(ports, transaction, size)? != newest.head
    {
        return Err(Error::Altered { size });
    }
    let kept_note = kept.read()?;
    if kept_note.as_deref() != newest.map(|newest| newest.note.as_str()) {
        refuse_older(ports, transaction, kept_note.as_deref(), size)?;
    }
    Ok(())
}

/// Refuses a database whose log does not begin with what this node has published.
fn refuse_older(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    kept: Option<&str>,
    size: u64,
) -> Result<(), Error> {
    let Some(kept) = kept else { return Ok(()) };
    let keys = ports.database.read()?.audit_log().keys()?;
    let keys: Vec<&str> = keys.iter().map(|key| key.verifier_key.as_str()).collect();
    let kept = match ports.log.open(kept, &keys) {
        Ok(signed) => signed.head,
        // Of a log that this database knows nothing of.
        Err(LogError::NotSigned) => return Err(Error::Other { stored: size }),
        Err(error) => return Err(error.into()),
    };
    if kept.size > size || stored_head(ports, transaction, kept.size)? != kept {
        return Err(Error::Older {
            kept: kept.size,
            stored: size,
        });
    }
    Ok(())
}
