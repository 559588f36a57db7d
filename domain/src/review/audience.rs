//! Recipients of the notifications about a request (1 §3; 2 §4).

use super::chain::Chain;
use super::event::Event;
use super::stage::{Answer, ChainStage, StageNumber};
use super::state::StageState;
use crate::notifications::NotificationKind;
use crate::roles::Role;

/// The recipients of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The owner of the request.
    Requester,
    /// All people who may act at this stage.
    Holders(StageNumber),
    /// The person who decided at this stage.
    Decider(StageNumber),
}

impl Chain {
    /// Returns the notifications for the events of one act, with their audiences. The chain must
    /// already contain the changes of these events.
    ///
    /// - The requester is notified of the submission, of every decision, of a recall by another
    ///   person, and of the release.
    /// - The holders of a stage are notified of their turn and of a recall.
    /// - People who approved are notified of a denial and of a resubmission.
    /// - People who decided are notified of feedback.
    ///
    /// A notification is left out if another one of the same act to the same audience covers it
    /// ([`NotificationKind::covers`]).
    pub fn notifications_for(&self, events: &[Event]) -> Vec<(Audience, NotificationKind)> {
        let all: Vec<_> = events
            .iter()
            .flat_map(|event| self.event_notifications(event))
            .collect();
        let is_covered = |(audience, kind): &(Audience, NotificationKind)| {
            all.iter()
                .any(|(other, covering)| other == audience && covering.covers(*kind))
        };
        all.iter()
            .filter(|notification| !is_covered(notification))
            .copied()
            .collect()
    }

    fn event_notifications(&self, event: &Event) -> Vec<(Audience, NotificationKind)> {
        let staff_stage = |number: StageNumber| self.stage(number).filter(|stage| !stage.is_requesters());
        match event {
            Event::RoundStarted { round, .. } => {
                let mut notifications =
                    vec![(Audience::Requester, NotificationKind::Submitted { round: *round })];
                // In the first round there are no answers yet. In a later one the remaining answers
                // are approvals that stand.
                notifications.extend(self.deciders().map(|(stage, _)| {
                    let kind = NotificationKind::Resubmitted {
                        role: stage.role,
                        round: *round,
                    };
                    (Audience::Decider(stage.number), kind)
                }));
                notifications
            }
            Event::StageApproved { stage, .. } => staff_stage(*stage)
                .map(|stage| {
                    let kind = NotificationKind::StageApproved { role: stage.role };
                    (Audience::Requester, kind)
                })
                .into_iter()
                .collect(),
            Event::StageDenied { stage, .. } => staff_stage(*stage)
                .map(|denied| self.denial_notifications(denied))
                .unwrap_or_default(),
            Event::TurnCame { stage, .. } => staff_stage(*stage)
                .map(|stage| {
                    let kind = NotificationKind::TurnCame { role: stage.role };
                    (Audience::Holders(stage.number), kind)
                })
                .into_iter()
                .collect(),
            Event::Recalled { stage, answer, .. } => {
                let mut notifications = Vec::new();
                if let Some(stage) = staff_stage(*stage) {
                    let kind = NotificationKind::Recalled { role: stage.role };
                    notifications.push((Audience::Holders(stage.number), kind));
                }
                let is_by_another = answer.is_lapse() || !self.is_owner(answer.by.user);
                if is_by_another && self.is_first_recalled(*stage) {
                    let kind = if answer.is_lapse() {
                        NotificationKind::Lapsed
                    } else {
                        NotificationKind::Recalled {
                            role: Role::DataRequester,
                        }
                    };
                    notifications.push((Audience::Requester, kind));
                }
                notifications
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

    fn denial_notifications(&self, denied: &ChainStage) -> Vec<(Audience, NotificationKind)> {
        let by = denied.role;
        let others = self.deciders().filter(|(stage, _)| stage.number != denied.number);
        let notifications = others.map(|(stage, _)| {
            let kind = NotificationKind::RequestDenied { role: stage.role, by };
            (Audience::Decider(stage.number), kind)
        });
        let requester = (Audience::Requester, NotificationKind::StageDenied { role: by });
        std::iter::once(requester).chain(notifications).collect()
    }

    /// Returns the staff stages that have an answer, with their answers.
    pub fn deciders(&self) -> impl Iterator<Item = (&ChainStage, &Answer)> {
        self.stages
            .iter()
            .filter(|stage| !stage.is_requesters())
            .filter_map(|stage| stage.answer.as_ref().map(|answer| (stage, answer)))
    }

    // With branches several stages are recalled at once, but the requester is notified only once.
    fn is_first_recalled(&self, number: StageNumber) -> bool {
        self.stages
            .iter()
            .find(|stage| stage.state == StageState::Recalled)
            .is_some_and(|stage| stage.number == number)
    }
}
