use std::borrow::Cow;

use aditus_application::ports::DocumentError;
use aditus_application::requests::views::RequestDetail;

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

/// UTF-8 with a byte order mark, without which spreadsheets take other scripts for gibberish.
pub(crate) fn make(request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
    let mut csv = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(b"\xef\xbb\xbf".to_vec());
    csv.write_record(HEADING).map_err(fault)?;
    let yes_or_no = |flag: bool| if flag { "Yes" } else { "No" };
    for variable in request
        .requested_datasets
        .iter()
        .flat_map(|dataset| &dataset.variables)
    {
        let introduced = variable
            .date_introduced
            .map(|date| date.to_string())
            .unwrap_or_default();
        let cells = [
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
        ];
        csv.write_record(cells.map(|cell| harmless(cell).into_owned()))
            .map_err(fault)?;
    }
    csv.into_inner().map_err(|error| fault(error.into_error()))
}

/// A spreadsheet takes a cell for a formula by its first character, and skips white space before it; an apostrophe in
/// front makes it text.
fn harmless(cell: &str) -> Cow<'_, str> {
    let begins_formula =
        |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if begins_formula(cell) || begins_formula(cell.trim_start()) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

fn fault(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> DocumentError {
    DocumentError(error.into())
}
