//! A valid request, as the wizard submits it.

use chrono::NaiveDate;

use super::check::check_rows;
use super::{
    Device, Faults, Filters, RawStaff, RawSubmission, RequestDetails, RequesterDetails, StaffMember,
};

/// A valid request (2 §4, "Wizard flow"): the details of step 1, the filters of step 2, devices and staff of step 3.
/// Whether the ids in it (committee, purposes, equipment types, data source, variables) exist is for the use case to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    details: RequestDetails,
    filters: Filters,
    devices: Vec<Device>,
    staff: Vec<StaffMember>,
}

impl Submission {
    /// Step 1.
    pub fn details(&self) -> &RequestDetails {
        &self.details
    }

    /// Step 2.
    pub fn filters(&self) -> &Filters {
        &self.filters
    }

    /// The devices of step 3, at least one. The order is that of the payload, so that documents find their rows.
    pub fn devices(&self) -> &[Device] {
        &self.devices
    }

    /// The staff of step 3, at least one. The order is that of the payload, so that documents find their rows.
    pub fn staff(&self) -> &[StaffMember] {
        &self.staff
    }
}

impl RawSubmission {
    /// Checks all four steps. The faults come in the order of the specification, so that the first is its first toast.
    pub fn check(&self, today: NaiveDate, requester: &RequesterDetails) -> Result<Submission, Faults> {
        let details = self.check_details(today, requester);
        let filters = self.filters.check();
        let rows = self.check_devices_and_staff(details.as_ref().ok().map(RequestDetails::needed_on));
        match (details, filters, rows) {
            (Ok(details), Ok(filters), Ok((devices, staff))) => Ok(Submission {
                details,
                filters,
                devices,
                staff,
            }),
            (details, filters, rows) => {
                let mut faults = Faults::default();
                for step in [details.err(), filters.err(), rows.err()].into_iter().flatten() {
                    faults.append(step);
                }
                Err(faults)
            }
        }
    }

    /// Checks step 3 alone. Without `needed_on`, devices are not compared with it.
    pub fn check_devices_and_staff(
        &self,
        needed_on: Option<NaiveDate>,
    ) -> Result<(Vec<Device>, Vec<StaffMember>), Faults> {
        let mut faults = Faults::default();
        let devices = check_rows(
            &mut faults,
            "list_of_devices",
            "Please add device to the List of Devices Table",
            &self.list_of_devices,
            |device, path, faults| device.check_at(path, needed_on, faults),
        );
        let staff = check_rows(
            &mut faults,
            "list_of_staff",
            "Please add staff member to the List of Staff Table",
            &self.list_of_staff,
            RawStaff::check_at,
        );
        if faults.is_empty() {
            Ok((devices, staff))
        } else {
            Err(faults)
        }
    }
}
