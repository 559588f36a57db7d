//! Ends the caller's session: `POST users/signout/` (1 §4; decisions A2, O5).

use aditus_domain::audit::Act;

use crate::access::Caller;
use crate::audit;
pub use crate::failure::Refused as Error;
use crate::ports::{Ports, StoreError, Transaction};

/// What remains to be done after signing out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The provider with which the session began, if it has a page to sign out there, too.
    pub provider: Option<ProviderSignOut>,
}

/// The way to sign out of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSignOut {
    /// The label of the provider.
    pub label: String,
    /// The address at which the person signs out of it.
    pub address: String,
}

/// Ends the session of this call only. Its token is invalid from then on.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Answer, Error> {
    let mut transaction = ports.database.begin()?;
    let provider = provider_of(ports, transaction.as_mut(), caller)?;
    transaction.sessions().end(caller.session)?;
    let act = Act::SignedOut {
        user: caller.user,
        session: caller.session,
    };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(Answer { provider })
}

fn provider_of(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
) -> Result<Option<ProviderSignOut>, StoreError> {
    let Some(begun_with) = transaction.sessions().provider_of(caller.session)? else {
        return Ok(None);
    };
    let linked = transaction.identities().of_user(caller.user)?;
    let linked = linked.into_iter().find(|linked| linked.id == begun_with.identity);
    let offered = linked.and_then(|linked| ports.identity_providers.by_id(linked.provider.as_str()));
    Ok(offered.and_then(|offered| {
        Some(ProviderSignOut {
            label: offered.label.clone(),
            address: offered.adapter.sign_out_address()?,
        })
    }))
}
