//! Removal of data whose retention period has passed.

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::installation::retention::{
    DocumentCandidate, ExpiredCount, RequestCandidate, RetentionKind, Retentions,
};
use aditus_application::ports::{FileKey, Signal, StoreError};
use aditus_application::requests::Requests;
use aditus_domain::ids::{DocumentId, RequestId, UserId};
use aditus_domain::requests::RemovalReason;
use aditus_domain::review::OverallStatus;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Bool;

use crate::connection::{AnyConnection, MultiBackend};
use crate::erased_pages;
use crate::error::{DbResult, missing, unreadable};
use crate::requests::{documents, finished, removal};
use crate::schema::{
    clicks, data_request_feedback, data_requests, notifications, one_time_codes, outbox_messages,
    request_documents, request_drafts, request_history, sessions,
};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// Condition in the exact words of the partial index, which would not be used with bound values.
const IDENTIFICATIONS: &str =
    "request_documents.kind = 'StaffIdentification' AND request_documents.gone_on IS NULL";

impl Retentions for WriteTransaction {
    fn count_expired(
        &mut self,
        kind: RetentionKind,
        before: DateTime<Utc>,
        begun_before: DateTime<Utc>,
    ) -> Result<ExpiredCount, StoreError> {
        self.run(|connection| count_expired(connection, kind, before, begun_before))
    }

    fn documents_before(
        &mut self,
        uploaded_before: DateTime<Utc>,
        after: Option<(DateTime<Utc>, DocumentId)>,
        limit: u32,
    ) -> Result<Vec<DocumentCandidate>, StoreError> {
        self.run(|connection| documents_before(connection, uploaded_before, after, limit))
    }

    fn remove_documents(
        &mut self,
        documents: &[DocumentCandidate],
        at: DateTime<Utc>,
    ) -> Result<Vec<(DocumentCandidate, FileKey)>, StoreError> {
        self.run(|connection| remove(connection, documents, at))
    }

    fn finished_before(
        &mut self,
        status: OverallStatus,
        submitted_before: DateTime<Utc>,
        after: Option<(DateTime<Utc>, RequestId)>,
        limit: u32,
    ) -> Result<Vec<RequestCandidate>, StoreError> {
        self.run(|connection| finished::before(connection, status, submitted_before, after, limit))
    }

    fn lock_requests(&mut self, requests: &[RequestId]) -> Result<Vec<RequestCandidate>, StoreError> {
        self.run(|connection| finished::lock(connection, requests))
    }

    fn remove_requests(
        &mut self,
        requests: &[RequestId],
        at: DateTime<Utc>,
    ) -> Result<Vec<FileKey>, StoreError> {
        let mut files = Vec::new();
        for request in requests {
            let Some(removed) = self.run(|connection| removal::remove(connection, *request, at))? else {
                continue;
            };
            self.will_count(*request, removed.changes);
            for user in removed.unread {
                self.will_signal(Signal::NotificationsRead(user));
            }
            Requests::announce(self, removed.owner)?;
            files.extend(removed.files);
        }
        self.run(|connection| Ok(erased_pages::mark(connection)?))?;
        Ok(files)
    }

    fn remove_feedback(
        &mut self,
        given_before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<RequestId>, StoreError> {
        // The file is marked at once and rewritten after the last batch. If the process ends in
        // between, the next one rewrites it.
        self.run(|connection| {
            let requests: Vec<i64> = data_request_feedback::table
                .filter(data_request_feedback::date_created.lt(Timestamp::from(given_before)))
                .order((
                    data_request_feedback::date_created,
                    data_request_feedback::request_id,
                ))
                .limit(i64::from(limit))
                .select(data_request_feedback::request_id)
                .load(connection)?;
            let removed: Vec<i64> = diesel::delete(
                data_request_feedback::table.filter(data_request_feedback::request_id.eq_any(requests)),
            )
            .returning(data_request_feedback::request_id)
            .get_results(connection)?;
            erased_pages::mark(connection)?;
            Ok(removed.into_iter().map(RequestId).collect())
        })
    }

    fn remove_notifications(
        &mut self,
        authored_before: DateTime<Utc>,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let removed = self.run(|connection| {
            let ids: Vec<i64> = notifications::table
                .filter(notifications::authored_on.lt(Timestamp::from(authored_before)))
                .order(notifications::authored_on)
                .limit(i64::from(limit))
                .select(notifications::id)
                .load(connection)?;
            let recipients: Vec<(i64, bool)> =
                diesel::delete(notifications::table.filter(notifications::id.eq_any(ids)))
                    .returning((notifications::user_id, notifications::is_read))
                    .get_results(connection)?;
            erased_pages::mark(connection)?;
            Ok(recipients)
        })?;
        for (user, is_read) in &removed {
            if !is_read {
                self.will_signal(Signal::NotificationsRead(UserId(*user)));
            }
        }
        Ok(removed.len() as u64)
    }

    fn erase_remnants(&mut self) -> Result<(), StoreError> {
        self.will_rewrite_file()
    }
}

fn count_expired(
    connection: &mut AnyConnection,
    kind: RetentionKind,
    before: DateTime<Utc>,
    begun_before: DateTime<Utc>,
) -> DbResult<ExpiredCount> {
    let before = Timestamp::from(before);
    macro_rules! older {
        ($table:ident, $since:ident, $older:expr) => {{
            let number: i64 = $table::table.filter($older).count().get_result(connection)?;
            let oldest: Option<Timestamp> = $table::table
                .filter($older)
                .order($table::$since)
                .select($table::$since)
                .first(connection)
                .optional()?;
            (number, oldest)
        }};
    }
    let (number, oldest) = match kind {
        RetentionKind::Codes => older!(one_time_codes, issued_at, one_time_codes::issued_at.lt(before)),
        RetentionKind::Clicks => older!(clicks, received_on, clicks::received_on.lt(before)),
        RetentionKind::Messages => older!(outbox_messages, queued_on, outbox_messages::queued_on.lt(before)),
        RetentionKind::Drafts => older!(request_drafts, changed_on, request_drafts::changed_on.lt(before)),
        RetentionKind::Feedback => older!(
            data_request_feedback,
            date_created,
            data_request_feedback::date_created.lt(before)
        ),
        RetentionKind::Notifications => {
            older!(notifications, authored_on, notifications::authored_on.lt(before))
        }
        RetentionKind::Sessions => older!(
            sessions,
            created_on,
            sessions::last_used_on
                .lt(before)
                .or(sessions::created_on.lt(Timestamp::from(begun_before)))
        ),
    };
    Ok(ExpiredCount {
        number: number.unsigned_abs(),
        oldest: oldest.map(|at| at.0),
    })
}

fn documents_before(
    connection: &mut AnyConnection,
    uploaded_before: DateTime<Utc>,
    after: Option<(DateTime<Utc>, DocumentId)>,
    limit: u32,
) -> DbResult<Vec<DocumentCandidate>> {
    let rows: Vec<(i64, i64, Timestamp, i64)> = identifications(uploaded_before, after)
        .limit(i64::from(limit))
        .select((
            request_documents::id,
            request_documents::request_id,
            request_documents::uploaded_on,
            request_documents::size,
        ))
        .load(connection)?;
    // A boxed query cannot be joined any more. A batch has few requests.
    let requests: BTreeSet<i64> = rows.iter().map(|row| row.1).collect();
    let last = last_happened(connection, requests.iter().copied())?;
    let requests: Vec<(i64, String, String, Timestamp)> = data_requests::table
        .filter(data_requests::id.eq_any(requests))
        .select((
            data_requests::id,
            data_requests::title,
            data_requests::status,
            data_requests::submitted_on,
        ))
        .load(connection)?;
    let requests: BTreeMap<i64, _> = requests.into_iter().map(|row| (row.0, row)).collect();
    rows.into_iter()
        .map(|(id, request, uploaded_on, size)| {
            let of_document = requests.get(&request);
            let (_, title, status, submitted_on) =
                of_document.ok_or_else(missing("request of a document"))?;
            Ok(DocumentCandidate {
                id: DocumentId(id),
                request: RequestId(request),
                title: title.clone(),
                uploaded_on: uploaded_on.0,
                size: size.unsigned_abs(),
                status: OverallStatus::parse(status).map_err(unreadable("status of a request"))?,
                last_happened_on: last.get(&request).copied().unwrap_or(submitted_on.0),
            })
        })
        .collect()
}

/// Selects identification documents that still exist and were uploaded before the given time, after
/// the given position.
fn identifications(
    uploaded_before: DateTime<Utc>,
    after: Option<(DateTime<Utc>, DocumentId)>,
) -> request_documents::BoxedQuery<'static, MultiBackend> {
    let rows = request_documents::table
        .filter(diesel::dsl::sql::<Bool>(IDENTIFICATIONS))
        .filter(request_documents::uploaded_on.lt(Timestamp::from(uploaded_before)))
        .order((request_documents::uploaded_on, request_documents::id))
        .into_boxed();
    let Some((uploaded_on, id)) = after else {
        return rows;
    };
    let at = Timestamp::from(uploaded_on);
    // The first condition is redundant, but can use an index.
    rows.filter(request_documents::uploaded_on.ge(at)).filter(
        request_documents::uploaded_on
            .gt(at)
            .or(request_documents::id.gt(id.0)),
    )
}

/// Returns the time of the last history entry of each request.
fn last_happened(
    connection: &mut AnyConnection,
    requests: impl Iterator<Item = i64>,
) -> DbResult<BTreeMap<i64, DateTime<Utc>>> {
    let mut ids: Vec<i64> = requests.collect();
    ids.sort_unstable();
    ids.dedup();
    let rows: Vec<(i64, Timestamp)> = request_history::table
        .filter(request_history::request_id.eq_any(ids))
        .select((request_history::request_id, request_history::happened_on))
        .load(connection)?;
    let mut last: BTreeMap<i64, DateTime<Utc>> = BTreeMap::new();
    for (request, at) in rows {
        let known = last.entry(request).or_insert(at.0);
        *known = at.0.max(*known);
    }
    Ok(last)
}

/// Removes the documents. Each request is locked and checked again first, because it may have been
/// resubmitted meanwhile.
fn remove(
    connection: &mut AnyConnection,
    documents_past: &[DocumentCandidate],
    at: DateTime<Utc>,
) -> DbResult<Vec<(DocumentCandidate, FileKey)>> {
    let mut statuses: BTreeMap<i64, String> = BTreeMap::new();
    for document in documents_past {
        if statuses.contains_key(&document.request.0) {
            continue;
        }
        let status: Option<String> = diesel::update(data_requests::table.find(document.request.0))
            .set(data_requests::version.eq(data_requests::version))
            .returning(data_requests::status)
            .get_result(connection)
            .optional()?;
        statuses.insert(document.request.0, status.unwrap_or_default());
    }
    let last = last_happened(connection, statuses.keys().copied())?;
    let mut removed = Vec::new();
    for document in documents_past {
        let request = document.request.0;
        let is_as_before = statuses
            .get(&request)
            .is_some_and(|status| status == document.status.name())
            && last
                .get(&request)
                .is_none_or(|at| *at == document.last_happened_on);
        if is_as_before {
            let keys = documents::remove(connection, &[document.id.0], RemovalReason::Retention, at)?;
            removed.extend(keys.into_iter().map(|(_, key)| (document.clone(), key)));
        }
    }
    Ok(removed)
}

#[cfg(test)]
mod plans;
