//! Edits of a submitted request: the rows, the files and the notifications.

use std::sync::Arc;

use aditus_application::access::Caller;
use aditus_application::requests::edits::{
    EditBasis, Edited, Error, devices, patch_documents, patch_request,
};
use aditus_application::testing::{ListedViruses, settings};
use aditus_application::{Failure, Kind};
use aditus_domain::ids::RequestId;
use aditus_domain::limits::{Allowance, Limit};
use aditus_domain::requests::{DocumentKind, RawDataFormat, RawPrincipal, VersionNumber};
use aditus_domain::review::Section;
use aditus_domain::roles::Role;

use crate::story::Story;
use crate::story::form::{PDF, upload};

const REVIEWER: Role = Role::DataAccessReviewer;

#[expect(clippy::unnecessary_wraps, reason = "the raw fields are optional")]
fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn principal(fname: &str) -> patch_request::Patch {
    patch_request::Patch::Principal(RawPrincipal {
        principal_fname: text(fname),
        principal_sname: text("Okello"),
        principal_email: text("professor@people.example"),
        principal_phone: text("+256700000123"),
        principal_institution: text("Lake University"),
        principal_occupation: text("Professor"),
    })
}

fn patch(
    story: &Story,
    caller: &Caller,
    request: RequestId,
    patch: patch_request::Patch,
    basis: EditBasis,
) -> Result<Edited, Error> {
    let command = patch_request::Command {
        request,
        patch,
        basis,
    };
    patch_request::execute(&story.world.ports, caller, command)
}

fn agreement(request: RequestId, bytes: &[u8], basis: EditBasis) -> patch_documents::Command {
    patch_documents::Command {
        request,
        patch: patch_documents::Patch::Agreement,
        uploads: vec![upload(DocumentKind::DataSharingAgreement, None, bytes)],
        basis,
    }
}

/// The basis of an edit that answers a comment on this section.
fn comment_basis(story: &Story, request: RequestId, section: Section) -> EditBasis {
    EditBasis {
        comment: Some(story.comments(REVIEWER, request, section, true).unwrap()),
        ..EditBasis::default()
    }
}

#[test]
fn a_requester_is_principal_under_their_own_name_only() {
    let story = Story::begin();
    let request = story.submitted();
    let basis = comment_basis(&story, request, Section::PrincipalInvestigator);
    assert!(story.detail(request).is_principal);
    patch(&story, &story.requester, request, principal("Amara"), basis).unwrap();
    let detail = story.detail(request);
    assert_eq!(detail.principal.institution, "Lake University");
    assert!(detail.is_principal, "the same person at another institution");
    patch(&story, &story.requester, request, principal("Nia"), basis).unwrap();
    assert!(!story.detail(request).is_principal);
    patch(&story, &story.requester, request, principal("Amara"), basis).unwrap();
    assert!(
        !story.detail(request).is_principal,
        "somebody else of the same name may be meant"
    );
}

#[test]
fn an_infected_file_is_refused_and_not_stored() {
    let mut story = Story::begin();
    let scanner = Arc::new(ListedViruses::default());
    story.world.ports.scanner = Some(scanner.clone());
    let request = story.submitted();
    let basis = comment_basis(&story, request, Section::SharingAgreement);
    let files = story.world.files.count();
    let before = story.detail(request);
    let attempt = |bytes: &[u8]| {
        let command = agreement(request, bytes, basis);
        patch_documents::execute(&story.world.ports, &story.requester, &command)
    };
    let infected = attempt(&[ListedViruses::VIRUS, PDF].concat()).unwrap_err();
    assert_eq!(infected.kind(), Kind::UnsupportedFile);
    assert_eq!(infected.fields()[0].0, "file_path1");
    scanner.set_unavailable(true);
    assert_eq!(attempt(PDF).unwrap_err().kind(), Kind::Unavailable);
    scanner.set_unavailable(false);
    assert_eq!(story.world.files.count(), files);
    assert_eq!(story.detail(request), before);
    attempt(PDF).unwrap();
    assert_eq!(
        story.world.files.count(),
        files + 1,
        "the old one stays for older versions"
    );
}

#[test]
fn an_edit_of_an_older_version_is_refused_and_leaves_no_file() {
    let story = Story::begin();
    let request = story.submitted();
    let basis = comment_basis(&story, request, Section::SharingAgreement);
    let files = story.world.files.count();
    let stale = EditBasis {
        began_from: Some(VersionNumber(story.detail(request).content_version.0 - 1)),
        ..basis
    };
    let command = agreement(request, PDF, stale);
    let error = patch_documents::execute(&story.world.ports, &story.requester, &command).unwrap_err();
    assert_eq!(error.kind(), Kind::Conflict);
    assert_eq!(
        error.to_string(),
        "This Data Request has changed since you opened it. Review it again."
    );
    assert_eq!(story.world.files.count(), files);
}

#[test]
fn edits_with_files_are_counted() {
    let mut settings = settings();
    let twice = Allowance::parse("2 in 1 hour").unwrap();
    settings.limits = settings.limits.with(Limit::Submission, twice);
    let story = Story::configured(settings);
    let request = story.submitted();
    let basis = comment_basis(&story, request, Section::SharingAgreement);
    let attempt = || {
        let command = agreement(request, PDF, basis);
        patch_documents::execute(&story.world.ports, &story.requester, &command)
    };
    attempt().unwrap();
    assert!(matches!(attempt().unwrap_err().kind(), Kind::TooMany(_)));
}

#[test]
fn edits_without_files_are_counted_for_each_person() {
    let mut settings = settings();
    let twice = Allowance::parse("2 in 1 hour").unwrap();
    settings.limits = settings.limits.with(Limit::Edit, twice);
    let story = Story::configured(settings);
    let request = story.submitted();
    let format = |name: &str| {
        patch_request::Patch::DataFormat(RawDataFormat {
            data_format: text(name),
            ..RawDataFormat::default()
        })
    };
    let attempt =
        |caller: &Caller, name: &str, basis: EditBasis| patch(&story, caller, request, format(name), basis);
    let unasked = attempt(&story.requester, "Electronic", EditBasis::default());
    assert_eq!(unasked.unwrap_err().kind(), Kind::Forbidden, "counts for nothing");
    story.decides(REVIEWER, request, false).unwrap();
    for name in ["Paper-based", "Electronic"] {
        attempt(&story.requester, name, EditBasis::default()).unwrap();
    }
    let version = story.detail(request).content_version;
    let refused = attempt(&story.requester, "Paper-based", EditBasis::default()).unwrap_err();
    assert!(matches!(refused.kind(), Kind::TooMany(_)));
    assert_eq!(story.detail(request).content_version, version);
    attempt(&story.super_user, "Paper-based", EditBasis::default()).unwrap();
}

#[test]
fn each_edit_is_another_version_with_another_digest() {
    let story = Story::begin();
    let request = story.submitted();
    story.decides(REVIEWER, request, false).unwrap();
    let mut seen = vec![story.detail(request)];
    for name in ["Paper-based", "Electronic"] {
        let format = patch_request::Patch::DataFormat(RawDataFormat {
            data_format: text(name),
            ..RawDataFormat::default()
        });
        let basis = EditBasis {
            began_from: Some(seen[seen.len() - 1].content_version),
            ..EditBasis::default()
        };
        let edited = patch(&story, &story.requester, request, format, basis).unwrap();
        let detail = story.detail(request);
        assert_eq!(detail.content_version, edited.version);
        assert!(
            seen.iter()
                .all(|before| before.content_version < detail.content_version)
        );
        seen.push(detail);
    }
    assert_ne!(seen[0].content_digest, seen[1].content_digest);
    assert_ne!(seen[1].content_digest, seen[2].content_digest);
    let same = patch_request::Patch::DataFormat(RawDataFormat {
        data_format: text("Electronic"),
        ..RawDataFormat::default()
    });
    let edited = patch(&story, &story.requester, request, same, EditBasis::default()).unwrap();
    assert_eq!(
        edited.version, seen[2].content_version,
        "nothing is another than before"
    );
}

#[test]
fn a_comment_is_resolved_with_the_edit_or_not_at_all() {
    let story = Story::begin();
    let request = story.submitted();
    let basis = EditBasis {
        resolve: true,
        ..comment_basis(&story, request, Section::Devices)
    };
    let mut device = story
        .filled_in(&story.requester)
        .submission
        .list_of_devices
        .remove(0);
    device.equipment_type = Some(99_999);
    let add = |device| devices::Add {
        request,
        device,
        basis,
    };
    let unknown = devices::add(&story.world.ports, &story.requester, &add(device.clone())).unwrap_err();
    assert_eq!(unknown.fields()[0].0, "equipment_type");
    device.equipment_type = Some(2);
    devices::add(&story.world.ports, &story.requester, &add(device.clone())).unwrap();
    let notification = story.notifications_of(story.staff(REVIEWER)).pop().unwrap();
    assert!(
        notification.contains("was resolved: Has the List of Devices"),
        "{notification}"
    );
    let again = devices::add(&story.world.ports, &story.requester, &add(device)).unwrap_err();
    assert_eq!(again.kind(), Kind::Forbidden);
    assert_eq!(story.detail(request).list_of_devices.len(), 2);
}
