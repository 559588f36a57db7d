//! The requests that a query may touch.

use aditus_domain::ids::{OrganisationRoleId, UserId};

/// Which requests a query may touch. Every query about requests takes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestScope {
    /// A Super User reads everything (decisions C10).
    Everything,
    /// One's own requests, and those that bind one of these organisation roles to a staff stage (decisions C12).
    Limited {
        /// Whose requests.
        owner: UserId,
        /// Organisation roles of the six staff roles that the caller holds.
        org_roles: Vec<OrganisationRoleId>,
    },
}
