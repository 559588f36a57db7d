use aditus_application::ports::DocumentError;
use aditus_application::requests::views::RequestDetail;

use crate::spreadsheet::{Spreadsheet, yes_or_no};

const HEADING: [&str; 14] = [
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
    "dataset",
    "dataset_description",
    "is_distinct",
];

/// The requested variables, one a line.
pub(crate) fn make(request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
    let mut csv = Spreadsheet::new(&HEADING)?;
    let variables = request
        .requested_datasets
        .iter()
        .flat_map(|dataset| dataset.variables.iter().map(move |variable| (dataset, variable)));
    for (dataset, variable) in variables {
        let is_distinct = variable.is_distinct;
        let variable = &variable.var;
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
            &dataset.rdataset_id.to_string(),
            &dataset.dataset_description,
            yes_or_no(is_distinct),
        ])?;
    }
    csv.finish()
}
