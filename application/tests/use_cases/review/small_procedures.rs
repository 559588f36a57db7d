//! All small procedures through the real storage. Approved requests were approved by a person who
//! does not own them, and a procedure without any decider cannot be followed (decisions C1, C6,
//! C13, C14).

use aditus_application::requests::submit;
use aditus_application::{Failure, Kind};
use aditus_domain::review::{OverallStatus, StageState};
use aditus_domain::roles::Role;

use super::procedures::procedure;
use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

/// Returns all sets of forward links between this many stages.
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

#[test]
fn no_small_procedure_approves_without_a_decider() {
    let story = Story::begin();
    story.world.grant(story.requester.user, story.provider, REVIEWER);
    let owner = story.world.caller("Amara");
    let reviewers = [story.staff(REVIEWER), &story.second_reviewer];
    let (mut followed, mut refused) = (0, 0);
    for between in [
        &[][..],
        &[REVIEWER],
        &[Role::DataRequester],
        &[Role::SuperUser],
        &[REVIEWER, REVIEWER],
        &[REVIEWER, Role::DataRequester],
        &[Role::DataRequester, Role::DataRequester],
    ] {
        for links in forward_links(i64::try_from(between.len()).unwrap() + 2) {
            let procedure = procedure(between, &links);
            story.use_procedure(&procedure);
            let submitted = submit::execute(&story.world.ports, &owner, story.filled_in(&owner));
            if procedure.validate().is_err() {
                let error = submitted.unwrap_err();
                assert_eq!(error.kind(), Kind::Unavailable);
                assert!(
                    error.to_string().contains("the Approval Procedure has faults"),
                    "{error}"
                );
                refused += 1;
                continue;
            }
            let request = submitted.unwrap().request_id;
            followed += 1;
            let mut others = reviewers.iter();
            let mut decisions = 0;
            loop {
                let detail = story.detail(request);
                let waiting = detail
                    .request_states
                    .iter()
                    .find(|state| state.state == StageState::Unattended);
                assert_eq!(detail.status == OverallStatus::Approved, waiting.is_none());
                let released = detail
                    .requested_datasets
                    .iter()
                    .all(|dataset| dataset.release_date.is_some());
                assert_eq!(released, waiting.is_none(), "{links:?}");
                let Some(waiting) = waiting else {
                    assert!(decisions > 0, "nobody decided: {links:?}");
                    break;
                };
                let own = story.approves_at(&owner, request, waiting.number);
                assert_eq!(own.unwrap_err().kind(), Kind::Forbidden);
                story
                    .approves_at(others.next().unwrap(), request, waiting.number)
                    .unwrap();
                decisions += 1;
                story.world.wait(chrono::TimeDelta::hours(2));
            }
        }
    }
    assert!(
        followed > 5 && refused > 100,
        "{followed} were followed, {refused} refused"
    );
}
