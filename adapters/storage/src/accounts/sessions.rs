//! Repository of sessions.

use aditus_application::accounts::{NewSession, Session, Sessions};
use aditus_application::ports::{Signal, StoreError};
use aditus_domain::ids::{AssignedRoleId, SessionId, UserId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::prepared::Prepare;
use crate::schema::sessions;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
struct SessionRow {
    id: i64,
    user_id: i64,
    selected_role_id: Option<i64>,
    created_on: Timestamp,
    last_used_on: Timestamp,
}

impl Sessions for WriteTransaction {
    fn add(&mut self, session: &NewSession) -> Result<SessionId, StoreError> {
        let begun = Timestamp::from(session.created_on);
        self.run(|connection| {
            let id = diesel::insert_into(sessions::table)
                .values((
                    sessions::user_id.eq(session.user.0),
                    sessions::token_hash.eq(session.token_hash.as_slice()),
                    sessions::selected_role_id.eq(session.selected_role.map(|role| role.0)),
                    sessions::user_agent.eq(&session.user_agent),
                    sessions::created_on.eq(begun),
                    sessions::last_used_on.eq(begun),
                ))
                .returning(sessions::id)
                .get_result(connection)?;
            Ok(SessionId(id))
        })
    }

    fn by_token(&mut self, token_hash: &[u8; 32]) -> Result<Option<Session>, StoreError> {
        self.run(|connection| {
            let row = sessions::table
                .filter(sessions::token_hash.eq(token_hash.as_slice()))
                .select(SessionRow::as_select())
                .first(connection)
                .optional()?;
            Ok(row.map(|row| Session {
                id: SessionId(row.id),
                user: UserId(row.user_id),
                selected_role: row.selected_role_id.map(AssignedRoleId),
                created_on: row.created_on.0,
                last_used_on: row.last_used_on.0,
            }))
        })
    }

    fn touch(&mut self, id: SessionId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(sessions::table.find(id.0))
                .set(sessions::last_used_on.eq(Timestamp::from(at)))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn record_password_confirmation(&mut self, id: SessionId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(sessions::table.find(id.0))
                .set(sessions::password_given_on.eq(Timestamp::from(at)))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn select_role(&mut self, id: SessionId, role: Option<AssignedRoleId>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(sessions::table.find(id.0))
                .set(sessions::selected_role_id.eq(role.map(|role| role.0)))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn end(&mut self, id: SessionId) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(sessions::table.find(id.0)).execute(connection)?;
            Ok(())
        })?;
        self.will_signal(Signal::SessionEnded(id));
        Ok(())
    }

    fn end_own(&mut self, user: UserId, id: SessionId) -> Result<bool, StoreError> {
        let was_there = self.run(|connection| {
            let own = sessions::table
                .filter(sessions::id.eq(id.0))
                .filter(sessions::user_id.eq(user.0));
            Ok(diesel::delete(own).execute(connection)? > 0)
        })?;
        if was_there {
            self.will_signal(Signal::SessionEnded(id));
        }
        Ok(was_there)
    }

    fn end_others(&mut self, user: UserId, kept: SessionId) -> Result<Vec<SessionId>, StoreError> {
        let ended = self.run(|connection| {
            let others = sessions::table
                .filter(sessions::user_id.eq(user.0))
                .filter(sessions::id.ne(kept.0));
            Ok(diesel::delete(others)
                .returning(sessions::id)
                .get_results::<i64>(connection)?)
        })?;
        let ended: Vec<_> = ended.into_iter().map(SessionId).collect();
        for id in &ended {
            self.will_signal(Signal::SessionEnded(*id));
        }
        Ok(ended)
    }

    fn end_all(&mut self, user: UserId) -> Result<(), StoreError> {
        let ended = self.run(|connection| {
            Ok(
                diesel::delete(sessions::table.filter(sessions::user_id.eq(user.0)))
                    .returning(sessions::id)
                    .get_results::<i64>(connection)?,
            )
        })?;
        for id in ended {
            self.will_signal(Signal::SessionEnded(SessionId(id)));
        }
        Ok(())
    }

    fn delete_expired(&mut self, idle_since: DateTime<Utc>, begun_since: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let over = sessions::last_used_on
                .lt(Timestamp::from(idle_since))
                .or(sessions::created_on.lt(Timestamp::from(begun_since)));
            Ok(diesel::delete(sessions::table.filter(over)).execute(connection)? as u64)
        })
    }
}
