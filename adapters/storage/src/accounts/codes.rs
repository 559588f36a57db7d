//! Repository of one-time codes.

use aditus_application::accounts::{Codes, StoredCode};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::{CodePurpose, OneTimeCode, Spent, SpentReason};
use aditus_domain::ids::{CodeId, UserId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::dialect::lock_key;
use crate::error::{DbError, DbResult, unreadable};
use crate::prepared::{Prepare, columns_of, one_directly};
use crate::schema::one_time_codes;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = one_time_codes)]
struct CodeRow {
    id: i64,
    purpose: String,
    subject: String,
    user_id: Option<i64>,
    code_hash: Vec<u8>,
    context: String,
    issued_at: Timestamp,
    expires_at: Timestamp,
    wrong_entries: i32,
    spent_how: Option<String>,
    spent_at: Option<Timestamp>,
    version: i64,
}

const fn name(how: SpentReason) -> &'static str {
    match how {
        SpentReason::Redeemed => "Redeemed",
        SpentReason::Voided => "Voided",
    }
}

impl CodeRow {
    fn code(self) -> DbResult<StoredCode> {
        let hash = self
            .code_hash
            .as_slice()
            .try_into()
            .map_err(unreadable("code hash"))?;
        // CHECK constraints allow only these two names, and require both columns or neither.
        let spent = self.spent_how.zip(self.spent_at).map(|(how, at)| Spent {
            how: if how == name(SpentReason::Redeemed) {
                SpentReason::Redeemed
            } else {
                SpentReason::Voided
            },
            at: at.0,
        });
        Ok(StoredCode {
            id: CodeId(self.id),
            code: OneTimeCode {
                purpose: CodePurpose::parse(&self.purpose).map_err(unreadable("code purpose"))?,
                subject: self.subject,
                account: self.user_id.map(UserId),
                code_hash: hash,
                context: self.context,
                issued_at: self.issued_at.0,
                expires_at: self.expires_at.0,
                wrong_entries: self
                    .wrong_entries
                    .try_into()
                    .map_err(unreadable("number of wrong entries"))?,
                spent,
            },
            version: self.version,
        })
    }
}

/// Returns the advisory-lock key for a purpose and subject: an FNV-1a hash, which is the same on
/// every node.
fn advisory_key(purpose: CodePurpose, subject: &str) -> i64 {
    let bytes = purpose.name().bytes().chain([0]).chain(subject.bytes());
    let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    hash.cast_signed()
}

impl Codes for WriteTransaction {
    fn lock_exclusive(&mut self, purpose: CodePurpose, subject: &str) -> Result<(), StoreError> {
        self.run(|connection| Ok(lock_key(connection, advisory_key(purpose, subject))?))
    }

    fn add(&mut self, code: &OneTimeCode) -> Result<CodeId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(one_time_codes::table)
                .values((
                    one_time_codes::purpose.eq(code.purpose.name()),
                    one_time_codes::subject.eq(&code.subject),
                    one_time_codes::user_id.eq(code.account.map(|user| user.0)),
                    one_time_codes::code_hash.eq(code.code_hash.as_slice()),
                    one_time_codes::context.eq(&code.context),
                    one_time_codes::issued_at.eq(Timestamp::from(code.issued_at)),
                    one_time_codes::expires_at.eq(Timestamp::from(code.expires_at)),
                    one_time_codes::wrong_entries.eq(i32::from(code.wrong_entries)),
                    one_time_codes::spent_how.eq(code.spent.map(|spent| name(spent.how))),
                    one_time_codes::spent_at.eq(code.spent.map(|spent| Timestamp::from(spent.at))),
                    one_time_codes::version.eq(1),
                ))
                .returning(one_time_codes::id)
                .get_result(connection)?;
            Ok(CodeId(id))
        })
    }

    fn newest(&mut self, purpose: CodePurpose, subject: &str) -> Result<Option<StoredCode>, StoreError> {
        self.run(|connection| {
            let newest = one_time_codes::table
                .filter(one_time_codes::purpose.eq(purpose.name()))
                .filter(one_time_codes::subject.eq(subject))
                .order(one_time_codes::id.desc())
                .limit(1)
                .select(columns_of::<CodeRow>());
            let row: Option<CodeRow> = one_directly(newest, connection)?;
            row.map(CodeRow::code).transpose()
        })
    }

    fn unused_since(
        &mut self,
        purpose: CodePurpose,
        subject: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<DateTime<Utc>>, StoreError> {
        self.run(|connection| {
            let times = one_time_codes::table
                .filter(one_time_codes::purpose.eq(purpose.name()))
                .filter(one_time_codes::subject.eq(subject))
                .filter(one_time_codes::issued_at.ge(Timestamp::from(since)))
                .filter(
                    one_time_codes::spent_how
                        .is_null()
                        .or(one_time_codes::spent_how.ne(name(SpentReason::Redeemed))),
                )
                .order((one_time_codes::issued_at, one_time_codes::id))
                .select(one_time_codes::issued_at)
                .load::<Timestamp>(connection)?;
            Ok(times.into_iter().map(|at| at.0).collect())
        })
    }

    fn save(&mut self, code: &StoredCode) -> Result<(), StoreError> {
        self.run(|connection| {
            let unchanged = one_time_codes::table
                .filter(one_time_codes::id.eq(code.id.0))
                .filter(one_time_codes::version.eq(code.version));
            let saved = diesel::update(unchanged)
                .set((
                    one_time_codes::wrong_entries.eq(i32::from(code.code.wrong_entries)),
                    one_time_codes::spent_how.eq(code.code.spent.map(|spent| name(spent.how))),
                    one_time_codes::spent_at.eq(code.code.spent.map(|spent| Timestamp::from(spent.at))),
                    one_time_codes::version.eq(code.version + 1),
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

    fn void_of(&mut self, user: UserId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let out = one_time_codes::table
                .filter(one_time_codes::user_id.eq(user.0))
                .filter(one_time_codes::spent_how.is_null());
            diesel::update(out)
                .set((
                    one_time_codes::spent_how.eq(Some(name(SpentReason::Voided))),
                    one_time_codes::spent_at.eq(Some(Timestamp::from(at))),
                    one_time_codes::version.eq(one_time_codes::version + 1),
                ))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn delete_expired(&mut self, issued_before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = one_time_codes::table.filter(one_time_codes::issued_at.lt(Timestamp::from(issued_before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
