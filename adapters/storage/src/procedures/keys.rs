//! What procedures, stages and their types are found and sorted by. Names of other records are found alike.

use aditus_application::paging::{Page, Paged};
use aditus_domain::dictionary::search::fold;

use crate::search::{Term, indexed};

/// What a procedure is found by.
pub(crate) fn of_procedure(name: &str, description: &str) -> String {
    indexed(&format!("{}\n{}", fold(name), fold(description)))
}

/// Search text of a stage, a type, or the name of a procedure.
pub(crate) fn of_name(name: &str) -> String {
    indexed(&fold(name))
}

/// The pattern of what is searched for, for a `LIKE` that escapes with a backslash; none when there is nothing.
pub(crate) fn pattern(search: Option<&str>) -> Option<String> {
    search.and_then(Term::parse).map(|term| term.like_pattern())
}

/// The rows of a page with the number of all.
pub(crate) fn paged<T>(items: Vec<T>, page: Page, total: i64) -> Paged<T> {
    Paged {
        items,
        page,
        total: total.unsigned_abs(),
        more: false,
    }
}
