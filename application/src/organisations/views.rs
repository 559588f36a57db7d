//! Read models of organisations.

use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::OrganisationDetails;

use crate::paging::{Direction, ListQuery, Page, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

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
    /// Sorted by.
    pub sort: OrganisationSort,
    /// And how.
    pub direction: Direction,
    /// The page.
    pub page: Page,
}

/// An organisation with all its fields, as Super Users see it (3 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationRow {
    /// Its id.
    pub org_id: OrganisationId,
    /// The fields that a Super User fills in.
    pub details: OrganisationDetails,
    /// The version of this state.
    pub row_version: RowVersion,
}

/// What the list of all organisations is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum OrganisationSort {
    /// By the folded name.
    #[default]
    Name,
    /// Those without one come last, either way.
    Domain,
    Description,
    Country,
    /// Those without one come last, either way.
    Abbreviation,
    Active,
}

/// Read models of organisations.
pub trait OrganisationViews {
    /// Active organisations.
    fn active(&mut self, query: &OrganisationQuery) -> Result<Paged<OrganisationOption>, StoreError>;
    /// A page of all organisations with all their fields. The text is looked for in every field
    /// ([`aditus_domain::organisations::keywords`]); rows that are alike in the order come by id.
    fn every(&mut self, query: &ListQuery<OrganisationSort>) -> Result<Paged<OrganisationRow>, StoreError>;
    /// The organisation with this id, active or not.
    fn one(&mut self, id: OrganisationId) -> Result<Option<OrganisationRow>, StoreError>;
}
