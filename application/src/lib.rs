//! The use cases of Aditus, the ports they need, and the access policy.
//!
//! One file is one use case: `Command` (or `Query`), `Error`, `execute`. Short reads of one subject
//! share a file, with one function each, as in [`review::tracking`]. A use case asks the access
//! policy, opens a transaction, calls the domain, stores, queues notifications, and commits. The
//! data that Super Users maintain are kinds of [`records`] instead, which have generic use cases.
//!
//! Nothing here depends on Diesel, actix or SMTP. Use-case tests are in `tests/`, because they run
//! on the real storage adapter, which links this library as built for production (without
//! `cfg(test)`).

pub mod access;
pub mod accounts;
pub mod audit;
pub mod backup;
#[cfg(feature = "testing")]
pub mod contract;
pub mod deadlines;
pub mod dictionary;
pub mod exports;
pub mod failure;
pub mod feedback;
pub mod idempotency;
pub mod information;
pub mod installation;
pub mod integrity;
pub mod limits;
pub mod notifications;
pub mod organisations;
pub mod paging;
pub mod ports;
pub mod procedures;
pub mod records;
pub mod reference;
pub mod requests;
pub mod review;
pub mod roles;
pub mod row_versions;
pub mod sealed_values;
pub mod settings;
#[cfg(feature = "testing")]
pub mod testing;
pub mod untrusted_proxies;

pub use failure::{Failure, Kind, Reason};
pub use ports::Ports;
