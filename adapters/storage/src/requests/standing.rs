//! Where a request stands: what its chain says to lists and counters.

use aditus_domain::ids::{OrganisationRoleId, StateId};
use aditus_domain::review::{Chain, ChainStage, HistoryEntry, Outcome, StageNumber, StageState};
use chrono::{DateTime, Utc};

/// The organisation roles that decide on a request, each once, sorted.
pub(super) fn deciding_roles(chain: &Chain) -> Vec<OrganisationRoleId> {
    let mut roles: Vec<_> = chain
        .stages()
        .iter()
        .filter(|stage| !stage.is_requesters())
        .map(|stage| stage.org_role)
        .collect();
    roles.sort_unstable();
    roles.dedup();
    roles
}

/// Whether this organisation role has decided at a stage of its own. A recall answers for a role that did not.
pub(super) fn has_decided(chain: &Chain, org_role: OrganisationRoleId) -> bool {
    chain
        .stages()
        .iter()
        .filter(|stage| stage.org_role == org_role && !stage.is_requesters())
        .any(|stage| {
            stage
                .answer
                .as_ref()
                .is_some_and(|answer| answer.outcome != Outcome::Recalled)
        })
}

/// The names of the roles whose turn it is, each once, in the order of the stages.
pub(super) fn waiting_for(chain: &Chain) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for stage in chain.waiting_for() {
        if names.iter().all(|known| known != stage.role.name()) {
            names.push(stage.role.name().to_owned());
        }
    }
    names
}

/// When the turn of a stage came, if it is its turn: what just happened says so, else it is as it was.
pub(super) fn unattended_since(
    stage: &ChainStage,
    happened: &[HistoryEntry],
    before: Option<DateTime<Utc>>,
) -> Option<DateTime<Utc>> {
    if stage.state != StageState::Unattended {
        return None;
    }
    happened
        .iter()
        .rev()
        .find(|entry| entry.stage == stage.number && entry.state == StageState::Unattended)
        .map(|entry| entry.at)
        .or(before)
        .or(Some(stage.created_on))
}

/// The ids of the states of one request, by their numbers.
#[derive(Debug, Clone)]
pub(super) struct StateIds(pub Vec<(StageNumber, StateId)>);

impl StateIds {
    /// The id of the state with this number.
    pub(super) fn of(&self, number: StageNumber) -> Option<StateId> {
        self.0
            .iter()
            .find(|(known, _)| *known == number)
            .map(|(_, id)| *id)
    }
}
