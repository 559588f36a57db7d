//! Lists the public documents (`GET documents/`), also for guests.

use aditus_domain::information::{MAX_LISTED, PublicDocument};

/// The query has no parameters.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// Returns the documents in their fixed order, at most [`MAX_LISTED`]. They ship with the product,
/// so that nothing can fail.
pub fn execute(_query: Query) -> Vec<PublicDocument> {
    PublicDocument::ALL.into_iter().take(MAX_LISTED).collect()
}
