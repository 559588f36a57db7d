//! The stores of identities at providers, of sign-ins that are on their way through a provider, and
//! of proven identities that belong to no account yet.

use aditus_domain::accounts::identity::{Identity, ProvenIdentity, ProviderId, ProviderSignIn};
use aditus_domain::ids::{IdentityId, UserId};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// An identity that is linked to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// Its id.
    pub id: IdentityId,
    /// The account.
    pub user: UserId,
    /// The provider with which it was linked.
    pub provider: ProviderId,
    /// The identity.
    pub identity: Identity,
    /// The time at which it was linked.
    pub linked_on: DateTime<Utc>,
    /// The time of the last sign-in with it.
    pub last_used_on: Option<DateTime<Utc>>,
}

/// An identity that has no id yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewIdentity {
    /// The account.
    pub user: UserId,
    /// The provider.
    pub provider: ProviderId,
    /// The identity.
    pub identity: Identity,
    /// The time at which it is linked.
    pub linked_on: DateTime<Utc>,
}

/// The identity and the provider's session with which a session began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSession {
    /// The linked identity.
    pub identity: IdentityId,
    /// The provider's session (`sid`).
    pub sid: Option<String>,
}

/// The store of linked identities.
pub trait Identities {
    /// Links an identity. An identity that is linked already, to any account, MUST be
    /// [`StoreError::Duplicate`], and a link to an erased account [`StoreError::Conflict`].
    fn add(&mut self, new: &NewIdentity) -> Result<IdentityId, StoreError>;
    /// Returns the link of this identity. It MUST NOT be unlinked before the transaction ends.
    fn by_identity(&mut self, identity: &Identity) -> Result<Option<LinkedIdentity>, StoreError>;
    /// Returns the identities of an account, the oldest first. A call that links or unlinks an
    /// identity of this account at the same time MUST wait until the transaction ends.
    fn of_user(&mut self, user: UserId) -> Result<Vec<LinkedIdentity>, StoreError>;
    /// Stores the time of the last sign-in.
    fn set_used(&mut self, id: IdentityId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Unlinks an identity of this account. Its sessions go on without a provider, and do not become
    /// sessions that began with the password. Its sign-ins that wait for the second factor end.
    /// Returns true if there was one: of two concurrent calls, only one MUST get true.
    fn remove(&mut self, user: UserId, id: IdentityId) -> Result<bool, StoreError>;
}

/// A sign-in that is on its way through a provider, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredProviderSignIn {
    /// The keyed hash of its state; the state itself is not stored.
    pub state_hash: [u8; 32],
    /// The keyed hash of the cookie of the browser that began it.
    pub browser_hash: [u8; 32],
    /// The sign-in.
    pub sign_in: ProviderSignIn,
}

/// The store of sign-ins that are on their way through a provider.
pub trait ProviderSignIns {
    /// Adds a sign-in.
    fn add(&mut self, new: &StoredProviderSignIn) -> Result<(), StoreError>;
    /// Deletes and returns the sign-in whose state has this hash. Of two concurrent calls, only one
    /// MUST get it.
    fn take(&mut self, state_hash: &[u8; 32]) -> Result<Option<StoredProviderSignIn>, StoreError>;
    /// Deletes sign-ins that began before then. Returns their number.
    fn delete_expired(&mut self, begun_before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// A proven identity that belongs to no account yet, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredProvenIdentity {
    /// The keyed hash of its token; the token itself is not stored.
    pub token_hash: [u8; 32],
    /// The identity with its details.
    pub proven: ProvenIdentity,
}

/// The store of proven identities.
pub trait ProvenIdentities {
    /// Adds a proven identity.
    fn add(&mut self, new: &StoredProvenIdentity) -> Result<(), StoreError>;
    /// Deletes and returns the proven identity whose token has this hash. Of two concurrent calls,
    /// only one MUST get it.
    fn take(&mut self, token_hash: &[u8; 32]) -> Result<Option<StoredProvenIdentity>, StoreError>;
    /// Deletes identities that were proven before then. Returns their number.
    fn delete_expired(&mut self, proven_before: DateTime<Utc>) -> Result<u64, StoreError>;
}
