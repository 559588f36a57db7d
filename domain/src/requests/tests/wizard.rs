//! The wizard's rules, shared with the browser.
//!
//! The browser checks the wizard's input itself, at once and without a connection. The file
//! `frontend/src/testing/submissions.json` has submissions with the errors that the domain reports
//! for them, and the constants of these rules. `validation.test.ts` compares the browser's rules
//! with the same file.

mod cases;
mod json;

use super::{device, field_messages, member, requester, text, today, valid};
use crate::requests::check::{LINE, MAX_ROWS, PROSE};
use crate::requests::{
    DetectedFile, DraftContent, Faults, Filters, IdentificationType, OTHER_PURPOSE, RawDevice, RawStaff,
    RawSubmission, RequestDetails, RequesterDetails,
};
use cases::{Answers, Case, DEVICE_EDITS, STAFF_EDITS, SUBMISSIONS};
use json::Json;

const PATH: &str = "../frontend/src/testing/submissions.json";
const COMMAND: &str = "ADITUS_WRITE_SUBMISSIONS=1 cargo test -p aditus-domain submissions_of_the_browser";

#[test]
fn submissions_of_the_browser_have_the_errors_of_the_domain() {
    let written = document();
    if std::env::var_os("ADITUS_WRITE_SUBMISSIONS").is_some() {
        std::fs::write(PATH, &written).unwrap();
    }
    let committed = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(
        committed == written,
        "frontend/src/testing/submissions.json differs from the rules of the domain. Write it anew with `{COMMAND}`, then \
         adapt validation.ts until validation.test.ts passes."
    );
}

fn document() -> String {
    let base = || Answers {
        raw: answered(),
        account: requester(),
    };
    let submissions = cases(SUBMISSIONS, base, answers_json, |Answers { raw, account }| {
        raw.check(today(), account).err()
    });
    let device_edits = cases(DEVICE_EDITS, device, device_json, |raw| {
        raw.check_edit(Some(needed_on())).err()
    });
    let staff_edits = cases(STAFF_EDITS, member, staff_json, |raw| {
        raw.check_edit(IdentificationType::Passport).err()
    });
    let document = Json::object([
        ("today", Json::Text(today().to_string())),
        ("limits", limits()),
        ("submission", answers_json(&base())),
        ("submissions", submissions),
        ("device", device_json(&device())),
        ("device_edits", device_edits),
        ("staff_member", staff_json(&member())),
        ("staff_edits", staff_edits),
    ]);
    let mut text = String::new();
    document.write(0, &mut text);
    text + "\n"
}

fn limits() -> Json {
    let number = |count: usize| Json::Number(i64::try_from(count).unwrap());
    Json::object([
        ("line", number(LINE)),
        ("prose", number(PROSE)),
        ("rows", number(MAX_ROWS)),
        ("variables", number(RequestDetails::MAX_VARIABLES)),
        ("facilities", number(Filters::MAX_FACILITIES)),
        (
            "files_bytes",
            Json::Number(DraftContent::MAX_FILES_BYTES.cast_signed()),
        ),
        ("days_ahead", Json::Number(RequestDetails::MIN_DAYS_AHEAD)),
        ("other_purpose", Json::Number(OTHER_PURPOSE.0)),
    ])
}

fn needed_on() -> chrono::NaiveDate {
    chrono::NaiveDate::from_ymd_opt(2026, 3, 31).unwrap()
}

/// Returns the valid request with the phone number as the browser sends it.
fn answered() -> RawSubmission {
    let mut raw = valid();
    raw.principal.principal_phone = text("0700111222");
    raw
}

/// Returns the cases as the fields in which each differs from the base, and its errors.
fn cases<T>(
    cases: &[Case<T>],
    base: impl Fn() -> T,
    to_json: fn(&T) -> Json,
    check: impl Fn(&T) -> Option<Faults>,
) -> Json {
    let Json::Object(unchanged) = to_json(&base()) else {
        panic!("the base is an object")
    };
    let rows = cases.iter().map(|(about, change)| {
        let mut input = base();
        change(&mut input);
        let Json::Object(fields) = to_json(&input) else {
            panic!("each case is an object")
        };
        let changes = fields.into_iter().zip(&unchanged);
        let changes = changes
            .filter(|(field, base)| field != *base)
            .map(|(field, _)| field);
        let errors = check(&input).as_ref().map(field_messages).unwrap_or_default();
        let errors = errors.into_iter().map(|(field, message)| {
            Json::object([("field", Json::Text(field)), ("message", Json::Text(message))])
        });
        Json::object([
            ("about", Json::Text((*about).to_owned())),
            ("changes", Json::Object(changes.collect())),
            ("errors", Json::List(errors.collect())),
        ])
    });
    Json::List(rows.collect())
}

fn answers_json(Answers { raw, account }: &Answers) -> Json {
    let RawSubmission {
        ethics,
        format,
        principal,
        filters,
        ..
    } = raw;
    let purposes = raw.request_purposes.iter().map(|purpose| {
        Json::object([
            ("purpose", number(purpose.purpose)),
            ("purpose_description", words(purpose.purpose_description.as_ref())),
        ])
    });
    let facilities = filters.facility_filter.iter().cloned().map(Json::Text);
    let variables = raw.dataset_variables.iter().map(|id| Json::Number(*id));
    let devices = raw.list_of_devices.iter().map(device_json);
    let staff = raw.list_of_staff.iter().map(staff_json);
    Json::object([
        ("title", words(raw.title.as_ref())),
        ("ethics_committee", number(ethics.ethics_committee)),
        ("protocol_ref_num", words(ethics.protocol_ref_num.as_ref())),
        ("needed_on", words(raw.needed_on.as_ref())),
        (
            "ethics_approval_letter",
            words(ethics.ethics_approval_letter.as_ref()),
        ),
        ("ethics_doc_path", attached(raw.ethics_doc_path)),
        ("file_path", attached(raw.file_path)),
        ("request_purposes", Json::List(purposes.collect())),
        ("data_format", words(format.data_format.as_ref())),
        (
            "additional_ethics_committee_name",
            words(ethics.additional_ethics_committee_name.as_ref()),
        ),
        ("additional_IRB_file_path", attached(raw.additional_irb_file_path)),
        ("direct_access_from", words(format.direct_access_from.as_ref())),
        ("direct_access_to", words(format.direct_access_to.as_ref())),
        ("no_date_limit", flag(format.no_date_limit)),
        ("dataset_description", words(raw.dataset_description.as_ref())),
        ("dataset_variables", Json::List(variables.collect())),
        ("data_specs_path", attached(raw.data_specs_path)),
        ("isPrincipal", flag(raw.is_principal)),
        ("principal_fname", words(principal.principal_fname.as_ref())),
        ("principal_sname", words(principal.principal_sname.as_ref())),
        ("principal_email", words(principal.principal_email.as_ref())),
        ("principal_phone", words(principal.principal_phone.as_ref())),
        (
            "principal_institution",
            words(principal.principal_institution.as_ref()),
        ),
        (
            "principal_occupation",
            words(principal.principal_occupation.as_ref()),
        ),
        ("data_source_id", number(raw.data_source_id)),
        ("facility_filter", Json::List(facilities.collect())),
        ("start_value", words(filters.start_value.as_ref())),
        ("end_value", words(filters.end_value.as_ref())),
        ("list_of_devices", Json::List(devices.collect())),
        ("list_of_staff", Json::List(staff.collect())),
        ("account", account_json(account)),
    ])
}

fn account_json(account: &RequesterDetails) -> Json {
    Json::object([
        ("fname", Json::Text(account.fname.clone())),
        ("sname", Json::Text(account.sname.clone())),
        ("org_email", words(account.org_email.as_ref())),
        ("phone", words(account.phone.as_ref())),
        ("designation", Json::Text(account.designation.clone())),
        ("institution", Json::Text(account.institution.clone())),
    ])
}

fn device_json(device: &RawDevice) -> Json {
    Json::object([
        ("equipment_name", words(device.equipment_name.as_ref())),
        ("equipment_type", number(device.equipment_type)),
        ("serial_number", words(device.serial_number.as_ref())),
        ("used_by", words(device.used_by.as_ref())),
        ("organisation", words(device.organisation.as_ref())),
        ("usage_from", words(device.usage_from.as_ref())),
        ("usage_to", words(device.usage_to.as_ref())),
    ])
}

fn staff_json(member: &RawStaff) -> Json {
    Json::object([
        ("first_name", words(member.first_name.as_ref())),
        ("surname", words(member.surname.as_ref())),
        ("phone", words(member.phone.as_ref())),
        ("email", words(member.email.as_ref())),
        ("identification_type", words(member.identification_type.as_ref())),
        (
            "identification_number",
            words(member.identification_number.as_ref()),
        ),
        (
            "position_in_organisation",
            words(member.position_in_organisation.as_ref()),
        ),
        (
            "identification_file_path",
            attached(member.identification_file_path),
        ),
        (
            "confidentiality_protocols",
            flag(member.confidentiality_protocols),
        ),
    ])
}

fn words(text: Option<&String>) -> Json {
    text.cloned().map_or(Json::Null, Json::Text)
}

fn number(id: Option<i64>) -> Json {
    id.map_or(Json::Null, Json::Number)
}

fn flag(answer: Option<bool>) -> Json {
    answer.map_or(Json::Null, Json::Flag)
}

fn attached(file: Option<DetectedFile>) -> Json {
    Json::Flag(file.is_some())
}
