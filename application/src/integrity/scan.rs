//! Scans everything that is stored.

use std::fmt::Display;

use thiserror::Error;

use super::{FileOwner, Part, files, versions};
use crate::ports::{FileError, Ports, StoreError};

/// The number of rows in memory at once.
pub(super) const AT_ONCE: u32 = 200;

/// The maximum number of faults of one subject that are listed.
pub(super) const MAX_LISTED: usize = 20;

/// The treatment of derived data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScanMode {
    /// Derived data are only checked.
    CheckOnly,
    /// Derived data that differ are rewritten.
    Repair,
}

/// The finding of one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The subject.
    pub subject: &'static str,
    /// The number of items checked.
    pub checked: u64,
    /// The first faults.
    pub wrong: Vec<String>,
    /// The number of all faults.
    pub wrong_in_all: u64,
    /// The number of faults that can be repaired.
    pub repairable: u64,
    /// The first repaired faults.
    pub repaired: Vec<String>,
    /// The number of all repaired faults.
    pub repaired_in_all: u64,
    /// Remarks that are not faults.
    pub remarks: Vec<String>,
}

impl Finding {
    pub(crate) fn new(subject: &'static str) -> Self {
        Self {
            subject,
            checked: 0,
            wrong: Vec::new(),
            wrong_in_all: 0,
            repairable: 0,
            repaired: Vec::new(),
            repaired_in_all: 0,
            remarks: Vec::new(),
        }
    }

    pub(crate) fn add_fault(&mut self, what: impl Display) {
        if self.wrong.len() < MAX_LISTED {
            self.wrong.push(what.to_string());
        }
        self.wrong_in_all += 1;
    }

    fn add_repaired(&mut self, what: impl Display) {
        if self.repaired.len() < MAX_LISTED {
            self.repaired.push(what.to_string());
        }
        self.repaired_in_all += 1;
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

/// Scans everything, subject by subject. `report` receives the finding of each completed subject.
///
/// A server may run meanwhile: each subject is read in one snapshot, and findings about files are
/// checked again before they are reported.
pub fn execute(ports: &Ports, mode: ScanMode, report: &mut dyn FnMut(Finding)) -> Result<(), Error> {
    report(database_faults(ports)?);
    for part in Part::ALL {
        report(scan_part(ports, part, mode)?);
    }
    report(versions::scan(ports, &mut ignore_progress)?);
    report(files::scan(ports, FileOwner::Requests, &mut ignore_progress)?);
    report(files::scan(ports, FileOwner::Drafts, &mut ignore_progress)?);
    report(files::without_row(ports)?);
    Ok(())
}

/// Receives a subject and the number of items checked so far.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(&'static str, u64);

fn ignore_progress(_: &'static str, _: u64) {}

/// Verifies the data that decisions rest on: the versions and documents of requests against their
/// digests.
pub(crate) fn proofs(ports: &Ports, progress: Progress<'_>) -> Result<[Finding; 2], Error> {
    Ok([
        versions::scan(ports, progress)?,
        files::scan(ports, FileOwner::Requests, progress)?,
    ])
}

fn database_faults(ports: &Ports) -> Result<Finding, Error> {
    let mut finding = Finding::new("pages, indexes and references of the database");
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(Error::NotOffered)?;
    for fault in snapshot.database_faults()? {
        finding.add_fault(fault);
    }
    Ok(finding)
}

/// Checks a part in a snapshot of its own, because repairs change the data from which later parts
/// are derived.
fn scan_part(ports: &Ports, part: Part, mode: ScanMode) -> Result<Finding, Error> {
    let mut finding = Finding::new(part.name());
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(Error::NotOffered)?;
    let mut after = i64::MIN;
    loop {
        let batch = snapshot.scan(part, after, AT_ONCE)?;
        finding.checked += batch.rows;
        let mut ids: Vec<i64> = Vec::new();
        for difference in batch.differences {
            if difference.is_repairable && mode == ScanMode::Repair {
                ids.push(difference.id);
                continue;
            }
            finding.repairable += u64::from(difference.is_repairable);
            finding.add_fault(format_args!("{}: {}", difference.id, difference.what));
        }
        ids.dedup();
        if !ids.is_empty() {
            for repaired in ports.database.repair(part, &ids)? {
                finding.add_repaired(format_args!("{}: {}", repaired.id, repaired.what));
            }
        }
        match batch.last {
            Some(last) => after = last,
            None => return Ok(finding),
        }
    }
}
