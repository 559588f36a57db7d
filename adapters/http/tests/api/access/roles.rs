//! The member whose roles an Admin decides on.

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};

use crate::people::Installation;

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
