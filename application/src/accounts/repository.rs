//! The stores of accounts, sessions, one-time codes, reversible contact changes, and clicks.

use aditus_domain::accounts::{
    AccountState, Click, CodePurpose, ContactChange, EmailAddress, OneTimeCode, PersonName, PhoneClaim,
    PhoneNumber,
};
use aditus_domain::ids::{AssignedRoleId, CodeId, ContactChangeId, OrganisationId, SessionId, UserId};
use chrono::{DateTime, Utc};

use super::identities::ProviderSession;
use crate::ports::{ProviderLogout, StoreError};

/// A person's account (1 §3, User).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: UserId,
    /// First name.
    pub fname: PersonName,
    /// Middle name.
    pub middle_name: Option<PersonName>,
    /// Surname.
    pub sname: PersonName,
    /// Phone number with the country's dial prefix.
    pub phone: PhoneNumber,
    /// The account's claim to the number. If it released the number, the account is no longer found
    /// by it, and another account may have it.
    pub phone_claim: PhoneClaim,
    /// The organisation email; some old accounts have none (1 §2.3).
    pub org_email: Option<EmailAddress>,
    /// Occupation.
    pub designation: String,
    /// Department.
    pub department: String,
    /// The registered organisation.
    pub organisation: OrganisationId,
    /// The organisation as typed, if it is not registered.
    pub tentative_organization: Option<String>,
    /// The password hash as a PHC string.
    pub password_hash: String,
    /// Pending, Active or Disabled (decisions A1).
    pub state: AccountState,
    /// True if a code sent to the address was entered.
    pub email_is_verified: bool,
    /// The row version; it grows with each save.
    pub version: i64,
}

/// An account that has no id yet.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of `Account`")]
pub struct NewAccount {
    pub fname: PersonName,
    pub middle_name: Option<PersonName>,
    pub sname: PersonName,
    pub phone: PhoneNumber,
    pub org_email: Option<EmailAddress>,
    pub designation: String,
    pub department: String,
    pub organisation: OrganisationId,
    pub tentative_organization: Option<String>,
    pub password_hash: String,
    pub state: AccountState,
    pub email_is_verified: bool,
    pub created_on: DateTime<Utc>,
}

/// Finds accounts, within a transaction or without one. Erased accounts MUST NOT be found.
pub trait AccountLookup {
    /// Returns the account with this id.
    fn by_id(&mut self, id: UserId) -> Result<Option<Account>, StoreError>;
    /// Returns the existing accounts among these ids, in any order.
    fn by_ids(&mut self, ids: &[UserId]) -> Result<Vec<Account>, StoreError>;
    /// Returns the account with this folded email address or this phone number, which a person
    /// types to sign in.
    fn by_username(&mut self, username: &str) -> Result<Option<Account>, StoreError>;
}

/// The store of accounts.
pub trait Accounts: AccountLookup {
    /// Adds an account whose phone number is not verified yet. A phone number or (folded) email
    /// address that another account has MUST be [`StoreError::Duplicate`].
    fn add(&mut self, account: &NewAccount) -> Result<UserId, StoreError>;
    /// Saves all fields. A stale `version` MUST be [`StoreError::Conflict`]. From then on, lists of
    /// requests MUST find the account's requests by its new name, and no longer by the former one.
    fn save(&mut self, account: &Account) -> Result<(), StoreError>;
}

/// A signed-in session (decisions A2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Its owner.
    pub user: UserId,
    /// The selected role, if any.
    pub selected_role: Option<AssignedRoleId>,
    /// The time at which it began.
    pub created_on: DateTime<Utc>,
    /// The time of its last use, to the minute.
    pub last_used_on: DateTime<Utc>,
}

/// A session that has no id yet.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Its owner.
    pub user: UserId,
    /// The keyed hash of the token; the token itself is not stored.
    pub token_hash: [u8; 32],
    /// The selected role.
    pub selected_role: Option<AssignedRoleId>,
    /// The user agent, at most 300 characters.
    pub user_agent: String,
    /// The identity with which the person signed in; `None` after a sign-in with the password.
    pub provider: Option<ProviderSession>,
    /// The time at which it begins.
    pub created_on: DateTime<Utc>,
}

/// The store of sessions.
pub trait Sessions {
    /// Adds a session.
    fn add(&mut self, session: &NewSession) -> Result<SessionId, StoreError>;
    /// Returns the session whose token has this hash.
    fn by_token(&mut self, token_hash: &[u8; 32]) -> Result<Option<Session>, StoreError>;
    /// Stores the time of the last use.
    fn touch(&mut self, id: SessionId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Stores that the owner confirmed the password.
    fn record_password_confirmation(&mut self, id: SessionId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Selects a role, or none.
    fn select_role(&mut self, id: SessionId, role: Option<AssignedRoleId>) -> Result<(), StoreError>;
    /// Ends a session. Its token is unknown from then on, and the commit signals
    /// [`crate::ports::Signal::SessionEnded`].
    fn end(&mut self, id: SessionId) -> Result<(), StoreError>;
    /// Ends a session of this person. Returns true if there was one.
    fn end_own(&mut self, user: UserId, id: SessionId) -> Result<bool, StoreError>;
    /// Ends all sessions of a person but this one. Returns the ended sessions.
    fn end_others(&mut self, user: UserId, kept: SessionId) -> Result<Vec<SessionId>, StoreError>;
    /// Ends all sessions of a person; the commit signals each.
    fn end_all(&mut self, user: UserId) -> Result<(), StoreError>;
    /// Returns the identity with which this session began, while it is linked.
    fn provider_of(&mut self, id: SessionId) -> Result<Option<ProviderSession>, StoreError>;
    /// Ends the sessions that a provider ended: those that began with an identity of the issuer,
    /// with the subject and the `sid` where they are given, and not after `issued_until`. Returns the
    /// ended sessions with their owners; the commit signals each. Sign-ins with these identities that
    /// wait for the second factor MUST end as well.
    fn end_of_provider(&mut self, logout: &ProviderLogout) -> Result<Vec<(UserId, SessionId)>, StoreError>;
    /// Deletes sessions last used before `idle_since` or begun before `begun_since`. Returns their
    /// number.
    fn delete_expired(
        &mut self,
        idle_since: DateTime<Utc>,
        begun_since: DateTime<Utc>,
    ) -> Result<u64, StoreError>;
}

/// A stored one-time code.
#[derive(Debug, Clone)]
pub struct StoredCode {
    /// Its id.
    pub id: CodeId,
    /// The code.
    pub code: OneTimeCode,
    /// The row version; it grows with each save.
    pub version: i64,
}

/// The store of one-time codes (decisions A3).
pub trait Codes {
    /// Locks the codes of this purpose and subject until the transaction ends. Concurrent requests
    /// for a code MUST each see the codes of the requests before them.
    fn lock_exclusive(&mut self, purpose: CodePurpose, subject: &str) -> Result<(), StoreError>;
    /// Adds a code.
    fn add(&mut self, code: &OneTimeCode) -> Result<CodeId, StoreError>;
    /// Returns the newest code for this purpose and subject, in any state.
    fn newest(&mut self, purpose: CodePurpose, subject: &str) -> Result<Option<StoredCode>, StoreError>;
    /// Returns the times at which codes for this purpose and subject were issued since then, oldest
    /// first. Redeemed codes MUST NOT be included.
    fn unused_since(
        &mut self,
        purpose: CodePurpose,
        subject: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<DateTime<Utc>>, StoreError>;
    /// Saves wrong entries, redemption and voiding. If the code was changed since it was read, by
    /// another wrong entry or by its end, this MUST be [`StoreError::Conflict`]: of two concurrent
    /// redemptions one succeeds, and concurrent guesses count one by one.
    fn save(&mut self, code: &StoredCode) -> Result<(), StoreError>;
    /// Voids every unspent code of this account, of any purpose.
    fn void_of(&mut self, user: UserId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Deletes codes issued before then. Returns their number.
    fn delete_expired(&mut self, issued_before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// A change of an address or number that has no id yet.
#[derive(Debug, Clone)]
pub struct NewContactChange {
    /// The account's owner.
    pub user: UserId,
    /// The change.
    pub change: ContactChange,
    /// The keyed hash of the token in the link that reverts the change; the token itself is not
    /// stored.
    pub token_hash: [u8; 32],
    /// The time of the change.
    pub made_on: DateTime<Utc>,
}

/// A change of an address or number that was not reverted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredContactChange {
    /// Its id.
    pub id: ContactChangeId,
    /// The account's owner.
    pub user: UserId,
    /// The change.
    pub change: ContactChange,
    /// The time of the change.
    pub made_on: DateTime<Utc>,
}

/// The store of reversible changes (decisions C15).
pub trait ContactChanges {
    /// Adds a change.
    fn add(&mut self, change: &NewContactChange) -> Result<ContactChangeId, StoreError>;
    /// Returns the change whose token has this hash.
    fn by_token(&mut self, token_hash: &[u8; 32]) -> Result<Option<StoredContactChange>, StoreError>;
    /// Deletes this change and every later one of the same kind by this person, because an older
    /// address takes precedence over its successors. Returns true if this change existed: of two
    /// concurrent calls, only one MUST get true.
    fn delete_from(&mut self, change: &StoredContactChange) -> Result<bool, StoreError>;
    /// Returns the last person who had this number and changed it since then.
    fn last_owner_of_phone(
        &mut self,
        phone: &PhoneNumber,
        since: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError>;
    /// Deletes changes made before then. Returns their number.
    fn delete_expired(&mut self, made_before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// The store of clicks (decisions A11).
pub trait Clicks {
    /// Adds clicks that came from this truncated address.
    fn add(&mut self, clicks: &[Click], address: &str, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Deletes clicks received before then. Returns their number.
    fn delete_expired(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}
