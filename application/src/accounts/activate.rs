//! Activates or disables an account: `PATCH users/activate/{user_id}/` (1 §4, §8; 3 §2.3; decisions
//! A1, A2).

use aditus_domain::accounts::AccountState;
use aditus_domain::audit::Act;
use aditus_domain::ids::UserId;
use aditus_domain::notifications::AccountOccasion;
use thiserror::Error;

use super::{codes, ended_feed};
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::notifications::notify::NotifyError;
use crate::ports::{Ports, StoreError};
use crate::review::vacancy;
use crate::roles::authority::{self, AdminTarget, LastHolder, Refusal};
use crate::roles::{notices, super_users};

/// The account and its new status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The person.
    pub user: UserId,
    /// "Active" or "Disable".
    pub is_active: Option<String>,
}

/// The account after the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// First name.
    pub fname: String,
    /// Surname.
    pub sname: String,
    /// The state of the account.
    pub state: AccountState,
}

/// Errors of changing the status of an account.
#[derive(Debug, Error)]
pub enum Error {
    /// The status is missing or invalid.
    #[error("Please select a valid status")]
    Status,
    /// The caller is not an administrator, or not the administrator in charge of this person.
    #[error(transparent)]
    Access(AccessError),
    /// There is no such account, or it belongs to another organisation.
    #[error("User not found.")]
    NotFound,
    /// The person is the last one who can administer the organisation.
    #[error(transparent)]
    Last(#[from] LastHolder),
    /// A notification could not be queued.
    #[error(transparent)]
    Notify(#[from] NotifyError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Access(error) => Self::Access(error),
            Refusal::Outside => Self::NotFound,
            Refusal::Store(error) => Self::Store(error),
        }
    }
}

failure! {
    Error {
        forwards Access, Notify, Store;
        Status => Invalid, reason: InvalidFields, field: "is_active";
        NotFound => NotFound, reason: UserNotFound;
        Last(LastHolder::Admin) => Conflict, reason: LastAdmin;
        Last(LastHolder::SuperUser) => Conflict, reason: LastSuperUser;
    }
}

/// Sets the status of an account. This needs a recent password confirmation.
///
/// Disabling ends all sessions and the calendar feed of the person, and voids their live codes. If
/// Data Requests then have no one left to decide, the people who can help are notified. Activating
/// notifies the person. If the set of Super Users changes, the other Super Users are notified.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    authority::require_administrator(caller).map_err(Error::Access)?;
    let new_state = command
        .is_active
        .as_deref()
        .and_then(AccountState::chosen)
        .ok_or(Error::Status)?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    transaction.roles().lock_exclusive()?;
    let mut account = transaction
        .accounts()
        .by_id(command.user)?
        .ok_or(Error::NotFound)?;
    let target = AdminTarget {
        organisation: account.organisation,
        concerned: account.id,
        of_super_user: authority::is_super_user(transaction.as_mut(), account.id)?,
    };
    let acting_as = authority::require(transaction.as_mut(), caller, target)?;
    let answer = Answer {
        fname: account.fname.as_str().to_owned(),
        sname: account.sname.as_str().to_owned(),
        state: new_state,
    };
    if account.state == new_state {
        return Ok(answer);
    }
    if new_state == AccountState::Disabled
        && let Some(last) = authority::last_holder(transaction.as_mut(), caller, acting_as, account.id)?
    {
        return Err(last.into());
    }
    caller.require_password(now).map_err(Error::Access)?;
    let super_users_before = super_users::now(transaction.as_mut())?;
    let mut feed_ended = None;
    if new_state == AccountState::Disabled {
        transaction.sessions().end_all(account.id)?;
        feed_ended = ended_feed::end(transaction.as_mut(), account.id)?;
        codes::void_all_of(ports, transaction.as_mut(), account.id)?;
    }
    let held = vacancy::staff_roles_of(transaction.as_mut(), account.id)?;
    account.state = new_state;
    transaction.accounts().save(&account)?;
    if new_state == AccountState::Disabled {
        vacancy::notify_of_lost_roles(ports, transaction.as_mut(), &held, now)?;
    }
    transaction.roles().announce(account.id)?;
    if new_state == AccountState::Active {
        notices::notify_person(
            ports,
            transaction.as_mut(),
            account.id,
            &AccountOccasion::Activated,
            now,
        )?;
    }
    super_users::notify_of_changes(
        ports,
        transaction.as_mut(),
        &super_users_before,
        Some(caller.user),
        now,
    )?;
    let act = Act::AccountStateChanged {
        user: account.id,
        state: new_state,
    };
    let by = authority::acting_caller(caller, acting_as, target);
    let acts = [act].into_iter().chain(feed_ended);
    let recorded = audit::record_all(ports, transaction.as_mut(), by, acts)?;
    transaction.commit(recorded)?;
    Ok(answer)
}
