//! Erases the personal data in requests that concern an erased person.

use aditus_application::accounts::erasure::OwnRequest;
use aditus_application::accounts::erasure::repository::{PartsToErase, RemoveName};
use aditus_application::ports::FileKey;
use aditus_domain::accounts::erasure::{ERASED_FIRST_NAME, ERASED_PERSON, ERASED_SURNAME};
use aditus_domain::audit::Kind;
use aditus_domain::ids::{DocumentId, OrganisationRoleId, RequestId, UserId};
use aditus_domain::requests::content::Subject;
use aditus_domain::requests::{DocumentKind, RemovalReason};
use aditus_domain::review::{OverallStatus, StageState};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::status::pending_tab;
use super::{documents, letters};
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{
    approval_letters, audit_entries, audit_values, data_handling_devices, data_requests, request_answers,
    request_bindings, request_documents, request_version_values, staff_shared,
};
use crate::times::Timestamp;

/// Returns all requests of a person, by id.
pub(crate) fn own(connection: &mut AnyConnection, owner: UserId) -> DbResult<Vec<OwnRequest>> {
    let rows: Vec<(i64, String)> = data_requests::table
        .filter(data_requests::owner_id.eq(owner.0))
        .order(data_requests::id)
        .select((data_requests::id, data_requests::status))
        .load(connection)?;
    rows.into_iter()
        .map(|(id, status)| {
            Ok(OwnRequest {
                id: RequestId(id),
                status: OverallStatus::parse(&status).map_err(unreadable("status of a request"))?,
            })
        })
        .collect()
}

/// Returns the number of requests that wait for a decision of this organisation role.
pub(crate) fn waiting_at(connection: &mut AnyConnection, org_role: OrganisationRoleId) -> DbResult<u64> {
    let waiting: i64 = request_bindings::table
        .filter(request_bindings::org_role_id.eq(org_role.0))
        .filter(request_bindings::own_state.eq(StageState::Unattended.name()))
        .filter(request_bindings::status_tab.eq(pending_tab()))
        .count()
        .get_result(connection)?;
    Ok(waiting.unsigned_abs())
}

/// Erases personal columns of rows, values that versions commit to, file names, and identification
/// documents. Returns the files of the identification documents.
pub(crate) fn erase(
    connection: &mut AnyConnection,
    request: RequestId,
    what: &PartsToErase,
    at: DateTime<Utc>,
) -> DbResult<Vec<(DocumentId, FileKey)>> {
    for subject in &what.rows {
        match subject {
            Subject::Principal => {
                diesel::update(request_answers::table.find(request.0))
                    .set((
                        request_answers::principal_fname.eq(ERASED_FIRST_NAME),
                        request_answers::principal_sname.eq(ERASED_SURNAME),
                        request_answers::principal_email.eq(""),
                        request_answers::principal_phone.eq(""),
                    ))
                    .execute(connection)?;
            }
            Subject::Device(id) => {
                diesel::update(data_handling_devices::table.find(id.0))
                    .filter(data_handling_devices::request_id.eq(request.0))
                    .set(data_handling_devices::used_by.eq(ERASED_PERSON))
                    .execute(connection)?;
            }
            Subject::Staff(id) => {
                diesel::update(staff_shared::table.find(id.0))
                    .filter(staff_shared::request_id.eq(request.0))
                    .set((
                        staff_shared::first_name.eq(ERASED_FIRST_NAME),
                        staff_shared::surname.eq(ERASED_SURNAME),
                        staff_shared::phone.eq(""),
                        staff_shared::email.eq(""),
                        staff_shared::identification_number.eq(""),
                    ))
                    .execute(connection)?;
            }
        }
    }
    for commitment in &what.commitments {
        diesel::delete(request_version_values::table.find((request.0, commitment.0.as_slice())))
            .execute(connection)?;
    }
    // File names often contain the name of a person.
    diesel::update(request_documents::table.filter(request_documents::request_id.eq(request.0)))
        .set(request_documents::name.eq(None::<String>))
        .execute(connection)?;
    let mut identifications: Vec<i64> = Vec::new();
    for (member, uploaded_on) in &what.identifications {
        let ids: Vec<i64> = request_documents::table
            .filter(request_documents::request_id.eq(request.0))
            .filter(request_documents::kind.eq(DocumentKind::StaffIdentification.name()))
            .filter(request_documents::staff_id.eq(member.0))
            .filter(request_documents::uploaded_on.eq(Timestamp::from(*uploaded_on)))
            .filter(request_documents::gone_on.is_null())
            .select(request_documents::id)
            .load(connection)?;
        identifications.extend(ids);
    }
    documents::remove(connection, &identifications, RemovalReason::Erased, at)
}

/// Redacts the person's name in the approval letter, and deletes those values beside the audit
/// entries of the letter that contain it.
pub(crate) fn rewrite_letter(
    connection: &mut AnyConnection,
    request: RequestId,
    remove_name: RemoveName<'_>,
) -> DbResult<()> {
    let Some(letter) = letters::of_request(connection, request)? else {
        return Ok(());
    };
    let (heading, body) = (remove_name(&letter.text.heading), remove_name(&letter.text.body));
    if heading.is_none() && body.is_none() {
        return Ok(());
    }
    diesel::update(approval_letters::table.find(request.0))
        .set((
            approval_letters::heading.eq(heading.unwrap_or(letter.text.heading)),
            approval_letters::body.eq(body.unwrap_or(letter.text.body)),
        ))
        .execute(connection)?;
    let kept: Vec<(i64, Vec<u8>, String)> = audit_values::table
        .inner_join(audit_entries::table)
        .filter(audit_entries::request_id.eq(request.0))
        .filter(audit_entries::kind.eq(Kind::LetterIssued.name()))
        .select((
            audit_values::entry_id,
            audit_values::commitment,
            audit_values::value,
        ))
        .load(connection)?;
    for (entry, commitment, text) in kept {
        if remove_name(&text).is_some() {
            diesel::delete(audit_values::table.find((entry, commitment))).execute(connection)?;
        }
    }
    Ok(())
}
