//! Offers a role at an organisation, whose people can request it from then on: `POST
//! users/org_roles/` (1 §7.2; 3 §2.6, §5).

use aditus_domain::form::FormFaults;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::roles::{OfferChange, Role};
use thiserror::Error;

use crate::access::Caller;
use crate::failure::failure;
use crate::ports::StoreError;
use crate::records::{self, Addable, Change, HasForm, Kind, Record, refused_as_any_record};

/// New organisation roles.
pub enum Offers {}

/// Form of a new organisation role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferForm {
    /// The organisation.
    pub organisation: Option<OrganisationId>,
    /// Id of the role.
    pub role: Option<i64>,
}

/// A validated form.
pub struct Offer {
    organisation: OrganisationId,
    role: Role,
}

/// The role was not offered.
#[derive(Debug, Error)]
pub enum Error {
    /// An error common to all records. `NotFound` refers to the organisation.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The organisation already has this role.
    #[error("The organisation already has this role.")]
    Already,
    /// The organisation already has this role, deactivated.
    #[error("The organisation already has this role, but it is deactivated. Activate it again.")]
    Deactivated,
}

refused_as_any_record!(Error);

failure! {
    Error {
        forwards Record;
        Already => Conflict, reason: RoleAlreadyOffered;
        Deactivated => Conflict, reason: RoleDeactivated;
    }
}

impl Kind for Offers {
    type Id = OrganisationRoleId;
    type Error = Error;

    fn recorded(id: OrganisationRoleId) -> (Record, i64) {
        (Record::OrganisationRole, id.0)
    }
}

impl HasForm for Offers {
    type Form = OfferForm;
    type Checked = Offer;

    fn check(_: &Caller, form: OfferForm) -> Result<Offer, Error> {
        const NO_ORGANISATION: &str = "Please select the Organisation!";
        const NO_ROLE: &str = "Please select the Role!";
        let role = form
            .role
            .and_then(|id| Role::from_id(id).ok())
            .filter(|role| role.is_granted());
        FormFaults::where_missing([
            ("org", form.organisation.is_some(), NO_ORGANISATION),
            ("role", role.is_some(), NO_ROLE),
        ])?;
        Ok(Offer {
            organisation: form
                .organisation
                .ok_or_else(|| FormFaults::one("org", NO_ORGANISATION))?,
            role: role.ok_or_else(|| FormFaults::one("role", NO_ROLE))?,
        })
    }
}

impl Addable for Offers {
    fn add(change: &mut Change<'_>, offer: Offer) -> Result<OrganisationRoleId, Error> {
        let Offer { organisation, role } = offer;
        let (by, now) = (change.caller.user, change.ports.clock.now());
        let organisations = change.transaction().organisations();
        if organisations.by_id(organisation)?.is_none() {
            return Err(records::Error::NotFound(Record::Organisation).into());
        }
        if let Some(known) = organisations.role_of(organisation, role)? {
            return Err(if known.active {
                Error::Already
            } else {
                Error::Deactivated
            });
        }
        let offered = organisations
            .offer_role(organisation, role)
            .map_err(|error| match error {
                StoreError::Duplicate(_) => Error::Already,
                other => other.into(),
            })?;
        organisations.note_role(&OfferChange::first(offered, Some(by), now))?;
        Ok(offered)
    }
}
