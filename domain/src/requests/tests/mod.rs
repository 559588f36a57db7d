//! The rules of the wizard, step by step, with the messages of the specification.

mod content;
mod datasets;
mod details;
mod devices;
mod edits;
mod filters;
mod staff;
mod wizard;

use chrono::NaiveDate;

use super::{
    DetectedFile, Faults, FileContent, FileType, RawDataFormat, RawDevice, RawEthics, RawPrincipal,
    RawPurpose, RawStaff, RawSubmission, RequesterDetails,
};

pub(super) fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, 2).unwrap()
}

#[expect(clippy::unnecessary_wraps, reason = "the raw fields are optional")]
pub(super) fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[expect(clippy::unnecessary_wraps, reason = "the raw fields are optional")]
pub(super) fn file(file_type: FileType) -> Option<DetectedFile> {
    Some(DetectedFile {
        content: FileContent::Sound(file_type),
        size: 2048,
    })
}

#[expect(clippy::unnecessary_wraps, reason = "the raw fields are optional")]
pub(super) fn unknown_file() -> Option<DetectedFile> {
    Some(DetectedFile {
        content: FileContent::Other,
        size: 2048,
    })
}

pub(super) fn requester() -> RequesterDetails {
    RequesterDetails {
        fname: "Zoë".into(),
        sname: "Aciro".into(),
        org_email: text("zoe.aciro@study.example"),
        phone: text("+256700123456"),
        designation: "Epidemiologist".into(),
        institution: "School of Public Health".into(),
    }
}

pub(super) fn device() -> RawDevice {
    RawDevice {
        equipment_name: text("Study laptop"),
        equipment_type: Some(1),
        serial_number: text("SN-0042"),
        used_by: text("Zoë Aciro"),
        organisation: text("School of Public Health"),
        usage_from: text("2026-04-01"),
        usage_to: text("2026-12-31"),
    }
}

pub(super) fn member() -> RawStaff {
    RawStaff {
        first_name: text("Amos"),
        surname: text("Berg"),
        phone: text("+256 700 654321"),
        email: text("amos.berg@study.example"),
        identification_type: text("Passport"),
        identification_number: text("P1234567"),
        position_in_organisation: text("Statistician"),
        identification_file_path: file(FileType::Png),
        confidentiality_protocols: Some(true),
    }
}

/// Returns a valid request whose principal is not the requester.
pub(super) fn valid() -> RawSubmission {
    RawSubmission {
        title: text("Malaria in pregnancy"),
        needed_on: text("2026-03-31"),
        ethics: RawEthics {
            ethics_committee: Some(2),
            protocol_ref_num: text("PRN-17/2026"),
            ethics_approval_letter: text("Yes"),
            ..RawEthics::default()
        },
        ethics_doc_path: file(FileType::Gif),
        data_source_id: Some(4),
        dataset_description: text("Antenatal visits\nwith test results"),
        format: RawDataFormat {
            data_format: text("Electronic"),
            ..RawDataFormat::default()
        },
        principal: RawPrincipal {
            principal_fname: text("Ines"),
            principal_sname: text("Okot"),
            principal_phone: text("0700-111-222"),
            principal_email: text("ines.okot@study.example"),
            principal_occupation: text("Professor"),
            principal_institution: text("School of Public Health"),
        },
        file_path: file(FileType::Pdf),
        dataset_variables: vec![11, 12, 11],
        request_purposes: vec![RawPurpose {
            purpose: Some(1),
            purpose_description: None,
        }],
        list_of_devices: vec![device()],
        list_of_staff: vec![member()],
        ..RawSubmission::default()
    }
}

/// Returns the faults of the valid request after `change`, as (field, message).
pub(super) fn faults_after(change: impl FnOnce(&mut RawSubmission)) -> Vec<(String, String)> {
    let mut raw = valid();
    change(&mut raw);
    raw.check(today(), &requester())
        .map_or_else(|faults| field_messages(&faults), |_| Vec::new())
}

pub(super) fn field_messages(faults: &Faults) -> Vec<(String, String)> {
    faults
        .list()
        .iter()
        .map(|fault| (fault.field.clone(), fault.message.to_string()))
        .collect()
}

/// Asserts that there is exactly one fault, with this field and this message.
#[track_caller]
pub(super) fn assert_one_fault(faults: impl AsRef<[(String, String)]>, field: &str, message: &str) {
    assert_eq!(faults.as_ref(), [(field.to_owned(), message.to_owned())]);
}

#[test]
fn a_valid_request_is_accepted() {
    let submission = valid().check(today(), &requester()).unwrap();
    assert_eq!(submission.details().title(), "Malaria in pregnancy");
    assert_eq!((submission.devices().len(), submission.staff().len()), (1, 1));
    assert!(submission.filters().is_empty());
}

#[test]
fn an_empty_request_gets_every_toast_in_order() {
    let faults = RawSubmission::default().check(today(), &requester()).unwrap_err();
    assert_eq!(faults.to_string(), "Please enter the Data Request Title.");
    let messages: Vec<&str> = faults.list().iter().map(|fault| fault.message.as_ref()).collect();
    assert_eq!(
        messages,
        [
            "Please enter the Data Request Title.",
            "Please select the Ethics Committee Name.",
            "Please enter the Protocol Reference Number.",
            "Please enter the Date the Request will be Needed.",
            "Please select whether the Ethics Approval Letter is available.",
            "Please upload the Data Sharing Agreement.",
            "Please select at least one Request Purpose.",
            "Select a data format you want.",
            "Please enter the Dataset Description.",
            "Please upload your General Data Specification Form since no variables were selected.",
            "Please enter the Principal's Name.",
            "Please enter the Principal's Surname.",
            "Please enter the Principal's Email.",
            "Please enter the Principal's Phone.",
            "Please enter the Principal's Institution.",
            "Please enter the Principal's Occupation.",
            "Please select the Data Source.",
            "Please add device to the List of Devices Table",
            "Please add staff member to the List of Staff Table",
        ]
    );
}

#[test]
fn each_step_is_checked_alone() {
    let mut raw = valid();
    raw.list_of_devices.clear();
    raw.list_of_staff.clear();
    assert!(raw.check_details(today(), &requester()).is_ok());
    assert!(raw.filters.check().is_ok());
    let faults = raw.check_devices_and_staff(None).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "Please add device to the List of Devices Table"
    );
}
