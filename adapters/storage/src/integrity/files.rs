//! Files that rows refer to.

use std::collections::BTreeSet;

use aditus_application::integrity::{FileDocument, FileOwner, ReferencedFile};
use aditus_application::ports::FileKey;
use aditus_domain::ids::{DraftId, RequestId};
use aditus_domain::requests::DocumentKind;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};

use crate::connection::AnyConnection;
use crate::error::{DbResult, missing, unreadable};
use crate::requests::documents::{hash, removal_reason};
use crate::schema::{draft_files, request_documents, uploads};

/// Id, request or draft, kind, key, size, SHA-256, reason for the removal.
type Columns = (i64, i64, Option<String>, String, i64, Vec<u8>, Option<String>);

pub(super) fn referenced(
    connection: &mut AnyConnection,
    owner: FileOwner,
    after: i64,
    limit: u32,
) -> DbResult<Vec<ReferencedFile>> {
    let rows: Vec<Columns> = match owner {
        FileOwner::Requests => request_documents::table
            .filter(request_documents::id.gt(after))
            .order(request_documents::id)
            .limit(i64::from(limit))
            .select((
                request_documents::id,
                request_documents::request_id,
                request_documents::kind.nullable(),
                request_documents::file_key,
                request_documents::size,
                request_documents::sha256,
                request_documents::gone_why,
            ))
            .load(connection)?,
        FileOwner::Drafts => draft_files::table
            .filter(draft_files::id.gt(after))
            .order(draft_files::id)
            .limit(i64::from(limit))
            .select((
                draft_files::id,
                draft_files::draft_id,
                None::<String>.into_sql::<Nullable<Text>>(),
                draft_files::file_key,
                draft_files::size,
                draft_files::sha256,
                None::<String>.into_sql::<Nullable<Text>>(),
            ))
            .load(connection)?,
    };
    rows.into_iter()
        .map(|(id, owner, kind, key, size, sha256, why)| {
            let document = match kind {
                Some(kind) => FileDocument::Request(
                    RequestId(owner),
                    DocumentKind::parse(&kind).ok_or_else(missing("kind of a document"))?,
                ),
                None => FileDocument::Draft(DraftId(owner)),
            };
            Ok(ReferencedFile {
                id,
                document,
                key: FileKey::parse(&key).map_err(unreadable("key of a file"))?,
                size: u64::try_from(size).map_err(unreadable("size of a file"))?,
                sha256: hash(&sha256)?,
                gone: removal_reason(why.as_deref())?,
            })
        })
        .collect()
}

/// Returns the subset of these keys that a request, a draft or an unfinished upload refers to.
pub(super) fn referenced_among(
    connection: &mut AnyConnection,
    keys: &[FileKey],
) -> DbResult<BTreeSet<FileKey>> {
    let texts: Vec<&str> = keys.iter().map(FileKey::as_str).collect();
    let mut named: BTreeSet<String> = BTreeSet::new();
    macro_rules! look_in {
        ($($table:ident),+) => {
            $(named.extend(
                $table::table
                    .filter($table::file_key.eq_any(&texts))
                    .select($table::file_key)
                    .load::<String>(connection)?,
            );)+
        };
    }
    look_in!(request_documents, draft_files, uploads);
    Ok(keys
        .iter()
        .filter(|key| named.contains(key.as_str()))
        .cloned()
        .collect())
}

/// Returns true if the file was removed or its upload is unfinished, so that a cleanup will delete
/// it.
pub(super) fn awaits_cleanup(connection: &mut AnyConnection, key: &FileKey) -> DbResult<bool> {
    let noted = uploads::table.find(key.as_str());
    Ok(diesel::select(diesel::dsl::exists(noted)).get_result(connection)?)
}
