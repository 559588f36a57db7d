use chrono::NaiveDate;

use super::super::RawDevice;
use super::{assert_one_fault, device, faults_after, field_messages, text};

fn device_faults_after(change: impl FnOnce(&mut RawDevice)) -> Vec<(String, String)> {
    let mut raw = device();
    change(&mut raw);
    raw.check(NaiveDate::from_ymd_opt(2026, 3, 31))
        .map_or_else(|faults| field_messages(&faults), |_| Vec::new())
}

#[test]
fn each_field_has_its_message() {
    assert_eq!(device_faults_after(|_| ()), []);
    assert_one_fault(
        device_faults_after(|raw| raw.equipment_type = None),
        "equipment_type",
        "Please enter the Equipment Type Info.",
    );
    assert_one_fault(
        device_faults_after(|raw| raw.serial_number = None),
        "serial_number",
        "Please enter the Serial Number.",
    );
    assert_one_fault(
        device_faults_after(|raw| raw.used_by = None),
        "used_by",
        "Please enter the Used By Details.",
    );
    assert_one_fault(
        device_faults_after(|raw| raw.organisation = None),
        "organisation",
        "Please enter the Organisation Name.",
    );
    assert_one_fault(
        device_faults_after(|raw| raw.usage_from = None),
        "usage_from",
        "Please enter Usage From Date",
    );
    assert_one_fault(
        device_faults_after(|raw| raw.equipment_name = None),
        "equipment_name",
        "Equipment Name is required.",
    );
    assert_one_fault(
        device_faults_after(|raw| raw.usage_to = None),
        "usage_to",
        "Please enter Usage To Date",
    );
}

#[test]
fn the_equipment_type_is_checked_first() {
    let faults = RawDevice::default().check(None).unwrap_err();
    assert_eq!(faults.to_string(), "Please enter the Equipment Type Info.");
    assert_eq!(faults.list().len(), 7);
}

#[test]
fn device_usage_starts_at_the_needed_date_and_ends_later() {
    assert_eq!(device_faults_after(|raw| raw.usage_from = text("2026-03-31")), []);
    assert_one_fault(
        device_faults_after(|raw| raw.usage_from = text("2026-03-30")),
        "usage_from",
        "Usage From cannot be before the Date the Request will be Needed.",
    );
    for day in ["2026-04-01", "2026-03-31"] {
        assert_one_fault(
            device_faults_after(|raw| raw.usage_to = text(day)),
            "usage_to",
            "Usage To must be greater than Usage From.",
        );
    }
    assert_eq!(device_faults_after(|raw| raw.usage_to = text("2026-04-02")), []);
}

#[test]
fn faults_of_list_rows_have_the_path_of_the_row() {
    let faults = faults_after(|raw| {
        raw.list_of_devices.push(RawDevice {
            used_by: None,
            ..device()
        });
    });
    assert_one_fault(
        faults,
        "list_of_devices[1].used_by",
        "Please enter the Used By Details.",
    );
    let early = faults_after(|raw| raw.list_of_devices[0].usage_from = text("2026-03-30"));
    assert_eq!(early[0].0, "list_of_devices[0].usage_from");
}

#[test]
fn the_number_of_devices_is_limited() {
    let faults = faults_after(|raw| raw.list_of_devices = vec![device(); 201]);
    assert_one_fault(
        faults,
        "list_of_devices",
        "The list must not have more than 200 rows.",
    );
}
