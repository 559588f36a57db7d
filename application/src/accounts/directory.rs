//! People, as the administrators of an organisation see them (3 §2.3, §3).

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
    /// Whether the account was erased: nobody can use it any more, and nothing but its row is left.
    pub erased: bool,
}

/// Why nothing can be changed about an account that was erased, nor about its roles.
pub const ERASED_ACCOUNT: &str = "This account was erased.";

/// What a list of people is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PersonSort {
    /// By the folded name as it is shown.
    #[default]
    Name,
    Email,
    Designation,
    Department,
    State,
    Created,
}

/// Which people are wanted.
#[derive(Debug, Clone)]
pub struct PeopleQuery {
    /// Of which organisation.
    pub organisation: OrganisationId,
    /// Folded text that a row must contain.
    pub search: Option<String>,
    /// The order; people who are alike in it come by id.
    pub sort: PersonSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// The numbers on the cards of an Admin's home (3 §2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AdministrationCounts {
    /// People of the organisation.
    pub users: u64,
    /// Those among them who wait to be activated.
    pub pending_activation: u64,
    /// Roles of the organisation that are asked for.
    pub role_requests: u64,
    /// Roles of the organisation that are activated.
    pub assigned_roles: u64,
}

/// Read models of the people of an organisation.
pub trait Directory {
    /// A page of its people.
    fn people(&mut self, query: &PeopleQuery) -> Result<Paged<PersonView>, StoreError>;
    /// The numbers on the cards.
    fn counts(&mut self, organisation: OrganisationId) -> Result<AdministrationCounts, StoreError>;
}
