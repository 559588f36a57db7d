//! Reads a calendar feed: `GET calendar/feed/{token}.ics`. The token is all that a calendar program
//! has, so no session is needed.

use aditus_domain::ids::UserId;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::events;
use crate::access::{call_log, usable_roles};
use crate::accounts::token;
use crate::accounts::views::UserDetail;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError, caller_counter, person_subject};
use crate::ports::{CalendarFeed, KeyPurpose, Ports, StoreError, Views};

/// The address of a feed, and the origin of the call. There is no `Debug`: the token must not reach
/// a log.
#[derive(Clone)]
pub struct Query {
    /// The token in the address.
    pub token: String,
    /// The network address of the caller.
    pub address: String,
}

/// Errors of reading a feed.
#[derive(Debug, Error)]
pub enum Error {
    /// No feed has this token, or its owner cannot sign in.
    #[error("There is no calendar feed at this address. It may have been renewed or switched off.")]
    NotFound,
    /// The feed was read too often, or the caller tried too many wrong addresses.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        NotFound => NotFound, reason: CalendarFeedNotFound;
    }
}

/// Returns the calendar of the owner's due dates, with their roles of this moment.
///
/// A token that was renewed or switched off, and one of a disabled or erased account, MUST NOT be
/// distinguishable from one that never existed.
pub fn execute(ports: &Ports, query: &Query) -> Result<String, Error> {
    let owner = owner(ports, &query.token)?;
    let counter = match &owner {
        Some(owner) => {
            call_log::concerns(owner.user_id);
            let owner = person_subject(owner.user_id);
            limits::counter(ports.keys.as_ref(), Limit::CalendarFeed, &[&owner])
        }
        None => caller_counter(ports, Limit::CalendarFeed, None, &query.address),
    };
    limits::spend(ports, &counter)?;
    let owner = owner.ok_or(Error::NotFound)?;
    let mut views = ports.database.read()?;
    let roles = usable_roles(owner.state, &owner.assigned_roles);
    let mut events = events::of_stages(ports, views.as_mut(), &owner, &roles)?;
    events.extend(events::of_answers(ports, views.as_mut(), &owner)?);
    let feed = CalendarFeed {
        name: format!("{}: due dates", ports.settings.product_name),
        made_on: ports.clock.now(),
        events,
    };
    Ok(ports.feed_format.write(&feed))
}

/// Returns the owner of the feed with this token, unless the account is disabled.
fn owner(ports: &Ports, token: &str) -> Result<Option<UserDetail>, StoreError> {
    let hashes = token::hashes(ports.keys.as_ref(), KeyPurpose::CalendarFeed, token);
    let Some(current) = hashes.first() else {
        return Ok(None);
    };
    let Some((user, hash)) = found(ports.database.read()?.as_mut(), &hashes)? else {
        return Ok(None);
    };
    if hash != *current {
        rehash(ports, &hash, current);
    }
    let owner = ports.database.read()?.accounts().user(user)?;
    Ok(owner.filter(|owner| owner.state.may_sign_in()))
}

fn found(views: &mut dyn Views, hashes: &[[u8; 32]]) -> Result<Option<(UserId, [u8; 32])>, StoreError> {
    for hash in hashes {
        if let Some(user) = views.deadlines().feed_owner(hash)? {
            return Ok(Some((user, *hash)));
        }
    }
    Ok(None)
}

/// Stores the hash by the present secret of the installation, because feeds outlive a rotation of
/// secrets. A failure is only logged: the next read tries again.
fn rehash(ports: &Ports, former: &[u8; 32], current: &[u8; 32]) {
    let stored = ports.database.begin_separate().and_then(|mut transaction| {
        transaction.calendar_feeds().rehash(former, current)?;
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))
    });
    if let Err(error) = stored {
        tracing::warn!(?error, "cannot store the new hash of a calendar feed");
    }
}
