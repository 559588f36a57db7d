//! What was there before the record gets an entry in it, once, and from there on the record tells of it.

use aditus_application::audit::take_over::{Next, Taken, step};
use aditus_application::audit::views::EntryView;
use aditus_application::testing::verified;
use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::entries;
use super::verify::wrong;
use crate::story::Story;
use crate::world::World;

/// As a version of before would have left it: with requests, and without a word in the record.
pub fn without_record(story: &Story) {
    story.world.execute(
        "DROP TRIGGER audit_entries_are_not_removed; DELETE FROM audit_values; DELETE FROM audit_pending;
         DELETE FROM audit_leaves; DELETE FROM audit_entries",
    );
}

/// Until there is nothing left; answers how many of each kind were taken over.
pub fn taken_over(world: &World) -> Vec<(Taken, u64)> {
    let all = Taken::ALL.map(|of| {
        let mut taken = 0;
        loop {
            let step = step(&world.ports, of).unwrap();
            taken += step.taken;
            match step.next {
                Next::More => {}
                Next::Done => return (of, taken),
                Next::Busy => panic!("nobody else is here"),
            }
        }
    });
    all.into_iter().filter(|(_, taken)| *taken > 0).collect()
}

fn of_kind(world: &World, kind: Kind) -> Vec<EntryView> {
    let mut all = entries(world);
    all.retain(|entry| entry.kind == kind);
    all
}

/// Whether the entry says all of this.
fn says(entry: &EntryView, parts: &[&str]) -> bool {
    parts.iter().all(|part| entry.canonical.contains(part))
}

fn states(world: &World) -> aditus_application::integrity::examine::Finding {
    verified(&world.ports).pop().unwrap()
}

#[test]
fn requests_of_before_are_taken_over_once_and_told_from_there_on() {
    let story = Story::begin();
    let world = &story.world;
    let approved = story.submitted();
    story.all_approve(approved);
    let denied = story.submitted();
    story.decides(Role::STAFF[0], denied, true).unwrap();
    story.decides(Role::STAFF[1], denied, false).unwrap();
    let waiting = story.submitted();
    without_record(&story);
    world.wait(TimeDelta::hours(2));
    let before = states(world);
    assert_eq!((before.looked_at, before.wrong_in_all), (3, 0));
    assert_eq!(
        before.remarks,
        ["3 are from before the record and not taken over yet, which a server does while it runs"]
    );

    let taken = taken_over(world);
    assert!(taken.contains(&(Taken::Requests, 3)), "{taken:?}");
    let records = Taken::ALL.iter().filter(|of| !matches!(of, Taken::States(_)));
    for of in records {
        assert!(taken.iter().any(|(other, _)| other == of), "{of:?}: {taken:?}");
    }
    let entries = of_kind(world, Kind::RequestTakenOver);
    assert_eq!(entries.len(), 3);
    let of_denied = format!(r#""request":{denied},"#);
    let told = [
        r#""status":"Denied""#,
        r#""version":1"#,
        r#""letter":false"#,
        &of_denied,
    ];
    assert!(says(&entries[1], &told), "{}", entries[1].canonical);
    assert!(entries.iter().all(|entry| entry.person.is_none()));
    assert_eq!(taken_over(world), [], "it happens once");
    assert_eq!(wrong(world), Vec::<String>::new());
    assert_eq!(states(world).remarks, Vec::<String>::new());

    // They go on, and what comes has its own entries.
    story.decides(Role::STAFF[0], waiting, true).unwrap();
    let new = story.submitted();
    story.decides(Role::STAFF[0], new, true).unwrap();
    world.wait(TimeDelta::hours(2));
    assert_eq!(taken_over(world), []);
    assert_eq!(wrong(world), Vec::<String>::new());

    // What was decided before is what it was when it was taken over.
    let alter = "UPDATE request_states SET answered_by = (SELECT max(id) FROM users) WHERE state = 'Denied'";
    world.execute(alter);
    let wrong = wrong(world);
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    assert!(
        wrong[0].starts_with(&format!("request {denied}: state")),
        "{wrong:#?}"
    );
}

#[test]
fn what_was_recorded_before_a_request_was_taken_over_is_compared_with_its_history() {
    let story = Story::begin();
    let world = &story.world;
    let request = story.submitted();
    without_record(&story);
    story.decides(Role::STAFF[0], request, true).unwrap();
    world.wait(TimeDelta::hours(2));
    taken_over(world);
    assert_eq!(wrong(world), Vec::<String>::new());
    world.execute(
        "UPDATE request_history SET user_id = (SELECT max(id) FROM users) WHERE user_id IS NOT NULL",
    );
    let wrong = wrong(world);
    assert!(
        wrong
            .iter()
            .any(|fault| fault.contains("its history does not have it")),
        "{wrong:#?}"
    );
}

#[test]
fn a_request_that_may_still_be_of_a_node_of_before_waits() {
    let story = Story::begin();
    let world = &story.world;
    story.submitted();
    without_record(&story);
    assert!(taken_over(world).iter().all(|(of, _)| *of != Taken::Requests));
    world.wait(TimeDelta::minutes(61));
    assert_eq!(taken_over(world), [(Taken::Requests, 1)]);
}

#[test]
fn what_is_committed_late_between_others_is_taken_over() {
    let story = Story::begin();
    let world = &story.world;
    taken_over(world);
    let number = |kind| of_kind(world, kind).len();
    let before = (number(Kind::AccountTakenOver), number(Kind::RecordTakenOver));
    // As if others with greater ids had been seen before it.
    let late = world.person("Late");
    world.write(|transaction| {
        transaction
            .taking_over()
            .looked_at(Taken::Accounts, late.0)
            .unwrap();
    });
    assert_eq!(taken_over(world), [(Taken::Accounts, 1)]);
    assert_eq!(number(Kind::AccountTakenOver), before.0 + 1);
    assert_eq!(taken_over(world), [], "it happens once");
    assert_eq!(number(Kind::RecordTakenOver), before.1);
}

#[test]
fn accounts_roles_and_records_are_taken_over() {
    let story = Story::begin();
    let world = &story.world;
    taken_over(world);
    let account = of_kind(world, Kind::AccountTakenOver);
    assert!(account.iter().any(|entry| {
        let concerns = entry.concerns.as_ref().map(|person| person.user);
        concerns == Some(story.requester.user) && says(entry, &[r#""state":"Active""#])
    }));
    let roles = of_kind(world, Kind::RoleTakenOver);
    let told = [r#""role":"Super User""#, r#""status":"Activated""#];
    assert!(roles.iter().any(|entry| says(entry, &told)));
    let records = of_kind(world, Kind::RecordTakenOver);
    for record in ["Organisation", "Approval Procedure", "Data source"] {
        let told = format!(r#""record":"{record}""#);
        assert!(records.iter().any(|entry| says(entry, &[&told])), "{record}");
    }
}

#[test]
fn what_cannot_be_read_is_left_out_and_holds_nothing_up() {
    let story = Story::begin();
    let world = &story.world;
    let broken = story.submitted();
    let sound = story.submitted();
    without_record(&story);
    world.execute(&format!(
        "UPDATE request_states SET state = 'Halted' WHERE request_id = {broken} AND number = 3"
    ));
    world.wait(TimeDelta::hours(2));
    assert!(taken_over(world).contains(&(Taken::Requests, 1)));
    let requests: Vec<Option<RequestId>> = of_kind(world, Kind::RequestTakenOver)
        .iter()
        .map(|entry| entry.request)
        .collect();
    assert_eq!(requests, [Some(sound)]);
    assert_eq!(
        wrong(world),
        [format!(
            "request {broken}: no entry says that it was submitted or taken over"
        )]
    );
}

/// Nobody submitted it: a server takes it over as if it had been there before the record.
#[test]
fn a_request_that_comes_long_after_the_record_began_is_told() {
    let story = Story::begin();
    let world = &story.world;
    taken_over(world);
    world.wait(TimeDelta::hours(26));
    let request = story.submitted();
    let of_it = format!("IN (SELECT id FROM audit_entries WHERE request_id = {request})");
    world.execute(&format!(
        "DROP TRIGGER audit_entries_are_not_removed; DELETE FROM audit_values WHERE entry_id {of_it};
         DELETE FROM audit_pending WHERE entry_id {of_it}; DELETE FROM audit_entries WHERE request_id = {request}"
    ));
    let not_begun = format!("request {request}: no entry says that it was submitted or taken over");
    assert_eq!(wrong(world), [not_begun]);
    world.wait(TimeDelta::minutes(61));
    assert_eq!(taken_over(world), [(Taken::Requests, 1)]);
    let entry = of_kind(world, Kind::RequestTakenOver).remove(0).id;
    let came_later = format!(
        "request {request}: it came after the record began, and entry {entry} took it over as if it had been there before: no act \
         submitted it"
    );
    assert_eq!(wrong(world), [came_later]);
}
