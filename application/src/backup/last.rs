//! What is known of the backups on a shelf, for whoever checks an installation.

use chrono::{DateTime, Utc};

use super::is_identity;
use crate::ports::{BackupFolderError, BackupShelf, Keys};

/// What lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The newest whole one of this installation, by its name, and the moment that it is of.
    pub newest: Option<(String, DateTime<Utc>)>,
    /// Whole ones of this installation.
    pub whole: usize,
    /// Names of those that are not whole. One of them may be being made.
    pub half: Vec<String>,
}

/// Reads what is on the shelf.
pub fn execute(keys: &dyn Keys, shelf: &dyn BackupShelf) -> Result<Answer, BackupFolderError> {
    let mut answer = Answer {
        newest: None,
        whole: 0,
        half: Vec::new(),
    };
    for found in shelf.list()? {
        match found.origin {
            None => answer.half.push(found.name),
            Some(origin) if is_identity(&origin.installation, keys) => {
                answer.whole += 1;
                if answer
                    .newest
                    .as_ref()
                    .is_none_or(|(_, newest)| *newest < origin.made_on)
                {
                    answer.newest = Some((found.name, origin.made_on));
                }
            }
            Some(_) => {}
        }
    }
    answer.half.sort_unstable();
    Ok(answer)
}
