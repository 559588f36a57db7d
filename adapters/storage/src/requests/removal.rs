//! Removes a request and everything that belongs to it.

use aditus_application::installation::cleanup::UPLOADS_KEPT;
use aditus_application::ports::FileKey;
use aditus_domain::ids::{OrganisationRoleId, RequestId, UserId};
use aditus_domain::review::Tab;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::bindings::role_view;
use super::counters::Changes;
use super::uploads;
use crate::connection::AnyConnection;
use crate::dialect::VALUES_AT_ONCE;
use crate::error::{DbResult, unreadable};
use crate::schema::{
    approval_letters, audit_entries, audit_values, comment_replies, data_handling_devices,
    data_request_feedback, data_requests, dataset_variables, demand_pauses, digest_entries, notifications,
    request_answers, request_bindings, request_documents, request_edges, request_history, request_purposes,
    request_rounds, request_states, request_terms, request_version_values, request_versions,
    requested_datasets, staff_shared, state_comments,
};

/// Results of a removal that the caller has to act on.
pub(crate) struct Removed {
    pub owner: UserId,
    pub files: Vec<FileKey>,
    pub changes: Changes,
    /// The users who had an unread notification about it.
    pub unread: Vec<UserId>,
}

/// Removes a request. Returns `None` if it does not exist. Its files are queued as uploads, which
/// the next cleanup deletes.
pub(crate) fn remove(
    connection: &mut AnyConnection,
    request: RequestId,
    at: DateTime<Utc>,
) -> DbResult<Option<Removed>> {
    let id = request.0;
    let row: Option<(i64, String)> = data_requests::table
        .find(id)
        .select((data_requests::owner_id, data_requests::status_tab))
        .first(connection)
        .optional()?;
    let Some((owner, status_tab)) = row else {
        return Ok(None);
    };
    let owner = UserId(owner);
    let mut changes = Changes::default();
    let status_tab = Tab::parse(&status_tab).map_err(unreadable("tab of a status"))?;
    changes.status(owner, status_tab, -1);
    let unread = remove_notifications(connection, id)?;
    remove_texts_beside_entries(connection, id)?;
    remove_papers(connection, id)?;
    remove_comments(connection, id)?;
    remove_chain(connection, id, &mut changes)?;
    let files = remove_documents(connection, id, at)?;
    remove_content(connection, id)?;
    diesel::delete(data_requests::table.find(id)).execute(connection)?;
    Ok(Some(Removed {
        owner,
        files,
        changes,
        unread,
    }))
}

fn remove_notifications(connection: &mut AnyConnection, id: i64) -> DbResult<Vec<UserId>> {
    diesel::delete(digest_entries::table.filter(digest_entries::request_id.eq(id))).execute(connection)?;
    let removed: Vec<(i64, bool)> =
        diesel::delete(notifications::table.filter(notifications::request_id.eq(id)))
            .returning((notifications::user_id, notifications::is_read))
            .get_results(connection)?;
    Ok(removed
        .into_iter()
        .filter(|(_, is_read)| !is_read)
        .map(|(user, _)| UserId(user))
        .collect())
}

/// Removes the texts stored beside audit entries. The entries stay, and commit to texts that can no
/// longer be read.
fn remove_texts_beside_entries(connection: &mut AnyConnection, id: i64) -> DbResult<()> {
    let entries: Vec<i64> = audit_entries::table
        .filter(audit_entries::request_id.eq(id))
        .select(audit_entries::id)
        .load(connection)?;
    for some in entries.chunks(VALUES_AT_ONCE) {
        diesel::delete(audit_values::table.filter(audit_values::entry_id.eq_any(some)))
            .execute(connection)?;
    }
    Ok(())
}

/// Removes feedback, letter and versions.
fn remove_papers(connection: &mut AnyConnection, id: i64) -> DbResult<()> {
    diesel::delete(data_request_feedback::table.find(id)).execute(connection)?;
    diesel::delete(approval_letters::table.find(id)).execute(connection)?;
    diesel::delete(request_version_values::table.filter(request_version_values::request_id.eq(id)))
        .execute(connection)?;
    diesel::delete(request_versions::table.filter(request_versions::request_id.eq(id)))
        .execute(connection)?;
    Ok(())
}

fn remove_comments(connection: &mut AnyConnection, id: i64) -> DbResult<()> {
    let comments: Vec<i64> = state_comments::table
        .filter(state_comments::request_id.eq(id))
        .select(state_comments::id)
        .load(connection)?;
    for some in comments.chunks(VALUES_AT_ONCE) {
        diesel::delete(comment_replies::table.filter(comment_replies::comment_id.eq_any(some)))
            .execute(connection)?;
    }
    diesel::delete(demand_pauses::table.filter(demand_pauses::request_id.eq(id))).execute(connection)?;
    diesel::delete(state_comments::table.filter(state_comments::request_id.eq(id))).execute(connection)?;
    Ok(())
}

/// Removes rounds, terms, history, and the stages with their links and bindings.
fn remove_chain(connection: &mut AnyConnection, id: i64, changes: &mut Changes) -> DbResult<()> {
    let bindings: Vec<(i64, String, bool, String)> = request_bindings::table
        .filter(request_bindings::request_id.eq(id))
        .select((
            request_bindings::org_role_id,
            request_bindings::own_state,
            request_bindings::answered,
            request_bindings::status_tab,
        ))
        .load(connection)?;
    for (org_role, own_state, answered, status_tab) in &bindings {
        let role_view = role_view(own_state, *answered, status_tab)?;
        changes.binding(OrganisationRoleId(*org_role), role_view, -1);
    }
    diesel::delete(request_bindings::table.filter(request_bindings::request_id.eq(id)))
        .execute(connection)?;
    diesel::delete(request_history::table.filter(request_history::request_id.eq(id))).execute(connection)?;
    diesel::delete(request_edges::table.filter(request_edges::request_id.eq(id))).execute(connection)?;
    diesel::delete(request_states::table.filter(request_states::request_id.eq(id))).execute(connection)?;
    diesel::delete(request_terms::table.filter(request_terms::request_id.eq(id))).execute(connection)?;
    diesel::delete(request_rounds::table.filter(request_rounds::request_id.eq(id))).execute(connection)?;
    Ok(())
}

/// Removes the documents and queues their files for deletion. Files that are gone have been deleted
/// or queued already.
fn remove_documents(connection: &mut AnyConnection, id: i64, at: DateTime<Utc>) -> DbResult<Vec<FileKey>> {
    let keys: Vec<String> = request_documents::table
        .filter(request_documents::request_id.eq(id))
        .filter(request_documents::gone_on.is_null())
        .select(request_documents::file_key)
        .load(connection)?;
    let files: Vec<FileKey> = keys
        .iter()
        .map(|key| FileKey::parse(key).map_err(unreadable("key of a document")))
        .collect::<DbResult<_>>()?;
    uploads::begin(connection, &files, at - UPLOADS_KEPT)?;
    diesel::delete(request_documents::table.filter(request_documents::request_id.eq(id)))
        .execute(connection)?;
    Ok(files)
}

/// Removes staff, devices, datasets with their variables, purposes, and the answers in the table of
/// their own.
fn remove_content(connection: &mut AnyConnection, id: i64) -> DbResult<()> {
    diesel::delete(staff_shared::table.filter(staff_shared::request_id.eq(id))).execute(connection)?;
    diesel::delete(data_handling_devices::table.filter(data_handling_devices::request_id.eq(id)))
        .execute(connection)?;
    let datasets: Vec<i64> = requested_datasets::table
        .filter(requested_datasets::request_id.eq(id))
        .select(requested_datasets::id)
        .load(connection)?;
    for some in datasets.chunks(VALUES_AT_ONCE) {
        diesel::delete(dataset_variables::table.filter(dataset_variables::dataset_id.eq_any(some)))
            .execute(connection)?;
    }
    diesel::delete(requested_datasets::table.filter(requested_datasets::request_id.eq(id)))
        .execute(connection)?;
    diesel::delete(request_purposes::table.filter(request_purposes::request_id.eq(id)))
        .execute(connection)?;
    diesel::delete(request_answers::table.find(id)).execute(connection)?;
    Ok(())
}
