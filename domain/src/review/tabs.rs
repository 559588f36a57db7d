//! The tabs of the lists of requests (decisions C12).

use super::state::{OverallStatus, StageState, UnknownState, named};
use crate::ids::{OrganisationRoleId, UserId};

/// A list of requests (2 §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestList {
    /// The requests of this requester.
    Owner(UserId),
    /// The requests with a stage bound to this organisation role.
    OrgRole(OrganisationRoleId),
    /// All requests, for a Super User.
    Everything,
}

/// A tab of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tab {
    /// The role's own stage is not reached yet, and the request is pending.
    Incoming,
    /// It is the turn of the role's own stage. In a list without an own stage: the request is
    /// pending.
    Pending,
    /// Approved.
    Approved,
    /// Denied or recalled.
    Denied,
    /// All.
    All,
    /// The role has decided at one of its stages. In a list without an own stage: the request is
    /// approved, denied or recalled.
    History,
}

named!(Tab: Incoming, Pending, Approved, Denied, All, History);

/// The party that a pending request waits for, from the point of view of a list (decisions C16).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// The own stage of the list. A list without an own stage has no such requests.
    OwnStage,
    /// The requester, because comments block all decisions.
    Requester,
    /// Other stages.
    Others,
}

/// The state of a request from the point of view of an organisation role that decides on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleView {
    /// The state of the own stage ([`Chain::own_stage`](super::Chain::own_stage)).
    pub own_state: StageState,
    /// True if the role has decided at one of its stages, in this round or an earlier one.
    pub answered: bool,
    /// The tab of the overall status.
    pub status_tab: Tab,
}

/// The conditions of a tab in the list of an organisation role. `None` and `false` impose no
/// condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TabConditions {
    /// The state of the own stage.
    pub own_state: Option<StageState>,
    /// True if the role must have decided.
    pub must_be_answered: bool,
    /// The tab of the overall status.
    pub status_tab: Option<Tab>,
}

impl Tab {
    /// Returns the tab of an overall status. Recalled requests are on the Denied tab.
    pub const fn from_status(status: OverallStatus) -> Self {
        match status {
            OverallStatus::Approved => Self::Approved,
            OverallStatus::Denied | OverallStatus::Recalled => Self::Denied,
            OverallStatus::Pending => Self::Pending,
        }
    }

    /// Returns the conditions of this tab in the list of an organisation role.
    pub const fn conditions(self) -> TabConditions {
        const NONE: TabConditions = TabConditions {
            own_state: None,
            must_be_answered: false,
            status_tab: None,
        };
        match self {
            Self::Incoming => TabConditions {
                own_state: Some(StageState::Incoming),
                status_tab: Some(Self::Pending),
                ..NONE
            },
            Self::Pending => TabConditions {
                own_state: Some(StageState::Unattended),
                status_tab: Some(Self::Pending),
                ..NONE
            },
            Self::Approved | Self::Denied => TabConditions {
                status_tab: Some(self),
                ..NONE
            },
            Self::All => NONE,
            Self::History => TabConditions {
                must_be_answered: true,
                ..NONE
            },
        }
    }

    // The tabs that make up this one in a list without an own stage.
    const fn by_status(self) -> &'static [Self] {
        match self {
            Self::Incoming => &[],
            Self::Pending => &[Self::Pending],
            Self::Approved => &[Self::Approved],
            Self::Denied => &[Self::Denied],
            Self::All => &[Self::All],
            Self::History => &[Self::Approved, Self::Denied],
        }
    }
}

impl TabConditions {
    /// Returns true if a request with this state is on the tab.
    pub fn matches(self, role_view: RoleView) -> bool {
        self.own_state.is_none_or(|state| state == role_view.own_state)
            && (role_view.answered || !self.must_be_answered)
            && self.status_tab.is_none_or(|tab| tab == role_view.status_tab)
    }
}

impl RequestList {
    /// Returns the tabs of this list that show the requests of the `asked` tabs, without
    /// duplicates. Empty if no request can match.
    ///
    /// Requesters and Super Users have no stage of their own that is not reached yet or answered.
    /// Their Incoming tab is empty, and their history consists of approved, denied and recalled
    /// requests. Incoming and History are therefore never among the tabs of these lists.
    pub fn tabs(self, asked: &[Tab]) -> Vec<Tab> {
        let mut tabs = Vec::new();
        for tab in asked {
            let shown = match self {
                Self::OrgRole(_) => std::slice::from_ref(tab),
                Self::Owner(_) | Self::Everything => tab.by_status(),
            };
            for tab in shown {
                if !tabs.contains(tab) {
                    tabs.push(*tab);
                }
            }
        }
        tabs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tabs_of(own_state: StageState, answered: bool, status: OverallStatus) -> Vec<Tab> {
        let role_view = RoleView {
            own_state,
            answered,
            status_tab: Tab::from_status(status),
        };
        let tabs = Tab::ALL.iter().copied();
        tabs.filter(|tab| tab.conditions().matches(role_view)).collect()
    }

    #[test]
    fn the_list_of_a_role_shows_a_request_on_the_tabs_of_its_state() {
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

    #[test]
    fn the_list_of_a_role_has_every_tab() {
        let list = RequestList::OrgRole(OrganisationRoleId(1));
        assert_eq!(list.tabs(Tab::ALL), Tab::ALL);
        assert_eq!(list.tabs(&[Tab::Denied, Tab::Denied]), [Tab::Denied]);
    }

    #[test]
    fn lists_without_an_own_stage_use_the_overall_status() {
        for list in [RequestList::Owner(UserId(1)), RequestList::Everything] {
            assert_eq!(list.tabs(&[Tab::Incoming]), []);
            assert_eq!(list.tabs(&[Tab::Incoming, Tab::Pending]), [Tab::Pending]);
            assert_eq!(list.tabs(&[Tab::History]), [Tab::Approved, Tab::Denied]);
            assert_eq!(
                list.tabs(&[Tab::Denied, Tab::History]),
                [Tab::Denied, Tab::Approved]
            );
            assert_eq!(list.tabs(&[Tab::All]), [Tab::All]);
        }
    }
}
