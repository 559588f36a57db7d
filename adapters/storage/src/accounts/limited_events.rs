//! Repository of events that count against rate limits.

use std::collections::BTreeSet;

use aditus_application::limits::{Counter, Event, LimitedEvents, PastEvents};
use aditus_application::ports::StoreError;
use chrono::{DateTime, Utc};
use diesel::dsl::count;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::lock_key;
use crate::error::DbResult;
use crate::read_session::ReadSession;
use crate::schema::limited_events;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

fn latest_but(
    connection: &mut AnyConnection,
    counter: &Counter,
    passed_over: u32,
    since: DateTime<Utc>,
) -> DbResult<Option<DateTime<Utc>>> {
    let found = limited_events::table
        .filter(limited_events::subject.eq(counter.subject.0.as_slice()))
        .filter(limited_events::limit_name.eq(counter.limit.name()))
        .filter(limited_events::happened_at.gt(Timestamp::from(since)))
        .order(limited_events::happened_at.desc())
        .offset(i64::from(passed_over))
        .limit(1)
        .select(limited_events::happened_at)
        .load::<Timestamp>(connection)?;
    Ok(found.first().map(|at| at.0))
}

fn different_details(
    connection: &mut AnyConnection,
    counter: &Counter,
    since: DateTime<Utc>,
) -> DbResult<u64> {
    let number: i64 = limited_events::table
        .filter(limited_events::subject.eq(counter.subject.0.as_slice()))
        .filter(limited_events::limit_name.eq(counter.limit.name()))
        .filter(limited_events::happened_at.gt(Timestamp::from(since)))
        .select(count(limited_events::detail).aggregate_distinct())
        .first(connection)?;
    Ok(number.unsigned_abs())
}

/// Implements `PastEvents` for read sessions and write transactions.
macro_rules! past_events_of {
    ($work:ty) => {
        impl PastEvents for $work {
            fn latest_but(
                &mut self,
                counter: &Counter,
                passed_over: u32,
                since: DateTime<Utc>,
            ) -> Result<Option<DateTime<Utc>>, StoreError> {
                self.run(|connection| latest_but(connection, counter, passed_over, since))
            }

            fn different_details(
                &mut self,
                counter: &Counter,
                since: DateTime<Utc>,
            ) -> Result<u64, StoreError> {
                self.run(|connection| different_details(connection, counter, since))
            }
        }
    };
}

past_events_of!(WriteTransaction);
past_events_of!(ReadSession);

/// Returns the advisory-lock key of a counter. The subject is a keyed hash that already includes
/// the name of the limit.
fn advisory_key(counter: &Counter) -> i64 {
    let (first, _) = counter.subject.0.split_at(size_of::<i64>());
    first
        .iter()
        .fold(0, |number, byte| number << 8 | i64::from(*byte))
}

impl LimitedEvents for WriteTransaction {
    fn lock_exclusive(&mut self, counters: &[Counter]) -> Result<(), StoreError> {
        // Takes the locks in the same order everywhere to avoid deadlocks.
        let keys: BTreeSet<i64> = counters.iter().map(advisory_key).collect();
        self.run(|connection| {
            for key in keys {
                lock_key(connection, key)?;
            }
            Ok(())
        })
    }

    fn add(&mut self, event: &Event) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::insert_into(limited_events::table)
                .values((
                    limited_events::limit_name.eq(event.counter.limit.name()),
                    limited_events::subject.eq(event.counter.subject.0.as_slice()),
                    limited_events::detail.eq(event.detail.0.as_slice()),
                    limited_events::happened_at.eq(Timestamp::from(event.at)),
                    limited_events::counts_until.eq(Timestamp::from(event.counts_until)),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn forget(&mut self, counter: &Counter) -> Result<(), StoreError> {
        self.run(|connection| {
            let all = limited_events::table
                .filter(limited_events::subject.eq(counter.subject.0.as_slice()))
                .filter(limited_events::limit_name.eq(counter.limit.name()));
            diesel::delete(all).execute(connection)?;
            Ok(())
        })
    }

    fn delete_expired(&mut self, now: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = limited_events::table.filter(limited_events::counts_until.le(Timestamp::from(now)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
