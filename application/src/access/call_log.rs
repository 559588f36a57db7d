//! Whom a call concerns, for the log: whoever looks into it has to find who did, or tried, what.
//!
//! The span of a call has the fields `user_id` and `session_id`, which are empty until somebody is known. Outside a call nothing
//! has these fields, and nothing is noted.

use aditus_domain::ids::{SessionId, UserId};
use tracing::Span;

/// Notes the person who calls, or whose account the call is about where nobody is signed in.
pub(crate) fn concerns(user: UserId) {
    Span::current().record("user_id", user.0);
}

/// Notes the session in which the call is made, or that it begins.
pub(crate) fn in_session(session: SessionId) {
    Span::current().record("session_id", session.0);
}
