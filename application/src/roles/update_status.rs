//! Activates or deactivates an organisation role: `PATCH users/org-roles/{id}/update-status/` (3
//! §2.6, §4, §5, §8).
//!
//! The specification names both statuses without defining them. A deactivated role is not offered:
//! it cannot be requested, assigned or granted, and a submission does not find it (decisions C5).
//! Its holders keep it, but cannot use it from the next call on, in any open session. They are
//! notified as if the role were withdrawn from them. Nothing is lost: after the activation they
//! hold the role as before, and are notified again. Requests for the role wait. A Data Request at a
//! stage of the role stays there, and is decided once the role is active again.
//!
//! An organisation may lose its Admin this way, and is then administered by Super Users. The role
//! of the last Super User cannot be deactivated, nor can the caller deactivate the role by which
//! they are a Super User.

use aditus_domain::form::FormFaults;
use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::review::Remark;
use aditus_domain::roles::{OfferChange, OfferChangeError};
use thiserror::Error;

use super::notices::organisation_name;
use super::offering::{LockOut, RoleAvailability, lock_out, lost_roles, notify_users, users_of};
use super::super_users;
use crate::access::Caller;
use crate::failure::failure;
use crate::notifications::notify::NotifyError;
use crate::organisations::OrganisationRole;
use crate::ports::{StoreError, Transaction};
use crate::records::{self, Change, HasForm, Kind, Loadable, Record, Updatable, refused_as_any_record};
use crate::review::vacancy;
use crate::row_versions::Versioned;

/// Statuses of organisation roles.
pub enum OfferStatuses {}

/// Form of a status change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusForm {
    /// True to activate, false to deactivate.
    pub status: Option<bool>,
    /// Reason of the change.
    pub reason: String,
}

/// A validated form.
pub struct CheckedStatus {
    status: bool,
    reason: Remark,
}

/// The status was not changed.
#[derive(Debug, Error)]
pub enum Error {
    /// An error common to all records.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The role already has this status.
    #[error(transparent)]
    Change(#[from] OfferChangeError),
    /// The change would leave no Super User, or withdraw the caller's own role.
    #[error(transparent)]
    LockOut(#[from] LockOut),
    /// A notification could not be sent.
    #[error(transparent)]
    Notify(#[from] NotifyError),
}

refused_as_any_record!(Error);

failure! {
    Error {
        forwards Record, LockOut, Notify;
        Change(OfferChangeError::Activated) => Conflict, reason: AlreadyActive;
        Change(OfferChangeError::Deactivated) => Conflict, reason: AlreadyInactive;
    }
}

impl Kind for OfferStatuses {
    type Id = OrganisationRoleId;
    type Error = Error;

    fn recorded(id: OrganisationRoleId) -> (Record, i64) {
        (Record::OrganisationRole, id.0)
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.roles().lock_exclusive()
    }
}

impl HasForm for OfferStatuses {
    type Form = StatusForm;
    type Checked = CheckedStatus;

    fn check(_: &Caller, form: StatusForm) -> Result<CheckedStatus, Error> {
        let no_status = || FormFaults::one("status", "Please select a valid status");
        let status = form.status.ok_or_else(no_status);
        let reason = Remark::parse(&form.reason)
            .map_err(|error| FormFaults::one("reason", error.to_string()))
            .and_then(|reason| reason.ok_or_else(|| FormFaults::one("reason", "Please enter the reason.")))
            .map_err(|faults| faults.after(status.clone()))?;
        Ok(CheckedStatus {
            status: status?,
            reason,
        })
    }
}

impl Loadable for OfferStatuses {
    type Loaded = OrganisationRole;

    fn load(change: &mut Change<'_>, id: OrganisationRoleId) -> Result<OrganisationRole, Error> {
        let found = change.transaction().organisations().role_by_id(id)?;
        Ok(found.ok_or(records::Error::NotFound(Record::OrganisationRole))?)
    }
}

impl Updatable for OfferStatuses {
    fn versioned(id: OrganisationRoleId) -> Versioned {
        Versioned::OrganisationRole(id)
    }

    /// Changes the status with a line of history, and notifies the holders of the role. For the
    /// roles Admin and Super User this requires a recent password confirmation.
    fn change(
        change: &mut Change<'_>,
        _: OrganisationRoleId,
        role: OrganisationRole,
        CheckedStatus { status, reason }: CheckedStatus,
    ) -> Result<(), Error> {
        let (ports, caller) = (change.ports, change.caller);
        let now = ports.clock.now();
        let transaction = change.transaction();
        let why = reason.as_str().to_owned();
        let line = OfferChange::to(status, (role.id, role.active), Some(caller.user), why, now)?;
        let super_users_before = super_users::now(transaction)?;
        let before = users_of(transaction, &[role])?;
        transaction.organisations().change_role(&line)?;
        if let Some(lock_out) = lock_out(transaction, caller)? {
            return Err(lock_out.into());
        }
        if role.role.is_administrative() {
            caller.require_password(now)?;
        }
        let (users, availability) = if status {
            (users_of(transaction, &[role])?, RoleAvailability::Restored)
        } else {
            vacancy::notify_of_lost_roles(ports, transaction, &lost_roles(&[role], &before), now)?;
            (before, RoleAvailability::Withdrawn(reason.as_str()))
        };
        let organisation = organisation_name(transaction, role.organisation)?;
        notify_users(ports, transaction, &organisation, &users, availability, now)?;
        super_users::notify_of_changes(ports, transaction, &super_users_before, Some(caller.user), now)?;
        Ok(())
    }
}
