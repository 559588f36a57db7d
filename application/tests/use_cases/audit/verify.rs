//! Alterations made behind the product's back are found.

use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::requests::letters;
use aditus_application::review::decide;
use aditus_application::testing::verified;
use aditus_domain::review::OverallStatus;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::log::continued;
use crate::both_databases::Database;
use crate::story::Story;
use crate::world::World;

/// Returns all findings as texts.
pub fn finding_texts(world: &World) -> Vec<String> {
    verified(&world.ports)
        .into_iter()
        .flat_map(|finding| finding.wrong)
        .collect()
}

on_both_databases!(
    an_unaltered_database_has_no_findings,
    each_alteration_is_found,
    nodes_with_a_minute_of_clock_skew_have_no_findings,
);

/// A story with a request that all approved, completely logged.
fn recorded(database: Database) -> Story {
    let story = Story::on(database()).recorded();
    let request = story.submitted();
    story.decides(Role::DataAccessReviewer, request, true).unwrap();
    continued(&story.world, &InMemoryCheckpoint::default());
    story
}

fn an_unaltered_database_has_no_findings(database: Database) {
    let story = recorded(database);
    let findings = verified(&story.world.ports);
    assert_eq!(finding_texts(&story.world), Vec::<String>::new());
    let checked: Vec<(&str, bool)> = findings
        .iter()
        .map(|finding| (finding.subject, finding.checked > 0))
        .collect();
    assert_eq!(
        checked,
        [
            ("entries in the log", true),
            ("checkpoints", true),
            ("texts beside entries", true),
            ("versions of Data Requests", true),
            ("documents of Data Requests", true),
            ("accounts and records of the administration", true),
            ("roles that people hold", true),
            ("states of Data Requests", true),
        ]
    );
    story.submitted();
    let entries = verified(&story.world.ports).swap_remove(0);
    assert_eq!(entries.wrong_in_all, 0);
    assert!(
        entries.remarks[0].ends_with("are not in the log yet"),
        "{:?}",
        entries.remarks
    );
}

fn each_alteration_is_found(database: Database) {
    let cases = [
        (
            "UPDATE audit_entries SET canonical = replace(canonical, 'Approved', 'Denied') WHERE kind = 'request.decided'",
            "it is not what was logged",
        ),
        (
            "UPDATE audit_entries SET user_id = 987 WHERE kind = 'request.decided'",
            "its column user_id is 987, and it says",
        ),
        (
            "UPDATE audit_checkpoints SET note = replace(note, 'aditus', 'sutida')",
            "is not signed by a key that is trusted",
        ),
        (
            "UPDATE audit_checkpoints SET root = (SELECT hash FROM audit_tree WHERE level = 0 AND place = 0)",
            "what was signed is another tree",
        ),
        (
            "UPDATE audit_values SET value = 'another text'",
            "a text is not the one that it commits to",
        ),
        (
            "UPDATE request_documents SET sha256 = (SELECT hash FROM audit_tree WHERE level = 0 AND place = 0)",
            "the file has another content than was stored",
        ),
    ];
    for (alteration, expected) in cases {
        let story = recorded(database);
        story.world.tamper(alteration);
        let wrong = finding_texts(&story.world);
        assert!(
            wrong.iter().any(|fault| fault.contains(expected)),
            "{expected}: {wrong:#?}"
        );
    }
}

fn nodes_with_a_minute_of_clock_skew_have_no_findings(database: Database) {
    let story = Story::on(database()).recorded();
    let kept = InMemoryCheckpoint::default();
    let request = story.submitted();
    // One node sends a code, the other redeems it and sends the next one. The clock of the first
    // node is behind.
    let mut other = TimeDelta::minutes(-1);
    for role in Role::STAFF {
        let caller = story.staff(role);
        let otp = story.code(caller, story.state(request, role).request_state_id, true);
        story.world.wait(other);
        let decision = story.decision(caller, request, role, true, &otp);
        decide::execute(&story.world.ports, caller, &decision).unwrap();
        continued(&story.world, &kept);
        other = -other;
    }
    assert_eq!(story.detail(request).status, OverallStatus::Approved);
    letters::read::execute(&story.world.ports, &story.requester, request).unwrap();
    continued(&story.world, &kept);
    assert_eq!(finding_texts(&story.world), [""; 0]);
}
