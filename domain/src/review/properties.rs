//! Property tests of the invariants of a chain under arbitrary actions.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::Index;

use super::testing::{OWNER, SUPER_USER, approve, day, deny, holder, person, procedure, stage, started};
use super::*;
use crate::ids::OrganisationRoleId;
use crate::procedures::{Procedure, StageType};
use crate::roles::Role;

/// Generates valid procedures with their stages in any order. Every stage but the first follows
/// some earlier ones, and stages without a successor lead to the Terminal stage.
pub(crate) fn valid_procedure() -> impl Strategy<Value = Procedure> {
    let role = proptest::sample::select([&Role::STAFF[..], &[Role::DataRequester]].concat());
    let middle = (
        role,
        1..=8,
        proptest::collection::vec(any::<Index>(), 1..=3),
        any::<u8>(),
    );
    proptest::collection::vec(middle, 0..8)
        .prop_map(|middle| {
            let end = i64::try_from(middle.len()).unwrap() + 1;
            let mut links = HashSet::new();
            let mut stages = vec![
                (0, stage(0, StageType::Initial, Role::DataRequester)),
                (9, stage(end, StageType::Terminal, Role::DataRequester)),
            ];
            for (id, (role, order, previous, place)) in (1..).zip(middle) {
                let mut junction = stage(id, StageType::Junction, role);
                junction.order = order;
                stages.push((place, junction));
                let index = usize::try_from(id).unwrap();
                links.extend(
                    previous
                        .iter()
                        .map(|p| (i64::try_from(p.index(index)).unwrap(), id)),
                );
            }
            let leading: HashSet<i64> = links.iter().map(|(from, _)| *from).collect();
            links.extend((0..end).filter(|id| !leading.contains(id)).map(|id| (id, end)));
            stages.sort_by_key(|(place, _)| *place);
            procedure(
                stages.into_iter().map(|(_, stage)| stage).collect(),
                &links.into_iter().collect::<Vec<_>>(),
            )
        })
        .prop_filter("somebody decides on every way", |procedure| {
            procedure.validate().is_ok()
        })
}

#[derive(Debug, Clone, Copy)]
enum Who {
    Holder,
    OwnerInStaffRole,
    Owner,
    SuperUser,
    Outsider,
}

#[derive(Debug, Clone)]
enum Attempt {
    DecideWaiting { pick: Index, approve: bool, who: Who },
    DecideAny { pick: Index, approve: bool, who: Who },
    Recall(Who),
    Feedback(Who),
    NewRound(Who),
    NewRoundFromTheBeginning(Who),
}

fn who() -> impl Strategy<Value = Who> {
    prop_oneof![
        4 => Just(Who::Holder),
        1 => Just(Who::OwnerInStaffRole),
        3 => Just(Who::Owner),
        1 => Just(Who::SuperUser),
        1 => Just(Who::Outsider),
    ]
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let mostly_holder = prop_oneof![5 => Just(Who::Holder), 1 => who()];
    prop_oneof![
        10 => (any::<Index>(), proptest::bool::weighted(0.85), mostly_holder)
            .prop_map(|(pick, approve, who)| Attempt::DecideWaiting { pick, approve, who }),
        3 => (any::<Index>(), any::<bool>(), who())
            .prop_map(|(pick, approve, who)| Attempt::DecideAny { pick, approve, who }),
        1 => who().prop_map(Attempt::Recall),
        2 => who().prop_map(Attempt::Feedback),
        2 => who().prop_map(Attempt::NewRound),
        1 => who().prop_map(Attempt::NewRoundFromTheBeginning),
    ]
}

fn attendant(who: Who, stage: &ChainStage) -> Attendant {
    match who {
        Who::Holder => holder(stage),
        Who::OwnerInStaffRole => Attendant {
            user: OWNER.user,
            ..holder(stage)
        },
        Who::Owner => OWNER,
        Who::SuperUser => SUPER_USER,
        Who::Outsider => person(999, 999),
    }
}

struct Tried {
    result: Result<Vec<Event>, String>,
    right_person: bool,
    decided: Option<StageNumber>,
}

fn attempted(chain: &mut Chain, attempt: &Attempt, now: i64) -> Tried {
    let text = |error: &dyn std::error::Error| error.to_string();
    let first = chain.stages()[0].clone();
    match attempt {
        Attempt::DecideWaiting {
            pick,
            approve: yes,
            who,
        }
        | Attempt::DecideAny {
            pick,
            approve: yes,
            who,
        } => {
            let waiting = chain.waiting_for();
            let stage = match attempt {
                Attempt::DecideWaiting { .. } if !waiting.is_empty() => waiting[pick.index(waiting.len())],
                _ => &chain.stages()[pick.index(chain.stages().len())],
            };
            let (number, by) = (stage.number, attendant(*who, stage));
            let decision = if *yes { approve() } else { deny() };
            let right_person = matches!(who, Who::Holder) && !stage.is_requesters();
            let result = chain
                .decide(number, decision, &by, DecisionConstraints::default(), day(now))
                .map_err(|error| text(&error));
            Tried {
                result,
                right_person,
                decided: Some(number),
            }
        }
        Attempt::Recall(who) => {
            let role = if matches!(who, Who::SuperUser) {
                Role::SuperUser
            } else {
                Role::DataRequester
            };
            let result = chain
                .recall(&attendant(*who, &first), role, day(now))
                .map_err(|error| text(&error));
            let owner = attendant(*who, &first).user == OWNER.user;
            Tried {
                result,
                right_person: owner || matches!(who, Who::SuperUser),
                decided: None,
            }
        }
        Attempt::Feedback(who) => {
            let by = attendant(*who, &first);
            let result = chain.give_feedback(&by, day(now)).map_err(|error| text(&error));
            Tried {
                result,
                right_person: by.user == OWNER.user,
                decided: None,
            }
        }
        Attempt::NewRound(who) => {
            let by = attendant(*who, &first);
            let result = chain.new_round(&by, day(now)).map_err(|error| text(&error));
            Tried {
                result,
                right_person: by.user == OWNER.user,
                decided: None,
            }
        }
        Attempt::NewRoundFromTheBeginning(who) => {
            let by = attendant(*who, &first);
            let result = chain
                .new_round_from_the_beginning(&by, day(now))
                .map_err(|error| text(&error));
            Tried {
                result,
                right_person: by.user == OWNER.user,
                decided: None,
            }
        }
    }
}

fn check_invariants(chain: &Chain) -> Result<(), TestCaseError> {
    let count = |state| chain.stages().iter().filter(|stage| stage.state == state).count();
    for stage in chain.stages() {
        let reached = chain
            .predecessors(stage.number)
            .all(|before| before.state == StageState::Approved);
        if matches!(stage.state, StageState::Unattended | StageState::Approved) {
            prop_assert!(reached, "{} is {} too early", stage.number, stage.state);
        }
        prop_assert!(stage.state != StageState::Unattended || !stage.is_requesters());
        prop_assert_eq!(
            stage.answer.as_ref().map(|answer| answer.outcome.state()),
            Some(stage.state).filter(|state| Outcome::ALL.iter().any(|outcome| outcome.state() == *state))
        );
    }
    let all_approved = chain
        .stages()
        .iter()
        .filter(|s| !s.is_terminal())
        .all(|s| s.state == StageState::Approved);
    prop_assert_eq!(chain.status() == OverallStatus::Approved, all_approved);
    let open = count(StageState::Unattended) + count(StageState::Incoming);
    match chain.status() {
        OverallStatus::Denied => prop_assert_eq!((open, count(StageState::Denied)), (0, 1)),
        OverallStatus::Recalled => {
            prop_assert_eq!(open, 0);
            prop_assert!(count(StageState::Recalled) > 0);
        }
        OverallStatus::Pending => {
            prop_assert!(!chain.waiting_for().is_empty(), "nobody can go on");
            prop_assert_eq!(count(StageState::Halted), 0);
        }
        OverallStatus::Approved => {
            prop_assert!(chain.waiting_for().is_empty());
            prop_assert_eq!(count(StageState::Halted), 0);
        }
    }
    let restored = Chain::restore(chain.stages().to_vec(), chain.links().to_vec(), chain.round());
    prop_assert_eq!(restored.as_ref(), Ok(chain));
    Ok(())
}

/// Checks that the last history row of each stage reports its new state. Stages reset by a new
/// round are exempt.
fn check_history(before: &Chain, after: &Chain, events: &[Event]) -> Result<(), TestCaseError> {
    for (old, new) in before.stages().iter().zip(after.stages()) {
        let entry = events
            .iter()
            .rev()
            .filter_map(Event::history_entry)
            .find(|e| e.stage == new.number);
        match entry {
            Some(entry) => {
                prop_assert_eq!((entry.state, entry.round), (new.state, after.round()));
                prop_assert_eq!(entry.by, new.answer.as_ref().map(|answer| answer.by));
            }
            None => prop_assert!(old.state == new.state || new.state == StageState::Incoming),
        }
    }
    Ok(())
}

/// Checks that rebinding changes only the organisation roles of staff stages without an approval.
fn check_rebinding(chain: &Chain) -> Result<(), TestCaseError> {
    let mut bound = chain.clone();
    let moved = |stage: &ChainStage| OrganisationRoleId(stage.org_role.0 + 1000);
    bound
        .bind_open_stages(|stage| Ok::<_, StartError>(Some(moved(stage))))
        .unwrap();
    check_invariants(&bound)?;
    for (old, new) in chain.stages().iter().zip(bound.stages()) {
        prop_assert_eq!((old.state, &old.answer), (new.state, &new.answer));
        if old.state == StageState::Approved || old.is_requesters() {
            prop_assert_eq!(old, new);
        } else {
            prop_assert_eq!(new.org_role, moved(old));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, ..ProptestConfig::default() })]

    #[test]
    fn chains_keep_their_invariants_under_any_actions(
        procedure in valid_procedure(),
        attempts in proptest::collection::vec(attempt(), 1..30),
    ) {
        let (mut chain, events) = started(&procedure);
        check_invariants(&chain)?;
        let first_round = matches!(events.first(), Some(Event::RoundStarted { round: 1, .. }));
        prop_assert!(first_round);
        let mut decided_in_round = HashSet::new();
        for (now, attempt) in (1..).zip(&attempts) {
            let before = chain.clone();
            let tried = attempted(&mut chain, attempt, now);
            match tried.result {
                Err(_) => prop_assert_eq!(&before, &chain, "a refusal changed something"),
                Ok(events) => {
                    prop_assert!(tried.right_person, "{:?} was allowed", attempt);
                    prop_assert!(!events.is_empty());
                    if let Some(stage) = tried.decided {
                        prop_assert!(decided_in_round.insert((chain.round(), stage)), "decided twice");
                        let state = before.stage(stage).map(|stage| stage.state);
                        prop_assert_eq!(state, Some(StageState::Unattended));
                        prop_assert!(chain.decide(stage, approve(), &holder(&before.stages()[usize::from(stage.0)]), DecisionConstraints::default(), day(now)).is_err());
                    }
                    let goes_on = matches!(attempt, Attempt::NewRound(_));
                    if goes_on && chain.round() > before.round() && before.status() == OverallStatus::Denied {
                        for old in before.stages().iter().filter(|stage| stage.state == StageState::Approved) {
                            prop_assert_eq!(chain.stage(old.number), Some(old), "an approval did not stand");
                        }
                    }
                    check_history(&before, &chain, &events)?;
                    if chain.round() > before.round() {
                        check_rebinding(&chain)?;
                    }
                }
            }
            check_invariants(&chain)?;
        }
    }

    #[test]
    fn approvals_at_every_stage_complete_the_request(procedure in valid_procedure(), picks in proptest::collection::vec(any::<Index>(), 8)) {
        let (mut chain, events) = started(&procedure);
        let staff = chain.stages().iter().filter(|stage| !stage.is_requesters()).count();
        let mut completed = events.iter().filter(|event| matches!(event, Event::Completed { .. })).count();
        for pick in picks.iter().take(staff) {
            let waiting = chain.waiting_for();
            prop_assert!(!waiting.is_empty());
            let stage = waiting[pick.index(waiting.len())].clone();
            let events = chain.decide(stage.number, approve(), &holder(&stage), DecisionConstraints::default(), day(1)).unwrap();
            completed += events.iter().filter(|event| matches!(event, Event::Completed { .. })).count();
        }
        prop_assert_eq!(chain.status(), OverallStatus::Approved);
        prop_assert_eq!(completed, 1);
        prop_assert!(chain.give_feedback(&OWNER, day(2)).is_ok());
        prop_assert!(chain.stages().iter().all(|stage| stage.state == StageState::Approved));
    }

    #[test]
    fn chains_restored_from_damaged_parts_keep_their_invariants(
        procedure in valid_procedure(),
        states in proptest::collection::vec((any::<Index>(), proptest::sample::select(StageState::ALL)), 0..4),
        extra_links in proptest::collection::vec((0_u16..10, 0_u16..10), 0..2),
        renumbered in proptest::option::of((any::<Index>(), 0_u16..10)),
        round in 0_u32..3,
    ) {
        let (chain, _) = started(&procedure);
        let mut stages = chain.stages().to_vec();
        for (pick, state) in states {
            let stage = pick.get(&stages).number;
            let stage = &mut stages[usize::from(stage.0)];
            stage.state = state;
            let outcome = Outcome::ALL.iter().find(|outcome| outcome.state() == state);
            stage.answer = outcome.map(|outcome| Answer { outcome: *outcome, by: OWNER, at: day(1), reason: None, recommendation: None });
        }
        if let Some((pick, number)) = renumbered {
            let index = pick.index(stages.len());
            stages[index].number = StageNumber(number);
        }
        let mut links = chain.links().to_vec();
        links.extend(extra_links.into_iter().map(|(from, to)| (StageNumber(from), StageNumber(to))));
        if let Ok(restored) = Chain::restore(stages, links, round) {
            check_invariants(&restored)?;
        }
    }
}
