//! Adds, edits and deletes devices of a submitted request (2 §7 "Devices and staff").

use aditus_domain::ids::{DeviceId, EquipmentTypeId, RequestId};
use aditus_domain::reference::{EntryId, ReferenceList};
use aditus_domain::requests::{Device, Faults, MAX_ROWS, RawDevice};
use aditus_domain::review::Section;

use super::edit::{Edit, begin_transaction};
use super::{Edited, Error, EditBasis};
use crate::access::Caller;
use crate::ports::{Ports, StoreError};
use crate::reference::offered::Choices;

/// A device to add.
#[derive(Debug, Clone)]
pub struct Add {
    /// The request.
    pub request: RequestId,
    /// Typed values.
    pub device: RawDevice,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// A change of a device.
#[derive(Debug, Clone)]
pub struct Change {
    /// Id of the device.
    pub device_id: DeviceId,
    /// The request that the call names. It must be the request of the device.
    pub request: Option<RequestId>,
    /// Typed values.
    pub device: RawDevice,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// A device to delete.
#[derive(Debug, Clone, Copy)]
pub struct Delete {
    /// Id of the device.
    pub device_id: DeviceId,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// Adds a device and returns its id.
pub fn add(ports: &Ports, caller: &Caller, command: &Add) -> Result<(DeviceId, Edited), Error> {
    let device = command.device.check(None)?;
    must_be_offered(&equipment_types(ports)?, &device, None)?;
    let mut edit = Edit::begin(ports, caller, command.request, Section::Devices, command.basis)?;
    command.device.check(Some(edit.facts.needed_on))?;
    if edit.facts.devices >= MAX_ROWS {
        return Err(Error::FullList { most: MAX_ROWS });
    }
    let request = edit.request.id;
    let id = edit.rows().add_device(request, &device)?;
    let edited = Edited {
        version: edit.finish()?,
        message: "You have successfully added a device to your List of Devices",
    };
    Ok((id, edited))
}

/// Replaces a device.
pub fn change(ports: &Ports, caller: &Caller, command: &Change) -> Result<Edited, Error> {
    let device = command.device.check_edit(None)?;
    let choices = equipment_types(ports)?;
    let (mut edit, present) = of_device(ports, caller, command.device_id, command.basis)?;
    if command.request.is_some_and(|named| named != edit.request.id) {
        return Err(Error::NoDevice);
    }
    must_be_offered(&choices, &device, Some(present))?;
    command.device.check_edit(Some(edit.facts.needed_on))?;
    edit.rows().set_device(command.device_id, &device)?;
    Ok(Edited {
        version: edit.finish()?,
        message: "You have successfully updated your List of Devices",
    })
}

/// Deletes a device. The last one cannot be deleted, because a request needs at least one, as in
/// the wizard (2 §4).
pub fn delete(ports: &Ports, caller: &Caller, command: Delete) -> Result<(), Error> {
    let (mut edit, _) = of_device(ports, caller, command.device_id, command.basis)?;
    if edit.facts.devices <= 1 {
        return Err(Error::LastDevice);
    }
    let at = edit.at;
    edit.rows().delete_device(command.device_id, at)?;
    edit.finish().map(drop)
}

/// Opens an edit of a device, and returns it with the present type of the device.
fn of_device<'a>(
    ports: &'a Ports,
    caller: &Caller,
    id: DeviceId,
    basis: EditBasis,
) -> Result<(Edit<'a>, EquipmentTypeId), Error> {
    let mut transaction = begin_transaction(ports, caller)?;
    let (request, _) = transaction.request_edits().device(id)?.ok_or(Error::NoDevice)?;
    let begun = Edit::within(ports, transaction, caller, request, Section::Devices, basis);
    let mut edit = begun.map_err(|error| match error {
        Error::NotFound => Error::NoDevice,
        other => other,
    })?;
    // The device may have been deleted before this transaction got the lock.
    let (_, equipment_type) = edit.rows().device(id)?.ok_or(Error::NoDevice)?;
    Ok((edit, equipment_type))
}

fn equipment_types(ports: &Ports) -> Result<Choices, StoreError> {
    Choices::read(ports.database.read()?.as_mut(), &[ReferenceList::EquipmentTypes])
}

/// Refuses an equipment type that is not offered, unless it is the present type of the device.
fn must_be_offered(
    choices: &Choices,
    device: &Device,
    present: Option<EquipmentTypeId>,
) -> Result<(), Error> {
    let chosen = EntryId::EquipmentType(device.equipment_type);
    let unknown = "Please enter the Equipment Type Info.";
    let Some(message) = choices.fault(chosen, unknown, present.map(EntryId::EquipmentType)) else {
        return Ok(());
    };
    let mut faults = Faults::default();
    faults.add("equipment_type", message);
    Err(faults.into())
}
