//! Terms of requests: in lists and on the page, while they run and are paused, after a resubmission, and
//! after an extension.

use aditus_application::access::Caller;
use aditus_application::deadlines::views::{DueDate, Expected, ExtensionView};
use aditus_application::deadlines::{change_calendar, due_dates, extend_term};
use aditus_application::paging::{Direction, Page};
use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::trial;
use aditus_application::records::change;
use aditus_application::requests::listing::RequestListQuery;
use aditus_application::requests::views::{RequestFilter, RequestSort};
use aditus_application::requests::{detail, list};
use aditus_application::review::{recall, reopen_comment, resolve_comment, resubmit};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::deadlines::{
    DueState, RawCalendar, RawExtension, RawHoliday, RawTerm, Term, TermUnit, WorkingDays,
};
use aditus_domain::ids::RequestId;
use aditus_domain::notifications::ExtendedTerm;
use aditus_domain::procedures::default_procedure;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use chrono::NaiveDate;

use crate::both_databases::Database;
use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;
const OFFICER: Role = Role::DataOfficer;
const REASON: &str = "The ethics committee meets in June.";

on_both_databases!(
    the_decision_is_expected_by_the_end_of_the_term,
    a_demand_pauses_the_term,
    a_resolved_demand_does_not_pause_until_it_is_reopened,
    a_resubmission_begins_a_new_term,
    a_change_of_the_calendar_moves_the_end_of_a_term,
    a_term_is_extended_with_a_reason,
    an_extension_of_a_paused_term_has_no_date_yet,
    an_extension_is_refused,
    a_request_without_a_term_is_not_expected,
    a_trial_ends_by_the_end_of_the_term,
);

/// A story on Monday, 1 March 2027, in which requests have a term of three months.
pub(super) fn story(database: Database) -> Story {
    let story = Story::on(database());
    on(&story, "2027-03-01");
    let mut procedure = default_procedure();
    "With a term".clone_into(&mut procedure.name);
    procedure.term = Term::new(TermUnit::Months, 3).ok();
    story.use_procedure(&procedure);
    story
}

/// The time is this day at 09:00 UTC.
fn on(story: &Story, day: &str) {
    story.world.clock.set(format!("{day}T09:00:00Z").parse().unwrap());
}

fn date(day: &str) -> NaiveDate {
    day.parse().unwrap()
}

fn page(story: &Story, caller: &Caller, request: RequestId) -> detail::CallerView {
    let query = detail::Query {
        request,
        org_role: None,
        with_variables: false,
    };
    detail::execute(&story.world.ports, caller, query).unwrap().1
}

/// Returns the expected day on the page, which is the same for the requester, the staff and a Super
/// User. The list of the requester has it as well.
fn expected(story: &Story, request: RequestId) -> Option<Expected> {
    let readers = [
        &story.requester,
        story.staff(REVIEWER),
        story.staff(OFFICER),
        &story.super_user,
    ];
    let mut found = readers.into_iter().map(|caller| {
        let query = list::Query {
            org_role: caller.roles.first().map(|role| role.org_role),
            statuses: Vec::new(),
            list: RequestListQuery {
                search: None,
                filter: RequestFilter::default(),
                sort: RequestSort::Created,
                direction: Direction::Ascending,
                page: Page::new(1, 10),
            },
        };
        let rows = list::execute(&story.world.ports, caller, query).unwrap().items;
        let row = rows.into_iter().find(|row| row.request_id == request);
        let expected = page(story, caller, request).expected;
        let is_own = caller.user == story.requester.user;
        assert_eq!(row.unwrap().expected, expected.clone().filter(|_| is_own));
        expected
    });
    let first = found.next().unwrap();
    assert!(found.all(|other| other == first));
    first
}

fn due(story: &Story, request: RequestId) -> DueDate {
    expected(story, request).unwrap().due
}

fn due_on(day: &str, state: DueState) -> DueDate {
    DueDate {
        on: Some(date(day)),
        state,
    }
}

pub(super) fn extend(
    story: &Story,
    caller: &Caller,
    request: RequestId,
    count: i64,
) -> Result<extend_term::Answer, extend_term::Error> {
    let command = extend_term::Command {
        request,
        form: RawExtension {
            count: Some(count),
            reason: REASON.to_owned(),
        },
    };
    extend_term::execute(&story.world.ports, caller, &command)
}

fn refusal(result: Result<extend_term::Answer, extend_term::Error>) -> (Kind, Reason) {
    let error = result.unwrap_err();
    (error.kind(), error.reason())
}

fn the_decision_is_expected_by_the_end_of_the_term(database: Database) {
    let story = story(database);
    let request = story.submitted();
    for (day, state) in [
        ("2027-03-01", DueState::OnTime),
        ("2027-05-14", DueState::OnTime),
        // The last fifth of 92 days.
        ("2027-05-15", DueState::DueSoon),
        ("2027-06-01", DueState::DueSoon),
        ("2027-06-02", DueState::Overdue),
    ] {
        on(&story, day);
        assert_eq!(due(&story, request), due_on("2027-06-01", state), "{day}");
    }
    on(&story, "2027-05-14");
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(due(&story, request), due_on("2027-06-01", DueState::OnTime));
    story.decides(Role::DataAccessApprover, request, false).unwrap();
    assert_eq!(expected(&story, request), None, "it is decided");
}

fn a_demand_pauses_the_term(database: Database) {
    let story = story(database);
    let request = story.submitted();
    on(&story, "2027-03-03");
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    on(&story, "2027-03-08");
    let paused = expected(&story, request).unwrap();
    assert!(paused.is_paused());
    assert_eq!(paused.due.state, DueState::OnTime);
    let command = resolve_comment::Command { comment };
    resolve_comment::execute(&story.world.ports, &story.requester, command).unwrap();
    // Five days later than 1 June is a Sunday.
    let running = expected(&story, request).unwrap();
    assert!(!running.is_paused());
    assert_eq!(running.due, due_on("2027-06-07", DueState::OnTime));
}

fn a_resolved_demand_does_not_pause_until_it_is_reopened(database: Database) {
    let story = story(database);
    let ports = &story.world.ports;
    let request = story.submitted();
    on(&story, "2027-03-02");
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    let resolve = || {
        let command = resolve_comment::Command { comment };
        resolve_comment::execute(ports, &story.requester, command).unwrap();
    };
    on(&story, "2027-03-03");
    resolve();
    assert_eq!(due(&story, request), due_on("2027-06-02", DueState::OnTime));
    on(&story, "2027-04-10");
    let command = reopen_comment::Command { comment };
    reopen_comment::execute(ports, story.staff(REVIEWER), command).unwrap();
    assert!(expected(&story, request).unwrap().is_paused());
    on(&story, "2027-04-11");
    resolve();
    assert_eq!(due(&story, request), due_on("2027-06-03", DueState::OnTime));
}

fn a_resubmission_begins_a_new_term(database: Database) {
    let story = story(database);
    let ports = &story.world.ports;
    let request = story.submitted();
    extend(&story, story.staff(REVIEWER), request, 3).unwrap();
    recall::execute(ports, &story.requester, recall::Command { request }).unwrap();
    assert_eq!(expected(&story, request), None);
    // The procedure has another term meanwhile.
    let form = ProcedureForm {
        name: "With a term".to_owned(),
        description: "For requests with a term".to_owned(),
        term: Some(Some(RawTerm {
            unit: TermUnit::Months,
            count: 1,
        })),
        completion_window: None,
        is_active: None,
        is_default: None,
    };
    let procedure = story.default_procedure();
    change::<ProcedureRecords>(ports, &story.super_user, procedure, None, form).unwrap();
    on(&story, "2027-03-22");
    let again = resubmit::Command {
        request,
        note: None,
        needed_on: Some("2027-06-01".to_owned()),
    };
    resubmit::execute(ports, &story.requester, &again).unwrap();
    let begun = expected(&story, request).unwrap();
    assert_eq!(begun.due, due_on("2027-04-22", DueState::OnTime));
    assert_eq!(begun.extended, None);
    let rounds = story.detail(request).rounds;
    let extended: Vec<_> = rounds.iter().map(|round| round.extension.is_some()).collect();
    assert_eq!(extended, [true, false], "the extension stays in its round");
    extend(&story, story.staff(REVIEWER), request, 1).unwrap();
}

fn a_change_of_the_calendar_moves_the_end_of_a_term(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let ports = &story.world.ports;
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 0);
    let command = change_calendar::Command {
        form: RawCalendar {
            working_days: WorkingDays::default().iter().collect(),
            time_zone: "Europe/Brussels".to_owned(),
            holidays: vec![RawHoliday {
                day: date("2027-06-01"),
                name: "Holiday".to_owned(),
            }],
        },
        seen: None,
    };
    change_calendar::execute(ports, &story.super_user, &command).unwrap();
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 1);
    assert_eq!(due_dates::compute_outdated(ports).unwrap(), 0);
    assert_eq!(due(&story, request), due_on("2027-06-02", DueState::OnTime));
}

fn a_term_is_extended_with_a_reason(database: Database) {
    let story = story(database);
    let request = story.submitted();
    on(&story, "2027-06-01");
    // It is the turn of the reviewer.
    let officer = story.staff(OFFICER);
    assert_eq!(page(&story, officer, request).acting.why_no_extension, None);
    let answer = extend(&story, officer, request, 1).unwrap();
    assert_eq!(answer.expected_on, Some(date("2027-07-01")));
    let extended = expected(&story, request).unwrap();
    // The last fifth of 122 days begins on 8 June.
    assert_eq!(extended.due, due_on("2027-07-01", DueState::OnTime));
    let term = Term::new(TermUnit::Months, 3).unwrap();
    let view = ExtensionView {
        extension: term.extension(1).unwrap(),
        unit: TermUnit::Months,
        reason: REASON.to_owned(),
        on: story.world.now(),
    };
    assert_eq!(extended.extended.as_ref(), Some(&view));
    assert_eq!(
        story.detail(request).rounds[0].extension.as_ref(),
        Some(&view),
        "the history has it, too"
    );
    let message = ExtendedTerm {
        by: "1 month",
        reason: REASON,
        expected_on: Some(date("2027-07-01")),
    }
    .message(request);
    assert_eq!(story.notifications_of(&story.requester).last(), Some(&message));
    let mailed = story.mailed(&story.requester);
    let subject = mailed.last().unwrap();
    assert!(
        subject.ends_with("The term of your Data Request was extended"),
        "{subject}"
    );
    let again = extend(&story, story.staff(REVIEWER), request, 1);
    assert_eq!(refusal(again), (Kind::Conflict, Reason::TermExtended));
    assert!(page(&story, officer, request).acting.why_no_extension.is_some());
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(expected(&story, request), Some(extended), "a decision keeps it");
}

fn an_extension_of_a_paused_term_has_no_date_yet(database: Database) {
    let story = story(database);
    let request = story.submitted();
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    let answer = extend(&story, story.staff(REVIEWER), request, 2).unwrap();
    assert_eq!(answer.expected_on, None);
    let message = ExtendedTerm {
        by: "2 months",
        reason: REASON,
        expected_on: None,
    }
    .message(request);
    assert_eq!(story.notifications_of(&story.requester).last(), Some(&message));
}

fn an_extension_is_refused(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    let forbidden = (Kind::Forbidden, Reason::ExtensionNotAllowed);
    for caller in [&story.requester, &story.super_user] {
        assert_eq!(refusal(extend(&story, caller, request, 1)), forbidden);
        assert!(page(&story, caller, request).acting.why_no_extension.is_some());
    }
    let not_found = (Kind::NotFound, Reason::RequestNotFound);
    for caller in [&story.outsider, &story.other_requester] {
        assert_eq!(refusal(extend(&story, caller, request, 1)), not_found);
    }
    assert_eq!(refusal(extend(&story, reviewer, RequestId(4711), 1)), not_found);
    let invalid = (Kind::Invalid, Reason::InvalidFields);
    for count in [0, 4] {
        let refused = extend(&story, reviewer, request, count).unwrap_err();
        assert_eq!(refused.fields()[0].0, "count");
        assert_eq!((refused.kind(), refused.reason()), invalid);
    }
    let without = extend_term::Command {
        request,
        form: RawExtension::default(),
    };
    let refused = extend_term::execute(&story.world.ports, reviewer, &without).unwrap_err();
    let fields: Vec<_> = refused.fields().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["count", "reason"]);
    let before = story.notifications_of(&story.requester);
    on(&story, "2027-06-02");
    let over = refusal(extend(&story, reviewer, request, 1));
    assert_eq!(over, (Kind::Conflict, Reason::TermOver));
    on(&story, "2027-06-01");
    story.decides(REVIEWER, request, false).unwrap();
    let decided = refusal(extend(&story, reviewer, request, 1));
    assert_eq!(decided, (Kind::Conflict, Reason::NoTerm));
    let after = story.notifications_of(&story.requester);
    assert!(
        !after[before.len()..]
            .iter()
            .any(|message| message.contains("term"))
    );
}

fn a_request_without_a_term_is_not_expected(database: Database) {
    let story = Story::on(database());
    let request = story.submitted();
    assert_eq!(expected(&story, request), None);
    let reviewer = story.staff(REVIEWER);
    assert!(page(&story, reviewer, request).acting.why_no_extension.is_some());
    assert_eq!(
        refusal(extend(&story, reviewer, request, 1)),
        (Kind::Conflict, Reason::NoTerm)
    );
}

fn a_trial_ends_by_the_end_of_the_term(database: Database) {
    let without = Story::on(database());
    let with = story(database);
    let expected_on = |story: &Story| {
        let command = trial::Command {
            procedure: story.default_procedure(),
            drawing: None,
            moves: Vec::new(),
            source: None,
        };
        let answer = trial::execute(&story.world.ports, &story.super_user, &command);
        answer.unwrap().expected_on
    };
    assert_eq!(expected_on(&without), None);
    assert_eq!(expected_on(&with), Some(date("2027-06-01")));
    on(&with, "2027-03-05");
    assert_eq!(
        expected_on(&with),
        Some(date("2027-06-07")),
        "the Monday after a Saturday"
    );
}
