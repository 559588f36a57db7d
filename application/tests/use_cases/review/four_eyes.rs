//! A person cannot decide at two stages of one request; stages without a remaining decider
//! (decisions C5, C13, C14).

use aditus_application::accounts::activate;
use aditus_application::organisations::OrganisationRecords;
use aditus_application::paging::{Direction, Page};
use aditus_application::records::change;
use aditus_application::requests::list::{self, Query};
use aditus_application::requests::listing::RequestListQuery;
use aditus_application::requests::views::{RequestFilter, RequestSort};
use aditus_application::roles::update_status::{OfferStatuses, StatusForm};
use aditus_application::roles::{change_status, what_waits};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::RequestId;
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::review::OverallStatus;
use aditus_domain::roles::{Role, RoleStatus};

use super::procedures::{linear_procedure, procedure};
use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;
const ELSEWHERE: &str = "You have decided on this Data Request at another stage, as Data Access Reviewer. Someone else has to \
                         decide at this one.";

/// Takes the role of the second reviewer away, so that one is left.
fn with_one_reviewer(story: &Story) {
    let second = story.second_reviewer.role(REVIEWER).unwrap().id;
    story.world.write(|transaction| {
        let found = transaction.roles().by_id(second).unwrap().unwrap();
        let mut assigned = found.assigned;
        let now = story.world.now();
        let change = assigned
            .change(RoleStatus::Deactivated, story.super_user.user, None, now)
            .unwrap();
        transaction.roles().change(assigned.user, &change).unwrap();
    });
}

/// Returns the requests that a Super User's list marks as having no decider.
fn marked(story: &Story) -> Vec<RequestId> {
    let query = Query {
        org_role: None,
        statuses: Vec::new(),
        list: RequestListQuery {
            search: None,
            filter: RequestFilter::default(),
            sort: RequestSort::default(),
            direction: Direction::Ascending,
            page: Page::new(1, 100),
        },
    };
    let rows = list::execute(&story.world.ports, &story.super_user, query)
        .unwrap()
        .items;
    rows.into_iter()
        .filter(|row| row.waits_for_nobody)
        .map(|row| row.request_id)
        .collect()
}

/// Returns the roles and requests that a Super User's home page shows as having no decider.
fn roles_without_deciders(story: &Story) -> Vec<(Role, Vec<RequestId>, bool)> {
    let waits = what_waits::execute(&story.world.ports, &story.super_user).unwrap();
    waits
        .stages
        .into_iter()
        .map(|stage| (stage.role, stage.requests, stage.is_held))
        .collect()
}

#[test]
fn one_role_at_two_stages_needs_two_people() {
    let story = Story::begin();
    story.use_procedure(&linear_procedure(&[REVIEWER, REVIEWER]));
    let request = story.submitted();
    let (first, second) = (story.staff(REVIEWER), &story.second_reviewer);
    story.approves_at(first, request, 1).unwrap();
    assert_eq!(story.notifications_of(second).len(), 2, "their turn came twice");
    assert_eq!(
        story.notifications_of(first).len(),
        1,
        "the second stage is not theirs"
    );
    assert!(marked(&story).is_empty());

    let asked = story.requests_code_at(first, request, 2).unwrap_err();
    assert_eq!(
        (asked.kind(), asked.to_string().as_str()),
        (Kind::Forbidden, ELSEWHERE)
    );
    let refused = story.approves_at(first, request, 2).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.to_string().as_str()),
        (Kind::Forbidden, ELSEWHERE)
    );
    assert_eq!(story.detail(request).requested_datasets[0].release_date, None);

    let answer = story.approves_at(second, request, 2).unwrap();
    assert_eq!(answer.status, OverallStatus::Approved);
    assert_eq!(
        story.detail(request).requested_datasets[0].release_date,
        Some(story.today()),
        "without a Data Officer the last approval releases the data"
    );
}

#[test]
fn the_configuration_may_let_one_person_decide_twice() {
    let mut settings = aditus_application::testing::settings();
    settings.four_eyes = false;
    let story = Story::configured(settings);
    with_one_reviewer(&story);
    story.use_procedure(&linear_procedure(&[REVIEWER, REVIEWER]));
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    story.approves_at(reviewer, request, 1).unwrap();
    assert!(marked(&story).is_empty());
    assert_eq!(
        story.approves_at(reviewer, request, 2).unwrap().status,
        OverallStatus::Approved
    );
}

#[test]
fn a_stage_without_deciders_is_reported_until_one_is_assigned() {
    let story = Story::begin();
    let admin = story.world.caller_with("Milo", story.provider, Role::Admin);
    with_one_reviewer(&story);
    story.use_procedure(&linear_procedure(&[REVIEWER, REVIEWER]));
    let request = story.submitted();
    story.approves_at(story.staff(REVIEWER), request, 1).unwrap();
    let news =
        format!("Data Request DAC00{request} is stuck: no one can decide on it as Data Access Reviewer.");
    for helper in [&story.super_user, &admin] {
        assert_eq!(story.notifications_of(helper), [news.as_str()]);
        assert_eq!(
            story.mailed(helper),
            [format!("DAC00{request}: A Data Request is stuck")]
        );
    }
    assert_eq!(marked(&story), [request]);
    assert_eq!(roles_without_deciders(&story), [(REVIEWER, vec![request], true)]);

    story
        .world
        .grant(story.other_requester.user, story.provider, REVIEWER);
    assert!(marked(&story).is_empty() && roles_without_deciders(&story).is_empty());
    let benedict = story.world.caller("Benedict");
    assert!(story.approves_at(&benedict, request, 2).is_ok());
}

#[test]
fn deciding_at_one_branch_can_leave_the_other_without_deciders() {
    let story = Story::begin();
    with_one_reviewer(&story);
    story.use_procedure(&procedure(
        &[REVIEWER, REVIEWER],
        &[(0, 1), (0, 2), (1, 3), (2, 3)],
    ));
    let request = story.submitted();
    assert!(
        story.notifications_of(&story.super_user).is_empty(),
        "either stage could be theirs"
    );
    story.approves_at(story.staff(REVIEWER), request, 1).unwrap();
    assert_eq!(story.notifications_of(&story.super_user).len(), 1);
    assert_eq!(marked(&story), [request]);
}

#[test]
fn a_request_without_a_first_decider_is_submitted_and_reported() {
    let story = Story::begin();
    with_one_reviewer(&story);
    let reviewer = story.staff(REVIEWER).user;
    story
        .world
        .change_account(reviewer, |account| account.state = AccountState::Disabled);
    let request = story.submitted();
    assert_eq!(story.notifications_of(&story.super_user).len(), 1);
    assert_eq!(roles_without_deciders(&story), [(REVIEWER, vec![request], false)]);
}

#[test]
fn the_owner_does_not_count_as_a_decider() {
    let story = Story::begin();
    with_one_reviewer(&story);
    let reviewer = story.staff(REVIEWER).user;
    story.world.grant(
        reviewer,
        aditus_domain::organisations::DATA_REQUESTER_ORGANISATION,
        Role::DataRequester,
    );
    let both = story.world.caller("Abena");
    let request = story.submitted_by(&both);
    assert_eq!(marked(&story), [request]);
    let own_and_other = story.submitted();
    assert_eq!(marked(&story), [request], "{own_and_other} can be decided");
}

/// Removes the last person who could decide.
type Loss = fn(&Story);

#[test]
fn losing_the_last_holder_notifies_once() {
    let requests = 2;
    let nobody = "No one can decide as Data Access Reviewer at National Health Data Authority any more: 2 Data \
                  Requests are stuck there.";
    let losses: [(&str, Loss); 4] = [
        ("revoked", |story| {
            let reviewer = story.staff(REVIEWER).role(REVIEWER).unwrap().id;
            let seen = story.world.read_in_transaction(|transaction| {
                transaction.roles().by_id(reviewer).unwrap().unwrap().latest
            });
            let command = change_status::Command {
                seen,
                role_status: Some(RoleStatus::Revoked.id()),
                reason: String::new(),
            };
            change_status::execute(&story.world.ports, &story.super_user, &command).unwrap();
        }),
        ("disabled", |story| {
            let command = activate::Command {
                user: story.staff(REVIEWER).user,
                is_active: Some("Disable".to_owned()),
            };
            activate::execute(&story.world.ports, &story.super_user, &command).unwrap();
        }),
        ("no longer offered", |story| {
            let org_role = story.staff(REVIEWER).role(REVIEWER).unwrap().org_role;
            let form = StatusForm {
                status: Some(false),
                reason: "No contract".to_owned(),
            };
            change::<OfferStatuses>(&story.world.ports, &story.super_user, org_role, None, form).unwrap();
        }),
        ("of one who leaves others", |story| {
            let second = story.second_reviewer.user;
            let command = activate::Command {
                user: second,
                is_active: Some("Disable".to_owned()),
            };
            activate::execute(&story.world.ports, &story.super_user, &command).unwrap();
        }),
    ];
    for (how, lose) in losses {
        let story = Story::begin();
        let is_last = how != "of one who leaves others";
        if is_last {
            with_one_reviewer(&story);
        }
        for _ in 0..requests {
            story.submitted();
        }
        lose(&story);
        let notifications = story.notifications_of(&story.super_user);
        if is_last {
            assert_eq!(notifications, [nobody], "{how}");
            assert_eq!(
                story.mailed(&story.super_user),
                ["Aditus: Data Requests are stuck"]
            );
            assert_eq!(marked(&story).len(), requests, "{how}");
        } else {
            assert_eq!(notifications, [""; 0], "{how}");
            assert!(marked(&story).is_empty(), "{how}");
        }
    }
}

#[test]
fn deactivating_an_organisation_leaves_its_requests_without_deciders() {
    let story = Story::begin();
    story.use_procedure(&linear_procedure(&[Role::DataCustodian]));
    let request = story.submitted();
    let inactive = RawOrganisation {
        name: "Central Statistics Office".to_owned(),
        description: "Counts".to_owned(),
        country: "UG".to_owned(),
        active: Some(0),
        ..RawOrganisation::default()
    };
    let ports = &story.world.ports;
    change::<OrganisationRecords>(ports, &story.super_user, story.custody, None, inactive).unwrap();
    assert_eq!(story.notifications_of(&story.super_user).len(), 1);
    assert_eq!(marked(&story), [request]);
}

#[test]
fn a_stage_is_bound_to_an_organisation_with_a_holder() {
    let story = Story::begin();
    let at = |request| story.state(request, REVIEWER).organisation;
    // The custodian offers the role too, but no one holds it there.
    story.world.org_role(story.custody, REVIEWER);
    assert_eq!(at(story.submitted()), "National Health Data Authority");

    // The requester cannot decide on their own request.
    story.world.grant(story.requester.user, story.custody, REVIEWER);
    assert_eq!(at(story.submitted()), "National Health Data Authority");
    assert_eq!(
        at(story.submitted_by(&story.other_requester)),
        "Central Statistics Office"
    );

    // If no one holds the role anywhere, the stage belongs to the custodian.
    with_one_reviewer(&story);
    let last = story.staff(REVIEWER).user;
    story
        .world
        .change_account(last, |account| account.state = AccountState::Disabled);
    let request = story.submitted();
    assert_eq!(at(request), "Central Statistics Office");
    assert_eq!(roles_without_deciders(&story).len(), 2);
}
