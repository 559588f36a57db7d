//! Marks a notification as read: `PATCH notifications/{id}/` (1 §4, §7.3).

use aditus_domain::ids::NotificationId;
use thiserror::Error;

use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// Selects the notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// Id of the notification.
    pub id: NotificationId,
}

/// The notification was not marked.
#[derive(Debug, Error)]
pub enum Error {
    /// The notification does not exist or belongs to another person.
    #[error("Notification not found.")]
    NotFound,
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: NotificationNotFound;
    }
}

/// Marks a notification of the caller as read. Repeating it changes nothing.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    if !transaction.notifications().mark_read(caller.user, command.id)? {
        return Err(Error::NotFound);
    }
    transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
    Ok(())
}
