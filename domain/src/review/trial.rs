//! Trial runs of a procedure with an invented request, before real requests follow it (decisions
//! G1).

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use thiserror::Error;

use super::audience::Audience;
use super::chain::Chain;
use super::decision::Decision;
use super::event::Event;
use super::four_eyes::DecisionConstraints;
use super::remark::Remark;
use super::stage::{Attendant, StageNumber};
use super::state::{OverallStatus, StageState};
use crate::deadlines::Calendar;
use crate::ids::{AssignedRoleId, OrganisationRoleId, StageId, UserId};
use crate::notifications::NotificationKind;
use crate::procedures::ValidProcedure;

/// A decision at a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialMove {
    /// The stage of the procedure.
    pub stage: StageId,
    /// True approves, false denies.
    pub approve: bool,
}

/// A stage of the trial with its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialStage {
    /// The stage of the procedure.
    pub stage: StageId,
    /// Its state.
    pub state: StageState,
}

/// The recipients of a notification. Stages are those of the procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrialAudience {
    /// The requester.
    Requester,
    /// All people who may act at this stage.
    Holders(StageId),
    /// The person who decided at this stage.
    Decider(StageId),
}

/// The submission, or a move, with its effects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialStep {
    /// The move; `None` for the submission.
    pub made: Option<TrialMove>,
    /// The notifications, with their recipients and kinds, in order.
    pub notifications: Vec<(TrialAudience, NotificationKind)>,
    /// The stages whose state the step changed.
    pub changed: Vec<TrialStage>,
    /// True if this step releases the data (decisions C13).
    pub releases: bool,
    /// The status of the request after the step.
    pub status: OverallStatus,
}

/// The state of a trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The submission, then the moves.
    pub steps: Vec<TrialStep>,
    /// The stages in the order of the chain.
    pub stages: Vec<TrialStage>,
    /// The stages where a decision is possible now; empty at the end.
    pub waiting: Vec<StageId>,
    /// The status of the request. The trial is over when it is not Pending.
    pub status: OverallStatus,
    /// The number of approvals that are still needed.
    pub approvals_left: usize,
    /// The number of these that have to be given one after the other. With branches it may be
    /// smaller than `approvals_left`.
    pub in_a_row: usize,
}

/// The error for a move at a stage whose turn it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("This stage isn't waiting for a decision. Please decide at one that is.")]
pub struct NotWaiting {
    /// The index of the move, from 0.
    pub place: usize,
}

// The person who acts at a stage. Each stage has a person of its own, so that the four-eyes rule
// never interferes.
const fn person(number: i64) -> Attendant {
    Attendant {
        user: UserId(number),
        assigned_role: AssignedRoleId(number),
        org_role: OrganisationRoleId(number),
    }
}

// Only the requester has the number 0.
const REQUESTER: Attendant = person(0);

// The time of all events, because a trial takes no time.
const MOMENT: DateTime<Utc> = DateTime::<Utc>::UNIX_EPOCH;

impl Trial {
    /// Submits an invented request under this procedure, and makes the moves one after the other.
    pub fn run(procedure: &ValidProcedure<'_>, moves: &[TrialMove]) -> Result<Self, NotWaiting> {
        let ids: Vec<StageId> = procedure.stages_in_order().iter().map(|stage| stage.id).collect();
        // Binds every role, so that the result depends on the stages of the procedure only.
        let binding = |role: crate::roles::Role| Some(OrganisationRoleId(role.id()));
        let Ok((mut chain, events)) = Chain::start(procedure, binding, REQUESTER, MOMENT) else {
            return Err(NotWaiting { place: 0 });
        };
        let mut steps = vec![step(None, &chain, &events, &ids)];
        for (place, made) in moves.iter().enumerate() {
            let refused = NotWaiting { place };
            let number = number_of(&ids, made.stage).ok_or(refused)?;
            let stage = chain.stage(number).ok_or(refused)?;
            let by = Attendant {
                org_role: stage.org_role,
                ..person(1 + i64::from(number.0))
            };
            let events = chain
                .decide(
                    number,
                    decision(made.approve),
                    &by,
                    DecisionConstraints::default(),
                    MOMENT,
                )
                .map_err(|_| refused)?;
            steps.push(step(Some(*made), &chain, &events, &ids));
        }
        Ok(Self {
            steps,
            stages: chain
                .stages()
                .iter()
                .filter_map(|stage| trial_stage(&ids, stage.number, stage.state))
                .collect(),
            waiting: chain
                .waiting_for()
                .iter()
                .filter_map(|stage| id_of(&ids, stage.number))
                .collect(),
            status: chain.status(),
            approvals_left: open_stages(&chain).count(),
            in_a_row: in_a_row(&chain),
        })
    }

    /// Returns the due dates of the stages with a target, for a request that is submitted on this day
    /// and decided at each stage on its due date. Stages without a target take no time.
    pub fn due_dates(
        procedure: &ValidProcedure<'_>,
        submitted: NaiveDate,
        calendar: &Calendar,
    ) -> Vec<(StageId, NaiveDate)> {
        let links = &procedure.procedure().links;
        let mut done: HashMap<StageId, NaiveDate> = HashMap::new();
        let mut due_dates = Vec::new();
        for stage in procedure.stages_in_order() {
            let before = links.iter().filter(|link| link.to == stage.id);
            let reached = before.filter_map(|link| done.get(&link.from)).max();
            let mut date = reached.copied().unwrap_or(submitted);
            if let Some(target) = stage.target {
                date = calendar.after_working_days(date, target.working_days());
                due_dates.push((stage.id, date));
            }
            done.insert(stage.id, date);
        }
        due_dates
    }
}

// A denial requires remarks, which are not shown in a trial.
fn decision(approve: bool) -> Decision {
    if approve {
        return Decision::Approve {
            reason: None,
            recommendation: None,
        };
    }
    Decision::Deny {
        reason: Remark::built_in("Tried"),
        recommendation: Remark::built_in("Tried"),
    }
}

fn id_of(ids: &[StageId], number: StageNumber) -> Option<StageId> {
    ids.get(usize::from(number.0)).copied()
}

fn number_of(ids: &[StageId], id: StageId) -> Option<StageNumber> {
    let place = ids.iter().position(|other| *other == id)?;
    u16::try_from(place).ok().map(StageNumber)
}

fn trial_stage(ids: &[StageId], number: StageNumber, state: StageState) -> Option<TrialStage> {
    id_of(ids, number).map(|stage| TrialStage { stage, state })
}

fn step(made: Option<TrialMove>, chain: &Chain, events: &[Event], ids: &[StageId]) -> TrialStep {
    let audience = |audience| {
        Some(match audience {
            Audience::Requester => TrialAudience::Requester,
            Audience::Holders(stage) => TrialAudience::Holders(id_of(ids, stage)?),
            Audience::Decider(stage) => TrialAudience::Decider(id_of(ids, stage)?),
        })
    };
    TrialStep {
        made,
        notifications: chain
            .notifications_for(events)
            .into_iter()
            .filter_map(|(recipients, kind)| Some((audience(recipients)?, kind)))
            .collect(),
        changed: events
            .iter()
            .filter_map(Event::history_entry)
            .filter_map(|entry| trial_stage(ids, entry.stage, entry.state))
            .collect(),
        releases: chain.is_released_by(events),
        status: chain.status(),
    }
}

// The staff stages that are not decided yet. There are none after a denial.
fn open_stages(chain: &Chain) -> impl Iterator<Item = StageNumber> {
    let stages = chain.stages().iter().filter(|stage| !stage.is_requesters());
    stages
        .filter(|stage| matches!(stage.state, StageState::Unattended | StageState::Incoming))
        .map(|stage| stage.number)
}

// The maximum number of open stages on a path. One pass is enough, because a stage has a higher
// number than its predecessors.
fn in_a_row(chain: &Chain) -> usize {
    let open: Vec<StageNumber> = open_stages(chain).collect();
    let mut longest = vec![0_usize; chain.stages().len()];
    for stage in chain.stages() {
        let before = chain
            .predecessors(stage.number)
            .filter_map(|before| longest.get(usize::from(before.number.0)).copied())
            .max()
            .unwrap_or_default();
        if let Some(length) = longest.get_mut(usize::from(stage.number.0)) {
            *length = before + usize::from(open.contains(&stage.number));
        }
    }
    longest.into_iter().max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::deadlines::Target;
    use crate::procedures::default_procedure;
    use crate::review::testing::branched;
    use crate::roles::Role;

    fn approved(stage: i64) -> TrialMove {
        TrialMove {
            stage: StageId(stage),
            approve: true,
        }
    }

    fn denied(stage: i64) -> TrialMove {
        TrialMove {
            stage: StageId(stage),
            approve: false,
        }
    }

    #[test]
    fn due_dates_add_up_along_the_longest_way() {
        let mut procedure = branched();
        for stage in &mut procedure.stages {
            stage.target = match stage.id.0 {
                2 => Target::new(2).ok(),
                3 => Target::new(7).ok(),
                4 => Target::new(1).ok(),
                _ => None,
            };
        }
        let valid = procedure.validate().unwrap();
        let day = |day| NaiveDate::from_ymd_opt(2027, 3, day).unwrap();
        // A Friday.
        let due_dates = Trial::due_dates(&valid, day(5), &Calendar::default());
        assert_eq!(
            due_dates,
            [(StageId(2), day(9)), (StageId(3), day(16)), (StageId(4), day(17))]
        );
        let without = default_procedure();
        let valid = without.validate().unwrap();
        assert_eq!(Trial::due_dates(&valid, day(5), &Calendar::default()), []);
    }

    #[test]
    fn a_trial_without_moves_has_the_submission_only() {
        let procedure = default_procedure();
        let trial = Trial::run(&procedure.validate().unwrap(), &[]).unwrap();
        assert_eq!(trial.waiting, [StageId(3)]);
        assert_eq!((trial.approvals_left, trial.in_a_row), (6, 6));
        assert_eq!(trial.status, OverallStatus::Pending);
        assert_eq!(
            trial.steps[0].notifications,
            [
                (TrialAudience::Requester, NotificationKind::Submitted { round: 1 }),
                (
                    TrialAudience::Holders(StageId(3)),
                    NotificationKind::TurnCame {
                        role: Role::DataAccessReviewer
                    }
                ),
            ]
        );
    }

    #[test]
    fn six_approvals_end_a_trial_and_the_officers_approval_releases_the_data() {
        let procedure = default_procedure();
        let moves: Vec<_> = (3..=8).map(approved).collect();
        let trial = Trial::run(&procedure.validate().unwrap(), &moves).unwrap();
        assert_eq!(trial.status, OverallStatus::Approved);
        assert_eq!((trial.approvals_left, trial.in_a_row), (0, 0));
        assert!(trial.waiting.is_empty());
        let releases: Vec<bool> = trial.steps.iter().map(|step| step.releases).collect();
        assert_eq!(releases, [false, false, false, false, false, false, true]);
        let last = trial.steps.last().unwrap();
        assert_eq!(
            last.notifications,
            [(TrialAudience::Requester, NotificationKind::Released)],
            "the release covers the last approval"
        );
        assert_eq!(
            trial.stages.last().unwrap().state,
            StageState::Incoming,
            "feedback is left"
        );
    }

    #[test]
    fn a_denial_ends_a_trial_and_notifies_people_who_approved() {
        let procedure = default_procedure();
        let moves = [approved(3), denied(4)];
        let trial = Trial::run(&procedure.validate().unwrap(), &moves).unwrap();
        assert_eq!(trial.status, OverallStatus::Denied);
        assert_eq!((trial.approvals_left, trial.waiting.len()), (0, 0));
        let notifications = &trial.steps[2].notifications;
        assert_eq!(notifications[0].0, TrialAudience::Requester);
        assert_eq!(notifications[1].0, TrialAudience::Decider(StageId(3)));
        let halted = trial
            .stages
            .iter()
            .filter(|stage| stage.state == StageState::Halted)
            .count();
        assert_eq!(halted, 5);
    }

    #[test]
    fn parallel_branches_are_open_at_the_same_time() {
        let procedure = branched();
        let valid = procedure.validate().unwrap();
        let trial = Trial::run(&valid, &[]).unwrap();
        assert_eq!(trial.waiting, [StageId(2), StageId(3)]);
        assert_eq!((trial.approvals_left, trial.in_a_row), (3, 2));
        let trial = Trial::run(&valid, &[approved(3)]).unwrap();
        assert_eq!((trial.approvals_left, trial.in_a_row), (2, 2));
    }

    #[test]
    fn a_move_at_a_stage_that_is_not_current_is_rejected() {
        let procedure = default_procedure();
        let valid = procedure.validate().unwrap();
        for (moves, place) in [
            (vec![approved(4)], 0),
            (vec![approved(1)], 0),
            (vec![approved(3), approved(3)], 1),
            (vec![denied(3), approved(4)], 1),
            (vec![approved(3), approved(4711)], 1),
        ] {
            assert_eq!(Trial::run(&valid, &moves), Err(NotWaiting { place }));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

        #[test]
        fn a_trial_ends_after_the_predicted_number_of_approvals(picks in proptest::collection::vec((any::<Index>(), proptest::bool::weighted(0.9)), 8), is_branched: bool) {
            let procedure = if is_branched { branched() } else { default_procedure() };
            let valid = procedure.validate().unwrap();
            let mut moves = Vec::new();
            let mut trial = Trial::run(&valid, &moves).unwrap();
            for (pick, approve) in picks {
                prop_assert_eq!(trial.waiting.is_empty(), trial.status != OverallStatus::Pending);
                prop_assert!(trial.in_a_row <= trial.approvals_left);
                if trial.waiting.is_empty() {
                    break;
                }
                moves.push(TrialMove { stage: *pick.get(&trial.waiting), approve });
                let left = trial.approvals_left;
                trial = Trial::run(&valid, &moves).unwrap();
                prop_assert_eq!(trial.approvals_left, if approve { left - 1 } else { 0 });
                prop_assert_eq!(trial.steps.len(), moves.len() + 1);
            }
        }
    }
}
