//! The identities that are linked to the caller's account: `GET users/identities/`.

use aditus_domain::ids::IdentityId;
use chrono::{DateTime, Utc};

use super::providers::label_of;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The caller's linked identities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The identities, the oldest first.
    pub identities: Vec<OwnIdentity>,
    /// True if the installation offers providers whose identities can be linked.
    pub linkable: bool,
}

/// A linked identity as shown to its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnIdentity {
    /// Its id.
    pub id: IdentityId,
    /// The label of its provider, or the issuer if the provider is no longer offered.
    pub label: String,
    /// The issuer.
    pub issuer: String,
    /// The time at which it was linked.
    pub linked_on: DateTime<Utc>,
    /// The time of the last sign-in with it.
    pub last_used_on: Option<DateTime<Utc>>,
}

/// Returns the caller's linked identities.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Answer, Error> {
    let linked = ports.database.read()?.accounts().identities(caller.user)?;
    let own = |linked: super::LinkedIdentity| OwnIdentity {
        id: linked.id,
        label: label_of(ports, &linked.provider, linked.identity.issuer()),
        issuer: linked.identity.issuer().to_owned(),
        linked_on: linked.linked_on,
        last_used_on: linked.last_used_on,
    };
    Ok(Answer {
        identities: linked.into_iter().map(own).collect(),
        linkable: !ports.identity_providers.0.is_empty(),
    })
}
