//! Finds the documents of given files.

use std::collections::{BTreeMap, BTreeSet};

use super::scan::{AT_ONCE, Error};
use super::{FileDocument, FileOwner};
use crate::ports::{Database, FileKey};

/// Returns the document of each of these files that has a row.
pub fn execute(
    database: &dyn Database,
    keys: &BTreeSet<FileKey>,
) -> Result<BTreeMap<FileKey, FileDocument>, Error> {
    let mut snapshot = database.begin_integrity_scan()?.ok_or(Error::NotOffered)?;
    let mut found = BTreeMap::new();
    for owner in [FileOwner::Requests, FileOwner::Drafts] {
        let mut after = i64::MIN;
        loop {
            let files = snapshot.files(owner, after, AT_ONCE)?;
            let Some(last) = files.last() else { break };
            after = last.id;
            let matching = files.into_iter().filter(|file| keys.contains(&file.key));
            found.extend(matching.map(|file| (file.key, file.document)));
        }
    }
    Ok(found)
}
