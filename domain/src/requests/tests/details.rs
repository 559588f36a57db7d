use chrono::{NaiveDate, TimeDelta};

use super::super::{
    AccessPeriod, DataFormat, FaultReason, FileType, MAX_FILE_BYTES, NeededOnFault, RawPurpose,
    keep_needed_on, parse_needed_on,
};
use super::{assert_one_fault, faults_after, file, requester, text, today, unknown_file, valid};
use crate::ids::{PurposeId, VariableId};

const NO_LETTER: &str = "Invalid file type. Please upload a PDF or image file. The file of the Ethics Approval Letter is neither.";

#[test]
fn the_needed_date_must_be_two_weeks_away() {
    for day in ["2026-03-02", "2026-03-01", "2020-01-01"] {
        let faults = faults_after(|raw| raw.needed_on = text(day));
        assert_one_fault(
            faults,
            "needed_on",
            "The selected date must be greater than the current date",
        );
    }
    for day in ["2026-03-03", "2026-03-15"] {
        let faults = faults_after(|raw| raw.needed_on = text(day));
        assert_one_fault(
            faults,
            "needed_on",
            "The Needed Date should be in four weeks time or greater. Preferably during the Week.",
        );
    }
    assert_eq!(
        faults_after(|raw| raw.needed_on = text("2026-03-16T00:00:00.000Z")),
        []
    );
    assert_one_fault(
        faults_after(|raw| raw.needed_on = text(" ")),
        "needed_on",
        "Please enter the Date the Request will be Needed.",
    );
    for day in ["tomorrow", "2026-02-30", "20260-01-01", "+99999-01-01"] {
        assert_one_fault(
            faults_after(|raw| raw.needed_on = text(day)),
            "needed_on",
            "The date must have the form YYYY-MM-DD.",
        );
    }
}

#[test]
fn single_fields_have_their_messages() {
    assert_one_fault(
        faults_after(|raw| raw.title = text("  ")),
        "title",
        "Please enter the Data Request Title.",
    );
    assert_one_fault(
        faults_after(|raw| raw.ethics.ethics_committee = Some(0)),
        "ethics_committee",
        "Please select the Ethics Committee Name.",
    );
    assert_one_fault(
        faults_after(|raw| raw.ethics.protocol_ref_num = None),
        "protocol_ref_num",
        "Please enter the Protocol Reference Number.",
    );
    assert_one_fault(
        faults_after(|raw| raw.dataset_description = None),
        "dataset_description",
        "Please enter the Dataset Description.",
    );
    assert_one_fault(
        faults_after(|raw| raw.title = text("a\u{0}b")),
        "title",
        "The text must not contain control characters.",
    );
    assert_one_fault(
        faults_after(|raw| raw.title = Some("x".repeat(256))),
        "title",
        "The text must not be longer than 255 characters.",
    );
}

#[test]
fn the_ethics_letter_is_required_if_declared_available() {
    let field = "ethics_doc_path";
    assert_one_fault(
        faults_after(|raw| raw.ethics_doc_path = None),
        field,
        "Please upload the Ethics Approval Letter.",
    );
    assert_one_fault(
        faults_after(|raw| raw.ethics_doc_path = unknown_file()),
        field,
        NO_LETTER,
    );
    assert_one_fault(
        faults_after(|raw| raw.ethics.ethics_approval_letter = text("maybe")),
        "ethics_approval_letter",
        "Please select whether the Ethics Approval Letter is available.",
    );
    let without = faults_after(|raw| {
        raw.ethics.ethics_approval_letter = text("No");
        raw.ethics_doc_path = None;
    });
    assert_eq!(without, []);
}

#[test]
fn files_are_refused_by_type_and_size() {
    assert_one_fault(
        faults_after(|raw| raw.file_path = None),
        "file_path",
        "Please upload the Data Sharing Agreement.",
    );
    assert_one_fault(
        faults_after(|raw| raw.data_specs_path = file(FileType::Gif)),
        "data_specs_path",
        "Invalid file type. Please upload a PDF or image file. The file of the General Data Specification Form is a GIF picture. Save it as JPEG or PNG, or print it to a PDF.",
    );
    let mut raw = valid();
    raw.file_path = raw.file_path.map(|mut file| {
        file.size = MAX_FILE_BYTES + 1;
        file
    });
    let faults = raw.check(today(), &requester()).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "The file is too large. The limit is 10 MB. Make the file of the Data Sharing Agreement smaller, for example by scanning it in black and white."
    );
    assert_eq!(faults.first().unwrap().reason, FaultReason::FileTooLarge);
    raw.file_path = unknown_file();
    let faults = raw.check(today(), &requester()).unwrap_err();
    assert_eq!(faults.first().unwrap().reason, FaultReason::FileType);
}

#[test]
fn only_the_purpose_other_has_a_description() {
    let missing = "Please select at least one Request Purpose.";
    assert_one_fault(
        faults_after(|raw| raw.request_purposes.clear()),
        "request_purposes",
        missing,
    );
    assert_one_fault(
        faults_after(|raw| raw.request_purposes[0].purpose = None),
        "request_purposes",
        missing,
    );
    let other = |description: Option<&str>| RawPurpose {
        purpose: Some(3),
        purpose_description: description.map(str::to_owned),
    };
    assert_one_fault(
        faults_after(|raw| raw.request_purposes = vec![other(Some(" "))]),
        "purpose_description",
        "Please enter the Purpose Description.",
    );
    let mut raw = valid();
    raw.purpose_description = text("Teaching");
    raw.request_purposes = vec![
        RawPurpose {
            purpose: Some(1),
            purpose_description: text("left over"),
        },
        other(None),
        other(Some("said twice")),
    ];
    let details = raw.check_details(today(), &requester()).unwrap();
    let purposes: Vec<_> = details
        .purposes()
        .iter()
        .map(|purpose| (purpose.id(), purpose.description()))
        .collect();
    assert_eq!(purposes, [(PurposeId(1), None), (PurposeId(3), Some("Teaching"))]);
}

#[test]
fn direct_access_needs_a_period_or_no_limit() {
    assert_one_fault(
        faults_after(|raw| raw.format.data_format = text("Fax")),
        "data_format",
        "Select a data format you want.",
    );
    let direct = |from: Option<&str>, to: Option<&str>, no_limit: bool| {
        let mut raw = valid();
        raw.format.data_format = text("Direct access");
        raw.format.direct_access_from = from.map(str::to_owned);
        raw.format.direct_access_to = to.map(str::to_owned);
        raw.format.no_date_limit = Some(no_limit);
        raw.check_details(today(), &requester())
            .map(|details| details.data_format())
    };
    let period = "Enter the Direct Access period.";
    assert_eq!(direct(None, None, false).unwrap_err().to_string(), period);
    assert_eq!(
        direct(Some("2026-05-01"), None, false).unwrap_err().to_string(),
        period
    );
    let later = "Enter the Direct Access To must be greater than Direct Access From.";
    assert_eq!(
        direct(Some("2026-05-01"), Some("2026-05-01"), false)
            .unwrap_err()
            .to_string(),
        later
    );
    let limited = direct(Some("2026-05-01"), Some("2026-05-02"), false).unwrap();
    assert_eq!(limited.direct_access_from(), NaiveDate::from_ymd_opt(2026, 5, 1));
    assert_eq!(limited.direct_access_to(), NaiveDate::from_ymd_opt(2026, 5, 2));
    assert!(!limited.no_date_limit());
    let unlimited = direct(Some("2026-05-01"), Some("2026-05-02"), true).unwrap();
    assert_eq!(unlimited, DataFormat::DirectAccess(AccessPeriod::NoLimit));
    assert_eq!(
        (unlimited.direct_access_from(), unlimited.name()),
        (None, "Direct access")
    );
}

#[test]
fn an_additional_letter_needs_its_committee_and_its_file() {
    assert_one_fault(
        faults_after(|raw| raw.additional_irb_file_path = file(FileType::Pdf)),
        "additional_ethics_committee_name",
        "Enter the Additional Ethics Committee Name.",
    );
    assert_one_fault(
        faults_after(|raw| raw.ethics.additional_ethics_committee_name = text("City Committee")),
        "additional_IRB_file_path",
        "Upload the Additional Ethics Approval Letter Name.",
    );
    let mut raw = valid();
    raw.ethics.additional_ethics_committee_name = text("None");
    let details = raw.check_details(today(), &requester()).unwrap();
    assert_eq!(details.ethics().additional_committee, None);
    raw.ethics.additional_ethics_committee_name = text("City Committee");
    raw.additional_irb_file_path = file(FileType::Jpeg);
    let details = raw.check_details(today(), &requester()).unwrap();
    let additional = details.ethics().additional_committee.as_deref();
    assert_eq!(additional, Some("City Committee"));
}

#[test]
fn a_specification_form_is_required_without_variables() {
    assert_one_fault(
        faults_after(|raw| raw.dataset_variables.clear()),
        "data_specs_path",
        "Please upload your General Data Specification Form since no variables were selected.",
    );
    let mut raw = valid();
    let details = raw.check_details(today(), &requester()).unwrap();
    assert_eq!(details.variables(), [VariableId(11), VariableId(12)]);
    raw.dataset_variables.clear();
    raw.data_specs_path = file(FileType::Pdf);
    assert!(
        raw.check_details(today(), &requester())
            .unwrap()
            .variables()
            .is_empty()
    );
    assert_one_fault(
        faults_after(|raw| raw.dataset_variables = (1..=10_001).collect()),
        "dataset_variables",
        "A request must not have more than 10000 variables.",
    );
}

#[test]
fn the_principal_is_typed_or_copied() {
    assert_one_fault(
        faults_after(|raw| raw.principal.principal_email = text("ines@")),
        "principal_email",
        "Enter a valid email.",
    );
    assert_one_fault(
        faults_after(|raw| raw.principal.principal_phone = text("none")),
        "principal_phone",
        "Please enter the Principal's Phone.",
    );
    let mut raw = valid();
    let typed = raw.check_details(today(), &requester()).unwrap();
    assert_eq!(
        (&*typed.principal().fname, &*typed.principal().phone),
        ("Ines", "0700111222")
    );
    raw.is_principal = Some(true);
    let copied = raw.check_details(today(), &requester()).unwrap();
    assert!(copied.is_principal());
    let principal = copied.principal();
    assert_eq!(
        (&*principal.fname, &*principal.sname, &*principal.occupation),
        ("Zoë", "Aciro", "Epidemiologist")
    );
    assert_eq!(principal.email, "zoe.aciro@study.example");
    assert_eq!(principal.institution, "School of Public Health");
}

#[test]
fn a_requester_without_an_address_cannot_be_the_principal() {
    let mut raw = valid();
    raw.is_principal = Some(true);
    let nameless = super::RequesterDetails {
        org_email: None,
        ..requester()
    };
    let faults = raw.check(today(), &nameless).unwrap_err();
    assert_eq!(faults.to_string(), "Please enter the Principal's Email.");
}

#[test]
fn a_resubmission_keeps_the_needed_date_while_it_is_valid() {
    let today = NaiveDate::from_ymd_opt(2026, 3, 2).unwrap();
    let day = |days: i64| today + TimeDelta::days(days);
    assert_eq!(keep_needed_on(day(14), today), Ok(day(14)));
    for passed in [day(13), day(0), day(-40)] {
        assert_eq!(keep_needed_on(passed, today), Err(NeededOnFault::Missing));
    }
    let typed = |text: &str| parse_needed_on(Some(text), today);
    assert_eq!(parse_needed_on(None, today), Ok(None));
    assert_eq!(typed(" "), Ok(None));
    assert_eq!(typed(&day(20).to_string()), Ok(Some(day(20))));
    for (text, fault) in [
        (day(13).to_string(), NeededOnFault::TooSoon),
        (day(1).to_string(), NeededOnFault::TooSoon),
        (day(0).to_string(), NeededOnFault::NotAhead),
        (day(-1).to_string(), NeededOnFault::NotAhead),
        ("soon".to_owned(), NeededOnFault::Malformed),
        ("2026-02-30".to_owned(), NeededOnFault::Malformed),
    ] {
        assert_eq!(typed(&text), Err(fault), "{text}");
    }
}
