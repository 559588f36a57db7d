//! The terms of requests, one for each round. The term of a request that is not pending does not run,
//! also if a server of an earlier version decided the request and left `is_running`.

use std::collections::BTreeMap;

use aditus_application::deadlines::RequestTerms;
use aditus_application::deadlines::repository::TermClock;
use aditus_application::deadlines::terms::{NewExtension, NewTerm};
use aditus_application::deadlines::views::{ExtensionView, RunningTerm};
use aditus_application::ports::StoreError;
use aditus_application::row_versions::RowVersion;
use aditus_domain::deadlines::{DueDates, Extension, Term};
use aditus_domain::ids::RequestId;
use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::clocks::by_dates;
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::{DbResult, unreadable};
use crate::prepared::{Prepare, columns_of, load_prepared, padded};
use crate::procedures::term_columns::{optional_term, term};
use crate::schema::{approval_procedures, data_requests, request_terms};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_terms)]
struct TermRow {
    request_id: i64,
    round: i32,
    term_unit: String,
    term_count: i32,
    started_on: Timestamp,
    extension_count: Option<i32>,
    extension_reason: Option<String>,
    extended_on: Option<Timestamp>,
    due_soon_on: Option<NaiveDate>,
    expected_by: Option<NaiveDate>,
}

impl TermRow {
    fn term(&self) -> DbResult<Term> {
        term(&self.term_unit, self.term_count)
    }

    fn extension(&self) -> DbResult<Option<Extension>> {
        let Some(count) = self.extension_count else {
            return Ok(None);
        };
        let extension = self.term()?.extension(i64::from(count));
        Ok(Some(extension.map_err(unreadable("extension of a term"))?))
    }

    fn extension_view(&self) -> DbResult<Option<ExtensionView>> {
        let extension = self.extension()?.zip(self.extended_on);
        let unit = self.term()?.unit();
        Ok(extension.map(|(extension, on)| ExtensionView {
            extension,
            unit,
            reason: self.extension_reason.clone().unwrap_or_default(),
            on: on.0,
        }))
    }

    fn dates(&self) -> DueDates {
        DueDates {
            due_soon_on: self.due_soon_on,
            due_on: self.expected_by,
        }
    }

    fn clock(&self) -> DbResult<TermClock> {
        Ok(TermClock {
            term: self.term()?,
            since: self.started_on.0,
            extension: self.extension()?,
            dates: self.dates(),
        })
    }

    fn running(&self) -> DbResult<RunningTerm> {
        Ok(RunningTerm {
            term: self.term()?,
            extended: self.extension_view()?,
            dates: self.dates(),
        })
    }
}

/// The condition that the request of a row is pending: `is_of_pending!(request_terms)`. As a join,
/// SQLite would begin with all pending requests, because it has no statistics.
macro_rules! is_of_pending {
    ($table:ident) => {
        $crate::schema::data_requests::table
            .filter($crate::schema::data_requests::id.eq($crate::schema::$table::request_id))
            .select($crate::schema::data_requests::status_tab)
            .single_value()
            .eq(aditus_domain::review::Tab::Pending.name())
    };
}
pub(super) use is_of_pending;

/// The condition that a comment is of the present round of its request:
/// `is_of_present_round!(state_comments)`. Comments of earlier rounds neither pause a clock nor
/// have reminders or a window.
macro_rules! is_of_present_round {
    ($table:ident) => {
        $crate::schema::data_requests::table
            .filter($crate::schema::data_requests::id.eq($crate::schema::$table::request_id))
            .select($crate::schema::data_requests::round)
            .single_value()
            .eq($crate::schema::$table::round.nullable())
    };
}
pub(super) use is_of_present_round;

/// Selects the running terms of these requests.
macro_rules! running_terms {
    ($requests:expr) => {
        $crate::schema::request_terms::table
            .filter($crate::schema::request_terms::request_id.eq_any($requests))
            .filter($crate::schema::request_terms::is_running)
            .filter($crate::deadlines::terms::is_of_pending!(request_terms))
    };
}
#[cfg(test)]
pub(super) use running_terms;

fn running_rows(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<Vec<TermRow>> {
    let running = running_terms!(padded(requests)).select(columns_of::<TermRow>());
    Ok(load_prepared(running, connection)?)
}

/// Returns the clocks of the running terms of these requests.
pub(super) fn clocks(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<BTreeMap<i64, TermClock>> {
    let rows = running_rows(connection, requests)?;
    rows.iter()
        .map(|row| Ok((row.request_id, row.clock()?)))
        .collect()
}

/// Returns the running terms of these requests.
pub(super) fn running(
    connection: &mut AnyConnection,
    requests: &[RequestId],
) -> DbResult<Vec<(RequestId, RunningTerm)>> {
    let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
    let rows = running_rows(connection, &ids)?;
    rows.iter()
        .map(|row| Ok((RequestId(row.request_id), row.running()?)))
        .collect()
}

/// Selects the requests with a running term whose dates were never computed, or by an earlier version
/// of this calendar, in the order of their index.
pub(super) fn outdated<'a>(
    earlier_than: Option<RowVersion>,
    at_most: u32,
) -> request_terms::BoxedQuery<'a, MultiBackend, BigInt> {
    let terms = request_terms::table
        .filter(request_terms::is_running)
        .filter(is_of_pending!(request_terms))
        .order((request_terms::calendar_version, request_terms::request_id))
        .limit(i64::from(at_most))
        .select(request_terms::request_id)
        .into_boxed();
    match earlier_than {
        None => terms.filter(request_terms::calendar_version.is_null()),
        Some(calendar) => terms.filter(request_terms::calendar_version.lt(calendar.0)),
    }
}

/// Returns the extensions of the terms of a request by round.
pub(crate) fn extensions(
    connection: &mut AnyConnection,
    request: RequestId,
) -> DbResult<BTreeMap<i32, ExtensionView>> {
    let rows: Vec<TermRow> = request_terms::table
        .filter(request_terms::request_id.eq(request.0))
        .filter(request_terms::extension_count.is_not_null())
        .select(TermRow::as_select())
        .load(connection)?;
    let mut extensions = BTreeMap::new();
    for row in &rows {
        if let Some(extension) = row.extension_view()? {
            extensions.insert(row.round, extension);
        }
    }
    Ok(extensions)
}

/// Ends the running term of a request, if it has one. The extension stays.
pub(crate) fn end(connection: &mut AnyConnection, request: RequestId) -> DbResult<()> {
    let running = request_terms::table
        .filter(request_terms::request_id.eq(request.0))
        .filter(request_terms::is_running);
    diesel::update(running)
        .set((
            request_terms::is_running.eq(false),
            request_terms::due_soon_on.eq(None::<NaiveDate>),
            request_terms::expected_by.eq(None::<NaiveDate>),
            request_terms::calendar_version.eq(None::<i64>),
        ))
        .prepared()
        .execute(connection)?;
    Ok(())
}

fn begin(connection: &mut AnyConnection, new: &NewTerm) -> DbResult<()> {
    // A server of an earlier version may have left the term of the last round running.
    end(connection, new.request)?;
    diesel::insert_into(request_terms::table)
        .values((
            request_terms::request_id.eq(new.request.0),
            request_terms::round.eq(i32::try_from(new.round).map_err(unreadable("round"))?),
            request_terms::term_unit.eq(new.term.unit().name()),
            request_terms::term_count.eq(i32::from(new.term.count())),
            request_terms::started_on.eq(Timestamp::from(new.since)),
            request_terms::is_running.eq(true),
        ))
        .execute(connection)?;
    Ok(())
}

fn extend(connection: &mut AnyConnection, new: &NewExtension) -> DbResult<()> {
    let running = request_terms::table
        .filter(request_terms::request_id.eq(new.request.0))
        .filter(request_terms::is_running)
        .filter(request_terms::extension_count.is_null());
    let extended = diesel::update(running)
        .set((
            request_terms::extension_count.eq(i32::from(new.extension.count())),
            request_terms::extension_reason.eq(&new.reason),
            request_terms::extended_by.eq(new.by.0),
            request_terms::extended_on.eq(Timestamp::from(new.at)),
        ))
        .execute(connection)?;
    if extended == 1 {
        Ok(())
    } else {
        Err(StoreError::Conflict.into())
    }
}

pub(super) fn set_dates(
    connection: &mut AnyConnection,
    dates: &[(RequestId, DueDates)],
    calendar: RowVersion,
) -> DbResult<()> {
    let groups = by_dates(dates.iter().map(|(request, dates)| (request.0, *dates)));
    for ((due_soon_on, expected_by), requests) in groups {
        let running = request_terms::table
            .filter(request_terms::request_id.eq_any(padded(&requests)))
            .filter(request_terms::is_running);
        diesel::update(running)
            .set((
                request_terms::due_soon_on.eq(due_soon_on),
                request_terms::expected_by.eq(expected_by),
                request_terms::calendar_version.eq(calendar.0),
            ))
            .prepared()
            .execute(connection)?;
    }
    Ok(())
}

impl RequestTerms for WriteTransaction {
    fn of_procedure(&mut self, request: RequestId) -> Result<Option<Term>, StoreError> {
        self.run(|connection| {
            let columns: Option<(Option<String>, Option<i32>)> = approval_procedures::table
                .inner_join(
                    data_requests::table
                        .on(data_requests::procedure_id.eq(approval_procedures::id.nullable())),
                )
                .filter(data_requests::id.eq(request.0))
                .select((approval_procedures::term_unit, approval_procedures::term_count))
                .first(connection)
                .optional()?;
            let (unit, count) = columns.unwrap_or_default();
            optional_term(unit.as_deref(), count)
        })
    }

    fn begin(&mut self, term: &NewTerm) -> Result<(), StoreError> {
        self.run(|connection| begin(connection, term))
    }

    fn extend(&mut self, extension: &NewExtension) -> Result<(), StoreError> {
        self.run(|connection| extend(connection, extension))
    }

    fn set_dates(&mut self, dates: &[(RequestId, DueDates)], calendar: RowVersion) -> Result<(), StoreError> {
        self.run(|connection| set_dates(connection, dates, calendar))
    }
}
