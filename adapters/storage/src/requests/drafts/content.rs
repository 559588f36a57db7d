//! Serialises the content of a draft to JSON. A missing field means that it was not answered.
//! Unknown fields come from another version of Aditus and are ignored.
//!
//! Each struct here mirrors the domain struct that it names, for serde.

use std::collections::BTreeMap;

use aditus_domain::ids::DraftFileId;
use aditus_domain::requests::{
    DetectedFile, DocumentKind, DraftContent, DraftDevice, DraftStaff, RawDataFormat, RawDevice, RawDraft,
    RawEthics, RawFilters, RawPrincipal, RawPurpose, RawStaff, RawSubmission,
};
use serde::{Deserialize, Serialize};

use crate::error::{DbResult, unreadable};

#[derive(Serialize, Deserialize)]
struct Kept(#[serde(with = "Draft")] RawDraft);

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawDraft", default)]
struct Draft {
    #[serde(with = "Answers")]
    answers: RawSubmission,
    additional_letter: Option<bool>,
    facilities: Vec<i64>,
    reached: Option<i64>,
    #[serde(with = "documents")]
    documents: BTreeMap<DocumentKind, DraftFileId>,
    #[serde(with = "devices")]
    devices: Vec<DraftDevice>,
    #[serde(with = "staff")]
    staff: Vec<DraftStaff>,
}

/// Documents, devices and staff are skipped here: the draft holds them in fields of its own.
#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawSubmission", default)]
struct Answers {
    title: Option<String>,
    needed_on: Option<String>,
    #[serde(flatten, with = "EthicsAnswers")]
    ethics: RawEthics,
    #[serde(skip)]
    additional_irb_file_path: Option<DetectedFile>,
    #[serde(skip)]
    ethics_doc_path: Option<DetectedFile>,
    data_source_id: Option<i64>,
    dataset_description: Option<String>,
    department: Option<String>,
    #[serde(flatten, with = "FormatAnswers")]
    format: RawDataFormat,
    #[serde(flatten, with = "PrincipalAnswers")]
    principal: RawPrincipal,
    is_principal: Option<bool>,
    #[serde(skip)]
    data_specs_path: Option<DetectedFile>,
    #[serde(skip)]
    file_path: Option<DetectedFile>,
    dataset_variables: Vec<i64>,
    #[serde(with = "purposes")]
    request_purposes: Vec<RawPurpose>,
    purpose_description: Option<String>,
    #[serde(skip)]
    list_of_devices: Vec<RawDevice>,
    #[serde(skip)]
    list_of_staff: Vec<RawStaff>,
    #[serde(with = "Filters")]
    filters: RawFilters,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawEthics", default)]
struct EthicsAnswers {
    ethics_committee: Option<i64>,
    additional_ethics_committee_name: Option<String>,
    protocol_ref_num: Option<String>,
    ethics_approval_letter: Option<String>,
    exempted: Option<bool>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawDataFormat", default)]
struct FormatAnswers {
    data_format: Option<String>,
    direct_access_from: Option<String>,
    direct_access_to: Option<String>,
    no_date_limit: Option<bool>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawPrincipal", default)]
#[expect(
    clippy::struct_field_names,
    reason = "the names of the domain's fields, which serde requires here"
)]
struct PrincipalAnswers {
    principal_fname: Option<String>,
    principal_sname: Option<String>,
    principal_phone: Option<String>,
    principal_email: Option<String>,
    principal_occupation: Option<String>,
    principal_institution: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawFilters", default)]
struct Filters {
    facility_filter: Vec<String>,
    start_value: Option<String>,
    end_value: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawPurpose", default)]
struct Purpose {
    purpose: Option<i64>,
    purpose_description: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "DraftDevice", default)]
struct ListedDevice {
    id: Option<String>,
    #[serde(with = "Device")]
    device: RawDevice,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawDevice", default)]
struct Device {
    equipment_name: Option<String>,
    equipment_type: Option<i64>,
    serial_number: Option<String>,
    used_by: Option<String>,
    organisation: Option<String>,
    usage_from: Option<String>,
    usage_to: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "DraftStaff", default)]
struct ListedMember {
    id: Option<String>,
    #[serde(with = "Member")]
    member: RawStaff,
    #[serde(with = "file")]
    identification: Option<DraftFileId>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "RawStaff", default)]
struct Member {
    first_name: Option<String>,
    surname: Option<String>,
    phone: Option<String>,
    email: Option<String>,
    identification_type: Option<String>,
    identification_number: Option<String>,
    position_in_organisation: Option<String>,
    #[serde(skip)]
    identification_file_path: Option<DetectedFile>,
    confidentiality_protocols: Option<bool>,
}

/// Defines a module that (de)serialises a list by means of one of the mirror structs above.
macro_rules! list {
    ($name:ident: $item:ident as $mirror:literal) => {
        mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            use super::$item;

            #[derive(Serialize, Deserialize)]
            struct Item(#[serde(with = $mirror)] $item);

            pub(super) fn serialize<S: Serializer>(list: &[$item], serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(list.iter().cloned().map(Item))
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Vec<$item>, D::Error> {
                let list = Vec::<Item>::deserialize(deserializer)?;
                Ok(list.into_iter().map(|Item(item)| item).collect())
            }
        }
    };
}

list!(purposes: RawPurpose as "super::Purpose");
list!(devices: DraftDevice as "super::ListedDevice");
list!(staff: DraftStaff as "super::ListedMember");

mod file {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::DraftFileId;

    #[allow(clippy::ref_option, reason = "serde calls it with a reference to the field")]
    pub(super) fn serialize<S: Serializer>(
        file: &Option<DraftFileId>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        file.map(|file| file.0).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<DraftFileId>, D::Error> {
        Ok(Option::<i64>::deserialize(deserializer)?.map(DraftFileId))
    }
}

/// (De)serialises a map from the names of document kinds to file ids.
mod documents {
    use std::collections::BTreeMap;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{DocumentKind, DraftFileId};

    pub(super) fn serialize<S: Serializer>(
        documents: &BTreeMap<DocumentKind, DraftFileId>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(documents.iter().map(|(kind, file)| (kind.name(), file.0)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<DocumentKind, DraftFileId>, D::Error> {
        let named = BTreeMap::<String, i64>::deserialize(deserializer)?;
        let document = |(name, file): (String, i64)| {
            let kind =
                DocumentKind::parse(&name).ok_or_else(|| D::Error::custom("unknown kind of document"))?;
            Ok((kind, DraftFileId(file)))
        };
        named.into_iter().map(document).collect()
    }
}

pub(super) fn write(content: &DraftContent) -> DbResult<String> {
    let kept = Kept(content.as_typed().clone());
    serde_json::to_string(&kept).map_err(unreadable("content of a draft"))
}

pub(in crate::requests) fn read(text: &str) -> DbResult<DraftContent> {
    let Kept(draft) = serde_json::from_str(text).map_err(unreadable("content of a draft"))?;
    draft.check().map_err(unreadable("content of a draft"))
}
