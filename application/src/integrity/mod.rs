//! Integrity checks of stored data, for `check --deep`.
//!
//! Everything is read in snapshots and batches while others write. Derived data (counters, search
//! texts, the position of a request in lists) are computed again by the code that writes them, and
//! can be repaired. User input cannot.

pub mod scan;
mod files;
pub mod name_files;
mod ports;
mod versions;

pub use ports::{
    RequestEntryRow, RoleEntryRow, Difference, IntegrityScan, FileDocument, FileOwner, ScannedVersion, ScanBatch, ReferencedFile,
    Part, ScannedPerson, ScannedRequest, DigestEntryRow,
};
