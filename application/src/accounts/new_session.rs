//! Starts a session, for the use cases that sign a person in (decisions A2).

use aditus_domain::accounts::Device;
use aditus_domain::ids::{AssignedRoleId, SessionId, UserId};

use super::identities::ProviderSession;
use super::{NewSession, token};
use crate::access::call_log;
use crate::ports::{KeyPurpose, Ports, StoreError, Transaction};

/// The maximum length of a stored user agent, in characters.
const MAX_USER_AGENT: usize = 300;

pub(super) struct StartedSession {
    pub id: SessionId,
    /// Its token, which is not stored and cannot be shown again.
    pub token: String,
    pub device: Device,
}

pub(super) fn begin(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    selected_role: Option<AssignedRoleId>,
    agent: &str,
    provider: Option<ProviderSession>,
) -> Result<StartedSession, StoreError> {
    let token = token::draw(ports.entropy.as_ref());
    let token_hash = token::hash(ports.keys.as_ref(), KeyPurpose::SessionToken, &token);
    let user_agent = agent.chars().filter(|c| !c.is_control());
    let id = transaction.sessions().add(&NewSession {
        user,
        token_hash,
        selected_role,
        user_agent: user_agent.take(MAX_USER_AGENT).collect(),
        provider,
        created_on: ports.clock.now(),
    })?;
    call_log::in_session(id);
    Ok(StartedSession {
        id,
        token,
        device: Device::from_user_agent(agent),
    })
}
