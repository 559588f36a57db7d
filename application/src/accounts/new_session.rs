//! Begins a session: an inner service of the use cases that sign somebody in (decisions A2).

use aditus_domain::ids::{AssignedRoleId, UserId};

use super::{NewSession, token};
use crate::access::call_log;
use crate::ports::{Ports, StoreError, Transaction};

/// The longest name of a browser that is kept, in characters.
const LONGEST_USER_AGENT: usize = 300;

/// Adds a session within the transaction and answers its token, which is not stored and cannot be shown again.
pub(super) fn begin(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    selected_role: Option<AssignedRoleId>,
    user_agent: &str,
) -> Result<String, StoreError> {
    let token = token::draw(ports.entropy.as_ref());
    let token_hash = token::hash(ports.keys.as_ref(), &token)
        .ok_or_else(|| StoreError::internal("a token was drawn that is none"))?;
    let user_agent = user_agent.chars().filter(|c| !c.is_control());
    let session = transaction.sessions().add(&NewSession {
        user,
        token_hash,
        selected_role,
        user_agent: user_agent.take(LONGEST_USER_AGENT).collect(),
        created_on: ports.clock.now(),
    })?;
    call_log::in_session(session);
    Ok(token)
}
