//! CSV exports other than of a request.

use aditus_domain::dictionary::{OriginRecords, TableRecords};
use aditus_domain::ids::{TableId, UserId};
use aditus_domain::reference::PlaceFile;
use chrono::DateTime;

use super::{Clause, FORMULAS, TestDocuments, assert_has_cells, assert_no_formulas, cells, sample};
use crate::audit::export::AuditLogLine;
use crate::audit::views::PersonView;
use crate::dictionary::quality::TableQuality;
use crate::dictionary::revisions::compare_csv::ComparisonLine;

/// The clauses of the exports, by name.
pub const EXPORTS: [(&str, Clause); 5] = [
    (
        "the_data_quality_has_a_line_for_each_table",
        the_data_quality_has_a_line_for_each_table,
    ),
    (
        "facilities_can_be_imported_again",
        facilities_can_be_imported_again,
    ),
    (
        "a_comparison_has_a_line_for_each_change",
        a_comparison_has_a_line_for_each_change,
    ),
    (
        "the_audit_log_is_exported_in_parts",
        the_audit_log_is_exported_in_parts,
    ),
    (
        "no_cell_of_an_export_begins_a_formula",
        no_cell_of_an_export_begins_a_formula,
    ),
];

fn table(name: &str, entity: &str, records: TableRecords) -> TableQuality {
    TableQuality {
        tbl_id: TableId(1),
        tbl_name: name.to_owned(),
        entity_name: entity.to_owned(),
        assessment: records.assess(),
        records,
    }
}

fn difference(text: &str) -> ComparisonLine {
    ComparisonLine {
        change: "altered",
        record: "variable",
        tbl_name: text.to_owned(),
        ids_column_name: text.to_owned(),
        var_name: text.to_owned(),
        field: "meaning",
        before: text.to_owned(),
        after: text.to_owned(),
    }
}

fn entry(id: i64, person: &str) -> AuditLogLine {
    AuditLogLine {
        entry_id: id,
        at: DateTime::from_timestamp_micros(1_790_000_000_123_456).unwrap(),
        kind: "request.commented",
        act: "Comment",
        person: Some(PersonView {
            user: UserId(5),
            name: Some(person.to_owned()),
        }),
        concerns: None,
        request: "DAC0012".to_owned(),
        canonical: r#"{"act":{"request":12},"kind":"request.commented"}"#.to_owned(),
        times: 2,
    }
}

/// Lines contain the name of the source and the figures of each origin. A table without figures has
/// a line too.
fn the_data_quality_has_a_line_for_each_table(adapter: &dyn TestDocuments) {
    let records = TableRecords {
        poc: OriginRecords {
            included: true,
            earliest: Some(sample::date(2015, 1, 31)),
            latest: Some(sample::date(2025, 2, 28)),
            total: Some(1_207),
            valid: Some(1_003),
        },
        emc: OriginRecords::default(),
    };
    let tables = [
        table("visit", "Visits, \"all\"", records),
        table("person", "Person", TableRecords::default()),
    ];
    let made = adapter.documents().data_quality_csv("Hospital Records", &tables);
    let lines = cells(&made.unwrap());
    assert_eq!(lines.len(), 3);
    let figures = ["2015-01-31", "2025-02-28", "1207", "1003"];
    assert_has_cells(&lines[1], &["Hospital Records", "visit", "Visits, \"all\""]);
    assert_has_cells(&lines[1], &figures);
    assert_has_cells(&lines[2], &["Hospital Records", "person", "Person"]);
}

/// The import of Aditus accepts the export.
fn facilities_can_be_imported_again(adapter: &dyn TestDocuments) {
    let facilities = [
        ["North", "Hills, upper", "The \"Lake\" Clinic"].map(ToOwned::to_owned),
        ["Süd", "Küste", "Hafen"].map(ToOwned::to_owned),
    ];
    let csv = adapter.documents().facilities_csv(&facilities).unwrap();
    let read: Vec<[String; 3]> = PlaceFile::parse(&csv)
        .unwrap()
        .rows()
        .iter()
        .map(|row| [&row.region, &row.district, &row.facility].map(|name| name.as_str().to_owned()))
        .collect();
    assert_eq!(read, facilities);
}

/// The line contains both sides of the change.
fn a_comparison_has_a_line_for_each_change(adapter: &dyn TestDocuments) {
    let mut line = difference("births");
    line.before = "In kilograms.".to_owned();
    line.after = "In grams,\nwhole".to_owned();
    let made = adapter.documents().comparison_csv(&[line.clone(), line]);
    let lines = cells(&made.unwrap());
    assert_eq!(lines.len(), 3);
    let expected = [
        "altered",
        "variable",
        "births",
        "meaning",
        "In kilograms.",
        "In grams,\nwhole",
    ];
    for line in &lines[1..] {
        assert_has_cells(line, &expected);
    }
    assert_eq!(cells(&adapter.documents().comparison_csv(&[]).unwrap()).len(), 1);
}

/// The heading and any number of parts join to the whole file.
fn the_audit_log_is_exported_in_parts(adapter: &dyn TestDocuments) {
    let documents = adapter.documents();
    let put_together = |parts: &[&[AuditLogLine]]| {
        let mut csv = documents.audit_log_csv_heading().unwrap();
        for part in parts {
            csv.extend(documents.audit_log_csv_lines(part).unwrap());
        }
        csv
    };
    let entries = [entry(3, "Ada Okello"), entry(2, "Ben"), entry(1, "Ada Okello")];
    let whole = put_together(&[&entries]);
    assert_eq!(put_together(&[&entries[..2], &[], &entries[2..]]), whole);
    let lines = cells(&whole);
    assert_eq!(lines.len(), 4);
    assert_has_cells(
        &lines[1],
        &[
            "3",
            "2026-09-21T14:13:20.123456Z",
            "request.commented",
            "Comment",
            "5",
            "Ada Okello",
            "DAC0012",
            &entries[0].canonical,
            "2",
        ],
    );
    assert_eq!(cells(&put_together(&[])).len(), 1);
}

/// This holds for every text column.
fn no_cell_of_an_export_begins_a_formula(adapter: &dyn TestDocuments) {
    let documents = adapter.documents();
    for formula in FORMULAS {
        let tables = [table(formula, formula, TableRecords::default())];
        let lines = cells(&documents.data_quality_csv(formula, &tables).unwrap());
        assert_eq!(lines.len(), 2);
        let begins_formula = |cell: &String| cell.trim_start().starts_with(['=', '+', '-', '@']);
        assert!(!lines[1].iter().any(begins_formula), "{:?}", lines[1]);
    }
    let facilities = FORMULAS.map(|formula| [formula, formula, formula].map(ToOwned::to_owned));
    assert_no_formulas(&cells(&documents.facilities_csv(&facilities).unwrap()));
    assert_no_formulas(&cells(
        &documents.comparison_csv(&FORMULAS.map(difference)).unwrap(),
    ));
    let mut log = documents.audit_log_csv_heading().unwrap();
    log.extend(
        documents
            .audit_log_csv_lines(&FORMULAS.map(|formula| entry(1, formula)))
            .unwrap(),
    );
    assert_no_formulas(&cells(&log));
}
