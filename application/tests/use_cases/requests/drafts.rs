//! Drafts: stored as typed, visible to their owner only, and deleted with the submission.

use std::sync::Arc;

use aditus_application::access::Caller;
use aditus_application::installation::cleanup::{self, UPLOADS_KEPT};
use aditus_application::ports::FileStore as _;
use aditus_application::requests::drafts::{
    Draft, DraftFile, Error, add_file, begin, delete, end, list, read, read_file, remove_file, save,
    start_from,
};
use aditus_application::requests::submit::{self, NamedFile, Upload};
use aditus_application::testing::{ListedViruses, MailboxMailer};
use aditus_application::{Failure, Kind, Ports};
use aditus_domain::ids::{DraftFileId, DraftId};
use aditus_domain::requests::{DocumentKind, DraftContent, RawDraft, RawSubmission};
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::story::Story;
use crate::story::form::{PDF, PNG, upload};

const LETTER: DocumentKind = DocumentKind::EthicsApprovalLetter;
const AGREEMENT: DocumentKind = DocumentKind::DataSharingAgreement;
const PASSPORT: DocumentKind = DocumentKind::StaffIdentification;

fn titled(title: &str) -> RawDraft {
    RawDraft {
        answers: RawSubmission {
            title: Some(title.to_owned()),
            ..RawSubmission::default()
        },
        ..RawDraft::default()
    }
}

fn begun(story: &Story, caller: &Caller, title: &str) -> Result<Draft, Error> {
    let command = begin::Command {
        requester: None,
        content: titled(title),
        uploads: Vec::new(),
    };
    begin::execute(&story.world.ports, caller, command)
}

fn read(story: &Story, caller: &Caller, draft: DraftId) -> Result<Draft, Error> {
    read::execute(&story.world.ports, caller, read::Query { draft }).map(|(draft, _)| draft)
}

fn saved(
    story: &Story,
    caller: &Caller,
    draft: DraftId,
    began_from: i64,
    content: RawDraft,
) -> Result<save::Answer, Error> {
    let command = save::Command {
        draft,
        began_from,
        content,
    };
    save::execute(&story.world.ports, caller, command)
}

fn uploaded(
    story: &Story,
    caller: &Caller,
    draft: DraftId,
    kind: DocumentKind,
    bytes: &[u8],
) -> Result<DraftFile, Error> {
    let command = add_file::Command {
        draft,
        kind,
        name: Some("C:\\papers\\letter.pdf".to_owned()),
        bytes: bytes.to_vec(),
    };
    add_file::execute(&story.world.ports, caller, command)
}

fn refusal<T: std::fmt::Debug>(result: Result<T, Error>) -> (Kind, String) {
    let error = result.unwrap_err();
    (error.kind(), error.to_string())
}

fn gone() -> (Kind, String) {
    (Kind::NotFound, "This draft no longer exists.".to_owned())
}

#[test]
fn a_draft_is_stored_as_typed_and_listed() {
    let story = Story::begin();
    let owner = &story.requester;
    let draft = begun(&story, owner, "Mala").unwrap();
    assert_eq!((draft.version, draft.content.title()), (1, "Mala"));
    let mut content = titled(" Malaria ");
    content.answers.needed_on = Some("next year".to_owned());
    story.world.wait(TimeDelta::minutes(1));
    let answer = saved(&story, owner, draft.id, 1, content.clone()).unwrap();
    let changed_on = story.world.now();
    assert_eq!(
        answer,
        save::Answer::Saved {
            version: 2,
            changed_on
        }
    );
    let stored = read(&story, owner, draft.id).unwrap();
    assert_eq!(*stored.content.as_typed(), content);
    let listed = list::execute(&story.world.ports, owner, list::Query).unwrap();
    let [(row, end)] = &listed[..] else {
        panic!("one draft: {listed:?}")
    };
    assert_eq!((row.id, row.title.as_str()), (draft.id, "Malaria"));
    assert_eq!(*end, changed_on + TimeDelta::days(90));
    let command = delete::Command { draft: draft.id };
    delete::execute(&story.world.ports, owner, command).unwrap();
    assert_eq!(refusal(read(&story, owner, draft.id)), gone());
}

#[test]
fn drafts_are_visible_to_their_owner_only() {
    let story = Story::begin();
    let draft = begun(&story, &story.requester, "Malaria").unwrap();
    let file = uploaded(&story, &story.requester, draft.id, LETTER, PDF).unwrap();
    let ports = &story.world.ports;
    for other in [
        &story.other_requester,
        &story.super_user,
        story.staff(Role::DataAccessReviewer),
    ] {
        assert_eq!(refusal(read(&story, other, draft.id)), gone());
        let delete = delete::Command { draft: draft.id };
        assert_eq!(refusal(delete::execute(ports, other, delete)), gone());
        let of_file = read_file::Query {
            draft: draft.id,
            file: file.id,
        };
        assert_eq!(refusal(read_file::execute(ports, other, of_file)), gone());
        let remove = remove_file::Command {
            draft: draft.id,
            file: file.id,
        };
        assert_eq!(refusal(remove_file::execute(ports, other, remove)), gone());
        assert_eq!(refusal(uploaded(&story, other, draft.id, LETTER, PDF)), gone());
        assert_eq!(refusal(save::may_save(ports, other, draft.id)), gone());
        assert!(list::execute(ports, other, list::Query).unwrap().is_empty());
    }
    let stranger = saved(&story, &story.other_requester, draft.id, 1, titled("Mine"));
    assert_eq!(refusal(stranger), gone());
    assert_eq!(
        refusal(begun(&story, &story.super_user, "Mine")).0,
        Kind::Forbidden
    );
    let not_own = begin::Command {
        requester: story.requester.role(Role::DataRequester).map(|role| role.id),
        content: titled("Mine"),
        uploads: Vec::new(),
    };
    let refused = begin::execute(ports, &story.other_requester, not_own);
    assert_eq!(refusal(refused).1, "You don't have this role.");
}

#[test]
fn a_stale_save_returns_the_newer_draft() {
    let story = Story::begin();
    let owner = &story.requester;
    let draft = begun(&story, owner, "First").unwrap();
    saved(&story, owner, draft.id, 1, titled("There")).unwrap();
    let there = story.world.now();
    story.world.wait(TimeDelta::seconds(30));
    let answer = saved(&story, owner, draft.id, 1, titled("Here")).unwrap();
    let save::Answer::Changed { stored, sent_on } = answer else {
        panic!("{answer:?}")
    };
    assert_eq!((stored.content.title(), stored.version), ("There", 2));
    assert_eq!((stored.changed_on, sent_on), (there, story.world.now()));
    // A caller who has seen the newer version may replace it.
    saved(&story, owner, draft.id, 2, titled("Here")).unwrap();
    assert_eq!(read(&story, owner, draft.id).unwrap().content.title(), "Here");
}

#[test]
fn a_person_has_at_most_twenty_drafts() {
    let story = Story::begin();
    for number in 0..DraftContent::MAX_DRAFTS {
        begun(&story, &story.requester, &number.to_string()).unwrap();
    }
    let message = "You already have 20 drafts. Submit or delete one of them first.";
    assert_eq!(
        refusal(begun(&story, &story.requester, "One more")),
        (Kind::Conflict, message.to_owned())
    );
    begun(&story, &story.other_requester, "Another person's").unwrap();
}

#[test]
fn files_are_examined_at_upload() {
    let story = Story::begin();
    let owner = &story.requester;
    let draft = begun(&story, owner, "Malaria").unwrap().id;
    let file = uploaded(&story, owner, draft, LETTER, PDF).unwrap();
    assert_eq!((file.name.as_str(), file.size), ("letter.pdf", PDF.len() as u64));
    let of_file = read_file::Query { draft, file: file.id };
    let read = read_file::execute(&story.world.ports, owner, of_file).unwrap();
    assert_eq!(read, file);
    assert_eq!(story.world.files.get(&read.key).unwrap(), PDF);
    let stored = story.world.files.count();

    let program = uploaded(&story, owner, draft, LETTER, b"MZ a program");
    let message = "Invalid file type. Please upload a PDF or image file. The file of the Ethics Approval Letter is neither.";
    assert_eq!(refusal(program), (Kind::UnsupportedFile, message.to_owned()));
    assert_eq!(
        refusal(uploaded(&story, owner, draft, PASSPORT, b"GIF89a")).0,
        Kind::UnsupportedFile
    );
    let mut large = PDF.to_vec();
    large.resize(10 * 1024 * 1024 + 1, b' ');
    let message = "The file is too large. The limit is 10 MB. Make the file of the Ethics Approval Letter smaller, for example by scanning it in black and white.";
    assert_eq!(
        refusal(uploaded(&story, owner, draft, LETTER, &large)),
        (Kind::TooLarge, message.to_owned())
    );
    let scanner = Arc::new(ListedViruses::default());
    let ports = Ports {
        scanner: Some(scanner.clone()),
        ..story.world.ports.clone()
    };
    let infected = || add_file::Command {
        draft,
        kind: LETTER,
        name: None,
        bytes: [PDF, ListedViruses::VIRUS].concat(),
    };
    let refused = refusal(add_file::execute(&ports, owner, infected()));
    assert!(
        refused.1.contains("virus") && refused.0 == Kind::UnsupportedFile,
        "{refused:?}"
    );
    scanner.set_unavailable(true);
    assert_eq!(
        refusal(add_file::execute(&ports, owner, infected())).0,
        Kind::Unavailable
    );
    assert_eq!(story.world.files.count(), stored);
}

#[test]
fn the_files_of_a_draft_have_a_limit_together() {
    let story = Story::begin();
    let owner = &story.requester;
    let draft = begun(&story, owner, "Malaria").unwrap().id;
    let mut large = PDF.to_vec();
    large.resize(10 * 1024 * 1024, b' ');
    for _ in 0..4 {
        uploaded(&story, owner, draft, LETTER, &large).unwrap();
    }
    let message = "The files together are too large. The limit is 45 MB for all of them.";
    assert_eq!(
        refusal(uploaded(&story, owner, draft, LETTER, &large)),
        (Kind::TooLarge, message.to_owned())
    );
    assert_eq!(story.world.files.count(), 4);
}

#[test]
fn a_draft_refers_to_its_own_files_of_allowed_types() {
    let story = Story::begin();
    let owner = &story.requester;
    let draft = begun(&story, owner, "Malaria").unwrap().id;
    let other = begun(&story, owner, "Another").unwrap().id;
    let elsewhere = uploaded(&story, owner, other, LETTER, PDF).unwrap();
    let picture = uploaded(&story, owner, draft, LETTER, b"GIF89a").unwrap();
    let naming = |kind, file| RawDraft {
        documents: [(kind, file)].into(),
        ..titled("Malaria")
    };
    let missing = "This file is no longer there. Please upload it again.";
    for file in [elsewhere.id, DraftFileId(987_654)] {
        let refused = saved(&story, owner, draft, 1, naming(LETTER, file));
        let error = refused.unwrap_err();
        assert_eq!(
            error.fields(),
            [("ethics_doc_path".to_owned(), missing.to_owned())]
        );
    }
    let specification = DocumentKind::DataSpecification;
    let refused = saved(&story, owner, draft, 1, naming(specification, picture.id));
    assert_eq!(refusal(refused).0, Kind::UnsupportedFile);
    saved(&story, owner, draft, 1, naming(LETTER, picture.id)).unwrap();

    let remove = || {
        let file = picture.id;
        remove_file::execute(&story.world.ports, owner, remove_file::Command { draft, file })
    };
    let message = "The draft uses this file. Save the draft without it first.";
    assert_eq!(refusal(remove()), (Kind::Conflict, message.to_owned()));
    saved(&story, owner, draft, 2, titled("Malaria")).unwrap();
    remove().unwrap();
    assert_eq!(
        refusal(remove()),
        (Kind::NotFound, "This file no longer exists.".to_owned())
    );
    assert_eq!(story.world.files.count(), 1, "that of the other draft");
}

#[test]
fn a_draft_may_come_with_its_files() {
    let story = Story::begin();
    let mut content = titled("Malaria");
    content.staff.push(aditus_domain::requests::DraftStaff::default());
    let command = |second: &[u8]| begin::Command {
        requester: None,
        content: content.clone(),
        uploads: vec![
            Upload {
                name: Some("C:\\scans\\Ethics letter, Müller.pdf".to_owned()),
                ..upload(LETTER, None, PDF)
            },
            upload(PASSPORT, Some(0), second),
        ],
    };
    let ports = &story.world.ports;
    let refused = begin::execute(ports, &story.requester, command(b"no picture")).unwrap_err();
    assert_eq!(refused.kind(), Kind::UnsupportedFile);
    assert_eq!(refused.fields()[0].0, "list_of_staff[0].identification_file_path");
    assert_eq!(story.world.files.count(), 0);
    let draft = begin::execute(ports, &story.requester, command(PNG)).unwrap();
    let named: Vec<_> = draft
        .content
        .files()
        .into_iter()
        .map(|(_, kind, _)| kind)
        .collect();
    assert_eq!(named, [LETTER, PASSPORT]);
    let shown: Vec<_> = draft.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(
        shown,
        ["Ethics letter, Müller.pdf", "Identification.png"],
        "as its sender called it, else what it is"
    );
    assert_eq!((draft.files.len(), story.world.files.count()), (2, 2));
}

/// A submission whose documents were uploaded before, and a file that it does not use.
fn from_draft(story: &Story) -> (DraftId, submit::Command) {
    let owner = &story.requester;
    let draft = begun(story, owner, "Malaria").unwrap().id;
    let mut command = story.filled_in(owner);
    command.draft = Some(draft);
    command.uploads.clear();
    for (kind, staff, bytes) in [
        (LETTER, None, PDF),
        (AGREEMENT, None, PDF),
        (PASSPORT, Some(0), PNG),
    ] {
        let file = uploaded(story, owner, draft, kind, bytes).unwrap().id;
        command.named.push(NamedFile { kind, staff, file });
    }
    uploaded(story, owner, draft, LETTER, PDF).unwrap();
    (draft, command)
}

#[test]
fn a_submission_takes_the_files_of_its_draft_and_ends_it() {
    let story = Story::begin();
    let (draft, command) = from_draft(&story);
    assert_eq!(story.world.files.count(), 4);
    let ports = &story.world.ports;
    let answer = submit::execute(ports, &story.requester, command.clone()).unwrap();
    let documents = story.detail(answer.request_id).documents;
    let mut kinds: Vec<_> = documents.iter().map(|document| document.kind).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, [LETTER, AGREEMENT, PASSPORT]);
    for document in &documents {
        ports.files.get(&document.key).unwrap();
    }
    assert_eq!(
        story.world.files.count(),
        3,
        "the one that it did not use is gone"
    );
    assert_eq!(refusal(read(&story, &story.requester, draft)), gone());
    let twice = submit::execute(ports, &story.requester, command).unwrap_err();
    assert_eq!(
        (twice.kind(), twice.to_string().as_str()),
        (
            Kind::NotFound,
            "This draft no longer exists. It was submitted or deleted elsewhere."
        )
    );
    story.world.wait(UPLOADS_KEPT * 3);
    cleanup::execute(ports, &MailboxMailer::default()).unwrap();
    assert_eq!(story.world.files.count(), 3, "no file of the request is deleted");
}

#[test]
fn a_refused_submission_leaves_its_draft_and_files() {
    let story = Story::begin();
    let (draft, command) = from_draft(&story);
    let mut faulty = command.clone();
    faulty.submission.title = None;
    let ports = &story.world.ports;
    submit::execute(ports, &story.requester, faulty).unwrap_err();
    assert_eq!(read(&story, &story.requester, draft).unwrap().files.len(), 4);
    assert_eq!(story.world.files.count(), 4);

    // Refused: a file of another person's draft, one named twice, and one without its draft.
    let theirs = begun(&story, &story.other_requester, "Theirs").unwrap().id;
    let theirs = uploaded(&story, &story.other_requester, theirs, LETTER, PDF).unwrap();
    let naming = |change: &dyn Fn(&mut submit::Command)| {
        let mut command = command.clone();
        change(&mut command);
        submit::execute(ports, &story.requester, command).unwrap_err()
    };
    let missing = "This file is no longer there. Please upload it again.";
    let fields = |error: submit::Error| error.fields();
    assert_eq!(
        fields(naming(&|command| command.named[0].file = theirs.id)),
        [("ethics_doc_path".to_owned(), missing.to_owned())]
    );
    assert_eq!(
        fields(naming(&|command| command.named[1].file = command.named[0].file)),
        [("file_path".to_owned(), missing.to_owned())]
    );
    assert_eq!(naming(&|command| command.draft = None).kind(), Kind::Invalid);
    let twice = naming(&|command| command.uploads = vec![upload(LETTER, None, PDF)]);
    assert_eq!(
        twice.to_string(),
        "This file doesn't belong to any part of the request."
    );
    let others = submit::execute(
        ports,
        &story.other_requester,
        submit::Command {
            requester: story.filled_in(&story.other_requester).requester,
            ..command.clone()
        },
    );
    assert_eq!(others.unwrap_err().kind(), Kind::NotFound);
    submit::execute(ports, &story.requester, command).unwrap();
}

#[test]
fn the_owner_is_notified_fourteen_days_before_a_draft_is_deleted() {
    let story = Story::begin();
    let owner = &story.requester;
    let ports = &story.world.ports;
    let draft = begun(&story, owner, "Malaria").unwrap().id;
    let letter = uploaded(&story, owner, draft, LETTER, PDF).unwrap();
    let named = RawDraft {
        documents: [(LETTER, letter.id)].into(),
        ..titled("Malaria")
    };
    saved(&story, owner, draft, 1, named).unwrap();
    let kept = begun(&story, owner, "").unwrap().id;
    let pass = |days| {
        story.world.wait(TimeDelta::days(days));
        end::execute(ports).unwrap()
    };
    assert_eq!(pass(76).notified, 0);
    let found = pass(1);
    assert_eq!((found.notified, found.deleted, found.files), (2, 0, 0));
    assert_eq!(end::execute(ports).unwrap().notified, 0, "once is enough");
    assert_eq!(
        story.notifications_of(owner),
        [
            "Your draft of the Data Request \"Malaria\" was last changed on 02 March 2026. It will be deleted on 01 June 2026 unless you \
             edit it.",
            "Your untitled draft of a Data Request was last changed on 02 March 2026. It will be deleted on 01 June 2026 unless \
             you edit it.",
        ]
    );
    let subject = "Aditus: One of your drafts is about to be deleted";
    assert_eq!(story.mailed(owner), [subject, subject]);
    let mail = story.world.mails_to(&story.address(owner)).remove(0);
    assert!(
        mail.text.contains(&format!(
            "/requester/submitrequest?draft={draft}&as=Data+Requester"
        )),
        "{}",
        mail.text
    );
    saved(&story, owner, kept, 1, titled("Kept")).unwrap();
    assert_eq!(pass(14).deleted, 0);
    let found = pass(1);
    assert_eq!((found.notified, found.deleted), (0, 1));
    assert_eq!(refusal(read(&story, owner, draft)), gone());
    assert_eq!(story.world.files.count(), 0);
    assert!(read(&story, owner, kept).is_ok());
}

#[test]
fn unused_draft_files_are_removed_after_a_day() {
    let story = Story::begin();
    let owner = &story.requester;
    let ports = &story.world.ports;
    let draft = begun(&story, owner, "Malaria").unwrap().id;
    let letter = uploaded(&story, owner, draft, LETTER, PDF).unwrap();
    uploaded(&story, owner, draft, LETTER, PDF).unwrap();
    let named = RawDraft {
        documents: [(LETTER, letter.id)].into(),
        ..titled("Malaria")
    };
    saved(&story, owner, draft, 1, named).unwrap();
    let look = || {
        let ended = end::execute(ports).unwrap();
        cleanup::execute(ports, &MailboxMailer::default()).unwrap();
        (ended.files, story.world.files.count())
    };
    assert_eq!(look(), (0, 2));
    story.world.wait(UPLOADS_KEPT + TimeDelta::seconds(1));
    assert_eq!(look(), (1, 1));
    story.world.wait(UPLOADS_KEPT * 3);
    assert_eq!(look(), (0, 1));
    let files = read(&story, owner, draft).unwrap().files;
    assert_eq!(files, [letter]);
}

#[test]
fn the_owner_starts_from_an_earlier_request_without_its_documents_and_dates() {
    let story = Story::begin();
    let mut earlier = story.filled_in(&story.requester);
    let summary = "All facilities from Karrow";
    earlier.submission.filters.facility_filter = vec![summary.to_owned()];
    let request = submit::execute(&story.world.ports, &story.requester, earlier)
        .unwrap()
        .request_id;
    let from =
        |caller: &Caller| start_from::execute(&story.world.ports, caller, start_from::Command { request });
    let draft = from(&story.requester).unwrap();
    let typed = draft.content.as_typed();
    let answers = &typed.answers;
    assert_eq!(draft.content.title(), "Malaria in the highlands");
    assert_eq!(answers.data_source_id, Some(story.source.0));
    assert_eq!(answers.ethics.ethics_committee, Some(1));
    assert_eq!(answers.dataset_variables.len(), story.variables.len());
    assert_eq!(answers.request_purposes[0].purpose, Some(1));
    assert_eq!(answers.filters.facility_filter, [summary]);
    assert!(
        !typed.facilities.is_empty(),
        "the summary leads back to facilities"
    );
    assert_eq!(typed.devices[0].device.serial_number.as_deref(), Some("SN-1"));
    assert_eq!(typed.staff[0].member.surname.as_deref(), Some("Mukasa"));
    assert!(draft.files.is_empty() && draft.content.files().is_empty());
    let device = &typed.devices[0].device;
    assert_eq!(
        (&answers.needed_on, &device.usage_from, &device.usage_to),
        (&None, &None, &None)
    );
    assert_eq!(
        refusal(from(&story.other_requester)),
        (Kind::NotFound, "This Data Request does not exist.".to_owned())
    );
    for reader in [&story.super_user, story.staff(Role::DataAccessReviewer)] {
        assert_eq!(refusal(from(reader)).0, Kind::Forbidden);
    }
}
