//! Who serves the people of an organisation (3 §6; decisions, "Administration"): an inner service of all that administers.
//!
//! Its Admin does. A Super User does where there is no Admin but the person concerned: so one appoints the first Admin of an
//! organisation, and attends to what an only Admin may not decide alone. What concerns a Super User is for Super Users only:
//! nobody rises above themselves by an Admin's hand.

use aditus_domain::audit::By;
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::RequestedRole;
use crate::access::{AccessError, Caller};
use crate::failure::Refused;
use crate::notifications::tell::Recipient;
use crate::ports::{Ports, StoreError, Transaction, Views};

/// What is to be decided on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matter {
    /// The organisation whose person or role it is.
    pub organisation: OrganisationId,
    /// The person concerned.
    pub concerned: UserId,
    /// It is about the role Super User, or about the account of one.
    pub of_super_user: bool,
}

/// Nobody would be left who can administer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LastHolder {
    /// The last Admin of an organisation.
    #[error("The last Admin of an organisation stays. Appoint another Admin first.")]
    Admin,
    /// The last Super User.
    #[error("The last Super User stays. Appoint another Super User first.")]
    SuperUser,
}

/// Why the caller may not decide.
#[derive(Debug)]
pub enum Refusal {
    /// The caller's role does not allow it.
    Access(AccessError),
    /// It is another organisation's, and not the caller's to know of.
    Outside,
    /// The database refused.
    Store(StoreError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Refuses everybody but Admins and Super Users, before anything is looked up.
pub fn require_administrator(caller: &Caller) -> Result<(), AccessError> {
    if caller.holds(Role::Admin) || caller.holds(Role::SuperUser) {
        Ok(())
    } else {
        Err(AccessError::Role)
    }
}

/// The organisation whose people and roles the caller is shown: the one that is named, or the caller's own to serve. An
/// Admin is shown the own one, a Super User any (decisions C10).
pub fn readable(caller: &Caller, named: Option<OrganisationId>) -> Result<OrganisationId, AccessError> {
    require_administrator(caller)?;
    let organisation = named.unwrap_or_else(|| served_by(caller));
    if caller.administers(organisation) || caller.holds(Role::SuperUser) {
        Ok(organisation)
    } else {
        Err(AccessError::OtherOrganisation)
    }
}

/// The organisation of the role that is selected, if it is that of an Admin, else of the first such role. Super Users serve
/// those whose organisation is not registered.
fn served_by(caller: &Caller) -> OrganisationId {
    caller
        .selected
        .and_then(|id| caller.assignment(id))
        .filter(|held| held.role == Role::Admin)
        .or_else(|| caller.role(Role::Admin))
        .map_or(DATA_REQUESTER_ORGANISATION, |held| held.organisation)
}

/// Refuses a caller who may not decide in this matter; answers the role in which the caller does. The roles are read anew,
/// because they may have been withdrawn since the call began. With [`super::Roles::take_turns`] before it, the answer holds
/// until the transaction ends.
pub fn require(transaction: &mut dyn Transaction, caller: &Caller, matter: Matter) -> Result<Role, Refusal> {
    require_administrator(caller).map_err(Refusal::Access)?;
    let served = transaction.roles().organisations_of(caller.user, Role::Admin)?;
    let super_user = is_super_user(transaction, caller.user)?;
    if served.is_empty() && !super_user {
        return Err(Refusal::Access(AccessError::Role));
    }
    let service = Service {
        administers: served.contains(&matter.organisation),
        super_user,
        admins: transaction
            .roles()
            .usable_by(Role::Admin, Some(matter.organisation))?,
    };
    service.judge(Some(matter.concerned), matter.of_super_user)
}

/// The caller, in the role in which they decide in this matter ([`require`]). One that came since the call began is not known by its id.
pub fn by(caller: &Caller, acting_as: Role, matter: Matter) -> By {
    let held = caller.roles.iter().find(|held| {
        held.role == acting_as && (acting_as == Role::SuperUser || held.organisation == matter.organisation)
    });
    held.map_or_else(|| caller.into(), |held| By::from(caller).in_role(held.id))
}

/// What decides whether a caller serves the people of an organisation: read once for a list, so that its rows say what the
/// caller may do before anything is filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// The caller is an Admin there.
    administers: bool,
    /// The caller is a Super User.
    super_user: bool,
    /// All who are Admins there.
    admins: Vec<UserId>,
}

impl Service {
    /// Whom the caller serves at an organisation, as it is shown. What is decided is judged anew ([`require`]).
    pub fn of(
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

    /// The role in which the caller decides on a person, or on anybody, when none is named; `of_super_user` as in [`Matter`].
    fn judge(&self, concerned: Option<UserId>, of_super_user: bool) -> Result<Role, Refusal> {
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

    /// Why the caller may not decide on a person, or on anybody, when none is named.
    pub fn refusal(&self, concerned: Option<UserId>, of_super_user: bool) -> Option<AccessError> {
        match self.judge(concerned, of_super_user) {
            Ok(_) => None,
            Err(Refusal::Access(error)) => Some(error),
            Err(Refusal::Outside | Refusal::Store(_)) => Some(AccessError::OtherOrganisation),
        }
    }

    /// Why the caller cannot disable the account of this person, whom the caller serves ([`last_of`]).
    pub fn last_holder(&self, concerned: UserId) -> Option<LastHolder> {
        (self.administers && is_last(&self.admins, concerned) && self.admins.contains(&concerned))
            .then_some(LastHolder::Admin)
    }
}

fn is_last(holders: &[UserId], concerned: UserId) -> bool {
    holders.iter().all(|user| *user == concerned)
}

fn admins_for(transaction: &mut dyn Transaction, matter: Matter) -> Result<Vec<UserId>, StoreError> {
    let mut admins = transaction
        .roles()
        .usable_by(Role::Admin, Some(matter.organisation))?;
    admins.retain(|admin| *admin != matter.concerned);
    Ok(admins)
}

/// Whether a role that somebody asks for waits for the Super Users, where these are the Admins of the organisation: the rule of
/// [`require`], for lists.
pub(super) fn waits_for_super_users(admins: &[UserId], requested: &RequestedRole) -> bool {
    requested.role == Role::SuperUser || admins.iter().all(|admin| *admin == requested.user)
}

/// Whom to tell that something waits to be decided: those who may decide it, and not the person concerned.
pub fn who_serves(transaction: &mut dyn Transaction, matter: Matter) -> Result<Vec<Recipient>, StoreError> {
    let in_role = |users: Vec<UserId>, role| {
        users
            .into_iter()
            .map(|user| Recipient { user, role })
            .collect::<Vec<_>>()
    };
    if !matter.of_super_user {
        let admins = admins_for(transaction, matter)?;
        if !admins.is_empty() {
            return Ok(in_role(admins, Role::Admin));
        }
    }
    let mut super_users = transaction.roles().usable_by(Role::SuperUser, None)?;
    super_users.retain(|user| *user != matter.concerned);
    Ok(in_role(super_users, Role::SuperUser))
}

/// Begins a change that is for Super Users. The role is read anew in the transaction, because it may have been withdrawn
/// since the call began.
pub fn begin_as_super_user<'a>(
    ports: &'a Ports,
    caller: &Caller,
) -> Result<Box<dyn Transaction + 'a>, Refused> {
    caller.require(Role::SuperUser)?;
    let mut transaction = ports.database.begin()?;
    require_super_user::<Refused>(transaction.as_mut(), caller)?;
    Ok(transaction)
}

/// Refuses a caller who is a Super User no longer: the role may have been withdrawn since the call began.
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

/// Whether this person may use the role of a Super User.
pub fn is_super_user(transaction: &mut dyn Transaction, user: UserId) -> Result<bool, StoreError> {
    let organisations = transaction.roles().organisations_of(user, Role::SuperUser)?;
    Ok(!organisations.is_empty())
}

/// Why this account must not be disabled: it is that of the last Super User, or of the last Admin of an organisation, unless a
/// Super User disables it and so serves the organisation from then on. Roles need no such rule: nobody withdraws an own role, and whoever
/// withdraws another's is left.
///
/// The caller's transaction MUST have waited for its turn ([`super::Roles::take_turns`]).
pub fn last_of(
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
