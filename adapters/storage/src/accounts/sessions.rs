//! Repository of sessions.

use aditus_application::accounts::identities::ProviderSession;
use aditus_application::accounts::{NewSession, Session, Sessions};
use aditus_application::ports::{ProviderLogout, Signal, StoreError};
use aditus_domain::ids::{AssignedRoleId, SessionId, UserId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::identities::provider_session;
use crate::connection::AnyConnection;
use crate::dialect::VALUES_AT_ONCE;
use crate::error::DbResult;
use crate::prepared::Prepare;
use crate::schema::{identities, pending_sign_ins, sessions};
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
        let provider = session.provider.as_ref();
        self.run(|connection| {
            let id = diesel::insert_into(sessions::table)
                .values((
                    sessions::user_id.eq(session.user.0),
                    sessions::token_hash.eq(session.token_hash.as_slice()),
                    sessions::selected_role_id.eq(session.selected_role.map(|role| role.0)),
                    sessions::user_agent.eq(&session.user_agent),
                    sessions::created_on.eq(begun),
                    sessions::last_used_on.eq(begun),
                    sessions::identity_id.eq(provider.map(|provider| provider.identity.0)),
                    sessions::provider_sid.eq(provider.and_then(|provider| provider.sid.as_deref())),
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

    fn provider_of(&mut self, id: SessionId) -> Result<Option<ProviderSession>, StoreError> {
        self.run(|connection| {
            let columns = sessions::table
                .inner_join(identities::table)
                .filter(sessions::id.eq(id.0))
                .select((sessions::identity_id, sessions::provider_sid))
                .first::<(Option<i64>, Option<String>)>(connection)
                .optional()?;
            Ok(columns.and_then(|(identity, sid)| provider_session(identity, sid)))
        })
    }

    fn end_of_provider(&mut self, logout: &ProviderLogout) -> Result<Vec<(UserId, SessionId)>, StoreError> {
        // PostgreSQL rejects NUL in texts. No identity contains one.
        let given = [Some(&logout.issuer), logout.subject.as_ref(), logout.sid.as_ref()];
        if given.iter().flatten().any(|text| text.contains('\0')) {
            return Ok(Vec::new());
        }
        let ended = self.run(|connection| {
            end_pending_of_provider(connection, logout)?;
            end_of_provider(connection, logout)
        })?;
        for (_, id) in &ended {
            self.will_signal(Signal::SessionEnded(*id));
        }
        Ok(ended)
    }

    fn delete_expired(
        &mut self,
        idle_since: DateTime<Utc>,
        begun_since: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        self.run(|connection| {
            let over = sessions::last_used_on
                .lt(Timestamp::from(idle_since))
                .or(sessions::created_on.lt(Timestamp::from(begun_since)));
            Ok(diesel::delete(sessions::table.filter(over)).execute(connection)? as u64)
        })
    }
}

/// Ends the sessions that a provider ended.
fn end_of_provider(
    connection: &mut AnyConnection,
    logout: &ProviderLogout,
) -> DbResult<Vec<(UserId, SessionId)>> {
    let mut begun_there = sessions::table
        .inner_join(identities::table)
        .filter(identities::issuer.eq(&logout.issuer))
        .filter(sessions::created_on.le(Timestamp::from(logout.issued_until)))
        .select(sessions::id)
        .into_boxed();
    if let Some(subject) = &logout.subject {
        begun_there = begun_there.filter(identities::subject.eq(subject));
    }
    if let Some(sid) = &logout.sid {
        begun_there = begun_there.filter(sessions::provider_sid.eq(sid));
    }
    let ids: Vec<i64> = begun_there.load(connection)?;
    let mut ended = Vec::with_capacity(ids.len());
    for some in ids.chunks(VALUES_AT_ONCE) {
        let rows = diesel::delete(sessions::table.filter(sessions::id.eq_any(some)))
            .returning((sessions::user_id, sessions::id))
            .get_results::<(i64, i64)>(connection)?;
        ended.extend(
            rows.into_iter()
                .map(|(user, session)| (UserId(user), SessionId(session))),
        );
    }
    Ok(ended)
}

/// Ends the sign-ins that the provider ended while they wait for the second factor. Their sessions
/// would begin after the logout.
fn end_pending_of_provider(connection: &mut AnyConnection, logout: &ProviderLogout) -> DbResult<()> {
    let mut begun_there = pending_sign_ins::table
        .inner_join(identities::table)
        .filter(identities::issuer.eq(&logout.issuer))
        .filter(pending_sign_ins::begun_on.le(Timestamp::from(logout.issued_until)))
        .select(pending_sign_ins::token_hash)
        .into_boxed();
    if let Some(subject) = &logout.subject {
        begun_there = begun_there.filter(identities::subject.eq(subject));
    }
    if let Some(sid) = &logout.sid {
        begun_there = begun_there.filter(pending_sign_ins::provider_sid.eq(sid));
    }
    let hashes: Vec<Vec<u8>> = begun_there.load(connection)?;
    for some in hashes.chunks(VALUES_AT_ONCE) {
        diesel::delete(pending_sign_ins::table.filter(pending_sign_ins::token_hash.eq_any(some)))
            .execute(connection)?;
    }
    Ok(())
}
