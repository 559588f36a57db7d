//! Authenticates a session token (decisions A2). Every call with a token starts here.

use aditus_domain::ids::SessionId;
use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::token;
use super::views::SessionView;
use crate::access::{Caller, call_log};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{KeyPurpose, Ports, StoreError};

/// The shortest interval between two updates of `last_used_on`, so that most reading calls need no
/// write transaction.
pub const LAST_USED_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// Errors of authenticating a token.
#[derive(Debug, Error)]
pub enum Error {
    /// The token is unknown, its session has ended, or its account is disabled.
    #[error("You are not signed in. Sign in and try again.")]
    SignedOut,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        SignedOut => Unauthenticated, reason: SignedOut;
    }
}

/// A use of a session that is not stored yet. Storing it needs a write transaction, which may wait
/// for other writers.
#[derive(Debug)]
#[must_use = "a session whose use is not stored ends early"]
pub struct PendingUse {
    session: SessionId,
    at: DateTime<Utc>,
}

impl PendingUse {
    /// Stores the use. A failure is only logged: at worst the session ends a minute too early,
    /// which is no reason to refuse the call.
    pub fn store(self, ports: &Ports) {
        let stored = ports.database.begin().and_then(|mut transaction| {
            transaction.sessions().touch(self.session, self.at)?;
            transaction.commit(audit::unrecorded(Unrecorded::PrivateState))
        });
        if let Err(error) = stored {
            tracing::warn!(session = %self.session, ?error, "cannot record the use of a session");
        }
    }
}

/// Returns the caller with this token, and updates `last_used_on` of the session if it is due.
pub fn execute(ports: &Ports, token: &str) -> Result<Caller, Error> {
    let (caller, pending_use) = look_up(ports, token)?;
    if let Some(pending_use) = pending_use {
        pending_use.store(ports);
    }
    Ok(caller)
}

/// Returns the caller with this token without writing, and the use of the session if it is due to
/// be stored.
pub fn look_up(ports: &Ports, token: &str) -> Result<(Caller, Option<PendingUse>), Error> {
    let session = session(ports, token)?.ok_or(Error::SignedOut)?;
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
    let caller = Caller::from_session(&session).ok_or(Error::SignedOut)?;
    let pending_use = (now - session.last_used_on >= LAST_USED_INTERVAL).then_some(PendingUse {
        session: session.session_id,
        at: now,
    });
    Ok((caller, pending_use))
}

/// Returns the session of a token, live or expired.
fn session(ports: &Ports, token: &str) -> Result<Option<SessionView>, StoreError> {
    let hashes = token::hashes(ports.keys.as_ref(), KeyPurpose::SessionToken, token);
    if hashes.is_empty() {
        return Ok(None);
    }
    let mut views = ports.database.read()?;
    for hash in hashes {
        if let Some(session) = views.accounts().session(&hash)? {
            return Ok(Some(session));
        }
    }
    Ok(None)
}

/// Returns true while a token opens its session. Unlike [`execute`], this does not count as use of
/// the session, so an open websocket alone does not keep it alive.
pub fn is_live(ports: &Ports, token: &str) -> Result<bool, Error> {
    let session = session(ports, token)?;
    let now = ports.clock.now();
    Ok(session.is_some_and(|session| {
        ports
            .settings
            .session_life
            .is_live(session.created_on, session.last_used_on, None, now)
            && Caller::from_session(&session).is_some()
    }))
}
