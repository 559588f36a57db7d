//! Tests the API over HTTP, on both databases: one file per route or group of related routes, the
//! whole main job, and access control.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod access;
mod account_checks;
mod addresses;
mod administration;
mod approval_letters;
mod assigned_roles;
mod bad_input;
mod bodies;
mod body_limits;
mod busy;
mod calendar;
mod calendar_feeds;
mod call_log;
mod changes;
mod client;
mod comments;
mod completion_windows;
mod connections;
mod data_custodians;
mod data_quality;
mod data_sources;
mod decisions;
mod demo;
mod detail;
mod detail_user;
mod dictionary;
mod dictionary_imports;
mod dictionary_in_time;
mod dictionary_tables;
mod dictionary_variables;
mod documents;
mod draft_files;
mod drafts;
mod due_dates;
mod echoes;
mod edits;
mod email_change;
mod erasure;
mod every_list;
mod exports;
mod feedback;
mod figures;
mod forgot_password;
mod gate;
mod headers;
mod health;
mod holidays;
mod idempotency;
mod identities;
mod inactive_organisations;
mod inspections;
mod integrity;
mod limits;
mod lists;
mod log;
mod main_job;
mod notification_preferences;
mod notifications;
mod offer_role;
mod openapi;
mod organisation_roles;
mod organisations;
mod outlook;
mod own_sessions;
mod passkeys;
mod people;
mod phone_change;
mod procedure_drawings;
mod procedure_edits;
mod procedure_exchange;
mod procedure_trials;
mod procedures;
mod profile;
mod protected_acts;
mod proxies;
mod public_documents;
mod record_of_acts;
mod reference_data;
mod registration;
mod replies;
mod request_role;
mod request_versions;
mod requested_datasets;
mod resubmission;
mod retention;
mod role_requests;
mod second_factor;
mod selected_role;
mod server;
mod sign_in;
mod sign_out;
mod sign_up;
mod slow_readers;
mod slow_writer;
mod step_up;
mod storm;
mod submission;
mod submit;
mod table_records;
mod take_back;
mod terms;
mod text_limits;
mod topic_tables;
mod topics;
mod tracking;
mod transparency_log;
mod verify;
mod version_variables;
mod versions;
mod what_waits;

/// Runs each function as a test on SQLite and on PostgreSQL, each with its own server and database.
/// Afterwards, the stored requests have to match the audit log ([`server::run`]).
macro_rules! on_both_databases {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { crate::server::run(aditus_storage::testing::TestDatabase::sqlite(), super::$test); })+
        }
        mod postgres {
            $(#[test] fn $test() { crate::server::run(aditus_storage::testing::TestDatabase::postgres(), super::$test); })+
        }
    };
}
pub(crate) use on_both_databases;
