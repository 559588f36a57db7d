//! The tab of pending requests, as conditions compare it.

use aditus_domain::review::Tab;

/// Returns the name of the tab of pending requests, as stored in `status_tab`.
pub(crate) const fn pending_tab() -> &'static str {
    Tab::Pending.name()
}
