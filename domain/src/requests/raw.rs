//! The unchecked input of a requester. The field names are those of the payload (2 §3).

use super::{DetectedFile, RawDataFormat, RawEthics, RawPrincipal};

/// The unchecked input of the whole wizard. Dates are texts of the form YYYY-MM-DD, and a time
/// after the date is ignored. Files are represented only by their detected content and their size.
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
    /// True if the requester is the principal. The fields of `principal` are ignored in that case.
    pub is_principal: Option<bool>,
    pub data_specs_path: Option<DetectedFile>,
    /// The data sharing agreement.
    pub file_path: Option<DetectedFile>,
    pub dataset_variables: Vec<i64>,
    pub request_purposes: Vec<RawPurpose>,
    /// The description of the purpose "Other", if that purpose has none of its own.
    pub purpose_description: Option<String>,
    pub list_of_devices: Vec<RawDevice>,
    pub list_of_staff: Vec<RawStaff>,
    pub filters: RawFilters,
}

impl RawSubmission {
    /// Returns the texts with their field names, in the order in which a draft checks them. Does
    /// not return the texts of purposes, devices, staff and facilities.
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

/// A chosen purpose before it is checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawPurpose {
    pub purpose: Option<i64>,
    pub purpose_description: Option<String>,
}

/// A device before it is checked.
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

/// A staff member before they are checked.
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

/// The filters of step 2 before they are checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawFilters {
    /// The chosen facilities as summaries, which the client makes like [`super::summaries`].
    pub facility_filter: Vec<String>,
    /// `date_range_filter.start_value`.
    pub start_value: Option<String>,
    /// `date_range_filter.end_value`.
    pub end_value: Option<String>,
}

/// The details of the requester's account, which are copied if the requester is the principal (2
/// §4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the account, 1 §3")]
pub struct RequesterDetails {
    pub fname: String,
    pub sname: String,
    pub org_email: Option<String>,
    pub phone: Option<String>,
    /// The occupation.
    pub designation: String,
    /// The name of the organisation, or the typed name if it is not registered.
    pub institution: String,
}
