//! What every edit leaves behind besides its rows: the request is another one than before, so that codes for a decision that
//! are out are of no use any more (decisions C7).

use aditus_domain::ids::CommentId;
use aditus_domain::review::{Attendant, Section};

use super::Error;
use crate::ports::{KeyPurpose, Ports, Transaction};
use crate::requests::Request;

/// What an edit changed, and what asked for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub section: Section,
    pub comment: Option<CommentId>,
}

/// Notes the change, after its rows were written. Answers the version of the request since.
pub(super) fn changed(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: &Request,
    by: &Attendant,
    change: Change,
    began_from: Option<i64>,
) -> Result<i64, Error> {
    if began_from.is_some_and(|version| version != request.version) {
        return Err(Error::Changed);
    }
    let version = request.version + 1;
    let mut input = request.content_digest.to_vec();
    let edit = format!("{version} {} {} {:?}", by.user, change.section, change.comment);
    input.extend_from_slice(edit.as_bytes());
    let digest = ports.keys.hash(KeyPurpose::RequestDigest, &input);
    transaction.request_edits().set_digest(request.id, digest)?;
    Ok(version)
}
