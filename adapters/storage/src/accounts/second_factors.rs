//! Repository of second factors.

use aditus_application::accounts::second_factor::{SecondFactors, StoredSecondFactor};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::second_factor::{
    AppSetUp, AuthenticatorApp, RecoveryCodes, SecondFactor, TotpStep,
};
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::passkeys;
use crate::connection::AnyConnection;
use crate::dialect::per_backend;
use crate::error::{DbError, DbResult, missing};
use crate::prepared::{Prepare, columns_of, one_directly};
use crate::schema::second_factors;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// The size of a hash of a recovery code.
const HASH_BYTES: usize = 32;

#[derive(Queryable, Selectable)]
#[diesel(table_name = second_factors)]
struct FactorRow {
    app_secret: Option<Vec<u8>>,
    app_added_on: Option<Timestamp>,
    app_last_used_on: Option<Timestamp>,
    app_last_step: Option<i64>,
    set_up_secret: Option<Vec<u8>>,
    set_up_begun_on: Option<Timestamp>,
    recovery_key: Option<Vec<u8>>,
    recovery_hashes: Option<Vec<u8>>,
    recovery_made_on: Option<Timestamp>,
    required_since: Option<Timestamp>,
    version: i64,
}

impl FactorRow {
    /// CHECK constraints require all columns of a part or none.
    fn factor(self, passkeys: usize) -> DbResult<(SecondFactor, i64)> {
        let last_used_on = self.app_last_used_on.map(|at| at.0);
        let app = self.app_secret.zip(self.app_added_on).zip(self.app_last_step);
        let set_up = self.set_up_secret.zip(self.set_up_begun_on);
        let recovery = self.recovery_key.zip(self.recovery_hashes);
        let factor = SecondFactor {
            app: app.map(|((sealed_secret, added_on), last_step)| AuthenticatorApp {
                sealed_secret,
                added_on: added_on.0,
                last_used_on,
                last_step: TotpStep(last_step),
            }),
            set_up: set_up.map(|(sealed_secret, begun_on)| AppSetUp {
                sealed_secret,
                begun_on: begun_on.0,
            }),
            passkeys,
            recovery: recovery
                .zip(self.recovery_made_on)
                .map(|((sealed_key, hashes), made_on)| {
                    Ok::<_, DbError>(RecoveryCodes {
                        sealed_key,
                        unused: read_hashes(&hashes)?,
                        made_on: made_on.0,
                    })
                })
                .transpose()?,
            required_since: self.required_since.map(|at| at.0),
        };
        Ok((factor, self.version))
    }
}

fn read_hashes(packed: &[u8]) -> DbResult<Vec<[u8; HASH_BYTES]>> {
    let (hashes, rest) = packed.as_chunks::<HASH_BYTES>();
    if rest.is_empty() {
        Ok(hashes.to_vec())
    } else {
        Err(missing("rest of a hash of a recovery code")())
    }
}

/// Reads the second factor of an account with its version, which is 0 if there is no row.
pub(super) fn read(connection: &mut AnyConnection, user: UserId) -> DbResult<(SecondFactor, i64)> {
    let found = second_factors::table
        .find(user.0)
        .select(columns_of::<FactorRow>());
    let row: Option<FactorRow> = one_directly(found, connection)?;
    let passkeys = passkeys::number(connection, user)?;
    let only_passkeys = SecondFactor {
        passkeys,
        ..SecondFactor::default()
    };
    row.map_or(Ok((only_passkeys, 0)), |row| row.factor(passkeys))
}

#[derive(AsChangeset)]
#[diesel(table_name = second_factors, treat_none_as_null = true)]
struct SavedColumns<'a> {
    app_secret: Option<&'a [u8]>,
    app_added_on: Option<Timestamp>,
    app_last_used_on: Option<Timestamp>,
    app_last_step: Option<i64>,
    set_up_secret: Option<&'a [u8]>,
    set_up_begun_on: Option<Timestamp>,
    recovery_key: Option<&'a [u8]>,
    recovery_hashes: Option<Vec<u8>>,
    recovery_made_on: Option<Timestamp>,
    version: i64,
}

impl<'a> SavedColumns<'a> {
    fn new(stored: &'a StoredSecondFactor) -> Self {
        let factor = &stored.factor;
        let (app, set_up) = (factor.app.as_ref(), factor.set_up.as_ref());
        let recovery = factor.recovery.as_ref();
        Self {
            app_secret: app.map(|app| app.sealed_secret.as_slice()),
            app_added_on: app.map(|app| app.added_on.into()),
            app_last_used_on: app.and_then(|app| app.last_used_on).map(Timestamp::from),
            app_last_step: app.map(|app| app.last_step.0),
            set_up_secret: set_up.map(|set_up| set_up.sealed_secret.as_slice()),
            set_up_begun_on: set_up.map(|set_up| set_up.begun_on.into()),
            recovery_key: recovery.map(|codes| codes.sealed_key.as_slice()),
            recovery_hashes: recovery.map(|codes| codes.unused.concat()),
            recovery_made_on: recovery.map(|codes| codes.made_on.into()),
            version: stored.version + 1,
        }
    }
}

/// Adds an empty row unless there is one. Its version is that of an account without a row, so a
/// save of what was read before still fits.
fn ensure_row(connection: &mut AnyConnection, user: UserId) -> DbResult<()> {
    per_backend!(connection, c => diesel::insert_into(second_factors::table)
        .values((second_factors::user_id.eq(user.0), second_factors::version.eq(0)))
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

impl SecondFactors for WriteTransaction {
    fn of_user(&mut self, user: UserId) -> Result<StoredSecondFactor, StoreError> {
        self.run(|connection| {
            let (factor, version) = read(connection, user)?;
            Ok(StoredSecondFactor {
                user,
                factor,
                version,
            })
        })
    }

    fn save(&mut self, stored: &StoredSecondFactor) -> Result<(), StoreError> {
        self.run(|connection| {
            if stored.version == 0 {
                ensure_row(connection, stored.user)?;
            }
            let unchanged = second_factors::table
                .filter(second_factors::user_id.eq(stored.user.0))
                .filter(second_factors::version.eq(stored.version));
            let saved = diesel::update(unchanged)
                .set(SavedColumns::new(stored))
                .execute(connection)?;
            if saved == 0 {
                Err(DbError::Store(StoreError::Conflict))
            } else {
                Ok(())
            }
        })
    }

    fn set_required_since(&mut self, user: UserId, since: Option<DateTime<Utc>>) -> Result<(), StoreError> {
        self.run(|connection| {
            ensure_row(connection, user)?;
            diesel::update(second_factors::table.find(user.0))
                .set(second_factors::required_since.eq(since.map(Timestamp::from)))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }
}
