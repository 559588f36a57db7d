//! The lists of a submitted request that are edited row by row (2 §7, `data_handling_devices/`,
//! `staff_shared/`, `requested_datasets/`). Rows are in the order in which they were added. People
//! who may read the request may read its lists.

use aditus_domain::ids::RequestId;

use crate::access::Caller;
use crate::ports::Ports;
pub use crate::requests::detail::Error;
use crate::requests::views::{DatasetRow, DeviceView, StaffView};

/// Returns the devices.
pub fn devices(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<DeviceView>, Error> {
    let devices = ports
        .database
        .read()?
        .requests()
        .devices(&caller.scope(), request)?;
    devices.ok_or(Error::NotFound)
}

/// Returns the staff.
pub fn staff(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<StaffView>, Error> {
    let staff = ports
        .database
        .read()?
        .requests()
        .staff(&caller.scope(), request)?;
    staff.ok_or(Error::NotFound)
}

/// Returns the datasets without their variables.
pub fn datasets(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<DatasetRow>, Error> {
    let datasets = ports
        .database
        .read()?
        .requests()
        .datasets(&caller.scope(), request)?;
    datasets.ok_or(Error::NotFound)
}
