//! Finished requests, with the facts that decide whether their retention period has passed.

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::installation::retention::RequestCandidate;
use aditus_domain::audit::states::RequestAct;
use aditus_domain::ids::{DocumentId, RequestId};
use aditus_domain::requests::retention::{DataUse, RetentionFacts};
use aditus_domain::review::{OverallStatus, Tab};
use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;

use crate::connection::{AnyConnection, MultiBackend};
use crate::error::{DbResult, missing, unreadable};
use crate::schema::{
    audit_entries, comment_replies, data_handling_devices, data_requests, request_answers, request_documents,
    request_history, request_versions, requested_datasets, state_comments,
};
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = data_requests)]
struct Row {
    id: i64,
    title: String,
    status: String,
    date_created: Timestamp,
    submitted_on: Timestamp,
}

/// Returns the next requests with this status that were submitted before the given time, after the
/// given position.
pub(crate) fn before(
    connection: &mut AnyConnection,
    status: OverallStatus,
    submitted_before: DateTime<Utc>,
    after: Option<(DateTime<Utc>, RequestId)>,
    limit: u32,
) -> DbResult<Vec<RequestCandidate>> {
    let rows: Vec<Row> = candidates(status, submitted_before, after)
        .limit(i64::from(limit))
        .select(Row::as_select())
        .load(connection)?;
    with_facts(connection, rows)
}

/// Locks the rows of these requests until the transaction ends, and reads them.
pub(crate) fn lock(
    connection: &mut AnyConnection,
    requests: &[RequestId],
) -> DbResult<Vec<RequestCandidate>> {
    let ids: BTreeSet<i64> = requests.iter().map(|request| request.0).collect();
    for id in &ids {
        diesel::update(data_requests::table.find(id))
            .set(data_requests::version.eq(data_requests::version))
            .execute(connection)?;
    }
    let rows: Vec<Row> = data_requests::table
        .filter(data_requests::id.eq_any(ids))
        .order(data_requests::id)
        .select(Row::as_select())
        .load(connection)?;
    with_facts(connection, rows)
}

fn candidates(
    status: OverallStatus,
    submitted_before: DateTime<Utc>,
    after: Option<(DateTime<Utc>, RequestId)>,
) -> data_requests::BoxedQuery<'static, MultiBackend> {
    let rows = data_requests::table
        .filter(data_requests::status_tab.eq(Tab::from_status(status).name()))
        .filter(data_requests::status.eq(status.name()))
        .filter(data_requests::date_created.lt(Timestamp::from(submitted_before)))
        .order((data_requests::date_created, data_requests::id))
        .into_boxed();
    let Some((date_created, id)) = after else {
        return rows;
    };
    let at = Timestamp::from(date_created);
    // The first condition is redundant, but can use an index.
    rows.filter(data_requests::date_created.ge(at))
        .filter(data_requests::date_created.gt(at).or(data_requests::id.gt(id.0)))
}

fn with_facts(connection: &mut AnyConnection, rows: Vec<Row>) -> DbResult<Vec<RequestCandidate>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let last = last_acts(connection, &ids)?;
    let access = direct_access(connection, &ids)?;
    let days = days_of_use(connection, &ids)?;
    let recorded = recorded(connection, &ids)?;
    let mut documents = documents(connection, &ids)?;
    rows.into_iter()
        .map(|row| {
            let days = days.get(&row.id).into_iter().flatten().copied();
            let (access_to, no_date_limit) =
                *access.get(&row.id).ok_or_else(missing("answers of a request"))?;
            Ok(RequestCandidate {
                id: RequestId(row.id),
                title: row.title,
                date_created: row.date_created.0,
                facts: RetentionFacts {
                    status: OverallStatus::parse(&row.status).map_err(unreadable("status of a request"))?,
                    last_happened_on: last
                        .get(&row.id)
                        .map_or(row.submitted_on.0, |last| row.submitted_on.0.max(*last)),
                    data_use: DataUse::new(no_date_limit, days.chain(access_to)),
                    is_recorded: recorded.contains(&row.id),
                },
                documents: documents.remove(&row.id).unwrap_or_default(),
            })
        })
        .collect()
}

/// Returns the time of the last activity on each of these requests: decision, recall, resubmission,
/// feedback, edit, comment or its resolution, or reply.
fn last_acts(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<BTreeMap<i64, DateTime<Utc>>> {
    let mut acts: Vec<(i64, Timestamp)> = request_history::table
        .filter(request_history::request_id.eq_any(requests))
        .select((request_history::request_id, request_history::happened_on))
        .load(connection)?;
    let versions: Vec<(i64, Timestamp)> = request_versions::table
        .filter(request_versions::request_id.eq_any(requests))
        .select((request_versions::request_id, request_versions::created_on))
        .load(connection)?;
    let comments: Vec<(i64, Timestamp, Option<Timestamp>)> = state_comments::table
        .filter(state_comments::request_id.eq_any(requests))
        .select((
            state_comments::request_id,
            state_comments::created_on,
            state_comments::resolved_on,
        ))
        .load(connection)?;
    let replies: Vec<(i64, Timestamp)> = comment_replies::table
        .inner_join(state_comments::table)
        .filter(state_comments::request_id.eq_any(requests))
        .select((state_comments::request_id, comment_replies::created_on))
        .load(connection)?;
    acts.extend(versions);
    acts.extend(replies);
    for (request, created_on, resolved_on) in comments {
        acts.push((request, created_on));
        acts.extend(resolved_on.map(|at| (request, at)));
    }
    let mut last: BTreeMap<i64, DateTime<Utc>> = BTreeMap::new();
    for (request, at) in acts {
        let known = last.entry(request).or_insert(at.0);
        *known = at.0.max(*known);
    }
    Ok(last)
}

/// Returns the last day of direct access to the data, if any, and whether the access has no limit.
fn direct_access(
    connection: &mut AnyConnection,
    requests: &[i64],
) -> DbResult<BTreeMap<i64, (Option<NaiveDate>, bool)>> {
    let rows: Vec<(i64, Option<NaiveDate>, bool)> = request_answers::table
        .filter(request_answers::request_id.eq_any(requests))
        .select((
            request_answers::request_id,
            request_answers::direct_access_to,
            request_answers::no_date_limit,
        ))
        .load(connection)?;
    Ok(rows
        .into_iter()
        .map(|(request, to, no_limit)| (request, (to, no_limit)))
        .collect())
}

/// Returns the release dates of the data of each request, and the last days of use of its devices.
fn days_of_use(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<BTreeMap<i64, Vec<NaiveDate>>> {
    let released: Vec<(i64, Option<NaiveDate>)> = requested_datasets::table
        .filter(requested_datasets::request_id.eq_any(requests))
        .select((requested_datasets::request_id, requested_datasets::release_date))
        .load(connection)?;
    let used: Vec<(i64, NaiveDate)> = data_handling_devices::table
        .filter(data_handling_devices::request_id.eq_any(requests))
        .filter(data_handling_devices::deleted_on.is_null())
        .select((data_handling_devices::request_id, data_handling_devices::usage_to))
        .load(connection)?;
    let mut days: BTreeMap<i64, Vec<NaiveDate>> = BTreeMap::new();
    let released = released
        .into_iter()
        .filter_map(|(request, day)| Some((request, day?)));
    for (request, day) in released.chain(used) {
        days.entry(request).or_default().push(day);
    }
    Ok(days)
}

/// Returns the subset of these requests whose submission is in the audit log.
fn recorded(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<BTreeSet<i64>> {
    let recorded: Vec<Option<i64>> = audit_entries::table
        .filter(audit_entries::request_id.eq_any(requests))
        .filter(audit_entries::kind.eq(RequestAct::FIRST_KIND.name()))
        .select(audit_entries::request_id)
        .load(connection)?;
    Ok(recorded.into_iter().flatten().collect())
}

/// Returns the documents of these requests whose files still exist.
fn documents(connection: &mut AnyConnection, requests: &[i64]) -> DbResult<BTreeMap<i64, Vec<DocumentId>>> {
    let rows: Vec<(i64, i64)> = request_documents::table
        .filter(request_documents::request_id.eq_any(requests))
        .filter(request_documents::gone_on.is_null())
        .order(request_documents::id)
        .select((request_documents::request_id, request_documents::id))
        .load(connection)?;
    let mut documents: BTreeMap<i64, Vec<DocumentId>> = BTreeMap::new();
    for (request, document) in rows {
        documents.entry(request).or_default().push(DocumentId(document));
    }
    Ok(documents)
}
