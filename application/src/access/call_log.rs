//! Adds the account and the session that a call concerns to its log span, for investigations.
//!
//! The span of a call has the fields `user_id` and `session_id`, which are empty until they are
//! known. Outside a call these functions do nothing.

use aditus_domain::ids::{SessionId, UserId};
use tracing::Span;

/// Logs the caller's account, or the account that the call is about when there is no session.
pub(crate) fn concerns(user: UserId) {
    Span::current().record("user_id", user.0);
}

/// Logs the session in which the call is made, or the session that it starts.
pub(crate) fn in_session(session: SessionId) {
    Span::current().record("session_id", session.0);
}
