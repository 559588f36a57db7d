//! Administration of organisations by Super Users: `users/organizations/` (3 §2.5, §4, §5, §7).
//! Organisations are deactivated, never deleted.
//!
//! The specification does not define an inactive organisation. Here, no person can register at it,
//! its domain confirms no address, and none of its roles is offered, as if each were deactivated
//! ([`crate::roles::update_status`]). Its people keep their accounts and roles, but cannot use the
//! roles until the organisation is active again. They are notified of both changes.
//!
//! Two organisations keep their names and stay active, because they are found by name: the one for
//! people whose organisation is not registered, and the provider.

use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, OrganisationDetails, RawOrganisation};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::Organisation;
pub use super::clash::Clash;
use super::clash::find;
use super::listed::ListedOrganisation;
use super::views::{OrganisationRow, OrganisationSort};
use crate::access::Caller;
use crate::failure::failure;
use crate::notifications::notify::NotifyError;
use crate::paging::{ListQuery, Paged};
use crate::ports::{Ports, StoreError, Transaction};
use crate::records::{
    self, Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Record, Updatable,
    refused_as_any_record,
};
use crate::review::vacancy;
use crate::roles::offering::{LockOut, RoleAvailability, lock_out, lost_roles, notify_users, users_of};
use crate::roles::super_users;
use crate::row_versions::Versioned;

/// Organisations, active or not, with all their fields. Other callers see names and domains of
/// active organisations only ([`super::find`]).
pub enum OrganisationRecords {}

/// Reasons why an organisation keeps its name and stays active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Fixed {
    /// Organisation 6, for people without a registered organisation (1 §5.2).
    #[error("This organisation stands for all that are not registered. You can't rename or deactivate it.")]
    Fallback,
    /// The configured provider (decisions C5).
    #[error(
        "The server's configuration names this organisation as the provider. You can't rename or deactivate it."
    )]
    Provider,
}

/// The operation on an organisation failed.
#[derive(Debug, Error)]
pub enum Error {
    /// An error common to all records.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The field of this name cannot be changed.
    #[error("{1}")]
    Fixed(&'static str, Fixed),
    /// Another organisation has the name or the domain.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// The change would leave no administrator, or lock out the caller.
    #[error(transparent)]
    LockOut(#[from] LockOut),
    /// A notification could not be sent.
    #[error(transparent)]
    Notify(#[from] NotifyError),
}

refused_as_any_record!(Error);

failure! {
    Error {
        forwards Record, Notify;
        Fixed(field, _) => Conflict, reason: OrganisationFixed, field: *field;
        Clash(clash @ Clash::Name) => Conflict, reason: OrganisationNameTaken, field: clash.field();
        Clash(clash @ Clash::Domain(organisation)) => Conflict,
            reason: OrganisationDomainTaken,
            params: { organisation: organisation.as_str() },
            field: clash.field();
        LockOut(refused) => Conflict, reason: (refused.reason()), field: "active";
    }
}

impl Kind for OrganisationRecords {
    type Id = OrganisationId;
    type Error = Error;

    fn recorded(id: OrganisationId) -> (Record, i64) {
        (Record::Organisation, id.0)
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.roles().lock_exclusive()
    }
}

impl Listable for OrganisationRecords {
    /// The search text may occur in any field.
    type Query = ListQuery<OrganisationSort>;
    type Row = ListedOrganisation;

    fn rows(reading: &mut Reading<'_>, query: Self::Query) -> Result<Paged<ListedOrganisation>, StoreError> {
        let caller = reading.caller;
        let page = reading.views().organisations().every(&query.folded())?;
        let ids: Vec<_> = page.items.iter().map(|row| row.org_id).collect();
        let with_admin = reading.views().roles().with_holders(Role::Admin, &ids)?;
        let served = |row: OrganisationRow| {
            let has_admin = with_admin.contains(&row.org_id);
            ListedOrganisation::new(row, has_admin, caller)
        };
        Ok(Paged {
            items: page.items.into_iter().map(served).collect(),
            page: page.page,
            total: page.total,
            more: false,
        })
    }
}

impl Readable for OrganisationRecords {
    type One = OrganisationRow;

    fn read(reading: &mut Reading<'_>, id: OrganisationId) -> Result<OrganisationRow, Error> {
        let found = reading.views().organisations().one(id)?;
        Ok(found.ok_or(records::Error::NotFound(Record::Organisation))?)
    }
}

impl Loadable for OrganisationRecords {
    type Loaded = Organisation;

    fn load(change: &mut Change<'_>, id: OrganisationId) -> Result<Organisation, Error> {
        let found = change.transaction().organisations().by_id(id)?;
        Ok(found.ok_or(records::Error::NotFound(Record::Organisation))?)
    }
}

impl HasForm for OrganisationRecords {
    type Form = RawOrganisation;
    type Checked = (RawOrganisation, OrganisationDetails);

    fn check(_: &Caller, form: RawOrganisation) -> Result<Self::Checked, Error> {
        let details = form.check()?;
        Ok((form, details))
    }
}

impl Addable for OrganisationRecords {
    /// A new organisation offers no roles yet. It is active by default.
    fn add(change: &mut Change<'_>, (_, organisation): Self::Checked) -> Result<OrganisationId, Error> {
        if let Some(clash) = find(change.transaction(), &organisation, None)? {
            return Err(clash.into());
        }
        Ok(change.transaction().organisations().add(&organisation)?)
    }
}

impl Updatable for OrganisationRecords {
    fn versioned(id: OrganisationId) -> Versioned {
        Versioned::Organisation(id)
    }

    /// Optional fields keep their values if omitted. If the change ends or restores roles, their
    /// holders are notified.
    fn change(
        change: &mut Change<'_>,
        id: OrganisationId,
        known: Organisation,
        (form, details): Self::Checked,
    ) -> Result<(), Error> {
        let details = changed(&form, details, &known);
        if let Some(fixed) = fixed(change.ports, &known, &details) {
            return Err(fixed);
        }
        if let Some(clash) = find(change.transaction(), &details, Some(&known))? {
            return Err(clash.into());
        }
        if details.active == known.active {
            return Ok(change.transaction().organisations().save(id, &details)?);
        }
        activate_or_deactivate(change, id, &details)
    }
}

/// Returns the changed organisation. Fields that the form omits keep their values.
fn changed(
    form: &RawOrganisation,
    mut details: OrganisationDetails,
    known: &Organisation,
) -> OrganisationDetails {
    if form.domain.is_none() {
        details.domain.clone_from(&known.domain);
    }
    if form.abbreviation.is_none() {
        details.abbreviation.clone_from(&known.abbreviation);
    }
    if form.active.is_none() {
        details.active = known.active;
    }
    details
}

/// Saves an organisation whose activity changes. Its people, possibly also Admins, lose or regain
/// their roles, so this requires a recent password confirmation.
fn activate_or_deactivate(
    change: &mut Change<'_>,
    id: OrganisationId,
    details: &OrganisationDetails,
) -> Result<(), Error> {
    let (ports, caller) = (change.ports, change.caller);
    let now = ports.clock.now();
    let transaction = change.transaction();
    let roles = transaction.organisations().roles_of(id)?;
    let before = users_of(transaction, &roles)?;
    let super_users_before = super_users::now(transaction)?;
    transaction.organisations().save(id, details)?;
    if let Some(lock_out) = lock_out(transaction, caller)? {
        return Err(lock_out.into());
    }
    caller.require_password(now)?;
    let (users, availability) = if details.active {
        (users_of(transaction, &roles)?, RoleAvailability::Restored)
    } else {
        vacancy::notify_of_lost_roles(ports, transaction, &lost_roles(&roles, &before), now)?;
        (
            before,
            RoleAvailability::Withdrawn("The organisation is no longer active."),
        )
    };
    notify_users(ports, transaction, &details.name, &users, availability, now)?;
    super_users::notify_of_changes(ports, transaction, &super_users_before, Some(caller.user), now)?;
    Ok(())
}

/// Refuses a new name or deactivation of the two organisations that are found by name.
fn fixed(ports: &Ports, known: &Organisation, details: &OrganisationDetails) -> Option<Error> {
    let why = if known.id == DATA_REQUESTER_ORGANISATION {
        Fixed::Fallback
    } else if known.name == ports.settings.provider_organisation {
        Fixed::Provider
    } else {
        return None;
    };
    if details.name != known.name {
        return Some(Error::Fixed("name", why));
    }
    (known.active && !details.active).then_some(Error::Fixed("active", why))
}
