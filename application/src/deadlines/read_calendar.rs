//! Reads the calendar: `GET calendar/`.

use super::repository::StoredCalendar;
use crate::access::Caller;
use crate::ports::{Ports, StoreError};

/// Returns the calendar, for every signed-in person: due dates are shown to all of them.
pub fn execute(ports: &Ports, _: &Caller) -> Result<StoredCalendar, StoreError> {
    ports.database.read()?.deadlines().calendar()
}
