//! What requests may choose of reference data: what is offered, and what they have already.

use aditus_application::requests::drafts::{begin, not_offered};
use aditus_application::requests::edits::{Terms, devices, patch_documents};
use aditus_application::requests::submit;
use aditus_application::review::recall;
use aditus_application::{Failure, Kind};
use aditus_domain::ids::RequestId;
use aditus_domain::reference::{EntryId, RawPlace, ReferenceList};
use aditus_domain::requests::{DraftDevice, RawDevice, RawDraft, RawPurpose, RawSubmission};

use super::{added, change_place, place_named, set_active};
use crate::story::Story;

const COMMITTEE: &str = "The selected Ethics Committee is not offered any more. Please select another one.";
const PURPOSE: &str =
    "One of the selected Request Purposes is not offered any more. Please select another one.";
const EQUIPMENT: &str = "The selected Equipment Type is not offered any more. Please select another one.";
const FACILITIES: &str =
    "One of the selected facilities is not offered any more. Please select the facilities again.";

fn deactivate_all(story: &Story) {
    for list in ReferenceList::ALL {
        set_active(story, EntryId::of(list, 1), false);
    }
    let place = RawPlace {
        active: Some(0),
        ..place_named("Karrow")
    };
    change_place(story, "Karrow", place).unwrap();
}

fn expected() -> Vec<(String, String)> {
    [
        ("ethics_committee", COMMITTEE),
        ("request_purposes", PURPOSE),
        ("list_of_devices[0].equipment_type", EQUIPMENT),
        ("filters.facility_filter", FACILITIES),
    ]
    .map(|(field, message)| (field.to_owned(), message.to_owned()))
    .to_vec()
}

#[test]
fn a_submission_chooses_what_is_offered() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let filled_in = || {
        let mut command = story.filled_in(&story.requester);
        command.submission.filters.facility_filter = vec!["Karrow Clinic".to_owned()];
        command
    };
    submit::execute(ports, &story.requester, filled_in()).unwrap();
    deactivate_all(&story);
    let error = submit::execute(ports, &story.requester, filled_in()).unwrap_err();
    assert_eq!((error.kind(), error.fields()), (Kind::Invalid, expected()));
    let mut unknown = filled_in();
    unknown.submission.ethics_committee = Some(987_654);
    let error = submit::execute(ports, &story.requester, unknown).unwrap_err();
    assert_eq!(error.to_string(), "Please select the Ethics Committee Name.");
}

#[test]
fn a_draft_tells_what_is_not_offered_any_more() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let karrow_clinic = super::place_called(&story, "Karrow Clinic");
    let content = RawDraft {
        answers: RawSubmission {
            ethics_committee: Some(1),
            request_purposes: vec![
                RawPurpose {
                    purpose: Some(1),
                    purpose_description: None,
                },
                RawPurpose::default(),
            ],
            ..RawSubmission::default()
        },
        facilities: vec![karrow_clinic.0, 987_654],
        devices: vec![DraftDevice {
            id: None,
            device: RawDevice {
                equipment_type: Some(1),
                ..RawDevice::default()
            },
        }],
        ..RawDraft::default()
    };
    let begun = begin::Command {
        requester: None,
        content,
        uploads: Vec::new(),
    };
    let draft = begin::execute(ports, &story.requester, begun).unwrap();
    let query = not_offered::Query { draft: draft.id };
    let told = || {
        let faults = not_offered::execute(ports, &story.requester, query).unwrap();
        let faults = faults.list().iter();
        faults
            .map(|fault| (fault.field.clone(), fault.message.to_string()))
            .collect::<Vec<_>>()
    };
    assert_eq!(told(), []);
    deactivate_all(&story);
    assert_eq!(told(), expected());
    let error = not_offered::execute(ports, &story.other_requester, query).unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound, "a draft is its owner's alone");
}

/// A request that was recalled, so that its owner may edit every section.
fn recalled(story: &Story) -> RequestId {
    let request = story.submitted();
    let command = recall::Command { request };
    recall::execute(&story.world.ports, &story.requester, command).unwrap();
    request
}

fn ethics(request: RequestId, committee: i64) -> patch_documents::Command {
    patch_documents::Command {
        request,
        patch: patch_documents::Patch::Ethics(patch_documents::EthicsPatch {
            ethics_committee: Some(committee),
            protocol_ref_num: Some("P-2026-8".to_owned()),
            keep_letter: true,
            ..patch_documents::EthicsPatch::default()
        }),
        uploads: Vec::new(),
        terms: Terms::default(),
    }
}

#[test]
fn an_edit_keeps_what_the_request_has_and_chooses_what_is_offered() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let request = recalled(&story);
    let other = added(&story, ReferenceList::EthicsCommittees, "Another Board");
    set_active(&story, other, false);
    set_active(&story, EntryId::of(ReferenceList::EthicsCommittees, 1), false);
    let edit = |committee| patch_documents::execute(ports, &story.requester, &ethics(request, committee));
    edit(1).unwrap();
    let error = edit(other.number()).unwrap_err();
    let told = vec![("ethics_committee".to_owned(), COMMITTEE.to_owned())];
    assert_eq!((error.kind(), error.fields()), (Kind::Invalid, told));
    edit(2).unwrap();
    assert_eq!(
        edit(1).unwrap_err().to_string(),
        COMMITTEE,
        "it is not the request's any more"
    );

    set_active(&story, EntryId::of(ReferenceList::EquipmentTypes, 1), false);
    let scope = story.requester.scope();
    let listed = story
        .world
        .read(|views| views.requests().devices(&scope, request).unwrap().unwrap());
    let mut device = story.filled_in(&story.requester).submission.list_of_devices[0].clone();
    let change = |device: &RawDevice| {
        let command = devices::Change {
            device_id: listed[0].device_id,
            request: Some(request),
            device: device.clone(),
            terms: Terms::default(),
        };
        devices::change(ports, &story.requester, &command)
    };
    change(&device).unwrap();
    let add = devices::Add {
        request,
        device: device.clone(),
        terms: Terms::default(),
    };
    let error = devices::add(ports, &story.requester, &add).unwrap_err();
    let told = vec![("equipment_type".to_owned(), EQUIPMENT.to_owned())];
    assert_eq!((error.kind(), error.fields()), (Kind::Invalid, told));
    device.equipment_type = Some(2);
    change(&device).unwrap();
    device.equipment_type = Some(1);
    assert_eq!(change(&device).unwrap_err().to_string(), EQUIPMENT);
    device.equipment_type = Some(987_654);
    assert_eq!(
        change(&device).unwrap_err().to_string(),
        "Please enter the Equipment Type Info."
    );
}

#[test]
fn a_place_that_nobody_knows_is_no_reason_to_refuse() {
    let story = Story::begin();
    let mut command = story.filled_in(&story.requester);
    command.submission.filters.facility_filter = vec!["Somewhere by the river".to_owned()];
    submit::execute(&story.world.ports, &story.requester, command).unwrap();
}
