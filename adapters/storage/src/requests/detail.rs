//! Reads a whole request with a fixed number of queries, independent of its size.

use aditus_application::access::RequestScope;
use aditus_application::requests::views::{DatasetRow, DatasetView, PersonView, RequestDetail};
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::organisations::shown_name;
use aditus_domain::review::OverallStatus;
use diesel::prelude::*;

use super::answers::AnswersRow;
use super::scope::in_scope;
use super::versions::number::number;
use super::{datasets, documents, lists, load, purposes, rounds};
use crate::accounts::people::PersonColumns;
use crate::connection::AnyConnection;
use crate::dictionary::requested_variables::{composition_of_request, variables_of_request};
use crate::error::{DbResult, unreadable};
use crate::review::views::states;
use crate::schema::{data_requests, ethics_committees, organisations, request_answers, users};
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = data_requests)]
struct Stored {
    status: String,
    round: i32,
    content_digest: Vec<u8>,
    content_version: i32,
    date_created: Timestamp,
    submitted_on: Timestamp,
    #[diesel(embed)]
    answers: AnswersRow,
    last_responded_on: Option<Timestamp>,
    has_feedback: bool,
}

/// Selects between reading the variables of the datasets and only counting them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variables {
    Read,
    Counted,
}

/// Returns a whole request, or `None` if it does not exist in the scope.
pub(super) fn detail(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    id: RequestId,
    variables: Variables,
) -> DbResult<Option<RequestDetail>> {
    let found: Option<(Stored, PersonColumns, String, String)> = data_requests::table
        .inner_join(users::table)
        .inner_join(organisations::table)
        .inner_join(ethics_committees::table)
        .inner_join(request_answers::table)
        .filter(data_requests::id.eq(id.0))
        .filter(in_scope(scope))
        .select((
            Stored::as_select(),
            PersonColumns::as_select(),
            organisations::name,
            ethics_committees::irb_name,
        ))
        .first(connection)
        .optional()?;
    let Some((stored, owner, organization, committee_name)) = found else {
        return Ok(None);
    };
    let AnswersRow {
        details,
        ethics,
        format,
        principal,
        filters,
    } = stored.answers;
    let organization = shown_name(organization, owner.tentative_organization.clone());
    let documents = documents::of_request(connection, id)?;
    let list_of_staff = lists::staff_with(connection, id, &documents)?;
    Ok(Some(RequestDetail {
        request_id: id,
        details: details.into(),
        status: OverallStatus::parse(&stored.status).map_err(unreadable("overall status"))?,
        round: u32::try_from(stored.round).map_err(unreadable("round"))?,
        rounds: rounds::of_request(connection, id)?,
        requester: requester(owner, organization.clone()),
        organization,
        purposes: purposes::of_request(connection, id)?,
        requested_datasets: datasets(connection, id, variables)?,
        date_created: stored.date_created.0,
        submitted_on: stored.submitted_on.0,
        last_responded_on: stored.last_responded_on.map(|at| at.0),
        ethics: ethics.content(committee_name),
        format: format.into(),
        is_principal: principal.is_principal,
        principal: principal.principal(),
        filters: filters.content()?,
        documents,
        list_of_devices: lists::devices(connection, id)?,
        list_of_staff,
        request_states: states(connection, id)?,
        content_digest: load::digest(&stored.content_digest)?,
        content_version: number(stored.content_version)?,
        has_feedback: stored.has_feedback,
    }))
}

fn requester(person: PersonColumns, org_name: String) -> PersonView {
    PersonView {
        user_id: UserId(person.id),
        fname: person.fname,
        sname: person.sname,
        department: person.department,
        designation: person.designation,
        phone: person.phone,
        org_email: person.org_email,
        org_name,
    }
}

fn datasets(
    connection: &mut AnyConnection,
    request: RequestId,
    mode: Variables,
) -> DbResult<Vec<DatasetView>> {
    let rows = datasets::of_request(connection, request)?;
    let mut tables = composition_of_request(connection, request)?;
    let mut variables = match mode {
        Variables::Read => variables_of_request(connection, request)?,
        Variables::Counted => Vec::new(),
    };
    let view = |row: DatasetRow| DatasetView {
        rdataset_id: row.rdataset_id,
        dataset_description: row.dataset_description,
        data_source_id: row.data_source_id,
        source: row.source,
        source_description: row.source_description,
        release_date: row.release_date,
        variables_count: row.variables_count,
        tables: tables
            .extract_if(.., |(dataset, _)| *dataset == row.rdataset_id)
            .map(|(_, table)| table)
            .collect(),
        variables: variables
            .extract_if(.., |variable| variable.rdataset == row.rdataset_id)
            .collect(),
    };
    Ok(rows.into_iter().map(view).collect())
}
