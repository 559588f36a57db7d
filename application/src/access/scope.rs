//! The requests that a query may touch.

use aditus_domain::ids::{OrganisationRoleId, UserId};

/// The set of requests that a query may read. Every query about requests takes a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestScope {
    /// A Super User reads everything (decisions C10).
    Everything,
    /// The person's own requests, and the requests in which a staff stage is bound to one of these
    /// organisation roles (decisions C12).
    Limited {
        /// The owner of the person's own requests.
        owner: UserId,
        /// The caller's organisation roles, limited to the six staff roles.
        org_roles: Vec<OrganisationRoleId>,
    },
}
