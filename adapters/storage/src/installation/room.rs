//! Whether there is room to store anything.
//!
//! A full disk refuses what is written and answers what is read: who only asks whether the database answers would never learn of
//! it. So something is written now and then, and always once the disk was found full.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::prelude::*;

use super::ROW;
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::installation;

/// As much is written: a few pages, as the smallest changes of the product take.
const TRIAL: usize = 64 * 1024;

/// How long a trial counts.
const COUNTS_FOR: Duration = Duration::from_secs(10);

/// What was found last.
#[derive(Debug, Default)]
pub(crate) struct Room(Mutex<Found>);

#[derive(Debug, Clone, Copy, Default)]
struct Found {
    full: bool,
    tried: Option<Instant>,
}

impl Room {
    fn with<T>(&self, work: impl FnOnce(&mut Found) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// There was no room for what somebody wrote.
    pub(crate) fn is_full_now(&self) {
        self.with(|found| found.full = true);
    }

    /// Whether there was none when it was last looked at.
    pub(crate) fn was_full(&self) -> bool {
        self.with(|found| found.full)
    }

    /// Whether it is time to look again; whoever is told so has to.
    pub(crate) fn is_due(&self) -> bool {
        self.with(|found| {
            let due = found.tried.is_none_or(|tried| tried.elapsed() >= COUNTS_FOR);
            if due {
                found.tried = Some(Instant::now());
            }
            due
        })
    }

    /// There is room again.
    pub(crate) fn is_there(&self) {
        self.with(|found| found.full = false);
    }
}

/// Writes and takes away again; the transaction is to be committed.
pub(crate) fn try_out(connection: &mut AnyConnection) -> Outcome<()> {
    for content in [Some(vec![0_u8; TRIAL]), None] {
        diesel::update(installation::table.find(ROW))
            .set(installation::trial.eq(content))
            .execute(connection)?;
    }
    Ok(())
}
