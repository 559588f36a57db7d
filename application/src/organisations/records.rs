//! Organisations, as Super Users keep them: `users/organizations/` (3 §2.5, §4, §5, §7). They are not deleted, but become
//! inactive.
//!
//! The specification says that an organisation is active or not, and not what that means. One that is inactive takes no part:
//! nobody registers at it, its domain vouches for no address, and none of its roles is offered, as if each were deactivated
//! ([`crate::roles::update_status`]). Its people keep their accounts and what they hold, but cannot use it until the organisation is
//! active again, and are told of both. Two organisations keep their names and stay active, because they are found by them: the
//! one of those whose own is not registered, and the provider.

use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, OrganisationDetails, RawOrganisation};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::Organisation;
pub use super::clash::Clash;
use super::clash::find;
use super::served::Served;
use super::views::{OrganisationRow, OrganisationSort};
use crate::access::Caller;
use crate::failure::failure;
use crate::notifications::tell::TellError;
use crate::paging::{ListQuery, Paged};
use crate::ports::{Ports, StoreError, Transaction};
use crate::records::{
    self, Added, Change, Changed, Found, Kind, Listed, Reading, Record, Stored, Typed, refused_as_any_record,
};
use crate::review::vacancy;
use crate::roles::offering::{Fate, LockOut, lock_out, lost_of, tell_users, users_of};
use crate::roles::super_users;
use crate::row_versions::Versioned;

/// Organisations, active or not, with all their fields. Whoever else looks for one is shown active ones only, and their names and
/// domains ([`super::find`]).
pub enum OrganisationRecords {}

/// Why an organisation keeps its name and stays active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Fixed {
    /// It is organisation 6 (1 §5.2).
    #[error(
        "This organisation stands for those that are not registered. It keeps its name and stays active."
    )]
    Fallback,
    /// It is the one that is configured (decisions C5).
    #[error(
        "The configuration of the server names this organisation as the provider. It keeps its name and stays active."
    )]
    Provider,
}

/// Why nothing was done about an organisation.
#[derive(Debug, Error)]
pub enum Error {
    /// As with any record.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The field of this name stays as it is.
    #[error("{1}")]
    Fixed(&'static str, Fixed),
    /// Another organisation has the name or the domain.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// Nobody could administer any more, or not the caller.
    #[error(transparent)]
    LockOut(#[from] LockOut),
    /// Somebody could not be told.
    #[error(transparent)]
    Tell(#[from] TellError),
}

refused_as_any_record!(Error);

failure! {
    Error {
        forwards Record, Tell;
        Fixed(field, _) => Conflict, field: *field;
        Clash(clash) => Conflict, field: clash.field();
        LockOut(_) => Conflict, field: "active";
    }
}

impl Kind for OrganisationRecords {
    type Id = OrganisationId;
    type Error = Error;

    fn recorded(id: OrganisationId) -> (Record, i64) {
        (Record::Organisation, id.0)
    }

    fn take_turns(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.roles().take_turns()
    }
}

impl Listed for OrganisationRecords {
    /// The text stands in any field.
    type Wanted = ListQuery<OrganisationSort>;
    type Row = Served;

    fn rows(reading: &mut Reading<'_>, wanted: Self::Wanted) -> Result<Paged<Served>, StoreError> {
        let caller = reading.caller;
        let page = reading.views().organisations().every(&wanted.folded())?;
        let ids: Vec<_> = page.items.iter().map(|row| row.org_id).collect();
        let with_admin = reading.views().roles().with_holders(Role::Admin, &ids)?;
        let served = |row: OrganisationRow| {
            let has_admin = with_admin.contains(&row.org_id);
            Served::of(row, has_admin, caller)
        };
        Ok(Paged {
            items: page.items.into_iter().map(served).collect(),
            page: page.page,
            total: page.total,
            more: false,
        })
    }
}

impl Found for OrganisationRecords {
    type One = OrganisationRow;

    fn one(reading: &mut Reading<'_>, id: OrganisationId) -> Result<OrganisationRow, Error> {
        let found = reading.views().organisations().one(id)?;
        Ok(found.ok_or(records::Error::NotFound(Record::Organisation))?)
    }
}

impl Stored for OrganisationRecords {
    type Known = Organisation;

    fn known(change: &mut Change<'_>, id: OrganisationId) -> Result<Organisation, Error> {
        let found = change.transaction().organisations().by_id(id)?;
        Ok(found.ok_or(records::Error::NotFound(Record::Organisation))?)
    }
}

impl Typed for OrganisationRecords {
    type Form = RawOrganisation;
    type Checked = (RawOrganisation, OrganisationDetails);

    fn check(_: &Caller, form: RawOrganisation) -> Result<Self::Checked, Error> {
        let details = form.check()?;
        Ok((form, details))
    }
}

impl Added for OrganisationRecords {
    /// A new organisation offers no role yet. It is active unless that is denied.
    fn add(change: &mut Change<'_>, (_, organisation): Self::Checked) -> Result<OrganisationId, Error> {
        if let Some(clash) = find(change.transaction(), &organisation, None)? {
            return Err(clash.into());
        }
        Ok(change.transaction().organisations().add(&organisation)?)
    }
}

impl Changed for OrganisationRecords {
    fn versioned(id: OrganisationId) -> Versioned {
        Versioned::Organisation(id)
    }

    /// What may be left out stays as it is where it is left out. Where the change ends or restores roles, those who hold them are
    /// told.
    fn change(
        change: &mut Change<'_>,
        id: OrganisationId,
        known: Organisation,
        (form, details): Self::Checked,
    ) -> Result<(), Error> {
        let wanted = changed(&form, details, &known);
        if let Some(fixed) = fixed(change.ports, &known, &wanted) {
            return Err(fixed);
        }
        if let Some(clash) = find(change.transaction(), &wanted, Some(&known))? {
            return Err(clash.into());
        }
        if wanted.active == known.active {
            return Ok(change.transaction().organisations().save(id, &wanted)?);
        }
        open_or_close(change, id, &wanted)
    }
}

/// Returns the organisation as it is to be: fields that the form leaves out keep their values.
fn changed(
    form: &RawOrganisation,
    mut wanted: OrganisationDetails,
    known: &Organisation,
) -> OrganisationDetails {
    if form.domain.is_none() {
        wanted.domain.clone_from(&known.domain);
    }
    if form.abbreviation.is_none() {
        wanted.abbreviation.clone_from(&known.abbreviation);
    }
    if form.active.is_none() {
        wanted.active = known.active;
    }
    wanted
}

/// Saves an organisation that was active and is no longer, or the other way round. Its people lose or regain their roles, that of the
/// Admin among them, so it needs the password of the last minutes.
fn open_or_close(
    change: &mut Change<'_>,
    id: OrganisationId,
    wanted: &OrganisationDetails,
) -> Result<(), Error> {
    let (ports, caller) = (change.ports, change.caller);
    let now = ports.clock.now();
    let transaction = change.transaction();
    let roles = transaction.organisations().roles_of(id)?;
    let before = users_of(transaction, &roles)?;
    let super_users_before = super_users::now(transaction)?;
    transaction.organisations().save(id, wanted)?;
    if let Some(lock_out) = lock_out(transaction, caller)? {
        return Err(lock_out.into());
    }
    caller.require_password(now)?;
    let (users, fate) = if wanted.active {
        (users_of(transaction, &roles)?, Fate::Restored)
    } else {
        vacancy::tell_lost(ports, transaction, &lost_of(&roles, &before), now)?;
        (before, Fate::Withdrawn("The organisation is no longer active."))
    };
    tell_users(ports, transaction, &wanted.name, &users, fate, now)?;
    super_users::notify_of_changes(ports, transaction, &super_users_before, Some(caller.user), now)?;
    Ok(())
}

/// What the organisation cannot be, if it is one of the two that others find by their names.
fn fixed(ports: &Ports, known: &Organisation, wanted: &OrganisationDetails) -> Option<Error> {
    let why = if known.id == DATA_REQUESTER_ORGANISATION {
        Fixed::Fallback
    } else if known.name == ports.settings.provider_organisation {
        Fixed::Provider
    } else {
        return None;
    };
    if wanted.name != known.name {
        return Some(Error::Fixed("name", why));
    }
    (known.active && !wanted.active).then_some(Error::Fixed("active", why))
}
