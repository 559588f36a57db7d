//! Examples of the chain.

use super::StageState::{Approved, Denied, Halted, Incoming, Recalled, Unattended};
use super::comments::Block;
use super::testing::*;
use super::*;
use crate::ids::{OrganisationRoleId, UserId};
use crate::notifications::NotificationKind;
use crate::procedures::{StageType, default_procedure};
use crate::roles::Role;

fn recall(chain: &mut Chain) -> Vec<Event> {
    chain.recall(&OWNER, Role::DataRequester, day(9)).unwrap()
}

#[test]
fn a_start_approves_the_first_two_stages_and_the_third_becomes_unattended() {
    let (chain, events) = started(&default_procedure());
    assert_eq!(states(&chain)[..4], [Approved, Approved, Unattended, Incoming]);
    assert!(states(&chain)[4..].iter().all(|state| *state == Incoming));
    assert_eq!(chain.status(), OverallStatus::Pending);
    assert_eq!(chain.round(), 1);
    assert_eq!(chain.requester(), &OWNER);
    assert_eq!(chain.last_response(), None);
    assert!(matches!(
        events[0],
        Event::RoundStarted {
            round: 1,
            by: OWNER,
            ..
        }
    ));
    assert!(matches!(
        events[1],
        Event::StageApproved {
            stage: StageNumber(0),
            ..
        }
    ));
    assert!(matches!(
        events[2],
        Event::StageApproved {
            stage: StageNumber(1),
            ..
        }
    ));
    assert!(matches!(
        events[3],
        Event::TurnCame {
            stage: StageNumber(2),
            ..
        }
    ));
    assert_eq!(events.len(), 4);
    assert_eq!(chain.waiting_for()[0].org_role, OrganisationRoleId(6));
    assert_eq!(chain.stage(StageNumber(1)).unwrap().org_role, OWNER.org_role);
}

#[test]
fn a_start_without_an_organisation_role_names_the_stage() {
    let procedure = default_procedure();
    let custodians_missing = |role| (role != Role::DataCustodian).then(|| org_role(role));
    let error = Chain::start(&procedure.validate().unwrap(), custodians_missing, OWNER, day(0)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "No active organisation role was found for the stage \"Custodian approval\" (Data Custodian)."
    );
}

#[test]
fn six_approvals_approve_the_request_and_feedback_completes_the_chain() {
    let mut chain = default_chain();
    for number in 2..7 {
        let events = decided(&mut chain, number, approve(), 1);
        assert!(matches!(events[0], Event::StageApproved { stage, .. } if stage.0 == number));
        assert!(matches!(events[1], Event::TurnCame { stage, .. } if stage.0 == number + 1));
        assert_eq!(chain.status(), OverallStatus::Pending);
    }
    assert!(matches!(
        chain.give_feedback(&OWNER, day(1)),
        Err(FeedbackRefused::NotApproved(_))
    ));
    let events = decided(&mut chain, 7, approve(), 2);
    assert!(matches!(events[1], Event::Completed { round: 1, .. }));
    assert_eq!(chain.status(), OverallStatus::Approved);
    assert_eq!(states(&chain)[8], Incoming);
    assert_eq!(chain.last_response(), Some(day(2)));

    assert_eq!(
        chain.give_feedback(&SUPER_USER, day(3)),
        Err(FeedbackRefused::NotOwner)
    );
    let events = chain.give_feedback(&OWNER, day(3)).unwrap();
    assert!(matches!(
        events[..],
        [Event::FeedbackGiven {
            stage: StageNumber(8),
            ..
        }]
    ));
    assert_eq!(states(&chain)[8], Approved);
    assert_eq!(chain.status(), OverallStatus::Approved);
    assert_eq!(chain.last_response(), Some(day(2)));
    assert_eq!(
        chain.give_feedback(&OWNER, day(4)),
        Err(FeedbackRefused::AlreadyGiven { at: day(3) })
    );
}

#[test]
fn a_denial_halts_open_stages_and_the_next_round_starts_at_the_denied_stage() {
    let mut chain = default_chain();
    decided(&mut chain, 2, approve(), 1);
    let events = decided(&mut chain, 3, deny(), 2);
    assert_eq!(states(&chain)[..4], [Approved, Approved, Approved, Denied]);
    assert!(states(&chain)[4..].iter().all(|state| *state == Halted));
    assert_eq!(chain.status(), OverallStatus::Denied);
    let entry = events[0].history_entry().unwrap();
    assert_eq!(
        (entry.round, entry.stage, entry.state),
        (1, StageNumber(3), Denied)
    );
    assert_eq!(entry.reason.as_deref(), Some("No agreement"));
    assert_eq!(entry.recommendation.as_deref(), Some("Attach it"));
    assert_eq!(events.len(), 6, "the denial and five halted stages");

    assert_eq!(
        chain.new_round(&SUPER_USER, day(3)),
        Err(NewRoundRefused::NotOwner)
    );
    let events = chain.new_round(&OWNER, day(3)).unwrap();
    assert_eq!(
        states(&chain)[..5],
        [Approved, Approved, Approved, Unattended, Incoming]
    );
    assert_eq!(chain.round(), 2);
    assert!(matches!(events[0], Event::RoundStarted { round: 2, .. }));
    assert!(matches!(
        events[1],
        Event::TurnCame {
            round: 2,
            stage: StageNumber(3),
            ..
        }
    ));
    assert_eq!(
        chain.stage(StageNumber(2)).unwrap().answer.as_ref().unwrap().at,
        day(1)
    );
    assert_eq!(
        chain.new_round(&OWNER, day(4)),
        Err(NewRoundRefused::NotEnded(OverallStatus::Pending))
    );
}

#[test]
fn a_recall_marks_the_current_stage_and_the_next_round_starts_at_the_first_staff_stage() {
    let mut chain = default_chain();
    decided(&mut chain, 2, approve(), 1);
    let other_requester = person(77, 10);
    assert_eq!(
        chain.recall(&other_requester, Role::DataRequester, day(2)),
        Err(RecallRefused::NotAllowed)
    );
    let events = recall(&mut chain);
    assert_eq!(
        states(&chain)[..5],
        [Approved, Approved, Approved, Recalled, Halted]
    );
    assert_eq!(chain.status(), OverallStatus::Recalled);
    assert!(matches!(
        events[0],
        Event::Recalled {
            stage: StageNumber(3),
            ..
        }
    ));
    assert_eq!(chain.last_response(), Some(day(9)));
    assert_eq!(
        chain
            .recall(&OWNER, Role::DataRequester, day(9))
            .unwrap_err()
            .to_string(),
        "This Data Request is Recalled"
    );

    chain.new_round(&OWNER, day(10)).unwrap();
    assert_eq!(states(&chain)[..4], [Approved, Approved, Unattended, Incoming]);
    assert_eq!(chain.stage(StageNumber(2)).unwrap().answer, None);
    assert_eq!(
        chain.stage(StageNumber(1)).unwrap().answer.as_ref().unwrap().at,
        day(10)
    );
}

#[test]
fn a_lapse_is_a_recall_by_the_system_with_its_reason() {
    let mut chain = default_chain();
    decided(&mut chain, 2, approve(), 1);
    let events = chain.lapse(day(9)).unwrap();
    assert_eq!(chain.status(), OverallStatus::Recalled);
    let answer = chain.stage(StageNumber(3)).unwrap().answer.clone().unwrap();
    assert!(answer.is_lapse());
    assert_eq!(answer.reason.as_deref(), Some(NO_ANSWER));
    assert_eq!(
        chain.notifications_for(&events),
        [
            (
                Audience::Holders(StageNumber(3)),
                NotificationKind::Recalled {
                    role: Role::DataAccessApprover
                }
            ),
            (Audience::Requester, NotificationKind::Lapsed),
        ]
    );
    assert_eq!(
        chain.lapse(day(10)),
        Err(RecallRefused::NotPending(OverallStatus::Recalled))
    );
    chain.new_round(&OWNER, day(11)).unwrap();
    let again = chain.stage(StageNumber(2)).unwrap();
    assert_eq!((again.state, &again.answer), (StageState::Unattended, &None));
    let by_owner = recall(&mut chain);
    let mut answers = by_owner.iter().filter_map(|event| match event {
        Event::Recalled { answer, .. } => Some(answer),
        _ => None,
    });
    assert!(answers.all(|answer| !answer.is_lapse()));
}

#[test]
fn a_super_user_can_recall_but_not_decide() {
    let mut chain = default_chain();
    assert_eq!(
        chain.why_no_decision(StageNumber(2), &SUPER_USER, DecisionConstraints::default()),
        Some(DecisionRefused::NotOwnStage)
    );
    assert_eq!(chain.why_no_recall(&SUPER_USER, Role::SuperUser), None);
    chain.recall(&SUPER_USER, Role::SuperUser, day(1)).unwrap();
    let answer = chain.stage(StageNumber(2)).unwrap().answer.clone().unwrap();
    assert_eq!((answer.outcome, answer.by), (Outcome::Recalled, SUPER_USER));
}

#[test]
fn branches_are_joined_and_a_denial_of_one_keeps_the_approval_of_the_other() {
    let (mut chain, _) = started(&branched());
    assert_eq!(
        states(&chain),
        [Approved, Unattended, Unattended, Incoming, Incoming]
    );
    decided(&mut chain, 1, approve(), 1);
    assert_eq!(
        states(&chain),
        [Approved, Approved, Unattended, Incoming, Incoming]
    );
    decided(&mut chain, 2, deny(), 2);
    assert_eq!(states(&chain), [Approved, Approved, Denied, Halted, Halted]);
    chain.new_round(&OWNER, day(3)).unwrap();
    assert_eq!(
        states(&chain),
        [Approved, Approved, Unattended, Incoming, Incoming]
    );
    decided(&mut chain, 2, approve(), 4);
    assert_eq!(
        states(&chain),
        [Approved, Approved, Approved, Unattended, Incoming]
    );
}

#[test]
fn a_branch_halted_by_a_denial_is_unattended_in_the_next_round() {
    let (mut chain, _) = started(&branched());
    decided(&mut chain, 2, deny(), 1);
    assert_eq!(states(&chain), [Approved, Halted, Denied, Halted, Halted]);
    chain.new_round(&OWNER, day(2)).unwrap();
    assert_eq!(
        states(&chain),
        [Approved, Unattended, Unattended, Incoming, Incoming]
    );
    recall(&mut chain);
    assert_eq!(states(&chain), [Approved, Recalled, Recalled, Halted, Halted]);
}

#[test]
fn a_round_from_the_beginning_resets_all_approvals() {
    let mut chain = default_chain();
    decided(&mut chain, 2, approve(), 1);
    decided(&mut chain, 3, deny(), 2);
    assert_eq!(
        chain.new_round_from_the_beginning(&SUPER_USER, day(3)),
        Err(NewRoundRefused::NotOwner)
    );
    let events = chain.new_round_from_the_beginning(&OWNER, day(3)).unwrap();
    assert_eq!(states(&chain)[..4], [Approved, Approved, Unattended, Incoming]);
    assert_eq!(chain.stage(StageNumber(2)).unwrap().answer, None);
    assert!(events.iter().any(|event| matches!(
        event,
        Event::TurnCame {
            stage: StageNumber(2),
            ..
        }
    )));
}

#[test]
fn a_new_round_rebinds_open_stages_but_not_approved_ones() {
    let mut chain = default_chain();
    decided(&mut chain, 2, approve(), 1);
    decided(&mut chain, 3, deny(), 2);
    chain.new_round(&OWNER, day(3)).unwrap();
    let before = chain.clone();
    let moved = |stage: &ChainStage| OrganisationRoleId(stage.org_role.0 + 1000);
    chain
        .bind_open_stages(|stage| Ok::<_, StartError>(Some(moved(stage))))
        .unwrap();
    for (old, new) in before.stages().iter().zip(chain.stages()) {
        let open = !new.is_requesters() && matches!(new.state, Unattended | Incoming);
        let expected = if open { moved(old) } else { old.org_role };
        assert_eq!(new.org_role, expected, "stage {}", new.number);
        assert_eq!((new.state, &new.answer), (old.state, &old.answer));
    }
    let restored = Chain::restore(chain.stages().to_vec(), chain.links().to_vec(), chain.round());
    assert_eq!(restored.as_ref(), Ok(&chain));
    let unbound = chain
        .bind_open_stages(|stage| Ok((stage.role != Role::DataOfficer).then_some(stage.org_role)))
        .unwrap_err();
    let StartError::NoOrganisationRole { role, .. } = unbound;
    assert_eq!(role, Role::DataOfficer);
}

#[test]
fn a_later_junction_of_the_requester_is_approved_when_reached() {
    let procedure = procedure(
        vec![
            stage(1, StageType::Initial, Role::DataRequester),
            stage(2, StageType::Junction, Role::DataOfficer),
            stage(3, StageType::Junction, Role::DataRequester),
            stage(4, StageType::Terminal, Role::DataRequester),
        ],
        &[(1, 2), (2, 3), (3, 4)],
    );
    let (mut chain, _) = started(&procedure);
    assert_eq!(states(&chain), [Approved, Unattended, Incoming, Incoming]);
    let events = decided(&mut chain, 1, approve(), 1);
    assert_eq!(states(&chain), [Approved, Approved, Approved, Incoming]);
    assert!(matches!(events.last(), Some(Event::Completed { .. })));
}

#[test]
fn reasons_against_a_decision_have_their_messages() {
    let mut chain = default_chain();
    let reviewer = holder(chain.stage(StageNumber(2)).unwrap());
    let own = Attendant {
        user: OWNER.user,
        ..reviewer
    };
    let block = Block { until: day(3) };
    let words = |chain: &Chain, number, by: &Attendant, block| {
        chain
            .why_no_decision(
                StageNumber(number),
                by,
                DecisionConstraints {
                    block,
                    ..DecisionConstraints::default()
                },
            )
            .map(|why| why.to_string())
    };
    assert_eq!(words(&chain, 2, &reviewer, None), None);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        words(&chain, 99, &reviewer, None),
        some("This Data Request has no such stage.")
    );
    assert_eq!(
        words(&chain, 8, &reviewer, None),
        some("This stage belongs to the requester, so there is nothing to decide.")
    );
    assert_eq!(
        words(&chain, 2, &own, None),
        some("You can't review your own Data Request.")
    );
    assert_eq!(
        words(&chain, 3, &reviewer, None),
        some("This stage belongs to another role.")
    );
    let approver = holder(chain.stage(StageNumber(3)).unwrap());
    assert_eq!(
        words(&chain, 3, &approver, Some(block)),
        some("This Data Request is Incoming")
    );
    assert_eq!(
        words(&chain, 2, &reviewer, Some(block)),
        some(
            "A comment requires action from the requester. You can decide once it is resolved, or from October 7, 2024 12:00 AM UTC."
        )
    );
    decided(&mut chain, 2, approve(), 1);
    assert_eq!(
        chain.why_no_decision(StageNumber(2), &reviewer, DecisionConstraints::default()),
        Some(DecisionRefused::AlreadyAnswered {
            role: Role::DataAccessReviewer,
            outcome: Outcome::Approved,
            by: reviewer.user,
            at: day(1),
        })
    );
    assert_eq!(
        words(&chain, 2, &reviewer, None),
        some("The Data Access Reviewer already approved this stage on October 5, 2024 12:00 AM UTC.")
    );
}

/// A chain with two stages of a reviewer in a line, and stages of the roles in `between` between
/// them.
fn reviewed_twice(between: &[Role]) -> Chain {
    let mut stages = vec![
        stage(1, StageType::Initial, Role::DataRequester),
        stage(2, StageType::Junction, Role::DataAccessReviewer),
    ];
    stages.extend(
        (3..)
            .zip(between)
            .map(|(id, role)| stage(id, StageType::Junction, *role)),
    );
    let last = i64::try_from(between.len()).unwrap() + 3;
    stages.push(stage(last, StageType::Junction, Role::DataAccessReviewer));
    stages.push(stage(last + 1, StageType::Terminal, Role::DataRequester));
    let links: Vec<_> = (1..=last).map(|id| (id, id + 1)).collect();
    started(&procedure(stages, &links)).0
}

#[test]
fn four_eyes_prevent_decisions_at_two_stages_of_one_request() {
    let mut chain = reviewed_twice(&[]);
    let first = holder(chain.stage(StageNumber(1)).unwrap());
    let second = Attendant {
        user: UserId(555),
        ..first
    };
    let four_eyes = DecisionConstraints {
        four_eyes: true,
        ..DecisionConstraints::default()
    };
    chain
        .decide(StageNumber(1), approve(), &first, four_eyes, day(1))
        .unwrap();
    assert_eq!(
        chain
            .decide(StageNumber(2), approve(), &first, four_eyes, day(2))
            .unwrap_err()
            .to_string(),
        "You have decided on this Data Request at another stage, as Data Access Reviewer. Someone else has to decide at this one."
    );
    assert_eq!(
        chain.why_no_decision(StageNumber(2), &first, DecisionConstraints::default()),
        None,
        "four eyes do not prevent comments"
    );
    assert!(!chain.is_free_to_decide(StageNumber(2), first.user, true));
    assert!(chain.is_free_to_decide(StageNumber(2), first.user, false));
    assert!(!chain.is_free_to_decide(StageNumber(2), OWNER.user, false));
    assert_eq!(chain.why_no_decision(StageNumber(2), &second, four_eyes), None);

    let mut denied = chain.clone();
    denied
        .decide(StageNumber(2), deny(), &second, four_eyes, day(2))
        .unwrap();
    denied.new_round(&OWNER, day(3)).unwrap();
    assert_eq!(
        denied.why_no_decision(StageNumber(2), &second, four_eyes),
        None,
        "a person may decide at the same stage again"
    );
    let without = DecisionConstraints::default();
    assert!(
        chain
            .decide(StageNumber(2), approve(), &first, without, day(2))
            .is_ok()
    );
    assert_eq!(chain.status(), OverallStatus::Approved);
}

#[test]
fn data_is_released_by_the_last_data_officer_or_else_by_the_last_approval() {
    let released = |mut chain: Chain| {
        let mut released = Vec::new();
        while let Some(number) = chain.waiting_for().first().map(|stage| stage.number) {
            let events = decided(&mut chain, number.0, approve(), 1);
            if chain.is_released_by(&events) {
                released.push(number.0);
            }
        }
        released
    };
    assert_eq!(released(default_chain()), [7]);
    assert_eq!(released(reviewed_twice(&[])), [2]);
    assert_eq!(released(reviewed_twice(&[Role::DataOfficer])), [2]);
    assert_eq!(
        released(reviewed_twice(&[Role::DataOfficer, Role::DataOfficer])),
        [3]
    );
    let mut denied = reviewed_twice(&[]);
    let events = decided(&mut denied, 1, deny(), 1);
    assert!(!denied.is_released_by(&events));
}

#[test]
fn the_own_stage_of_a_role_is_its_current_one() {
    let mut chain = default_chain();
    let reviewer = OrganisationRoleId(6);
    assert_eq!(chain.own_stage(reviewer).unwrap().number, StageNumber(2));
    assert_eq!(chain.own_stage(OWNER.org_role), None);
    decided(&mut chain, 2, approve(), 1);
    assert_eq!(chain.own_stage(reviewer).unwrap().state, Approved);
}

#[test]
fn the_own_stage_of_a_role_with_two_stages_is_the_current_or_next_one() {
    let procedure = procedure(
        vec![
            stage(1, StageType::Initial, Role::DataRequester),
            stage(2, StageType::Junction, Role::DataOfficer),
            stage(3, StageType::Junction, Role::DataCustodian),
            stage(4, StageType::Junction, Role::DataOfficer),
            stage(5, StageType::Terminal, Role::DataRequester),
        ],
        &[(1, 2), (2, 3), (3, 4), (4, 5)],
    );
    let (mut chain, _) = started(&procedure);
    let officer = org_role(Role::DataOfficer);
    let own = |chain: &Chain| chain.own_stage(officer).map(|stage| stage.number.0);
    assert_eq!(own(&chain), Some(1));
    decided(&mut chain, 1, approve(), 1);
    assert_eq!(
        own(&chain),
        Some(3),
        "the one to come, not the one that was answered"
    );
    decided(&mut chain, 2, approve(), 2);
    assert_eq!(own(&chain), Some(3));
    decided(&mut chain, 3, approve(), 3);
    assert_eq!(own(&chain), Some(3), "the one that was reached last");
}

#[test]
fn a_role_has_decided_after_its_first_decision_but_not_after_a_recall() {
    let mut chain = default_chain();
    let [reviewer, approver] = [Role::DataAccessReviewer, Role::DataAccessApprover].map(org_role);
    assert!(!chain.has_decided(reviewer));
    assert!(!chain.has_decided(OWNER.org_role), "submitting is no decision");
    decided(&mut chain, 2, approve(), 1);
    assert!(chain.has_decided(reviewer) && !chain.has_decided(approver));
    recall(&mut chain);
    assert!(!chain.has_decided(approver), "the requester recalled");
}

#[test]
fn deciding_roles_and_current_role_names_have_no_duplicates() {
    let chain = reviewed_twice(&[Role::DataOfficer]);
    let expected = [Role::DataOfficer, Role::DataAccessReviewer].map(org_role);
    assert_eq!(chain.deciding_roles(), expected);
    assert_eq!(chain.waiting_role_names(), ["Data Access Reviewer"]);

    let (mut chain, _) = started(&branched());
    let names = ["Data Access Reviewer", "Data Security Reviewer"];
    assert_eq!(chain.waiting_role_names(), names);
    recall(&mut chain);
    assert_eq!(chain.waiting_role_names(), Vec::<String>::new());
}

#[test]
fn unattended_since_is_the_time_of_the_latest_entry() {
    let (mut chain, events) = started(&default_procedure());
    let entries =
        |events: &[Event]| -> Vec<HistoryEntry> { events.iter().filter_map(Event::history_entry).collect() };
    let (first, next) = (StageNumber(2), StageNumber(3));
    let submitted = entries(&events);
    assert_eq!(chain.unattended_since(first, &submitted, None), Some(day(0)));
    assert_eq!(
        chain.unattended_since(first, &[], Some(day(5))),
        Some(day(5)),
        "nothing happened since"
    );
    assert_eq!(chain.unattended_since(first, &[], None), Some(day(0)));
    assert_eq!(chain.unattended_since(next, &submitted, None), None);

    let approved = entries(&decided(&mut chain, 2, approve(), 1));
    assert_eq!(chain.unattended_since(first, &approved, Some(day(0))), None);
    assert_eq!(
        chain.unattended_since(next, &approved, Some(day(0))),
        Some(day(1))
    );
}

#[test]
fn state_and_status_names_parse_back() {
    for state in StageState::ALL {
        assert_eq!(StageState::parse(state.name()), Ok(*state));
    }
    for status in OverallStatus::ALL {
        assert_eq!(OverallStatus::parse(status.name()), Ok(*status));
    }
    assert_eq!(StageState::parse("approved"), Err(UnknownState));
    assert_eq!(
        OverallStatus::ALL
            .iter()
            .map(|status| status.severity())
            .collect::<Vec<_>>(),
        ["success", "danger", "info", "warning"]
    );
}
