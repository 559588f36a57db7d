//! Inserts a request together with its purposes, dataset, devices, staff, documents, stages and
//! bindings.

use aditus_application::requests::NewRequest;
use aditus_domain::ids::{DatasetId, RequestId, StateId};
use aditus_domain::organisations::shown_name;
use aditus_domain::requests::OTHER_PURPOSE;
use aditus_domain::requests::search::{Searchable, search_text};
use aditus_domain::review::Tab;
use aditus_domain::text::sort_key;
use diesel::prelude::*;

use super::answers::{AnswersRow, DetailsRow, EthicsRow};
use super::counters::Changes;
use super::rows::{self, DatasetVariableRow};
use super::states::StateIds;
use super::{bindings, rounds, uploads};
use crate::connection::AnyConnection;
use crate::dialect::{insert_rows, insert_rows_returning};
use crate::dictionary::revisions::pins::pin;
use crate::error::{DbResult, missing};
use crate::schema::{
    data_handling_devices, data_requests, data_sources, dataset_variables, organisations, purposes,
    request_answers, request_documents, request_edges, request_history, request_purposes, request_states,
    requested_datasets, staff_shared, users,
};
use crate::search::indexed;
use crate::text_lists;
use crate::times::Timestamp;

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = data_requests)]
struct NewRequestRow<'a> {
    owner_id: i64,
    requester_role_id: i64,
    organisation_id: i64,
    procedure_id: Option<i64>,
    status: &'a str,
    status_tab: &'a str,
    round: i32,
    content_digest: &'a [u8],
    content_version: i32,
    date_created: Timestamp,
    submitted_on: Timestamp,
    #[diesel(embed)]
    details: DetailsRow,
    #[diesel(embed)]
    ethics: EthicsRow,
    purpose_labels: &'a str,
    source_labels: &'a str,
    waiting_for: &'a str,
    waiting_since: Option<Timestamp>,
    last_responded_on: Option<Timestamp>,
    has_feedback: bool,
    search_text: &'a str,
    title_sort_key: &'a str,
    decided_on: Option<Timestamp>,
    version: i64,
}

/// Names stored in other tables that are copied into the request for lists and search.
struct Names {
    fname: String,
    sname: String,
    organisation: String,
    purposes: Vec<String>,
    sources: Vec<String>,
}

/// Inserts a request. Returns its id and the changes of the counters, which are written at the
/// commit.
pub(super) fn add(connection: &mut AnyConnection, new: &NewRequest) -> DbResult<(RequestId, Changes)> {
    let names = names(connection, new)?;
    let id = insert_request(connection, new, &names)?;
    insert_rows!(connection, request_purposes::table, rows::purposes(id, new))?;
    insert_dataset(connection, new, id)?;
    insert_rows!(connection, data_handling_devices::table, rows::devices(id, new))?;
    let staff = insert_rows_returning!(
        connection,
        staff_shared::table,
        rows::staff(id, new),
        staff_shared::id
    )?;
    insert_rows!(
        connection,
        request_documents::table,
        rows::documents(id, new, &staff)?
    )?;
    uploads::end(connection, new.documents.iter().map(|document| &document.key))?;
    let states = insert_states(connection, new, id)?;
    insert_rows!(
        connection,
        request_edges::table,
        rows::edges(id, new.chain.links(), &states)?
    )?;
    insert_rows!(
        connection,
        request_history::table,
        rows::history(id, &new.history, &states, 1)?
    )?;
    rounds::first(connection, id, new)?;
    let mut changes = Changes::default();
    changes.status(new.owner, Tab::from_status(new.chain.status()), 1);
    bindings::add(
        connection,
        id,
        &new.chain,
        new.submitted_on,
        &states,
        &mut changes,
    )?;
    Ok((id, changes))
}

fn names(connection: &mut AnyConnection, new: &NewRequest) -> DbResult<Names> {
    let (fname, sname, typed) = users::table
        .find(new.owner.0)
        .select((users::fname, users::sname, users::tentative_organization))
        .first(connection)?;
    let registered = organisations::table
        .find(new.organisation.0)
        .select(organisations::name)
        .first(connection)?;
    let chosen = new.submission.details().purposes();
    let known: Vec<(i64, String)> = purposes::table
        .filter(purposes::id.eq_any(chosen.iter().map(|purpose| purpose.id().0).collect::<Vec<_>>()))
        .select((purposes::id, purposes::purpose))
        .load(connection)?;
    let text = |id: i64| {
        known
            .iter()
            .find(|(known, _)| *known == id)
            .map(|(_, text)| text.clone())
    };
    let purposes = chosen
        .iter()
        .map(|purpose| text(purpose.id().0).ok_or_else(missing("purpose")))
        .collect::<DbResult<Vec<_>>>()?;
    let source = data_sources::table
        .find(new.data_source.0)
        .select(data_sources::source)
        .first(connection)?;
    Ok(Names {
        fname,
        sname,
        organisation: shown_name(registered, typed),
        purposes,
        sources: vec![source],
    })
}

/// Builds the search text of the request: the fields of the specification (2 §5), plus the
/// description given for the purpose "Other".
fn searchable(new: &NewRequest, names: &Names) -> String {
    let described = new
        .submission
        .details()
        .purposes()
        .iter()
        .filter(|purpose| purpose.id() == OTHER_PURPOSE);
    let purposes: Vec<String> = names
        .purposes
        .iter()
        .cloned()
        .chain(
            described
                .filter_map(|purpose| purpose.description())
                .map(str::to_owned),
        )
        .collect();
    indexed(&search_text(&Searchable {
        fname: &names.fname,
        sname: &names.sname,
        title: new.submission.details().title(),
        organisation: &names.organisation,
        purposes: &purposes,
        data_sources: &names.sources,
    }))
}

fn insert_request(connection: &mut AnyConnection, new: &NewRequest, names: &Names) -> DbResult<RequestId> {
    let status = new.chain.status();
    let submitted_on = Timestamp::from(new.submitted_on);
    let waiting = new.chain.waiting_role_names();
    let AnswersRow {
        details,
        ethics,
        format,
        principal,
        filters,
    } = AnswersRow::from_submission(&new.submission)?;
    let row = NewRequestRow {
        owner_id: new.owner.0,
        requester_role_id: new.requester_role.0,
        organisation_id: new.organisation.0,
        procedure_id: new.procedure.map(|procedure| procedure.0),
        status: status.name(),
        status_tab: Tab::from_status(status).name(),
        round: rows::round(new.chain.round())?,
        content_digest: &[0; 32],
        content_version: 1,
        date_created: submitted_on,
        submitted_on,
        details,
        ethics,
        purpose_labels: &text_lists::to_column(&names.purposes)?,
        source_labels: &text_lists::to_column(&names.sources)?,
        waiting_for: &text_lists::to_column(&waiting)?,
        waiting_since: new
            .chain
            .waiting_for()
            .into_iter()
            .filter_map(|stage| new.chain.unattended_since(stage.number, &new.history, None))
            .min()
            .map(Timestamp::from),
        last_responded_on: new.chain.last_response().map(Timestamp::from),
        has_feedback: false,
        search_text: &searchable(new, names),
        title_sort_key: &sort_key(new.submission.details().title()),
        decided_on: new.chain.decided_on().map(Timestamp::from),
        version: 1,
    };
    let id: i64 = diesel::insert_into(data_requests::table)
        .values(&row)
        .returning(data_requests::id)
        .get_result(connection)?;
    diesel::insert_into(request_answers::table)
        .values((request_answers::request_id.eq(id), format, principal, filters))
        .execute(connection)?;
    Ok(RequestId(id))
}

fn insert_dataset(connection: &mut AnyConnection, new: &NewRequest, request: RequestId) -> DbResult<()> {
    let dataset: i64 = diesel::insert_into(requested_datasets::table)
        .values((
            requested_datasets::request_id.eq(request.0),
            requested_datasets::data_source_id.eq(new.data_source.0),
            requested_datasets::dataset_description.eq(new.submission.details().dataset_description()),
        ))
        .returning(requested_datasets::id)
        .get_result(connection)?;
    let rows: Vec<_> = new
        .submission
        .details()
        .variables()
        .iter()
        .map(|variable| DatasetVariableRow {
            dataset_id: dataset,
            variable_id: variable.0,
            is_distinct: false,
        })
        .collect();
    insert_rows!(connection, dataset_variables::table, rows)?;
    pin(connection, DatasetId(dataset))
}

fn insert_states(connection: &mut AnyConnection, new: &NewRequest, request: RequestId) -> DbResult<StateIds> {
    let rows: Vec<_> = new
        .chain
        .stages()
        .iter()
        .map(|stage| {
            let since = new.chain.unattended_since(stage.number, &new.history, None);
            rows::state(request, stage, since.map(Timestamp::from))
        })
        .collect();
    let ids = insert_rows_returning!(connection, request_states::table, rows, request_states::id)?;
    let numbers = new.chain.stages().iter().map(|stage| stage.number);
    Ok(StateIds(numbers.zip(ids.into_iter().map(StateId)).collect()))
}
