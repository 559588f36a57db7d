//! Repository of notifications.

use std::collections::BTreeMap;

use aditus_application::notifications::{NewNotification, Notifications};
use aditus_application::ports::{Signal, StoreError};
use aditus_domain::ids::{NotificationId, RequestId, UserId};
use aditus_domain::notifications::{Delivery, Occasion};
use aditus_domain::roles::Role;
use diesel::prelude::*;

use super::digests;
use crate::dialect::{VALUES_AT_ONCE, insert_rows};
use crate::error::{DbResult, unreadable};
use crate::prepared::{Prepare, load_prepared, padded};
use crate::schema::{notification_preferences, notifications};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Insertable)]
#[diesel(table_name = notifications, treat_none_as_default_value = false)]
struct NewRow<'a> {
    user_id: i64,
    role_id: i64,
    kind: &'a str,
    message: &'a str,
    request_id: Option<i64>,
    authored_on: Timestamp,
    is_read: bool,
}

impl<'a> From<&'a NewNotification> for NewRow<'a> {
    fn from(new: &'a NewNotification) -> Self {
        Self {
            user_id: new.user.0,
            role_id: new.role.id(),
            kind: &new.kind,
            message: &new.message,
            request_id: new.request.map(|request| request.0),
            authored_on: Timestamp::from(new.authored_on),
            is_read: new.arrives_read(),
        }
    }
}

impl Notifications for WriteTransaction {
    fn add(&mut self, notification: &NewNotification) -> Result<NotificationId, StoreError> {
        let id = self.run(|connection| {
            let id = diesel::insert_into(notifications::table)
                .values(NewRow::from(notification))
                .returning(notifications::id)
                .get_result(connection)?;
            Ok(NotificationId(id))
        })?;
        self.will_signal(Signal::Notified(notification.user));
        Ok(id)
    }

    fn add_all(&mut self, notifications: &[NewNotification]) -> Result<(), StoreError> {
        let rows: Vec<NewRow<'_>> = notifications.iter().map(NewRow::from).collect();
        self.run(|connection| Ok(insert_rows!(connection, notifications::table, rows)?))?;
        for notification in notifications {
            self.will_signal(Signal::Notified(notification.user));
        }
        Ok(())
    }

    fn mark_read(&mut self, user: UserId, id: NotificationId) -> Result<bool, StoreError> {
        let own = notifications::table
            .filter(notifications::id.eq(id.0))
            .filter(notifications::user_id.eq(user.0));
        let marked = self.run(|connection| {
            Ok(diesel::update(own.filter(notifications::is_read.eq(false)))
                .set(notifications::is_read.eq(true))
                .prepared()
                .execute(connection)?)
        })?;
        if marked > 0 {
            self.will_signal(Signal::NotificationsRead(user));
            return Ok(true);
        }
        self.run(|connection| {
            let known = own.select(notifications::id).first::<i64>(connection);
            Ok(known.optional()?.is_some())
        })
    }

    fn mark_group_read(&mut self, user: UserId, role: Role) -> Result<u64, StoreError> {
        let marked = self.run(|connection| {
            let unread = notifications::table
                .filter(notifications::user_id.eq(user.0))
                .filter(notifications::role_id.eq(role.id()))
                .filter(notifications::is_read.eq(false));
            Ok(diesel::update(unread)
                .set(notifications::is_read.eq(true))
                .prepared()
                .execute(connection)? as u64)
        })?;
        if marked > 0 {
            self.will_signal(Signal::NotificationsRead(user));
        }
        Ok(marked)
    }

    fn settle(&mut self, request: RequestId, occasion: Occasion, roles: &[Role]) -> Result<(), StoreError> {
        let roles: Vec<i64> = roles.iter().map(|role| role.id()).collect();
        let unread = notifications::table
            .filter(notifications::request_id.eq(request.0))
            .filter(notifications::kind.eq(occasion.name()))
            .filter(notifications::role_id.eq_any(roles.clone()))
            .filter(notifications::is_read.eq(false));
        let users: Vec<i64> = self.run(|connection| {
            digests::settle(connection, request, occasion, roles)?;
            Ok(diesel::update(unread)
                .set(notifications::is_read.eq(true))
                .returning(notifications::user_id)
                .get_results(connection)?)
        })?;
        for user in users {
            self.will_signal(Signal::NotificationsRead(UserId(user)));
        }
        Ok(())
    }

    fn deliveries_among(
        &mut self,
        users: &[UserId],
        kinds: &[&str],
    ) -> Result<BTreeMap<(UserId, String), Delivery>, StoreError> {
        let ids: Vec<i64> = users.iter().map(|user| user.0).collect();
        let kinds = padded(kinds);
        self.run(|connection| {
            let mut deliveries = BTreeMap::new();
            for some in ids.chunks(VALUES_AT_ONCE) {
                let chosen = notification_preferences::table
                    .filter(notification_preferences::user_id.eq_any(padded(some)))
                    .filter(notification_preferences::kind.eq_any(&kinds))
                    .select((
                        notification_preferences::user_id,
                        notification_preferences::kind,
                        notification_preferences::by_mail,
                        notification_preferences::digest,
                    ));
                let chosen: Vec<(i64, String, bool, Option<String>)> = load_prepared(chosen, connection)?;
                for (user, kind, by_mail, digest) in chosen {
                    let delivery = delivery(by_mail, digest.as_deref())?;
                    deliveries.insert((UserId(user), kind), delivery);
                }
            }
            Ok(deliveries)
        })
    }

    fn choose_delivery(
        &mut self,
        user: UserId,
        occasion: Occasion,
        delivery: Delivery,
    ) -> Result<(), StoreError> {
        let digest = delivery.digest().map(|_| delivery.name());
        self.run(|connection| {
            let chosen_before = notification_preferences::table.find((user.0, occasion.name()));
            let changed = diesel::update(chosen_before)
                .set((
                    notification_preferences::by_mail.eq(delivery.is_by_mail()),
                    notification_preferences::digest.eq(digest),
                ))
                .prepared()
                .execute(connection)?;
            if changed > 0 {
                return Ok(());
            }
            diesel::insert_into(notification_preferences::table)
                .values((
                    notification_preferences::user_id.eq(user.0),
                    notification_preferences::kind.eq(occasion.name()),
                    notification_preferences::by_mail.eq(delivery.is_by_mail()),
                    notification_preferences::digest.eq(digest),
                ))
                .execute(connection)?;
            Ok(())
        })
    }
}

/// Reads a choice. A server of an earlier version stores `by_mail` alone, so it decides.
pub(super) fn delivery(by_mail: bool, digest: Option<&str>) -> DbResult<Delivery> {
    match digest {
        Some(name) if by_mail => Delivery::parse(name).map_err(unreadable("delivery of mails")),
        _ => Ok(Delivery::of_switch(by_mail)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switch_of_an_earlier_version_decides() {
        for (by_mail, digest, expected) in [
            (true, None, Delivery::Immediately),
            (false, None, Delivery::Never),
            (true, Some("daily"), Delivery::Daily),
            (true, Some("weekly"), Delivery::Weekly),
            (false, Some("daily"), Delivery::Never),
        ] {
            assert_eq!(delivery(by_mail, digest).unwrap(), expected);
        }
    }
}
