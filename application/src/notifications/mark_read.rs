//! Marks a notification as read: `PATCH notifications/{id}/` (1 §4, §7.3).

use aditus_domain::ids::NotificationId;
use thiserror::Error;

use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// Which notification was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// The notification.
    pub id: NotificationId,
}

/// Why it was not marked.
#[derive(Debug, Error)]
pub enum Error {
    /// It does not exist or is another person's.
    #[error("Notification not found.")]
    NotFound,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound;
    }
}

/// Marks one of the caller's notifications as read; one that is read already stays so.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    if !transaction.notifications().mark_read(caller.user, command.id)? {
        return Err(Error::NotFound);
    }
    transaction.commit(audit::unrecorded(Unrecorded::OwnMatter))?;
    Ok(())
}
