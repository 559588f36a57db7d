//! The submissions and edits that are written for the browser.

use super::super::{device, file, member, text};
use crate::requests::check::{LINE, MAX_ROWS, PROSE};
use crate::requests::{
    FileType, Filters, RawDevice, RawPrincipal, RawPurpose, RawStaff, RawSubmission, RequestDetails,
    RequesterDetails,
};

/// The input of the wizard, and the account from which the principal is copied.
pub(super) struct Answers {
    pub(super) raw: RawSubmission,
    pub(super) account: RequesterDetails,
}

/// A change of a valid input, with its description.
pub(super) type Case<T> = (&'static str, fn(&mut T));

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

/// Submissions of the wizard: each rule below, at and above its limit, and several errors at once.
pub(super) const SUBMISSIONS: &[Case<Answers>] = &[
    ("everything is answered", |_| {}),
    ("nothing is answered", |it| it.raw = RawSubmission::default()),
    ("the title is missing", |it| it.raw.title = text("  ")),
    ("the title has nothing visible", |it| {
        it.raw.title = text("\u{200B}\u{2060}\u{3164}");
    }),
    ("the title is as long as it may be", |it| {
        it.raw.title = long(LINE);
    }),
    ("the title is as long as it may be, between blanks", |it| {
        it.raw.title = Some(format!("  {}\u{200B} ", "x".repeat(LINE)));
    }),
    ("the title is too long", |it| it.raw.title = long(LINE + 1)),
    ("the title has two blanks that count as one", |it| {
        it.raw.title = Some(format!("{}  {}", "x".repeat(200), "x".repeat(LINE - 201)));
    }),
    ("the title is turned around", |it| {
        it.raw.title = text("Waiting \u{202E}times");
    }),
    ("the title has control characters", |it| {
        it.raw.title = text("Waiting \u{1B}[31mtimes");
    }),
    ("the title has a character of a private font", |it| {
        it.raw.title = text("Waiting times \u{E123}");
    }),
    ("the title has a bullet of a word processor", |it| {
        it.raw.title = text("\u{F0B7} Waiting times");
    }),
    ("the title is of another script", |it| {
        it.raw.title = text("أوقات الانتظار في المستشفيات");
    }),
    ("the committee is missing", |it| {
        it.raw.ethics.ethics_committee = None;
    }),
    ("the protocol number is missing", |it| {
        it.raw.ethics.protocol_ref_num = text("");
    }),
    ("the protocol number is too long", |it| {
        it.raw.ethics.protocol_ref_num = long(LINE + 1);
    }),
    ("the needed date is missing", |it| it.raw.needed_on = None),
    ("the needed date is no day of the calendar", |it| {
        it.raw.needed_on = text("2026-04-31");
    }),
    ("the year of the needed date has three digits", |it| {
        it.raw.needed_on = text("0202-04-30");
    }),
    ("the needed date is yesterday", |it| {
        it.raw.needed_on = text("2026-03-01");
    }),
    ("the needed date is today", |it| {
        it.raw.needed_on = text("2026-03-02");
    }),
    ("the needed date is tomorrow", |it| {
        it.raw.needed_on = text("2026-03-03");
    }),
    ("the needed date is a day too soon", |it| {
        it.raw.needed_on = text("2026-03-15");
    }),
    ("the needed date is as soon as it may be", |it| {
        it.raw.needed_on = text("2026-03-16");
    }),
    ("the ethics letter is not answered", |it| {
        it.raw.ethics.ethics_approval_letter = None;
    }),
    ("there is no ethics letter", |it| {
        it.raw.ethics.ethics_approval_letter = text("No");
        it.raw.ethics_doc_path = None;
    }),
    ("the ethics letter is not uploaded", |it| {
        it.raw.ethics_doc_path = None;
    }),
    ("the agreement is not uploaded", |it| it.raw.file_path = None),
    ("no purpose is chosen", |it| it.raw.request_purposes.clear()),
    ("the other purpose is not described", |it| {
        it.raw.request_purposes = vec![purpose(1, None), purpose(3, Some(" "))];
    }),
    ("the other purpose is described at full length", |it| {
        it.raw.request_purposes = vec![purpose(3, long(PROSE).as_deref())];
    }),
    ("the description of the other purpose is too long", |it| {
        it.raw.request_purposes = vec![purpose(3, long(PROSE + 1).as_deref())];
    }),
    ("the description of the other purpose is turned around", |it| {
        it.raw.request_purposes = vec![purpose(3, Some("\u{202E}Warning"))];
    }),
    ("no format is chosen", |it| it.raw.format.data_format = None),
    ("the additional committee has no letter", |it| {
        it.raw.ethics.additional_ethics_committee_name = text("Board of the Lakes");
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
        direct(&mut it.raw, "2026-04-01", "");
    }),
    ("direct access begins on no day of the calendar", |it| {
        direct(&mut it.raw, "2026-02-30", "2026-04-02");
    }),
    ("direct access ends on its first day", |it| {
        direct(&mut it.raw, "2026-04-01", "2026-04-01");
    }),
    ("direct access ends on the next day", |it| {
        direct(&mut it.raw, "2026-04-01", "2026-04-02");
    }),
    ("direct access has no date limit", |it| {
        direct(&mut it.raw, "", "");
        it.raw.format.no_date_limit = Some(true);
    }),
    ("the description is missing", |it| {
        it.raw.dataset_description = None;
    }),
    ("the description is as long as it may be, in emoji", |it| {
        it.raw.dataset_description = Some("🌦".repeat(PROSE));
    }),
    ("the description is too long", |it| {
        it.raw.dataset_description = long(PROSE + 1);
    }),
    ("the description has private characters and line ends", |it| {
        it.raw.dataset_description = text("Admissions\r\nby day \u{F8FF}");
    }),
    ("there are neither variables nor a form", |it| {
        it.raw.dataset_variables.clear();
    }),
    ("there is a form instead of variables", |it| {
        it.raw.dataset_variables.clear();
        it.raw.data_specs_path = file(FileType::Pdf);
    }),
    ("there are as many variables as there may be", |it| {
        it.raw.dataset_variables = vec![11; RequestDetails::MAX_VARIABLES];
    }),
    ("there are too many variables", |it| {
        it.raw.dataset_variables = vec![11; RequestDetails::MAX_VARIABLES + 1];
    }),
    ("the data source is missing", |it| it.raw.data_source_id = None),
    ("nothing is said of the principal", |it| {
        it.raw.principal = RawPrincipal::default();
    }),
    ("the principal has an email without a domain", |it| {
        it.raw.principal.principal_email = text("ines.okot@study");
    }),
    ("the principal has an email with accents", |it| {
        it.raw.principal.principal_email = text("inés@study.example");
    }),
    ("the principal has an email that is too long", |it| {
        it.raw.principal.principal_email = Some(format!("ines@{}study.example", "sub.".repeat(60)));
    }),
    ("the phone of the principal has too few digits", |it| {
        it.raw.principal.principal_phone = text("12345");
    }),
    ("the phone of the principal has the fewest digits", |it| {
        it.raw.principal.principal_phone = text("123456");
    }),
    ("the phone of the principal has the most digits", |it| {
        it.raw.principal.principal_phone = text("+123456789012345");
    }),
    ("the phone of the principal has too many digits", |it| {
        it.raw.principal.principal_phone = text("+1234567890123456");
    }),
    ("the phone of the principal is written with separators", |it| {
        it.raw.principal.principal_phone = text("+256 (700) 111-222");
    }),
    ("the principal has texts that are too long", |it| {
        it.raw.principal.principal_fname = long(LINE + 1);
        it.raw.principal.principal_occupation = long(LINE + 1);
    }),
    ("the requester is the principal", |it| {
        it.raw.is_principal = Some(true);
        it.raw.principal = RawPrincipal::default();
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
        it.raw.filters.facility_filter = vec!["Hill Clinic".to_owned(); Filters::MAX_FACILITIES];
    }),
    ("there are too many facilities", |it| {
        it.raw.filters.facility_filter = vec!["Hill Clinic".to_owned(); Filters::MAX_FACILITIES + 1];
    }),
    ("a facility has a name that is too long", |it| {
        it.raw.filters.facility_filter = vec!["Hill Clinic".to_owned(), "x".repeat(LINE + 1)];
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
        it.raw.list_of_devices[0].usage_from = text("2026-03-31");
    }),
    ("the device is used a day before the needed date", |it| {
        it.raw.list_of_devices[0].usage_from = text("2026-03-30");
    }),
    (
        "the device is used before a needed date that is wrong itself",
        |it| {
            it.raw.needed_on = text("2026-03-05");
            it.raw.list_of_devices[0].usage_from = text("2026-03-04");
        },
    ),
    ("the device is used for no day", |it| {
        it.raw.list_of_devices[0].usage_to = text("2026-04-01");
    }),
    ("the device is used for a day", |it| {
        it.raw.list_of_devices[0].usage_to = text("2026-04-02");
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
        };
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
        };
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
        it.raw.list_of_staff[0].confidentiality_protocols = Some(false);
    }),
    ("nothing is said of whether the person complies", |it| {
        it.raw.list_of_staff[0].confidentiality_protocols = None;
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

/// Edits of a device of a submitted request, which is needed on 2026-03-31.
pub(super) const DEVICE_EDITS: &[Case<RawDevice>] = &[
    ("everything is answered", |_| {}),
    ("nothing is answered", |it| *it = RawDevice::default()),
    ("it is used before the needed date", |it| {
        it.usage_from = text("2026-03-30");
    }),
    ("it is used for no day", |it| it.usage_to = text("2026-04-01")),
];

/// Edits of a staff member of a submitted request, whose passport is stored.
pub(super) const STAFF_EDITS: &[Case<RawStaff>] = &[
    ("everything is answered", |_| {}),
    ("nothing is answered", |it| *it = RawStaff::default()),
    ("the stored passport stays", |it| {
        it.identification_file_path = None;
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
