//! Reads the list of backups, for checks of an installation.

use chrono::{DateTime, Utc};

use super::{Origin, is_identity};
use crate::ports::{BackupFolderError, BackupShelf, Keys};

/// The backups on the shelf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The newest complete backup of this installation and kind of database: its name, and its
    /// time.
    pub newest: Option<(String, DateTime<Utc>)>,
    /// The number of complete backups of this installation and kind of database.
    pub whole: usize,
    /// A newer backup of this installation with another kind of database, made before a migration
    /// to the current kind: its name, and that kind.
    pub of_another_kind: Option<(String, String)>,
    /// The names of incomplete backups. One of them may be in progress.
    pub half: Vec<String>,
}

/// Lists the backups of an installation with this kind of database.
pub fn execute(keys: &dyn Keys, kind: &str, shelf: &dyn BackupShelf) -> Result<Answer, BackupFolderError> {
    let mut newest: Option<(String, Origin)> = None;
    let mut newest_of_another: Option<(String, Origin)> = None;
    let mut whole = 0;
    let mut half = Vec::new();
    for found in shelf.list()? {
        let Some(origin) = found.origin else {
            half.push(found.name);
            continue;
        };
        if !is_identity(&origin.installation, keys) {
            continue;
        }
        let newest = if origin.kind == kind {
            whole += 1;
            &mut newest
        } else {
            &mut newest_of_another
        };
        if newest
            .as_ref()
            .is_none_or(|(_, newest)| newest.made_on < origin.made_on)
        {
            *newest = Some((found.name, origin));
        }
    }
    half.sort_unstable();
    let newest = newest.map(|(name, origin)| (name, origin.made_on));
    let of_another_kind = newest_of_another
        .filter(|(_, origin)| {
            newest
                .as_ref()
                .is_none_or(|(_, made_on)| *made_on < origin.made_on)
        })
        .map(|(name, origin)| (name, origin.kind));
    Ok(Answer {
        newest,
        whole,
        of_another_kind,
        half,
    })
}
