//! Clicks of visitors are kept: `POST users/track/` (1 §7.1; decisions A11). Off unless the deployer switched it on.

use aditus_domain::accounts::{Click, RawClick, truncated_address};
use aditus_domain::limits::Limit;
use thiserror::Error;

use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// The clicks that a browser has gathered.
#[derive(Debug, Clone)]
pub struct Command {
    /// The records.
    pub clicks: Vec<RawClick>,
    /// The network address they come from. What a record says of it itself is not believed.
    pub address: String,
}

/// Why nothing was kept.
#[derive(Debug, Error)]
pub enum Error {
    /// Clicks are not kept here.
    #[error("This does not exist, or you may not see it.")]
    Off,
    /// There are none.
    #[error("There is nothing to record.")]
    Nothing,
    /// There are too many.
    #[error("Too many records at once. The limit is {}.", Click::MOST_AT_ONCE)]
    TooMany,
    /// Clicks were reported too often.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// Something is wrong with a record.
    #[error("{message}")]
    Record {
        /// Which one, from 0, and its field.
        field: String,
        /// What is wrong.
        message: String,
    },
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        Off => NotFound;
        Nothing | TooMany => Invalid;
        Record { field, message } => Invalid, fields: vec![(field.clone(), message.clone())];
    }
}

/// Keeps all of them, or none when something is wrong with one.
pub fn execute(ports: &Ports, command: &Command) -> Result<(), Error> {
    if !ports.settings.click_tracking {
        return Err(Error::Off);
    }
    if command.clicks.is_empty() {
        return Err(Error::Nothing);
    }
    if command.clicks.len() > Click::MOST_AT_ONCE {
        return Err(Error::TooMany);
    }
    let mut clicks = Vec::with_capacity(command.clicks.len());
    for (place, raw) in command.clicks.iter().enumerate() {
        let click = raw.check().map_err(|faults| Error::Record {
            field: format!(
                "[{place}].{}",
                faults.list().first().map_or("", |fault| fault.field)
            ),
            message: faults.to_string(),
        })?;
        clicks.push(click);
    }
    let counter = limits::of_caller(ports, Limit::Click, None, &command.address);
    limits::refuse_early(ports, &counter)?;
    let mut transaction = ports.database.begin()?;
    limits::spend_within(ports, transaction.limited_events(), &counter)?;
    let now = ports.clock.now();
    transaction
        .clicks()
        .add(&clicks, &truncated_address(&command.address), now)?;
    transaction.commit(audit::unrecorded(Unrecorded::OwnMatter))?;
    Ok(())
}
