//! The replies to a comment (2 §7).

use aditus_domain::ids::CommentId;
use thiserror::Error;

use super::views::ReplyView;
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// Selects the comment.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub comment: CommentId,
}

/// The replies cannot be listed.
#[derive(Debug, Error)]
pub enum Error {
    /// The comment does not exist, or the caller may not see its request.
    #[error("This State Comment does not exist.")]
    NotFound,
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: CommentNotFound;
    }
}

/// Returns the replies, oldest first, to callers who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<ReplyView>, Error> {
    ports
        .database
        .read()?
        .review()
        .replies_to(&caller.scope(), query.comment)?
        .ok_or(Error::NotFound)
}
