//! Overall statuses in columns.

use aditus_domain::review::OverallStatus;

use super::tabs;

/// The tab of pending requests, as `status_tab` holds it.
pub(crate) const fn pending_tab() -> &'static str {
    tabs::status_tab(OverallStatus::Pending)
}
