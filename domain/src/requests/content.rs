//! What reviewers see of a request, in one text, so that a decision can be bound to it (decisions C7).

use chrono::NaiveDate;

use super::{DocumentKind, Submission};
use crate::ids::{CommitteeId, DataSourceId, EquipmentTypeId, PurposeId, VariableId};

/// Everything of a request that a reviewer decides on, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct ReviewableContent {
    pub title: String,
    pub needed_on: Option<NaiveDate>,
    pub ethics_committee: Option<CommitteeId>,
    pub additional_ethics_committee_name: Option<String>,
    pub protocol_ref_num: Option<String>,
    pub ethics_approval_letter: Option<bool>,
    pub exempted: bool,
    pub department: Option<String>,
    pub purposes: Vec<(PurposeId, Option<String>)>,
    pub data_format: Option<String>,
    pub direct_access_from: Option<NaiveDate>,
    pub direct_access_to: Option<NaiveDate>,
    pub no_date_limit: bool,
    pub principal: Option<PrincipalContent>,
    pub data_source: Option<DataSourceId>,
    pub dataset_description: Option<String>,
    pub variables: Vec<VariableId>,
    pub facility_filter: Vec<String>,
    pub filter_start: Option<NaiveDate>,
    pub filter_end: Option<NaiveDate>,
    pub devices: Vec<DeviceContent>,
    pub staff: Vec<StaffContent>,
    pub documents: Vec<DocumentContent>,
}

/// The principal, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct PrincipalContent {
    pub fname: String,
    pub sname: String,
    pub email: String,
    pub phone: String,
    pub institution: String,
    pub occupation: String,
}

/// A device, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct DeviceContent {
    pub equipment_type: EquipmentTypeId,
    pub equipment_name: String,
    pub serial_number: String,
    pub used_by: String,
    pub organisation: String,
    pub usage_from: NaiveDate,
    pub usage_to: NaiveDate,
}

/// A member of staff, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct StaffContent {
    pub first_name: String,
    pub surname: String,
    pub phone: String,
    pub email: String,
    pub identification_type: String,
    pub identification_number: String,
    pub position_in_organisation: String,
    pub confidentiality_protocols: bool,
    /// What the identification file is known by, such as its path, which is new with each upload.
    pub identification_file: Option<String>,
}

/// A document, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentContent {
    /// What it is.
    pub kind: DocumentKind,
    /// What the file is known by, such as its path, which is new with each upload.
    pub file: String,
}

impl ReviewableContent {
    /// The content of a request that is being submitted, with the files that were stored for it. `identifications` are
    /// those of the staff, in their order.
    pub fn of(submission: &Submission, documents: Vec<DocumentContent>, identifications: &[String]) -> Self {
        let details = submission.details();
        let format = details.data_format();
        let principal = details.principal();
        let range = submission.filters().date_range_filter();
        let purpose = |purpose: &super::Purpose| (purpose.id(), purpose.description().map(str::to_owned));
        Self {
            title: details.title().to_owned(),
            needed_on: Some(details.needed_on()),
            ethics_committee: Some(details.committee()),
            additional_ethics_committee_name: details.additional_committee().map(str::to_owned),
            protocol_ref_num: Some(details.protocol_ref_num().to_owned()),
            ethics_approval_letter: Some(details.ethics_approval_letter()),
            exempted: details.exempted(),
            department: details.department().map(str::to_owned),
            purposes: details.purposes().iter().map(purpose).collect(),
            data_format: Some(format.name().to_owned()),
            direct_access_from: format.direct_access_from(),
            direct_access_to: format.direct_access_to(),
            no_date_limit: format.no_date_limit(),
            principal: Some(PrincipalContent {
                fname: principal.fname().to_owned(),
                sname: principal.sname().to_owned(),
                email: principal.email().to_string(),
                phone: principal.phone().to_string(),
                institution: principal.institution().to_owned(),
                occupation: principal.occupation().to_owned(),
            }),
            data_source: details.data_source(),
            dataset_description: Some(details.dataset_description().to_owned()),
            variables: details.variables().to_vec(),
            facility_filter: submission.filters().facility_filter().to_vec(),
            filter_start: range.start(),
            filter_end: range.end(),
            devices: submission.devices().iter().map(DeviceContent::from).collect(),
            staff: submission
                .staff()
                .iter()
                .enumerate()
                .map(|(index, member)| StaffContent {
                    identification_file: identifications.get(index).cloned(),
                    ..StaffContent::from(member)
                })
                .collect(),
            documents,
        }
    }
}

impl From<&super::Device> for DeviceContent {
    fn from(device: &super::Device) -> Self {
        Self {
            equipment_type: device.equipment_type(),
            equipment_name: device.equipment_name().to_owned(),
            serial_number: device.serial_number().to_owned(),
            used_by: device.used_by().to_owned(),
            organisation: device.organisation().to_owned(),
            usage_from: device.usage_from(),
            usage_to: device.usage_to(),
        }
    }
}

impl From<&super::StaffMember> for StaffContent {
    fn from(member: &super::StaffMember) -> Self {
        Self {
            first_name: member.first_name().to_owned(),
            surname: member.surname().to_owned(),
            phone: member.phone().to_string(),
            email: member.email().to_string(),
            identification_type: member.identification_type().name().to_owned(),
            identification_number: member.identification_number().to_owned(),
            position_in_organisation: member.position_in_organisation().to_owned(),
            confidentiality_protocols: member.confidentiality_protocols(),
            identification_file: None,
        }
    }
}

/// One text for one content, for hashing: two contents that a reviewer could tell apart never have the same. Rows count
/// whatever their order, since their order is not shown to mean anything.
pub fn content_digest_input(content: &ReviewableContent) -> String {
    let mut text = Canonical::default();
    text.field("title", Some(&content.title));
    text.field("needed_on", content.needed_on);
    text.field("ethics_committee", content.ethics_committee);
    text.field(
        "additional_ethics_committee_name",
        content.additional_ethics_committee_name.as_deref(),
    );
    text.field("protocol_ref_num", content.protocol_ref_num.as_deref());
    text.field("ethics_approval_letter", content.ethics_approval_letter);
    text.field("exempted", Some(content.exempted));
    text.field("department", content.department.as_deref());
    text.field("data_format", content.data_format.as_deref());
    text.field("direct_access_from", content.direct_access_from);
    text.field("direct_access_to", content.direct_access_to);
    text.field("no_date_limit", Some(content.no_date_limit));
    text.rows("principal", content.principal.as_slice(), |row, principal| {
        for value in [
            &principal.fname,
            &principal.sname,
            &principal.email,
            &principal.phone,
            &principal.institution,
            &principal.occupation,
        ] {
            row.value(Some(value));
        }
    });
    text.field("data_source", content.data_source);
    text.field("dataset_description", content.dataset_description.as_deref());
    text.field("filter_start", content.filter_start);
    text.field("filter_end", content.filter_end);
    text.rows("purposes", &content.purposes, |row, (id, description)| {
        row.value(Some(id));
        row.value(description.as_deref());
    });
    text.rows("variables", &content.variables, |row, variable| {
        row.value(Some(variable));
    });
    text.rows("facility_filter", &content.facility_filter, |row, facility| {
        row.value(Some(facility));
    });
    text.rows("list_of_devices", &content.devices, |row, device| {
        row.value(Some(device.equipment_type));
        for value in [
            &device.equipment_name,
            &device.serial_number,
            &device.used_by,
            &device.organisation,
        ] {
            row.value(Some(value));
        }
        row.value(Some(device.usage_from));
        row.value(Some(device.usage_to));
    });
    text.rows("list_of_staff", &content.staff, |row, member| {
        for value in [
            &member.first_name,
            &member.surname,
            &member.phone,
            &member.email,
            &member.identification_type,
            &member.identification_number,
            &member.position_in_organisation,
        ] {
            row.value(Some(value));
        }
        row.value(Some(member.confidentiality_protocols));
        row.value(member.identification_file.as_deref());
    });
    text.rows("documents", &content.documents, |row, document| {
        row.value(Some(document.kind.name()));
        row.value(Some(&document.file));
    });
    text.0
}

/// A text in which every value is preceded by its length, so that no value can be taken for two or for none.
#[derive(Default)]
struct Canonical(String);

impl Canonical {
    fn value(&mut self, value: Option<impl std::fmt::Display>) {
        match value.map(|value| value.to_string()) {
            Some(value) => {
                self.0.push_str(&value.len().to_string());
                self.0.push(':');
                self.0.push_str(&value);
            }
            None => self.0.push('-'),
        }
        self.0.push(';');
    }

    fn field(&mut self, name: &str, value: Option<impl std::fmt::Display>) {
        self.0.push_str(name);
        self.0.push('=');
        self.value(value);
        self.0.push('\n');
    }

    fn rows<Row>(&mut self, name: &str, rows: &[Row], write: impl Fn(&mut Self, &Row)) {
        let mut texts: Vec<String> = rows
            .iter()
            .map(|row| {
                let mut text = Self::default();
                write(&mut text, row);
                text.0
            })
            .collect();
        texts.sort_unstable();
        self.field(name, Some(texts.len()));
        for text in texts {
            self.0.push_str(&text);
            self.0.push('\n');
        }
    }
}
