//! The caller of a use case.

use aditus_domain::accounts::{AccountState, ConfirmedPassword};
use aditus_domain::ids::{AssignedRoleId, OrganisationId, OrganisationRoleId, SessionId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};

use super::{AccessError, RequestScope};
use crate::accounts::views::{AssignedRoleView, SessionView};

/// A role that the caller may use: the assignment is activated, and the organisation offers the
/// role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsableRole {
    /// The assignment.
    pub id: AssignedRoleId,
    /// The organisation's role.
    pub org_role: OrganisationRoleId,
    /// The organisation.
    pub organisation: OrganisationId,
    /// The kind of role.
    pub role: Role,
}

/// A signed-in person with their usable roles. Only `accounts::authenticate` creates one from a
/// token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The session.
    pub session: SessionId,
    /// The person.
    pub user: UserId,
    /// The state of the account; a disabled account never becomes a caller.
    pub state: AccountState,
    /// The usable roles, by rank.
    pub roles: Vec<UsableRole>,
    /// The role selected in the session: the default for lists, for actions on requests and for
    /// audit entries. It does not limit permissions.
    pub selected: Option<AssignedRoleId>,
    /// The time at which the caller last confirmed the password in this session.
    pub password_given_on: Option<DateTime<Utc>>,
    /// The time at which the session began, if it began with the password.
    pub begun_with_password_on: Option<DateTime<Utc>>,
}

impl UsableRole {
    /// Returns the role if it is usable: granted, and still offered by its organisation (1 §1).
    pub fn from_view(view: &AssignedRoleView) -> Option<Self> {
        let usable = view.status == RoleStatus::Activated && view.org_role_active;
        usable.then_some(Self {
            id: view.assigned_role_id,
            org_role: view.org_role_id,
            organisation: view.organisation_id,
            role: view.role,
        })
    }
}

/// Returns the roles that a person may use, by rank; roles of the same rank are in order of
/// assignment. A pending or disabled account has none (decisions A1).
pub fn usable_roles(state: AccountState, assigned: &[AssignedRoleView]) -> Vec<UsableRole> {
    if !state.may_use_roles() {
        return Vec::new();
    }
    let mut roles: Vec<UsableRole> = assigned.iter().filter_map(UsableRole::from_view).collect();
    roles.sort_by_key(|held| (held.role.rank(), held.id));
    roles
}

impl Caller {
    /// Returns the owner of a session, or `None` if the account is disabled. If the selected role
    /// is no longer usable, the usable role of the lowest rank takes its place.
    pub fn from_session(session: &SessionView) -> Option<Self> {
        if !session.state.may_sign_in() {
            return None;
        }
        let roles = usable_roles(session.state, &session.roles);
        let selected = session
            .selected_role
            .filter(|selected| roles.iter().any(|held| held.id == *selected))
            .or_else(|| roles.first().map(|held| held.id));
        Some(Self {
            session: session.session_id,
            user: session.user_id,
            state: session.state,
            roles,
            selected,
            password_given_on: session.password_given_on,
            begun_with_password_on: session.begun_with_password_on,
        })
    }

    /// Refuses a caller who has not confirmed the password recently, so that a stolen session
    /// cannot take over the account (decisions C15).
    pub fn require_password(&self, now: DateTime<Utc>) -> Result<(), AccessError> {
        if ConfirmedPassword::is_valid(self.password_given_on, now) {
            Ok(())
        } else {
            Err(AccessError::Password)
        }
    }

    /// Like [`Caller::require_password`], but a sign-in with the password counts as well, for the
    /// same time (decisions O5). It is for linking an identity, for which people sign in.
    pub fn require_recent_password(&self, now: DateTime<Utc>) -> Result<(), AccessError> {
        let given_on = self.password_given_on.max(self.begun_with_password_on);
        if ConfirmedPassword::is_valid(given_on, now) {
            Ok(())
        } else {
            Err(AccessError::Password)
        }
    }

    /// Returns the caller's first role of this kind, in the order of `roles`.
    pub fn role(&self, role: Role) -> Option<&UsableRole> {
        self.roles.iter().find(|held| held.role == role)
    }

    /// Returns true if the caller may use a role of this kind.
    pub fn holds(&self, role: Role) -> bool {
        self.role(role).is_some()
    }

    /// Refuses callers without this role.
    pub fn require(&self, role: Role) -> Result<&UsableRole, AccessError> {
        self.role(role).ok_or(AccessError::Role)
    }

    /// Returns true if the caller is an Admin of this organisation.
    pub fn administers(&self, organisation: OrganisationId) -> bool {
        self.roles
            .iter()
            .any(|held| held.role == Role::Admin && held.organisation == organisation)
    }

    /// Returns the caller's assignment to this organisation role.
    pub fn at(&self, org_role: OrganisationRoleId) -> Option<&UsableRole> {
        self.roles.iter().find(|held| held.org_role == org_role)
    }

    /// Returns the caller's assignment with this id.
    pub fn assignment(&self, id: AssignedRoleId) -> Option<&UsableRole> {
        self.roles.iter().find(|held| held.id == id)
    }

    /// Refuses a call that names another person.
    pub fn require_self(&self, user: UserId) -> Result<(), AccessError> {
        if self.user == user {
            Ok(())
        } else {
            Err(AccessError::NotYourself)
        }
    }

    /// Returns the requests that the caller may read.
    pub fn scope(&self) -> RequestScope {
        if self.holds(Role::SuperUser) {
            return RequestScope::Everything;
        }
        RequestScope::Limited {
            owner: self.user,
            org_roles: self
                .roles
                .iter()
                .filter(|held| held.role.is_staff())
                .map(|held| held.org_role)
                .collect(),
        }
    }
}
