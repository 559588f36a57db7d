//! Notifications that wait for a digest.

#[cfg(test)]
mod plans;

use aditus_application::notifications::{DigestEntry, Digests};
use aditus_application::ports::StoreError;
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::{Delivery, DigestTimes, Occasion};
use aditus_domain::roles::Role;
use diesel::prelude::*;

use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::{VALUES_AT_ONCE, insert_rows};
use crate::error::{DbResult, unreadable};
use crate::schema::digest_entries;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// Returns the people with a notification that is due, by id.
pub(super) fn people(connection: &mut AnyConnection, times: &DigestTimes) -> DbResult<Vec<UserId>> {
    let mut users: Vec<i64> = due(times).select(digest_entries::user_id).load(connection)?;
    users.sort_unstable();
    users.dedup();
    Ok(users.into_iter().map(UserId).collect())
}

/// Selects what is due, as [`DigestTimes::is_due`] says.
fn due<'a>(times: &DigestTimes) -> digest_entries::BoxedQuery<'a, MultiBackend> {
    let immediately = digest_entries::delivery.eq(Delivery::Immediately.name());
    let daily = digest_entries::delivery
        .eq(Delivery::Daily.name())
        .and(digest_entries::created_on.lt(Timestamp::from(times.daily)));
    let weekly = digest_entries::delivery
        .eq(Delivery::Weekly.name())
        .and(digest_entries::created_on.lt(Timestamp::from(times.weekly)));
    digest_entries::table
        .filter(immediately.or(daily).or(weekly))
        .into_boxed()
}

/// Removes what waits of this occasion on a request in these roles.
pub(super) fn settle(
    connection: &mut AnyConnection,
    request: RequestId,
    occasion: Occasion,
    roles: Vec<i64>,
) -> DbResult<()> {
    let waiting = digest_entries::table
        .filter(digest_entries::request_id.eq(request.0))
        .filter(digest_entries::kind.eq(occasion.name()))
        .filter(digest_entries::role_id.eq_any(roles));
    diesel::delete(waiting).execute(connection)?;
    Ok(())
}

#[derive(Insertable)]
#[diesel(table_name = digest_entries, treat_none_as_default_value = false)]
struct NewRow<'a> {
    user_id: i64,
    role_id: i64,
    kind: &'a str,
    request_id: Option<i64>,
    message: &'a str,
    action: &'a str,
    link: &'a str,
    delivery: &'static str,
    created_on: Timestamp,
}

impl<'a> From<&'a DigestEntry> for NewRow<'a> {
    fn from(entry: &'a DigestEntry) -> Self {
        Self {
            user_id: entry.user.0,
            role_id: entry.role.id(),
            kind: &entry.kind,
            request_id: entry.request.map(|request| request.0),
            message: &entry.message,
            action: &entry.action,
            link: &entry.link,
            delivery: entry.delivery.name(),
            created_on: Timestamp::from(entry.created_on),
        }
    }
}

#[derive(Queryable)]
struct EntryRow {
    id: i64,
    user_id: i64,
    role_id: i64,
    kind: String,
    request_id: Option<i64>,
    message: String,
    action: String,
    link: String,
    delivery: String,
    created_on: Timestamp,
}

impl EntryRow {
    fn entry(self) -> DbResult<DigestEntry> {
        Ok(DigestEntry {
            user: UserId(self.user_id),
            role: Role::from_id(self.role_id).map_err(unreadable("role"))?,
            kind: self.kind,
            request: self.request_id.map(RequestId),
            message: self.message,
            action: self.action,
            link: self.link,
            delivery: Delivery::parse(&self.delivery).map_err(unreadable("delivery of a digest"))?,
            created_on: self.created_on.0,
        })
    }
}

impl Digests for WriteTransaction {
    fn add_all(&mut self, entries: &[DigestEntry]) -> Result<(), StoreError> {
        let rows: Vec<NewRow<'_>> = entries.iter().map(NewRow::from).collect();
        self.run(|connection| Ok(insert_rows!(connection, digest_entries::table, rows)?))
    }

    fn take_due(&mut self, people: &[UserId], times: &DigestTimes) -> Result<Vec<DigestEntry>, StoreError> {
        let people: Vec<i64> = people.iter().map(|user| user.0).collect();
        self.run(|connection| {
            let ids: Vec<i64> = due(times)
                .filter(digest_entries::user_id.eq_any(people))
                .order(digest_entries::id)
                .select(digest_entries::id)
                .load(connection)?;
            // Another node may take the same rows. The deletion waits for its commit, and then finds
            // them deleted.
            let mut rows: Vec<EntryRow> = Vec::with_capacity(ids.len());
            for some in ids.chunks(VALUES_AT_ONCE) {
                let taken: Vec<EntryRow> =
                    diesel::delete(digest_entries::table.filter(digest_entries::id.eq_any(some)))
                        .returning(digest_entries::all_columns)
                        .get_results(connection)?;
                rows.extend(taken);
            }
            rows.sort_unstable_by_key(|row| row.id);
            rows.into_iter().map(EntryRow::entry).collect()
        })
    }

    fn change_delivery(
        &mut self,
        user: UserId,
        occasion: Occasion,
        delivery: Delivery,
    ) -> Result<(), StoreError> {
        let waiting = digest_entries::table
            .filter(digest_entries::user_id.eq(user.0))
            .filter(digest_entries::kind.eq(occasion.name()));
        self.run(|connection| {
            if delivery.is_by_mail() {
                diesel::update(waiting)
                    .set(digest_entries::delivery.eq(delivery.name()))
                    .execute(connection)?;
            } else {
                diesel::delete(waiting).execute(connection)?;
            }
            Ok(())
        })
    }
}
