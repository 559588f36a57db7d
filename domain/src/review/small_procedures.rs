//! Tests over all small procedures: no request is approved without a decision of a person other
//! than its owner (decisions C1, C6), and with four eyes no person decides twice (decisions C14).

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::Index;

use super::testing::{OWNER, approve, day, deny, org_role, procedure, stage, started};
use super::*;
use crate::ids::{AssignedRoleId, UserId};
use crate::procedures::{Fault, Procedure, Stage, StageType};
use crate::roles::Role;

/// Every combination with repetition of the roles `of` over `places` places.
fn choices(of: &[Role], places: usize) -> Vec<Vec<Role>> {
    (0..places).fold(vec![Vec::new()], |chosen, _| {
        chosen
            .iter()
            .flat_map(|before| of.iter().map(|role| [before.as_slice(), &[*role]].concat()))
            .collect()
    })
}

/// Every set of forward links between this number of stages.
fn forward_links(stages: i64) -> Vec<Vec<(i64, i64)>> {
    let all: Vec<(i64, i64)> = (0..stages)
        .flat_map(|from| (from + 1..stages).map(move |to| (from, to)))
        .collect();
    (0_usize..1 << all.len())
        .map(|set| {
            let is_in = |place: &usize| set & (1 << place) != 0;
            (0..all.len()).filter(is_in).map(|place| all[place]).collect()
        })
        .collect()
}

/// Every procedure with one Initial stage, one Terminal stage and `between` stages in between.
fn procedures(between: usize, roles: &[Role], ends: &[Role]) -> Vec<Procedure> {
    let count = i64::try_from(between).unwrap() + 2;
    let mut all = Vec::new();
    for (ends, middle) in choices(ends, 2).iter().flat_map(|ends| {
        choices(roles, between)
            .into_iter()
            .map(move |middle| (ends.clone(), middle))
    }) {
        for links in forward_links(count) {
            let mut stages = vec![stage(0, StageType::Initial, ends[0])];
            stages.extend(
                (1..)
                    .zip(&middle)
                    .map(|(id, role)| stage(id, StageType::Junction, *role)),
            );
            stages.push(stage(count - 1, StageType::Terminal, ends[1]));
            all.push(procedure(stages, &links));
        }
    }
    all
}

/// Returns true if a path from this stage to the Terminal stage has no decision. Walks every path.
fn has_undecided_path(procedure: &Procedure, at: &Stage) -> bool {
    if at.stage_type == StageType::Junction && at.role.is_staff() {
        return false;
    }
    at.stage_type == StageType::Terminal
        || procedure
            .links
            .iter()
            .filter(|link| link.from == at.id)
            .filter_map(|link| procedure.stages.iter().find(|stage| stage.id == link.to))
            .any(|next| has_undecided_path(procedure, next))
}

/// A person who acts in the role of this stage, as if they held every role.
fn in_role_of(user: i64, stage: &ChainStage) -> Attendant {
    Attendant {
        user: UserId(user),
        assigned_role: AssignedRoleId(user),
        org_role: stage.org_role,
    }
}

/// Checks that the owner did not decide and that an approved request has a decision. Returns the
/// people whose decisions stand.
fn decided_by_others(chain: &Chain) -> Result<Vec<UserId>, String> {
    let deciders: Vec<UserId> = chain
        .stages()
        .iter()
        .filter(|stage| !stage.is_requesters())
        .filter_map(|stage| stage.answer.as_ref())
        .filter(|answer| answer.outcome != Outcome::Recalled)
        .map(|answer| answer.by.user)
        .collect();
    if deciders.contains(&OWNER.user) {
        return Err("the owner decided".to_owned());
    }
    if chain.status() == OverallStatus::Approved && deciders.is_empty() {
        return Err("nobody decided".to_owned());
    }
    Ok(deciders)
}

/// Approves every stage as a different person. Checks that the owner cannot decide and that the
/// data is released once.
fn check_approval_by_others(procedure: &Procedure) {
    let (mut chain, events) = started(procedure);
    assert!(!chain.is_released_by(&events), "released by submitting");
    let mut released = 0;
    for user in 100.. {
        decided_by_others(&chain).unwrap();
        let Some(next) = chain.waiting_for().first().map(|next| (*next).clone()) else {
            break;
        };
        let own = in_role_of(OWNER.user.0, &next);
        assert!(
            chain
                .decide(
                    next.number,
                    approve(),
                    &own,
                    DecisionConstraints::default(),
                    day(1)
                )
                .is_err()
        );
        let constraints = DecisionConstraints {
            four_eyes: true,
            ..DecisionConstraints::default()
        };
        let by = in_role_of(user, &next);
        let events = chain
            .decide(next.number, approve(), &by, constraints, day(1))
            .unwrap();
        released += usize::from(chain.is_released_by(&events));
    }
    assert_eq!(chain.status(), OverallStatus::Approved);
    assert!(!decided_by_others(&chain).unwrap().is_empty());
    assert_eq!(released, 1, "the data is released once");
}

#[test]
fn no_valid_small_procedure_approves_a_request_without_a_decision() {
    const OFFICER: Role = Role::DataOfficer;
    const REQUESTER: Role = Role::DataRequester;
    const REVIEWER: Role = Role::DataAccessReviewer;
    let roles = [REQUESTER, REVIEWER, OFFICER, Role::SuperUser];
    let mut all = procedures(0, &roles, &[REQUESTER, OFFICER]);
    all.extend(procedures(1, &roles, &[REQUESTER, OFFICER]));
    all.extend(procedures(2, &roles, &[REQUESTER]));
    all.extend(procedures(3, &[REQUESTER, REVIEWER], &[REQUESTER]));
    let mut valid = 0;
    for procedure in &all {
        let faults = procedure.validate().err().unwrap_or_default();
        let reports_undecided_path = faults
            .iter()
            .any(|fault| matches!(fault, Fault::NobodyDecides { .. }));
        assert_eq!(
            reports_undecided_path,
            has_undecided_path(procedure, &procedure.stages[0]),
            "{procedure:?}"
        );
        if faults.is_empty() {
            valid += 1;
            check_approval_by_others(procedure);
        }
    }
    assert!(valid > 100, "{valid} of {} are valid", all.len());
}

#[derive(Debug, Clone)]
enum Try {
    Decide {
        stage: Index,
        person: i64,
        approve: bool,
    },
    Recall,
    NewRound,
}

fn any_try() -> impl Strategy<Value = Try> {
    prop_oneof![
        8 => (any::<Index>(), 1_i64..5, proptest::bool::weighted(0.8))
            .prop_map(|(stage, person, approve)| Try::Decide { stage, person, approve }),
        1 => Just(Try::Recall),
        2 => Just(Try::NewRound),
    ]
}

/// Generates procedures of a few stages of any role with any links. Most of them are invalid.
fn any_procedure() -> impl Strategy<Value = Procedure> {
    let junction = (
        proptest::sample::select(vec![
            Role::DataAccessReviewer,
            Role::DataAccessReviewer,
            Role::DataOfficer,
            Role::DataRequester,
        ]),
        0_i64..3,
    );
    let links = proptest::collection::vec((0_i64..6, 0_i64..6), 0..4);
    (proptest::collection::vec(junction, 0..5), links).prop_map(|(middle, extra)| {
        let end = i64::try_from(middle.len()).unwrap() + 1;
        let mut stages = vec![stage(0, StageType::Initial, Role::DataRequester)];
        let mut links: HashSet<(i64, i64)> = extra.into_iter().filter(|(from, to)| from < to).collect();
        for (id, (role, back)) in (1..).zip(middle) {
            stages.push(stage(id, StageType::Junction, role));
            links.insert(((id - 1 - back).max(0), id));
        }
        stages.push(stage(end, StageType::Terminal, Role::DataRequester));
        let leading: HashSet<i64> = links.iter().map(|(from, _)| *from).collect();
        links.extend((0..end).filter(|id| !leading.contains(id)).map(|id| (id, end)));
        links.retain(|(_, to)| *to <= end);
        procedure(stages, &links.into_iter().collect::<Vec<_>>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Person 1 owns the request. Every person holds every role, including the owner.
    #[test]
    fn the_owner_never_decides_and_with_four_eyes_no_person_decides_twice(
        procedure in any_procedure(),
        tries in proptest::collection::vec(any_try(), 1..40),
        four_eyes: bool,
    ) {
        let Ok(valid) = procedure.validate() else { return Ok(()) };
        let (mut chain, _) = Chain::start(&valid, |role| Some(org_role(role)), OWNER, day(0)).unwrap();
        for attempt in tries {
            match attempt {
                Try::Decide { stage, person, approve: yes } => {
                    let stage = stage.get(chain.stages()).clone();
                    let by = in_role_of(person, &stage);
                    let decision = if yes { approve() } else { deny() };
                    let free = chain.is_free_to_decide(stage.number, by.user, four_eyes);
                    let constraints = DecisionConstraints { four_eyes, ..DecisionConstraints::default() };
                    let decided = chain.decide(stage.number, decision, &by, constraints, day(1));
                    prop_assert!(free || decided.is_err());
                }
                Try::Recall => drop(chain.recall(&OWNER, Role::DataRequester, day(1))),
                Try::NewRound => drop(chain.new_round(&OWNER, day(1))),
            }
            let deciders = decided_by_others(&chain).map_err(TestCaseError::fail)?;
            let different: HashSet<_> = deciders.iter().collect();
            prop_assert!(!four_eyes || different.len() == deciders.len(), "somebody decided twice");
        }
    }
}
