//! Read models of organisations.

use aditus_domain::ids::OrganisationId;

use crate::paging::{Page, Paged};
use crate::ports::StoreError;

/// An organisation to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct OrganisationOption {
    pub org_id: OrganisationId,
    pub name: String,
    pub domain: Option<String>,
}

/// Which organisations are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationQuery {
    /// Folded text that is looked for in the name.
    pub search: Option<String>,
    /// Those with one of these domains only.
    pub domains: Option<Vec<String>>,
    /// The page.
    pub page: Page,
}

/// Read models of organisations.
pub trait OrganisationViews {
    /// Active organisations, by name.
    fn active(&mut self, query: &OrganisationQuery) -> Result<Paged<OrganisationOption>, StoreError>;
}
