//! The API over HTTP, on both databases: one file a route or a group of routes that belong together, the whole main job,
//! and who may reach what.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod access;
mod client;
mod main_job;
mod people;
mod server;
mod submission;

/// Runs each function as a test on SQLite and as one on PostgreSQL, each on a server and a database of its own.
macro_rules! on_both_databases {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test(&crate::server::TestServer::on(aditus_storage::testing::TestDatabase::sqlite())); })+
        }
        mod postgres {
            $(#[test] fn $test() { super::$test(&crate::server::TestServer::on(aditus_storage::testing::TestDatabase::postgres())); })+
        }
    };
}
pub(crate) use on_both_databases;
