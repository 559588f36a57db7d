//! A whole request, by a fixed number of queries whatever its size.

use aditus_application::access::RequestScope;
use aditus_application::requests::views::{DatasetRow, DatasetView, PersonView, RequestDetail};
use aditus_domain::ids::{CommitteeId, RequestId, UserId};
use aditus_domain::organisations::shown_name;
use aditus_domain::review::OverallStatus;
use chrono::NaiveDate;
use diesel::prelude::*;

use super::scope::in_scope;
use super::versions::number::number;
use super::{datasets, documents, lists, load, purposes, rounds};
use crate::accounts::people::PersonColumns;
use crate::connection::AnyConnection;
use crate::dictionary::requested::variables_of_request;
use crate::error::{Outcome, unreadable};
use crate::review::views::states;
use crate::schema::{data_requests, ethics_committees, organisations, users};
use crate::text_lists;
use crate::times::At;

#[derive(Queryable, Selectable)]
#[diesel(table_name = data_requests)]
#[expect(clippy::struct_excessive_bools, reason = "they are columns of the table")]
struct Stored {
    title: String,
    status: String,
    round: i32,
    content_digest: Vec<u8>,
    content_version: i32,
    date_created: At,
    submitted_on: At,
    needed_on: NaiveDate,
    protocol_ref_num: String,
    committee_id: i64,
    ethics_approval_letter: bool,
    additional_ethics_committee_name: Option<String>,
    exempted: bool,
    department: Option<String>,
    data_format: String,
    direct_access_from: Option<NaiveDate>,
    direct_access_to: Option<NaiveDate>,
    no_date_limit: bool,
    principal_fname: String,
    principal_sname: String,
    principal_email: String,
    principal_phone: String,
    principal_occupation: String,
    principal_institution: String,
    is_principal: bool,
    dataset_description: String,
    facility_filter: String,
    date_range_start: Option<NaiveDate>,
    date_range_end: Option<NaiveDate>,
    last_responded_on: Option<At>,
    has_feedback: bool,
}

/// What is wanted of the variables of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variables {
    Read,
    Counted,
}

/// A whole request, if it is in scope.
pub(super) fn detail(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    id: RequestId,
    variables: Variables,
) -> Outcome<Option<RequestDetail>> {
    let found: Option<(Stored, PersonColumns, String, String)> = data_requests::table
        .inner_join(users::table)
        .inner_join(organisations::table)
        .inner_join(ethics_committees::table)
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
    let Some((stored, owner, organization, irb_name)) = found else {
        return Ok(None);
    };
    let organization = shown_name(organization, owner.tentative_organization.clone());
    let documents = documents::of_request(connection, id)?;
    let list_of_staff = lists::staff_with(connection, id, &documents)?;
    Ok(Some(RequestDetail {
        request_id: id,
        title: stored.title,
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
        needed_on: stored.needed_on,
        protocol_ref_num: stored.protocol_ref_num,
        irb_id: CommitteeId(stored.committee_id),
        irb_name,
        ethics_approval_letter: stored.ethics_approval_letter,
        additional_ethics_committee_name: stored.additional_ethics_committee_name,
        exempted: stored.exempted,
        department: stored.department,
        data_format: stored.data_format,
        direct_access_from: stored.direct_access_from,
        direct_access_to: stored.direct_access_to,
        no_date_limit: stored.no_date_limit,
        principal_fname: stored.principal_fname,
        principal_sname: stored.principal_sname,
        principal_email: stored.principal_email,
        principal_phone: stored.principal_phone,
        principal_occupation: stored.principal_occupation,
        principal_institution: stored.principal_institution,
        is_principal: stored.is_principal,
        dataset_description: stored.dataset_description,
        facility_filter: text_lists::from_column(&stored.facility_filter)?,
        date_range_start: stored.date_range_start,
        date_range_end: stored.date_range_end,
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
    wanted: Variables,
) -> Outcome<Vec<DatasetView>> {
    let rows = datasets::of_request(connection, request)?;
    let mut variables = match wanted {
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
        variables: variables
            .extract_if(.., |variable| variable.rdataset == row.rdataset_id)
            .collect(),
    };
    Ok(rows.into_iter().map(view).collect())
}
