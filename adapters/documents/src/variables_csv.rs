use aditus_application::ports::DocumentError;
use aditus_application::requests::views::RequestDetail;
use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::revision::FieldChange;

use crate::change_text::plain_text;
use crate::spreadsheet::{Spreadsheet, yes_or_no};

const HEADING: [&str; 17] = [
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
    "since_request",
    "as_requested",
    "as_now",
];

/// Writes one line per requested variable. Fields that the dictionary has changed since the request
/// are listed with both values.
pub(crate) fn make(request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
    let mut csv = Spreadsheet::new(&HEADING)?;
    let variables = request
        .requested_datasets
        .iter()
        .flat_map(|dataset| dataset.variables.iter().map(move |variable| (dataset, variable)));
    for (dataset, variable) in variables {
        let is_distinct = variable.is_distinct;
        let since = &variable.since;
        let describe_changes = |side: fn(&FieldChange) -> &str| {
            let fields = since.changed.iter().flat_map(|changed| &changed.fields);
            let lines: Vec<String> = fields
                .map(|change| format!("{}: {}", change.label(), plain_text(change, side(change))))
                .collect();
            lines.join("\n")
        };
        let (asked, now) = (
            describe_changes(|change| &change.before),
            describe_changes(|change| &change.after),
        );
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
            &Meaning::parse(&variable.meaning).plain(),
            variable.range.as_deref().unwrap_or_default(),
            &introduced,
            yes_or_no(variable.is_primary),
            yes_or_no(variable.is_foreign),
            yes_or_no(variable.is_identifiable),
            yes_or_no(variable.derived),
            &dataset.rdataset_id.to_string(),
            &dataset.dataset_description,
            yes_or_no(is_distinct),
            since.remark().unwrap_or_default(),
            &asked,
            &now,
        ])?;
    }
    csv.finish()
}
