//! A device that will handle the data.

use chrono::NaiveDate;

use super::check::{date, id, line};
use super::{Faults, RawDevice};
use crate::ids::EquipmentTypeId;

/// A device that will handle the data (2 §3, §5 "Device dialog"). It comes from
/// [`RawDevice::check`] or from the database. After the erasure of the user, `used_by` is a
/// placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct Device {
    pub equipment_type: EquipmentTypeId,
    pub equipment_name: String,
    pub serial_number: String,
    pub used_by: String,
    pub organisation: String,
    pub usage_from: NaiveDate,
    pub usage_to: NaiveDate,
}

impl From<Device> for RawDevice {
    fn from(device: Device) -> Self {
        Self {
            equipment_name: Some(device.equipment_name),
            equipment_type: Some(device.equipment_type.0),
            serial_number: Some(device.serial_number),
            used_by: Some(device.used_by),
            organisation: Some(device.organisation),
            usage_from: Some(device.usage_from.to_string()),
            usage_to: Some(device.usage_to.to_string()),
        }
    }
}

impl RawDevice {
    /// Checks one device, as its dialog does. Its usage must not begin before `needed_on`.
    pub fn check(&self, needed_on: Option<NaiveDate>) -> Result<Device, Faults> {
        let mut faults = Faults::default();
        let device = self.check_at("", needed_on, &mut faults);
        device.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// Checks an edited device of a submitted request. The message about the end of its usage
    /// differs from that of the wizard (2 §5).
    pub fn check_edit(&self, needed_on: Option<NaiveDate>) -> Result<Device, Faults> {
        let mut faults = Faults::default();
        let device = self.read("", needed_on, "Usage To cannot be before Usage From", &mut faults);
        device.filter(|_| faults.is_empty()).ok_or(faults)
    }

    pub(super) fn check_at(
        &self,
        path: &str,
        needed_on: Option<NaiveDate>,
        faults: &mut Faults,
    ) -> Option<Device> {
        self.read(
            path,
            needed_on,
            "Usage To must be greater than Usage From.",
            faults,
        )
    }

    fn read(
        &self,
        path: &str,
        needed_on: Option<NaiveDate>,
        ends_early: &'static str,
        faults: &mut Faults,
    ) -> Option<Device> {
        let at = |name: &str| format!("{path}{name}");
        let equipment_type = id(
            faults,
            &at("equipment_type"),
            self.equipment_type,
            "Please enter the Equipment Type Info.",
        );
        let serial_number = line(
            faults,
            &at("serial_number"),
            self.serial_number.as_deref(),
            "Please enter the Serial Number.",
        );
        let used_by = line(
            faults,
            &at("used_by"),
            self.used_by.as_deref(),
            "Please enter the Used By Details.",
        );
        let organisation = line(
            faults,
            &at("organisation"),
            self.organisation.as_deref(),
            "Please enter the Organisation Name.",
        );
        let usage_from = date(
            faults,
            &at("usage_from"),
            self.usage_from.as_deref(),
            "Please enter Usage From Date",
        );
        if usage_from
            .zip(needed_on)
            .is_some_and(|(from, needed_on)| from < needed_on)
        {
            faults.add(
                at("usage_from"),
                "Usage From cannot be before the Date the Request will be Needed.",
            );
        }
        let equipment_name = line(
            faults,
            &at("equipment_name"),
            self.equipment_name.as_deref(),
            "Equipment Name is required.",
        );
        let usage_to = date(
            faults,
            &at("usage_to"),
            self.usage_to.as_deref(),
            "Please enter Usage To Date",
        );
        if usage_from.zip(usage_to).is_some_and(|(from, to)| to <= from) {
            faults.add(at("usage_to"), ends_early);
        }
        Some(Device {
            equipment_type: EquipmentTypeId(equipment_type?),
            equipment_name: equipment_name?,
            serial_number: serial_number?,
            used_by: used_by?,
            organisation: organisation?,
            usage_from: usage_from?,
            usage_to: usage_to?,
        })
    }
}
