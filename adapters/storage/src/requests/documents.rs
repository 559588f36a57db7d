//! Documents of requests. The file contents are in the file store.

use aditus_application::access::RequestScope;
use aditus_application::installation::cleanup::UPLOADS_KEPT;
use aditus_application::ports::FileKey;
use aditus_application::requests::views::{DocumentView, FoundDocument};
use aditus_domain::ids::{DocumentId, RequestId, StaffId, UserId};
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{DocumentKind, FileType, RemovalReason};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::scope::in_scope;
use super::uploads;
use crate::connection::AnyConnection;
use crate::error::{DbResult, missing, unreadable};
use crate::schema::{data_requests, request_documents};
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_documents)]
struct Stored {
    kind: String,
    staff_id: Option<i64>,
    file_key: String,
    file_type: String,
    size: i64,
    uploaded_on: Timestamp,
    sha256: Vec<u8>,
    gone_why: Option<String>,
    is_protected: bool,
    name: Option<String>,
}

/// Returns the current documents of a request, in the order in which they were uploaded.
pub(super) fn of_request(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<DocumentView>> {
    let stored: Vec<Stored> = request_documents::table
        .filter(request_documents::request_id.eq(request.0))
        .filter(request_documents::deleted_on.is_null())
        .order(request_documents::id)
        .select(Stored::as_select())
        .load(connection)?;
    stored.iter().map(view).collect()
}

/// Returns all documents of a request, including those that were replaced or removed since.
pub(super) fn ever_of_request(
    connection: &mut AnyConnection,
    request: RequestId,
) -> DbResult<Vec<DocumentView>> {
    let stored: Vec<Stored> = request_documents::table
        .filter(request_documents::request_id.eq(request.0))
        .order(request_documents::id)
        .select(Stored::as_select())
        .load(connection)?;
    stored.iter().map(view).collect()
}

pub(crate) fn hash(column: &[u8]) -> DbResult<Sha256> {
    column
        .try_into()
        .map(Sha256)
        .map_err(unreadable("hash of a document"))
}

pub(crate) fn removal_reason(column: Option<&str>) -> DbResult<Option<RemovalReason>> {
    column
        .map(|why| RemovalReason::parse(why).ok_or_else(missing("reason why a document is gone")))
        .transpose()
}

/// Marks the files of these documents as gone, erases their names, and queues them for deletion
/// from the file store by the next cleanup. Returns the document id and key of each file.
pub(crate) fn remove(
    connection: &mut AnyConnection,
    ids: &[i64],
    why: RemovalReason,
    at: DateTime<Utc>,
) -> DbResult<Vec<(DocumentId, FileKey)>> {
    let removed: Vec<(i64, String)> =
        diesel::update(request_documents::table.filter(request_documents::id.eq_any(ids)))
            .set((
                request_documents::gone_on.eq(Some(Timestamp::from(at))),
                request_documents::gone_why.eq(Some(why.name())),
                request_documents::name.eq(None::<String>),
            ))
            .returning((request_documents::id, request_documents::file_key))
            .get_results(connection)?;
    let removed: Vec<(DocumentId, FileKey)> = removed
        .into_iter()
        .map(|(id, key)| {
            let key = FileKey::parse(&key).map_err(unreadable("key of a document"))?;
            Ok((DocumentId(id), key))
        })
        .collect::<DbResult<_>>()?;
    let keys: Vec<FileKey> = removed.iter().map(|(_, key)| key.clone()).collect();
    uploads::begin(connection, &keys, at - UPLOADS_KEPT)?;
    Ok(removed)
}

/// Returns the document with this key if its request is in scope, even if the document was replaced
/// since.
pub(super) fn by_key(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    key: &FileKey,
) -> DbResult<Option<FoundDocument>> {
    let found: Option<(i64, i64, i64, Stored)> = request_documents::table
        .inner_join(data_requests::table.on(data_requests::id.eq(request_documents::request_id)))
        .filter(request_documents::file_key.eq(key.as_str()))
        .filter(in_scope(scope))
        .select((
            request_documents::id,
            request_documents::request_id,
            data_requests::owner_id,
            Stored::as_select(),
        ))
        .first(connection)
        .optional()?;
    let found = found.map(|(id, request, owner, stored)| {
        Ok(FoundDocument {
            id: DocumentId(id),
            request: RequestId(request),
            owner: UserId(owner),
            view: view(&stored)?,
        })
    });
    found.transpose()
}

fn view(stored: &Stored) -> DbResult<DocumentView> {
    Ok(DocumentView {
        kind: DocumentKind::parse(&stored.kind).ok_or_else(missing("kind of a document"))?,
        staff: stored.staff_id.map(StaffId),
        key: FileKey::parse(&stored.file_key).map_err(unreadable("key of a document"))?,
        file_type: FileType::from_mime(&stored.file_type).ok_or_else(missing("type of a document"))?,
        is_protected: stored.is_protected,
        name: stored.name.clone(),
        size: u64::try_from(stored.size).map_err(unreadable("size of a document"))?,
        sha256: hash(&stored.sha256)?,
        uploaded_on: stored.uploaded_on.0,
        gone: removal_reason(stored.gone_why.as_deref())?,
    })
}
