//! Approval letters. The statements here only insert and read them; erasures redact names
//! ([`super::erasures`]).

use aditus_application::ports::StoreError;
use aditus_application::requests::letters::{Letter, Letters};
use aditus_domain::ids::{ProcedureId, RequestId};
use aditus_domain::procedures::{LetterNumber, LetterText};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{approval_letter_numbers, approval_letters, data_requests};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// Id of the only row of the number table.
const COUNTER: i64 = 1;

#[derive(Queryable, Selectable)]
#[diesel(table_name = approval_letters)]
struct LetterRow {
    request_id: i64,
    number: i64,
    made_on: Timestamp,
    heading: String,
    body: String,
}

impl Letters for WriteTransaction {
    fn next_number(&mut self) -> Result<LetterNumber, StoreError> {
        self.run(|connection| {
            // The update locks the row, so that a concurrent caller waits until this transaction
            // ends.
            diesel::update(approval_letter_numbers::table.find(COUNTER))
                .set(approval_letter_numbers::last.eq(approval_letter_numbers::last + 1_i64))
                .execute(connection)?;
            let last: i64 = approval_letter_numbers::table
                .find(COUNTER)
                .select(approval_letter_numbers::last)
                .first(connection)?;
            Ok(LetterNumber(last.unsigned_abs()))
        })
    }

    fn add(&mut self, letter: &Letter) -> Result<(), StoreError> {
        self.run(|connection| {
            let number = i64::try_from(letter.number.0).map_err(unreadable("number of a letter"))?;
            diesel::insert_into(approval_letters::table)
                .values((
                    approval_letters::request_id.eq(letter.request.0),
                    approval_letters::number.eq(number),
                    approval_letters::made_on.eq(Timestamp::from(letter.made_on)),
                    approval_letters::heading.eq(&letter.text.heading),
                    approval_letters::body.eq(&letter.text.body),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn procedure_of(&mut self, request: RequestId) -> Result<Option<ProcedureId>, StoreError> {
        self.run(|connection| {
            let noted: Option<Option<i64>> = data_requests::table
                .find(request.0)
                .select(data_requests::procedure_id)
                .first(connection)
                .optional()?;
            Ok(noted.flatten().map(ProcedureId))
        })
    }
}

impl From<LetterRow> for Letter {
    fn from(row: LetterRow) -> Self {
        Self {
            request: RequestId(row.request_id),
            number: LetterNumber(row.number.unsigned_abs()),
            made_on: row.made_on.0,
            text: LetterText {
                heading: row.heading,
                body: row.body,
            },
        }
    }
}

pub(super) fn of_request(connection: &mut AnyConnection, request: RequestId) -> DbResult<Option<Letter>> {
    let row = approval_letters::table
        .find(request.0)
        .select(LetterRow::as_select())
        .first::<LetterRow>(connection)
        .optional()?;
    Ok(row.map(Letter::from))
}

pub(crate) fn of_requests(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<Vec<Letter>> {
    let rows: Vec<LetterRow> = approval_letters::table
        .filter(approval_letters::request_id.eq_any(requests))
        .select(LetterRow::as_select())
        .load(connection)?;
    Ok(rows.into_iter().map(Letter::from).collect())
}
