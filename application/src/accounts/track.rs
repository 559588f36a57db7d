//! Stores clicks of visitors: `POST users/track/` (1 §7.1; decisions A11). Off unless the operator
//! turns it on.

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
    /// The network address of the caller, which overrides what a record claims.
    pub address: String,
}

/// Errors of storing clicks.
#[derive(Debug, Error)]
pub enum Error {
    /// Click tracking is off.
    #[error("This does not exist, or you may not see it.")]
    Off,
    /// The list is empty.
    #[error("There is nothing to record.")]
    Nothing,
    /// The list is too long.
    #[error("Too many records at once. The limit is {}.", Click::MAX_AT_ONCE)]
    TooMany,
    /// Too many reports from this network.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// A record is invalid.
    #[error("{message}")]
    Record {
        /// The index of the record, from 0, and its field.
        field: String,
        /// The validation error.
        message: String,
    },
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        Off => NotFound, reason: NotFound;
        Nothing => Invalid, reason: InvalidFields;
        TooMany => Invalid, reason: TooManyClicks, params: { most: Click::MAX_AT_ONCE };
        Record { field, message } => Invalid, reason: InvalidFields, fields: vec![(field.clone(), message.clone())];
    }
}

/// Stores all clicks, or none if a record is invalid.
pub fn execute(ports: &Ports, command: &Command) -> Result<(), Error> {
    if !ports.settings.click_tracking {
        return Err(Error::Off);
    }
    if command.clicks.is_empty() {
        return Err(Error::Nothing);
    }
    if command.clicks.len() > Click::MAX_AT_ONCE {
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
    let counter = limits::caller_counter(ports, Limit::Click, None, &command.address);
    limits::refuse_early(ports, &counter)?;
    let mut transaction = ports.database.begin()?;
    limits::spend_within(ports, transaction.limited_events(), &counter)?;
    let now = ports.clock.now();
    transaction
        .clicks()
        .add(&clicks, &truncated_address(&command.address), now)?;
    transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
    Ok(())
}
