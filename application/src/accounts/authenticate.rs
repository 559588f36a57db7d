//! Who a token belongs to (decisions A2). Every call with a token begins here.

use aditus_domain::ids::SessionId;
use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::token;
use super::views::SessionView;
use crate::access::{Caller, call_log};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{KeyPurpose, Ports, StoreError};

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

failure! {
    Error {
        forwards Store;
        SignedOut => Unauthenticated;
    }
}

/// The use of a session that is not noted yet. Noting it writes: it may wait for other writers.
#[derive(Debug)]
#[must_use = "a session whose use is not noted ends early"]
pub struct UnnotedUse {
    session: SessionId,
    at: DateTime<Utc>,
}

impl UnnotedUse {
    /// Notes it. A failure is logged alone: the session only ends a minute too early, if at all, and that is no reason to refuse a call.
    pub fn note(self, ports: &Ports) {
        let noted = ports.database.begin().and_then(|mut transaction| {
            transaction.sessions().touch(self.session, self.at)?;
            transaction.commit(audit::unrecorded(Unrecorded::OwnMatter))
        });
        if let Err(error) = noted {
            tracing::warn!(session = %self.session, ?error, "the use of a session could not be noted");
        }
    }
}

/// The caller whose token this is. Where the use of the session should be noted, that is done.
pub fn execute(ports: &Ports, token: &str) -> Result<Caller, Error> {
    let (caller, unnoted) = look_up(ports, token)?;
    if let Some(unnoted) = unnoted {
        unnoted.note(ports);
    }
    Ok(caller)
}

/// The caller whose token this is, found without writing, and the use of the session where it should be noted.
pub fn look_up(ports: &Ports, token: &str) -> Result<(Caller, Option<UnnotedUse>), Error> {
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
    let caller = Caller::of_session(&session).ok_or(Error::SignedOut)?;
    let unnoted = (now - session.last_used_on >= NOTED_EVERY).then_some(UnnotedUse {
        session: session.session_id,
        at: now,
    });
    Ok((caller, unnoted))
}

/// The session of a token, ended or not; none where there is none.
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

/// Whether a token still opens its session. Unlike [`execute`] this does not count as use of the session: an open
/// websocket alone must not keep it alive.
pub fn is_live(ports: &Ports, token: &str) -> Result<bool, Error> {
    let session = session(ports, token)?;
    let now = ports.clock.now();
    Ok(session.is_some_and(|session| {
        ports
            .settings
            .session_life
            .is_live(session.created_on, session.last_used_on, None, now)
            && Caller::of_session(&session).is_some()
    }))
}
