//! Datasets of a submitted request.

use std::collections::BTreeSet;

use crate::ids::{DataSourceId, VariableId};
use crate::requests::{
    AdditionRefused, AdditionTarget, DocumentKind, Faults, MAX_VARIABLES_AT_ONCE, OfferedVariable,
    RawDataset, RemovalRefused, RequestDetails, check_addition, check_number_added, check_number_removed,
    check_removal, must_specify_data,
};

const SOURCE: DataSourceId = DataSourceId(3);

fn messages(faults: &Faults) -> Vec<(&str, &str)> {
    faults
        .list()
        .iter()
        .map(|fault| (fault.field.as_str(), fault.message.as_ref()))
        .collect()
}

fn typed(description: Option<&str>, source: Option<i64>, release_date: Option<&str>) -> RawDataset {
    RawDataset {
        dataset_description: description.map(str::to_owned),
        data_source: source,
        release_date: release_date.map(str::to_owned),
    }
}

#[test]
fn a_dataset_requires_a_description_and_a_source() {
    let dataset = typed(Some(" Births by district "), Some(3), None)
        .check()
        .unwrap();
    assert_eq!(
        (dataset.description(), dataset.source()),
        ("Births by district", SOURCE)
    );
    let faults = typed(Some("  "), Some(0), None).check().unwrap_err();
    assert_eq!(
        messages(&faults),
        [
            ("dataset_description", "Please enter the Dataset Description"),
            ("data_source", "Please select the Data Source."),
        ]
    );
}

#[test]
fn a_typed_release_date_is_rejected() {
    assert!(typed(Some("Births"), Some(3), Some(" ")).check().is_ok());
    let refused = [(
        "release_date",
        "The Release Date is set when the data is released. Leave it out.",
    )];
    let added = typed(Some("Births"), Some(3), Some("2026-11-22")).check();
    assert_eq!(messages(&added.unwrap_err()), refused);
    let edited = typed(None, Some(3), Some("2026-11-22")).check_edit();
    assert_eq!(messages(&edited.unwrap_err()), refused);
}

#[test]
fn a_dataset_edit_requires_a_change() {
    let source = typed(None, Some(3), None).check_edit().unwrap();
    assert_eq!((source.description(), source.source()), (None, Some(SOURCE)));
    let description = typed(Some("Births"), None, None).check_edit().unwrap();
    assert_eq!(
        (description.description(), description.source()),
        (Some("Births"), None)
    );
    let nothing = typed(None, None, None).check_edit().unwrap_err();
    assert_eq!(nothing.list().len(), 2);
    assert_eq!(nothing.to_string(), "Send at least one field to change.");
    let empty = typed(Some(" "), Some(-1), None).check_edit().unwrap_err();
    assert_eq!(
        messages(&empty),
        [
            ("dataset_description", "Please enter the Dataset Description"),
            ("data_source", "Please select the Data Source."),
        ]
    );
}

fn offered(id: i64, source: DataSourceId) -> OfferedVariable {
    OfferedVariable {
        id: VariableId(id),
        source,
        name: format!("visit.v{id}"),
    }
}

fn add(named: &[i64], present: &[i64], in_request: usize) -> Result<(), AdditionRefused> {
    let named: Vec<VariableId> = named.iter().copied().map(VariableId).collect();
    let all: Vec<OfferedVariable> = (1..=6_000)
        .map(|id| offered(id, SOURCE))
        .chain([offered(7_000, DataSourceId(4))])
        .collect();
    let present: BTreeSet<VariableId> = present.iter().copied().map(VariableId).collect();
    let dataset = AdditionTarget {
        source: SOURCE,
        present: &present,
        in_request,
    };
    check_addition(&named, &all, dataset)
}

#[test]
fn unpublished_foreign_and_repeated_variables_are_not_added() {
    assert_eq!(add(&[1, 2], &[3], 1), Ok(()));
    assert_eq!(add(&[1, 8_000], &[], 0), Err(AdditionRefused::NotOffered(2)));
    assert_eq!(
        add(&[1, 7_000], &[], 0),
        Err(AdditionRefused::OtherSource("visit.v7000".to_owned()))
    );
    assert_eq!(
        add(&[1, 2, 1], &[], 0),
        Err(AdditionRefused::Twice("visit.v1".to_owned()))
    );
    let present = add(&[1, 2], &[2], 1).unwrap_err();
    assert_eq!(
        present.to_string(),
        "The variable visit.v2 is already in this dataset."
    );
}

#[test]
fn the_number_of_added_variables_is_limited() {
    let most: Vec<i64> = (1..=5_000).collect();
    assert_eq!(most.len(), MAX_VARIABLES_AT_ONCE);
    assert_eq!(add(&most, &[], 5_000), Ok(()));
    assert_eq!(add(&most, &[], 5_001), Err(AdditionRefused::Full));
    let more: Vec<i64> = (1..=5_001).collect();
    assert_eq!(add(&more, &[], 0), Err(AdditionRefused::TooMany));
    assert_eq!(add(&[], &[], 0), Err(AdditionRefused::Empty));
    assert_eq!(check_number_added(5_001), Err(AdditionRefused::TooMany));
    assert_eq!(
        AdditionRefused::Full.to_string(),
        format!(
            "A request must not have more than {} variables.",
            RequestDetails::MAX_VARIABLES
        )
    );
    assert_eq!(
        AdditionRefused::TooMany.to_string(),
        "At most 5000 variables can be added at once."
    );
}

#[test]
fn removing_the_last_variables_requires_a_specification_form() {
    let letter = [DocumentKind::EthicsApprovalLetter];
    let form = [
        DocumentKind::EthicsApprovalLetter,
        DocumentKind::DataSpecification,
    ];
    assert_eq!(check_removal(2, 3, &letter), Ok(()));
    assert_eq!(check_removal(3, 3, &letter), Err(RemovalRefused::Last));
    assert_eq!(check_removal(3, 3, &form), Ok(()));
    assert_eq!(check_removal(0, 3, &form), Err(RemovalRefused::Empty));
    assert_eq!(check_number_removed(5_001), Err(RemovalRefused::TooMany));
}

#[test]
fn a_request_requires_variables_or_a_specification_form() {
    let letter = [DocumentKind::EthicsApprovalLetter];
    assert_eq!(must_specify_data(1, &letter), Ok(()));
    assert_eq!(must_specify_data(0, &[DocumentKind::DataSpecification]), Ok(()));
    assert_eq!(
        must_specify_data(0, &letter).unwrap_err().to_string(),
        "Please upload your General Data Specification Form since no variables were selected."
    );
}
