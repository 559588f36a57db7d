//! Reference data of the wizard.

use std::collections::HashMap;

use aditus_application::requests::views::{FacilityNode, ReferenceData};
use aditus_domain::ids::{CommitteeId, EquipmentTypeId, FacilityId, PurposeId};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::{equipment_types, ethics_committees, facilities, purposes};

/// Purposes, ethics committees and equipment types, by id.
pub(super) fn lists(connection: &mut AnyConnection) -> Outcome<ReferenceData> {
    let purposes: Vec<(i64, String)> = purposes::table
        .order(purposes::id)
        .select((purposes::id, purposes::purpose))
        .load(connection)?;
    let committees: Vec<(i64, String)> = ethics_committees::table
        .order(ethics_committees::id)
        .select((ethics_committees::id, ethics_committees::irb_name))
        .load(connection)?;
    let equipment_types: Vec<(i64, String)> = equipment_types::table
        .order(equipment_types::id)
        .select((equipment_types::id, equipment_types::equipment_type))
        .load(connection)?;
    Ok(ReferenceData {
        purposes: purposes
            .into_iter()
            .map(|(id, text)| (PurposeId(id), text))
            .collect(),
        committees: committees
            .into_iter()
            .map(|(id, text)| (CommitteeId(id), text))
            .collect(),
        equipment_types: equipment_types
            .into_iter()
            .map(|(id, text)| (EquipmentTypeId(id), text))
            .collect(),
    })
}

/// The tree of facilities: regions, districts, facilities, each by id.
pub(super) fn facilities(connection: &mut AnyConnection) -> Outcome<Vec<FacilityNode>> {
    let stored: Vec<(i64, Option<i64>, String)> = facilities::table
        .order(facilities::id)
        .select((facilities::id, facilities::parent_id, facilities::label))
        .load(connection)?;
    let mut by_parent: HashMap<Option<i64>, Vec<(i64, String)>> = HashMap::new();
    for (id, parent, label) in stored {
        by_parent.entry(parent).or_default().push((id, label));
    }
    Ok(children(&mut by_parent, None))
}

/// Takes what it places out of the map, so that even a circle in what is stored comes to an end.
fn children(
    by_parent: &mut HashMap<Option<i64>, Vec<(i64, String)>>,
    parent: Option<i64>,
) -> Vec<FacilityNode> {
    let nodes = by_parent.remove(&parent).unwrap_or_default();
    nodes
        .into_iter()
        .map(|(id, label)| FacilityNode {
            facility_id: FacilityId(id),
            label,
            children: children(by_parent, Some(id)),
        })
        .collect()
}
