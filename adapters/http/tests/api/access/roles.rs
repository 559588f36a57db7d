//! Calls about roles.

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::json;

use super::May::{Roles, SignedIn};
use super::call::{Call, get, send};
use super::{ADMIN, ADMINISTRATORS, SUPER_USER};
use crate::people::{Installation, PASSWORD};

/// Returns the calls about the selected role and the roles of organisations.
pub fn offered() -> Vec<Call> {
    vec![
        send(
            "put",
            "users/selected-role",
            |world| json!({ "assigned_role_id": world.assigned_role }),
            SignedIn,
        ),
        get("users/role-statuses", "", SignedIn),
        get("users/role", "", SignedIn),
        get("users/org_roles", "", SignedIn),
        // Refused: the provider already offers this role.
        send(
            "post",
            "users/org_roles",
            |world| json!({ "org": world.organisation, "role": Role::Admin.id() }),
            Roles(&[SUPER_USER]),
        ),
        // Refused: the role is active already.
        send(
            "patch",
            "users/org-roles/{id}/update-status",
            |_| json!({ "status": true, "reason": "It is needed" }),
            Roles(&[SUPER_USER]),
        ),
    ]
}

/// Returns the calls that request roles, and the lists of requested and assigned roles.
pub fn requested() -> Vec<Call> {
    vec![
        get("users/organizations/{org_id}/roles", "", SignedIn),
        get("users/assign-roles", "", SignedIn),
        // Refused: everyone already holds this role, except for Org User, which cannot be
        // requested.
        send(
            "post",
            "users/assign-roles",
            |world| json!({ "org_role": world.wanted_role, "user": null }),
            SignedIn,
        ),
        get("users/what-waits", "", Roles(&[SUPER_USER])),
        get("users/assigned-role-status", "", Roles(ADMINISTRATORS)),
        get("users/assigned-roles/approve", "", Roles(ADMINISTRATORS)),
    ]
}

/// Returns the calls that assign roles and decide on them.
pub fn assigned() -> Vec<Call> {
    vec![
        send(
            "post",
            "users/assigned-roles/admin",
            |world| {
                json!({
                    "org_role_id": world.candidate.free, "user_id": world.candidate.user,
                    "assigned_by": "Org Admin",
                })
            },
            Roles(&[ADMIN]),
        ),
        send(
            "patch",
            "users/assigned-roles/approve",
            |world| {
                json!({
                    "password": PASSWORD, "assigned_role_id": world.candidate.asked,
                    "assigned_role_status_id": null, "role_status_id": 3, "reason": "No contract",
                })
            },
            Roles(&[ADMIN]),
        ),
        send(
            "put",
            "users/assigned-role-status/{id}",
            |_| json!({ "role_status": 4, "reason": "On leave" }),
            Roles(&[ADMIN]),
        ),
    ]
}

/// A member of the provider whose account and roles an Admin decides on.
pub struct Candidate {
    pub user: i64,
    /// A requested role.
    pub asked: i64,
    /// The latest history entry of an activated role.
    pub held: i64,
    /// An organisation role that is neither held nor requested.
    pub free: i64,
}

impl Candidate {
    pub fn new(installation: &Installation<'_>) -> Self {
        let provider = installation.provider;
        let user = installation.account("Pat", provider, AccountState::Active);
        let (asked, _) = installation.assign(user, provider, Role::DataAnalyst, RoleStatus::Pending);
        let (held, _) = installation.assign(user, provider, Role::DataOfficer, RoleStatus::Activated);
        let held = installation.server.write(|transaction| {
            let held = transaction.roles().by_id(held).unwrap().unwrap();
            held.latest
        });
        Self {
            user: user.0,
            asked: asked.0,
            held: held.0,
            free: installation.org_role(provider, Role::DataSecurityReviewer).0,
        }
    }
}
