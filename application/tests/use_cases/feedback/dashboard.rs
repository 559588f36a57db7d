//! Feedback lists and the figures of the dashboard.

use aditus_application::access::Caller;
use aditus_application::feedback::views::FeedbackSort;
use aditus_application::feedback::{Answers, distribution, give, list, summary};
use aditus_application::paging::{Direction, Page};
use aditus_application::{Failure, Kind};
use aditus_domain::feedback::Question;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::story::Story;
use crate::story::steps::content;

fn with_feedback(story: &Story, experience: &str, come_back: &str) {
    let request = story.submitted();
    story.all_approve(request);
    let answers = Answers {
        data_request_process_experience: Some(experience.to_owned()),
        would_you_come_back: Some(come_back.to_owned()),
        ..content()
    };
    give::execute(
        &story.world.ports,
        &story.requester,
        &give::Command { request, answers },
    )
    .unwrap();
    story.world.wait(TimeDelta::hours(1));
}

#[test]
fn percentages_are_rounded_to_two_decimals() {
    let story = Story::begin();
    let summary = |caller: &Caller| summary::execute(&story.world.ports, caller, summary::Query);
    let nothing = summary::Answer {
        total: 0,
        excellent: 0.0,
        poor: 0.0,
        would_return: 0.0,
    };
    assert_eq!(summary(&story.super_user).unwrap(), nothing);
    with_feedback(&story, "Excellent", "Yes");
    with_feedback(&story, "Excellent", "No");
    with_feedback(&story, "Poor", "No");
    let expected = summary::Answer {
        total: 3,
        excellent: 66.67,
        poor: 33.33,
        would_return: 33.33,
    };
    for caller in [
        &story.super_user,
        story.staff(Role::DataCustodian),
        story.staff(Role::DataAccessReviewer),
    ] {
        assert_eq!(summary(caller).unwrap(), expected);
    }
    assert_eq!(
        summary(&story.outsider).unwrap(),
        nothing,
        "only what the caller may see is counted"
    );
    for caller in [&story.requester, &story.org_user] {
        assert_eq!(summary(caller).unwrap_err().kind(), Kind::Forbidden);
    }
}

#[test]
fn feedback_is_listed_newest_first_within_the_scope() {
    let story = Story::begin();
    with_feedback(&story, "Excellent", "Yes");
    with_feedback(&story, "Poor", "Yes");
    let list = |caller: &Caller| {
        let query = list::Query {
            search: None,
            sort: FeedbackSort::DateCreated,
            direction: Direction::Descending,
            page: Page::new(1, 5),
        };
        list::execute(&story.world.ports, caller, query)
    };
    let all = list(story.staff(Role::DataOfficer)).unwrap();
    assert_eq!(all.total, 2);
    assert!(all.items[0].date_created > all.items[1].date_created);
    assert_eq!(list(&story.outsider).unwrap().total, 0);
    for caller in [&story.requester, &story.other_requester, &story.org_user] {
        assert_eq!(list(caller).unwrap_err().kind(), Kind::Forbidden);
    }
}

#[test]
fn the_distribution_counts_answers_by_quarter_within_the_scope() {
    let story = Story::begin();
    with_feedback(&story, "Excellent", "Yes");
    // Two quarters later, with one without feedback between them.
    story.world.wait(TimeDelta::days(184));
    with_feedback(&story, "Poor", "No");
    let read = |caller: &Caller| distribution::execute(&story.world.ports, caller);
    let answer = read(story.staff(Role::DataOfficer)).unwrap();
    let come_back: Vec<_> = answer.all.for_question(Question::WouldComeBack).collect();
    assert_eq!(come_back, [("Yes", 1), ("No", 1)]);
    let quarters: Vec<Vec<u64>> = answer
        .quarters
        .iter()
        .map(|(_, answers)| distribution::rating(answers).map(|(_, number)| number).collect())
        .collect();
    assert_eq!(quarters, [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]);
    let (current, _) = answer.quarters.last().unwrap();
    assert_eq!(*current, distribution::Quarter::at(story.world.now()));

    let outsider = read(&story.outsider).unwrap();
    assert!(outsider.all.is_empty() && outsider.quarters.is_empty());
    for caller in [&story.requester, &story.org_user] {
        assert_eq!(read(caller).unwrap_err().kind(), Kind::Forbidden);
    }
}
