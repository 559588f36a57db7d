//! Integrity checks of stored data, for `check --deep`.
//!
//! Everything is read in snapshots and batches while others write. Derived data (counters, search
//! texts, the position of a request in lists) are computed again by the code that writes them, and
//! can be repaired. User input cannot.

mod files;
pub mod name_files;
mod ports;
pub mod scan;
mod versions;

pub use ports::{
    Difference, DigestEntryRow, FileDocument, FileOwner, IntegrityScan, Part, ReferencedFile,
    RequestEntryRow, RoleEntryRow, ScanBatch, ScannedPerson, ScannedRequest, ScannedVersion,
};
