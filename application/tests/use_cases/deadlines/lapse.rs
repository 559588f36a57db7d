//! Requests whose requester does not answer in the completion window are recalled.

use aditus_application::access::Caller;
use aditus_application::deadlines::{change_calendar, due_dates, lapse, remind};
use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::records::change;
use aditus_application::requests::{detail, own_tasks};
use aditus_application::review::views::CommentView;
use aditus_application::review::{list_comments, recall, resubmit, tracking};
use aditus_domain::accounts::AccountState;
use aditus_domain::deadlines::{RawCalendar, RawHoliday, WorkingDays};
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::{OverallStatus, Section, StageState};
use chrono::NaiveDate;

use super::{APPROVER, REVIEWER, reply, resolve, story_with_all_clocks, story_with_window};
use crate::both_databases::Database;
use crate::story::Story;

on_both_databases!(
    a_request_without_an_answer_is_recalled_once,
    a_recalled_request_can_be_resubmitted,
    the_earliest_open_day_is_shown,
    a_change_of_the_calendar_moves_open_windows,
    a_last_day_of_an_earlier_calendar_recalls_nothing,
    a_change_of_the_procedure_keeps_the_windows_of_comments,
    a_decision_does_not_end_the_window,
    only_pending_requests_are_recalled,
    a_request_of_a_disabled_requester_is_recalled,
    runs_at_the_same_time_recall_once,
    a_clock_that_was_set_back_undoes_nothing,
    without_a_window_no_request_is_recalled,
);

pub(super) fn set(story: &Story, time: &str) {
    story.world.clock.set(time.parse().unwrap());
}

pub(super) fn date(day: &str) -> NaiveDate {
    day.parse().unwrap()
}

/// Recalls what is over at this time, and returns the number of requests.
pub(super) fn lapsed_at(story: &Story, time: &str) -> u64 {
    set(story, time);
    lapse::execute(&story.world.ports).unwrap()
}

pub(super) fn demand(story: &Story, request: RequestId, section: Section) -> CommentId {
    story.comments(REVIEWER, request, section, true).unwrap()
}

pub(super) fn status(story: &Story, request: RequestId) -> OverallStatus {
    story.detail(request).status
}

pub(super) fn comment(story: &Story, request: RequestId, id: CommentId) -> CommentView {
    let query = list_comments::Query {
        request,
        section: None,
    };
    let listed = list_comments::execute(&story.world.ports, &story.requester, &query).unwrap();
    let mut comments = listed.into_iter().map(|listed| listed.comment);
    comments.find(|comment| comment.comment_id == id).unwrap()
}

pub(super) fn answer_by(story: &Story, request: RequestId, id: CommentId) -> Option<NaiveDate> {
    comment(story, request, id).answer_by
}

fn change_calendar(story: &Story, holiday: &str) {
    let command = change_calendar::Command {
        form: RawCalendar {
            working_days: WorkingDays::default().iter().collect(),
            time_zone: "UTC".to_owned(),
            holidays: vec![RawHoliday {
                day: date(holiday),
                name: "Holiday".to_owned(),
            }],
        },
        seen: None,
    };
    change_calendar::execute(&story.world.ports, &story.super_user, &command).unwrap();
}

pub(super) fn resubmit(story: &Story, request: RequestId) {
    let command = resubmit::Command {
        request,
        note: None,
        needed_on: Some("2027-08-02".to_owned()),
    };
    resubmit::execute(&story.world.ports, &story.requester, &command).unwrap();
}

fn a_request_without_an_answer_is_recalled_once(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    let comment = demand(&story, request, Section::Devices);
    assert_eq!(answer_by(&story, request, comment), Some(date("2027-03-29")));
    let asked = NotificationKind::ActionRequired {
        section: Section::Devices,
        answer_by: Some(date("2027-03-29")),
    };
    let last = |caller: &Caller| story.notifications_of(caller).pop().unwrap();
    assert_eq!(last(&story.requester), asked.message(request));
    assert_eq!(lapsed_at(&story, "2027-03-29T23:59:59Z"), 0);
    assert_eq!(status(&story, request), OverallStatus::Pending);
    assert_eq!(lapsed_at(&story, "2027-03-30T00:00:00Z"), 1);
    assert_eq!(lapsed_at(&story, "2027-03-30T00:01:00Z"), 0);
    assert_eq!(status(&story, request), OverallStatus::Recalled);
    let stage = story.state(request, REVIEWER);
    assert_eq!(
        (stage.state, stage.reason.as_deref(), stage.attended_by),
        (StageState::Recalled, Some("No answer in time"), None)
    );
    let history = tracking::history(&story.world.ports, &story.requester, request).unwrap();
    let mut lines = history.iter().filter(|line| line.state == StageState::Recalled);
    let line = lines.next().unwrap();
    assert_eq!(
        (line.reason.as_deref(), &line.by),
        (Some("No answer in time"), &None)
    );
    assert_eq!(lines.next(), None);
    assert_eq!(last(&story.requester), NotificationKind::Lapsed.message(request));
    let mails = story.world.mails_to(&story.address(&story.requester));
    let mail = mails.last().unwrap();
    assert!(
        mail.subject
            .ends_with("Your Data Request was recalled: no answer in time"),
        "{}",
        mail.subject
    );
    let recalled = NotificationKind::Recalled { role: REVIEWER };
    for reviewer in [story.staff(REVIEWER), &story.second_reviewer] {
        assert_eq!(last(reviewer), recalled.message(request));
    }
}

/// The request has variables, and its comment is still unresolved, which holds up nothing any more.
fn a_recalled_request_can_be_resubmitted(database: Database) {
    let story = story_with_all_clocks(database);
    let request = story.submitted();
    assert!(story.detail(request).requested_datasets[0].variables_count > 0);
    let comment = demand(&story, request, Section::Devices);
    assert_eq!(lapsed_at(&story, "2027-03-30T09:00:00Z"), 1);
    assert_eq!(answer_by(&story, request, comment), None);
    resubmit(&story, request);
    assert_eq!(status(&story, request), OverallStatus::Pending);
    let query = detail::Query {
        request,
        org_role: None,
        with_variables: false,
    };
    let (_, page) = detail::execute(&story.world.ports, story.staff(REVIEWER), query).unwrap();
    assert_eq!(page.due.unwrap().on, Some(date("2027-04-13")));
    assert_eq!(page.expected.unwrap().due.on, Some(date("2027-06-30")));
    let reminded = || {
        let sent = remind::execute(&story.world.ports).unwrap();
        (sent.deciders, sent.requesters)
    };
    set(&story, "2027-04-01T09:00:00Z");
    assert_eq!(reminded(), (0, 0));
    set(&story, "2027-04-14T09:00:00Z");
    assert_eq!(reminded(), (2, 0), "the reviewers are overdue");
    assert_eq!(lapsed_at(&story, "2027-04-20T09:00:00Z"), 0);
    // A comment of the second round has its own window.
    demand(&story, request, Section::Staff);
    assert_eq!(lapsed_at(&story, "2027-05-18T09:00:00Z"), 0);
    assert_eq!(lapsed_at(&story, "2027-05-19T09:00:00Z"), 1);
}

fn the_earliest_open_day_is_shown(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    let shown = || {
        let query = detail::Query {
            request,
            org_role: None,
            with_variables: false,
        };
        let page = detail::execute(&story.world.ports, &story.requester, query)
            .unwrap()
            .1;
        let tasks = own_tasks::execute(&story.world.ports, &story.requester).unwrap();
        let task = tasks.into_iter().find(|task| task.request == request);
        assert_eq!(task.and_then(|task| task.answer_by), page.answer_by);
        page.answer_by
    };
    assert_eq!(shown(), None);
    let first = demand(&story, request, Section::Devices);
    set(&story, "2027-03-08T09:00:00Z");
    let second = demand(&story, request, Section::Staff);
    assert_eq!(shown(), Some(date("2027-03-29")));
    resolve(&story, first);
    assert_eq!(shown(), Some(date("2027-04-05")));
    reply(&story, &story.requester, second);
    assert_eq!(shown(), None);
}

fn a_change_of_the_calendar_moves_open_windows(database: Database) {
    let story = story_with_window(database, 4);
    let ports = &story.world.ports;
    let [request, answered] = [0; 2].map(|_| story.submitted());
    let comments = [request, answered].map(|request| demand(&story, request, Section::Devices));
    reply(&story, &story.requester, comments[1]);
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 0);
    change_calendar(&story, "2027-03-29");
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 1);
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 0);
    assert_eq!(answer_by(&story, request, comments[0]), Some(date("2027-03-30")));
    assert_eq!(
        answer_by(&story, answered, comments[1]),
        Some(date("2027-03-29")),
        "it was answered"
    );
    // It is over before the calendar changes again.
    set(&story, "2027-03-31T00:00:00Z");
    change_calendar(&story, "2027-03-30");
    due_dates::compute_outdated(ports).unwrap();
    assert_eq!(answer_by(&story, request, comments[0]), Some(date("2027-03-30")));
    assert_eq!(lapse::execute(ports).unwrap(), 1);
}

/// The worker that recalls may run before the one that computes last days again.
fn a_last_day_of_an_earlier_calendar_recalls_nothing(database: Database) {
    let story = story_with_window(database, 4);
    let ports = &story.world.ports;
    let request = story.submitted();
    demand(&story, request, Section::Devices);
    set(&story, "2027-03-29T09:00:00Z");
    change_calendar(&story, "2027-03-29");
    assert_eq!(lapsed_at(&story, "2027-03-30T00:00:00Z"), 0);
    set(&story, "2027-03-29T10:00:00Z");
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 1);
    assert_eq!(lapsed_at(&story, "2027-03-30T23:59:59Z"), 0);
    assert_eq!(lapsed_at(&story, "2027-03-31T00:00:00Z"), 1);
}

fn a_change_of_the_procedure_keeps_the_windows_of_comments(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    let first = demand(&story, request, Section::Devices);
    let set_window = |weeks| {
        let form = ProcedureForm {
            name: "With a window".to_owned(),
            description: "For requests with a window".to_owned(),
            term: None,
            completion_window: Some(weeks),
            is_active: None,
            is_default: None,
        };
        let procedure = story.default_procedure();
        change::<ProcedureRecords>(&story.world.ports, &story.super_user, procedure, None, form).unwrap();
    };
    set_window(Some(1));
    let second = demand(&story, request, Section::Staff);
    set_window(None);
    let third = demand(&story, request, Section::PrincipalInvestigator);
    let days = [first, second, third].map(|id| answer_by(&story, request, id));
    assert_eq!(days, [Some(date("2027-03-29")), Some(date("2027-03-08")), None]);
}

fn a_decision_does_not_end_the_window(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    demand(&story, request, Section::Devices);
    // The comment blocks decisions for 48 hours.
    set(&story, "2027-03-04T09:00:00Z");
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(lapsed_at(&story, "2027-03-30T09:00:00Z"), 1);
    assert_eq!(story.state(request, REVIEWER).state, StageState::Approved);
    assert_eq!(story.state(request, APPROVER).state, StageState::Recalled);
}

fn only_pending_requests_are_recalled(database: Database) {
    let story = story_with_window(database, 4);
    let [denied, recalled] = [0; 2].map(|_| story.submitted());
    for request in [denied, recalled] {
        demand(&story, request, Section::Devices);
    }
    set(&story, "2027-03-04T09:00:00Z");
    story.decides(REVIEWER, denied, false).unwrap();
    let command = recall::Command { request: recalled };
    recall::execute(&story.world.ports, &story.requester, command).unwrap();
    assert_eq!(lapsed_at(&story, "2027-03-30T09:00:00Z"), 0);
    assert_eq!(status(&story, denied), OverallStatus::Denied);
    let by = story.state(recalled, REVIEWER).attended_by.unwrap();
    assert_eq!(by.user_id, story.requester.user);
    resubmit(&story, denied);
    assert_eq!(lapsed_at(&story, "2027-04-30T09:00:00Z"), 0);
}

fn a_request_of_a_disabled_requester_is_recalled(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    demand(&story, request, Section::Devices);
    story.world.change_account(story.requester.user, |account| {
        account.state = AccountState::Disabled;
    });
    assert_eq!(lapsed_at(&story, "2027-03-30T09:00:00Z"), 1);
    assert_eq!(status(&story, request), OverallStatus::Recalled);
}

fn runs_at_the_same_time_recall_once(database: Database) {
    let story = story_with_window(database, 4);
    let requests: Vec<_> = (0..6).map(|_| story.submitted()).collect();
    for request in &requests {
        demand(&story, *request, Section::Devices);
    }
    set(&story, "2027-03-30T09:00:00Z");
    let ports = &story.world.ports;
    let runs: Vec<u64> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| lapse::execute(ports).unwrap()))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert_eq!(runs.iter().sum::<u64>(), 6);
    for request in requests {
        let lapsed = NotificationKind::Lapsed.message(request);
        let notified = story.notifications_of(&story.requester).into_iter();
        assert_eq!(notified.filter(|message| *message == lapsed).count(), 1);
    }
}

fn a_clock_that_was_set_back_undoes_nothing(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    demand(&story, request, Section::Devices);
    assert_eq!(lapsed_at(&story, "2027-03-30T09:00:00Z"), 1);
    assert_eq!(lapsed_at(&story, "2027-03-15T09:00:00Z"), 0);
    assert_eq!(status(&story, request), OverallStatus::Recalled);
    assert_eq!(lapsed_at(&story, "2027-03-30T09:00:00Z"), 0);
}

fn without_a_window_no_request_is_recalled(database: Database) {
    let story = Story::on(database());
    set(&story, "2027-03-01T09:00:00Z");
    let request = story.submitted();
    let id = demand(&story, request, Section::Devices);
    assert_eq!(answer_by(&story, request, id), None);
    assert_eq!(lapsed_at(&story, "2028-03-01T09:00:00Z"), 0);
    assert_eq!(status(&story, request), OverallStatus::Pending);
}
