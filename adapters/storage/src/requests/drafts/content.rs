//! The content of a draft as one JSON text. What is missing in it was not answered; names that are not known are of another version of
//! Aditus, and are left out.

use std::collections::BTreeMap;

use aditus_domain::ids::DraftFileId;
use aditus_domain::requests::{
    DocumentKind, DraftContent, DraftDevice, DraftStaff, RawDevice, RawDraft, RawFilters, RawPurpose,
    RawStaff, RawSubmission,
};
use serde::{Deserialize, Serialize};

use crate::error::{Outcome, missing, unreadable};

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Kept {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    needed_on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_ethics_committee_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol_ref_num: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ethics_approval_letter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dataset_description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    department: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_format: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direct_access_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direct_access_to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_fname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_sname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_occupation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_institution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose_description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ethics_committee: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_source_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exempted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_date_limit: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_principal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_letter: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dataset_variables: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facilities: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facility_filter: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_value: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    purposes: Vec<Purpose>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    devices: Vec<Device>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    staff: Vec<Member>,
    /// By the name of the kind.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    documents: BTreeMap<String, i64>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Purpose {
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose_description: Option<String>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Device {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equipment_type: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equipment_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    serial_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    organisation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage_to: Option<String>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Member {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    surname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    identification_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    identification_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position_in_organisation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidentiality_protocols: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    identification: Option<i64>,
}

/// The text that is stored.
pub(super) fn write(content: &DraftContent) -> Outcome<String> {
    let kept = Kept::from(content.as_typed().clone());
    serde_json::to_string(&kept).map_err(unreadable("content of a draft"))
}

/// The content of a stored text.
pub(in crate::requests) fn read(text: &str) -> Outcome<DraftContent> {
    let kept: Kept = serde_json::from_str(text).map_err(unreadable("content of a draft"))?;
    kept.typed()?.check().map_err(unreadable("content of a draft"))
}

impl From<RawDraft> for Kept {
    fn from(draft: RawDraft) -> Self {
        let answers = draft.answers;
        let purposes = answers.request_purposes.into_iter();
        Self {
            title: answers.title,
            needed_on: answers.needed_on,
            additional_ethics_committee_name: answers.additional_ethics_committee_name,
            protocol_ref_num: answers.protocol_ref_num,
            ethics_approval_letter: answers.ethics_approval_letter,
            dataset_description: answers.dataset_description,
            department: answers.department,
            data_format: answers.data_format,
            direct_access_from: answers.direct_access_from,
            direct_access_to: answers.direct_access_to,
            principal_fname: answers.principal_fname,
            principal_sname: answers.principal_sname,
            principal_phone: answers.principal_phone,
            principal_email: answers.principal_email,
            principal_occupation: answers.principal_occupation,
            principal_institution: answers.principal_institution,
            purpose_description: answers.purpose_description,
            ethics_committee: answers.ethics_committee,
            data_source_id: answers.data_source_id,
            exempted: answers.exempted,
            no_date_limit: answers.no_date_limit,
            is_principal: answers.is_principal,
            additional_letter: draft.additional_letter,
            reached: draft.reached,
            dataset_variables: answers.dataset_variables,
            facilities: draft.facilities,
            facility_filter: answers.filters.facility_filter,
            start_value: answers.filters.start_value,
            end_value: answers.filters.end_value,
            purposes: purposes
                .map(|purpose| Purpose {
                    purpose: purpose.purpose,
                    purpose_description: purpose.purpose_description,
                })
                .collect(),
            devices: draft.devices.into_iter().map(Device::from).collect(),
            staff: draft.staff.into_iter().map(Member::from).collect(),
            documents: draft
                .documents
                .into_iter()
                .map(|(kind, file)| (kind.name().to_owned(), file.0))
                .collect(),
        }
    }
}

impl Kept {
    fn typed(self) -> Outcome<RawDraft> {
        let documents = self.documents.into_iter().map(|(name, file)| {
            let kind = DocumentKind::parse(&name).ok_or_else(missing("kind of a draft's document"))?;
            Ok((kind, DraftFileId(file)))
        });
        let purposes = self.purposes.into_iter();
        Ok(RawDraft {
            answers: RawSubmission {
                title: self.title,
                needed_on: self.needed_on,
                additional_ethics_committee_name: self.additional_ethics_committee_name,
                protocol_ref_num: self.protocol_ref_num,
                ethics_approval_letter: self.ethics_approval_letter,
                dataset_description: self.dataset_description,
                department: self.department,
                data_format: self.data_format,
                direct_access_from: self.direct_access_from,
                direct_access_to: self.direct_access_to,
                principal_fname: self.principal_fname,
                principal_sname: self.principal_sname,
                principal_phone: self.principal_phone,
                principal_email: self.principal_email,
                principal_occupation: self.principal_occupation,
                principal_institution: self.principal_institution,
                purpose_description: self.purpose_description,
                ethics_committee: self.ethics_committee,
                data_source_id: self.data_source_id,
                exempted: self.exempted,
                no_date_limit: self.no_date_limit,
                is_principal: self.is_principal,
                dataset_variables: self.dataset_variables,
                request_purposes: purposes
                    .map(|purpose| RawPurpose {
                        purpose: purpose.purpose,
                        purpose_description: purpose.purpose_description,
                    })
                    .collect(),
                filters: RawFilters {
                    facility_filter: self.facility_filter,
                    start_value: self.start_value,
                    end_value: self.end_value,
                },
                ..RawSubmission::default()
            },
            additional_letter: self.additional_letter,
            facilities: self.facilities,
            reached: self.reached,
            documents: documents.collect::<Outcome<BTreeMap<_, _>>>()?,
            devices: self.devices.into_iter().map(DraftDevice::from).collect(),
            staff: self.staff.into_iter().map(DraftStaff::from).collect(),
        })
    }
}

impl From<DraftDevice> for Device {
    fn from(DraftDevice { id, device }: DraftDevice) -> Self {
        Self {
            id,
            equipment_type: device.equipment_type,
            equipment_name: device.equipment_name,
            serial_number: device.serial_number,
            used_by: device.used_by,
            organisation: device.organisation,
            usage_from: device.usage_from,
            usage_to: device.usage_to,
        }
    }
}

impl From<Device> for DraftDevice {
    fn from(kept: Device) -> Self {
        Self {
            id: kept.id,
            device: RawDevice {
                equipment_type: kept.equipment_type,
                equipment_name: kept.equipment_name,
                serial_number: kept.serial_number,
                used_by: kept.used_by,
                organisation: kept.organisation,
                usage_from: kept.usage_from,
                usage_to: kept.usage_to,
            },
        }
    }
}

impl From<DraftStaff> for Member {
    fn from(staff: DraftStaff) -> Self {
        let member = staff.member;
        Self {
            id: staff.id,
            first_name: member.first_name,
            surname: member.surname,
            phone: member.phone,
            email: member.email,
            identification_type: member.identification_type,
            identification_number: member.identification_number,
            position_in_organisation: member.position_in_organisation,
            confidentiality_protocols: member.confidentiality_protocols,
            identification: staff.identification.map(|file| file.0),
        }
    }
}

impl From<Member> for DraftStaff {
    fn from(kept: Member) -> Self {
        Self {
            id: kept.id,
            member: RawStaff {
                first_name: kept.first_name,
                surname: kept.surname,
                phone: kept.phone,
                email: kept.email,
                identification_type: kept.identification_type,
                identification_number: kept.identification_number,
                position_in_organisation: kept.position_in_organisation,
                identification_file_path: None,
                confidentiality_protocols: kept.confidentiality_protocols,
            },
            identification: kept.identification.map(DraftFileId),
        }
    }
}
