//! Reads of documents and exports of a request are recorded before the content is returned.

use aditus_application::access::Caller;
use aditus_application::failure::{Failure, Kind as FailureKind};
use aditus_application::requests::letters;
use aditus_application::requests::{document_address, export_pdf, export_variables, read_document};
use aditus_application::testing::settings;
use aditus_domain::audit::Kind;
use aditus_domain::hex;
use aditus_domain::limits::{Allowance, Limit};
use chrono::TimeDelta;

use super::super::entries;
use super::recorded_entry::{RecordedEntry, entries_of_success};
use super::{REVIEWER, document};
use crate::story::Story;

fn is_recorded(recorded: &[RecordedEntry], caller: &Caller, kind: Kind, facts: &[String]) -> bool {
    let [seen] = recorded else { panic!("{recorded:?}") };
    seen.kind == kind && seen.by == Some(caller.user) && seen.in_session(caller) && seen.contains_all(facts)
}

#[test]
fn opening_a_document_records_its_digest() {
    let story = Story::begin();
    let (world, ports) = (&story.world, &story.world.ports);
    let request = story.submitted();
    let hash = hex::encode(&story.detail(request).documents[0].sha256.0);
    let facts = [format!("\"request\":{request}"), format!("\"sha256\":\"{hash}\"")];
    let query = document(&story, request);
    let address = document_address::Query {
        path: query.path.clone(),
    };
    for reader in [&story.requester, &story.super_user, story.staff(REVIEWER)] {
        let (_, recorded) = entries_of_success(world, || read_document::execute(ports, reader, &query));
        assert!(
            is_recorded(&recorded, reader, Kind::DocumentOpened, &facts),
            "{recorded:?}"
        );
        // The link opens the same document: this read is counted with the existing entry until the
        // hour is over.
        let (_, recorded) = entries_of_success(world, || document_address::execute(ports, reader, &address));
        assert!(recorded.is_empty(), "{recorded:?}");
    }
    world.wait(TimeDelta::hours(1));
    let reader = &story.requester;
    let (_, recorded) = entries_of_success(world, || document_address::execute(ports, reader, &address));
    assert!(
        is_recorded(&recorded, reader, Kind::DocumentOpened, &facts),
        "{recorded:?}"
    );
    let other = story.submitted_by(&story.other_requester);
    let opened = || read_document::execute(ports, &story.super_user, &document(&story, other));
    let (_, recorded) = entries_of_success(world, opened);
    let facts = [format!("\"request\":{other}")];
    assert!(
        is_recorded(&recorded, &story.super_user, Kind::DocumentOpened, &facts),
        "{recorded:?}"
    );
}

#[test]
fn an_export_records_the_exported_part() {
    let story = Story::begin();
    let (world, ports) = (&story.world, &story.world.ports);
    let request = story.submitted();
    story.all_approve(request);
    let facts = |what: &str| [format!("\"request\":{request}"), format!("\"what\":\"{what}\"")];
    let reader = story.staff(REVIEWER);
    let pdf = || export_pdf::execute(ports, reader, export_pdf::Query { request });
    let (_, recorded) = entries_of_success(world, pdf);
    assert!(
        is_recorded(&recorded, reader, Kind::RequestExported, &facts("pdf")),
        "{recorded:?}"
    );
    let csv = || export_variables::execute(ports, reader, export_variables::Query { request });
    let (_, recorded) = entries_of_success(world, csv);
    assert!(
        is_recorded(&recorded, reader, Kind::RequestExported, &facts("variables")),
        "{recorded:?}"
    );
    let letter = || letters::export_pdf::execute(ports, reader, request);
    let (_, recorded) = entries_of_success(world, letter);
    assert!(
        is_recorded(&recorded, reader, Kind::RequestExported, &facts("letter")),
        "{recorded:?}"
    );
}

#[test]
fn repeated_reads_within_the_hour_are_counted() {
    let story = Story::begin();
    let (world, ports) = (&story.world, &story.world.ports);
    let request = story.submitted();
    let query = document(&story, request);
    let reader = story.staff(REVIEWER);
    for _ in 0..3 {
        read_document::execute(ports, reader, &query).unwrap();
    }
    for _ in 0..2 {
        export_pdf::execute(ports, reader, export_pdf::Query { request }).unwrap();
        export_variables::execute(ports, reader, export_variables::Query { request }).unwrap();
    }
    export_pdf::execute(ports, &story.requester, export_pdf::Query { request }).unwrap();
    let counted = |kind| {
        let entries = entries(world).into_iter();
        let of_kind = entries.filter(|entry| entry.kind == kind);
        of_kind.map(|entry| entry.times).collect::<Vec<_>>()
    };
    assert_eq!(counted(Kind::DocumentOpened), [3]);
    assert_eq!(counted(Kind::RequestExported), [2, 2, 1]);
    assert!(counted(Kind::RequestSubmitted).iter().all(|times| *times == 1));
}

#[test]
fn document_reads_are_limited_for_each_person() {
    let mut settings = settings();
    let twice = Allowance::parse("2 in 1 hour").unwrap();
    settings.limits = settings.limits.with(Limit::Opening, twice);
    let story = Story::configured(settings);
    let (world, ports) = (&story.world, &story.world.ports);
    let request = story.submitted();
    let query = document(&story, request);
    let address = document_address::Query {
        path: query.path.clone(),
    };
    let reader = story.staff(REVIEWER);
    read_document::execute(ports, reader, &query).unwrap();
    document_address::execute(ports, reader, &address).unwrap();
    let refused = read_document::execute(ports, reader, &query).unwrap_err();
    assert!(matches!(refused.kind(), FailureKind::TooMany(_)), "{refused}");
    let refused = document_address::execute(ports, reader, &address).unwrap_err();
    assert!(matches!(refused.kind(), FailureKind::TooMany(_)), "{refused}");
    read_document::execute(ports, &story.requester, &query).unwrap();
    world.wait(TimeDelta::hours(1));
    read_document::execute(ports, reader, &query).unwrap();
}

#[test]
fn reads_fail_when_they_cannot_be_recorded() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let request = story.submitted();
    story.all_approve(request);
    let query = document(&story, request);
    let address = document_address::Query {
        path: query.path.clone(),
    };
    let reader = &story.requester;
    let read_out = || {
        [
            read_document::execute(ports, reader, &query).is_ok(),
            document_address::execute(ports, reader, &address).is_ok(),
            export_pdf::execute(ports, reader, export_pdf::Query { request }).is_ok(),
            export_variables::execute(ports, reader, export_variables::Query { request }).is_ok(),
            letters::export_pdf::execute(ports, reader, request).is_ok(),
        ]
    };
    story.world.execute(
        "CREATE TRIGGER full_disk BEFORE INSERT ON audit_entries
         BEGIN SELECT RAISE(ABORT, 'the disk is full'); END;",
    );
    assert_eq!(read_out(), [false; 5]);
    story.world.execute("DROP TRIGGER full_disk;");
    assert_eq!(read_out(), [true; 5]);
}
