//! Reference data: what Super Users keep, and what requests may choose of it.

mod choosing;
mod entries;
mod first_request;
mod places;

use aditus_application::reference::entries::save as save_entry;
use aditus_application::reference::places::save as save_place;
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{EntryId, Level, ReferenceList};

use crate::story::Story;

/// An entry to be added.
fn new_entry(list: ReferenceList, name: &str) -> save_entry::Command {
    save_entry::Command {
        list,
        id: None,
        seen: None,
        name: name.to_owned(),
        active: None,
    }
}

/// Saves it as the Super User.
fn saved(story: &Story, command: &save_entry::Command) -> EntryId {
    save_entry::execute(&story.world.ports, &story.super_user, command).unwrap()
}

/// Deactivates the entry, or activates it again.
fn set_active(story: &Story, id: EntryId, active: bool) {
    let name = story.world.look(|transaction| {
        let entries = transaction.reference().entries(id.list()).unwrap();
        entries.into_iter().find(|entry| entry.id == id).unwrap().name
    });
    let command = save_entry::Command {
        id: Some(id.number()),
        active: Some(active),
        ..new_entry(id.list(), &name)
    };
    assert_eq!(saved(story, &command), id);
}

/// The place with this name.
fn place_called(story: &Story, label: &str) -> FacilityId {
    story.world.look(|transaction| {
        let places = transaction.reference().places().unwrap();
        places.into_iter().find(|place| place.label == label).unwrap().id
    })
}

/// A place to be added.
fn new_place(level: Level, parent: Option<FacilityId>, label: &str) -> save_place::Command {
    save_place::Command {
        id: None,
        seen: None,
        level: Some(level.name().to_owned()),
        parent,
        label: label.to_owned(),
        active: None,
    }
}

/// A change of the place with this name that leaves it as it is.
fn same_place(story: &Story, label: &str) -> save_place::Command {
    save_place::Command {
        id: Some(place_called(story, label)),
        seen: None,
        level: None,
        parent: None,
        label: label.to_owned(),
        active: None,
    }
}
