//! Finished requests, feedback and notifications are deleted when their retention has ended.

use std::sync::Arc;

use aditus_application::audit::check;
use aditus_application::audit::evidence::entry_evidence;
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::audit::log::state;
use aditus_application::feedback::{give, read};
use aditus_application::installation::retention::plan::{DueItem, DueRequest};
use aditus_application::installation::retention::{apply, plan};
use aditus_application::integrity::scan::Finding;
use aditus_application::notifications::views::ReadFilter;
use aditus_application::paging::Page;
use aditus_application::ports::Ports;
use aditus_application::requests::detail;
use aditus_application::requests::submit;
use aditus_application::settings::{Retention, Settings};
use aditus_application::testing::{ListedPasskeys, verified};
use aditus_application::{Failure, Kind};
use aditus_canonical::CanonicalJson;
use aditus_domain::audit;
use aditus_domain::ids::RequestId;
use aditus_domain::requests::retention::Need;
use aditus_domain::review::{OverallStatus, RequestList, Section};
use aditus_domain::roles::Role;
use aditus_log::C2spLog;
use chrono::TimeDelta;

use crate::audit::entries;
use crate::audit::log::continued;
use crate::both_databases::Database;
use crate::story::Story;
use crate::story::steps::content;
use crate::world::World;

on_both_databases!(
    a_finished_request_is_removed_with_everything_that_belongs_to_it,
    a_request_is_kept_while_its_data_may_be_used,
    old_feedback_is_removed_and_counts_as_given,
    old_notifications_are_removed_whether_they_were_read_or_not,
);

const KEPT: TimeDelta = TimeDelta::days(365);

/// Returns the ports of the same world with another retention.
fn keeping(world: &World, change: impl FnOnce(&mut Retention)) -> Ports {
    let mut ports = world.ports.clone();
    let mut settings = Settings::clone(&ports.settings);
    change(&mut settings.retention);
    ports.settings = Arc::new(settings);
    ports
}

fn keeping_requests(world: &World) -> Ports {
    keeping(world, |retention| retention.requests = Some(KEPT))
}

fn listed(ports: &Ports) -> Vec<DueRequest> {
    let mut requests = Vec::new();
    plan::execute(ports, &mut |listed| match listed {
        DueItem::Request(request) => requests.push(request),
        DueItem::Documents(documents) => panic!("{documents:?}"),
    })
    .unwrap();
    requests
}

/// Returns the number of due items of this configuration key.
fn due(ports: &Ports, key: &str) -> u64 {
    let all = plan::execute(ports, &mut |_| {}).unwrap();
    all.iter().find(|kept| kept.key == key).unwrap().expired.number
}

fn submit_as(story: &Story, title: &str, change: impl FnOnce(&mut submit::Command)) -> RequestId {
    let mut command = story.filled_in(&story.requester);
    command.submission.title = Some(title.to_owned());
    change(&mut command);
    submit::execute(&story.world.ports, &story.requester, command)
        .unwrap()
        .request_id
}

fn give_feedback(story: &Story, request: RequestId) -> Result<give::Answer, give::Error> {
    let command = give::Command {
        request,
        answers: content(),
    };
    give::execute(&story.world.ports, &story.requester, &command)
}

/// Asserts that the verification finds nothing. Returns its results by subject.
fn assert_no_findings(ports: &Ports) -> Vec<Finding> {
    let findings = verified(ports);
    let wrong: Vec<_> = findings.iter().flat_map(|finding| &finding.wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    findings
}

fn exists(story: &Story, request: RequestId) -> bool {
    let query = detail::Query {
        with_variables: true,
        request,
        org_role: None,
    };
    match detail::execute(&story.world.ports, &story.super_user, query) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.kind(), Kind::NotFound);
            false
        }
    }
}

fn a_finished_request_is_removed_with_everything_that_belongs_to_it(database: Database) {
    let story = Story::on(database()).recorded();
    let world = &story.world;
    let ports = keeping_requests(world);
    let finished = submit_as(&story, "Dengue in the valleys", |_| {});
    story
        .comments(Role::DataAccessReviewer, finished, Section::ALL[0], false)
        .unwrap();
    story.all_approve(finished);
    give_feedback(&story, finished).unwrap();
    let pending = story.submitted();
    continued(world, &InMemoryCheckpoint::default());
    let decision = entries(world)
        .into_iter()
        .find(|entry| entry.kind == audit::Kind::RequestDecided)
        .unwrap();

    // The devices are used until the 120th day. The request is due on the day after another 365.
    world.wait(TimeDelta::days(485));
    assert_eq!(apply::execute(&ports).unwrap(), apply::Answer::default());
    world.wait(TimeDelta::days(1));
    let files = world.files.count();
    let listed = listed(&ports);
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (
            listed[0].request,
            listed[0].status,
            listed[0].documents,
            listed[0].kept_because
        ),
        (finished, OverallStatus::Approved, 3, None)
    );
    assert_eq!(due(&ports, "retention.request_days"), 1);
    assert_eq!(world.files.count(), files, "a plan changes nothing");
    assert!(exists(&story, finished));

    let removed = apply::execute(&ports).unwrap();
    assert_eq!((removed.requests, removed.files), (1, 3));
    assert_eq!(world.files.count(), files - 3);
    assert!(!exists(&story, finished) && exists(&story, pending));
    let texts = [
        "Dengue in the valleys",
        "The protocol is not complete",
        "Add the sampling plan",
        "Please attach the signed page",
        "Shorter forms",
    ];
    assert_eq!(world.columns_containing(&texts), Vec::<String>::new());
    let counts = world.read(|views| views.requests().counts(RequestList::Everything).unwrap());
    assert_eq!((counts.all, counts.approved, counts.pending), (1, 0, 1));
    assert_eq!(apply::execute(&ports).unwrap(), apply::Answer::default());

    // The audit log records the deletion, and still proves everything except the erased texts.
    let entry = entries(world)
        .into_iter()
        .find(|entry| entry.kind == audit::Kind::RequestRemoved)
        .unwrap();
    assert_eq!(entry.request, Some(finished));
    assert!(entry.person.is_none());
    let findings = assert_no_findings(&ports);
    let states = findings
        .iter()
        .find(|finding| finding.subject == "states of Data Requests")
        .unwrap();
    assert_eq!(
        states.remarks,
        ["1 were removed when their retention period was over"]
    );
    let file = entry_evidence(&ports, &story.super_user, decision.id).unwrap();
    let key = state::execute(&ports).unwrap().keys[0].verifier_key.clone();
    let checked = check::execute(
        &CanonicalJson,
        &C2spLog,
        &ListedPasskeys::default(),
        &file.bytes,
        &[&key],
    );
    assert!(checked.is_proved());
}

fn a_request_is_kept_while_its_data_may_be_used(database: Database) {
    let story = Story::on(database()).recorded();
    let world = &story.world;
    let ports = keeping_requests(world);
    let approved = submit_as(&story, "Dengue in the valleys", |_| {});
    let until = story.today() + TimeDelta::days(120);
    story.all_approve(approved);
    let endless = submit_as(&story, "Dengue on the islands", |command| {
        command.submission.format.data_format = Some("Direct access".to_owned());
        command.submission.format.no_date_limit = Some(true);
    });
    story.all_approve(endless);
    let denied = submit_as(&story, "Dengue at the lake", |_| {});
    story.decides(Role::DataAccessReviewer, denied, false).unwrap();

    world.wait(TimeDelta::days(366));
    let needs: Vec<(RequestId, Option<Need>)> = listed(&ports)
        .into_iter()
        .map(|request| (request.request, request.kept_because))
        .collect();
    assert_eq!(
        needs,
        [
            (approved, Some(Need::DataUse(until))),
            (endless, Some(Need::UnlimitedDataUse)),
            (denied, None),
        ]
    );
    assert_eq!(apply::execute(&ports).unwrap().requests, 1);
    assert!(!exists(&story, denied));
    world.wait(TimeDelta::days(120));
    assert_eq!(apply::execute(&ports).unwrap().requests, 1);
    assert!(!exists(&story, approved) && exists(&story, endless));
    assert_no_findings(&ports);
}

fn old_feedback_is_removed_and_counts_as_given(database: Database) {
    let story = Story::on(database()).recorded();
    let world = &story.world;
    let ports = keeping(world, |retention| retention.feedback = Some(KEPT));
    let request = story.submitted();
    story.all_approve(request);
    give_feedback(&story, request).unwrap();
    world.wait(KEPT);
    assert_eq!(apply::execute(&ports).unwrap().feedback, 0);
    world.wait(TimeDelta::days(1));
    assert_eq!(due(&ports, "retention.feedback_days"), 1);
    assert_eq!(apply::execute(&ports).unwrap().feedback, 1);
    assert_eq!(due(&ports, "retention.feedback_days"), 0);

    assert_eq!(world.columns_containing(&["Shorter forms"]), Vec::<String>::new());
    let read = read::execute(&ports, &story.requester, read::Query { request }).unwrap_err();
    assert_eq!(read.kind(), Kind::NotFound);
    assert!(story.detail(request).has_feedback);
    assert_eq!(give_feedback(&story, request).unwrap_err().kind(), Kind::Conflict);
    let removed = entries(world)
        .into_iter()
        .filter(|entry| entry.kind == audit::Kind::FeedbackRemoved);
    assert_eq!(removed.count(), 1);
    assert_no_findings(&ports);
}

fn old_notifications_are_removed_whether_they_were_read_or_not(database: Database) {
    let story = Story::on(database());
    let world = &story.world;
    let ports = keeping(world, |retention| retention.notifications = Some(KEPT));
    let reader = story.staff(Role::DataAccessReviewer);
    let notification_count = |filter| {
        world.read(|views| {
            let page = views.notifications().list(reader.user, filter, Page::new(1, 50));
            page.unwrap().total
        })
    };
    story.submitted();
    let group = Role::DataAccessReviewer;
    world.write(|transaction| {
        transaction
            .notifications()
            .mark_group_read(reader.user, group)
            .unwrap()
    });
    story.submitted();
    assert_eq!(
        (
            notification_count(ReadFilter::Read),
            notification_count(ReadFilter::Unread)
        ),
        (1, 1)
    );
    world.wait(KEPT);
    story.submitted();
    assert_eq!(apply::execute(&ports).unwrap().notifications, 0);
    world.wait(TimeDelta::days(1));
    let number = due(&ports, "retention.notification_days");
    assert!(number >= 2);
    assert_eq!(apply::execute(&ports).unwrap().notifications, number);
    assert_eq!(
        (
            notification_count(ReadFilter::Read),
            notification_count(ReadFilter::Unread)
        ),
        (0, 1)
    );
}

#[test]
fn nothing_is_deleted_without_a_configured_retention() {
    let story = Story::begin();
    let world = &story.world;
    let request = story.submitted();
    story.all_approve(request);
    give_feedback(&story, request).unwrap();
    world.wait(TimeDelta::days(20_000));
    assert_eq!(apply::execute(&world.ports).unwrap(), apply::Answer::default());
    let all = plan::execute(&world.ports, &mut |_| {}).unwrap();
    for key in [
        "retention.request_days",
        "retention.feedback_days",
        "retention.notification_days",
    ] {
        let kept = all.iter().find(|kept| kept.key == key).unwrap();
        assert_eq!((kept.period, kept.expired.number), (None, 0), "{key}");
    }
}
