//! Purposes of data requests.

use aditus_application::reference::entries::{EntryRow, PurposeRecords};
use aditus_domain::ids::PurposeId;
use aditus_domain::reference::{EntryRefusal, RawEntry};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::PAGE_SIZE;
use super::entries::{EntriesQuery, entry_bodies};
use crate::records::record_calls;

pub(super) use calls::configure;

entry_bodies!(PurposeRecordBody, PurposeInputBody, PurposeIdBody: purpose_id, purpose);

record_calls! {
    PurposeRecords, PurposeId as "id", tag "administration";

    /// Lists purposes, offered or not.
    ///
    /// For Super Users.
    list purpose_records at "/reference_data/purposes": EntriesQuery by PAGE_SIZE -> PurposeRecordBody;

    /// Adds a purpose.
    ///
    /// For Super Users.
    add add_purpose at "/reference_data/purposes": PurposeInputBody
        -> 201 PurposeRecordBody "Successfully created the purpose",
        409 "another purpose has this name";

    /// Returns a purpose.
    ///
    /// For Super Users.
    one purpose at "/reference_data/purposes/{id}" -> PurposeRecordBody;

    /// Renames, deactivates or activates a purpose.
    ///
    /// For Super Users.
    change change_purpose at "/reference_data/purposes/{id}": PurposeInputBody
        -> PurposeIdBody { purpose_id } "Successfully updated the purpose",
        409 "another purpose has this name, it is the last active one, or someone else has saved it";

    /// Deletes a purpose that no request uses.
    ///
    /// For Super Users.
    remove remove_purpose at "/reference_data/purposes/{id}",
        409 "requests refer to it, or it is the last active one";
}
