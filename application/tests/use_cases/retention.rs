//! Identity documents are deleted when their retention has ended, with notifications before and
//! after.

use aditus_application::installation::retention::plan::{DueDocuments, RetentionSummary, DueItem};
use aditus_application::installation::retention::{apply, plan};
use aditus_application::requests::read_document;
use aditus_application::testing::{settings, verified};
use aditus_domain::audit::Kind;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::audit::entries;
use crate::story::Story;
use crate::world::World;

fn planned(world: &World) -> (Vec<DueDocuments>, Vec<RetentionSummary>) {
    let mut due = Vec::new();
    let kept = plan::execute(&world.ports, &mut |listed| match listed {
        DueItem::Documents(one) => due.push(one),
        DueItem::Request(request) => panic!("{request:?}"),
    })
    .unwrap();
    (due, kept)
}

fn keeping(days: i64) -> Story {
    let mut settings = settings();
    settings.retention.identification = Some(TimeDelta::days(days));
    Story::configured(settings).recorded()
}

#[test]
fn no_document_is_deleted_without_a_configured_retention() {
    let story = Story::begin();
    story.all_approve(story.submitted());
    story.world.wait(TimeDelta::days(5000));
    let (due, kept) = planned(&story.world);
    assert_eq!(due, []);
    assert_eq!((kept[0].period, kept[0].expired.number), (None, 0));
    assert_eq!(
        apply::execute(&story.world.ports).unwrap(),
        apply::Answer::default()
    );
    // Items that the product cleans up by itself are reported too: no cleanup has run here.
    let sessions = kept.iter().find(|kept| kept.what == "sessions").unwrap();
    assert!(sessions.expired.number > 0 && sessions.expired.oldest.is_some());
}

#[test]
fn passports_of_finished_requests_are_deleted_after_retention() {
    let story = keeping(365);
    let world = &story.world;
    let approved = story.submitted();
    story.all_approve(approved);
    let pending = story.submitted();
    let passport = story.detail(approved).list_of_staff[0]
        .identification_file_path
        .clone()
        .unwrap();
    world.wait(TimeDelta::days(364));
    assert_eq!(planned(world).0, []);
    world.wait(TimeDelta::days(2));
    let before = world.files.count();
    let (due, kept) = planned(world);
    assert_eq!(due.len(), 1);
    assert_eq!((due[0].request, due[0].documents), (approved, 1));
    assert_eq!(kept[0].expired.number, 1);
    assert_eq!(world.files.count(), before, "a plan changes nothing");

    let removed = apply::execute(&world.ports).unwrap();
    assert_eq!((removed.documents, removed.entries), (1, 1));
    assert_eq!(world.files.count(), before - 1);
    let entry = entries(world)
        .into_iter()
        .find(|entry| entry.kind == Kind::RetentionApplied)
        .unwrap();
    assert_eq!((entry.request, entry.person), (Some(approved), None));
    assert_eq!(planned(world).0, []);
    assert_eq!(apply::execute(&world.ports).unwrap(), apply::Answer::default());

    // The document is listed with the reason for its removal. The one of the pending request can be
    // opened.
    let detail = story.detail(approved);
    assert_eq!(detail.list_of_staff[0].identification_file_path, None);
    let query = read_document::Query {
        path: passport.as_str().to_owned(),
    };
    let refused = read_document::execute(&world.ports, story.staff(Role::DataOfficer), &query).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "This document was removed when its retention period was over."
    );
    assert!(
        story.detail(pending).list_of_staff[0]
            .identification_file_path
            .is_some()
    );
    let findings = verified(&world.ports);
    let wrong: Vec<_> = findings.iter().flat_map(|finding| &finding.wrong).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let documents = findings
        .iter()
        .find(|finding| finding.subject == "documents of Data Requests")
        .unwrap();
    assert_eq!(
        documents.remarks,
        ["1 were removed when their retention period was over"]
    );
}

/// Documents that were removed according to the audit log stay removed.
#[test]
fn a_reverted_removal_is_reported() {
    let story = keeping(365);
    let world = &story.world;
    story.all_approve(story.submitted());
    world.wait(TimeDelta::days(366));
    assert_eq!(apply::execute(&world.ports).unwrap().documents, 1);
    world.execute(
        "DROP TRIGGER documents_that_are_gone_stay_gone;
         UPDATE request_documents SET gone_why = 'Erased' WHERE gone_on IS NOT NULL",
    );
    let states = verified(&world.ports).pop().unwrap();
    assert_eq!(states.wrong.len(), 2, "{:#?}", states.wrong);
    assert!(states.wrong[0].contains("was removed after its retention by entry"));
    assert!(states.wrong[1].contains("is told to be erased with its owner's account"));
}
