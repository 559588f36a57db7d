//! Overall statuses in columns.

use aditus_domain::review::Tab;

/// The tab of pending requests, as `status_tab` holds it.
pub(crate) const fn pending_tab() -> &'static str {
    Tab::Pending.name()
}
