//! Refused submissions. None of them leaves anything behind.

use std::sync::Arc;
use std::time::Duration;

use aditus_application::ports::{FileError, FileKey, FilePart, FileStore, SignedPath};
use aditus_application::requests::submit::{self, Command, Error};
use aditus_application::testing::{MemoryFiles, settings};
use aditus_application::{Failure, Kind};
use aditus_domain::limits::{Allowance, Limit};
use aditus_domain::procedures::{Procedure, default_procedure};
use aditus_domain::requests::DocumentKind;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::story::Story;
use crate::story::form::{PDF, PNG, upload};

/// Submits, expects a refusal, and asserts that nothing was stored and no notification sent.
fn refused(story: &Story, command: Command) -> Error {
    let error = submit::execute(&story.world.ports, &story.requester, command).unwrap_err();
    assert_eq!(story.world.files.count(), 0, "files stay behind");
    assert_eq!(story.notifications_of(&story.requester), [""; 0]);
    let all = aditus_application::requests::counts::Query { org_role: None };
    let counts =
        aditus_application::requests::counts::execute(&story.world.ports, &story.super_user, all).unwrap();
    assert_eq!(counts.all, 0, "a request stays behind");
    error
}

#[test]
fn only_data_requesters_submit_in_their_own_role() {
    let story = Story::begin();
    let submit = |caller, command| submit::execute(&story.world.ports, caller, command).unwrap_err();
    let own = || story.filled_in(&story.requester);
    for caller in [&story.org_user, &story.super_user, story.staff(Role::DataOfficer)] {
        let error = submit(caller, own());
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (Kind::Forbidden, "Your role does not allow this.")
        );
    }
    let error = submit(&story.other_requester, own());
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (Kind::Forbidden, "You don't have this role.")
    );
    assert_eq!(story.world.files.count(), 0);
}

#[test]
fn all_errors_are_returned_and_the_first_is_the_message() {
    let story = Story::begin();
    let mut command = story.filled_in(&story.requester);
    command.submission.title = Some("  ".to_owned());
    command.submission.needed_on = Some(story.today().to_string());
    command.submission.list_of_staff[0].email = Some("nobody".to_owned());
    let error = refused(&story, command);
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (Kind::Invalid, "Please enter the Data Request Title.")
    );
    let fields: Vec<String> = error.fields().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields[..2], ["title", "needed_on"]);
    assert!(
        fields.contains(&"list_of_staff[0].email".to_owned()),
        "{fields:?}"
    );
}

#[test]
fn file_types_are_detected_by_content() {
    let story = Story::begin();
    let mut command = story.filled_in(&story.requester);
    command.uploads[0].bytes = b"MZ a program under the name letter.pdf".to_vec().into();
    let error = refused(&story, command);
    assert_eq!(error.kind(), Kind::UnsupportedFile);
    assert_eq!(
        error.to_string(),
        "Invalid file type. Please upload a PDF or image file. The file of the Ethics Approval Letter is neither."
    );
    assert_eq!(error.fields()[0].0, "ethics_doc_path");
}

#[test]
fn a_gif_is_no_identity_document() {
    let story = Story::begin();
    let mut command = story.filled_in(&story.requester);
    command.uploads[2].bytes = b"GIF89a".to_vec().into();
    assert_eq!(refused(&story, command).kind(), Kind::UnsupportedFile);
}

#[test]
fn ten_mebibytes_are_the_limit() {
    let story = Story::begin();
    let mut command = story.filled_in(&story.requester);
    let mut bytes = PDF.to_vec();
    bytes.resize(10 * 1024 * 1024 + 1, b' ');
    command.uploads[1].bytes = bytes.clone().into();
    let error = refused(&story, command.clone());
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (
            Kind::TooLarge,
            "The file is too large. The limit is 10 MB. Make the file of the Data Sharing Agreement smaller, for example by scanning it in black and white."
        )
    );
    bytes.truncate(10 * 1024 * 1024);
    command.uploads[1].bytes = bytes.into();
    assert!(submit::execute(&story.world.ports, &story.requester, command).is_ok());
}

#[test]
fn unexpected_files_are_refused() {
    let story = Story::begin();
    for stray in [
        upload(DocumentKind::StaffIdentification, Some(1), PNG),
        upload(DocumentKind::StaffIdentification, None, PNG),
        upload(DocumentKind::DataSharingAgreement, None, PDF),
    ] {
        let mut command = story.filled_in(&story.requester);
        command.uploads.push(stray);
        assert_eq!(refused(&story, command).kind(), Kind::Invalid);
    }
}

#[test]
fn only_what_is_published_can_be_requested() {
    let story = Story::begin();
    let hidden = story.world.hidden_source("Draft Registry");
    for source in [hidden.0, 999_999] {
        let mut command = story.filled_in(&story.requester);
        command.submission.data_source_id = Some(source);
        let error = refused(&story, command);
        assert_eq!(
            (error.kind(), error.fields()[0].0.as_str()),
            (Kind::Invalid, "data_source_id")
        );
    }
    for variable in [story.hidden_variable.0, 999_999] {
        let mut command = story.filled_in(&story.requester);
        command.submission.dataset_variables.push(variable);
        let error = refused(&story, command);
        assert_eq!(error.kind(), Kind::Invalid);
        assert_eq!(
            error.to_string(),
            "1 of the selected variables is not available in this Data Source. Select the variables again."
        );
    }
}

#[test]
fn choices_must_be_in_their_lists() {
    type Change = fn(&mut Command);
    let story = Story::begin();
    let changes: [(&str, Change); 4] = [
        ("ethics_committee", |command| {
            command.submission.ethics.ethics_committee = Some(9_999);
        }),
        ("request_purposes", |command| {
            command.submission.request_purposes[0].purpose = Some(9_999);
        }),
        ("list_of_devices[0].equipment_type", |command| {
            command.submission.list_of_devices[0].equipment_type = Some(9_999);
        }),
        ("data_source_id", |command| {
            command.submission.data_source_id = None;
        }),
    ];
    for (field, change) in changes {
        let mut command = story.filled_in(&story.requester);
        change(&mut command);
        let error = refused(&story, command);
        assert_eq!(
            (error.kind(), error.fields()[0].0.as_str()),
            (Kind::Invalid, field)
        );
    }
}

#[test]
fn a_stage_without_a_role_is_named_and_the_files_are_removed() {
    let story = Story::begin();
    // The configured organisation offers no roles; only the Data Custodian is found elsewhere.
    let mut ports = story.world.ports.clone();
    let mut elsewhere = aditus_application::testing::settings();
    elsewhere.provider_organisation = "Harbour Clinic Holding".to_owned();
    ports.settings = Arc::new(elsewhere);
    let error = submit::execute(&ports, &story.requester, story.filled_in(&story.requester)).unwrap_err();
    assert_eq!(error.kind(), Kind::Conflict);
    assert_eq!(
        error.to_string(),
        "No active organisation role was found for the stage \"Access review\" (Data Access Reviewer)."
    );
    assert_eq!(story.world.files.count(), 0);
}

#[test]
fn without_a_valid_default_procedure_nothing_is_submitted() {
    let story = Story::begin();
    let broken = Procedure {
        links: Vec::new(),
        ..default_procedure()
    };
    story
        .world
        .write(|transaction| transaction.procedures().add(&broken, true, true).unwrap());
    let error = refused(&story, story.filled_in(&story.requester));
    assert_eq!(error.kind(), Kind::Unavailable);
}

/// A file store that is full after two files.
struct NearlyFull(Arc<MemoryFiles>);

impl FileStore for NearlyFull {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError> {
        if self.0.count() == 2 {
            return Err(FileError::Unavailable("no space left".into()));
        }
        self.0.put(key, bytes)
    }

    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError> {
        self.0.get(key)
    }

    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError> {
        self.0.read_part(key, start, length)
    }

    fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        self.0.remove(key)
    }

    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError> {
        self.0.signed_address(key, name, lifetime)
    }
}

#[test]
fn all_files_are_removed_when_one_cannot_be_stored() {
    let story = Story::begin();
    let mut ports = story.world.ports.clone();
    ports.files = Arc::new(NearlyFull(Arc::clone(&story.world.files)));
    for (as_guest, message) in [
        (false, "Data Request Creation Unsuccessful"),
        (true, "Data Request Submission Unsuccessful"),
    ] {
        let command = Command {
            as_guest,
            ..story.filled_in(&story.requester)
        };
        let error = submit::execute(&ports, &story.requester, command).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (Kind::Unavailable, message)
        );
        assert_eq!(story.world.files.count(), 0);
    }
}

#[test]
fn files_for_which_an_account_has_no_room_are_refused() {
    let mut settings = settings();
    let command = |story: &Story| story.filled_in(&story.requester);
    let of_one: usize = command(&Story::begin())
        .uploads
        .iter()
        .map(|upload| upload.bytes.len())
        .sum();
    // There is room for two submissions, and for the beginning of a third.
    settings.stored_bytes = u64::try_from(2 * of_one + 1).unwrap();
    let story = Story::configured(settings);
    let submit = || submit::execute(&story.world.ports, &story.requester, command(&story));
    let first = submit().unwrap().request_id;
    submit().unwrap();
    let files = story.world.files.count();
    let error = submit().unwrap_err();
    assert_eq!(error.kind(), Kind::TooLarge);
    assert!(
        error
            .to_string()
            .contains("Delete drafts that you no longer need, wait until your Data Requests are decided"),
        "{error}"
    );
    assert_eq!(story.world.files.count(), files);
    story.submitted_by(&story.other_requester);
    // A completed request makes room.
    story.all_approve(first);
    submit().unwrap();
}

#[test]
fn submissions_per_person_and_day_are_limited() {
    let mut settings = settings();
    let twice = Allowance::parse("2 in 1 day").unwrap();
    settings.limits = settings.limits.with(Limit::DailySubmission, twice);
    let story = Story::configured(settings);
    story.submitted();
    story.world.wait(TimeDelta::hours(2));
    story.submitted();
    let submit = || {
        submit::execute(
            &story.world.ports,
            &story.requester,
            story.filled_in(&story.requester),
        )
    };
    let Kind::TooMany(wait) = submit().unwrap_err().kind() else {
        panic!("it is not limited")
    };
    assert_eq!(wait, Duration::from_hours(22));
    story.submitted_by(&story.other_requester);
    story.world.wait(TimeDelta::hours(22));
    story.submitted();
}
