//! Lists, counts and the visibility of requests.

use aditus_application::access::Caller;
use aditus_application::paging::{Direction, Page};
use aditus_application::requests::figures::Figures;
use aditus_application::requests::listing::RequestListQuery;
use aditus_application::requests::views::{FilterChoices, RequestFilter, RequestSort, TabCounts};
use aditus_application::requests::{all, approved, counts, detail, figures, filter_choices, history, list};
use aditus_application::review::recall;
use aditus_application::{Failure, Kind};
use aditus_domain::ids::{OrganisationRoleId, RequestId};
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::story::Story;

fn query(org_role: Option<OrganisationRoleId>, statuses: &[&str], search: Option<&str>) -> list::Query {
    list::Query {
        org_role,
        statuses: statuses.iter().map(ToString::to_string).collect(),
        list: RequestListQuery {
            search: search.map(str::to_owned),
            ..first_page()
        },
    }
}

/// The first page, oldest first.
fn first_page() -> RequestListQuery {
    RequestListQuery {
        search: None,
        filter: RequestFilter::default(),
        sort: RequestSort::default(),
        direction: Direction::Ascending,
        page: Page::new(1, 10),
    }
}

fn listed(story: &Story, caller: &Caller, statuses: &[&str]) -> Vec<RequestId> {
    let org_role = caller.roles.first().map(|role| role.org_role);
    let page = list::execute(&story.world.ports, caller, query(org_role, statuses, None)).unwrap();
    assert_eq!(page.total, page.items.len() as u64);
    page.items.into_iter().map(|row| row.request_id).collect()
}

fn counted(story: &Story, caller: &Caller) -> TabCounts {
    counts::execute(&story.world.ports, caller, counts::Query { org_role: None }).unwrap()
}

fn histories(story: &Story, caller: &Caller) -> Vec<RequestId> {
    let query = history::Query {
        org_role: None,
        list: first_page(),
    };
    let page = history::execute(&story.world.ports, caller, query).unwrap();
    page.items.into_iter().map(|row| row.request_id).collect()
}

#[test]
fn staff_tabs_depend_on_their_own_stage() {
    let story = Story::begin();
    let [moved, waiting] = [story.submitted(), story.submitted()];
    story.decides(Role::DataAccessReviewer, moved, true).unwrap();
    let reviewer = story.staff(Role::DataAccessReviewer);
    let approver = story.staff(Role::DataAccessApprover);
    assert_eq!(listed(&story, reviewer, &["Unattended"]), [waiting]);
    assert_eq!(listed(&story, reviewer, &["Pending", "Unattended"]), [waiting]);
    assert_eq!(listed(&story, reviewer, &["Incoming"]), []);
    assert_eq!(listed(&story, approver, &["Unattended"]), [moved]);
    assert_eq!(listed(&story, approver, &["Incoming"]), [waiting]);
    assert_eq!(
        listed(&story, approver, &["Unattended", "Incoming"]),
        [moved, waiting]
    );
    assert_eq!(listed(&story, reviewer, &[]), [moved, waiting]);
    assert_eq!(histories(&story, reviewer), [moved]);
    assert_eq!(histories(&story, approver), []);
    assert_eq!(
        counted(&story, reviewer),
        TabCounts {
            pending: 1,
            all: 2,
            history: 1,
            ..TabCounts::default()
        }
    );
    assert_eq!(
        counted(&story, approver),
        TabCounts {
            pending: 1,
            incoming: 1,
            all: 2,
            ..TabCounts::default()
        }
    );
    assert_eq!(listed(&story, &story.outsider, &[]), []);
}

#[test]
fn denied_and_recalled_share_a_tab() {
    let story = Story::begin();
    let [denied, recalled, done] = [story.submitted(), story.submitted(), story.submitted()];
    story.decides(Role::DataAccessReviewer, denied, false).unwrap();
    recall::execute(
        &story.world.ports,
        &story.requester,
        recall::Command { request: recalled },
    )
    .unwrap();
    story.world.wait(chrono::TimeDelta::hours(2));
    story.all_approve(done);
    for caller in [
        &story.requester,
        story.staff(Role::DataOfficer),
        &story.super_user,
    ] {
        assert_eq!(listed(&story, caller, &["Denied"]), [denied, recalled]);
        assert_eq!(
            listed(&story, caller, &["Denied", "Recalled"]),
            [denied, recalled]
        );
        assert_eq!(listed(&story, caller, &["Approved"]), [done]);
        assert_eq!(
            listed(&story, caller, &["Approved", "Denied"]),
            [denied, recalled, done]
        );
        assert_eq!(
            listed(&story, caller, &["Approved", "Pending", "Incoming"]),
            [done]
        );
        assert_eq!(
            approved::execute(&story.world.ports, caller, first_page())
                .unwrap()
                .total,
            1
        );
        let numbers = counted(&story, caller);
        assert_eq!(
            (numbers.pending, numbers.approved, numbers.denied, numbers.all),
            (0, 1, 2, 3)
        );
    }
}

#[test]
fn a_requester_sees_own_requests_only() {
    let story = Story::begin();
    let own = story.submitted();
    let foreign = story.submitted_by(&story.other_requester);
    assert_eq!(listed(&story, &story.requester, &[]), [own]);
    assert_eq!(listed(&story, &story.requester, &["Pending"]), [own]);
    let everything = RequestListQuery {
        direction: Direction::Descending,
        ..first_page()
    };
    let ids = |caller| -> Vec<RequestId> {
        let page = all::execute(&story.world.ports, caller, everything.clone()).unwrap();
        page.items.into_iter().map(|row| row.request_id).collect()
    };
    assert_eq!(ids(&story.requester), [own]);
    assert_eq!(ids(&story.super_user), [foreign, own]);
    assert_eq!(ids(story.staff(Role::DataOfficer)), [foreign, own]);
    assert_eq!(ids(&story.outsider), []);
    assert_eq!(ids(&story.org_user), []);
}

#[test]
fn filters_offer_what_occurs_in_the_list_of_the_caller() {
    let story = Story::begin();
    story.submitted();
    let choices = |caller: &Caller| {
        let query = counts::Query { org_role: None };
        filter_choices::execute(&story.world.ports, caller, query).unwrap()
    };
    for caller in [
        story.staff(Role::DataOfficer),
        &story.super_user,
        &story.requester,
    ] {
        let choices = choices(caller);
        assert_eq!(
            (choices.data_sources.len(), choices.organisations.len()),
            (1, 1),
            "{choices:?}"
        );
    }
    assert_eq!(choices(&story.outsider), FilterChoices::default());
    let query = counts::Query {
        org_role: story.outsider.roles.first().map(|role| role.org_role),
    };
    let refused = filter_choices::execute(&story.world.ports, &story.requester, query).unwrap_err();
    assert_eq!(refused.kind(), Kind::Forbidden);
}

#[test]
fn counts_match_the_lists_of_requesters_and_super_users() {
    let story = Story::begin();
    let [waiting, denied, done] = [story.submitted(), story.submitted(), story.submitted()];
    story.decides(Role::DataAccessReviewer, denied, false).unwrap();
    story.all_approve(done);
    for caller in [&story.requester, &story.super_user] {
        assert_eq!(
            counted(&story, caller),
            TabCounts {
                incoming: 0,
                pending: 1,
                approved: 1,
                denied: 1,
                all: 3,
                history: 2,
                with_requester: 0,
                overdue: 0,
            }
        );
        assert_eq!(listed(&story, caller, &["Incoming"]), []);
        assert_eq!(listed(&story, caller, &["Pending"]), [waiting]);
        assert_eq!(listed(&story, caller, &["Incoming", "Unattended"]), [waiting]);
        assert_eq!(histories(&story, caller), [denied, done]);
    }
}

#[test]
fn figures_of_super_users_count_days() {
    let story = Story::begin();
    let read = |caller| figures::execute(&story.world.ports, caller);
    let nothing = Figures {
        waiting: 0,
        oldest_days: None,
        usual_days: None,
        sources: read(&story.super_user).unwrap().sources,
    };
    assert!(nothing.sources > 0);
    assert_eq!(read(&story.super_user).unwrap(), nothing);

    let decided: Vec<_> = (0..5).map(|_| story.submitted()).collect();
    for id in decided {
        story.world.wait(TimeDelta::days(3));
        story.decides(Role::DataAccessReviewer, id, false).unwrap();
    }
    story.submitted();
    story.world.wait(TimeDelta::hours(47));
    story.submitted();
    assert_eq!(
        read(&story.super_user).unwrap(),
        Figures {
            waiting: 2,
            oldest_days: Some(1),
            usual_days: Some(9),
            ..nothing
        }
    );
    for other in [&story.requester, story.staff(Role::DataOfficer)] {
        assert_eq!(read(other).unwrap_err().kind(), Kind::Forbidden);
    }
}

#[test]
fn foreign_requests_do_not_exist() {
    let story = Story::begin();
    let own = story.submitted();
    let look = |caller, request| {
        detail::execute(
            &story.world.ports,
            caller,
            detail::Query {
                with_variables: true,
                request,
                org_role: None,
            },
        )
    };
    for caller in [&story.other_requester, &story.outsider, &story.org_user] {
        let error = look(caller, own).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (Kind::NotFound, "This Data Request does not exist.")
        );
    }
    assert_eq!(
        look(&story.requester, RequestId(9_999)).unwrap_err().kind(),
        Kind::NotFound
    );
    for caller in [
        &story.requester,
        &story.super_user,
        story.staff(Role::DataOfficer),
    ] {
        assert_eq!(look(caller, own).unwrap().0.request_id, own);
    }
}

#[test]
fn only_super_users_list_organisation_roles_they_do_not_hold() {
    let story = Story::begin();
    let request = story.submitted();
    let reviewers = story.staff(Role::DataAccessReviewer).roles[0].org_role;
    let attempt =
        |caller, org_role| list::execute(&story.world.ports, caller, query(Some(org_role), &[], None));
    for caller in [&story.requester, &story.outsider, story.staff(Role::DataOfficer)] {
        assert_eq!(attempt(caller, reviewers).unwrap_err().kind(), Kind::Forbidden);
    }
    for org_role in [
        reviewers,
        OrganisationRoleId(12),
        OrganisationRoleId(6),
        OrganisationRoleId(9_999),
    ] {
        let page = attempt(&story.super_user, org_role).unwrap();
        assert_eq!(
            page.items
                .into_iter()
                .map(|row| row.request_id)
                .collect::<Vec<_>>(),
            [request]
        );
    }
}

#[test]
fn a_status_that_names_no_tab_is_refused() {
    let story = Story::begin();
    for statuses in [vec!["Halted"], vec!["approved"], vec!["Approved", "Halted"]] {
        let error =
            list::execute(&story.world.ports, &story.requester, query(None, &statuses, None)).unwrap_err();
        assert_eq!(
            (error.kind(), error.fields()[0].0.as_str()),
            (Kind::Invalid, "status")
        );
    }
}

#[test]
fn the_search_finds_names_titles_references_and_sources() {
    let story = Story::begin();
    let id = story.submitted();
    story.submitted_by(&story.other_requester);
    let found = |text: &str| {
        let page = list::execute(
            &story.world.ports,
            &story.super_user,
            query(None, &[], Some(text)),
        )
        .unwrap();
        page.items
            .into_iter()
            .map(|row| row.request_id)
            .collect::<Vec<_>>()
    };
    assert_eq!(found(" AMARA "), [id]);
    assert_eq!(found("amara okello"), [id]);
    assert_eq!(found(&format!("REQ{:06}", id.0)), [id]);
    assert_eq!(found("highlands").len(), 2);
    assert_eq!(found("household").len(), 2);
    assert_eq!(found("%"), []);
    assert_eq!(found("").len(), 2);
}
