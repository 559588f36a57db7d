//! Creates the caller's calendar feed, or renews its address: `POST users/calendar-feed/`.

use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::notice;
use crate::access::{AccessError, Caller};
use crate::accounts::token;
use crate::audit;
use crate::deadlines::repository::NewCalendarFeed;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{KeyPurpose, Ports, StoreError};

/// A new feed. There is no `Debug`: the token must not reach a log.
#[derive(Clone)]
pub struct Answer {
    /// The token in its address. It is shown once.
    pub token: String,
    /// The time at which it was made.
    pub made_on: DateTime<Utc>,
}

/// Errors of creating a feed.
#[derive(Debug, Error)]
pub enum Error {
    /// The password has to be confirmed first, or the account was erased.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller made too many changes recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Post, Store;
    }
}

/// Creates the feed, and mails the owner. An earlier address of it no longer works.
///
/// The password is needed, because the address works for as long as the account, and not only for
/// as long as a stolen session (decisions C15).
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Answer, Error> {
    let (user, made_on) = (caller.user, ports.clock.now());
    caller.require_password(made_on)?;
    let token = token::draw(ports.entropy.as_ref());
    let token_hash = token::hash(ports.keys.as_ref(), KeyPurpose::CalendarFeed, &token);
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
    let renewed = transaction.calendar_feeds().set(&NewCalendarFeed {
        user,
        token_hash,
        made_on,
    })?;
    let account = transaction.accounts().by_id(user)?;
    let account = account.ok_or(AccessError::Role)?;
    notice::queue_made(ports, transaction.as_mut(), &account, renewed, made_on)?;
    let act = Act::CalendarFeedMade { user, renewed };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(Answer { token, made_on })
}
