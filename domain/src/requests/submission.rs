//! A valid request as the wizard submits it.

use chrono::NaiveDate;

use super::check::check_rows;
use super::{
    Device, Faults, Filters, RawStaff, RawSubmission, RequestDetails, RequesterDetails, StaffMember,
};

/// A valid request (2 §4, "Wizard flow"): the details of step 1, the filters of step 2, and the
/// devices and staff of step 3. The use case checks that the ids in it exist: the committee,
/// purposes, equipment types, data source and variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    details: RequestDetails,
    filters: Filters,
    devices: Vec<Device>,
    staff: Vec<StaffMember>,
}

impl Submission {
    /// Returns the details of step 1.
    pub fn details(&self) -> &RequestDetails {
        &self.details
    }

    /// Returns the filters of step 2.
    pub fn filters(&self) -> &Filters {
        &self.filters
    }

    /// Returns the devices of step 3, at least one. They keep the order of the payload, by which
    /// documents are matched to rows.
    pub fn devices(&self) -> &[Device] {
        &self.devices
    }

    /// Returns the staff of step 3, at least one. They keep the order of the payload, by which
    /// documents are matched to rows.
    pub fn staff(&self) -> &[StaffMember] {
        &self.staff
    }
}

impl RawSubmission {
    /// Checks all steps. The faults are in the order of the specification, so the first one is its
    /// first toast.
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

    /// Checks step 3 alone. Without `needed_on`, the usage dates of devices are not compared with
    /// it.
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
