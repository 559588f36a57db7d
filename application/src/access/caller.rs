//! The caller of a use case.

use aditus_domain::accounts::{AccountState, ConfirmedPassword};
use aditus_domain::ids::{AssignedRoleId, OrganisationId, OrganisationRoleId, SessionId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};

use super::{AccessError, RequestScope};
use crate::accounts::views::{AssignedRoleView, SessionView};

/// A role that the caller may use now: activated, and of an organisation role that is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsableRole {
    /// The assignment.
    pub id: AssignedRoleId,
    /// The organisation's role.
    pub org_role: OrganisationRoleId,
    /// The organisation.
    pub organisation: OrganisationId,
    /// Which role.
    pub role: Role,
}

/// A signed-in person with the roles that they may use. Only `accounts::authenticate` makes one from a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The session.
    pub session: SessionId,
    /// The person.
    pub user: UserId,
    /// The state of the account; a disabled account never becomes a caller.
    pub state: AccountState,
    /// By rank.
    pub roles: Vec<UsableRole>,
    /// The role that is selected on the screen; it limits nothing, it only sorts the menu.
    pub selected: Option<AssignedRoleId>,
    /// When the caller last gave the password again in this session.
    pub password_given_on: Option<DateTime<Utc>>,
}

impl UsableRole {
    /// The role, if it may be used: granted, and still offered by its organisation (1 §1).
    pub fn of(view: &AssignedRoleView) -> Option<Self> {
        let usable = view.status == RoleStatus::Activated && view.org_role_active;
        usable.then_some(Self {
            id: view.assigned_role_id,
            org_role: view.org_role_id,
            organisation: view.organisation_id,
            role: view.role,
        })
    }
}

/// The roles that a person may use, by rank; of two of the same rank, the one assigned first comes first. A pending or
/// disabled account has none (decisions A1).
pub fn usable_roles(state: AccountState, assigned: &[AssignedRoleView]) -> Vec<UsableRole> {
    if !state.may_use_roles() {
        return Vec::new();
    }
    let mut roles: Vec<UsableRole> = assigned.iter().filter_map(UsableRole::of).collect();
    roles.sort_by_key(|held| (held.role.rank(), held.id));
    roles
}

impl Caller {
    /// The owner of a session; none when the account is disabled. A selected role that is no longer usable gives way to
    /// the one of the lowest rank.
    pub fn of_session(session: &SessionView) -> Option<Self> {
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
        })
    }

    /// Refuses a caller who did not give the password again of late: a session that somebody else got hold of is not the
    /// account (decisions C15).
    pub fn require_password(&self, now: DateTime<Utc>) -> Result<(), AccessError> {
        if ConfirmedPassword::counts(self.password_given_on, now) {
            Ok(())
        } else {
            Err(AccessError::Password)
        }
    }

    /// The role with the lowest rank among those of this kind.
    pub fn role(&self, role: Role) -> Option<&UsableRole> {
        self.roles.iter().find(|held| held.role == role)
    }

    /// Whether the caller may use a role of this kind.
    pub fn holds(&self, role: Role) -> bool {
        self.role(role).is_some()
    }

    /// Refuses callers without this role.
    pub fn require(&self, role: Role) -> Result<&UsableRole, AccessError> {
        self.role(role).ok_or(AccessError::Role)
    }

    /// Whether the caller is an Admin of this organisation.
    pub fn administers(&self, organisation: OrganisationId) -> bool {
        self.roles
            .iter()
            .any(|held| held.role == Role::Admin && held.organisation == organisation)
    }

    /// The caller's assignment to this organisation role.
    pub fn at(&self, org_role: OrganisationRoleId) -> Option<&UsableRole> {
        self.roles.iter().find(|held| held.org_role == org_role)
    }

    /// The caller's assignment with this id.
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

    /// The requests that the caller may read.
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
