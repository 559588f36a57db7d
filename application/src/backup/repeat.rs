//! Backups that a server makes by itself, every so often. What it keeps is all on the shelf: a server that starts anew, or another node
//! with the same shelf, goes on where the last one ended.

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::{Installed, MadeBy, Origin, is_identity, take};
use crate::ports::{BackupError, BackupFolderError, BackupShelf, Stop};

/// How often, and how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The time from one backup to the next.
    pub every: TimeDelta,
    /// How many whole ones stay.
    pub keep: usize,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The next one is due then.
    NotYet(DateTime<Utc>),
    /// Another node is making one.
    Elsewhere,
    /// One was made.
    Made(Box<Made>),
}

/// A backup that a server has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The backup.
    pub backup: take::Answer,
    /// The names of those that were removed, since there are enough newer ones.
    pub removed: Vec<String>,
}

/// Why none was made, or older ones were not removed.
#[derive(Debug, Error)]
pub enum Error {
    /// The folder of backups cannot be read or written.
    #[error("the folder of backups cannot be used: {0}")]
    Shelf(#[from] BackupFolderError),
    /// The turn cannot be taken.
    #[error("{0}")]
    Turn(#[from] BackupError),
    /// None was made.
    #[error("{0}")]
    Take(#[from] take::Error),
}

/// Makes a backup if one is due and it is this node's turn, and removes those of its own that are too many.
pub fn execute(
    of: &Installed<'_>,
    shelf: &dyn BackupShelf,
    plan: Plan,
    stop: Stop<'_>,
) -> Result<Answer, Error> {
    if let Some(next) = not_yet(of, shelf, plan)? {
        return Ok(Answer::NotYet(next));
    }
    let Some(_turn) = of.database.take_turn()? else {
        return Ok(Answer::Elsewhere);
    };
    // Whoever had the turn before may have made it.
    if let Some(next) = not_yet(of, shelf, plan)? {
        return Ok(Answer::NotYet(next));
    }
    let new = shelf.begin(of.clock.now())?;
    let backup = take::execute(of, MadeBy::Server, new, stop)?;
    let mut removed = Vec::new();
    for (name, _) in own(of, shelf)?.into_iter().skip(plan.keep) {
        shelf.remove(&name)?;
        removed.push(name);
    }
    Ok(Answer::Made(Box::new(Made { backup, removed })))
}

/// When the next one is due, unless it is now. One of a time to come, when a clock was wrong, says nothing, and neither does one of
/// the database that the installation had before it moved.
fn not_yet(of: &Installed<'_>, shelf: &dyn BackupShelf, plan: Plan) -> Result<Option<DateTime<Utc>>, Error> {
    let now = of.clock.now();
    let last = own(of, shelf)?
        .into_iter()
        .filter(|(_, origin)| origin.kind == of.database.kind())
        .map(|(_, origin)| origin.made_on)
        .find(|made_on| *made_on <= now);
    let next = last.map(|made_on| made_on + plan.every);
    Ok(next.filter(|next| *next > now))
}

/// The whole backups that servers of this installation have made, the newest first.
fn own(of: &Installed<'_>, shelf: &dyn BackupShelf) -> Result<Vec<(String, Origin)>, Error> {
    let mut own: Vec<(String, Origin)> = shelf
        .list()?
        .into_iter()
        .filter_map(|found| Some((found.name, found.origin?)))
        .filter(|(_, origin)| origin.made_by == MadeBy::Server && is_identity(&origin.installation, of.keys))
        .collect();
    own.sort_by(|(left_name, left), (right_name, right)| {
        (right.made_on, right_name).cmp(&(left.made_on, left_name))
    });
    Ok(own)
}
