//! The commands, one per file.

pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod create_super_user;
mod format;
pub(crate) mod health;
pub(crate) mod import_dictionary;
pub(crate) mod inspect_document;
pub(crate) mod keys;
pub(crate) mod man;
pub(crate) mod migrate;
pub(crate) mod migrate_database;
mod new_password;
pub(crate) mod openapi;
pub(crate) mod reset_second_factor;
pub(crate) mod restore;
pub(crate) mod retention;
pub(crate) mod send_test_mail;
pub(crate) mod serve;
pub(crate) mod set_password;
pub(crate) mod verify_backup;
