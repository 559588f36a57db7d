//! The wizard's rules, shared with the browser.
//!
//! The browser checks the wizard's input itself, at once and without a connection. The file
//! `frontend/src/testing/submissions.json` has submissions with the errors that the domain reports
//! for them, and the constants of these rules. `validation.test.ts` compares the browser's rules
//! with the same file.

use super::{device, file, member, requester, text, today, told, valid};
use crate::requests::check::{LINE, MAX_ROWS, PROSE};
use crate::requests::{
    DetectedFile, DraftContent, Faults, FileType, Filters, IdentificationType, OTHER_PURPOSE, RawDevice,
    RawPurpose, RawStaff, RawSubmission, RequestDetails, RequesterDetails,
};

const PATH: &str = "../frontend/src/testing/submissions.json";
const COMMAND: &str = "ADITUS_WRITE_SUBMISSIONS=1 cargo test -p aditus-domain submissions_of_the_browser";

/// The input of the wizard, and the account from which the principal is copied.
struct Answers {
    raw: RawSubmission,
    account: RequesterDetails,
}

type Case<T> = (&'static str, fn(&mut T));

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

#[expect(clippy::unnecessary_wraps, reason = "the raw fields are optional")]
fn long(count: usize) -> Option<String> {
    Some("x".repeat(count))
}

fn purpose(id: i64, description: Option<&str>) -> RawPurpose {
    RawPurpose {
        purpose: Some(id),
        purpose_description: description.map(str::to_owned),
    }
}

fn direct(raw: &mut RawSubmission, from: &str, to: &str) {
    raw.format.data_format = text("Direct access");
    raw.format.direct_access_from = text(from);
    raw.format.direct_access_to = text(to);
}

const SUBMISSIONS: &[Case<Answers>] = &[
    ("everything is answered", |_| {}),
    ("nothing is answered", |it| it.raw = RawSubmission::default()),
    ("the title is missing", |it| it.raw.title = text("  ")),
    ("the title has nothing visible", |it| {
        it.raw.title = text("\u{200B}\u{2060}\u{3164}")
    }),
    ("the title is as long as it may be", |it| {
        it.raw.title = long(LINE)
    }),
    ("the title is as long as it may be, between blanks", |it| {
        it.raw.title = Some(format!("  {}\u{200B} ", "x".repeat(LINE)))
    }),
    ("the title is too long", |it| it.raw.title = long(LINE + 1)),
    ("the title has two blanks that count as one", |it| {
        it.raw.title = Some(format!("{}  {}", "x".repeat(200), "x".repeat(LINE - 201)))
    }),
    ("the title is turned around", |it| {
        it.raw.title = text("Waiting \u{202E}times")
    }),
    ("the title has control characters", |it| {
        it.raw.title = text("Waiting \u{1B}[31mtimes")
    }),
    ("the title has a character of a private font", |it| {
        it.raw.title = text("Waiting times \u{E123}")
    }),
    ("the title has a bullet of a word processor", |it| {
        it.raw.title = text("\u{F0B7} Waiting times")
    }),
    ("the title is of another script", |it| {
        it.raw.title = text("أوقات الانتظار في المستشفيات")
    }),
    ("the committee is missing", |it| {
        it.raw.ethics.ethics_committee = None
    }),
    ("the protocol number is missing", |it| {
        it.raw.ethics.protocol_ref_num = text("")
    }),
    ("the protocol number is too long", |it| {
        it.raw.ethics.protocol_ref_num = long(LINE + 1)
    }),
    ("the needed date is missing", |it| it.raw.needed_on = None),
    ("the needed date is no day of the calendar", |it| {
        it.raw.needed_on = text("2026-04-31")
    }),
    ("the year of the needed date has three digits", |it| {
        it.raw.needed_on = text("0202-04-30")
    }),
    ("the needed date is yesterday", |it| {
        it.raw.needed_on = text("2026-03-01")
    }),
    ("the needed date is today", |it| {
        it.raw.needed_on = text("2026-03-02")
    }),
    ("the needed date is tomorrow", |it| {
        it.raw.needed_on = text("2026-03-03")
    }),
    ("the needed date is a day too soon", |it| {
        it.raw.needed_on = text("2026-03-15")
    }),
    ("the needed date is as soon as it may be", |it| {
        it.raw.needed_on = text("2026-03-16")
    }),
    ("the ethics letter is not answered", |it| {
        it.raw.ethics.ethics_approval_letter = None
    }),
    ("there is no ethics letter", |it| {
        it.raw.ethics.ethics_approval_letter = text("No");
        it.raw.ethics_doc_path = None;
    }),
    ("the ethics letter is not uploaded", |it| {
        it.raw.ethics_doc_path = None
    }),
    ("the agreement is not uploaded", |it| it.raw.file_path = None),
    ("no purpose is chosen", |it| it.raw.request_purposes.clear()),
    ("the other purpose is not described", |it| {
        it.raw.request_purposes = vec![purpose(1, None), purpose(3, Some(" "))]
    }),
    ("the other purpose is described at full length", |it| {
        it.raw.request_purposes = vec![purpose(3, long(PROSE).as_deref())]
    }),
    ("the description of the other purpose is too long", |it| {
        it.raw.request_purposes = vec![purpose(3, long(PROSE + 1).as_deref())]
    }),
    ("the description of the other purpose is turned around", |it| {
        it.raw.request_purposes = vec![purpose(3, Some("\u{202E}Warning"))]
    }),
    ("no format is chosen", |it| it.raw.format.data_format = None),
    ("the additional committee has no letter", |it| {
        it.raw.ethics.additional_ethics_committee_name = text("Board of the Lakes")
    }),
    ("the additional letter has no committee", |it| {
        it.raw.ethics.additional_ethics_committee_name = text("");
        it.raw.additional_irb_file_path = file(FileType::Pdf);
    }),
    ("the additional committee has a name that is too long", |it| {
        it.raw.ethics.additional_ethics_committee_name = long(LINE + 1);
        it.raw.additional_irb_file_path = file(FileType::Pdf);
    }),
    ("the additional committee is called None", |it| {
        it.raw.ethics.additional_ethics_committee_name = text("None");
        it.raw.additional_irb_file_path = file(FileType::Pdf);
    }),
    ("the additional letter is complete", |it| {
        it.raw.ethics.additional_ethics_committee_name = text("Board of the Lakes");
        it.raw.additional_irb_file_path = file(FileType::Gif);
    }),
    ("direct access has no period", |it| direct(&mut it.raw, "", "")),
    ("direct access has no end", |it| {
        direct(&mut it.raw, "2026-04-01", "")
    }),
    ("direct access begins on no day of the calendar", |it| {
        direct(&mut it.raw, "2026-02-30", "2026-04-02")
    }),
    ("direct access ends on its first day", |it| {
        direct(&mut it.raw, "2026-04-01", "2026-04-01")
    }),
    ("direct access ends on the next day", |it| {
        direct(&mut it.raw, "2026-04-01", "2026-04-02")
    }),
    ("direct access has no date limit", |it| {
        direct(&mut it.raw, "", "");
        it.raw.format.no_date_limit = Some(true);
    }),
    ("the description is missing", |it| {
        it.raw.dataset_description = None
    }),
    ("the description is as long as it may be, in emoji", |it| {
        it.raw.dataset_description = Some("🌦".repeat(PROSE))
    }),
    ("the description is too long", |it| {
        it.raw.dataset_description = long(PROSE + 1)
    }),
    ("the description has private characters and line ends", |it| {
        it.raw.dataset_description = text("Admissions\r\nby day \u{F8FF}")
    }),
    ("there are neither variables nor a form", |it| {
        it.raw.dataset_variables.clear()
    }),
    ("there is a form instead of variables", |it| {
        it.raw.dataset_variables.clear();
        it.raw.data_specs_path = file(FileType::Pdf);
    }),
    ("there are as many variables as there may be", |it| {
        it.raw.dataset_variables = vec![11; RequestDetails::MAX_VARIABLES]
    }),
    ("there are too many variables", |it| {
        it.raw.dataset_variables = vec![11; RequestDetails::MAX_VARIABLES + 1]
    }),
    ("the data source is missing", |it| it.raw.data_source_id = None),
    ("nothing is said of the principal", |it| {
        it.raw.principal = super::RawPrincipal::default()
    }),
    ("the principal has an email without a domain", |it| {
        it.raw.principal.principal_email = text("ines.okot@study")
    }),
    ("the principal has an email with accents", |it| {
        it.raw.principal.principal_email = text("inés@study.example")
    }),
    ("the principal has an email that is too long", |it| {
        it.raw.principal.principal_email = Some(format!("ines@{}study.example", "sub.".repeat(60)))
    }),
    ("the phone of the principal has too few digits", |it| {
        it.raw.principal.principal_phone = text("12345")
    }),
    ("the phone of the principal has the fewest digits", |it| {
        it.raw.principal.principal_phone = text("123456")
    }),
    ("the phone of the principal has the most digits", |it| {
        it.raw.principal.principal_phone = text("+123456789012345")
    }),
    ("the phone of the principal has too many digits", |it| {
        it.raw.principal.principal_phone = text("+1234567890123456")
    }),
    ("the phone of the principal is written with separators", |it| {
        it.raw.principal.principal_phone = text("+256 (700) 111-222")
    }),
    ("the principal has texts that are too long", |it| {
        it.raw.principal.principal_fname = long(LINE + 1);
        it.raw.principal.principal_occupation = long(LINE + 1);
    }),
    ("the requester is the principal", |it| {
        it.raw.is_principal = Some(true);
        it.raw.principal = super::RawPrincipal::default();
    }),
    ("the requester is the principal, whose account has gaps", |it| {
        it.raw.is_principal = Some(true);
        it.account.org_email = None;
        it.account.phone = None;
        it.account.designation = String::new();
    }),
    ("the data begins and ends on one day", |it| {
        it.raw.filters.start_value = text("2025-01-01");
        it.raw.filters.end_value = text("2025-01-01");
    }),
    ("the data ends before it begins", |it| {
        it.raw.filters.start_value = text("2025-01-02");
        it.raw.filters.end_value = text("2025-01-01");
    }),
    ("the data begins on no day of the calendar", |it| {
        it.raw.filters.start_value = text("2025-13-01");
        it.raw.filters.end_value = text("2025-01-01");
    }),
    ("there are as many facilities as there may be", |it| {
        it.raw.filters.facility_filter = vec!["Hill Clinic".to_owned(); Filters::MAX_FACILITIES]
    }),
    ("there are too many facilities", |it| {
        it.raw.filters.facility_filter = vec!["Hill Clinic".to_owned(); Filters::MAX_FACILITIES + 1]
    }),
    ("a facility has a name that is too long", |it| {
        it.raw.filters.facility_filter = vec!["Hill Clinic".to_owned(), "x".repeat(LINE + 1)]
    }),
    ("there are neither devices nor staff", |it| {
        it.raw.list_of_devices.clear();
        it.raw.list_of_staff.clear();
    }),
    ("there are as many devices and staff as there may be", |it| {
        it.raw.list_of_devices = vec![device(); MAX_ROWS];
        it.raw.list_of_staff = vec![member(); MAX_ROWS];
    }),
    ("there are too many devices and staff", |it| {
        it.raw.list_of_devices = vec![RawDevice::default(); MAX_ROWS + 1];
        it.raw.list_of_staff = vec![RawStaff::default(); MAX_ROWS + 1];
    }),
    ("nothing is said of the second device and person", |it| {
        it.raw.list_of_devices.push(RawDevice::default());
        it.raw.list_of_staff.push(RawStaff::default());
    }),
    ("the device is used from the needed date on", |it| {
        it.raw.list_of_devices[0].usage_from = text("2026-03-31")
    }),
    ("the device is used a day before the needed date", |it| {
        it.raw.list_of_devices[0].usage_from = text("2026-03-30")
    }),
    (
        "the device is used before a needed date that is wrong itself",
        |it| {
            it.raw.needed_on = text("2026-03-05");
            it.raw.list_of_devices[0].usage_from = text("2026-03-04");
        },
    ),
    ("the device is used for no day", |it| {
        it.raw.list_of_devices[0].usage_to = text("2026-04-01")
    }),
    ("the device is used for a day", |it| {
        it.raw.list_of_devices[0].usage_to = text("2026-04-02")
    }),
    ("the device has texts and days that are wrong", |it| {
        it.raw.list_of_devices[0] = RawDevice {
            equipment_type: Some(0),
            equipment_name: long(LINE + 1),
            serial_number: text("SN\u{202D}42"),
            used_by: long(LINE),
            organisation: long(LINE + 1),
            usage_from: text("2026-02-30"),
            usage_to: text("soon"),
        }
    }),
    ("the person has texts that are wrong", |it| {
        it.raw.list_of_staff[0] = RawStaff {
            first_name: long(LINE + 1),
            surname: text("Be\u{202E}rg"),
            phone: text("12-34"),
            email: text("amos.berg"),
            identification_number: long(LINE + 1),
            position_in_organisation: long(LINE + 1),
            ..member()
        }
    }),
    ("the person has no kind of identification", |it| {
        it.raw.list_of_staff[0].identification_type = None;
        it.raw.list_of_staff[0].identification_number = long(LINE + 1);
        it.raw.list_of_staff[0].identification_file_path = None;
    }),
    ("the passport is missing", |it| {
        it.raw.list_of_staff[0].identification_number = text(" ");
        it.raw.list_of_staff[0].identification_file_path = None;
    }),
    ("the national ID is missing", |it| {
        it.raw.list_of_staff[0].identification_type = text("National ID");
        it.raw.list_of_staff[0].identification_file_path = None;
    }),
    ("the person does not comply", |it| {
        it.raw.list_of_staff[0].confidentiality_protocols = Some(false)
    }),
    ("nothing is said of whether the person complies", |it| {
        it.raw.list_of_staff[0].confidentiality_protocols = None
    }),
    ("every step has an error", |it| {
        it.raw.title = text("");
        it.raw.needed_on = text("2026-03-02");
        it.raw.principal.principal_email = text("ines");
        it.raw.filters.start_value = text("2025-01-02");
        it.raw.filters.end_value = text("2025-01-01");
        it.raw.list_of_devices[0].equipment_name = text("");
        it.raw.list_of_staff[0].email = text("amos");
    }),
];

/// Edits of a device of a submitted request, which is needed on [`needed_on`].
const DEVICE_EDITS: &[Case<RawDevice>] = &[
    ("everything is answered", |_| {}),
    ("nothing is answered", |it| *it = RawDevice::default()),
    ("it is used before the needed date", |it| {
        it.usage_from = text("2026-03-30")
    }),
    ("it is used for no day", |it| it.usage_to = text("2026-04-01")),
];

/// Edits of a staff member of a submitted request, whose passport is stored.
const STAFF_EDITS: &[Case<RawStaff>] = &[
    ("everything is answered", |_| {}),
    ("nothing is answered", |it| *it = RawStaff::default()),
    ("the stored passport stays", |it| {
        it.identification_file_path = None
    }),
    ("another kind of identification needs a file", |it| {
        it.identification_type = text("National ID");
        it.identification_file_path = None;
    }),
    ("the person does not comply and has no file", |it| {
        it.identification_type = text("National ID");
        it.identification_file_path = None;
        it.confidentiality_protocols = Some(false);
    }),
];

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
        let mut changed = base();
        change(&mut changed);
        let Json::Object(fields) = to_json(&changed) else {
            panic!("each case is an object")
        };
        let changes = fields.into_iter().zip(&unchanged);
        let changes = changes
            .filter(|(field, base)| field != *base)
            .map(|(field, _)| field);
        let errors = check(&changed).as_ref().map(told).unwrap_or_default();
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
            ("purpose_description", words(&purpose.purpose_description)),
        ])
    });
    let facilities = filters.facility_filter.iter().cloned().map(Json::Text);
    let variables = raw.dataset_variables.iter().map(|id| Json::Number(*id));
    let devices = raw.list_of_devices.iter().map(device_json);
    let staff = raw.list_of_staff.iter().map(staff_json);
    Json::object([
        ("title", words(&raw.title)),
        ("ethics_committee", number(ethics.ethics_committee)),
        ("protocol_ref_num", words(&ethics.protocol_ref_num)),
        ("needed_on", words(&raw.needed_on)),
        ("ethics_approval_letter", words(&ethics.ethics_approval_letter)),
        ("ethics_doc_path", attached(raw.ethics_doc_path)),
        ("file_path", attached(raw.file_path)),
        ("request_purposes", Json::List(purposes.collect())),
        ("data_format", words(&format.data_format)),
        (
            "additional_ethics_committee_name",
            words(&ethics.additional_ethics_committee_name),
        ),
        ("additional_IRB_file_path", attached(raw.additional_irb_file_path)),
        ("direct_access_from", words(&format.direct_access_from)),
        ("direct_access_to", words(&format.direct_access_to)),
        ("no_date_limit", flag(format.no_date_limit)),
        ("dataset_description", words(&raw.dataset_description)),
        ("dataset_variables", Json::List(variables.collect())),
        ("data_specs_path", attached(raw.data_specs_path)),
        ("isPrincipal", flag(raw.is_principal)),
        ("principal_fname", words(&principal.principal_fname)),
        ("principal_sname", words(&principal.principal_sname)),
        ("principal_email", words(&principal.principal_email)),
        ("principal_phone", words(&principal.principal_phone)),
        ("principal_institution", words(&principal.principal_institution)),
        ("principal_occupation", words(&principal.principal_occupation)),
        ("data_source_id", number(raw.data_source_id)),
        ("facility_filter", Json::List(facilities.collect())),
        ("start_value", words(&filters.start_value)),
        ("end_value", words(&filters.end_value)),
        ("list_of_devices", Json::List(devices.collect())),
        ("list_of_staff", Json::List(staff.collect())),
        ("account", account_json(account)),
    ])
}

fn account_json(account: &RequesterDetails) -> Json {
    Json::object([
        ("fname", Json::Text(account.fname.clone())),
        ("sname", Json::Text(account.sname.clone())),
        ("org_email", words(&account.org_email)),
        ("phone", words(&account.phone)),
        ("designation", Json::Text(account.designation.clone())),
        ("institution", Json::Text(account.institution.clone())),
    ])
}

fn device_json(device: &RawDevice) -> Json {
    Json::object([
        ("equipment_name", words(&device.equipment_name)),
        ("equipment_type", number(device.equipment_type)),
        ("serial_number", words(&device.serial_number)),
        ("used_by", words(&device.used_by)),
        ("organisation", words(&device.organisation)),
        ("usage_from", words(&device.usage_from)),
        ("usage_to", words(&device.usage_to)),
    ])
}

fn staff_json(member: &RawStaff) -> Json {
    Json::object([
        ("first_name", words(&member.first_name)),
        ("surname", words(&member.surname)),
        ("phone", words(&member.phone)),
        ("email", words(&member.email)),
        ("identification_type", words(&member.identification_type)),
        ("identification_number", words(&member.identification_number)),
        (
            "position_in_organisation",
            words(&member.position_in_organisation),
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

fn words(text: &Option<String>) -> Json {
    text.clone().map_or(Json::Null, Json::Text)
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

/// A JSON value. The domain has no JSON library.
#[derive(PartialEq)]
enum Json {
    Null,
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

/// Lists and texts of equal parts are written as the part and the number of its repetitions if they
/// have more parts than this.
const MAX_PARTS: usize = 100;

impl Json {
    fn object<const N: usize>(fields: [(&'static str, Self); N]) -> Self {
        Self::Object(fields.into())
    }

    fn write(&self, depth: usize, to: &mut String) {
        match self {
            Self::Null => to.push_str("null"),
            Self::Flag(flag) => to.push_str(if *flag { "true" } else { "false" }),
            Self::Number(number) => to.push_str(&number.to_string()),
            Self::Text(text) => write_text(text, depth, to),
            Self::List(items) => match items.as_slice() {
                [first, rest @ ..] if items.len() > MAX_PARTS && rest.iter().all(|item| item == first) => {
                    let times = i64::try_from(items.len()).unwrap();
                    write_block(
                        ['{', '}'],
                        depth,
                        to,
                        &[(Some("row"), first), (Some("times"), &Self::Number(times))],
                    );
                }
                [Self::Number(_), ..] => {
                    let numbers: Vec<String> = items.iter().map(Self::inline).collect();
                    to.push_str(&format!("[{}]", numbers.join(", ")));
                }
                _ => write_block(
                    ['[', ']'],
                    depth,
                    to,
                    &items.iter().map(|item| (None, item)).collect::<Vec<_>>(),
                ),
            },
            Self::Object(fields) => {
                let fields: Vec<_> = fields.iter().map(|(name, value)| (Some(*name), value)).collect();
                write_block(['{', '}'], depth, to, &fields);
            }
        }
    }

    fn inline(&self) -> String {
        let mut text = String::new();
        self.write(0, &mut text);
        text
    }
}

fn write_block([open, close]: [char; 2], depth: usize, to: &mut String, parts: &[(Option<&str>, &Json)]) {
    to.push(open);
    for (index, (name, value)) in parts.iter().enumerate() {
        to.push_str(if index > 0 { ",\n" } else { "\n" });
        to.push_str(&"  ".repeat(depth + 1));
        if let Some(name) = name {
            to.push_str(&format!("\"{name}\": "));
        }
        value.write(depth + 1, to);
    }
    if !parts.is_empty() {
        to.push('\n');
        to.push_str(&"  ".repeat(depth));
    }
    to.push(close);
}

fn write_text(text: &str, depth: usize, to: &mut String) {
    let mut characters = text.chars();
    let first = characters.next();
    let count = text.chars().count();
    if count > MAX_PARTS && characters.all(|character| Some(character) == first) {
        let part = Json::Text(first.into_iter().collect());
        let times = Json::Number(i64::try_from(count).unwrap());
        write_block(
            ['{', '}'],
            depth,
            to,
            &[(Some("text"), &part), (Some("times"), &times)],
        );
        return;
    }
    to.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => to.extend(['\\', character]),
            ' '..='~' => to.push(character),
            _ if character.is_alphabetic() => to.push(character),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    to.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    to.push('"');
}
