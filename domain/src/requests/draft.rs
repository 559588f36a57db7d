//! A request that was started and not submitted (decisions D1, D2). It has all input so far, valid
//! or not.

use std::collections::{BTreeMap, BTreeSet};

use super::check::{LINE, MAX_ROWS, PROSE, TYPED_SO_FAR, check_typed};
use super::{DocumentKind, Faults, Filters, RawDevice, RawStaff, RawSubmission, RequestDetails};
use crate::ids::DraftFileId;
use crate::text;

/// An unchecked draft. Only its size is limited: the rules of a submission do not apply yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawDraft {
    /// The input. Its documents, devices and staff are empty here, because the fields below have
    /// them.
    pub answers: RawSubmission,
    /// True if there is a letter of a second committee; none if the question is not answered.
    pub additional_letter: Option<bool>,
    /// The ids of the chosen facilities. `answers` has their summaries.
    pub facilities: Vec<i64>,
    /// The number of wizard screens that were reached.
    pub reached: Option<i64>,
    /// The uploaded files by the kind of the document.
    pub documents: BTreeMap<DocumentKind, DraftFileId>,
    /// The devices.
    pub devices: Vec<DraftDevice>,
    /// The staff.
    pub staff: Vec<DraftStaff>,
}

/// A device of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftDevice {
    /// The id that the client assigned.
    pub id: Option<String>,
    /// The input.
    pub device: RawDevice,
}

/// A staff member of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftStaff {
    /// The id that the client assigned.
    pub id: Option<String>,
    /// The input. Its file is empty here, because `identification` refers to it.
    pub member: RawStaff,
    /// The file that identifies the person.
    pub identification: Option<DraftFileId>,
}

/// A draft whose texts, lists and numbers are within the limits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftContent(RawDraft);

impl DraftContent {
    /// Maximum number of drafts of one person.
    pub const MAX_DRAFTS: u32 = 20;
    /// Maximum size of all files of a draft, in bytes. Encoded in base64, they fit into the body of
    /// a submission.
    pub const MAX_FILES_BYTES: u64 = 45_000_000;
    /// Maximum number of individually chosen facilities.
    pub const MAX_FACILITIES: usize = 20_000;
    /// Maximum number of purposes.
    pub const MAX_PURPOSES: usize = 100;
    /// Maximum length of the id that a client assigns to a device or staff member, in characters.
    pub const MAX_LOCAL_ID: usize = 100;
    /// Maximum length of a file name, in characters.
    pub const MAX_FILE_NAME: usize = LINE;

    /// Returns the input.
    pub fn as_typed(&self) -> &RawDraft {
        &self.0
    }

    /// Returns the input.
    pub fn into_typed(self) -> RawDraft {
        self.0
    }

    /// Returns the title typed so far, trimmed and cut to the maximum length of a request's title.
    pub fn title(&self) -> &str {
        let title = self.0.answers.title.as_deref().map_or("", str::trim);
        let end = title.char_indices().nth(LINE).map(|(end, _)| end);
        end.and_then(|end| title.get(..end)).unwrap_or(title)
    }

    /// Returns every file of the draft, with its field and the kind of the document.
    pub fn files(&self) -> Vec<(String, DocumentKind, DraftFileId)> {
        let documents = self.0.documents.iter();
        let documents = documents.map(|(kind, file)| (kind.field().to_owned(), *kind, *file));
        let staff = self.0.staff.iter().enumerate().filter_map(|(index, member)| {
            let kind = DocumentKind::StaffIdentification;
            let field = format!("list_of_staff[{index}].{}", kind.field());
            Some((field, kind, member.identification?))
        });
        documents.chain(staff).collect()
    }
}

/// The largest integer that every client can represent exactly.
const LARGEST_ID: i64 = (1 << 53) - 1;
const MAX_SCREENS: i64 = 100;

impl RawDraft {
    /// Checks all limits. Removes control characters first, because some databases reject them.
    pub fn check(mut self) -> Result<DraftContent, Faults> {
        self.drop_control_characters();
        let mut faults = Faults::default();
        self.check_answers(&mut faults);
        self.check_lists(&mut faults);
        if check_length(&mut faults, "list_of_devices", self.devices.len(), MAX_ROWS) {
            for (index, device) in self.devices.iter().enumerate() {
                device.check(&mut faults, index);
            }
        }
        if check_length(&mut faults, "list_of_staff", self.staff.len(), MAX_ROWS) {
            for (index, member) in self.staff.iter().enumerate() {
                member.check(&mut faults, index);
            }
        }
        let mut named = BTreeSet::new();
        let content = DraftContent(self);
        for (field, _, file) in content.files() {
            check_id(&mut faults, &field, Some(file.0));
            if !named.insert(file) {
                faults.add(
                    field,
                    "A file can be used for one document only. Please upload it again.",
                );
            }
        }
        if faults.is_empty() {
            Ok(content)
        } else {
            Err(faults)
        }
    }

    fn drop_control_characters(&mut self) {
        let answers = &mut self.answers;
        for text in answers.texts().filter_map(|(_, text)| text.as_mut()) {
            tidy(text);
        }
        let purposes = answers.request_purposes.iter_mut();
        let purposes = purposes.map(|purpose| &mut purpose.purpose_description);
        let devices = self.devices.iter_mut().flat_map(|DraftDevice { id, device }| {
            [
                id,
                &mut device.equipment_name,
                &mut device.serial_number,
                &mut device.used_by,
                &mut device.organisation,
                &mut device.usage_from,
                &mut device.usage_to,
            ]
        });
        let staff = self.staff.iter_mut().flat_map(|DraftStaff { id, member, .. }| {
            [
                id,
                &mut member.first_name,
                &mut member.surname,
                &mut member.phone,
                &mut member.email,
                &mut member.identification_type,
                &mut member.identification_number,
                &mut member.position_in_organisation,
            ]
        });
        let texts = purposes.chain(devices).chain(staff);
        let summaries = answers.filters.facility_filter.iter_mut();
        for text in texts.filter_map(Option::as_mut).chain(summaries) {
            tidy(text);
        }
    }

    fn check_answers(&mut self, faults: &mut Faults) {
        for (field, text) in self.answers.texts() {
            check_typed(faults, field, text.as_deref(), TYPED_SO_FAR);
        }
        let answers = &self.answers;
        check_id(faults, "ethics_committee", answers.ethics.ethics_committee);
        check_id(faults, "data_source_id", answers.data_source_id);
        if self
            .reached
            .is_some_and(|reached| !(1..=MAX_SCREENS).contains(&reached))
        {
            faults.add("reached", format!("The number must be from 1 to {MAX_SCREENS}."));
        }
    }

    fn check_lists(&self, faults: &mut Faults) {
        let answers = &self.answers;
        let max = RequestDetails::MAX_VARIABLES;
        if answers.dataset_variables.len() > max {
            faults.add("dataset_variables", "Too many variables.");
        }
        check_ids(faults, "dataset_variables", &answers.dataset_variables);
        let purposes = &answers.request_purposes;
        if check_length(
            faults,
            "request_purposes",
            purposes.len(),
            DraftContent::MAX_PURPOSES,
        ) {
            for (index, purpose) in purposes.iter().enumerate() {
                let at = format!("request_purposes[{index}]");
                check_id(faults, &format!("{at}.purpose"), purpose.purpose);
                let description = purpose.purpose_description.as_deref();
                check_typed(faults, "purpose_description", description, PROSE);
            }
        }
        if check_length(
            faults,
            "facilities",
            self.facilities.len(),
            DraftContent::MAX_FACILITIES,
        ) {
            check_ids(faults, "facilities", &self.facilities);
        }
        let summaries = &answers.filters.facility_filter;
        let field = "filters.facility_filter";
        if check_length(faults, field, summaries.len(), Filters::MAX_FACILITIES) {
            for (index, text) in summaries.iter().enumerate() {
                check_typed(faults, &format!("{field}[{index}]"), Some(text), LINE);
            }
        }
    }
}

impl DraftDevice {
    fn check(&self, faults: &mut Faults, index: usize) {
        let at = |name: &str| format!("list_of_devices[{index}].{name}");
        let device = &self.device;
        check_local_id(faults, &at("id"), self.id.as_deref());
        check_id(faults, &at("equipment_type"), device.equipment_type);
        for (name, text) in [
            ("equipment_name", &device.equipment_name),
            ("serial_number", &device.serial_number),
            ("used_by", &device.used_by),
            ("organisation", &device.organisation),
            ("usage_from", &device.usage_from),
            ("usage_to", &device.usage_to),
        ] {
            check_typed(faults, &at(name), text.as_deref(), LINE);
        }
    }
}

impl DraftStaff {
    fn check(&self, faults: &mut Faults, index: usize) {
        let at = |name: &str| format!("list_of_staff[{index}].{name}");
        let member = &self.member;
        check_local_id(faults, &at("id"), self.id.as_deref());
        for (name, text) in [
            ("first_name", &member.first_name),
            ("surname", &member.surname),
            ("phone", &member.phone),
            ("email", &member.email),
            ("identification_type", &member.identification_type),
            ("identification_number", &member.identification_number),
            ("position_in_organisation", &member.position_in_organisation),
        ] {
            check_typed(faults, &at(name), text.as_deref(), LINE);
        }
    }
}

fn tidy(text: &mut String) {
    if text.chars().any(char::is_control) {
        *text = text::draft(text);
    }
}

fn check_local_id(faults: &mut Faults, field: &str, id: Option<&str>) {
    let max = DraftContent::MAX_LOCAL_ID;
    if id.is_some_and(|id| id.chars().count() > max) {
        faults.add(
            field,
            format!("The text must not be longer than {max} characters."),
        );
    }
}

fn check_id(faults: &mut Faults, field: &str, id: Option<i64>) {
    if id.is_some_and(|id| !is_id(id)) {
        faults.add(field, "This is not an id.");
    }
}

fn check_ids(faults: &mut Faults, field: &str, ids: &[i64]) {
    if !ids.iter().all(|id| is_id(*id)) {
        faults.add(field, "One of these is not an id.");
    }
}

fn is_id(id: i64) -> bool {
    (1..=LARGEST_ID).contains(&id)
}

fn check_length(faults: &mut Faults, field: &str, length: usize, max: usize) -> bool {
    if length > max {
        faults.add(field, format!("The list must not have more than {max} rows."));
    }
    length <= max
}

#[cfg(test)]
mod tests {
    use super::super::{RawEthics, RawPrincipal, RawPurpose};
    use super::*;

    fn fault_fields(draft: RawDraft) -> Vec<String> {
        let faults = draft.check().unwrap_err();
        faults.list().iter().map(|fault| fault.field.clone()).collect()
    }

    #[test]
    fn a_draft_keeps_invalid_input_without_control_characters() {
        let draft = RawDraft {
            answers: RawSubmission {
                title: Some(" Malaria ".into()),
                needed_on: Some("soon".into()),
                principal: RawPrincipal {
                    principal_email: Some("nobody@".into()),
                    ..RawPrincipal::default()
                },
                request_purposes: vec![RawPurpose::default()],
                ..RawSubmission::default()
            },
            devices: vec![DraftDevice::default()],
            staff: vec![DraftStaff::default()],
            ..RawDraft::default()
        };
        let content = draft.clone().check().unwrap();
        assert_eq!(*content.as_typed(), draft);
        assert_eq!(content.title(), "Malaria");
        let pasted = RawDraft {
            answers: RawSubmission {
                title: Some("Mal\0aria\u{200b} ".into()),
                dataset_description: Some("one\u{1b}\r\ntwo".into()),
                ..RawSubmission::default()
            },
            ..RawDraft::default()
        };
        let kept = pasted.check().unwrap().into_typed().answers;
        assert_eq!(kept.title.as_deref(), Some("Malaria\u{200b} "));
        assert_eq!(kept.dataset_description.as_deref(), Some("one\r\ntwo"));
        assert_eq!(DraftContent::default().title(), "");
    }

    #[test]
    fn a_draft_keeps_texts_too_long_for_submission() {
        let draft = RawDraft {
            answers: RawSubmission {
                title: Some("ä".repeat(300)),
                dataset_description: Some("x".repeat(TYPED_SO_FAR)),
                ..RawSubmission::default()
            },
            ..RawDraft::default()
        };
        let content = draft.clone().check().unwrap();
        assert_eq!(content.title(), "ä".repeat(LINE));
        assert_eq!(*content.as_typed(), draft);
    }

    #[test]
    fn each_exceeded_limit_of_a_draft_is_a_fault_of_its_field() {
        let draft = RawDraft {
            answers: RawSubmission {
                title: Some("x".repeat(TYPED_SO_FAR + 1)),
                ethics: RawEthics {
                    ethics_committee: Some(0),
                    ..RawEthics::default()
                },
                dataset_description: Some("x".repeat(TYPED_SO_FAR + 1)),
                dataset_variables: vec![1, -1],
                ..RawSubmission::default()
            },
            reached: Some(101),
            facilities: vec![1; DraftContent::MAX_FACILITIES + 1],
            devices: vec![DraftDevice {
                id: Some("x".repeat(101)),
                device: RawDevice {
                    used_by: Some("x".repeat(LINE + 1)),
                    equipment_type: Some(i64::MAX),
                    ..RawDevice::default()
                },
            }],
            staff: vec![DraftStaff::default(); MAX_ROWS + 1],
            ..RawDraft::default()
        };
        assert_eq!(
            fault_fields(draft),
            [
                "title",
                "dataset_description",
                "ethics_committee",
                "reached",
                "dataset_variables",
                "facilities",
                "list_of_devices[0].id",
                "list_of_devices[0].equipment_type",
                "list_of_devices[0].used_by",
                "list_of_staff"
            ]
        );
    }

    #[test]
    fn files_are_listed_with_their_fields_and_used_once() {
        let staff = |file| DraftStaff {
            identification: Some(DraftFileId(file)),
            ..DraftStaff::default()
        };
        let draft = RawDraft {
            documents: [(DocumentKind::DataSharingAgreement, DraftFileId(4))].into(),
            staff: vec![DraftStaff::default(), staff(5)],
            ..RawDraft::default()
        };
        assert_eq!(
            draft.clone().check().unwrap().files(),
            [
                (
                    "file_path".to_owned(),
                    DocumentKind::DataSharingAgreement,
                    DraftFileId(4)
                ),
                (
                    "list_of_staff[1].identification_file_path".to_owned(),
                    DocumentKind::StaffIdentification,
                    DraftFileId(5)
                ),
            ]
        );
        let twice = RawDraft {
            staff: vec![staff(4)],
            ..draft
        };
        assert_eq!(fault_fields(twice), ["list_of_staff[0].identification_file_path"]);
    }
}
