//! A place of the tree of facilities is added, renamed, moved, deactivated or activated again.

use aditus_domain::form::FormFaults;
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Level, PlaceName};
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::{NewPlace, begin};
use super::{known, tree};
use crate::access::Caller;
use crate::ports::{Ports, Transaction};
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has filled in.
#[derive(Debug, Clone)]
pub struct Command {
    /// The place to change; none to add one.
    pub id: Option<FacilityId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// "Region", "District" or "Facility". A new place has one; that of another stays, and may be left out.
    pub level: Option<String>,
    /// What it stands in. A place that is there stays where it is, where nothing is said.
    pub parent: Option<FacilityId>,
    /// Its name.
    pub label: String,
    /// Whether it is active; as it is, or yes for a new one, where nothing is said.
    pub active: Option<bool>,
}

/// Saves a place; answers which it is.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<FacilityId, Error> {
    caller.require(Role::SuperUser)?;
    let level = command.level.as_deref().map(read_level).transpose()?;
    let mut transaction = begin(ports, caller)?;
    let id = match command.id {
        Some(id) => change(transaction.as_mut(), id, level, command)?,
        None => add(transaction.as_mut(), level, command)?,
    };
    transaction.commit()?;
    Ok(id)
}

fn read_level(typed: &str) -> Result<Level, FormFaults> {
    Level::parse(typed).map_err(|error| FormFaults::one("level", error.to_string()))
}

fn read_name(level: Level, typed: &str) -> Result<PlaceName, FormFaults> {
    PlaceName::parse(level, typed).map_err(|error| FormFaults::one("label", error.to_string()))
}

fn add(
    transaction: &mut dyn Transaction,
    level: Option<Level>,
    command: &Command,
) -> Result<FacilityId, Error> {
    let missing = || {
        FormFaults::one(
            "level",
            "Please select whether it is a Region, a District or a Facility.",
        )
    };
    let level = level.ok_or_else(missing)?;
    let name = read_name(level, &command.label)?;
    tree(transaction)?.may_add(level, command.parent, &name)?;
    let place = NewPlace {
        parent: command.parent,
        level,
        name,
        active: command.active.unwrap_or(true),
    };
    let added = transaction.reference().add_places(&[place])?;
    let missing = || crate::ports::StoreError::internal("no id for a place that was added");
    Ok(added.first().copied().ok_or_else(missing)?)
}

fn change(
    transaction: &mut dyn Transaction,
    id: FacilityId,
    level: Option<Level>,
    command: &Command,
) -> Result<FacilityId, Error> {
    let (places, place) = known(transaction, id)?;
    let name = read_name(place.level, &command.label)?;
    if level.is_some_and(|level| level != place.level) {
        let message = "A Region, a District or a Facility stays one. Add another place instead.";
        return Err(FormFaults::one("level", message).into());
    }
    advance::<Error>(transaction, Versioned::Place(id), command.seen)?;
    let parent = command.parent.or(place.parent);
    places.may_change(&place, parent, &name)?;
    let active = command.active.unwrap_or(place.active);
    transaction.reference().update_place(id, parent, &name, active)?;
    Ok(id)
}
