use aditus_application::dictionary::revisions::compare_csv::ComparisonLine;
use aditus_application::ports::DocumentError;

use crate::spreadsheet::Spreadsheet;

const HEADING: [&str; 8] = [
    "change",
    "record",
    "tbl_name",
    "ids_column_name",
    "var_name",
    "field",
    "before",
    "after",
];

/// Writes the differences between two versions of a source, one field per line.
pub(crate) fn make(lines: &[ComparisonLine]) -> Result<Vec<u8>, DocumentError> {
    let mut csv = Spreadsheet::new(&HEADING)?;
    for line in lines {
        csv.line(&[
            line.change,
            line.record,
            &line.tbl_name,
            &line.ids_column_name,
            &line.var_name,
            line.field,
            &line.before,
            &line.after,
        ])?;
    }
    csv.finish()
}
