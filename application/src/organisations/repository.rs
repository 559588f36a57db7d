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
    /// Whether it takes part at present.
    pub active: bool,
    /// What its domain is found by ([`aditus_domain::organisations::domain_key`]), if it has one: e-mail addresses can be
    /// checked against it then (decisions A8).
    pub domain_key: Option<String>,
    /// Its domain, if it has one, as it was typed.
    pub domain: Option<String>,
    /// Its abbreviation, if it has one.
    pub abbreviation: Option<String>,
}

/// A role that an organisation offers, or has offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrganisationRole {
    /// Its id.
    pub id: OrganisationRoleId,
    /// Whose role it is.
    pub organisation: OrganisationId,
    /// Which role.
    pub role: Role,
    /// Whether the role itself is activated.
    pub active: bool,
    /// Whether it is offered at present: it is activated, and so is the organisation.
    pub offered: bool,
}

/// The store of organisations and of the roles they offer. A new database holds organisation 6, "Data Requester", with
/// the organisation role Data Requester (decisions, "Names and constants").
pub trait Organisations {
    /// Adds an organisation; a name that exists MUST be [`StoreError::Duplicate`].
    fn add(&mut self, organisation: &OrganisationDetails) -> Result<OrganisationId, StoreError>;
    /// Saves all fields of an organisation; the name of another one MUST be [`StoreError::Duplicate`]. One that is not there
    /// MUST be [`StoreError::Conflict`]. Lists of requests MUST find those from the organisation by its new name from then on, and
    /// no longer by the former one.
    fn save(&mut self, id: OrganisationId, organisation: &OrganisationDetails) -> Result<(), StoreError>;
    /// The organisation with this id.
    fn by_id(&mut self, id: OrganisationId) -> Result<Option<Organisation>, StoreError>;
    /// The organisation with exactly this name.
    fn by_name(&mut self, name: &str) -> Result<Option<Organisation>, StoreError>;
    /// The active organisation whose name has this key ([`aditus_domain::organisations::name_key`]).
    fn active_by_name_key(&mut self, key: &str) -> Result<Option<Organisation>, StoreError>;
    /// An organisation other than this one, active or not, whose name has this key.
    fn other_with_name_key(
        &mut self,
        key: &str,
        than: Option<OrganisationId>,
    ) -> Result<Option<Organisation>, StoreError>;
    /// An active organisation other than this one whose domain has this key.
    fn other_active_with_domain_key(
        &mut self,
        key: &str,
        than: Option<OrganisationId>,
    ) -> Result<Option<Organisation>, StoreError>;
    /// Whether an active organisation has one of these domains ([`aditus_domain::organisations::domain_key`]).
    fn has_active_domain(&mut self, domains: &[String]) -> Result<bool, StoreError>;
    /// Offers a role at an organisation, active; an existing one MUST be [`StoreError::Duplicate`].
    fn offer_role(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<OrganisationRoleId, StoreError>;
    /// The organisation role with this id, offered at present or not.
    fn role_by_id(&mut self, id: OrganisationRoleId) -> Result<Option<OrganisationRole>, StoreError>;
    /// The role of this kind at an organisation, offered at present or not.
    fn role_of(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<Option<OrganisationRole>, StoreError>;
    /// Every role of an organisation, offered at present or not, by rank.
    fn roles_of(&mut self, organisation: OrganisationId) -> Result<Vec<OrganisationRole>, StoreError>;
    /// Writes a line into the history of an organisation role, which stays as it is.
    fn note_role(&mut self, line: &OfferChange) -> Result<(), StoreError>;
    /// Activates an organisation role or deactivates it, and writes a line of history. One that is so already MUST be
    /// [`StoreError::Conflict`].
    fn change_role(&mut self, change: &OfferChange) -> Result<(), StoreError>;
    /// The role of this kind that an organisation offers at present: both are active.
    fn active_role(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<Option<OrganisationRoleId>, StoreError>;
}
