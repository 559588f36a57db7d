//! The JSON of a version, schema 1. It has to stay readable for ever: a content of another shape
//! gets another schema beside this one. Names are those of the API. A personal value is replaced by
//! its commitment in hexadecimal digits.

use aditus_domain::ids::CommitteeId;
use aditus_domain::requests::Ethics;
use aditus_domain::requests::content::{EthicsContent, FormatContent};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) const VERSION: u32 = 1;

#[derive(Debug, Error)]
#[error("the schema is not known")]
pub(crate) struct UnknownSchema;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    pub schema: u32,
    pub title: String,
    pub needed_on: NaiveDate,
    pub department: Option<String>,
    pub request_purposes: Vec<PurposeJson>,
    pub principal: PrincipalJson,
    pub ethics: EthicsJson,
    #[serde(with = "FormatJson")]
    pub format: FormatContent,
    pub dataset_description: String,
    pub filters: FiltersJson,
    pub requested_datasets: Vec<DatasetJson>,
    pub documents: Vec<FileJson>,
    pub list_of_devices: Vec<DeviceJson>,
    pub list_of_staff: Vec<MemberJson>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PurposeJson {
    pub purpose_id: i64,
    pub purpose: String,
    pub purpose_description: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrincipalJson {
    #[serde(rename = "isPrincipal")]
    pub is_principal: bool,
    pub fname: String,
    pub sname: String,
    pub email: String,
    pub phone: String,
    pub occupation: String,
    pub institution: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EthicsJson {
    irb_id: i64,
    irb_name: String,
    protocol_ref_num: String,
    ethics_approval_letter: bool,
    exempted: bool,
    additional_ethics_committee_name: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FormatContent", deny_unknown_fields)]
struct FormatJson {
    data_format: String,
    direct_access_from: Option<NaiveDate>,
    direct_access_to: Option<NaiveDate>,
    no_date_limit: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FiltersJson {
    pub facility_filter: Vec<String>,
    pub start_value: Option<NaiveDate>,
    pub end_value: Option<NaiveDate>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DatasetJson {
    pub rdataset_id: i64,
    pub data_source_id: i64,
    pub source: String,
    pub dataset_description: String,
    pub dataset_variables: Vec<VariableJson>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariableJson {
    pub var_id: i64,
    pub tbl_name: String,
    pub var_name: String,
    /// Left out if false, as it is for nearly all of thousands of variables.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_distinct: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileJson {
    pub kind: String,
    pub name: String,
    pub mime: String,
    /// In bytes.
    pub size: u64,
    /// Hexadecimal digits.
    pub sha256: String,
    /// UTC, with six digits behind the second.
    pub uploaded_on: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceJson {
    pub device_id: i64,
    pub equipment_type_id: i64,
    pub equipment_type: String,
    pub equipment_name: String,
    pub serial_number: String,
    pub used_by: String,
    pub organisation: String,
    pub usage_from: NaiveDate,
    pub usage_to: NaiveDate,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemberJson {
    pub staff_shared_id: i64,
    pub first_name: String,
    pub surname: String,
    pub phone: String,
    pub email: String,
    pub identification_type: String,
    pub identification_number: String,
    pub position_in_organisation: String,
    pub confidentiality_protocols: bool,
    pub identification_file: Option<FileJson>,
}

impl From<EthicsContent> for EthicsJson {
    fn from(ethics: EthicsContent) -> Self {
        let answers = ethics.answers;
        Self {
            irb_id: answers.committee.0,
            irb_name: ethics.committee_name,
            protocol_ref_num: answers.protocol_ref_num,
            ethics_approval_letter: answers.approval_letter,
            exempted: answers.exempted,
            additional_ethics_committee_name: answers.additional_committee,
        }
    }
}

impl From<EthicsJson> for EthicsContent {
    fn from(json: EthicsJson) -> Self {
        Self {
            committee_name: json.irb_name,
            answers: Ethics {
                committee: CommitteeId(json.irb_id),
                protocol_ref_num: json.protocol_ref_num,
                approval_letter: json.ethics_approval_letter,
                exempted: json.exempted,
                additional_committee: json.additional_ethics_committee_name,
            },
        }
    }
}
