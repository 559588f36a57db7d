//! Verifies that the log still starts with an externally stored checkpoint:
//! `aditus audit verify --checkpoint` (decisions P3).

use std::collections::BTreeSet;

use aditus_domain::audit::log::TreeHead;
use thiserror::Error;

use super::checkpoints::head;
use super::tree::subtrees;
use crate::audit::log::retired_size;
use crate::audit::log::views::LogKeyView;
use crate::audit::verify;
use crate::integrity::scan::Finding;
use crate::ports::{LogError, Ports};

/// The size of the largest file that is read, in bytes; a checkpoint has a few lines.
pub const MAX_FILE_SIZE: u64 = 64 * 1024;

/// A checkpoint stored outside the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckpointFile {
    /// Its name in findings.
    pub name: String,
    /// The checkpoint.
    pub note: String,
}

/// The ways in which a stored checkpoint contradicts the log.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// The text is not a checkpoint.
    #[error("it is not a checkpoint in the form of C2SP tlog-checkpoint")]
    Form,
    /// No stored key has signed it.
    #[error("its signature is forged, or it is of another log: no key of this log has signed it")]
    NotSigned,
    /// It is signed by the log of another origin.
    #[error("it is of another log, {0}")]
    OtherLog(String),
    /// It is signed by a key after its retirement.
    #[error(
        "it is forged with a stolen key: {key} has signed a tree of {size} entries, and was retired when the log had {retired_at}"
    )]
    Retired {
        /// The key.
        key: String,
        /// The number of entries of the checkpoint.
        size: u64,
        /// The number of entries of the last checkpoint that we signed with the key.
        retired_at: u64,
    },
    /// The database is older than the checkpoint, or was truncated.
    #[error(
        "the database is older: the checkpoint has {kept} entries, and the log that is stored {stored}; the last ones are lost"
    )]
    Older {
        /// The number of entries of the checkpoint.
        kept: u64,
        /// The number of entries of the newest checkpoint in the database.
        stored: u64,
    },
    /// The comparison is impossible, because hashes are missing.
    #[error("the log cannot be compared with its {size} entries, because hashes of the tree are missing")]
    Incomplete {
        /// The number of entries of the checkpoint.
        size: u64,
    },
    /// The log has two histories.
    #[error(
        "the history was forked: the key of this log has signed two trees of {size} entries, and the one that is stored is not the one of \
         this checkpoint"
    )]
    Fork {
        /// The number of entries of the checkpoint.
        size: u64,
    },
}

/// Compares each checkpoint with the stored log.
pub fn execute(ports: &Ports, kept: &[CheckpointFile]) -> Result<Finding, verify::Error> {
    let mut finding = Finding::new("kept checkpoints");
    for CheckpointFile { name, note } in kept {
        finding.checked += 1;
        match compare(ports, note)? {
            Ok(head) => finding
                .remarks
                .push(format!("{name}: the log begins with its {} entries", head.size)),
            Err(fault) => finding.add_fault(format_args!("{name}: {fault}")),
        }
    }
    Ok(finding)
}

/// Compares a checkpoint with the stored log. Returns the signed tree head.
pub fn compare(ports: &Ports, note: &str) -> Result<Result<TreeHead, Fault>, verify::Error> {
    let mut views = ports.database.read()?;
    let log = views.audit_log();
    let keys = log.keys()?;
    let all: Vec<&str> = keys.iter().map(|key| key.verifier_key.as_str()).collect();
    let signed = match ports.log.open(note, &all) {
        Ok(signed) => signed,
        Err(LogError::NotSigned) => return Ok(Err(Fault::NotSigned)),
        Err(LogError::Form(_)) => return Ok(Err(Fault::Form)),
        Err(error) => return Err(error.into()),
    };
    if keys.iter().all(|key| key.origin != signed.origin) {
        return Ok(Err(Fault::OtherLog(signed.origin)));
    }
    let size = signed.head.size;
    // The newest key that signed: after a rotation its predecessor has signed, too.
    let has_signed = |key: &LogKeyView| ports.log.open(note, &[&key.verifier_key]).is_ok();
    if let Some(place) = keys.iter().position(has_signed).filter(|place| *place > 0) {
        let retired_at = retired_size(ports.log.as_ref(), log, &keys, place)?;
        if size > retired_at {
            return Ok(Err(Fault::Retired {
                key: keys[place].verifier_key.clone(),
                size,
                retired_at,
            }));
        }
    }
    let stored = log.extent()?.signed;
    if size > stored {
        return Ok(Err(Fault::Older { kept: size, stored }));
    }
    let known = subtrees(ports.log.as_ref(), log, BTreeSet::from([size]))?;
    Ok(match head(ports, log, size, &known)? {
        None => Err(Fault::Incomplete { size }),
        Some(head) if head != signed.head => Err(Fault::Fork { size }),
        Some(head) => Ok(head),
    })
}
