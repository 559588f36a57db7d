//! Determines who administers the people of an organisation (3 §6; decisions, "Administration"): an
//! inner service of all administration.
//!
//! An Admin administers their organisation. A Super User does so if it has no Admin other than the
//! person concerned: for example to appoint the first Admin, or to decide on an only Admin. Matters
//! of a Super User are for Super Users alone, so that an Admin cannot raise anyone above
//! themselves.

use aditus_domain::audit::Actor;
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::RequestedRole;
use crate::access::{AccessError, Caller};
use crate::failure::Refused;
use crate::notifications::notify::Recipient;
use crate::ports::{Ports, StoreError, Transaction, Views};

/// The person or role that an administrator decides on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdminTarget {
    /// Organisation of the person or role.
    pub organisation: OrganisationId,
    /// The person concerned.
    pub concerned: UserId,
    /// True for the role Super User and for the account of a Super User.
    pub of_super_user: bool,
}

/// Removing the last holder of an administrative role is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LastHolder {
    /// The last Admin of an organisation.
    #[error("You can't remove the last Admin of an organisation. Appoint another Admin first.")]
    Admin,
    /// The last Super User.
    #[error("You can't remove the last Super User. Appoint another Super User first.")]
    SuperUser,
}

/// The caller may not decide.
#[derive(Debug)]
pub enum Refusal {
    /// The caller's role does not allow it.
    Access(AccessError),
    /// The target belongs to another organisation. The caller must not learn that it exists.
    Outside,
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Refuses callers who are neither Admin nor Super User, before anything is read.
pub fn require_administrator(caller: &Caller) -> Result<(), AccessError> {
    if caller.holds(Role::Admin) || caller.holds(Role::SuperUser) {
        Ok(())
    } else {
        Err(AccessError::Role)
    }
}

/// Returns the organisation whose people and roles the caller sees: the named one, or by default
/// the one that the caller administers. An Admin sees the own organisation, a Super User any
/// (decisions C10).
pub fn visible_organisation(
    caller: &Caller,
    named: Option<OrganisationId>,
) -> Result<OrganisationId, AccessError> {
    require_administrator(caller)?;
    let organisation = named.unwrap_or_else(|| default_organisation(caller));
    if caller.administers(organisation) || caller.holds(Role::SuperUser) {
        Ok(organisation)
    } else {
        Err(AccessError::OtherOrganisation)
    }
}

/// Returns the organisation of the selected role if that is Admin, or else of the first Admin role.
/// For Super Users it is the organisation of people whose own is not registered.
fn default_organisation(caller: &Caller) -> OrganisationId {
    caller
        .selected
        .and_then(|id| caller.assignment(id))
        .filter(|held| held.role == Role::Admin)
        .or_else(|| caller.role(Role::Admin))
        .map_or(DATA_REQUESTER_ORGANISATION, |held| held.organisation)
}

/// Checks that the caller may decide on this target, and returns the role in which they do. It
/// reads the roles again, because they may have been withdrawn since the call began. If
/// [`super::Roles::lock_exclusive`] was called before, the result holds until the transaction ends.
pub fn require(
    transaction: &mut dyn Transaction,
    caller: &Caller,
    target: AdminTarget,
) -> Result<Role, Refusal> {
    require_administrator(caller).map_err(Refusal::Access)?;
    let served = transaction.roles().organisations_of(caller.user, Role::Admin)?;
    let super_user = is_super_user(transaction, caller.user)?;
    if served.is_empty() && !super_user {
        return Err(Refusal::Access(AccessError::Role));
    }
    let rights = AdminRights {
        administers: served.contains(&target.organisation),
        super_user,
        admins: transaction
            .roles()
            .usable_by(Role::Admin, Some(target.organisation))?,
    };
    rights.acting_role(Some(target.concerned), target.of_super_user)
}

/// Returns the caller as actor, in the role in which they decide ([`require`]). The id of a role
/// granted since the call began is unknown.
pub fn acting_caller(caller: &Caller, acting_as: Role, target: AdminTarget) -> Actor {
    let held = caller.roles.iter().find(|held| {
        held.role == acting_as && (acting_as == Role::SuperUser || held.organisation == target.organisation)
    });
    held.map_or_else(|| caller.into(), |held| Actor::from(caller).in_role(held.id))
}

/// The facts that decide if a caller administers the people of an organisation. A list reads them
/// once, so that its rows show the possible actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminRights {
    /// True if the caller is an Admin of the organisation.
    administers: bool,
    /// True if the caller is a Super User.
    super_user: bool,
    /// All Admins of the organisation.
    admins: Vec<UserId>,
}

impl AdminRights {
    /// Reads the facts for display. A decision checks them again ([`require`]).
    pub fn read(
        views: &mut dyn Views,
        caller: &Caller,
        organisation: OrganisationId,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            administers: caller.administers(organisation),
            super_user: caller.holds(Role::SuperUser),
            admins: views.roles().usable_by(Role::Admin, Some(organisation))?,
        })
    }

    /// Returns the role in which the caller decides on a person, or on people in general if none is
    /// named. `of_super_user` is as in [`AdminTarget`].
    fn acting_role(&self, concerned: Option<UserId>, of_super_user: bool) -> Result<Role, Refusal> {
        let is_left_to_super_users = || self.admins.iter().all(|admin| Some(*admin) == concerned);
        if of_super_user {
            if self.super_user {
                Ok(Role::SuperUser)
            } else if self.administers {
                Err(Refusal::Access(AccessError::SuperUsersOnly))
            } else {
                Err(Refusal::Outside)
            }
        } else if self.administers {
            Ok(Role::Admin)
        } else if !self.super_user {
            Err(Refusal::Outside)
        } else if is_left_to_super_users() {
            Ok(Role::SuperUser)
        } else {
            Err(Refusal::Access(AccessError::HasAdmin))
        }
    }

    /// Returns the reason why the caller may not decide on a person, or on people in general if
    /// none is named.
    pub fn refusal(&self, concerned: Option<UserId>, of_super_user: bool) -> Option<AccessError> {
        match self.acting_role(concerned, of_super_user) {
            Ok(_) => None,
            Err(Refusal::Access(error)) => Some(error),
            Err(Refusal::Outside | Refusal::Store(_)) => Some(AccessError::OtherOrganisation),
        }
    }

    /// Returns the reason why the caller cannot disable the account of this person as a last holder
    /// ([`last_holder`]).
    pub fn last_holder(&self, concerned: UserId) -> Option<LastHolder> {
        (self.administers && is_last(&self.admins, concerned) && self.admins.contains(&concerned))
            .then_some(LastHolder::Admin)
    }
}

fn is_last(holders: &[UserId], concerned: UserId) -> bool {
    holders.iter().all(|user| *user == concerned)
}

fn admins_for(transaction: &mut dyn Transaction, target: AdminTarget) -> Result<Vec<UserId>, StoreError> {
    let mut admins = transaction
        .roles()
        .usable_by(Role::Admin, Some(target.organisation))?;
    admins.retain(|admin| *admin != target.concerned);
    Ok(admins)
}

/// Returns true if a requested role is decided by Super Users, given the Admins of the
/// organisation. Applies the rule of [`require`] to lists.
pub(super) fn waits_for_super_users(admins: &[UserId], requested: &RequestedRole) -> bool {
    requested.role == Role::SuperUser || admins.iter().all(|admin| *admin == requested.user)
}

/// Returns the recipients of notifications about a target: everyone who may decide on it, except
/// the person concerned.
pub fn administrators(
    transaction: &mut dyn Transaction,
    target: AdminTarget,
) -> Result<Vec<Recipient>, StoreError> {
    let in_role = |users: Vec<UserId>, role| {
        users
            .into_iter()
            .map(|user| Recipient { user, role })
            .collect::<Vec<_>>()
    };
    if !target.of_super_user {
        let admins = admins_for(transaction, target)?;
        if !admins.is_empty() {
            return Ok(in_role(admins, Role::Admin));
        }
    }
    let mut super_users = transaction.roles().usable_by(Role::SuperUser, None)?;
    super_users.retain(|user| *user != target.concerned);
    Ok(in_role(super_users, Role::SuperUser))
}

/// Begins a change by a Super User. It reads the role again in the transaction, because it may have
/// been withdrawn since the call began.
pub fn begin_as_super_user<'a>(
    ports: &'a Ports,
    caller: &Caller,
) -> Result<Box<dyn Transaction + 'a>, Refused> {
    caller.require(Role::SuperUser)?;
    let mut transaction = ports.database.begin()?;
    require_super_user::<Refused>(transaction.as_mut(), caller)?;
    Ok(transaction)
}

/// Refuses a caller who is no longer a Super User, because the role may have been withdrawn since
/// the call began.
pub fn require_super_user<E>(transaction: &mut dyn Transaction, caller: &Caller) -> Result<(), E>
where
    E: From<AccessError> + From<StoreError>,
{
    if is_super_user(transaction, caller.user)? {
        Ok(())
    } else {
        Err(AccessError::Role.into())
    }
}

/// Returns true if this person can use the role of a Super User.
pub fn is_super_user(transaction: &mut dyn Transaction, user: UserId) -> Result<bool, StoreError> {
    let organisations = transaction.roles().organisations_of(user, Role::SuperUser)?;
    Ok(!organisations.is_empty())
}

/// Returns the reason why this account must not be disabled: it is the last Super User, or the last
/// Admin of an organisation. A Super User may disable the last Admin, and administers the
/// organisation from then on. Roles need no such rule, because people cannot withdraw their own
/// role, so the person who withdraws another's remains.
///
/// The caller's transaction MUST hold the lock [`super::Roles::lock_exclusive`].
pub fn last_holder(
    transaction: &mut dyn Transaction,
    caller: &Caller,
    acting_as: Role,
    concerned: UserId,
) -> Result<Option<LastHolder>, StoreError> {
    if is_super_user(transaction, concerned)? {
        let super_users = transaction.roles().usable_by(Role::SuperUser, None)?;
        if is_last(&super_users, concerned) {
            return Ok(Some(LastHolder::SuperUser));
        }
    }
    if acting_as == Role::SuperUser && caller.user != concerned {
        return Ok(None);
    }
    for organisation in transaction.roles().organisations_of(concerned, Role::Admin)? {
        let admins = transaction.roles().usable_by(Role::Admin, Some(organisation))?;
        if is_last(&admins, concerned) {
            return Ok(Some(LastHolder::Admin));
        }
    }
    Ok(None)
}
