//! Due dates of stages: in lists and on the page of a request, while the clock runs and is paused,
//! and after a change of the calendar.

use aditus_application::access::Caller;
use aditus_application::deadlines::views::DueDate;
use aditus_application::deadlines::{change_calendar, due_dates};
use aditus_application::paging::{Direction, Page};
use aditus_application::requests::listing::RequestListQuery;
use aditus_application::requests::views::{DueFilter, RequestFilter, RequestRow, RequestSort};
use aditus_application::requests::{counts, detail, list};
use aditus_application::review::{recall, reopen_comment, resolve_comment, resubmit, tracking};
use aditus_domain::deadlines::{DueState, RawCalendar, RawHoliday};
use aditus_domain::ids::RequestId;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use chrono::{NaiveDate, TimeDelta, Weekday};

use super::{APPROVER, REVIEWER, story};
use crate::both_databases::Database;
use crate::story::Story;

on_both_databases!(
    a_request_becomes_due_soon_and_overdue,
    the_next_stage_has_its_own_clock,
    a_demand_pauses_the_clock,
    a_resubmission_begins_anew,
    a_change_of_the_calendar_moves_open_due_dates,
    a_pause_is_counted_in_the_zone_to_which_the_calendar_changed,
);

/// The time is this day at 09:00 UTC.
fn on(story: &Story, day: &str) {
    story.world.clock.set(format!("{day}T09:00:00Z").parse().unwrap());
}

fn rows(story: &Story, caller: &Caller, due: Option<DueFilter>) -> Vec<RequestRow> {
    let query = list::Query {
        org_role: caller.roles.first().map(|role| role.org_role),
        statuses: Vec::new(),
        list: RequestListQuery {
            search: None,
            filter: RequestFilter {
                due,
                ..RequestFilter::default()
            },
            sort: RequestSort::DueOn,
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        },
    };
    list::execute(&story.world.ports, caller, query).unwrap().items
}

fn overdue(story: &Story, caller: &Caller) -> u64 {
    let org_role = caller.roles.first().map(|role| role.org_role);
    counts::execute(&story.world.ports, caller, counts::Query { org_role })
        .unwrap()
        .overdue
}

/// Returns the due date on the page of the request, which is the same in the list and with the stage
/// of this role.
fn due(story: &Story, role: Role, request: RequestId) -> DueDate {
    let caller = story.staff(role);
    let row = rows(story, caller, None)
        .into_iter()
        .find(|row| row.request_id == request);
    let query = detail::Query {
        request,
        org_role: None,
        with_variables: false,
    };
    let (_, shown) = detail::execute(&story.world.ports, caller, query).unwrap();
    let stages = tracking::states(&story.world.ports, caller, request).unwrap();
    let stage = stages.into_iter().find(|stage| stage.role == role).unwrap();
    assert_eq!(shown.due, row.unwrap().due);
    assert_eq!(shown.due, stage.due);
    shown.due.unwrap()
}

fn date(day: &str) -> NaiveDate {
    day.parse().unwrap()
}

fn due_on(day: &str, state: DueState) -> DueDate {
    DueDate {
        on: Some(date(day)),
        state,
    }
}

fn paused(state: DueState) -> DueDate {
    DueDate { on: None, state }
}

fn a_request_becomes_due_soon_and_overdue(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    for (day, state) in [
        ("2027-03-01", DueState::OnTime),
        ("2027-03-11", DueState::OnTime),
        ("2027-03-12", DueState::DueSoon),
        ("2027-03-15", DueState::DueSoon),
        ("2027-03-16", DueState::Overdue),
    ] {
        on(&story, day);
        assert_eq!(
            due(&story, REVIEWER, request),
            due_on("2027-03-15", state),
            "{day}"
        );
        for (filter, matching) in [
            (DueFilter::DueSoon, DueState::DueSoon),
            (DueFilter::Overdue, DueState::Overdue),
        ] {
            let expected = usize::from(state == matching);
            for caller in [reviewer, &story.super_user] {
                assert_eq!(rows(&story, caller, Some(filter)).len(), expected, "{day}");
            }
        }
        let expected = u64::from(state == DueState::Overdue);
        assert_eq!(overdue(&story, reviewer), expected);
        assert_eq!(overdue(&story, &story.super_user), expected);
        assert_eq!(
            overdue(&story, story.staff(APPROVER)),
            0,
            "it is not the turn of the approver"
        );
    }
    let requester = &story.requester;
    assert_eq!(rows(&story, requester, None)[0].due, None);
    assert_eq!(rows(&story, requester, Some(DueFilter::Overdue)), []);
    assert_eq!(overdue(&story, requester), 0);
    let stages = tracking::states(&story.world.ports, requester, request).unwrap();
    assert!(
        stages
            .iter()
            .all(|stage| (stage.target, stage.due, stage.due_dates) == (None, None, None))
    );
    let query = detail::Query {
        request,
        org_role: None,
        with_variables: false,
    };
    let (shown, caller_view) = detail::execute(&story.world.ports, requester, query).unwrap();
    assert_eq!(caller_view.due, None);
    assert!(shown.request_states.iter().all(|stage| stage.target.is_none()));
}

fn the_next_stage_has_its_own_clock(database: Database) {
    let story = story(database);
    let request = story.submitted();
    on(&story, "2027-03-05");
    story.decides(REVIEWER, request, true).unwrap();
    // Three working days after a Friday.
    assert_eq!(
        due(&story, APPROVER, request),
        due_on("2027-03-10", DueState::OnTime)
    );
    assert_eq!(rows(&story, story.staff(REVIEWER), None)[0].due, None);
    on(&story, "2027-03-10");
    story.decides(APPROVER, request, true).unwrap();
    let (_, shown) = detail::execute(
        &story.world.ports,
        &story.super_user,
        detail::Query {
            request,
            org_role: None,
            with_variables: false,
        },
    )
    .unwrap();
    assert_eq!(shown.due, None, "the third stage has no target");
}

fn a_demand_pauses_the_clock(database: Database) {
    let story = story(database);
    let request = story.submitted();
    on(&story, "2027-03-03");
    story.comments(REVIEWER, request, Section::Staff, false).unwrap();
    assert_eq!(
        due(&story, REVIEWER, request),
        due_on("2027-03-15", DueState::OnTime)
    );
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    assert_eq!(due(&story, REVIEWER, request), paused(DueState::OnTime));
    on(&story, "2027-04-30");
    assert_eq!(due(&story, REVIEWER, request), paused(DueState::OnTime));
    assert_eq!(overdue(&story, story.staff(REVIEWER)), 0);
    on(&story, "2027-03-08");
    let ports = &story.world.ports;
    resolve_comment::execute(ports, &story.requester, resolve_comment::Command { comment }).unwrap();
    // From Wednesday to Friday, no working day counted.
    assert_eq!(
        due(&story, REVIEWER, request),
        due_on("2027-03-18", DueState::OnTime)
    );
    story.world.wait(TimeDelta::minutes(5));
    let author = story.staff(REVIEWER);
    reopen_comment::execute(ports, author, reopen_comment::Command { comment }).unwrap();
    assert_eq!(due(&story, REVIEWER, request), paused(DueState::OnTime));
}

fn a_resubmission_begins_anew(database: Database) {
    let story = story(database);
    let request = story.submitted();
    on(&story, "2027-03-15");
    assert_eq!(due(&story, REVIEWER, request).state, DueState::DueSoon);
    let ports = &story.world.ports;
    recall::execute(ports, &story.requester, recall::Command { request }).unwrap();
    assert_eq!(rows(&story, story.staff(REVIEWER), None)[0].due, None);
    on(&story, "2027-03-22");
    let again = resubmit::Command {
        request,
        note: None,
        needed_on: Some("2027-06-01".to_owned()),
    };
    resubmit::execute(ports, &story.requester, &again).unwrap();
    assert_eq!(
        due(&story, REVIEWER, request),
        due_on("2027-04-05", DueState::OnTime)
    );
}

/// Changes the zone of the calendar from UTC to that of Brussels, and its holidays to these days.
fn move_to_brussels(story: &Story, holidays: &[&str]) {
    let holidays = holidays.iter().map(|day| RawHoliday {
        day: date(day),
        name: "Holiday".to_owned(),
    });
    let command = change_calendar::Command {
        form: RawCalendar {
            working_days: vec![
                Weekday::Mon,
                Weekday::Tue,
                Weekday::Wed,
                Weekday::Thu,
                Weekday::Fri,
            ],
            time_zone: "Europe/Brussels".to_owned(),
            holidays: holidays.collect(),
        },
        seen: None,
    };
    change_calendar::execute(&story.world.ports, &story.super_user, &command).unwrap();
}

fn a_change_of_the_calendar_moves_open_due_dates(database: Database) {
    let story = story(database);
    let overdue = story.submitted();
    on(&story, "2027-03-16");
    let open = story.submitted();
    assert_eq!(
        due(&story, REVIEWER, open),
        due_on("2027-03-30", DueState::OnTime)
    );
    let ports = &story.world.ports;
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 0);
    move_to_brussels(&story, &["2027-03-02", "2027-03-26", "2027-03-29"]);
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 2);
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 0);
    assert_eq!(
        due(&story, REVIEWER, open),
        due_on("2027-04-01", DueState::OnTime)
    );
    assert_eq!(
        due(&story, REVIEWER, overdue),
        due_on("2027-03-15", DueState::Overdue),
        "what is over stays as it was"
    );
    // The day ends in Brussels, two hours before it ends in UTC.
    let clock = &story.world.clock;
    clock.set("2027-04-01T21:59:59Z".parse().unwrap());
    assert_eq!(due(&story, REVIEWER, open).state, DueState::DueSoon);
    clock.set("2027-04-01T22:00:00Z".parse().unwrap());
    assert_eq!(due(&story, REVIEWER, open).state, DueState::Overdue);
}

fn a_pause_is_counted_in_the_zone_to_which_the_calendar_changed(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let clock = &story.world.clock;
    // Wednesday in UTC, and Thursday in Brussels.
    clock.set("2027-03-03T23:30:00Z".parse().unwrap());
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    clock.set("2027-03-04T12:00:00Z".parse().unwrap());
    move_to_brussels(&story, &[]);
    let ports = &story.world.ports;
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 1);
    assert_eq!(due(&story, REVIEWER, request), paused(DueState::OnTime));
    clock.set("2027-03-08T09:00:00Z".parse().unwrap());
    resolve_comment::execute(ports, &story.requester, resolve_comment::Command { comment }).unwrap();
    // Thursday and Friday did not count. In UTC, Wednesday would not have counted either.
    assert_eq!(
        due(&story, REVIEWER, request),
        due_on("2027-03-17", DueState::OnTime)
    );
}
