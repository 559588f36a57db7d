//! Pages of lists.

use aditus_application::paging::{Page, Paged};

pub(crate) fn paged<T>(items: Vec<T>, page: Page, total: i64) -> Paged<T> {
    Paged {
        items,
        page,
        total: total.unsigned_abs(),
        more: false,
    }
}
