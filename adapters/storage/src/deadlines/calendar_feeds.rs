//! Calendar feeds of people.

use aditus_application::deadlines::CalendarFeeds;
use aditus_application::deadlines::repository::NewCalendarFeed;
use aditus_application::ports::StoreError;
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::accounts::account_lock::lock_for_addition;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::calendar_feeds;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// Returns the time at which the address of this person's feed was made.
pub(super) fn made_on(connection: &mut AnyConnection, user: UserId) -> DbResult<Option<DateTime<Utc>>> {
    let made_on: Option<Timestamp> = calendar_feeds::table
        .find(user.0)
        .select(calendar_feeds::made_on)
        .first(connection)
        .optional()?;
    Ok(made_on.map(|at| at.0))
}

/// Returns the owner of the feed whose token has this hash.
pub(super) fn owner(connection: &mut AnyConnection, token_hash: &[u8; 32]) -> DbResult<Option<UserId>> {
    let owner: Option<i64> = calendar_feeds::table
        .filter(calendar_feeds::token_hash.eq(token_hash.as_slice()))
        .select(calendar_feeds::user_id)
        .first(connection)
        .optional()?;
    Ok(owner.map(UserId))
}

impl CalendarFeeds for WriteTransaction {
    fn set(&mut self, feed: &NewCalendarFeed) -> Result<bool, StoreError> {
        self.run(|connection| {
            // Two calls at once would both add a row.
            lock_for_addition(connection, feed.user)?;
            let token_hash = feed.token_hash.as_slice();
            let made_on = Timestamp::from(feed.made_on);
            let renewed = diesel::update(calendar_feeds::table.find(feed.user.0))
                .set((
                    calendar_feeds::token_hash.eq(token_hash),
                    calendar_feeds::made_on.eq(made_on),
                ))
                .execute(connection)?;
            if renewed == 0 {
                diesel::insert_into(calendar_feeds::table)
                    .values((
                        calendar_feeds::user_id.eq(feed.user.0),
                        calendar_feeds::token_hash.eq(token_hash),
                        calendar_feeds::made_on.eq(made_on),
                    ))
                    .execute(connection)?;
            }
            Ok(renewed > 0)
        })
    }

    fn remove(&mut self, user: UserId) -> Result<bool, StoreError> {
        self.run(|connection| {
            let removed = diesel::delete(calendar_feeds::table.find(user.0)).execute(connection)?;
            Ok(removed > 0)
        })
    }

    fn rehash(&mut self, former: &[u8; 32], current: &[u8; 32]) -> Result<(), StoreError> {
        self.run(|connection| {
            let of_former = calendar_feeds::token_hash.eq(former.as_slice());
            diesel::update(calendar_feeds::table.filter(of_former))
                .set(calendar_feeds::token_hash.eq(current.as_slice()))
                .execute(connection)?;
            Ok(())
        })
    }
}
