//! Types of the equipment on which data is processed.

use aditus_application::reference::entries::{EntryRow, EquipmentTypeRecords};
use aditus_domain::ids::EquipmentTypeId;
use aditus_domain::reference::{EntryRefusal, RawEntry};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::PAGE_SIZE;
use super::entries::{EntriesQuery, entry_bodies};
use crate::records::record_calls;

pub(super) use calls::configure;

entry_bodies!(EquipmentTypeRecordBody, EquipmentTypeInputBody, EquipmentTypeIdBody: equipment_type_id, equipment_type);

record_calls! {
    EquipmentTypeRecords, EquipmentTypeId as "id", tag "administration";

    /// Lists equipment types, offered or not.
    ///
    /// For Super Users.
    list equipment_type_records at "/reference_data/equipment_types": EntriesQuery by PAGE_SIZE -> EquipmentTypeRecordBody;

    /// Adds an equipment type.
    ///
    /// For Super Users.
    add add_equipment_type at "/reference_data/equipment_types": EquipmentTypeInputBody
        -> 201 EquipmentTypeRecordBody "Successfully created the equipment type",
        409 "another equipment type has this name";

    /// Returns an equipment type.
    ///
    /// For Super Users.
    one equipment_type at "/reference_data/equipment_types/{id}" -> EquipmentTypeRecordBody;

    /// Renames, deactivates or activates an equipment type.
    ///
    /// For Super Users.
    change change_equipment_type at "/reference_data/equipment_types/{id}": EquipmentTypeInputBody
        -> EquipmentTypeIdBody { equipment_type_id } "Successfully updated the equipment type",
        409 "another equipment type has this name, it is the last active one, or someone else has saved it";

    /// Deletes an equipment type that no request uses.
    ///
    /// For Super Users.
    remove remove_equipment_type at "/reference_data/equipment_types/{id}",
        409 "requests refer to it, or it is the last active one";
}
