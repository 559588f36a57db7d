//! The tables that are copied.

use crate::backup::content;

/// PostgreSQL's table of search texts of requests, which triggers fill. SQLite has no such table.
pub(super) const SEARCH_TEXTS: &str = "data_requests_fts";

/// Returns false for the table of applied migrations and for PostgreSQL's table of search texts.
pub(super) fn is_copied(name: &str) -> bool {
    name != content::MIGRATIONS && name != SEARCH_TEXTS
}
