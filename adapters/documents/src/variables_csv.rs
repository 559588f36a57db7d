use aditus_application::ports::DocumentError;
use aditus_application::requests::views::RequestDetail;

use crate::spreadsheet::{Spreadsheet, yes_or_no};

const HEADING: [&str; 11] = [
    "data_source",
    "table",
    "variable",
    "data_type",
    "meaning",
    "range",
    "date_introduced",
    "is_primary",
    "is_foreign",
    "is_identifiable",
    "derived",
];

/// The requested variables, one a line.
pub(crate) fn make(request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
    let mut csv = Spreadsheet::new(&HEADING)?;
    for variable in request
        .requested_datasets
        .iter()
        .flat_map(|dataset| &dataset.variables)
    {
        let introduced = variable
            .date_introduced
            .map(|date| date.to_string())
            .unwrap_or_default();
        csv.line(&[
            variable.source.as_str(),
            &variable.tbl_name,
            &variable.var_name,
            &variable.data_type,
            &variable.meaning,
            variable.range.as_deref().unwrap_or_default(),
            &introduced,
            yes_or_no(variable.is_primary),
            yes_or_no(variable.is_foreign),
            yes_or_no(variable.is_identifiable),
            yes_or_no(variable.derived),
        ])?;
    }
    csv.finish()
}
