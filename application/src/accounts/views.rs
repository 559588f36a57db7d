//! Read models of accounts.

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, OrganisationId, OrganisationRoleId, SessionId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};

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
    /// When a one-time code was last sent to the person for the account itself; none when it was swept since.
    pub otp: Option<DateTime<Utc>>,
    /// Every role asked for or held, by rank.
    pub assigned_roles: Vec<AssignedRoleView>,
}

/// A role that a person asked for or holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct AssignedRoleView {
    pub assigned_role_id: AssignedRoleId,
    pub role: Role,
    pub org_role_id: OrganisationRoleId,
    pub organisation_id: OrganisationId,
    pub organisation: String,
    /// The organisation offers this role at present.
    pub org_role_active: bool,
    pub status: RoleStatus,
}

impl AssignedRoleView {
    /// Where the role stands for who holds it: one that was granted and is not offered at present is as good as deactivated.
    pub fn status_now(&self) -> RoleStatus {
        match self.status {
            RoleStatus::Activated if !self.org_role_active => RoleStatus::Deactivated,
            status => status,
        }
    }
}

/// The session behind a token, with what is needed to know what its owner may do: one query's worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionView {
    /// The session.
    pub session_id: SessionId,
    /// When it began.
    pub created_on: DateTime<Utc>,
    /// When it was last used.
    pub last_used_on: DateTime<Utc>,
    /// When its owner last gave the password again in it.
    pub password_given_on: Option<DateTime<Utc>>,
    /// The role that is selected.
    pub selected_role: Option<AssignedRoleId>,
    /// Whose session it is.
    pub user_id: UserId,
    /// The state of the account.
    pub state: AccountState,
    /// The activated roles, of organisation roles that are active, by rank.
    pub roles: Vec<AssignedRoleView>,
}

/// A session as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Its id.
    pub session_id: SessionId,
    /// What the browser calls itself.
    pub user_agent: String,
    /// When it began.
    pub created_on: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_used_on: DateTime<Utc>,
}

/// Read models of accounts.
pub trait AccountViews {
    /// The session whose token has this hash, live or not.
    fn session(&mut self, token_hash: &[u8; 32]) -> Result<Option<SessionView>, StoreError>;
    /// The sessions of a person that were used since `idle_since` and begun since `begun_since`, the last used first.
    fn sessions(
        &mut self,
        user: UserId,
        idle_since: DateTime<Utc>,
        begun_since: DateTime<Utc>,
        page: Page,
    ) -> Result<Paged<SessionRow>, StoreError>;
    /// Whether an account has this folded e-mail address or this phone number.
    fn has_username(&mut self, username: &str) -> Result<bool, StoreError>;
    /// A person.
    fn user(&mut self, id: UserId) -> Result<Option<UserDetail>, StoreError>;
}
