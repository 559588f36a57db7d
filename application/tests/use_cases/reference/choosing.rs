//! Choices of reference data in requests: the offered entries and those already chosen.

use aditus_application::requests::drafts::{begin, not_offered, variables};
use aditus_application::requests::edits::{EditBasis, devices, patch_documents};
use aditus_application::requests::submit;
use aditus_application::review::recall;
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::TableRow;
use aditus_domain::ids::RequestId;
use aditus_domain::reference::{EntryId, RawPlace, ReferenceList};
use aditus_domain::requests::{
    DraftDevice, Letter, RawDevice, RawDraft, RawEthics, RawEthicsEdit, RawPurpose, RawSubmission,
};

use super::{added, change_place, place_named, set_active};
use crate::story::Story;

const OF_A_LIST: &str = "Choose another one, or submit the request when it is offered again.";

/// Returns the name of the first entry of a list.
fn first_of(story: &Story, list: ReferenceList) -> String {
    let entries = story
        .world
        .read(|views| views.reference().all_entries(list).unwrap());
    let first = entries.into_iter().find(|entry| entry.id.number() == 1);
    first.unwrap().name
}

fn not_offered_of(story: &Story, list: ReferenceList) -> String {
    let name = first_of(story, list);
    format!(
        "The {} \"{name}\" is no longer offered. {OF_A_LIST}",
        list.label()
    )
}

fn deactivate_all(story: &Story) {
    for list in ReferenceList::ALL {
        set_active(story, EntryId::new(list, 1), false);
    }
    let place = RawPlace {
        active: Some(0),
        ..place_named("Karrow")
    };
    change_place(story, "Karrow", place).unwrap();
}

fn expected(story: &Story) -> Vec<(String, String)> {
    let clinic = "\"Karrow Clinic\" is no longer offered. Remove it from the selection, or submit the request when it is offered again.";
    [
        (
            "ethics_committee",
            not_offered_of(story, ReferenceList::EthicsCommittees),
        ),
        ("request_purposes", not_offered_of(story, ReferenceList::Purposes)),
        (
            "list_of_devices[0].equipment_type",
            not_offered_of(story, ReferenceList::EquipmentTypes),
        ),
        ("filters.facility_filter", clinic.to_owned()),
    ]
    .map(|(field, message)| (field.to_owned(), message))
    .to_vec()
}

#[test]
fn a_submission_accepts_offered_choices_only() {
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
    assert_eq!((error.kind(), error.fields()), (Kind::Invalid, expected(&story)));
    let mut unknown = filled_in();
    unknown.submission.ethics.ethics_committee = Some(987_654);
    let error = submit::execute(ports, &story.requester, unknown).unwrap_err();
    assert_eq!(error.to_string(), "Please select the Ethics Committee Name.");
}

#[test]
fn a_draft_lists_choices_no_longer_offered() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let karrow_clinic = super::place_called(&story, "Karrow Clinic");
    let content = RawDraft {
        answers: RawSubmission {
            ethics: RawEthics {
                ethics_committee: Some(1),
                ..RawEthics::default()
            },
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
    let choices_not_offered = || {
        let answer = not_offered::execute(ports, &story.requester, query).unwrap();
        let choices = answer.choices.into_iter();
        choices
            .map(|choice| (choice.field, choice.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(choices_not_offered(), []);
    deactivate_all(&story);
    assert_eq!(choices_not_offered(), expected(&story));
    let error = not_offered::execute(ports, &story.other_requester, query).unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound, "a draft is its owner's alone");
}

/// Publishes or hides the table "visits".
fn publish_visits(story: &Story, publish: bool) {
    let tables = story
        .world
        .read(|views| views.dictionary().tables_of(story.source).unwrap());
    let visits = tables.into_iter().find(|table| table.row.tbl_name == "visits");
    let visits = visits.unwrap();
    let row = TableRow {
        publish,
        ..visits.row
    };
    story
        .world
        .write(|transaction| transaction.dictionary().update_table(visits.id, &row).unwrap());
}

#[test]
fn unpublished_data_is_kept_in_drafts_and_refused_by_name() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let picked: Vec<i64> = story.variables.iter().map(|id| id.0).collect();
    let begun = begin::Command {
        requester: None,
        content: RawDraft {
            answers: RawSubmission {
                data_source_id: Some(story.source.0),
                dataset_variables: picked.clone(),
                ..RawSubmission::default()
            },
            ..RawDraft::default()
        },
        uploads: Vec::new(),
    };
    let draft = begin::execute(ports, &story.requester, begun).unwrap().id;
    let submitted = || submit::execute(ports, &story.requester, story.filled_in(&story.requester));
    let choices_not_offered =
        || not_offered::execute(ports, &story.requester, not_offered::Query { draft }).unwrap();
    let shown = || {
        let query = variables::Query { draft };
        let answer = variables::execute(ports, &story.requester, query).unwrap();
        let shown = answer.variables.into_iter();
        shown
            .map(|variable| (variable.var_name, variable.is_offered))
            .collect::<Vec<_>>()
    };
    let names = ["visit_date", "diagnosis", "age_group"].map(str::to_owned);
    assert_eq!(choices_not_offered(), not_offered::Answer::default());

    publish_visits(&story, false);
    let message = "visits.visit_date, visits.diagnosis, visits.age_group are no longer offered. Remove them from the selection, \
                   or submit the request when they are offered again.";
    let answer = choices_not_offered();
    assert_eq!(answer.variables, story.variables);
    let [choice] = &answer.choices[..] else {
        panic!("one choice: {answer:?}")
    };
    assert_eq!(
        (choice.field.as_str(), choice.message.as_str()),
        ("dataset_variables", message)
    );
    assert_eq!(shown(), names.clone().map(|name| (name, false)));
    assert_eq!(submitted().unwrap_err().to_string(), message);

    publish_visits(&story, true);
    assert_eq!(choices_not_offered(), not_offered::Answer::default());
    assert_eq!(shown(), names.map(|name| (name, true)));
    story.world.write(|transaction| {
        let records = transaction.dictionary_records();
        let mut source = records.source(story.source).unwrap().unwrap();
        source.details.publish = false;
        records.update_source(story.source, &source).unwrap();
    });
    let message = "The Data Source \"Household Survey\" is no longer offered. Select another one, or submit the request when it is offered again.";
    assert_eq!(choices_not_offered().choices[0].message, message);
    assert_eq!(choices_not_offered().variables, story.variables);
    assert_eq!(submitted().unwrap_err().to_string(), message);
}

/// Returns a recalled request, so that its owner may edit every section.
fn recalled(story: &Story) -> RequestId {
    let request = story.submitted();
    let command = recall::Command { request };
    recall::execute(&story.world.ports, &story.requester, command).unwrap();
    request
}

fn ethics(request: RequestId, committee: i64) -> patch_documents::Command {
    patch_documents::Command {
        request,
        patch: patch_documents::Patch::Ethics(RawEthicsEdit {
            answers: RawEthics {
                ethics_committee: Some(committee),
                protocol_ref_num: Some("P-2026-8".to_owned()),
                ..RawEthics::default()
            },
            letter: Letter::Kept,
            additional_letter: Letter::Missing,
        }),
        uploads: Vec::new(),
        basis: EditBasis::default(),
    }
}

#[test]
fn an_edit_accepts_existing_and_offered_choices() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let request = recalled(&story);
    let other = added(&story, ReferenceList::EthicsCommittees, "Another Board");
    set_active(&story, other, false);
    set_active(&story, EntryId::new(ReferenceList::EthicsCommittees, 1), false);
    let edit = |committee| patch_documents::execute(ports, &story.requester, &ethics(request, committee));
    edit(1).unwrap();
    let error = edit(other.number()).unwrap_err();
    let message = |name: &str| format!("The Ethics Committee \"{name}\" is no longer offered. {OF_A_LIST}");
    let expected_fields = vec![("ethics_committee".to_owned(), message("Another Board"))];
    assert_eq!((error.kind(), error.fields()), (Kind::Invalid, expected_fields));
    edit(2).unwrap();
    assert_eq!(
        edit(1).unwrap_err().to_string(),
        not_offered_of(&story, ReferenceList::EthicsCommittees),
        "it is not the request's any more"
    );

    set_active(&story, EntryId::new(ReferenceList::EquipmentTypes, 1), false);
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
            basis: EditBasis::default(),
        };
        devices::change(ports, &story.requester, &command)
    };
    change(&device).unwrap();
    let add = devices::Add {
        request,
        device: device.clone(),
        basis: EditBasis::default(),
    };
    let error = devices::add(ports, &story.requester, &add).unwrap_err();
    let equipment = not_offered_of(&story, ReferenceList::EquipmentTypes);
    let expected_fields = vec![("equipment_type".to_owned(), equipment.clone())];
    assert_eq!((error.kind(), error.fields()), (Kind::Invalid, expected_fields));
    device.equipment_type = Some(2);
    change(&device).unwrap();
    device.equipment_type = Some(1);
    assert_eq!(change(&device).unwrap_err().to_string(), equipment);
    device.equipment_type = Some(987_654);
    assert_eq!(
        change(&device).unwrap_err().to_string(),
        "Please enter the Equipment Type Info."
    );
}

#[test]
fn an_unknown_place_is_accepted() {
    let story = Story::begin();
    let mut command = story.filled_in(&story.requester);
    command.submission.filters.facility_filter = vec!["Somewhere by the river".to_owned()];
    submit::execute(&story.world.ports, &story.requester, command).unwrap();
}
