//! The store of notifications.

use aditus_application::notifications::{NewNotification, Notifications};
use aditus_application::ports::StoreError;
use aditus_domain::ids::{NotificationId, UserId};
use diesel::prelude::*;

use crate::schema::notifications;
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
        self.run(|connection| {
            let own = notifications::table
                .filter(notifications::id.eq(id.0))
                .filter(notifications::user_id.eq(user.0));
            Ok(diesel::update(own)
                .set(notifications::is_read.eq(true))
                .execute(connection)?
                > 0)
        })
    }
}
