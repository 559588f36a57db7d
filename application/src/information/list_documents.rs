//! The public documents (`GET documents/`), for guests too.

use aditus_domain::information::{MAX_LISTED, PublicDocument};

/// All of them are asked for at once.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// The documents in the order of the list, at most [`MAX_LISTED`]. Nothing can fail: they ship with the product.
pub fn execute(_query: Query) -> Vec<PublicDocument> {
    PublicDocument::ALL.into_iter().take(MAX_LISTED).collect()
}
