//! Scans everything that is stored.

use std::fmt::Display;

use thiserror::Error;

use super::{FileOwner, Part, files, versions};
use crate::ports::{FileError, Ports, StoreError};

/// The number of rows in memory at once.
pub(super) const AT_ONCE: u32 = 200;

/// The maximum number of faults of one subject that are listed.
pub(super) const TOLD: usize = 20;

/// The treatment of derived data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derived {
    /// Derived data are only checked.
    Left,
    /// Derived data that differ are rewritten.
    Mended,
}

/// The finding of one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The subject.
    pub subject: &'static str,
    /// The number of items checked.
    pub looked_at: u64,
    /// The first faults.
    pub wrong: Vec<String>,
    /// The number of all faults.
    pub wrong_in_all: u64,
    /// The number of faults that can be repaired.
    pub can_be_mended: u64,
    /// The first repaired faults.
    pub mended: Vec<String>,
    /// The number of all repaired faults.
    pub mended_in_all: u64,
    /// Remarks that are not faults.
    pub remarks: Vec<String>,
}

impl Finding {
    pub(crate) fn of(subject: &'static str) -> Self {
        Self {
            subject,
            looked_at: 0,
            wrong: Vec::new(),
            wrong_in_all: 0,
            can_be_mended: 0,
            mended: Vec::new(),
            mended_in_all: 0,
            remarks: Vec::new(),
        }
    }

    pub(crate) fn is_wrong(&mut self, what: impl Display) {
        if self.wrong.len() < TOLD {
            self.wrong.push(what.to_string());
        }
        self.wrong_in_all += 1;
    }

    fn was_mended(&mut self, what: impl Display) {
        if self.mended.len() < TOLD {
            self.mended.push(what.to_string());
        }
        self.mended_in_all += 1;
    }
}

/// Errors that interrupted the scan.
#[derive(Debug, Error)]
pub enum Error {
    /// The adapter of this database does not support scans.
    #[error("this database cannot be scanned: its adapter does not support it")]
    NotOffered,
    /// The database refused.
    #[error("the database failed during the scan")]
    Store(#[from] StoreError),
    /// The file store refused.
    #[error("the file store failed during the scan")]
    File(#[from] FileError),
}

/// Scans everything, subject by subject. `tell` receives the finding of each completed subject.
///
/// A server may run meanwhile: each subject is read in one snapshot, and findings about files are
/// checked again before they are reported.
pub fn execute(ports: &Ports, derived: Derived, tell: &mut dyn FnMut(Finding)) -> Result<(), Error> {
    tell(own_faults(ports)?);
    for part in Part::ALL {
        tell(of_part(ports, part, derived)?);
    }
    tell(versions::look(ports, &mut untold)?);
    tell(files::look(ports, FileOwner::Requests, &mut untold)?);
    tell(files::look(ports, FileOwner::Drafts, &mut untold)?);
    tell(files::without_row(ports)?);
    Ok(())
}

/// Receives a subject and the number of items checked so far.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(&'static str, u64);

fn untold(_: &'static str, _: u64) {}

/// Verifies the data that decisions rest on: the versions and documents of requests against their
/// digests.
pub(crate) fn proofs(ports: &Ports, progress: Progress<'_>) -> Result<[Finding; 2], Error> {
    Ok([
        versions::look(ports, progress)?,
        files::look(ports, FileOwner::Requests, progress)?,
    ])
}

fn own_faults(ports: &Ports) -> Result<Finding, Error> {
    let mut finding = Finding::of("pages, indexes and references of the database");
    let mut snapshot = ports.database.examine()?.ok_or(Error::NotOffered)?;
    for fault in snapshot.own_faults()? {
        finding.is_wrong(fault);
    }
    Ok(finding)
}

/// Checks a part in a snapshot of its own, because repairs change the data from which later parts
/// are derived.
fn of_part(ports: &Ports, part: Part, derived: Derived) -> Result<Finding, Error> {
    let mut finding = Finding::of(part.name());
    let mut snapshot = ports.database.examine()?.ok_or(Error::NotOffered)?;
    let mut after = i64::MIN;
    loop {
        let looked = snapshot.look(part, after, AT_ONCE)?;
        finding.looked_at += looked.rows;
        let mut ids: Vec<i64> = Vec::new();
        for difference in looked.differences {
            if difference.can_be_mended && derived == Derived::Mended {
                ids.push(difference.id);
                continue;
            }
            finding.can_be_mended += u64::from(difference.can_be_mended);
            finding.is_wrong(format_args!("{}: {}", difference.id, difference.what));
        }
        ids.dedup();
        if !ids.is_empty() {
            for mended in ports.database.mend(part, &ids)? {
                finding.was_mended(format_args!("{}: {}", mended.id, mended.what));
            }
        }
        match looked.last {
            Some(last) => after = last,
            None => return Ok(finding),
        }
    }
}
