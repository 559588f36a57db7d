//! Edits, recalls, and private acts of the owner.

use aditus_application::deadlines::{extend_term, lapse};
use aditus_application::notifications::{mark_group_read, preferences};
use aditus_application::requests::drafts::{begin, delete, save};
use aditus_application::requests::edits::EditBasis;
use aditus_application::review::recall;
use aditus_application::testing::settings;
use aditus_domain::audit::Kind;
use aditus_domain::deadlines::{CompletionWindow, RawExtension, Term, TermUnit};
use aditus_domain::procedures::default_procedure;
use aditus_domain::requests::{RawDraft, RawSubmission};
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::recorded_entry::{entries_of, entries_of_success};
use super::{REVIEWER, answering, edit};
use crate::story::Story;

#[test]
fn an_edit_without_changes_creates_no_entries() {
    let story = Story::begin();
    let world = &story.world;
    let requester = &story.requester;
    let request = story.submitted();
    let section = Section::PrincipalInvestigator;
    let comment = story.comments(REVIEWER, request, section, true).unwrap();
    let unresolved = EditBasis {
        resolve: false,
        ..answering(comment)
    };
    let (_, recorded) = entries_of_success(world, || edit(&story, requester, request, "Nia", unresolved));
    assert_eq!(recorded[0].kind, Kind::RequestEdited);
    assert!(recorded[0].contains("\"resolved\":false"), "{}", recorded[0].act);
    let (_, recorded) = entries_of_success(world, || edit(&story, requester, request, "Nia", unresolved));
    assert_eq!(recorded, []);
    let (_, recorded) = entries_of_success(world, || {
        edit(&story, requester, request, "Nia", answering(comment))
    });
    assert_eq!(recorded.len(), 1);
    assert_eq!(
        (recorded[0].kind, recorded[0].by),
        (Kind::CommentResolved, Some(requester.user))
    );
    assert!(
        recorded[0].contains(&format!("\"comment\":{comment}")),
        "{}",
        recorded[0].act
    );
}

#[test]
fn a_super_user_edits_in_their_own_role() {
    let story = Story::begin();
    let request = story.submitted();
    story.decides(REVIEWER, request, false).unwrap();
    let super_user = &story.super_user;
    let edited = || edit(&story, super_user, request, "Nia", EditBasis::default());
    let (_, recorded) = entries_of_success(&story.world, edited);
    assert_eq!(
        (recorded[0].kind, recorded[0].by),
        (Kind::RequestEdited, Some(super_user.user))
    );
    let role = super_user.role(Role::SuperUser).unwrap();
    assert!(recorded[0].in_role(role.id), "{}", recorded[0].who);
}

#[test]
fn a_recall_names_the_pending_stages() {
    let story = Story::begin();
    let request = story.submitted();
    story.decides(REVIEWER, request, true).unwrap();
    let super_user = &story.super_user;
    let recalled = || recall::execute(&story.world.ports, super_user, recall::Command { request });
    let (_, recorded) = entries_of_success(&story.world, recalled);
    assert_eq!(recorded.len(), 1);
    assert_eq!(
        (recorded[0].kind, recorded[0].by),
        (Kind::RequestRecalled, Some(super_user.user))
    );
    assert!(recorded[0].in_role(super_user.role(Role::SuperUser).unwrap().id));
    let facts = ["\"round\":1", "\"stages\":[3]", "\"status\":\"Recalled\""];
    assert!(recorded[0].contains_all(&facts), "{}", recorded[0].act);
    assert!(!recorded[0].contains_all(&["\"reason\""]), "{}", recorded[0].act);
}

#[test]
fn a_recall_by_the_system_names_its_reason() {
    let mut procedure = default_procedure();
    procedure.completion_window = Some(CompletionWindow::USUAL);
    let story = Story::with_procedure(&procedure, settings());
    let request = story.submitted();
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    story.world.wait(TimeDelta::days(40));
    let (lapsed, recorded) = entries_of_success(&story.world, || lapse::execute(&story.world.ports));
    assert_eq!((lapsed, recorded.len()), (1, 1));
    assert_eq!(
        (recorded[0].kind, recorded[0].by, recorded[0].request),
        (Kind::RequestRecalled, None, Some(request))
    );
    let facts = ["\"reason\":\"No answer in time\"", "\"status\":\"Recalled\""];
    assert!(recorded[0].contains_all(&facts), "{}", recorded[0].act);
}

#[test]
fn an_extended_term_names_its_length() {
    let mut procedure = default_procedure();
    procedure.term = Term::new(TermUnit::Months, 3).ok();
    let story = Story::with_procedure(&procedure, settings());
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    let command = extend_term::Command {
        request,
        form: RawExtension {
            count: Some(2),
            reason: "The protocol is long.".to_owned(),
        },
    };
    let extended = || extend_term::execute(&story.world.ports, reviewer, &command);
    let (_, recorded) = entries_of_success(&story.world, extended);
    assert_eq!(recorded.len(), 1);
    assert_eq!(
        (recorded[0].kind, recorded[0].by, recorded[0].request),
        (Kind::TermExtended, Some(reviewer.user), Some(request))
    );
    assert!(recorded[0].in_role(reviewer.role(REVIEWER).unwrap().id));
    let facts = ["\"round\":1", "\"count\":2", "\"unit\":\"months\""];
    assert!(recorded[0].contains_all(&facts), "{}", recorded[0].act);
}

#[test]
fn private_acts_create_no_entries() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let requester = &story.requester;
    let titled = |title: &str| RawDraft {
        answers: RawSubmission {
            title: Some(title.to_owned()),
            ..RawSubmission::default()
        },
        ..RawDraft::default()
    };
    let ((), seen) = entries_of(&story.world, || {
        let command = begin::Command {
            requester: None,
            content: titled("Malaria"),
            uploads: Vec::new(),
        };
        let draft = begin::execute(ports, requester, command).unwrap().id;
        let command = save::Command {
            draft,
            began_from: 1,
            content: titled("Malaria in the highlands"),
        };
        save::execute(ports, requester, command).unwrap();
        delete::execute(ports, requester, delete::Command { draft }).unwrap();
        let role = Role::DataRequester.name().to_owned();
        mark_group_read::execute(ports, requester, &mark_group_read::Command { role }).unwrap();
    });
    assert_eq!(seen, []);
    let command = preferences::Command {
        choices: vec![preferences::Choice {
            kind: "activated".to_owned(),
            delivery: Some("never".to_owned()),
            by_mail: None,
        }],
    };
    let (_, seen) = entries_of_success(&story.world, || preferences::save(ports, requester, &command));
    assert_eq!(seen.len(), 1);
    assert_eq!(
        (seen[0].kind, seen[0].by, seen[0].request),
        (Kind::PreferencesChanged, Some(requester.user), None)
    );
}
