//! The devices of a submitted request (2 §7, `data_handling_devices/`).

use aditus_domain::ids::RequestId;

use crate::access::Caller;
use crate::ports::Ports;
pub use crate::requests::detail::Error;
use crate::requests::views::DeviceView;

/// Of which request.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// The devices, in the order in which they were added, for everybody who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<DeviceView>, Error> {
    let mut views = ports.database.read()?;
    let devices = views.requests().devices(&caller.scope(), query.request)?;
    devices.ok_or(Error::NotFound)
}
