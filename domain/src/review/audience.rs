//! Whom the steps of a request are told to (1 §3; 2 §4).

use super::chain::Chain;
use super::event::Event;
use super::stage::{Answer, ChainStage, StageNumber};
use super::state::StageState;
use crate::notifications::NotificationKind;
use crate::roles::Role;

/// Whom something is told to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The owner of the request.
    Requester,
    /// Everybody who may act at this stage.
    Holders(StageNumber),
    /// Whoever has decided at this stage.
    Decider(StageNumber),
}

impl Chain {
    /// Returns the audiences that the events of one act are notified to, with the kind of each notification: the requester of every
    /// decision and of the release, a stage's holders of their turn and of a recall, people who had approved of a denial and of a
    /// resubmission, people who decided of feedback. A notification is left out if another one of the same act to the same audience
    /// covers it ([`NotificationKind::covers`]). The chain is as the events have left it.
    pub fn told_of(&self, events: &[Event]) -> Vec<(Audience, NotificationKind)> {
        let all: Vec<_> = events
            .iter()
            .flat_map(|event| self.told_of_event(event))
            .collect();
        let is_covered = |(audience, kind): &(Audience, NotificationKind)| {
            all.iter()
                .any(|(other, covering)| other == audience && covering.covers(*kind))
        };
        all.iter().filter(|told| !is_covered(told)).copied().collect()
    }

    fn told_of_event(&self, event: &Event) -> Vec<(Audience, NotificationKind)> {
        let staff_stage = |number: StageNumber| self.stage(number).filter(|stage| !stage.is_requesters());
        match event {
            Event::RoundStarted { round, .. } => {
                let mut told = vec![(Audience::Requester, NotificationKind::Submitted { round: *round })];
                // In the first round nobody has answered yet; in a later one the answers left are approvals that stand.
                told.extend(self.deciders().map(|(stage, _)| {
                    let kind = NotificationKind::Resubmitted {
                        role: stage.role,
                        round: *round,
                    };
                    (Audience::Decider(stage.number), kind)
                }));
                told
            }
            Event::StageApproved { stage, .. } => staff_stage(*stage)
                .map(|stage| {
                    let kind = NotificationKind::StageApproved { role: stage.role };
                    (Audience::Requester, kind)
                })
                .into_iter()
                .collect(),
            Event::StageDenied { stage, .. } => staff_stage(*stage)
                .map(|denied| self.told_of_denial(denied))
                .unwrap_or_default(),
            Event::TurnCame { stage, .. } => staff_stage(*stage)
                .map(|stage| {
                    let kind = NotificationKind::TurnCame { role: stage.role };
                    (Audience::Holders(stage.number), kind)
                })
                .into_iter()
                .collect(),
            Event::Recalled { stage, answer, .. } => {
                let mut told = Vec::new();
                if let Some(stage) = staff_stage(*stage) {
                    let kind = NotificationKind::Recalled { role: stage.role };
                    told.push((Audience::Holders(stage.number), kind));
                }
                if !self.is_owner(answer.by.user) && self.is_first_recalled(*stage) {
                    let kind = NotificationKind::Recalled {
                        role: Role::DataRequester,
                    };
                    told.push((Audience::Requester, kind));
                }
                told
            }
            Event::Completed { .. } => vec![(Audience::Requester, NotificationKind::Released)],
            Event::FeedbackGiven { .. } => self
                .deciders()
                .map(|(stage, _)| {
                    let kind = NotificationKind::FeedbackGiven { role: stage.role };
                    (Audience::Decider(stage.number), kind)
                })
                .collect(),
            Event::Halted { .. } => Vec::new(),
        }
    }

    fn told_of_denial(&self, denied: &ChainStage) -> Vec<(Audience, NotificationKind)> {
        let by = denied.role;
        let others = self.deciders().filter(|(stage, _)| stage.number != denied.number);
        let told = others.map(|(stage, _)| {
            let kind = NotificationKind::RequestDenied { role: stage.role, by };
            (Audience::Decider(stage.number), kind)
        });
        let requester = (Audience::Requester, NotificationKind::StageDenied { role: by });
        std::iter::once(requester).chain(told).collect()
    }

    /// The staff stages that somebody answered, and how.
    pub fn deciders(&self) -> impl Iterator<Item = (&ChainStage, &Answer)> {
        self.stages
            .iter()
            .filter(|stage| !stage.is_requesters())
            .filter_map(|stage| stage.answer.as_ref().map(|answer| (stage, answer)))
    }

    /// With branches several stages are recalled at once; the requester is told once.
    fn is_first_recalled(&self, number: StageNumber) -> bool {
        self.stages
            .iter()
            .find(|stage| stage.state == StageState::Recalled)
            .is_some_and(|stage| stage.number == number)
    }
}
