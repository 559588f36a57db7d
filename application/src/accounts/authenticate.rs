//! Who a token belongs to (decisions A2). Every call with a token begins here.

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::token;
use super::views::SessionView;
use crate::access::{Caller, call_log};
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// The use of a session is noted at most this often, so that reading calls need no write transaction.
pub const NOTED_EVERY: TimeDelta = TimeDelta::minutes(1);

/// Why the token makes nobody a caller.
#[derive(Debug, Error)]
pub enum Error {
    /// The token is unknown, its session has ended, or its account is disabled.
    #[error("You are not signed in. Sign in and try again.")]
    SignedOut,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::SignedOut => Kind::Unauthenticated,
            Self::Store(error) => error.kind(),
        }
    }
}

/// The caller whose token this is.
pub fn execute(ports: &Ports, token: &str) -> Result<Caller, Error> {
    let hash = token::hash(ports.keys.as_ref(), token).ok_or(Error::SignedOut)?;
    let session = ports
        .database
        .read()?
        .accounts()
        .session(&hash)?
        .ok_or(Error::SignedOut)?;
    let now = ports.clock.now();
    if !ports
        .settings
        .session_life
        .is_live(session.created_on, session.last_used_on, None, now)
    {
        return Err(Error::SignedOut);
    }
    call_log::concerns(session.user_id);
    call_log::in_session(session.session_id);
    let caller = Caller::of_session(&session).ok_or(Error::SignedOut)?;
    if now - session.last_used_on >= NOTED_EVERY
        && let Err(error) = note_use(ports, &session, now)
    {
        // The session only ends a minute too early, if at all; that is no reason to refuse the call.
        tracing::warn!(session = %session.session_id, ?error, "the use of a session could not be noted");
    }
    Ok(caller)
}

fn note_use(ports: &Ports, session: &SessionView, now: DateTime<Utc>) -> Result<(), StoreError> {
    let mut transaction = ports.database.begin()?;
    transaction.sessions().touch(session.session_id, now)?;
    transaction.commit()
}

/// Whether a token still opens its session. Unlike [`execute`] this does not count as use of the session: an open
/// websocket alone must not keep it alive.
pub fn is_live(ports: &Ports, token: &str) -> Result<bool, Error> {
    let Some(hash) = token::hash(ports.keys.as_ref(), token) else {
        return Ok(false);
    };
    let session = ports.database.read()?.accounts().session(&hash)?;
    let now = ports.clock.now();
    Ok(session.is_some_and(|session| {
        ports
            .settings
            .session_life
            .is_live(session.created_on, session.last_used_on, None, now)
            && Caller::of_session(&session).is_some()
    }))
}
