//! What a requester typed, before anything is checked. The names are those of the payload (2 §3).

use super::{DetectedFile, RawDataFormat, RawEthics, RawPrincipal};

/// The whole wizard as it was typed. Dates are texts of the form YYYY-MM-DD (a time behind them is ignored); of files
/// only the type by content and the size are given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawSubmission {
    pub title: Option<String>,
    pub needed_on: Option<String>,
    pub ethics: RawEthics,
    pub additional_irb_file_path: Option<DetectedFile>,
    pub ethics_doc_path: Option<DetectedFile>,
    pub data_source_id: Option<i64>,
    pub dataset_description: Option<String>,
    pub department: Option<String>,
    pub format: RawDataFormat,
    pub principal: RawPrincipal,
    /// Whether the requester is the principal, whose fields are not read then.
    pub is_principal: Option<bool>,
    pub data_specs_path: Option<DetectedFile>,
    /// The data sharing agreement.
    pub file_path: Option<DetectedFile>,
    pub dataset_variables: Vec<i64>,
    pub request_purposes: Vec<RawPurpose>,
    /// Serves the purpose "Other" when that carries no description of its own.
    pub purpose_description: Option<String>,
    pub list_of_devices: Vec<RawDevice>,
    pub list_of_staff: Vec<RawStaff>,
    pub filters: RawFilters,
}

impl RawSubmission {
    /// The texts with the names of their fields, in the order in which a draft checks them. Those of purposes, devices, staff and
    /// facilities are left out.
    pub(super) fn texts(&mut self) -> impl Iterator<Item = (&'static str, &mut Option<String>)> {
        let first = [("title", &mut self.title), ("needed_on", &mut self.needed_on)];
        let last = [
            (
                "filters.date_range_filter.start_value",
                &mut self.filters.start_value,
            ),
            ("filters.date_range_filter.end_value", &mut self.filters.end_value),
            ("dataset_description", &mut self.dataset_description),
            ("purpose_description", &mut self.purpose_description),
        ];
        first
            .into_iter()
            .chain(self.ethics.texts())
            .chain([("department", &mut self.department)])
            .chain(self.format.texts())
            .chain(self.principal.texts())
            .chain(last)
    }
}

/// One chosen purpose as it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawPurpose {
    pub purpose: Option<i64>,
    pub purpose_description: Option<String>,
}

/// One device as it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawDevice {
    pub equipment_name: Option<String>,
    pub equipment_type: Option<i64>,
    pub serial_number: Option<String>,
    pub used_by: Option<String>,
    pub organisation: Option<String>,
    pub usage_from: Option<String>,
    pub usage_to: Option<String>,
}

/// One member of staff as it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawStaff {
    pub first_name: Option<String>,
    pub surname: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub identification_type: Option<String>,
    pub identification_number: Option<String>,
    pub position_in_organisation: Option<String>,
    pub identification_file_path: Option<DetectedFile>,
    pub confidentiality_protocols: Option<bool>,
}

/// The filters of step 2 as they were typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawFilters {
    /// The chosen facilities, collapsed by [`super::summaries`].
    pub facility_filter: Vec<String>,
    /// `date_range_filter.start_value`.
    pub start_value: Option<String>,
    /// `date_range_filter.end_value`.
    pub end_value: Option<String>,
}

/// What the requester's account says, which is copied when the requester is the principal (2 §4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the account, 1 §3")]
pub struct RequesterDetails {
    pub fname: String,
    pub sname: String,
    pub org_email: Option<String>,
    pub phone: Option<String>,
    /// The occupation.
    pub designation: String,
    /// The name of the organisation, or of the tentative one.
    pub institution: String,
}
