//! Extended terms match the audit entries. Rows that were altered by hand are reported.

use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_domain::ids::RequestId;

use super::REVIEWER;
use super::terms::{extend, story};
use crate::audit::log::continued;
use crate::audit::verify::finding_texts;
use crate::both_databases::Database;
use crate::story::Story;

on_both_databases!(altered_extensions_are_reported);

fn extended(database: Database) -> (Story, RequestId) {
    let story = story(database).recorded();
    let request = story.submitted();
    extend(&story, story.staff(REVIEWER), request, 2).unwrap();
    continued(&story.world, &InMemoryCheckpoint::default());
    (story, request)
}

/// Returns the findings about this request.
fn findings(story: &Story, request: RequestId) -> Vec<String> {
    let mut findings = finding_texts(&story.world);
    findings.retain(|finding| finding.starts_with(&format!("request {request}: ")));
    findings
}

fn altered_extensions_are_reported(database: Database) {
    let (story, request) = extended(database);
    assert!(findings(&story, request).is_empty());
    for alteration in [
        "extension_count = 3",
        "term_unit = 'weeks'",
        "extension_reason = 'Never said'",
        "extension_count = NULL, extension_reason = NULL, extended_by = NULL, extended_on = NULL",
    ] {
        let (story, request) = extended(database);
        story
            .world
            .tamper(&format!("UPDATE request_terms SET {alteration}"));
        let found = findings(&story, request);
        assert_eq!(found.len(), 1, "{alteration}: {found:?}");
        let expected = "the extension of the term of round 1 is not what entry ";
        assert!(found[0].contains(expected), "{alteration}: {found:?}");
    }
}
