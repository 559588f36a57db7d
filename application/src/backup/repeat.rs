//! Periodic backups by the server. All state is on the shelf, so that a restarted server, or
//! another node with the same shelf, continues the series.

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::{Installed, MadeBy, Origin, is_identity, take};
use crate::ports::{BackupError, BackupFolderError, BackupShelf, Stop};

/// The interval and the number of backups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The interval between two backups.
    pub every: TimeDelta,
    /// The number of complete backups to keep.
    pub keep: usize,
}

/// The result of a pass.
#[derive(Debug)]
pub enum Answer {
    /// The time at which the next backup is due.
    NotYet(DateTime<Utc>),
    /// Another node is making a backup.
    Elsewhere,
    /// A backup was made.
    Made(Box<Made>),
}

/// A backup made by a server.
#[derive(Debug)]
pub struct Made {
    /// The backup.
    pub backup: take::Answer,
    /// The names of the surplus backups that were removed, or why some could not be removed. The
    /// backup itself is complete either way.
    pub removed: Result<Vec<String>, BackupFolderError>,
}

/// Errors of a periodic backup.
#[derive(Debug, Error)]
pub enum Error {
    /// The backup folder cannot be read or written.
    #[error("the folder of backups cannot be used: {0}")]
    Shelf(#[from] BackupFolderError),
    /// The lock cannot be acquired.
    #[error("{0}")]
    Lock(#[from] BackupError),
    /// The backup failed.
    #[error("{0}")]
    Take(#[from] take::Error),
}

/// Makes a backup if one is due and no other node holds the lock, and removes the server's surplus
/// backups.
pub fn execute(
    of: &Installed<'_>,
    shelf: &dyn BackupShelf,
    plan: Plan,
    stop: Stop<'_>,
) -> Result<Answer, Error> {
    if let Some(next) = next_due(of, shelf, plan)? {
        return Ok(Answer::NotYet(next));
    }
    let Some(_lock) = of.database.try_lock()? else {
        return Ok(Answer::Elsewhere);
    };
    // The previous holder of the lock may have made it.
    if let Some(next) = next_due(of, shelf, plan)? {
        return Ok(Answer::NotYet(next));
    }
    let new = shelf.begin(of.clock.now())?;
    let backup = take::execute(of, MadeBy::Server, new, stop)?;
    let removed = remove_surplus(of, shelf, plan.keep);
    Ok(Answer::Made(Box::new(Made { backup, removed })))
}

/// Removes all but the newest `keep` backups, and returns the names of the removed ones.
fn remove_surplus(
    of: &Installed<'_>,
    shelf: &dyn BackupShelf,
    keep: usize,
) -> Result<Vec<String>, BackupFolderError> {
    let mut removed = Vec::new();
    for (name, _) in backups_of_this_installation(of, shelf)?.into_iter().skip(keep) {
        shelf.remove(&name)?;
        removed.push(name);
    }
    Ok(removed)
}

/// Returns the time at which the next backup is due, or `None` if it is due now. Backups with a
/// future time (made with a wrong clock) and backups of another kind of database (made before a
/// migration) do not count.
fn next_due(of: &Installed<'_>, shelf: &dyn BackupShelf, plan: Plan) -> Result<Option<DateTime<Utc>>, Error> {
    let now = of.clock.now();
    let last = backups_of_this_installation(of, shelf)?
        .into_iter()
        .filter(|(_, origin)| origin.kind == of.database.kind())
        .map(|(_, origin)| origin.made_on)
        .find(|made_on| *made_on <= now);
    let next = last.map(|made_on| made_on + plan.every);
    Ok(next.filter(|next| *next > now))
}

/// Returns the complete backups that servers of this installation made, newest first.
fn backups_of_this_installation(
    of: &Installed<'_>,
    shelf: &dyn BackupShelf,
) -> Result<Vec<(String, Origin)>, BackupFolderError> {
    let mut backups: Vec<(String, Origin)> = shelf
        .list()?
        .into_iter()
        .filter_map(|found| Some((found.name, found.origin?)))
        .filter(|(_, origin)| origin.made_by == MadeBy::Server && is_identity(&origin.installation, of.keys))
        .collect();
    backups.sort_by(|(left_name, left), (right_name, right)| {
        (right.made_on, right_name).cmp(&(left.made_on, left_name))
    });
    Ok(backups)
}
