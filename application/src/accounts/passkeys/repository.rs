//! The stores of passkeys and of ceremonies that wait for a response.

use aditus_domain::accounts::passkey::{Ceremony, PasskeyName};
use aditus_domain::ids::{PasskeyId, UserId};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A passkey that has no id yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPasskey {
    /// The account.
    pub user: UserId,
    /// The user handle of the account; the same for all of its passkeys.
    pub handle: [u8; 16],
    /// The name.
    pub name: PasskeyName,
    /// The credential id.
    pub credential_id: Vec<u8>,
    /// The public key: a `SubjectPublicKeyInfo` in DER.
    pub public_key: Vec<u8>,
    /// The algorithm of its signatures in the registry of COSE.
    pub algorithm: i64,
    /// The record of the adapter.
    pub record: String,
    /// The time at which it was added.
    pub added_on: DateTime<Utc>,
}

/// A passkey of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPasskey {
    /// Its id.
    pub id: PasskeyId,
    /// What it consists of.
    pub passkey: NewPasskey,
    /// The time at which it was last used.
    pub last_used_on: Option<DateTime<Utc>>,
    /// The row version; it grows with each use.
    pub version: i64,
}

/// The store of passkeys.
pub trait StoredPasskeys {
    /// Adds a passkey. A credential id that is stored already, for any account, MUST be
    /// [`StoreError::Duplicate`], and an erased account [`StoreError::Conflict`].
    fn add(&mut self, new: &NewPasskey) -> Result<PasskeyId, StoreError>;
    /// Returns the passkeys of an account, the oldest first. A call that adds or removes one of this
    /// account at the same time MUST wait until the transaction ends.
    fn of_user(&mut self, user: UserId) -> Result<Vec<StoredPasskey>, StoreError>;
    /// Returns the passkey with this credential id.
    fn by_credential(&mut self, credential_id: &[u8]) -> Result<Option<StoredPasskey>, StoreError>;
    /// Stores record and time of a use. If the passkey was used or removed since it was read, this
    /// MUST be [`StoreError::Conflict`], so that a response that is sent twice at the same moment is
    /// accepted once.
    fn save_use(&mut self, used: &StoredPasskey) -> Result<(), StoreError>;
    /// Changes the name. Returns false if there is no such passkey of this account.
    fn rename(&mut self, user: UserId, id: PasskeyId, name: &PasskeyName) -> Result<bool, StoreError>;
    /// Removes a passkey. Returns false if there is no such passkey of this account.
    fn remove(&mut self, user: UserId, id: PasskeyId) -> Result<bool, StoreError>;
    /// Removes all passkeys of an account. Returns their number.
    fn remove_all(&mut self, user: UserId) -> Result<u64, StoreError>;
}

/// The store of ceremonies that wait for a response, by their challenge.
pub trait Ceremonies {
    /// Adds a ceremony.
    fn add(&mut self, challenge: &[u8; 32], ceremony: &Ceremony) -> Result<(), StoreError>;
    /// Removes and returns the ceremony with this challenge. Of two concurrent calls, only one MUST
    /// get it.
    fn take(&mut self, challenge: &[u8; 32]) -> Result<Option<Ceremony>, StoreError>;
    /// Deletes ceremonies that began before then. Returns their number.
    fn delete_expired(&mut self, begun_before: DateTime<Utc>) -> Result<u64, StoreError>;
}
