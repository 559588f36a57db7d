//! Read models of notifications.

#[cfg(test)]
mod plans;

use std::collections::BTreeMap;

use aditus_application::notifications::views::{
    MAX_SINCE, NotificationGroup, NotificationView, NotificationViews, ReadFilter,
};
use aditus_application::paging::{Direction, Page, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::ids::{NotificationId, RequestId, UserId};
use aditus_domain::notifications::{Delivery, DigestTimes};
use aditus_domain::roles::Role;
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt};

use super::digests;
use super::repository::delivery;
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::{DbResult, unreadable};
use crate::paging::paged;
use crate::prepared::Prepared;
use crate::read_session::ReadSession;
use crate::schema::{notification_preferences, notifications};
use crate::times::Timestamp;

#[derive(Queryable, Selectable, QueryableByName)]
#[diesel(table_name = notifications)]
struct NotificationRow {
    id: i64,
    role_id: i64,
    kind: String,
    message: String,
    request_id: Option<i64>,
    authored_on: Timestamp,
    is_read: bool,
}

#[derive(QueryableByName)]
struct RowWithUser {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(embed)]
    row: NotificationRow,
}

fn view(row: NotificationRow) -> DbResult<NotificationView> {
    Ok(NotificationView {
        id: NotificationId(row.id),
        message: row.message,
        role: Role::from_id(row.role_id)
            .map_err(unreadable("role"))?
            .name()
            .to_owned(),
        kind: row.kind,
        request_id: row.request_id.map(RequestId),
        request_title: None,
        read: row.is_read,
        authored_on: row.authored_on.0,
    })
}

fn of_user<'a>(user: UserId, filter: ReadFilter) -> notifications::BoxedQuery<'a, MultiBackend> {
    let own = notifications::table
        .filter(notifications::user_id.eq(user.0))
        .into_boxed();
    match filter {
        ReadFilter::All => own,
        ReadFilter::Unread => own.filter(notifications::is_read.eq(false)),
        ReadFilter::Read => own.filter(notifications::is_read.eq(true)),
    }
}

impl NotificationViews for ReadSession {
    fn by_time(
        &mut self,
        user: UserId,
        filter: ReadFilter,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<NotificationView>, StoreError> {
        self.run(|connection| {
            let total = of_user(user, filter).count().get_result::<i64>(connection)?;
            let own = of_user(user, filter);
            let sorted = match direction {
                Direction::Ascending => {
                    own.order((notifications::authored_on.asc(), notifications::id.asc()))
                }
                Direction::Descending => {
                    own.order((notifications::authored_on.desc(), notifications::id.desc()))
                }
            };
            let items = sorted
                .limit(page.limit())
                .offset(page.offset())
                .select(NotificationRow::as_select())
                .load(connection)?
                .into_iter()
                .map(view)
                .collect::<DbResult<_>>()?;
            Ok(paged(items, page, total))
        })
    }

    fn groups(&mut self, user: UserId) -> Result<Vec<NotificationGroup>, StoreError> {
        self.run(|connection| {
            let counted: Vec<(i64, bool, i64)> = notifications::table
                .filter(notifications::user_id.eq(user.0))
                .group_by((notifications::role_id, notifications::is_read))
                .order(notifications::role_id)
                .select((notifications::role_id, notifications::is_read, count_star()))
                .load(connection)?;
            let mut groups: BTreeMap<Role, NotificationGroup> = BTreeMap::new();
            for (role, is_read, count) in counted {
                let role = Role::from_id(role).map_err(unreadable("role"))?;
                let group = groups.entry(role).or_insert_with(|| NotificationGroup {
                    role: role.name().to_owned(),
                    total: 0,
                    unread: 0,
                });
                group.total += count.unsigned_abs();
                if !is_read {
                    group.unread += count.unsigned_abs();
                }
            }
            Ok(groups.into_values().collect())
        })
    }

    fn chosen_deliveries(&mut self, user: UserId) -> Result<BTreeMap<String, Delivery>, StoreError> {
        self.run(|connection| {
            let chosen: Vec<(String, bool, Option<String>)> = notification_preferences::table
                .filter(notification_preferences::user_id.eq(user.0))
                .select((
                    notification_preferences::kind,
                    notification_preferences::by_mail,
                    notification_preferences::digest,
                ))
                .load(connection)?;
            chosen
                .into_iter()
                .map(|(kind, by_mail, digest)| {
                    delivery(by_mail, digest.as_deref()).map(|delivery| (kind, delivery))
                })
                .collect()
        })
    }

    fn people_with_due_digests(&mut self, times: &DigestTimes) -> Result<Vec<UserId>, StoreError> {
        self.run(|connection| digests::people(connection, times))
    }

    fn since(&mut self, user: UserId, after: NotificationId) -> Result<Vec<NotificationView>, StoreError> {
        let mut news = self.since_of_each(&[(user, after)])?;
        Ok(news.remove(&user).unwrap_or_default())
    }

    fn since_of_each(
        &mut self,
        people: &[(UserId, NotificationId)],
    ) -> Result<BTreeMap<UserId, Vec<NotificationView>>, StoreError> {
        self.run(|connection| match connection {
            AnyConnection::Postgres(postgres) => since_of_each(postgres, people),
            // On SQLite, a query is a call within the process, so one per person is cheap.
            AnyConnection::Sqlite(_) => {
                let mut news = BTreeMap::new();
                for (user, after) in people {
                    let notifications = since(connection, *user, *after)?;
                    if !notifications.is_empty() {
                        news.insert(*user, notifications);
                    }
                }
                Ok(news)
            }
        })
    }
}

fn since(
    connection: &mut AnyConnection,
    user: UserId,
    after: NotificationId,
) -> DbResult<Vec<NotificationView>> {
    of_user(user, ReadFilter::All)
        .filter(notifications::id.gt(after.0))
        .order(notifications::id)
        .limit(i64::from(MAX_SINCE))
        .select(NotificationRow::as_select())
        .load(connection)?
        .into_iter()
        .map(view)
        .collect()
}

/// Reads the missed notifications of each person through the index by person and id.
///
/// If few people have most notifications, or the statistics are old, PostgreSQL would serve
/// `user_id = … AND id > …` from the primary key, and walk past the notifications of everyone else
/// for each person. No other index has the order of a range of people, even of a single one. The
/// planner's estimate for a range does not depend on statistics.
const SINCE_OF_EACH: &str = "SELECT n.* FROM unnest($1::bigint[], $2::bigint[]) AS p (user_id, after) CROSS JOIN LATERAL \
     (SELECT user_id, id, role_id, kind, message, request_id, authored_on, is_read FROM notifications \
     WHERE user_id BETWEEN p.user_id AND p.user_id AND (user_id, id) > (p.user_id, p.after) \
     ORDER BY user_id, id LIMIT $3) n ORDER BY n.user_id, n.id";

fn since_of_each(
    connection: &mut PgConnection,
    people: &[(UserId, NotificationId)],
) -> DbResult<BTreeMap<UserId, Vec<NotificationView>>> {
    let (users, after): (Vec<i64>, Vec<i64>) = people.iter().map(|(user, after)| (user.0, after.0)).unzip();
    let statement = diesel::sql_query(SINCE_OF_EACH)
        .bind::<Array<BigInt>, _>(users)
        .bind::<Array<BigInt>, _>(after)
        .bind::<BigInt, _>(i64::from(MAX_SINCE));
    let rows: Vec<RowWithUser> = Prepared::new(statement).load(connection)?;
    let mut news: BTreeMap<UserId, Vec<NotificationView>> = BTreeMap::new();
    for RowWithUser { user_id, row } in rows {
        news.entry(UserId(user_id)).or_default().push(view(row)?);
    }
    Ok(news)
}
