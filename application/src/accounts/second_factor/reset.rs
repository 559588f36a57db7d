//! Resets the second factor of a person who lost it and has no recovery code: `POST
//! users/second-factor/reset/` for a Super User, and `aditus reset-second-factor` for an operator
//! of the server.

use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::UserId;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::notice;
use crate::access::{AccessError, Caller};
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::accounts::{codes, ended_feed};
use crate::audit;
use crate::failure::failure;
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError, Transaction};
use crate::roles::authority;

/// Errors of resetting a second factor.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User, or has to confirm the password first.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller's own second factor.
    #[error(
        "You can't reset your own second factor. Use a recovery code, or ask another Super User or the people who run the server."
    )]
    Own,
    /// There is no such account.
    #[error("User not found.")]
    NotFound,
    /// The account has no second factor.
    #[error("This person has no second factor.")]
    None,
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Post, Store;
        Own => Forbidden, reason: OwnSecondFactor;
        NotFound => NotFound, reason: UserNotFound;
        None => Conflict, reason: NoSecondFactor;
    }
}

may_conflict!(Error);

/// Removes the second factor of another person, app and passkeys, for a Super User, ends all
/// sessions and the calendar feed of that person, and mails them. This needs a recent password confirmation.
///
/// The period of grace does not begin anew: if it is over, the person sets up another factor at the
/// next sign-in.
pub fn execute(ports: &Ports, caller: &Caller, user: UserId) -> Result<(), Error> {
    let held = caller.require(Role::SuperUser)?.id;
    if user == caller.user {
        return Err(Error::Own);
    }
    let now = ports.clock.now();
    caller.require_password(now)?;
    retry_conflicts(|| {
        let mut transaction = ports.database.begin()?;
        transaction.roles().lock_exclusive()?;
        authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
        let by = Actor::from(caller).in_role(held);
        reset(ports, transaction, user, (by, notice::ResetBy::SuperUser), now)
    })
}

/// Removes the second factor of an account for an operator of the server, like [`execute`].
pub fn execute_as_operator(ports: &Ports, user: UserId) -> Result<(), Error> {
    let now = ports.clock.now();
    retry_conflicts(|| {
        let transaction = ports.database.begin()?;
        reset(
            ports,
            transaction,
            user,
            (Actor::System, notice::ResetBy::Operator),
            now,
        )
    })
}

fn reset(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    user: UserId,
    (by, notice_by): (Actor, notice::ResetBy),
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let account = transaction.accounts().by_id(user)?.ok_or(Error::NotFound)?;
    let mut stored = transaction.second_factors().of_user(user)?;
    if !stored.factor.remove_all() {
        return Err(Error::None);
    }
    transaction.second_factors().save(&stored)?;
    transaction.passkeys().remove_all(user)?;
    transaction.sessions().end_all(user)?;
    let feed_ended = ended_feed::end(transaction.as_mut(), user)?;
    codes::void_all_of(ports, transaction.as_mut(), user)?;
    let facts = notice::Reset {
        by: notice_by,
        feed_ended: feed_ended.is_some(),
    };
    notice::queue_reset(ports, transaction.as_mut(), &account, facts, now)?;
    let acts = [Act::SecondFactorReset { user }].into_iter().chain(feed_ended);
    let recorded = audit::record_all(ports, transaction.as_mut(), by, acts)?;
    transaction.commit(recorded)?;
    Ok(())
}
