//! On which tabs of which lists a request stands (decisions C12). Lists select by these rules and counters count by them.

use aditus_application::requests::views::{ListOf, Tab};
use aditus_domain::review::{OverallStatus, StageState};

/// Every tab, in the order of the counters.
pub(crate) const ALL_TABS: [Tab; 6] = [
    Tab::Incoming,
    Tab::Pending,
    Tab::Approved,
    Tab::Denied,
    Tab::All,
    Tab::History,
];

/// The name of a tab in the database.
pub(crate) const fn name(tab: Tab) -> &'static str {
    match tab {
        Tab::Incoming => "Incoming",
        Tab::Pending => "Pending",
        Tab::Approved => "Approved",
        Tab::Denied => "Denied",
        Tab::All => "All",
        Tab::History => "History",
    }
}

/// The name and the id of a list in the database.
pub(crate) const fn scope(of: ListOf) -> (&'static str, i64) {
    match of {
        ListOf::Owner(user) => ("Owner", user.0),
        ListOf::OrgRole(org_role) => ("OrgRole", org_role.0),
        ListOf::Everything => ("Everything", 0),
    }
}

/// The tab to which the overall status leads: a recalled request stands on the Denied tab.
pub(crate) const fn status_tab(status: OverallStatus) -> &'static str {
    match status {
        OverallStatus::Approved => "Approved",
        OverallStatus::Denied | OverallStatus::Recalled => "Denied",
        OverallStatus::Pending => "Pending",
    }
}

/// What an organisation role's tabs go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BindingSelection {
    /// The state of the own stage.
    pub own_state: Option<&'static str>,
    /// Whether the own stage has been answered.
    pub answered: Option<bool>,
    /// The tab of the overall status.
    pub status_tab: Option<&'static str>,
}

/// What stands on a tab of an organisation role.
pub(crate) const fn of_binding(tab: Tab) -> BindingSelection {
    const ANY: BindingSelection = BindingSelection {
        own_state: None,
        answered: None,
        status_tab: None,
    };
    const PENDING: &str = status_tab(OverallStatus::Pending);
    match tab {
        Tab::Incoming => BindingSelection {
            own_state: Some(StageState::Incoming.name()),
            status_tab: Some(PENDING),
            ..ANY
        },
        Tab::Pending => BindingSelection {
            own_state: Some(StageState::Unattended.name()),
            status_tab: Some(PENDING),
            ..ANY
        },
        Tab::Approved => BindingSelection {
            status_tab: Some(status_tab(OverallStatus::Approved)),
            ..ANY
        },
        Tab::Denied => BindingSelection {
            status_tab: Some(status_tab(OverallStatus::Denied)),
            ..ANY
        },
        Tab::All => ANY,
        Tab::History => BindingSelection {
            answered: Some(true),
            ..ANY
        },
    }
}

/// What stands on any of these tabs of an organisation role; empty where that is everything.
pub(crate) fn of_bindings(tabs: &[Tab]) -> Vec<BindingSelection> {
    if tabs.contains(&Tab::All) {
        return Vec::new();
    }
    tabs.iter().map(|tab| of_binding(*tab)).collect()
}

impl BindingSelection {
    /// Whether a binding stands on the tab.
    pub(crate) fn holds(&self, own_state: &str, answered: bool, status_tab: &str) -> bool {
        self.own_state.is_none_or(|wanted| wanted == own_state)
            && self.answered.is_none_or(|wanted| wanted == answered)
            && self.status_tab.is_none_or(|wanted| wanted == status_tab)
    }
}

/// The tab of the overall status that a tab of an owner, or of everything, goes by; none for all requests. An owner's own
/// stages are the ends of the chain: one is not reached while the request is pending, and one was answered by submitting.
pub(crate) const fn of_status(tab: Tab) -> Option<&'static str> {
    match tab {
        Tab::Incoming | Tab::Pending => Some(status_tab(OverallStatus::Pending)),
        Tab::Approved => Some(status_tab(OverallStatus::Approved)),
        Tab::Denied => Some(status_tab(OverallStatus::Denied)),
        Tab::All | Tab::History => None,
    }
}

/// The tabs of the overall status that these tabs go by; empty where that is everything.
pub(crate) fn of_statuses(tabs: &[Tab]) -> Vec<&'static str> {
    let mut wanted = Vec::new();
    for tab in tabs {
        match of_status(*tab) {
            None => return Vec::new(),
            Some(status_tab) if !wanted.contains(&status_tab) => wanted.push(status_tab),
            Some(_) => {}
        }
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tabs_of(own_state: StageState, answered: bool, status: OverallStatus) -> Vec<Tab> {
        let holds = |tab: &Tab| of_binding(*tab).holds(own_state.name(), answered, status_tab(status));
        ALL_TABS.into_iter().filter(holds).collect()
    }

    #[test]
    fn a_reviewer_finds_a_request_on_the_tabs_of_its_state() {
        use OverallStatus as Status;
        use StageState as State;
        assert_eq!(
            tabs_of(State::Incoming, false, Status::Pending),
            [Tab::Incoming, Tab::All]
        );
        assert_eq!(
            tabs_of(State::Unattended, false, Status::Pending),
            [Tab::Pending, Tab::All]
        );
        assert_eq!(
            tabs_of(State::Approved, true, Status::Pending),
            [Tab::All, Tab::History]
        );
        assert_eq!(
            tabs_of(State::Approved, true, Status::Approved),
            [Tab::Approved, Tab::All, Tab::History]
        );
        assert_eq!(
            tabs_of(State::Denied, true, Status::Denied),
            [Tab::Denied, Tab::All, Tab::History]
        );
        assert_eq!(
            tabs_of(State::Halted, false, Status::Denied),
            [Tab::Denied, Tab::All]
        );
        assert_eq!(
            tabs_of(State::Recalled, false, Status::Recalled),
            [Tab::Denied, Tab::All]
        );
    }
}
