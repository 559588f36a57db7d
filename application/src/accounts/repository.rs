//! The stores of accounts, sessions, one-time codes, changes that can be taken back, and clicks.

use aditus_domain::accounts::{
    AccountState, Click, CodePurpose, ContactChange, EmailAddress, OneTimeCode, PersonName, PhoneClaim,
    PhoneNumber,
};
use aditus_domain::ids::{AssignedRoleId, CodeId, ContactChangeId, OrganisationId, SessionId, UserId};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

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
    /// By what right the account has it. By a number that it released the account is no longer found, and another may have it.
    pub phone_claim: PhoneClaim,
    /// The organisation e-mail; some old accounts have none (1 §2.3).
    pub org_email: Option<EmailAddress>,
    /// Occupation.
    pub designation: String,
    /// Department.
    pub department: String,
    /// The registered organisation.
    pub organisation: OrganisationId,
    /// What was typed when the organisation is not registered.
    pub tentative_organization: Option<String>,
    /// PHC string.
    pub password_hash: String,
    /// Pending, Active or Disabled (decisions A1).
    pub state: AccountState,
    /// Whether a code sent to the address was entered.
    pub email_is_verified: bool,
    /// Grows with each save.
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

/// Finds accounts, in a transaction or without one. One that was erased MUST NOT be found by anything.
pub trait AccountLookup {
    /// The account with this id.
    fn by_id(&mut self, id: UserId) -> Result<Option<Account>, StoreError>;
    /// The accounts of these ids that there are, in any order.
    fn by_ids(&mut self, ids: &[UserId]) -> Result<Vec<Account>, StoreError>;
    /// The account with this folded e-mail address or this phone number: what a person types to sign in.
    fn by_username(&mut self, username: &str) -> Result<Option<Account>, StoreError>;
}

/// The store of accounts.
pub trait Accounts: AccountLookup {
    /// Adds an account, whose phone number nobody proved yet. A phone number or (folded) e-mail that another account has MUST be [`StoreError::Duplicate`].
    fn add(&mut self, account: &NewAccount) -> Result<UserId, StoreError>;
    /// Saves all fields; a stale `version` MUST be [`StoreError::Conflict`].
    /// Lists of requests MUST find those of the account by its new name from then on, and no longer by the former one.
    fn save(&mut self, account: &Account) -> Result<(), StoreError>;
}

/// A signed-in session (decisions A2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Whose it is.
    pub user: UserId,
    /// The role that is selected, if any.
    pub selected_role: Option<AssignedRoleId>,
    /// When it began.
    pub created_on: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_used_on: DateTime<Utc>,
}

/// A session that has no id yet.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Whose it is.
    pub user: UserId,
    /// The keyed hash of the token; the token itself is not stored.
    pub token_hash: [u8; 32],
    /// The role that is selected.
    pub selected_role: Option<AssignedRoleId>,
    /// The browser's name of itself, at most 300 characters.
    pub user_agent: String,
    /// When it begins.
    pub created_on: DateTime<Utc>,
}

/// The store of sessions.
pub trait Sessions {
    /// Adds a session.
    fn add(&mut self, session: &NewSession) -> Result<SessionId, StoreError>;
    /// The session whose token has this hash.
    fn by_token(&mut self, token_hash: &[u8; 32]) -> Result<Option<Session>, StoreError>;
    /// Notes that the session was used.
    fn touch(&mut self, id: SessionId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Notes that the owner of the session gave the password again.
    fn note_password(&mut self, id: SessionId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Selects a role, or none.
    fn select_role(&mut self, id: SessionId, role: Option<AssignedRoleId>) -> Result<(), StoreError>;
    /// Ends a session; its token is unknown from then on, and the commit signals [`crate::ports::Signal::SessionEnded`].
    fn end(&mut self, id: SessionId) -> Result<(), StoreError>;
    /// Ends a session of this person; answers whether there was one.
    fn end_own(&mut self, user: UserId, id: SessionId) -> Result<bool, StoreError>;
    /// Ends all sessions of a person but this one; answers which.
    fn end_others(&mut self, user: UserId, kept: SessionId) -> Result<Vec<SessionId>, StoreError>;
    /// Ends all sessions of a person; the commit signals each.
    fn end_all(&mut self, user: UserId) -> Result<(), StoreError>;
    /// Removes sessions last used before `idle_since` or begun before `begun_since`; answers how many.
    fn sweep(&mut self, idle_since: DateTime<Utc>, begun_since: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// A one-time code as it is stored.
#[derive(Debug, Clone)]
pub struct StoredCode {
    /// Its id.
    pub id: CodeId,
    /// The code.
    pub code: OneTimeCode,
    /// Grows with each save.
    pub version: i64,
}

/// The store of one-time codes (decisions A3).
pub trait Codes {
    /// Until the transaction ends, nobody else gets beyond this call for this purpose and subject: of many who ask for a code at
    /// once, each MUST see the codes of those before.
    fn take_turns(&mut self, purpose: CodePurpose, subject: &str) -> Result<(), StoreError>;
    /// Adds a code.
    fn add(&mut self, code: &OneTimeCode) -> Result<CodeId, StoreError>;
    /// The newest code for this purpose and subject, whatever its state.
    fn newest(&mut self, purpose: CodePurpose, subject: &str) -> Result<Option<StoredCode>, StoreError>;
    /// When codes for this purpose and subject were issued since then, oldest first. Those that were entered rightly MUST NOT
    /// be among them.
    fn unused_since(
        &mut self,
        purpose: CodePurpose,
        subject: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<DateTime<Utc>>, StoreError>;
    /// Saves wrong entries, redemption and voidance. A code that somebody else changed since it was read, by one more
    /// wrong entry or by its end, MUST be [`StoreError::Conflict`]: of two redemptions at once one wins, and guesses made
    /// at once count one by one.
    fn save(&mut self, code: &StoredCode) -> Result<(), StoreError>;
    /// Voids every unspent code of this account, of any purpose.
    fn void_of(&mut self, user: UserId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Removes codes issued before then; answers how many.
    fn sweep(&mut self, issued_before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// A change of an address or number that has no id yet.
#[derive(Debug, Clone)]
pub struct NewContactChange {
    /// Whose it is.
    pub user: UserId,
    /// What changed.
    pub change: ContactChange,
    /// The keyed hash of the token in the link that takes it back; the token itself is not stored.
    pub token_hash: [u8; 32],
    /// When it was made.
    pub made_on: DateTime<Utc>,
}

/// A change of an address or number that was not taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredContactChange {
    /// Its id.
    pub id: ContactChangeId,
    /// Whose it is.
    pub user: UserId,
    /// What changed.
    pub change: ContactChange,
    /// When it was made.
    pub made_on: DateTime<Utc>,
}

/// The store of changes that can be taken back (decisions C15).
pub trait ContactChanges {
    /// Adds a change.
    fn add(&mut self, change: &NewContactChange) -> Result<ContactChangeId, StoreError>;
    /// The change whose token has this hash.
    fn by_token(&mut self, token_hash: &[u8; 32]) -> Result<Option<StoredContactChange>, StoreError>;
    /// Forgets this change and every later one of the same kind of this person: an old address counts more than one that took its
    /// place. Answers whether this very change was there: of two at once, only one MUST be told so.
    fn forget_from(&mut self, change: &StoredContactChange) -> Result<bool, StoreError>;
    /// Who had this number and changed it since then, if somebody did: whoever did last.
    fn last_owner_of_phone(
        &mut self,
        phone: &PhoneNumber,
        since: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError>;
    /// Removes changes made before then; answers how many.
    fn sweep(&mut self, made_before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// The store of clicks (decisions A11).
pub trait Clicks {
    /// Adds clicks that came from this truncated address.
    fn add(&mut self, clicks: &[Click], address: &str, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Removes clicks that came before then; answers how many.
    fn sweep(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}
