//! Reference data that Super Users maintain and requests choose from.

mod choosing;
mod entries;
mod first_request;
mod places;

use aditus_application::access::Caller;
use aditus_application::failure::Refused;
use aditus_application::paging::{ListQuery, Paged};
use aditus_application::records;
use aditus_application::reference::Error;
use aditus_application::reference::entries::{
    CommitteeRecords, EntryRow, EquipmentTypeRecords, PurposeRecords,
};
use aditus_application::reference::places::PlaceRecords;
use aditus_application::reference::views::EntrySort;
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{EntryId, Level, RawEntry, RawPlace, ReferenceList};

use crate::story::Story;

/// Returns a page of the entries of a list.
fn listed(
    story: &Story,
    caller: &Caller,
    list: ReferenceList,
    query: ListQuery<EntrySort>,
) -> Result<Paged<EntryRow>, Refused> {
    let ports = &story.world.ports;
    match list {
        ReferenceList::Purposes => records::list::<PurposeRecords>(ports, caller, query),
        ReferenceList::EthicsCommittees => records::list::<CommitteeRecords>(ports, caller, query),
        ReferenceList::EquipmentTypes => records::list::<EquipmentTypeRecords>(ports, caller, query),
    }
}

fn found(story: &Story, caller: &Caller, id: EntryId) -> Result<EntryRow, Error> {
    let ports = &story.world.ports;
    match id {
        EntryId::Purpose(id) => records::find::<PurposeRecords>(ports, caller, id),
        EntryId::Committee(id) => records::find::<CommitteeRecords>(ports, caller, id),
        EntryId::EquipmentType(id) => records::find::<EquipmentTypeRecords>(ports, caller, id),
    }
}

/// Adds an entry and returns its id.
fn add(story: &Story, caller: &Caller, list: ReferenceList, form: RawEntry) -> Result<EntryId, Error> {
    let ports = &story.world.ports;
    match list {
        ReferenceList::Purposes => records::add::<PurposeRecords>(ports, caller, form).map(EntryId::Purpose),
        ReferenceList::EthicsCommittees => {
            records::add::<CommitteeRecords>(ports, caller, form).map(EntryId::Committee)
        }
        ReferenceList::EquipmentTypes => {
            records::add::<EquipmentTypeRecords>(ports, caller, form).map(EntryId::EquipmentType)
        }
    }
}

/// Changes an entry as the Super User.
fn change(story: &Story, id: EntryId, seen: Option<RowVersion>, form: RawEntry) -> Result<(), Error> {
    let (ports, caller) = (&story.world.ports, &story.super_user);
    match id {
        EntryId::Purpose(id) => records::change::<PurposeRecords>(ports, caller, id, seen, form),
        EntryId::Committee(id) => records::change::<CommitteeRecords>(ports, caller, id, seen, form),
        EntryId::EquipmentType(id) => records::change::<EquipmentTypeRecords>(ports, caller, id, seen, form),
    }
}

fn remove(story: &Story, caller: &Caller, id: EntryId) -> Result<(), Error> {
    let ports = &story.world.ports;
    match id {
        EntryId::Purpose(id) => records::remove::<PurposeRecords>(ports, caller, id),
        EntryId::Committee(id) => records::remove::<CommitteeRecords>(ports, caller, id),
        EntryId::EquipmentType(id) => records::remove::<EquipmentTypeRecords>(ports, caller, id),
    }
}

/// The input for an entry with a name only.
fn named(name: &str) -> RawEntry {
    RawEntry {
        name: name.to_owned(),
        active: None,
    }
}

/// Adds an entry as the Super User and returns its id.
fn added(story: &Story, list: ReferenceList, name: &str) -> EntryId {
    add(story, &story.super_user, list, named(name)).unwrap()
}

/// Deactivates the entry, or activates it again.
fn set_active(story: &Story, id: EntryId, active: bool) {
    let name = story.world.read_in_transaction(|transaction| {
        let entries = transaction.reference().entries(id.list()).unwrap();
        entries.into_iter().find(|entry| entry.id == id).unwrap().name
    });
    let form = RawEntry {
        active: Some(i64::from(active)),
        ..named(&name)
    };
    change(story, id, None, form).unwrap();
}

/// Returns the place with this name.
fn place_called(story: &Story, label: &str) -> FacilityId {
    story.world.read_in_transaction(|transaction| {
        let places = transaction.reference().places().unwrap();
        places.into_iter().find(|place| place.label == label).unwrap().id
    })
}

/// The input for a new place.
fn new_place(level: Level, parent: Option<FacilityId>, label: &str) -> RawPlace {
    RawPlace {
        level: Some(level.name().to_owned()),
        parent: parent.map(|parent| parent.0),
        label: label.to_owned(),
        active: None,
    }
}

/// The input that changes nothing but the name of a place.
fn place_named(label: &str) -> RawPlace {
    RawPlace {
        label: label.to_owned(),
        ..RawPlace::default()
    }
}

fn add_place(story: &Story, form: RawPlace) -> Result<FacilityId, Error> {
    records::add::<PlaceRecords>(&story.world.ports, &story.super_user, form)
}

/// Changes the place that has this name.
fn change_place(story: &Story, label: &str, form: RawPlace) -> Result<(), Error> {
    let id = place_called(story, label);
    records::change::<PlaceRecords>(&story.world.ports, &story.super_user, id, None, form)
}
