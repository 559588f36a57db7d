//! Repository of passkeys.

use aditus_application::accounts::passkeys::{NewPasskey, StoredPasskey, StoredPasskeys};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::passkey::PasskeyName;
use aditus_domain::ids::{PasskeyId, UserId};
use diesel::prelude::*;

use super::account_lock::{lock, lock_for_addition};
use crate::connection::AnyConnection;
use crate::error::{DbError, DbResult, missing};
use crate::prepared::{Prepare, columns_of, load_directly, one_directly};
use crate::schema::passkeys;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = passkeys)]
struct PasskeyRow {
    id: i64,
    user_id: i64,
    handle: Vec<u8>,
    name: String,
    credential_id: Vec<u8>,
    public_key: Vec<u8>,
    algorithm: i64,
    record: String,
    added_on: Timestamp,
    last_used_on: Option<Timestamp>,
    version: i64,
}

impl PasskeyRow {
    fn stored(self) -> DbResult<StoredPasskey> {
        let handle = <[u8; 16]>::try_from(self.handle);
        Ok(StoredPasskey {
            id: PasskeyId(self.id),
            passkey: NewPasskey {
                user: UserId(self.user_id),
                handle: handle.map_err(|_| missing("user handle of a passkey")())?,
                name: PasskeyName::stored(self.name),
                credential_id: self.credential_id,
                public_key: self.public_key,
                algorithm: self.algorithm,
                record: self.record,
                added_on: self.added_on.0,
            },
            last_used_on: self.last_used_on.map(|at| at.0),
            version: self.version,
        })
    }
}

/// Reads the passkeys of an account, the oldest first.
pub(super) fn of_user(connection: &mut AnyConnection, user: UserId) -> DbResult<Vec<StoredPasskey>> {
    let own = passkeys::table
        .filter(passkeys::user_id.eq(user.0))
        .order((passkeys::added_on, passkeys::id))
        .select(columns_of::<PasskeyRow>());
    let rows: Vec<PasskeyRow> = load_directly(own, connection)?;
    rows.into_iter().map(PasskeyRow::stored).collect()
}

/// Counts the passkeys of an account.
pub(super) fn number(connection: &mut AnyConnection, user: UserId) -> DbResult<usize> {
    let own = passkeys::table.filter(passkeys::user_id.eq(user.0)).count();
    let number: Option<i64> = one_directly(own, connection)?;
    Ok(number.map_or(0, |number| usize::try_from(number).unwrap_or_default()))
}

impl StoredPasskeys for WriteTransaction {
    fn add(&mut self, new: &NewPasskey) -> Result<PasskeyId, StoreError> {
        self.run(|connection| {
            lock_for_addition(connection, new.user)?;
            let id = diesel::insert_into(passkeys::table)
                .values((
                    passkeys::user_id.eq(new.user.0),
                    passkeys::handle.eq(new.handle.as_slice()),
                    passkeys::name.eq(new.name.as_str()),
                    passkeys::credential_id.eq(new.credential_id.as_slice()),
                    passkeys::public_key.eq(new.public_key.as_slice()),
                    passkeys::algorithm.eq(new.algorithm),
                    passkeys::record.eq(&new.record),
                    passkeys::added_on.eq(Timestamp::from(new.added_on)),
                    passkeys::version.eq(1),
                ))
                .returning(passkeys::id)
                .get_result(connection)?;
            Ok(PasskeyId(id))
        })
    }

    fn of_user(&mut self, user: UserId) -> Result<Vec<StoredPasskey>, StoreError> {
        self.run(|connection| {
            lock(connection, user)?;
            of_user(connection, user)
        })
    }

    fn by_credential(&mut self, credential_id: &[u8]) -> Result<Option<StoredPasskey>, StoreError> {
        self.run(|connection| {
            let known = passkeys::table
                .filter(passkeys::credential_id.eq(credential_id))
                .select(columns_of::<PasskeyRow>());
            let row: Option<PasskeyRow> = one_directly(known, connection)?;
            row.map(PasskeyRow::stored).transpose()
        })
    }

    fn save_use(&mut self, used: &StoredPasskey) -> Result<(), StoreError> {
        self.run(|connection| {
            let unchanged = passkeys::table
                .filter(passkeys::id.eq(used.id.0))
                .filter(passkeys::version.eq(used.version));
            let saved = diesel::update(unchanged)
                .set((
                    passkeys::record.eq(&used.passkey.record),
                    passkeys::last_used_on.eq(used.last_used_on.map(Timestamp::from)),
                    passkeys::version.eq(used.version + 1),
                ))
                .prepared()
                .execute(connection)?;
            if saved == 0 {
                Err(DbError::Store(StoreError::Conflict))
            } else {
                Ok(())
            }
        })
    }

    fn rename(&mut self, user: UserId, id: PasskeyId, name: &PasskeyName) -> Result<bool, StoreError> {
        self.run(|connection| {
            let own = passkeys::table
                .filter(passkeys::id.eq(id.0))
                .filter(passkeys::user_id.eq(user.0));
            let renamed = diesel::update(own)
                .set(passkeys::name.eq(name.as_str()))
                .execute(connection)?;
            Ok(renamed > 0)
        })
    }

    fn remove(&mut self, user: UserId, id: PasskeyId) -> Result<bool, StoreError> {
        self.run(|connection| {
            lock(connection, user)?;
            let own = passkeys::table
                .filter(passkeys::id.eq(id.0))
                .filter(passkeys::user_id.eq(user.0));
            Ok(diesel::delete(own).execute(connection)? > 0)
        })
    }

    fn remove_all(&mut self, user: UserId) -> Result<u64, StoreError> {
        self.run(|connection| {
            lock(connection, user)?;
            let own = passkeys::table.filter(passkeys::user_id.eq(user.0));
            Ok(diesel::delete(own).execute(connection)? as u64)
        })
    }
}
