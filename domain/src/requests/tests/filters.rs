use super::super::RawFilters;
use super::{assert_one_fault, faults_after, text};

#[test]
fn blank_and_repeated_facilities_are_dropped() {
    let raw = RawFilters {
        facility_filter: vec![
            "All facilities from North".into(),
            " ".into(),
            "All facilities from North".into(),
        ],
        start_value: text("2024-01-01"),
        end_value: text("2024-01-01"),
    };
    let filters = raw.check().unwrap();
    assert_eq!(filters.facility_filter(), ["All facilities from North"]);
    let range = filters.date_range_filter();
    assert_eq!(range.start(), range.end());
    assert!(!filters.is_empty());
}

#[test]
fn both_ends_of_the_date_range_are_optional() {
    let raw = RawFilters {
        end_value: text("2024-01-01"),
        ..RawFilters::default()
    };
    assert_eq!(raw.check().unwrap().date_range_filter().start(), None);
}

#[test]
fn invalid_filters_are_rejected() {
    let faults = faults_after(|raw| {
        raw.filters.start_value = text("2024-02-01");
        raw.filters.end_value = text("2024-01-31");
    });
    assert_one_fault(
        faults,
        "filters.date_range_filter.end_value",
        "The End Date cannot be before the Start Date.",
    );
    let faults = faults_after(|raw| raw.filters.facility_filter = vec!["Hill\u{8}Clinic".into()]);
    assert_one_fault(
        faults,
        "filters.facility_filter[0]",
        "The text must not contain control characters.",
    );
    let faults = faults_after(|raw| raw.filters.facility_filter = vec!["Hill Clinic".into(); 2001]);
    assert_one_fault(
        faults,
        "filters.facility_filter",
        "The list must not have more than 2000 rows.",
    );
}
