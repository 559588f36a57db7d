//! Tests of the CSV with the differences between two versions of a source.

use aditus_application::dictionary::revisions::compare_csv::ComparisonLine;
use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;

use crate::spreadsheet::cells;

fn line(field: &'static str, before: &str, after: &str) -> ComparisonLine {
    ComparisonLine {
        change: "altered",
        record: "variable",
        tbl_name: "births".to_owned(),
        ids_column_name: "weight".to_owned(),
        var_name: "Weight".to_owned(),
        field,
        before: before.to_owned(),
        after: after.to_owned(),
    }
}

fn rows(lines: &[ComparisonLine]) -> Vec<Vec<String>> {
    let bytes = PdfDocuments::default().comparison_csv(lines).unwrap();
    cells(&bytes)
}

#[test]
fn csv_has_a_heading_and_one_line_per_difference() {
    assert_eq!(rows(&[]).len(), 1);
    let rows = rows(&[line("meaning", "In kilograms.", "In grams.")]);
    assert_eq!(rows[0][..3], ["change", "record", "tbl_name"]);
    assert_eq!(
        rows[1],
        [
            "altered",
            "variable",
            "births",
            "weight",
            "Weight",
            "meaning",
            "In kilograms.",
            "In grams."
        ]
    );
}

#[test]
fn no_cell_starts_a_formula() {
    for evil in ["=1+1", "+1", "-1", "@SUM(A1)"] {
        let rows = rows(&[line("meaning", evil, "plain")]);
        assert!(!rows[1][6].starts_with(evil), "{evil:?}");
    }
}
