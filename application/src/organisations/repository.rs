//! The store of organisations.

use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::organisations::OrganisationDetails;
use aditus_domain::roles::{OfferChange, Role};

use crate::ports::StoreError;

/// An organisation (1 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organisation {
    /// Its id.
    pub id: OrganisationId,
    /// Its name, unique.
    pub name: String,
    /// True if the organisation is active.
    pub active: bool,
    /// Normalised domain, if any ([`aditus_domain::organisations::domain_key`]). Email addresses
    /// are checked against it (decisions A8).
    pub domain_key: Option<String>,
    /// Domain as it was entered, if any.
    pub domain: Option<String>,
    /// Abbreviation, if any.
    pub abbreviation: Option<String>,
}

/// A role that an organisation offers or has offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrganisationRole {
    /// Its id.
    pub id: OrganisationRoleId,
    /// Organisation of the role.
    pub organisation: OrganisationId,
    /// Kind of role.
    pub role: Role,
    /// True if the role itself is active.
    pub active: bool,
    /// True if the role is offered: both it and its organisation are active.
    pub offered: bool,
}

/// The store of organisations and their roles. A new database has organisation 6, "Data Requester",
/// with the organisation role Data Requester (decisions, "Names and constants").
pub trait Organisations {
    /// Adds an organisation. An existing name MUST return [`StoreError::Duplicate`].
    fn add(&mut self, organisation: &OrganisationDetails) -> Result<OrganisationId, StoreError>;
    /// Saves all fields of an organisation. The name of another one MUST return
    /// [`StoreError::Duplicate`], and a missing organisation [`StoreError::Conflict`]. From then
    /// on, searches MUST find its requests by the new name and not by the former one.
    fn save(&mut self, id: OrganisationId, organisation: &OrganisationDetails) -> Result<(), StoreError>;
    /// Returns the organisation with this id.
    fn by_id(&mut self, id: OrganisationId) -> Result<Option<Organisation>, StoreError>;
    /// Returns the organisation with exactly this name.
    fn by_name(&mut self, name: &str) -> Result<Option<Organisation>, StoreError>;
    /// Returns the active organisation whose name has this key
    /// ([`aditus_domain::organisations::name_key`]).
    fn active_by_name_key(&mut self, key: &str) -> Result<Option<Organisation>, StoreError>;
    /// Returns another organisation, active or not, whose name has this key.
    fn other_with_name_key(
        &mut self,
        key: &str,
        than: Option<OrganisationId>,
    ) -> Result<Option<Organisation>, StoreError>;
    /// Returns another active organisation whose domain has this key.
    fn other_active_with_domain_key(
        &mut self,
        key: &str,
        than: Option<OrganisationId>,
    ) -> Result<Option<Organisation>, StoreError>;
    /// Returns true if an active organisation has one of these domains
    /// ([`aditus_domain::organisations::domain_key`]).
    fn has_active_domain(&mut self, domains: &[String]) -> Result<bool, StoreError>;
    /// Adds an active role to an organisation. An existing one MUST return
    /// [`StoreError::Duplicate`].
    fn offer_role(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<OrganisationRoleId, StoreError>;
    /// Returns the organisation role with this id, offered or not.
    fn role_by_id(&mut self, id: OrganisationRoleId) -> Result<Option<OrganisationRole>, StoreError>;
    /// Returns the role of this kind at an organisation, offered or not.
    fn role_of(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<Option<OrganisationRole>, StoreError>;
    /// Returns all roles of an organisation, offered or not, ordered by rank.
    fn roles_of(&mut self, organisation: OrganisationId) -> Result<Vec<OrganisationRole>, StoreError>;
    /// Adds a line to the history of an organisation role without changing the role.
    fn note_role(&mut self, line: &OfferChange) -> Result<(), StoreError>;
    /// Activates or deactivates an organisation role, and adds a line to its history. An unchanged
    /// state MUST return [`StoreError::Conflict`].
    fn change_role(&mut self, change: &OfferChange) -> Result<(), StoreError>;
    /// Returns the role of this kind that an organisation offers: both are active.
    fn active_role(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<Option<OrganisationRoleId>, StoreError>;
}
