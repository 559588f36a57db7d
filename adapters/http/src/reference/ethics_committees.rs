//! Ethics committees, which approve studies.

use aditus_application::reference::entries::{CommitteeRecords, EntryRow};
use aditus_domain::ids::CommitteeId;
use aditus_domain::reference::{EntryRefusal, RawEntry};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::PAGE_SIZE;
use super::entries::{EntriesQuery, entry_bodies};
use crate::records::record_calls;

pub(super) use calls::configure;

entry_bodies!(CommitteeRecordBody, CommitteeInputBody, CommitteeIdBody: irb_id, irb_name);

record_calls! {
    CommitteeRecords, CommitteeId as "id", tag "administration";

    /// Lists ethics committees, offered or not.
    ///
    /// For Super Users.
    list ethics_committee_records at "/reference_data/ethics_committees": EntriesQuery by PAGE_SIZE -> CommitteeRecordBody;

    /// Adds an ethics committee.
    ///
    /// For Super Users.
    add add_ethics_committee at "/reference_data/ethics_committees": CommitteeInputBody
        -> 201 CommitteeRecordBody "Successfully created the ethics committee",
        409 "another ethics committee has this name";

    /// Returns an ethics committee.
    ///
    /// For Super Users.
    one ethics_committee at "/reference_data/ethics_committees/{id}" -> CommitteeRecordBody;

    /// Renames, deactivates or activates an ethics committee.
    ///
    /// For Super Users.
    change change_ethics_committee at "/reference_data/ethics_committees/{id}": CommitteeInputBody
        -> CommitteeIdBody { irb_id } "Successfully updated the ethics committee",
        409 "another ethics committee has this name, it is the last active one, or someone else has saved it";

    /// Deletes an ethics committee that no request uses.
    ///
    /// For Super Users.
    remove remove_ethics_committee at "/reference_data/ethics_committees/{id}",
        409 "requests refer to it, or it is the last active one";
}
