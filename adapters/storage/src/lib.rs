//! Storage of Aditus: SQLite, the embedded default, and PostgreSQL, through one code path.
//!
//! [`Store`] is the public interface: it implements [`aditus_application::ports::Database`].
//! Inside, one [`transaction::WriteTransaction`] implements every repository and one [`read_session::ReadSession`]
//! every set of read models, each slice in its folder.
//!
//! The kernel, such as [`connection`], [`dialect`] and [`transaction`], imports no slice;
//! `bootstrap/tests/modules` has the list. A slice registers work for the end of a transaction in a
//! hook of its own ([`commit_hooks`]).
//!
//! Both databases run the same statements. The kernel handles their differences: locks, bulk
//! inserts and search conditions ([`dialect`]), settings ([`connection`]), error messages
//! ([`error`]), signals ([`transaction`]), prepared statements ([`prepared`]), rights ([`migrate`])
//! and erased pages ([`erased_pages`]). A slice branches on the database only where one statement
//! would be slow or impossible on one of them. `tests/storage/backends.rs` lists these files.

#![recursion_limit = "256"]
#![allow(
    clippy::ref_option_ref,
    reason = "Diesel's derives make such references of optional columns"
)]

mod accounts;
mod audit;
mod backup;
mod commit_hooks;
mod connection;
mod database;
mod deadlines;
mod dialect;
mod dictionary;
mod erased_pages;
mod error;
mod feedback;
mod idempotency;
mod installation;
mod integrity;
mod listener;
mod migrate;
mod notifications;
mod options;
mod organisations;
mod outage;
mod paging;
mod pool_statistics;
mod prepared;
mod procedures;
mod read_only;
mod read_session;
mod reference;
mod requests;
mod review;
mod roles;
mod row_versions;
mod scan;
mod schema;
mod sealed_values;
mod search;
mod server_lock;
mod signals;
#[cfg(feature = "testing")]
pub mod testing;
mod text_lists;
mod times;
mod transaction;
mod write_availability;

pub use backup::{MovedTable, examine_copy, move_to_postgres};
pub use connection::UnknownScheme;
pub use database::{ConnectError, Store};
pub use options::Options;
