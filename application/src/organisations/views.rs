//! Read models of organisations.

use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::OrganisationDetails;

use crate::paging::{Direction, ListQuery, Page, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// An organisation offered in forms.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct OrganisationOption {
    pub org_id: OrganisationId,
    pub name: String,
    pub domain: Option<String>,
}

/// Filter, order and page of a list of active organisations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationQuery {
    /// Folded text to find in the name.
    pub search: Option<String>,
    /// Limits the organisations to those with one of these domains.
    pub domains: Option<Vec<String>>,
    /// Order.
    pub sort: OrganisationSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// An organisation with all its fields, as Super Users see it (3 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationRow {
    /// Its id.
    pub org_id: OrganisationId,
    /// Fields edited by a Super User.
    pub details: OrganisationDetails,
    /// Row version of this state.
    pub row_version: RowVersion,
}

/// Order of the list of all organisations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum OrganisationSort {
    /// Sorted by the folded name.
    #[default]
    Name,
    /// Organisations without a domain always come last.
    Domain,
    Description,
    Country,
    /// Organisations without an abbreviation always come last.
    Abbreviation,
    Active,
}

/// Read models of organisations.
pub trait OrganisationViews {
    /// Returns active organisations.
    fn active(&mut self, query: &OrganisationQuery) -> Result<Paged<OrganisationOption>, StoreError>;
    /// Returns a page of all organisations with all their fields. The text is searched in every
    /// field ([`aditus_domain::organisations::keywords`]). Ties in the order are broken by id.
    fn every(&mut self, query: &ListQuery<OrganisationSort>) -> Result<Paged<OrganisationRow>, StoreError>;
    /// Returns the organisation with this id, active or not.
    fn one(&mut self, id: OrganisationId) -> Result<Option<OrganisationRow>, StoreError>;
}
