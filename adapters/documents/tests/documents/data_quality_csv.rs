//! Tests of the CSV with data quality.

use aditus_application::dictionary::quality::TableQuality;
use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;
use aditus_domain::dictionary::{OriginRecords, TableRecords};
use aditus_domain::ids::TableId;
use chrono::NaiveDate;

use crate::spreadsheet::cells;

fn table(name: &str, records: TableRecords) -> TableQuality {
    TableQuality {
        tbl_id: TableId(1),
        tbl_name: name.to_owned(),
        entity_name: "Visit".to_owned(),
        assessment: records.assess(),
        records,
    }
}

fn rows(source: &str, tables: &[TableQuality]) -> Vec<Vec<String>> {
    let bytes = PdfDocuments::default().data_quality_csv(source, tables).unwrap();
    cells(&bytes)
}

#[test]
fn csv_has_a_heading_and_one_line_per_table() {
    let records = TableRecords {
        poc: OriginRecords {
            included: true,
            earliest: NaiveDate::from_ymd_opt(2015, 1, 31),
            latest: None,
            total: Some(1200),
            valid: Some(1000),
        },
        emc: OriginRecords {
            included: true,
            earliest: None,
            latest: None,
            total: Some(3),
            valid: Some(4),
        },
    };
    let tables = [table("visit", records), table("person", TableRecords::default())];
    let rows = rows("Hospital Records", &tables);
    assert_eq!(rows.len(), 3);
    assert_eq!(
        rows[0][..4],
        [
            "data_source",
            "tbl_name",
            "entity_name",
            "completeness_percentage"
        ]
    );
    assert_eq!(rows[0].len(), rows[1].len());
    assert_eq!(
        rows[1],
        [
            "Hospital Records",
            "visit",
            "Visit",
            "62.50",
            "Fair",
            "83.33",
            "Good",
            "Yes",
            "2015-01-31",
            "",
            "1200",
            "1000",
            "75.00",
            "Fair",
            "83.33",
            "Good",
            "Yes",
            "",
            "",
            "3",
            "4",
            "50.00",
            "Poor",
            "",
            "Not assessed",
            "eMC counts more valid records than records.",
        ]
    );
    assert_eq!(rows[2][3..8], ["", "Not assessed", "", "Not assessed", "No"]);
}

#[test]
fn no_cell_starts_a_formula() {
    for evil in [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "  =1",
        "=cmd|' /C calc'!A0",
    ] {
        let mut table = table(evil, TableRecords::default());
        table.entity_name = evil.to_owned();
        for cell in &rows(evil, &[table])[1][..3] {
            assert_eq!(cell, &format!("'{evil}"));
        }
    }
}
