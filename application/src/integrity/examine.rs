//! Looks through everything that is stored.

use std::fmt::Display;

use thiserror::Error;

use super::{FileOwner, Part, files, versions};
use crate::ports::{FileError, Ports, StoreError};

/// As many rows are in memory at once.
pub(super) const AT_ONCE: u32 = 200;

/// As many faults of one subject are told one by one.
pub(super) const TOLD: usize = 20;

/// Whether what is derived is left as it is or derived anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derived {
    /// It is looked at.
    Left,
    /// What differs is written anew.
    Mended,
}

/// What was found of one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub subject: &'static str,
    /// How many of them.
    pub looked_at: u64,
    /// What is wrong, the first ones.
    pub wrong: Vec<String>,
    /// How many are wrong.
    pub wrong_in_all: u64,
    /// How many of these can be derived anew.
    pub can_be_mended: u64,
    /// What was wrong and is not any more, the first ones.
    pub mended: Vec<String>,
    /// How many were mended.
    pub mended_in_all: u64,
    /// What is to be known and is no fault.
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

/// Why not everything was looked at.
#[derive(Debug, Error)]
pub enum Error {
    /// The database cannot be looked through.
    #[error("this database cannot be looked through: its adapter does not say how")]
    NotOffered,
    /// The database refused.
    #[error("the database failed while it was looked through")]
    Store(#[from] StoreError),
    /// The file store refused.
    #[error("the file store failed while it was looked through")]
    File(#[from] FileError),
}

/// Looks at everything, subject by subject; `tell` hears of each when it is done.
///
/// A server may run meanwhile: each subject is looked at in one snapshot, and what is found of files is asked again before it is told.
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

/// What hears how many of a subject were looked at so far.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(&'static str, u64);

/// Each subject is told of when it is done.
fn untold(_: &'static str, _: u64) {}

/// What proves what was decided on: the versions of requests against their digests, and the documents against theirs.
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

/// What is mended changes what later parts are made of: each has a snapshot of its own.
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
