//! Read models of accounts.

use aditus_domain::accounts::AccountState;
use aditus_domain::accounts::second_factor::SecondFactor;
use aditus_domain::ids::{AssignedRoleId, OrganisationId, OrganisationRoleId, SessionId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};

use super::identities::LinkedIdentity;
use super::passkeys::StoredPasskey;
use crate::paging::{Page, Paged};
use crate::ports::StoreError;

/// A person as `users/detailuser/` shows them (1 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct UserDetail {
    pub user_id: UserId,
    pub fname: String,
    pub middle_name: Option<String>,
    pub sname: String,
    pub phone: String,
    pub org_email: Option<String>,
    pub designation: String,
    pub department: String,
    pub org_id: OrganisationId,
    pub org_name: String,
    pub tentative_organization: Option<String>,
    pub state: AccountState,
    pub email_is_verified: bool,
    /// The time at which a one-time code was last sent to the person for the account itself; `None`
    /// once the cleanup has deleted it.
    pub otp: Option<DateTime<Utc>>,
    /// Every role requested or held, by rank.
    pub assigned_roles: Vec<AssignedRoleView>,
}

/// A role that a person requested or holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct AssignedRoleView {
    pub assigned_role_id: AssignedRoleId,
    pub role: Role,
    pub org_role_id: OrganisationRoleId,
    pub organisation_id: OrganisationId,
    pub organisation: String,
    /// True while the organisation offers this role.
    pub org_role_active: bool,
    pub status: RoleStatus,
}

impl AssignedRoleView {
    /// Returns the effective status: a granted role that the organisation does not offer right now
    /// counts as deactivated.
    pub fn status_now(&self) -> RoleStatus {
        match self.status {
            RoleStatus::Activated if !self.org_role_active => RoleStatus::Deactivated,
            status => status,
        }
    }
}

/// The session of a token, with everything needed to determine its owner's permissions, in one
/// query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionView {
    /// The session.
    pub session_id: SessionId,
    /// The time at which it began.
    pub created_on: DateTime<Utc>,
    /// The time of its last use.
    pub last_used_on: DateTime<Utc>,
    /// The time at which its owner last confirmed the password in it.
    pub password_given_on: Option<DateTime<Utc>>,
    /// The time at which it began, if its owner signed in with the password and not with a provider.
    pub begun_with_password_on: Option<DateTime<Utc>>,
    /// The role that is selected.
    pub selected_role: Option<AssignedRoleId>,
    /// The owner.
    pub user_id: UserId,
    /// The state of the account.
    pub state: AccountState,
    /// The activated roles that their organisations offer, by rank.
    pub roles: Vec<AssignedRoleView>,
}

/// A session as shown to its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Its id.
    pub session_id: SessionId,
    /// The user agent.
    pub user_agent: String,
    /// The time at which it began.
    pub created_on: DateTime<Utc>,
    /// The time of its last use, to the minute.
    pub last_used_on: DateTime<Utc>,
}

/// Read models of accounts.
pub trait AccountViews {
    /// Returns the session whose token has this hash, live or expired.
    fn session(&mut self, token_hash: &[u8; 32]) -> Result<Option<SessionView>, StoreError>;
    /// Returns the sessions of a person used since `idle_since` and begun since `begun_since`, most
    /// recently used first.
    fn sessions(
        &mut self,
        user: UserId,
        idle_since: DateTime<Utc>,
        begun_since: DateTime<Utc>,
        page: Page,
    ) -> Result<Paged<SessionRow>, StoreError>;
    /// Returns true if an account has this folded email address or this phone number.
    fn has_username(&mut self, username: &str) -> Result<bool, StoreError>;
    /// Returns the owner of the pending sign-in whose token has this hash.
    fn pending_sign_in(&mut self, token_hash: &[u8; 32]) -> Result<Option<UserId>, StoreError>;
    /// Returns the second factor of an account; empty if it has none.
    fn second_factor(&mut self, user: UserId) -> Result<SecondFactor, StoreError>;
    /// Returns the identities that are linked to an account, the oldest first.
    fn identities(&mut self, user: UserId) -> Result<Vec<LinkedIdentity>, StoreError>;
    /// Returns the passkeys of an account, the oldest first.
    fn passkeys(&mut self, user: UserId) -> Result<Vec<StoredPasskey>, StoreError>;
    /// Returns a person.
    fn user(&mut self, id: UserId) -> Result<Option<UserDetail>, StoreError>;
}
