//! The tables that are copied.

use crate::backup::content;

/// The table by which PostgreSQL searches requests. Triggers fill it. SQLite has none.
pub(super) const SEARCH_TEXTS: &str = "data_requests_fts";

/// Returns false for the table of applied migrations and for the one by which PostgreSQL searches requests.
pub(super) fn is_copied(name: &str) -> bool {
    name != content::MIGRATIONS && name != SEARCH_TEXTS
}
