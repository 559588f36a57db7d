//! Storage of Aditus: SQLite, the embedded default, and PostgreSQL, through one code path.
//!
//! [`Store`] is the whole public face: it implements [`aditus_application::ports::Database`]. Inside, one
//! [`transaction::UnitOfWork`] implements every repository and one [`reading::Reading`] every set of read models, each
//! slice in its folder. What the two databases must be told in their own ways stands in `connection`, `transaction`,
//! `dialect` and `error`, nowhere else.

#![recursion_limit = "256"]
#![allow(
    clippy::ref_option_ref,
    reason = "Diesel's derives make such references of optional columns"
)]

mod accounts;
mod audit;
mod away;
mod backup;
mod commit_hooks;
mod connection;
mod database;
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
mod only_server;
mod options;
mod organisations;
mod pool_use;
mod prepared;
mod procedures;
mod read_only;
mod reading;
mod reference;
mod requests;
mod review;
mod roles;
mod room;
mod row_versions;
mod schema;
mod sealed_values;
mod search;
mod signals;
#[cfg(feature = "testing")]
pub mod testing;
mod times;
mod transaction;

pub use backup::{MovedTable, examine_copy, move_to_postgres};
pub use connection::UnknownScheme;
pub use database::{ConnectError, Store};
pub use options::Options;
