//! Integrity scan of requests: the chain is valid, its history, rounds, versions and letter exist,
//! and the derived columns match it.

use std::collections::BTreeMap;

use aditus_application::integrity::{Difference, ScanBatch};
use aditus_domain::ids::{OrganisationRoleId, RequestId};
use aditus_domain::review::{Chain, OverallStatus, StageState, Tab};
use aditus_domain::text::sort_key;
use diesel::dsl::{count_star, exists, max};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::requests::rows;
use crate::requests::search_text::{RequestTexts, have_same_lines, sources};
use crate::requests::states::{self, StoredState};
use crate::scan::{Scan, describe_mismatch, irreparable, readable, repairable, selected_rows};
use crate::schema::{
    approval_letters, data_request_feedback, data_requests, request_answers, request_bindings,
    request_history, request_rounds, request_versions,
};
use crate::text_lists::to_column;
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = data_requests)]
struct Row {
    id: i64,
    title: String,
    status: String,
    status_tab: String,
    round: i32,
    content_digest: Vec<u8>,
    content_version: i32,
    date_created: Timestamp,
    purpose_labels: String,
    source_labels: String,
    waiting_for: String,
    waiting_since: Option<Timestamp>,
    last_responded_on: Option<Timestamp>,
    has_feedback: bool,
    search_text: String,
    title_sort_key: String,
    decided_on: Option<Timestamp>,
}

/// A stored or expected row of `request_bindings`.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = request_bindings)]
struct Binding {
    org_role_id: i64,
    own_state_id: i64,
    own_state: String,
    answered: bool,
    status_tab: String,
    date_created: Timestamp,
}

pub(crate) fn scan(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    let rows = data_requests::table
        .order(data_requests::id.asc())
        .select(Row::as_select())
        .into_boxed();
    let rows: Vec<Row> = selected_rows!(rows, data_requests, scan).load(connection)?;
    let mut batch = scan.batch_of(rows.iter().map(|row| row.id));
    for row in rows {
        let request = RequestId(row.id);
        let stored = states::of_request(connection, request)?;
        let chain = states::chain(connection, request, row.round);
        let Some(chain) = readable(row.id, chain, &mut batch.differences)? else {
            continue;
        };
        let differences = &mut batch.differences;
        columns(connection, &row, &chain, &stored, scan, differences)?;
        bindings(connection, &row, &chain, &stored, scan, differences)?;
        history(connection, &row, &stored, differences)?;
        feedback(connection, &row, scan, differences)?;
        versions(connection, &row, differences)?;
        check_related_rows(connection, &row, &chain, differences)?;
    }
    Ok(batch)
}

/// Compares the columns that lists show or are searched by.
fn columns(
    connection: &mut AnyConnection,
    row: &Row,
    chain: &Chain,
    stored: &[StoredState],
    scan: Scan<'_>,
    differences: &mut Vec<Difference>,
) -> DbResult<()> {
    let request = RequestId(row.id);
    let sources = sources(connection, request)?;
    let texts = RequestTexts::read(connection, request, row.title.clone(), sources)?;
    let status = chain.status();
    // Feedback may have been removed when its retention period ended. The flag stays set.
    let has_feedback = chain.has_feedback()
        || diesel::select(exists(
            data_request_feedback::table.filter(data_request_feedback::request_id.eq(row.id)),
        ))
        .get_result::<bool>(connection)?;
    let waiting_for = to_column(&chain.waiting_role_names())?;
    let waiting_since = stored.iter().filter_map(|state| state.unattended_since).min();
    let last_responded_on = chain.last_response().map(Timestamp::from);
    let purpose_labels = to_column(&texts.purposes)?;
    let source_labels = to_column(&texts.sources)?;
    let search_text = texts.text(connection, request)?;
    let title_sort_key = sort_key(&row.title);
    let decided_on = chain.decided_on().map(Timestamp::from);
    let is_same_search_text = have_same_lines(&row.search_text, &search_text);
    let compared = [
        ("status", row.status == status.name()),
        ("status_tab", row.status_tab == Tab::from_status(status).name()),
        ("waiting_for", row.waiting_for == waiting_for),
        ("waiting_since", row.waiting_since == waiting_since),
        ("last_responded_on", row.last_responded_on == last_responded_on),
        ("has_feedback", row.has_feedback == has_feedback),
        ("purpose_labels", row.purpose_labels == purpose_labels),
        ("source_labels", row.source_labels == source_labels),
        ("search_text", is_same_search_text),
        ("title_sort_key", row.title_sort_key == title_sort_key),
        ("decided_on", row.decided_on == decided_on),
    ];
    let Some(what) = describe_mismatch("data_requests", compared) else {
        return Ok(());
    };
    if scan.repairs {
        diesel::update(data_requests::table.find(row.id))
            .set((
                data_requests::status.eq(status.name()),
                data_requests::status_tab.eq(Tab::from_status(status).name()),
                data_requests::waiting_for.eq(waiting_for),
                data_requests::waiting_since.eq(waiting_since),
                data_requests::last_responded_on.eq(last_responded_on),
                data_requests::has_feedback.eq(has_feedback),
                data_requests::purpose_labels.eq(purpose_labels),
                data_requests::source_labels.eq(source_labels),
                data_requests::search_text.eq(search_text),
                data_requests::title_sort_key.eq(title_sort_key),
                data_requests::decided_on.eq(decided_on),
            ))
            .execute(connection)?;
    }
    differences.push(repairable(row.id, what));
    Ok(())
}

/// Compares the sort key of the feedback with the title of the request.
fn feedback(
    connection: &mut AnyConnection,
    row: &Row,
    scan: Scan<'_>,
    differences: &mut Vec<Difference>,
) -> DbResult<()> {
    let stored = data_request_feedback::table
        .find(row.id)
        .select(data_request_feedback::title_sort_key)
        .first::<String>(connection)
        .optional()?;
    let made = sort_key(&row.title);
    if stored.is_none_or(|stored| stored == made) {
        return Ok(());
    }
    if scan.repairs {
        diesel::update(data_request_feedback::table.find(row.id))
            .set(data_request_feedback::title_sort_key.eq(made))
            .execute(connection)?;
    }
    let what = "title_sort_key of its feedback is not what it is made of";
    differences.push(repairable(row.id, what));
    Ok(())
}

/// Compares the bindings of the request with its chain.
fn bindings(
    connection: &mut AnyConnection,
    row: &Row,
    chain: &Chain,
    stored: &[StoredState],
    scan: Scan<'_>,
    differences: &mut Vec<Difference>,
) -> DbResult<()> {
    let before: Vec<Binding> = request_bindings::table
        .filter(request_bindings::request_id.eq(row.id))
        .order(request_bindings::org_role_id)
        .select(Binding::as_select())
        .load(connection)?;
    let known: BTreeMap<i64, &Binding> = before
        .iter()
        .map(|binding| (binding.org_role_id, binding))
        .collect();
    let ids = states::ids(stored)?;
    let mut should = Vec::new();
    for org_role in chain.deciding_roles() {
        let Some(own) = chain.own_stage(org_role) else {
            continue;
        };
        let was_answered = known.get(&org_role.0).is_some_and(|binding| binding.answered);
        should.push(Binding {
            org_role_id: org_role.0,
            own_state_id: rows::state_id(&ids, own.number)?.0,
            own_state: own.state.name().to_owned(),
            // A decision of an earlier round counts as long as a stage is bound to the role.
            answered: chain.has_decided(org_role)
                || (was_answered && has_ever_decided(connection, row.id, org_role)?),
            status_tab: Tab::from_status(chain.status()).name().to_owned(),
            date_created: row.date_created,
        });
    }
    if before == should {
        return Ok(());
    }
    if scan.repairs {
        diesel::delete(request_bindings::table.filter(request_bindings::request_id.eq(row.id)))
            .execute(connection)?;
        for binding in &should {
            diesel::insert_into(request_bindings::table)
                .values((
                    request_bindings::request_id.eq(row.id),
                    request_bindings::org_role_id.eq(binding.org_role_id),
                    request_bindings::own_state_id.eq(binding.own_state_id),
                    request_bindings::own_state.eq(&binding.own_state),
                    request_bindings::answered.eq(binding.answered),
                    request_bindings::status_tab.eq(&binding.status_tab),
                    request_bindings::date_created.eq(binding.date_created),
                ))
                .execute(connection)?;
        }
    }
    differences.push(repairable(
        row.id,
        "it does not stand where its chain says on the tabs of those who decide",
    ));
    Ok(())
}

fn has_ever_decided(
    connection: &mut AnyConnection,
    request: i64,
    role: OrganisationRoleId,
) -> DbResult<bool> {
    let decided = [StageState::Approved.name(), StageState::Denied.name()];
    Ok(diesel::select(exists(
        request_history::table
            .filter(request_history::request_id.eq(request))
            .filter(request_history::org_role_id.eq(role.0))
            .filter(request_history::state.eq_any(decided)),
    ))
    .get_result(connection)?)
}

/// Checks that the submission, decision or recall of each stage has an entry in the history.
fn history(
    connection: &mut AnyConnection,
    row: &Row,
    stored: &[StoredState],
    differences: &mut Vec<Difference>,
) -> DbResult<()> {
    let lines: Vec<(i64, String, Timestamp, Option<i64>)> = request_history::table
        .filter(request_history::request_id.eq(row.id))
        .order(request_history::id)
        .select((
            request_history::state_id,
            request_history::state,
            request_history::happened_on,
            request_history::user_id,
        ))
        .load(connection)?;
    for state in stored {
        let Some(at) = state.responded_on else { continue };
        let is_recorded = lines.iter().any(|(id, name, happened_on, by)| {
            *id == state.id && *name == state.state && *happened_on == at && *by == state.answered_by
        });
        if !is_recorded {
            let what = format!("the history has no line for the answer at stage {}", state.number);
            differences.push(irreparable(row.id, what));
        }
    }
    Ok(())
}

/// Checks that the versions are numbered from 1 without gaps, and that the request refers to the
/// last one.
fn versions(connection: &mut AnyConnection, row: &Row, differences: &mut Vec<Difference>) -> DbResult<()> {
    let (number, last): (i64, Option<i32>) = request_versions::table
        .filter(request_versions::request_id.eq(row.id))
        .select((count_star(), max(request_versions::number)))
        .first(connection)?;
    let Some(last) = last else {
        differences.push(irreparable(row.id, "no version of its content is kept"));
        return Ok(());
    };
    if number != i64::from(last) {
        differences.push(irreparable(
            row.id,
            format!("{number} versions are kept, of which the last has the number {last}"),
        ));
    }
    if last != row.content_version {
        let what = format!(
            "it names version {} as its last, and {last} is",
            row.content_version
        );
        differences.push(irreparable(row.id, what));
    }
    let digest: Vec<u8> = request_versions::table
        .find((row.id, last))
        .select(request_versions::digest)
        .first(connection)?;
    if digest != row.content_digest {
        differences.push(irreparable(row.id, "its digest is not that of its last version"));
    }
    Ok(())
}

/// Checks that the answers and all rounds exist, and that there is a letter if and only if the
/// request is approved.
fn check_related_rows(
    connection: &mut AnyConnection,
    row: &Row,
    chain: &Chain,
    differences: &mut Vec<Difference>,
) -> DbResult<()> {
    let has_answers =
        diesel::select(exists(request_answers::table.find(row.id))).get_result::<bool>(connection)?;
    if !has_answers {
        differences.push(irreparable(row.id, "its row of request_answers is missing"));
    }
    let (rounds, last): (i64, Option<i32>) = request_rounds::table
        .filter(request_rounds::request_id.eq(row.id))
        .select((count_star(), max(request_rounds::round)))
        .first(connection)?;
    if rounds != i64::from(row.round) || last != Some(row.round) {
        let what = format!("{rounds} rounds are noted, and it is in round {}", row.round);
        differences.push(irreparable(row.id, what));
    }
    let has_letter = diesel::select(exists(
        approval_letters::table.filter(approval_letters::request_id.eq(row.id)),
    ))
    .get_result::<bool>(connection)?;
    if has_letter != (chain.status() == OverallStatus::Approved) {
        let what = if has_letter {
            "it has an approval letter and is not approved"
        } else {
            "it is approved and has no letter"
        };
        differences.push(irreparable(row.id, what));
    }
    Ok(())
}
