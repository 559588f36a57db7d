//! Read models of people, for the administrators of an organisation (3 §2.3, §3).

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{OrganisationId, UserId};
use chrono::{DateTime, Utc};

use crate::paging::{Direction, Page, Paged};
use crate::ports::StoreError;

/// A person of an organisation (3 §3, Org user).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct PersonView {
    pub user_id: UserId,
    pub fname: String,
    pub middle_name: Option<String>,
    pub sname: String,
    pub org_email: Option<String>,
    pub phone: String,
    pub designation: String,
    pub department: String,
    pub tentative_organization: Option<String>,
    pub state: AccountState,
    pub created_on: DateTime<Utc>,
    /// True if the account was erased. Only its row is left, and it cannot be used any more.
    pub erased: bool,
    /// True if the account has a second factor. Lists never say which.
    pub has_second_factor: bool,
}

/// The reason why an erased account and its roles cannot be changed.
pub const ERASED_ACCOUNT: &str = "This account was erased.";

/// The sort key of a list of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PersonSort {
    /// Sorts by the folded display name.
    #[default]
    Name,
    Email,
    Designation,
    Department,
    State,
    Created,
}

/// The filter and the order of a list of people.
#[derive(Debug, Clone)]
pub struct PeopleQuery {
    /// The organisation.
    pub organisation: OrganisationId,
    /// Folded text that a row must contain.
    pub search: Option<String>,
    /// The order; ties are broken by id.
    pub sort: PersonSort,
    /// Its direction.
    pub direction: Direction,
    /// The page.
    pub page: Page,
}

/// The counts on the cards of an Admin's home (3 §2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AdministrationCounts {
    /// People of the organisation.
    pub users: u64,
    /// The people who wait to be activated.
    pub pending_activation: u64,
    /// Roles of the organisation that are requested.
    pub role_requests: u64,
    /// Roles of the organisation that are activated.
    pub assigned_roles: u64,
    /// People with an active account that has no second factor.
    pub without_second_factor: u64,
}

/// Read models of the people of an organisation.
pub trait Directory {
    /// Returns a page of the people.
    fn people(&mut self, query: &PeopleQuery) -> Result<Paged<PersonView>, StoreError>;
    /// Returns the counts for the cards.
    fn counts(&mut self, organisation: OrganisationId) -> Result<AdministrationCounts, StoreError>;
}
