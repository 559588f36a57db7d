//! The permitted actions in the detail of a request, with reasons for refusals. The calls
//! themselves apply the same rules.

use aditus_application::access::Caller;
use aditus_application::paging::{Direction, Page};
use aditus_application::requests::views::{RequestFilter, RequestSort};
use aditus_application::requests::{all, detail, list, listing};
use aditus_application::review::acting::Acting;
use aditus_application::review::resolve_comment;
use aditus_application::testing::settings;
use aditus_domain::ids::{RequestId, StageId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::procedures::{Link, Position, Procedure, Stage, StageType};
use aditus_domain::review::{
    DecisionRefused, FeedbackRefused, OverallStatus, RecallRefused, Section, StageState,
};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

fn caller_view(story: &Story, caller: &Caller, request: RequestId) -> detail::CallerView {
    let query = detail::Query {
        with_variables: true,
        request,
        org_role: None,
    };
    detail::execute(&story.world.ports, caller, query).unwrap().1
}

fn acting(story: &Story, caller: &Caller, request: RequestId) -> Acting {
    caller_view(story, caller, request).acting
}

/// Returns the reasons against a decision and against a comment, as texts.
fn reasons(acting: &Acting) -> [Option<String>; 2] {
    [acting.why_no_decision, acting.why_no_comment].map(|reason| reason.map(|reason| reason.to_string()))
}

/// A procedure that passes the Data Access Reviewers before and after the Data Officer.
fn reviewed_twice() -> Procedure {
    let line = [
        (StageType::Initial, Role::DataRequester),
        (StageType::Junction, REVIEWER),
        (StageType::Junction, Role::DataOfficer),
        (StageType::Junction, REVIEWER),
        (StageType::Terminal, Role::DataRequester),
    ];
    let stages: Vec<Stage> = (1..)
        .zip(line)
        .map(|(id, (stage_type, role))| Stage {
            id: StageId(id),
            role,
            stage_type,
            order: i32::try_from(id).unwrap(),
            activity: format!("Step {id}"),
            branch_level: 0,
            position: Position { x: 0.5, y: 0.5 },
            icon: "Policy".to_owned(),
            target: None,
        })
        .collect();
    let links = stages
        .windows(2)
        .map(|pair| Link {
            from: pair[0].id,
            to: pair[1].id,
        })
        .collect();
    Procedure {
        id: None,
        name: "Reviewed twice".to_owned(),
        description: "For tests".to_owned(),
        term: None,
        completion_window: None,
        stages,
        links,
    }
}

#[test]
fn a_role_at_two_stages_acts_at_the_pending_one() {
    let story = Story::with_procedure(&reviewed_twice(), settings());
    let request = story.submitted();
    let first = story.staff(REVIEWER);
    // A person cannot decide at two stages of one request: another holder of the role takes the
    // second.
    let second = &story.second_reviewer;
    let own = |caller: &Caller| {
        let stage = acting(&story, caller, request).stage.expect("a stage");
        (stage.number.0, stage.state, stage.assigned_role)
    };
    let of = |caller: &Caller| caller.role(REVIEWER).unwrap().id;
    assert_eq!(own(first), (1, StageState::Unattended, of(first)));
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(own(second), (3, StageState::Incoming, of(second)));
    story.decides(Role::DataOfficer, request, true).unwrap();
    let acting = acting(&story, second, request);
    assert_eq!(own(second), (3, StageState::Unattended, of(second)));
    assert_eq!(reasons(&acting), [None, None]);

    let state = story.states(request)[3].request_state_id;
    let mut decision = story.decision(second, request, REVIEWER, true, &story.code(second, state, true));
    decision.state = state;
    let decided = aditus_application::review::decide::execute(&story.world.ports, second, &decision).unwrap();
    assert_eq!(decided.status, OverallStatus::Approved);
}

#[test]
fn each_role_gets_its_actions_or_the_reasons_against_them() {
    let story = Story::begin();
    let request = story.submitted();
    let officer = story.staff(Role::DataOfficer);

    let reviewer = acting(&story, story.staff(REVIEWER), request);
    assert_eq!(reasons(&reviewer), [None, None]);
    assert_eq!(reviewer.why_no_recall, Some(RecallRefused::NotAllowed));
    assert_eq!(reviewer.why_no_feedback, Some(FeedbackRefused::NotOwner));
    for (section, why_not) in &reviewer.why_no_demand {
        let words = why_not.as_ref().map(ToString::to_string);
        let expected = (*section == Section::DataSpecification).then(|| {
            "Action cannot be required on the section \"Has the Data Specification Form been filed?\"."
                .to_owned()
        });
        assert_eq!(words, expected);
    }
    assert_eq!(
        reviewer
            .why_no_demand
            .iter()
            .map(|(section, _)| *section)
            .collect::<Vec<_>>(),
        Section::ALL
    );

    let out_of_turn = acting(&story, officer, request);
    assert_eq!(
        out_of_turn.stage.map(|stage| stage.state),
        Some(StageState::Incoming)
    );
    let reason = Some("This Data Request is Incoming".to_owned());
    assert_eq!(reasons(&out_of_turn), [reason.clone(), reason.clone()]);
    assert!(
        out_of_turn
            .why_no_demand
            .iter()
            .all(|(_, why_not)| why_not.as_ref().map(ToString::to_string) == reason)
    );

    let reader = acting(&story, &story.super_user, request);
    assert_eq!((reader.stage, reader.why_no_recall), (None, None));
    assert_eq!(
        [reader.why_no_decision, reader.why_no_comment],
        [Some(DecisionRefused::ReadsOnly); 2]
    );
    let owner = acting(&story, &story.requester, request);
    assert_eq!((owner.stage, owner.why_no_recall), (None, None));
    assert_eq!(owner.why_no_decision, Some(DecisionRefused::OwnRequest));
    assert_eq!(
        owner.why_no_feedback,
        Some(FeedbackRefused::NotApproved(OverallStatus::Pending))
    );
}

#[test]
fn a_role_that_the_request_does_not_pass_has_no_stage() {
    let story = Story::begin();
    let request = story.submitted();
    let mut reviewer = story.staff(REVIEWER).clone();
    let elsewhere = *story.outsider.role(REVIEWER).unwrap();
    reviewer.roles.push(elsewhere);
    let named = |caller: &Caller, org_role| {
        let query = detail::Query {
            request,
            org_role,
            with_variables: true,
        };
        detail::execute(&story.world.ports, caller, query)
            .unwrap()
            .1
            .acting
    };
    let there = named(&reviewer, Some(elsewhere.org_role));
    assert_eq!(
        (there.stage, there.why_no_decision),
        (None, Some(DecisionRefused::NoStage))
    );
    let own = reviewer.roles[0].org_role;
    assert_eq!(named(&reviewer, Some(own)).why_no_decision, None);
    reviewer.selected = Some(elsewhere.id);
    assert_eq!(
        named(&reviewer, None).why_no_decision,
        Some(DecisionRefused::NoStage)
    );
    // A role that the caller does not hold cannot be used to act.
    let foreign = story.staff(Role::DataOfficer).roles[0].org_role;
    assert_eq!(
        named(&story.super_user, Some(foreign)).why_no_decision,
        Some(DecisionRefused::ReadsOnly)
    );
}

#[test]
fn a_demand_blocks_the_decision_and_no_comment() {
    let story = Story::begin();
    let request = story.submitted();
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    let until = story.world.now() + TimeDelta::hours(48);
    let blocked = acting(&story, story.staff(REVIEWER), request);
    assert_eq!(blocked.demands.map(|demands| demands.until), Some(until));
    assert!(matches!(
        blocked.why_no_decision,
        Some(DecisionRefused::Blocked(_))
    ));
    assert_eq!(blocked.why_no_comment, None);
    assert_eq!(acting(&story, &story.requester, request).demands, blocked.demands);
    story.world.wait(TimeDelta::hours(48));
    let free = acting(&story, story.staff(REVIEWER), request);
    assert_eq!((free.demands, free.why_no_decision), (None, None));
}

/// While a comment demands action, the request and its row in every list name the person it waits
/// for.
#[test]
fn a_blocked_request_waits_for_its_requester() {
    let story = Story::begin();
    let request = story.submitted();
    let readers = [
        &story.requester,
        story.staff(REVIEWER),
        story.staff(Role::DataOfficer),
        &story.super_user,
    ];
    let waiting_texts = || {
        readers.map(|reader| {
            let query = list::Query {
                org_role: None,
                statuses: Vec::new(),
                list: listing::RequestListQuery {
                    search: None,
                    filter: RequestFilter::default(),
                    sort: RequestSort::default(),
                    direction: Direction::Ascending,
                    page: Page::new(1, 10),
                },
            };
            let rows = list::execute(&story.world.ports, reader, query).unwrap().items;
            let in_list = rows[0].waiting_text(story.world.now());
            assert_eq!(in_list, caller_view(&story, reader, request).waiting_text);
            in_list.unwrap()
        })
    };
    let reviewers = ["Waiting for the Data Access Reviewer since today"; 4];
    assert_eq!(waiting_texts(), reviewers);
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    story.world.wait(TimeDelta::minutes(90));
    assert_eq!(
        waiting_texts(),
        ["Waiting for the requester: 1 action required, 46 hours left"; 4]
    );
    story.comments(REVIEWER, request, Section::Staff, true).unwrap();
    assert_eq!(
        waiting_texts(),
        ["Waiting for the requester: 2 actions required, 48 hours left"; 4]
    );
    story.world.wait(TimeDelta::hours(48));
    assert_eq!(
        waiting_texts(),
        ["Waiting for the Data Access Reviewer, 2 days"; 4]
    );
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    story.world.wait(TimeDelta::hours(49));
    let reviewer = story.staff(REVIEWER);
    story.decides(REVIEWER, request, false).unwrap();
    assert_eq!(caller_view(&story, reviewer, request).waiting_text, None);
}

/// A row offers a decision exactly if the page of the request does.
#[test]
fn rows_offer_a_decision_where_the_person_can_decide_now() {
    let story = Story::begin();
    let [request, other] = [story.submitted(), story.submitted()];
    let offered_to_all = || {
        let staff = Role::STAFF.map(|role| story.staff(role));
        let people = staff
            .into_iter()
            .chain([&story.second_reviewer, &story.super_user]);
        let offered: Vec<_> = people
            .map(|person| {
                let query = listing::RequestListQuery {
                    search: None,
                    filter: RequestFilter::default(),
                    sort: RequestSort::default(),
                    direction: Direction::Ascending,
                    page: Page::new(1, 10),
                };
                let rows = all::execute(&story.world.ports, person, query).unwrap().items;
                let offered = rows.iter().filter(|row| row.may_decide).map(|row| row.request_id);
                let offered: Vec<_> = offered.collect();
                for id in [request, other] {
                    let may = acting(&story, person, id).why_no_decision.is_none();
                    assert_eq!(offered.contains(&id), may, "{:?} of {id}", person.user);
                }
                offered.len()
            })
            .collect();
        offered
    };
    assert_eq!(offered_to_all(), [2, 0, 0, 0, 0, 0, 2, 0]);
    let demand = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    assert_eq!(offered_to_all(), [1, 0, 0, 0, 0, 0, 1, 0]);
    let resolve = resolve_comment::Command { comment: demand };
    resolve_comment::execute(&story.world.ports, &story.requester, resolve).unwrap();
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(offered_to_all(), [1, 1, 0, 0, 0, 0, 1, 0]);

    // The same person may not decide at two stages of one request.
    let reviewer = story.staff(REVIEWER);
    let approvers = story.staff(Role::DataAccessApprover).roles[0].org_role;
    story.world.write(|transaction| {
        let status = RoleStatus::Activated;
        let at = story.world.now();
        transaction
            .roles()
            .assign(reviewer.user, approvers, status, None, None, at)
            .unwrap();
    });
    let mut both = story.world.caller("Abena");
    both.selected = both.at(approvers).map(|held| held.id);
    let query = list::Query {
        org_role: Some(approvers),
        statuses: vec!["Unattended".to_owned()],
        list: listing::RequestListQuery {
            search: None,
            filter: RequestFilter::default(),
            sort: RequestSort::default(),
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        },
    };
    let rows = list::execute(&story.world.ports, &both, query).unwrap().items;
    assert_eq!(
        rows.iter()
            .map(|row| (row.request_id, row.may_decide))
            .collect::<Vec<_>>(),
        [(request, false)]
    );
}

#[test]
fn the_pending_person_and_the_chain_are_described() {
    let story = Story::begin();
    let request = story.submitted();
    story.world.wait(TimeDelta::hours(30));
    story.decides(REVIEWER, request, true).unwrap();
    story.world.wait(TimeDelta::hours(50));
    let view = caller_view(&story, &story.requester, request);
    assert_eq!(view.status_text, "Submitted 3 days ago");
    assert_eq!(
        view.waiting_text.as_deref(),
        Some("Waiting for the Data Access Approver, 2 days")
    );
    let roles: Vec<Role> = view
        .approval_chain
        .iter()
        .map(|id| {
            let states = story.states(request);
            states
                .iter()
                .find(|state| state.request_state_id == *id)
                .unwrap()
                .role
        })
        .collect();
    assert_eq!(roles, Role::STAFF);
    for role in &Role::STAFF[1..] {
        story.decides(*role, request, true).unwrap();
    }
    let view = caller_view(&story, &story.requester, request);
    assert_eq!(view.status_text, "Approved on the 3rd day");
    assert_eq!(view.waiting_text.as_deref(), Some("Waiting for your feedback"));
    assert_eq!(view.acting.why_no_feedback, None);
    let officer = caller_view(&story, story.staff(Role::DataOfficer), request);
    assert_eq!(officer.waiting_text, None);
}

#[test]
fn an_unregistered_organisation_is_shown_as_typed() {
    let story = Story::begin();
    let typed = story
        .world
        .caller_with("Meadow", DATA_REQUESTER_ORGANISATION, Role::DataRequester);
    story.world.change_account(typed.user, |account| {
        account.tentative_organization = Some("Meadow Lane Health Collective".to_owned());
    });
    let request = story.submitted_by(&typed);
    let shown = story.detail(request);
    assert_eq!(shown.organization, "Meadow Lane Health Collective");
    assert_eq!(shown.requester.org_name, "Meadow Lane Health Collective");
}
