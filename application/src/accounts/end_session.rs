//! Ends one of the caller's sessions or all others: `DELETE users/sessions/{id}/` and
//! `DELETE users/sessions/` (decisions A2).

use aditus_domain::audit::Act;
use aditus_domain::ids::SessionId;
use thiserror::Error;

use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The sessions to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// This session.
    One(SessionId),
    /// All sessions but the one of this call.
    Others,
}

/// Errors of ending a session.
#[derive(Debug, Error)]
pub enum Error {
    /// The password has to be confirmed again.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// There is no such session, or it is another person's.
    #[error("Session not found.")]
    NotFound,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Store;
        NotFound => NotFound, reason: SessionNotFound;
    }
}

/// Ends the sessions; their tokens are invalid from then on. Ending the session of this call needs
/// no password. Ending other sessions does, so that a thief of a session cannot shut the owner out
/// (decisions C15).
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<(), Error> {
    if command != Command::One(caller.session) {
        caller.require_password(ports.clock.now())?;
    }
    let mut transaction = ports.database.begin()?;
    let ended = match command {
        Command::One(id) => {
            if !transaction.sessions().end_own(caller.user, id)? {
                return Err(Error::NotFound);
            }
            vec![id]
        }
        Command::Others => transaction.sessions().end_others(caller.user, caller.session)?,
    };
    let user = caller.user;
    let acts = ended.into_iter().map(|session| {
        if session == caller.session {
            Act::SignedOut { user, session }
        } else {
            Act::SessionEnded { user, session }
        }
    });
    let recorded = audit::record_all(ports, transaction.as_mut(), caller, acts)?;
    transaction.commit(recorded)?;
    Ok(())
}
