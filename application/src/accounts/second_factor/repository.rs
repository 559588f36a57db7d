//! The stores of second factors and of pending sign-ins.

use aditus_domain::accounts::second_factor::{PendingSignIn, SecondFactor};
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};

use crate::accounts::identities::ProviderSession;
use crate::ports::StoreError;

/// The second factor of an account, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSecondFactor {
    /// The account.
    pub user: UserId,
    /// The second factor; empty if the account has none.
    pub factor: SecondFactor,
    /// The row version; it grows with each save. 0 if nothing was stored yet.
    pub version: i64,
}

/// The store of second factors.
pub trait SecondFactors {
    /// Returns the second factor of an account.
    fn of_user(&mut self, user: UserId) -> Result<StoredSecondFactor, StoreError>;
    /// Saves the app, the app that is being set up and the recovery codes. If they were changed
    /// since they were read, this MUST be [`StoreError::Conflict`], so that a code that is entered
    /// twice at the same moment is accepted once.
    fn save(&mut self, stored: &StoredSecondFactor) -> Result<(), StoreError>;
    /// Stores the first sign-in while the roles of the person need a second factor. It changes
    /// nothing else.
    fn set_required_since(&mut self, user: UserId, since: Option<DateTime<Utc>>) -> Result<(), StoreError>;
}

/// A pending sign-in, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPendingSignIn {
    /// The keyed hash of its token; the token itself is not stored.
    pub token_hash: [u8; 32],
    /// The account.
    pub user: UserId,
    /// The identity with which the person signed in; `None` after a sign-in with the password.
    pub provider: Option<ProviderSession>,
    /// The pending sign-in.
    pub pending: PendingSignIn,
}

/// The store of sign-ins that wait for the second factor.
pub trait PendingSignIns {
    /// Adds a pending sign-in.
    fn add(&mut self, new: &StoredPendingSignIn) -> Result<(), StoreError>;
    /// Returns the pending sign-in whose token has this hash.
    fn by_token(&mut self, token_hash: &[u8; 32]) -> Result<Option<StoredPendingSignIn>, StoreError>;
    /// Stores one more wrong entry. If another one was stored since the sign-in was read, or if it
    /// ended, this MUST be [`StoreError::Conflict`], so that concurrent guesses count one by one.
    fn count_wrong_entry(&mut self, stored: &StoredPendingSignIn) -> Result<(), StoreError>;
    /// Deletes a pending sign-in. Returns true if there was one: of two concurrent calls, only one
    /// MUST get true.
    fn end(&mut self, token_hash: &[u8; 32]) -> Result<bool, StoreError>;
    /// Deletes every pending sign-in of a person.
    fn end_all(&mut self, user: UserId) -> Result<(), StoreError>;
    /// Deletes pending sign-ins that began before then. Returns their number.
    fn delete_expired(&mut self, begun_before: DateTime<Utc>) -> Result<u64, StoreError>;
}
