//! The content of a request: everything that reviewers read and decide on, as a plain value
//! (decisions V1, V2). It is stored in numbered versions, which [`Changes`] compares.

mod changes;
mod erasure;
mod items;
mod personal;
mod section_changes;
mod words;

use chrono::{DateTime, NaiveDate, Utc};

use super::{DocumentKind, Ethics, FileType, Principal};
use crate::ids::{DataSourceId, DatasetId, DeviceId, EquipmentTypeId, PurposeId, StaffId, VariableId};

pub use super::details::DetailsContent;
pub use changes::{Altered, Changes};
pub use erasure::Subject;
pub use items::ItemChange;
pub use personal::{Commitment, Personal};
pub use section_changes::{Change, DisplayValue, ItemKind, SectionChanges};
pub use words::{Run, WordChange};

/// The number of a version within its request, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VersionNumber(pub u32);

impl VersionNumber {
    /// The number of the first version, which the submission creates.
    pub const FIRST: Self = Self(1);

    /// Returns the number of the next version.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl std::fmt::Display for VersionNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A SHA-256 digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256(pub [u8; 32]);

/// The content of a request. The names of choices are those of the day on which they were chosen,
/// so that renaming a choice does not change an existing version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The title, the needed date and the department.
    pub details: DetailsContent,
    /// The purposes.
    pub purposes: Vec<PurposeContent>,
    /// The principal investigator.
    pub principal: PrincipalContent,
    /// The approval of the ethics committee.
    pub ethics: EthicsContent,
    /// The format in which the data is handed over.
    pub format: FormatContent,
    /// The description and filters of the requested data.
    pub filters: FiltersContent,
    /// The datasets with their variables.
    pub datasets: Vec<DatasetContent>,
    /// The documents of the request itself. Identity documents are in `staff`.
    pub documents: Vec<DocumentContent>,
    /// The devices that will handle the data.
    pub devices: Vec<DeviceContent>,
    /// The people with whom the data is shared.
    pub staff: Vec<StaffContent>,
}

/// A purpose, with its name at the time of the choice.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct PurposeContent {
    pub id: PurposeId,
    pub purpose: String,
    pub description: Option<String>,
}

/// The principal investigator.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct PrincipalContent {
    /// True if the requester is the principal.
    pub is_requester: bool,
    pub fname: Personal,
    pub sname: Personal,
    pub email: Personal,
    pub phone: Personal,
    pub occupation: String,
    pub institution: String,
}

/// The approval of the ethics committee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EthicsContent {
    /// The name of the committee.
    pub committee_name: String,
    /// The fields that the requester fills in.
    pub answers: Ethics,
}

/// The format in which the data is handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct FormatContent {
    pub data_format: String,
    pub direct_access_from: Option<NaiveDate>,
    pub direct_access_to: Option<NaiveDate>,
    pub no_date_limit: bool,
}

/// The description and filters of the requested data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct FiltersContent {
    pub dataset_description: String,
    /// The summaries of the chosen facilities.
    pub facilities: Vec<String>,
    pub start: Option<NaiveDate>,
    pub end: Option<NaiveDate>,
}

/// A dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct DatasetContent {
    pub id: DatasetId,
    pub source: DataSourceId,
    pub source_name: String,
    pub description: String,
    pub variables: Vec<VariableContent>,
}

/// A variable of a dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct VariableContent {
    pub id: VariableId,
    pub table: String,
    pub name: String,
    pub is_distinct: bool,
}

/// A document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentContent {
    /// The kind.
    pub kind: DocumentKind,
    /// The file type.
    pub file_type: FileType,
    /// The size in bytes.
    pub size: u64,
    /// The SHA-256 of the file.
    pub sha256: Sha256,
    /// The time of the upload.
    pub uploaded_on: DateTime<Utc>,
}

/// A device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct DeviceContent {
    pub id: DeviceId,
    pub equipment_type: EquipmentTypeId,
    pub equipment_type_name: String,
    pub equipment_name: String,
    pub serial_number: String,
    pub used_by: Personal,
    pub organisation: String,
    pub usage_from: NaiveDate,
    pub usage_to: NaiveDate,
}

/// A member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct StaffContent {
    pub id: StaffId,
    pub first_name: Personal,
    pub surname: Personal,
    pub phone: Personal,
    pub email: Personal,
    pub identification_type: String,
    pub identification_number: Personal,
    pub position_in_organisation: String,
    pub confidentiality_protocols: bool,
    pub identification_file: Option<DocumentContent>,
}

impl PrincipalContent {
    /// Creates the content from the principal of a request.
    pub fn new(is_requester: bool, principal: Principal) -> Self {
        Self {
            is_requester,
            fname: principal.fname.into(),
            sname: principal.sname.into(),
            email: principal.email.into(),
            phone: principal.phone.into(),
            occupation: principal.occupation,
            institution: principal.institution,
        }
    }
}

impl DocumentContent {
    /// Returns the file name.
    pub fn name(&self) -> String {
        format!("{}.{}", self.kind.title(), self.file_type.extension())
    }
}

impl Content {
    /// Sorts every list by its keys, and keeps only the latest document of each kind. Reviewers do
    /// not see the order of choices, so contents that differ only in it become equal.
    #[must_use]
    pub fn ordered(mut self) -> Self {
        self.purposes.sort_by_key(|purpose| purpose.id);
        self.filters.facilities.sort_unstable();
        self.filters.facilities.dedup();
        self.datasets.sort_by_key(|dataset| dataset.id);
        for dataset in &mut self.datasets {
            dataset.variables.sort_by_key(|variable| variable.id);
        }
        // Only the latest document of each kind is shown.
        self.documents
            .sort_by_key(|document| (document.kind, std::cmp::Reverse(document.uploaded_on)));
        self.documents.dedup_by_key(|document| document.kind);
        self.devices.sort_by_key(|device| device.id);
        self.staff.sort_by_key(|member| member.id);
        self
    }

    /// Replaces the names of choices that `earlier` also has by the names there, so that a renamed
    /// choice does not appear as a change of the request.
    #[must_use]
    pub fn with_names_of(mut self, earlier: &Self) -> Self {
        if self.ethics.answers.committee == earlier.ethics.answers.committee {
            self.ethics
                .committee_name
                .clone_from(&earlier.ethics.committee_name);
        }
        for (purpose, known) in items::pairs(&mut self.purposes, &earlier.purposes) {
            purpose.purpose.clone_from(&known.purpose);
        }
        for (device, known) in items::pairs(&mut self.devices, &earlier.devices) {
            if device.equipment_type == known.equipment_type {
                device.equipment_type_name.clone_from(&known.equipment_type_name);
            }
        }
        for (dataset, known) in items::pairs(&mut self.datasets, &earlier.datasets) {
            if dataset.source == known.source {
                dataset.source_name.clone_from(&known.source_name);
            }
            for (variable, known) in items::pairs(&mut dataset.variables, &known.variables) {
                variable.table.clone_from(&known.table);
                variable.name.clone_from(&known.name);
            }
        }
        self
    }
}
