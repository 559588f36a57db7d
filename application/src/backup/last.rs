//! What is known of the backups on a shelf, for whoever checks an installation.

use chrono::{DateTime, Utc};

use super::{Origin, is_identity};
use crate::ports::{BackupFolderError, BackupShelf, Keys};

/// What lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The newest whole one of this installation and kind of database, by its name, and the moment that it is of.
    pub newest: Option<(String, DateTime<Utc>)>,
    /// Whole ones of this installation and kind of database.
    pub whole: usize,
    /// A newer one of this installation with another kind of database, as it was before a move: its name and that kind.
    pub of_another_kind: Option<(String, String)>,
    /// Names of those that are not whole. One of them may be being made.
    pub half: Vec<String>,
}

/// Reads what is on the shelf of an installation with this kind of database.
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
