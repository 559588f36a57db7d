//! The organisations of the demonstration and the roles that they offer.

use aditus_application::Ports;
use aditus_application::audit::record_all;
use aditus_application::organisations::OrganisationRecords;
use aditus_application::ports::StoreError;
use aditus_application::records::added;
use aditus_domain::audit::Actor;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, OrganisationDetails};
use aditus_domain::roles::Role;

/// The fictitious country of all organisations.
const COUNTRY: &str = "Halvania";

/// The ministry, custodian of the data sources.
pub(super) const MINISTRY: &str = "Halvania Ministry of Health";
/// The service that keeps the civil registers, and their second custodian.
pub(super) const CIVIL_REGISTRATION: &str = "Civil Registration Service of Halvania";

/// The organisations that people belong to.
pub(super) struct Organisations {
    pub(super) provider: OrganisationId,
    pub(super) ministry: OrganisationId,
    pub(super) university: OrganisationId,
    pub(super) hospital: OrganisationId,
}

/// Adds the organisations. The provider has the configured name, because stages are bound to it
/// (decisions C5).
pub(super) fn add(ports: &Ports) -> Result<Organisations, StoreError> {
    let mut transaction = ports.database.begin()?;
    let mut acts = Vec::new();
    let mut organisation =
        |name: &str, abbreviation: &str, domain: &str, description: &str, roles: &[Role]| {
            let id = transaction.organisations().add(&OrganisationDetails {
                name: name.to_owned(),
                domain: Some(domain.to_owned()),
                description: description.to_owned(),
                active: true,
                country: COUNTRY.to_owned(),
                abbreviation: Some(abbreviation.to_owned()),
            })?;
            for role in roles {
                transaction.organisations().offer_role(id, *role)?;
            }
            acts.push(added::<OrganisationRecords>(id));
            Ok::<OrganisationId, StoreError>(id)
        };
    let provider = organisation(
        &ports.settings.provider_organisation,
        "NHDI",
        "health-data.example",
        "Keeps the national health information systems and decides on requests for their data.",
        &PROVIDER_ROLES,
    )?;
    let ministry = organisation(
        MINISTRY,
        "MoH",
        "health-ministry.example",
        "Is the custodian of the national health information systems.",
        &[Role::DataCustodian],
    )?;
    let hospital = organisation(
        "Ormeda Teaching Hospital",
        "OTH",
        "ormeda-hospital.example",
        "A teaching hospital in the Lake Region.",
        &[Role::DataRequester],
    )?;
    let university = organisation(
        "Halden University",
        "HU",
        "halden-university.example",
        "A university with a school of public health.",
        &[Role::DataRequester],
    )?;
    organisation(
        CIVIL_REGISTRATION,
        "CRS",
        "civil-registration.example",
        "Keeps the registers of births, deaths and marriages.",
        &[Role::DataCustodian],
    )?;
    organisation(
        "Karrow Medical Research Institute",
        "KMRI",
        "karrow-research.example",
        "Studies infectious diseases of the Northern Highlands.",
        &[Role::DataRequester],
    )?;
    let recorded = record_all(ports, transaction.as_mut(), Actor::System, acts)?;
    transaction.commit(recorded)?;
    Ok(Organisations {
        provider,
        ministry,
        university,
        hospital,
    })
}

const PROVIDER_ROLES: [Role; 9] = [
    Role::SuperUser,
    Role::Admin,
    Role::DataCustodian,
    Role::DataOfficer,
    Role::DataAccessApprover,
    Role::DataAccessReviewer,
    Role::DataSecurityApprover,
    Role::DataSecurityReviewer,
    Role::DataAnalyst,
];

impl Organisations {
    /// Returns the organisation of the demonstration account with this role.
    pub(super) fn of_role(&self, role: Role) -> OrganisationId {
        match role {
            Role::DataRequester => DATA_REQUESTER_ORGANISATION,
            Role::DataCustodian => self.ministry,
            _ => self.provider,
        }
    }
}

/// Returns the active role of an organisation, which has to offer it.
pub(super) fn offered(
    transaction: &mut dyn aditus_application::ports::Transaction,
    organisation: OrganisationId,
    role: Role,
) -> Result<OrganisationRoleId, StoreError> {
    let found = transaction.organisations().active_role(organisation, role)?;
    found.ok_or_else(|| {
        StoreError::internal(format!(
            "organisation {organisation} does not offer the role {role}"
        ))
    })
}
