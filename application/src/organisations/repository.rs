//! The store of organisations.

use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::roles::Role;

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
    /// Whether it has a domain, so that e-mail addresses can be checked against it (decisions A8).
    pub has_domain: bool,
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
    /// Whether it is offered at present.
    pub active: bool,
}

/// An organisation to be added.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct NewOrganisation {
    pub name: String,
    pub domain: Option<String>,
    pub description: String,
    pub active: bool,
    pub country: String,
    pub abbreviation: Option<String>,
}

/// The store of organisations and of the roles they offer. A new database holds organisation 6, "Data Requester", with
/// the organisation role Data Requester (decisions, "Names and constants").
pub trait Organisations {
    /// Adds an organisation; a name that exists MUST be [`StoreError::Duplicate`].
    fn add(&mut self, organisation: &NewOrganisation) -> Result<OrganisationId, StoreError>;
    /// The organisation with this id.
    fn by_id(&mut self, id: OrganisationId) -> Result<Option<Organisation>, StoreError>;
    /// The organisation with exactly this name.
    fn by_name(&mut self, name: &str) -> Result<Option<Organisation>, StoreError>;
    /// The active organisation whose name has this key ([`aditus_domain::organisations::name_key`]).
    fn active_by_name_key(&mut self, key: &str) -> Result<Option<Organisation>, StoreError>;
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
    /// The active role of this kind at an organisation.
    fn active_role(
        &mut self,
        organisation: OrganisationId,
        role: Role,
    ) -> Result<Option<OrganisationRoleId>, StoreError>;
}
