//! Whether the log still begins with a checkpoint that somebody has kept: `aditus audit verify --checkpoint` (design P3).

use std::collections::BTreeSet;

use aditus_domain::audit::log::TreeHead;
use thiserror::Error;

use super::checkpoints::head;
use super::tree::subtrees;
use crate::audit::log::retired_size;
use crate::audit::log::views::LogKeyView;
use crate::audit::verify;
use crate::integrity::examine::Finding;
use crate::ports::{LogError, Ports};

/// The largest file that is read: a checkpoint has a few lines.
pub const LARGEST: u64 = 64 * 1024;

/// A checkpoint that somebody has kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// What it is called where it is told of.
    pub name: String,
    /// The checkpoint.
    pub note: String,
}

/// That what was kept does not fit to what is stored.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It is no checkpoint.
    #[error("it is no checkpoint in the form of C2SP tlog-checkpoint")]
    Form,
    /// No key that is stored has signed it.
    #[error("its signature is forged, or it is of another log: no key of this log has signed it")]
    NotSigned,
    /// It is signed, by the log of another address.
    #[error("it is of another log, {0}")]
    OtherLog(String),
    /// A key has signed it that no longer did.
    #[error(
        "it is forged with a stolen key: {key} has signed a tree of {size} entries, and was retired when the log had {retired_at}"
    )]
    Retired {
        /// The key.
        key: String,
        /// The entries of the checkpoint.
        size: u64,
        /// Those of the last one that the key has signed for us.
        retired_at: u64,
    },
    /// The database is older, or was cut.
    #[error(
        "the database is older: the checkpoint has {kept} entries, and the log that is stored {stored}; the last ones are lost"
    )]
    Older {
        /// The entries of the checkpoint.
        kept: u64,
        /// Those of the newest one in the database.
        stored: u64,
    },
    /// Nothing can be said.
    #[error("whether the log begins with its {size} entries cannot be told: hashes of the tree are missing")]
    Incomplete {
        /// The entries of the checkpoint.
        size: u64,
    },
    /// Two histories.
    #[error(
        "the history was forked: the key of this log has signed two trees of {size} entries, and the one that is stored is not the one of \
         this checkpoint"
    )]
    Fork {
        /// The entries of the checkpoint.
        size: u64,
    },
}

/// Compares each with the log that is stored.
pub fn execute(ports: &Ports, kept: &[Kept]) -> Result<Finding, verify::Error> {
    let mut finding = Finding::of("kept checkpoints");
    for Kept { name, note } in kept {
        finding.looked_at += 1;
        match compare(ports, note)? {
            Ok(head) => finding
                .remarks
                .push(format!("{name}: the log begins with its {} entries", head.size)),
            Err(fault) => finding.is_wrong(format_args!("{name}: {fault}")),
        }
    }
    Ok(finding)
}

/// Compares a checkpoint with the log that is stored; answers the tree that it was signed for.
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
    // The newest of those that have signed: after a rotation the former has, too.
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
