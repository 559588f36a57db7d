//! Begins a session: an inner service of the use cases that sign somebody in (decisions A2).

use aditus_domain::accounts::Device;
use aditus_domain::ids::{AssignedRoleId, SessionId, UserId};

use super::{NewSession, token};
use crate::access::call_log;
use crate::ports::{KeyPurpose, Ports, StoreError, Transaction};

/// The longest name of a browser that is kept, in characters.
const LONGEST_USER_AGENT: usize = 300;

/// A session that was begun.
pub(super) struct Begun {
    /// The session.
    pub id: SessionId,
    /// Its token. It is not stored and cannot be shown again.
    pub token: String,
    /// The device that it is used on.
    pub device: Device,
}

/// Adds a session within the transaction.
pub(super) fn begin(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    selected_role: Option<AssignedRoleId>,
    agent: &str,
) -> Result<Begun, StoreError> {
    let token = token::draw(ports.entropy.as_ref());
    let token_hash = token::hash(ports.keys.as_ref(), KeyPurpose::SessionToken, &token);
    let user_agent = agent.chars().filter(|c| !c.is_control());
    let id = transaction.sessions().add(&NewSession {
        user,
        token_hash,
        selected_role,
        user_agent: user_agent.take(LONGEST_USER_AGENT).collect(),
        created_on: ports.clock.now(),
    })?;
    call_log::in_session(id);
    Ok(Begun {
        id,
        token,
        device: Device::of(agent),
    })
}
