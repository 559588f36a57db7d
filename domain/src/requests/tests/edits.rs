//! The rules of the edit forms of a submitted request, with the messages of the specification.

use chrono::NaiveDate;

use super::super::{
    AccessPeriod, DataFormat, DocumentKind, FileType, IdentificationType, Letter, RawDataFormat, RawEthics,
    RawEthicsEdit, RawPrincipal, check_replacement,
};
use super::{assert_one_fault, device, field_messages, file, member, text, unknown_file};

fn principal() -> RawPrincipal {
    RawPrincipal {
        principal_fname: text("Amos"),
        principal_sname: text("Berg"),
        principal_email: text("amos.berg@study.example"),
        principal_phone: text("+256 700 654321"),
        principal_institution: text("School of Public Health"),
        principal_occupation: text("Statistician"),
    }
}

fn ethics() -> RawEthicsEdit {
    RawEthicsEdit {
        answers: RawEthics {
            ethics_committee: Some(2),
            protocol_ref_num: text(" P-7 "),
            additional_ethics_committee_name: text("None"),
            ..RawEthics::default()
        },
        letter: Letter::New(file(FileType::Pdf).unwrap()),
        additional_letter: Letter::Missing,
    }
}

#[test]
fn every_field_of_the_principal_is_required() {
    let read = principal().check().unwrap();
    assert_eq!((&*read.fname, &*read.phone), ("Amos", "+256700654321"));
    let faults = field_messages(&RawPrincipal::default().check().unwrap_err());
    let mut messages: Vec<&str> = faults.iter().map(|(_, message)| message.as_str()).collect();
    messages.sort_unstable();
    assert_eq!(
        messages,
        [
            "Email is required.",
            "First Name is required.",
            "Institution is required.",
            "Occupation is required.",
            "Phone is required.",
            "Surname is required.",
        ]
    );
    let mut wrong = principal();
    wrong.principal_email = text("amos@study");
    assert_one_fault(
        field_messages(&wrong.check().unwrap_err()),
        "principal_email",
        "Enter a valid email.",
    );
}

#[test]
fn direct_access_needs_a_period_that_ends_later() {
    let format = |name: &str, from: Option<&str>, to: Option<&str>, no_date_limit| RawDataFormat {
        data_format: text(name),
        direct_access_from: from.map(str::to_owned),
        direct_access_to: to.map(str::to_owned),
        no_date_limit: Some(no_date_limit),
    };
    assert_eq!(
        format("Electronic", Some("no date"), None, false).check(),
        Ok(DataFormat::Electronic)
    );
    assert_eq!(
        format("Direct access", None, None, true).check(),
        Ok(DataFormat::DirectAccess(AccessPeriod::NoLimit))
    );
    let missing = field_messages(&format("Direct access", None, None, false).check().unwrap_err());
    let expected = [
        ("direct_access_from", "Direct Access From is required."),
        ("direct_access_to", "Direct Access To is required."),
    ];
    assert_eq!(
        missing,
        expected.map(|(field, message)| (field.to_owned(), message.to_owned()))
    );
    let day = "2026-07-01";
    assert_one_fault(
        field_messages(
            &format("Direct access", Some(day), Some(day), false)
                .check()
                .unwrap_err(),
        ),
        "direct_access_to",
        "Enter the Direct Access To must be greater than Direct Access From.",
    );
    assert_one_fault(
        field_messages(&format("Stone", None, None, false).check().unwrap_err()),
        "data_format",
        "Select a data format you want.",
    );
}

#[test]
fn ethics_approval_needs_committee_number_and_letter() {
    let read = ethics().check().unwrap();
    assert_eq!(
        (read.protocol_ref_num.as_str(), read.additional_committee),
        ("P-7", None)
    );
    let faults = field_messages(&RawEthicsEdit::default().check().unwrap_err());
    assert_eq!(
        faults,
        [
            ("ethics_committee", "Please select the Ethics Committee Name."),
            ("protocol_ref_num", "Protocol Reference Number is required."),
            ("ethics_doc_path1", "Ethics Approval Letter is required."),
        ]
        .map(|(field, message)| (field.to_owned(), message.to_owned()))
    );
    let kept = RawEthicsEdit {
        letter: Letter::Kept,
        ..ethics()
    };
    assert!(kept.check().is_ok(), "the letter that is there may stay");
    let wrong = RawEthicsEdit {
        letter: Letter::New(unknown_file().unwrap()),
        ..ethics()
    };
    assert_one_fault(
        field_messages(&wrong.check().unwrap_err()),
        "ethics_doc_path1",
        "Invalid file type. Please upload a PDF or image file. The file of the Ethics Approval Letter is neither.",
    );
}

#[test]
fn an_additional_letter_needs_its_name_and_its_file() {
    let mut named = ethics();
    named.answers.additional_ethics_committee_name = text("Halden Review Board");
    assert_one_fault(
        field_messages(&named.check().unwrap_err()),
        "additional_IRB_file_path1",
        "Upload the Additional Ethics Approval Letter Name.",
    );
    let whole = RawEthicsEdit {
        additional_letter: Letter::Kept,
        ..named
    };
    assert_eq!(
        whole.check().unwrap().additional_committee.as_deref(),
        Some("Halden Review Board")
    );
    let nameless = RawEthicsEdit {
        additional_letter: Letter::Kept,
        ..ethics()
    };
    assert_one_fault(
        field_messages(&nameless.check().unwrap_err()),
        "additional_ethics_committee_name",
        "Enter the Additional Ethics Committee Name.",
    );
}

#[test]
fn an_edited_agreement_requires_a_file() {
    let kind = DocumentKind::DataSharingAgreement;
    assert_eq!(check_replacement(kind, file(FileType::Gif)), Ok(FileType::Gif));
    assert_one_fault(
        field_messages(&check_replacement(kind, None).unwrap_err()),
        "file_path1",
        "Data Sharing Agreement is required.",
    );
    assert_one_fault(
        field_messages(&check_replacement(DocumentKind::DataSpecification, file(FileType::Gif)).unwrap_err()),
        "data_specs_path1",
        "Invalid file type. Please upload a PDF or image file. The file of the General Data Specification Form is a GIF picture. Save it as JPEG or PNG, or print it to a PDF.",
    );
}

#[test]
fn usage_of_an_edited_device_must_end_after_it_begins() {
    let mut raw = device();
    raw.usage_to = raw.usage_from.clone();
    assert_one_fault(
        field_messages(&raw.check_edit(None).unwrap_err()),
        "usage_to",
        "Usage To cannot be before Usage From",
    );
    assert!(device().check_edit(NaiveDate::from_ymd_opt(2026, 3, 31)).is_ok());
}

#[test]
fn an_identification_is_kept_unless_its_type_changes_and_declined_protocols_are_refused() {
    let mut raw = member();
    raw.identification_file_path = None;
    assert!(raw.check_edit(IdentificationType::Passport).is_ok());
    raw.identification_type = text("National ID");
    assert_one_fault(
        field_messages(&raw.check_edit(IdentificationType::Passport).unwrap_err()),
        "identification_file_path",
        "Please upload the National ID",
    );
    let mut careless = member();
    careless.confidentiality_protocols = Some(false);
    assert!(careless.check().is_ok(), "reviewers are warned of it");
    assert_one_fault(
        field_messages(&careless.check_edit(IdentificationType::Passport).unwrap_err()),
        "confidentiality_protocols",
        "You can't save a person who does not comply with the Confidentiality Protocol. Remove this person from the list.",
    );
}
