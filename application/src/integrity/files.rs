//! Checks that the files of rows exist with their stored content, and reports files without a row.

use std::collections::{BTreeMap, BTreeSet};

use aditus_domain::requests::RemovalReason;
use chrono::TimeDelta;

use super::scan::{AT_ONCE, Error, Finding, MAX_LISTED, Progress};
use super::{FileOwner, ReferencedFile};
use crate::installation::cleanup::UPLOADS_KEPT;
use crate::ports::{FileError, FileKey, Ports};

/// The minimum age of a reported file without a row. By then, the cleanup has deleted expired
/// uploads.
const MIN_UNREFERENCED_AGE: TimeDelta = TimeDelta::days(2);
const _: () = assert!(MIN_UNREFERENCED_AGE.num_seconds() > UPLOADS_KEPT.num_seconds());

/// Compares the file of each row of `owner` with the stored size and digest. Removed files must be
/// missing.
pub(super) fn scan(ports: &Ports, owner: FileOwner, progress: Progress<'_>) -> Result<Finding, Error> {
    let mut finding = Finding::new(match owner {
        FileOwner::Requests => "documents of Data Requests",
        FileOwner::Drafts => "files of drafts",
    });
    let mut removed: BTreeMap<RemovalReason, u64> = BTreeMap::new();
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(Error::NotOffered)?;
    let mut after = i64::MIN;
    loop {
        let files = snapshot.files(owner, after, AT_ONCE)?;
        let Some(last) = files.last() else { break };
        after = last.id;
        for file in files {
            finding.checked += 1;
            if let Some(why) = file.gone {
                *removed.entry(why).or_default() += 1;
                if let Some(fault) = fault_of_removed(ports, &file)? {
                    finding.add_fault(format_args!("{} ({}): {fault}", file.key.as_str(), file.document));
                }
            } else if let Some(fault) = fault_of(ports, &file)? {
                finding.add_fault(format_args!("{} ({}): {fault}", file.key.as_str(), file.document));
            }
            // Progress is reported per file, because each is read whole and may be large.
            progress(finding.subject, finding.checked);
        }
    }
    for (why, number) in removed {
        finding.remarks.push(match why {
            RemovalReason::Erased => {
                format!("{number} were erased with the accounts of the persons whom they identified")
            }
            RemovalReason::Retention => format!("{number} were removed when their retention period was over"),
        });
    }
    Ok(finding)
}

/// Returns the fault of a removed file that still exists and is not noted for the cleanup.
fn fault_of_removed(ports: &Ports, file: &ReferencedFile) -> Result<Option<&'static str>, Error> {
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(Error::NotOffered)?;
    if snapshot.awaits_cleanup(&file.key)? {
        return Ok(None);
    }
    match ports.files.get(&file.key) {
        Ok(_) => Ok(Some("the file was erased but is still there; remove it")),
        Err(FileError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn fault_of(ports: &Ports, file: &ReferencedFile) -> Result<Option<&'static str>, Error> {
    let bytes = match ports.files.get(&file.key) {
        Ok(bytes) => bytes,
        // The file may have been deleted with its row since the snapshot.
        Err(FileError::NotFound) if !is_still_referenced(ports, &file.key)? => return Ok(None),
        Err(FileError::NotFound) => return Ok(Some("the file is missing; restore it from a backup")),
        Err(error) => return Err(error.into()),
    };
    if bytes.len() as u64 != file.size {
        return Ok(Some("the file has another size; restore it from a backup"));
    }
    let is_another = ports.encoding.sha256(&bytes) != file.sha256;
    Ok(is_another.then_some("the file has another content than was stored; restore it from a backup"))
}

fn is_still_referenced(ports: &Ports, key: &FileKey) -> Result<bool, Error> {
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(Error::NotOffered)?;
    Ok(!snapshot.referenced_among(std::slice::from_ref(key))?.is_empty())
}

/// Lists files without a row as remarks. They only take up space, so they are not faults.
pub(super) fn without_row(ports: &Ports) -> Result<Finding, Error> {
    let mut finding = Finding::new("files in the file store");
    let before = ports.clock.now() - MIN_UNREFERENCED_AGE;
    let mut unnamed: u64 = 0;
    let mut failed: Option<Error> = None;
    let shown = ports.files.for_each_batch(&mut |batch| {
        finding.checked += batch.len() as u64;
        let old = batch.into_iter().filter(|file| file.changed_on < before);
        let keys: Vec<FileKey> = old.map(|file| file.key).collect();
        let named = match referenced_among(ports, &keys) {
            Ok(named) => named,
            Err(error) => {
                failed = failed.take().or(Some(error));
                return Ok(());
            }
        };
        for key in keys.iter().filter(|key| !named.contains(key)) {
            unnamed += 1;
            if finding.remarks.len() < MAX_LISTED {
                finding.remarks.push(format!(
                    "{} has been there for {} days and nothing refers to it; it can be removed",
                    key.as_str(),
                    MIN_UNREFERENCED_AGE.num_days()
                ));
            }
        }
        Ok(())
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    if unnamed > finding.remarks.len() as u64 {
        finding.remarks.push(format!("{unnamed} such files in all"));
    }
    if !shown {
        finding
            .remarks
            .push("the file store cannot list what it holds".to_owned());
    }
    Ok(finding)
}

fn referenced_among(ports: &Ports, keys: &[FileKey]) -> Result<BTreeSet<FileKey>, Error> {
    if keys.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(Error::NotOffered)?;
    Ok(snapshot.referenced_among(keys)?)
}
