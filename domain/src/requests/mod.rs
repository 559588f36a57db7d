//! Data requests: the answers of the requester, the checks of each wizard step, and the types of a
//! valid request (2 §3, §4, §5, §9; decisions F1, "Requests", "Wording").

mod check;
mod composition;
pub mod content;
mod data_format;
mod dataset;
mod details;
mod device;
mod document;
mod document_edits;
mod draft;
mod draft_lifetime;
mod duplicates;
mod ethics;
mod fault;
mod file_quota;
mod filters;
mod not_offered;
mod principal;
mod purpose;
mod raw;
mod reference;
mod reference_search;
pub mod retention;
pub mod search;
mod staff;
mod submission;
#[cfg(test)]
mod tests;

pub use check::{LINE, MAX_ROWS, PROSE, TYPED_SO_FAR};
pub use composition::TableComposition;
pub use content::{Content, VersionNumber};
pub use data_format::{AccessPeriod, DataFormat, RawDataFormat};
pub use dataset::{
    AdditionRefused, AdditionTarget, DataUnspecified, DatasetEdit, MAX_DATASETS, MAX_VARIABLES_AT_ONCE,
    NewDataset, OfferedVariable, RawDataset, RemovalRefused, check_addition, check_number_added,
    check_number_removed, check_removal, must_specify_data,
};
pub use details::{NeededOnFault, RequestDetails, keep_needed_on, needed_on_fault, parse_needed_on};
pub use device::Device;
pub use document::{
    ContentFault, DetectedFile, DocumentKind, FileContent, FileError, FileType, ForeignFormat,
    MAX_BODY_BYTES, MAX_FILE_BYTES, MAX_PAGES, MAX_PIXELS, RemovalReason,
};
pub use document_edits::{Letter, check_replacement};
pub use draft::{DraftContent, DraftDevice, DraftStaff, RawDraft};
pub use draft_lifetime::DraftLifetime;
pub use duplicates::{Person, Responsible, duplicate_devices, duplicate_staff};
pub use ethics::{Ethics, RawEthics, RawEthicsEdit};
pub use fault::{Fault, FaultReason, Faults};
pub use file_quota::{FileQuota, FileQuotaExceeded};
pub use filters::{DateRange, Filters};
pub use not_offered::{entry_not_offered, places_not_offered, source_not_offered, variables_not_offered};
pub use principal::{Principal, RawPrincipal};
pub use purpose::{OTHER_PURPOSE, Purpose};
pub use raw::{RawDevice, RawFilters, RawPurpose, RawStaff, RawSubmission, RequesterDetails};
pub use reference::{FeedbackTitle, StaffReference, TrackingId, request_of};
pub use reference_search::{FOUND_WITHIN_WORDS, FoundByReference, reference_digits};
pub use staff::{IdentificationType, StaffMember};
pub use submission::Submission;
