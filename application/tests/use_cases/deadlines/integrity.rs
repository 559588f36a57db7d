//! The integrity scan compares stored due dates with those of their clocks.

use aditus_application::deadlines::lapse;
use aditus_application::integrity::scan::{self, Finding, ScanMode};
use aditus_domain::review::Section;

use super::{REVIEWER, story_with_all_clocks};
use crate::both_databases::Database;
use crate::story::Story;

const SUBJECT: &str = "due dates of Data Requests";

on_both_databases!(
    wrong_due_dates_are_reported_and_recomputed,
    dates_that_the_server_will_compute_are_not_reported,
    an_answer_of_an_earlier_version_is_read_without_a_write,
);

fn scanned(story: &Story, mode: ScanMode) -> Finding {
    let mut found = None;
    scan::execute(&story.world.ports, mode, &mut |finding| {
        if finding.subject == SUBJECT {
            found = Some(finding);
        }
    })
    .unwrap();
    found.unwrap()
}

fn wrong_due_dates_are_reported_and_recomputed(database: Database) {
    let story = story_with_all_clocks(database);
    let [stage, term, window, right] = [(); 4].map(|()| story.submitted());
    story.comments(REVIEWER, window, Section::Devices, true).unwrap();
    let sound = scanned(&story, ScanMode::CheckOnly);
    assert_eq!((sound.checked, sound.wrong), (4, Vec::new()));

    story.world.execute(&format!(
        "UPDATE request_states SET due_on = '2999-01-01' WHERE request_id = {stage} AND due_on IS NOT NULL;
         UPDATE request_terms SET due_soon_on = NULL, expected_by = NULL WHERE request_id = {term};
         UPDATE state_comments SET answer_by = '2027-03-02' WHERE request_id = {window};"
    ));
    let found = scanned(&story, ScanMode::CheckOnly);
    assert_eq!(found.repairable, 3);
    let [of_stage, of_term, of_window] = found.wrong.as_slice() else {
        panic!("{:?}", found.wrong)
    };
    assert_eq!(
        *of_stage,
        format!(
            "{stage}: stage 3 is stored as due soon on 2027-03-12, due on 2999-01-01, and its clock gives \
             due soon on 2027-03-12, due on 2027-03-15"
        )
    );
    let begin =
        format!("{term}: its term is stored as due soon on no day, due on no day, and its clock gives ");
    assert!(
        of_term.starts_with(&begin) && of_term.ends_with("due on 2027-06-01"),
        "{of_term}"
    );
    let end = " is stored as to be answered by 2027-03-02, and its window gives 2027-03-29";
    assert!(
        of_window.starts_with(&format!("{window}: comment ")) && of_window.ends_with(end),
        "{of_window}"
    );

    let repaired = scanned(&story, ScanMode::Repair);
    assert_eq!((repaired.wrong, repaired.repaired_in_all), (Vec::new(), 3));
    assert_eq!(scanned(&story, ScanMode::CheckOnly).wrong, [""; 0]);
    assert!(
        repaired
            .repaired
            .iter()
            .all(|line| !line.starts_with(&right.to_string()))
    );
}

fn dates_that_the_server_will_compute_are_not_reported(database: Database) {
    let story = story_with_all_clocks(database);
    let request = story.submitted();
    story.world.execute(&format!(
        "UPDATE request_states SET due_on = NULL, calendar_version = NULL WHERE request_id = {request};
         UPDATE request_terms SET expected_by = NULL, calendar_version = 0 WHERE request_id = {request};"
    ));
    assert_eq!(scanned(&story, ScanMode::CheckOnly).wrong, [""; 0]);
}

/// A server of an earlier version stores a reply, and not that it ends the window. The scan may not write.
fn an_answer_of_an_earlier_version_is_read_without_a_write(database: Database) {
    let story = story_with_all_clocks(database);
    let request = story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    let (user, role) = (story.requester.user, story.requester.roles[0].id);
    story.world.execute(&format!(
        "INSERT INTO comment_replies (comment_id, author_id, author_role_id, reply, created_on)
         SELECT id, {user}, {role}, 'Here it is.', created_on FROM state_comments WHERE id = {comment};"
    ));
    assert_eq!(scanned(&story, ScanMode::CheckOnly).wrong, [""; 0]);
    assert_eq!(scanned(&story, ScanMode::Repair).wrong, [""; 0]);
    story.world.clock.set("2027-03-30T09:00:00Z".parse().unwrap());
    assert_eq!(lapse::execute(&story.world.ports).unwrap(), 0);
}
