//! Active reference data that the wizard offers.

use std::collections::HashMap;

use aditus_application::requests::views::{FacilityNode, ReferenceData};
use aditus_domain::ids::{CommitteeId, EquipmentTypeId, FacilityId, PurposeId};
use aditus_domain::reference::{Places, ReferenceList};

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::reference::{entries, places};

/// Returns the active purposes, ethics committees and equipment types, by id.
pub(super) fn lists(connection: &mut AnyConnection) -> DbResult<ReferenceData> {
    Ok(ReferenceData {
        purposes: offered(connection, ReferenceList::Purposes, PurposeId)?,
        committees: offered(connection, ReferenceList::EthicsCommittees, CommitteeId)?,
        equipment_types: offered(connection, ReferenceList::EquipmentTypes, EquipmentTypeId)?,
    })
}

fn offered<Id>(
    connection: &mut AnyConnection,
    list: ReferenceList,
    id: impl Fn(i64) -> Id,
) -> DbResult<Vec<(Id, String)>> {
    let entries = entries::all(connection, list)?.into_iter();
    Ok(entries
        .filter(|entry| entry.active)
        .map(|entry| (id(entry.id.number()), entry.name))
        .collect())
}

/// Returns the tree of offered facilities (regions, districts, facilities), each level by id.
pub(super) fn facilities(connection: &mut AnyConnection) -> DbResult<Vec<FacilityNode>> {
    let places = Places::new(places::all(connection)?);
    let mut by_parent: HashMap<Option<FacilityId>, Vec<(FacilityId, String)>> = HashMap::new();
    for place in places.offered() {
        let siblings = by_parent.entry(place.parent).or_default();
        siblings.push((place.id, place.label.clone()));
    }
    Ok(children(&mut by_parent, None))
}

/// Removes the nodes from the map as it places them, so that it terminates even if the stored data
/// has a cycle.
fn children(
    by_parent: &mut HashMap<Option<FacilityId>, Vec<(FacilityId, String)>>,
    parent: Option<FacilityId>,
) -> Vec<FacilityNode> {
    let nodes = by_parent.remove(&parent).unwrap_or_default();
    nodes
        .into_iter()
        .map(|(facility_id, label)| FacilityNode {
            facility_id,
            label,
            children: children(by_parent, Some(facility_id)),
        })
        .collect()
}
