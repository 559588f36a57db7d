//! Whether what is stored is whole: what `check --deep` looks at.
//!
//! Everything is read in snapshots, in batches, while others go on. What is derived of something else (counters, search texts, the place
//! of a request on the tabs of lists) is derived once more by the code that writes it, and can be mended; what somebody said cannot.

pub mod examine;
mod files;
pub mod name_files;
mod ports;
mod versions;

pub use ports::{
    AboutRequest, AboutRole, Difference, Examination, FileOf, FileOwner, KeptVersion, Looked, NamedFile,
    Part, ReviewedPerson, ReviewedRequest, StatingEntry,
};
