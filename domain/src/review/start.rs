//! Submission: copies a procedure into a request (decisions C3, C5).

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::chain::Chain;
use super::event::Event;
use super::stage::{Attendant, ChainStage, StageNumber};
use super::state::StageState;
use crate::ids::OrganisationRoleId;
use crate::procedures::{StageType, ValidProcedure};
use crate::roles::Role;

/// The reason why a request cannot be submitted under this procedure.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StartError {
    /// No organisation offers the role of this stage, so it would never be decided (decisions C5).
    #[error("No active organisation role was found for the stage \"{activity}\" ({role}).")]
    NoOrganisationRole {
        /// The stage's activity.
        activity: String,
        /// The stage's role.
        role: Role,
    },
}

impl Chain {
    /// Starts the first round. The Initial stage and the requester's junctions that follow it are
    /// approved at once. The next stages become Unattended, the rest Incoming (decisions C3).
    ///
    /// `binding` finds the active organisation role of a role for the data source of this request
    /// (decisions C5). It is called for the stages of staff only; the requester's own are bound to
    /// the requester's organisation role.
    pub fn start(
        procedure: &ValidProcedure<'_>,
        binding: impl Fn(Role) -> Option<OrganisationRoleId>,
        requester: Attendant,
        at: DateTime<Utc>,
    ) -> Result<(Self, Vec<Event>), StartError> {
        let ordered = procedure.stages_in_order();
        let mut stages = Vec::with_capacity(ordered.len());
        for (number, stage) in (0..).map(StageNumber).zip(&ordered) {
            let requesters = stage.stage_type != StageType::Junction || stage.role == Role::DataRequester;
            let org_role = if requesters {
                Some(requester.org_role)
            } else {
                binding(stage.role)
            };
            let org_role = org_role.ok_or_else(|| StartError::NoOrganisationRole {
                activity: stage.activity.clone(),
                role: stage.role,
            })?;
            stages.push(ChainStage {
                number,
                stage_type: stage.stage_type,
                role: stage.role,
                org_role,
                order: stage.order,
                activity: stage.activity.clone(),
                branch_level: stage.branch_level,
                position: stage.position,
                icon: stage.icon.clone(),
                target: stage.target.filter(|_| stage.is_decided()),
                state: StageState::Incoming,
                created_on: at,
                answer: None,
            });
        }
        let number_of = |id| {
            (0..)
                .map(StageNumber)
                .zip(&ordered)
                .find(|(_, stage)| stage.id == id)
        };
        let mut links: Vec<_> = procedure
            .procedure()
            .links
            .iter()
            .filter_map(|link| Some((number_of(link.from)?.0, number_of(link.to)?.0)))
            .collect();
        links.sort_unstable();
        Ok(Self::first_round(stages, links, requester, at))
    }
}
