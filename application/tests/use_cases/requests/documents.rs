//! Reading files of a request, and exports.

use aditus_application::ports::FileStore as _;
use aditus_application::requests::{
    document_address, export_pdf, export_variables, read_document, reference_data,
};
use aditus_application::{Failure, Kind};
use aditus_domain::requests::{DocumentKind, FileType};
use aditus_domain::roles::Role;

use crate::story::Story;
use crate::story::form::PNG;

#[test]
fn readers_of_a_request_may_read_its_files() {
    let story = Story::begin();
    let request = story.submitted();
    let stored = story.detail(request);
    let passport = stored
        .documents
        .iter()
        .find(|d| d.kind == DocumentKind::StaffIdentification)
        .unwrap();
    let path = passport.key.as_str().to_owned();
    let read = read_document::Query { path: path.clone() };
    let locate = document_address::Query { path: path.clone() };
    for caller in [
        &story.requester,
        &story.super_user,
        story.staff(Role::DataOfficer),
    ] {
        let document = read_document::execute(&story.world.ports, caller, &read).unwrap();
        assert_eq!(
            (document.file_type, document.size),
            (FileType::Png, PNG.len() as u64)
        );
        assert_eq!(story.world.files.get(&document.key).unwrap(), PNG);
        let located = document_address::execute(&story.world.ports, caller, &locate).unwrap();
        let reference = if caller.user == story.requester.user {
            format!("REQ{:06}", request.0)
        } else {
            format!("DAC00{request}")
        };
        let day = story.today().format("%Y-%m-%d");
        let (address, name) = located.address.0.split_once("&name=").unwrap();
        assert_eq!(address, format!("/files/{path}?for=300"));
        let name = name.replace("%20", " ");
        let start = format!("{reference} Identification {day} no ");
        let (before, ending) = name.rsplit_once('.').unwrap();
        assert!(before.starts_with(&start), "{name}");
        assert_eq!(ending, "png");
        assert_eq!(
            (located.reference, located.uploaded_on),
            (reference, story.world.now())
        );
    }
    for caller in [&story.other_requester, &story.outsider, &story.org_user] {
        let error = read_document::execute(&story.world.ports, caller, &read).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (Kind::NotFound, "Error retrieving file")
        );
        let error = document_address::execute(&story.world.ports, caller, &locate).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (Kind::NotFound, "Error accessing the file.")
        );
    }
}

#[test]
fn no_two_documents_are_saved_under_one_name() {
    let story = Story::begin();
    let mut names = std::collections::BTreeSet::new();
    let mut documents = 0;
    for request in [story.submitted(), story.submitted()] {
        for document in story.detail(request).documents {
            let path = document.key.as_str().to_owned();
            let query = document_address::Query { path };
            let located = document_address::execute(&story.world.ports, &story.super_user, &query).unwrap();
            let (_, name) = located.address.0.split_once("&name=").unwrap();
            names.insert(name.to_owned());
            documents += 1;
        }
    }
    assert_eq!(names.len(), documents, "{names:?}");
    assert!(documents > 4, "{names:?}");
}

#[test]
fn paths_outside_the_store_are_not_found() {
    let story = Story::begin();
    story.submitted();
    for path in [
        "",
        "requests/none.pdf",
        "../secrets.toml",
        "requests/../../etc/passwd",
        "/etc/passwd",
        "a\0b",
    ] {
        let query = read_document::Query {
            path: path.to_owned(),
        };
        let error = read_document::execute(&story.world.ports, &story.super_user, &query).unwrap_err();
        assert_eq!(error.kind(), Kind::NotFound, "{path:?}");
    }
}

#[test]
fn the_request_is_exported_as_pdf() {
    let story = Story::begin();
    let request = story.submitted();
    let export = |caller| export_pdf::execute(&story.world.ports, caller, export_pdf::Query { request });
    let own = export(&story.requester).unwrap();
    assert_eq!(own.file_name, format!("REQ{:06}.pdf", request.0));
    assert!(own.bytes.starts_with(b"%PDF"));
    assert_eq!(
        export(story.staff(Role::DataOfficer)).unwrap().file_name,
        format!("DAC00{request}.pdf")
    );
    assert!(export(&story.super_user).is_ok());
    for caller in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(export(caller).unwrap_err().kind(), Kind::NotFound);
    }
}

#[test]
fn the_variables_are_exported_under_the_title() {
    let story = Story::begin();
    let mut command = story.filled_in(&story.requester);
    command.submission.title = Some("Births/deaths: \"2026\"".to_owned());
    let submitted =
        aditus_application::requests::submit::execute(&story.world.ports, &story.requester, command).unwrap();
    let query = export_variables::Query {
        request: submitted.request_id,
    };
    let csv = export_variables::execute(&story.world.ports, story.staff(Role::DataOfficer), query).unwrap();
    assert_eq!(csv.file_name, "Births_deaths_ _2026__requested_variables.csv");
    let text = String::from_utf8(csv.bytes).unwrap();
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(export_variables::execute(&story.world.ports, &story.requester, query).is_ok());
    let error = export_variables::execute(&story.world.ports, &story.other_requester, query).unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound);
}

#[test]
fn the_wizard_gets_reference_data_of_every_kind() {
    let story = Story::begin();
    let lists = reference_data::lists(&story.world.ports).unwrap();
    let other = lists.purposes.iter().find(|(id, _)| id.0 == 3).unwrap();
    assert_eq!(other.1, "Other");
    assert!(!lists.committees.is_empty() && !lists.equipment_types.is_empty());
    let regions = reference_data::facilities(&story.world.ports).unwrap();
    assert!(regions.iter().all(|region| {
        region
            .children
            .iter()
            .all(|district| !district.children.is_empty())
    }));
    assert!(!regions.is_empty());
}
