//! The store of notifications.

use aditus_application::notifications::{NewNotification, Notifications};
use aditus_application::ports::StoreError;
use aditus_domain::ids::{NotificationId, UserId};
use aditus_domain::notifications::Occasion;
use aditus_domain::roles::Role;
use diesel::prelude::*;

use crate::schema::{notification_preferences, notifications};
use crate::times::At;
use crate::transaction::UnitOfWork;

impl Notifications for UnitOfWork {
    fn add(&mut self, notification: &NewNotification) -> Result<NotificationId, StoreError> {
        let id = self.run(|connection| {
            let id = diesel::insert_into(notifications::table)
                .values((
                    notifications::user_id.eq(notification.user.0),
                    notifications::role_id.eq(i64::from(notification.role.rank())),
                    notifications::kind.eq(&notification.kind),
                    notifications::message.eq(&notification.message),
                    notifications::request_id.eq(notification.request.map(|request| request.0)),
                    notifications::authored_on.eq(At::from(notification.authored_on)),
                    notifications::is_read.eq(false),
                ))
                .returning(notifications::id)
                .get_result(connection)?;
            Ok(NotificationId(id))
        })?;
        self.will_notify(notification.user);
        Ok(id)
    }

    fn mark_read(&mut self, user: UserId, id: NotificationId) -> Result<bool, StoreError> {
        let own = notifications::table
            .filter(notifications::id.eq(id.0))
            .filter(notifications::user_id.eq(user.0));
        let marked = self.run(|connection| {
            Ok(diesel::update(own.filter(notifications::is_read.eq(false)))
                .set(notifications::is_read.eq(true))
                .execute(connection)?)
        })?;
        if marked > 0 {
            self.will_tell_read(user);
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
                .filter(notifications::role_id.eq(i64::from(role.rank())))
                .filter(notifications::is_read.eq(false));
            Ok(diesel::update(unread)
                .set(notifications::is_read.eq(true))
                .execute(connection)? as u64)
        })?;
        if marked > 0 {
            self.will_tell_read(user);
        }
        Ok(marked)
    }

    fn wants_mail(&mut self, user: UserId, kind: &str) -> Result<bool, StoreError> {
        self.run(|connection| {
            let chosen = notification_preferences::table
                .find((user.0, kind))
                .select(notification_preferences::by_mail)
                .first(connection)
                .optional()?;
            Ok(chosen.unwrap_or(true))
        })
    }

    fn choose_mail(&mut self, user: UserId, occasion: Occasion, by_mail: bool) -> Result<(), StoreError> {
        self.run(|connection| {
            let chosen_before = notification_preferences::table.find((user.0, occasion.name()));
            let changed = diesel::update(chosen_before)
                .set(notification_preferences::by_mail.eq(by_mail))
                .execute(connection)?;
            if changed > 0 {
                return Ok(());
            }
            diesel::insert_into(notification_preferences::table)
                .values((
                    notification_preferences::user_id.eq(user.0),
                    notification_preferences::kind.eq(occasion.name()),
                    notification_preferences::by_mail.eq(by_mail),
                ))
                .execute(connection)?;
            Ok(())
        })
    }
}
