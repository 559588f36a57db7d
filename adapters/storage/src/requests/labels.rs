//! Lists of texts that a row of a list shows, kept in one column so that a list is one query.

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{DataSourceId, RequestId};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{Outcome, unreadable};
use crate::schema::{data_requests, requested_datasets};
use crate::search::indexed;

/// The texts as they are stored.
pub(crate) fn to_column(texts: &[String]) -> Outcome<String> {
    serde_json::to_string(texts).map_err(unreadable("list of texts"))
}

/// The texts of a column.
pub(crate) fn from_column(column: &str) -> Outcome<Vec<String>> {
    serde_json::from_str(column).map_err(unreadable("list of texts"))
}

/// Has the requests for a data source show its new name, and be found by it.
pub(crate) fn rename_source(
    connection: &mut AnyConnection,
    source: DataSourceId,
    from: &str,
    to: &str,
) -> Outcome<()> {
    let requests = requested_datasets::table
        .filter(requested_datasets::data_source_id.eq(source.0))
        .select(requested_datasets::request_id)
        .distinct()
        .load::<i64>(connection)?;
    for id in requests {
        change_source(connection, RequestId(id), from, to)?;
    }
    Ok(())
}

/// Has a request show this source in the place of that one, and be found by it.
pub(super) fn change_source(
    connection: &mut AnyConnection,
    request: RequestId,
    from: &str,
    to: &str,
) -> Outcome<()> {
    let (column, text) = data_requests::table
        .find(request.0)
        .select((data_requests::source_labels, data_requests::search_text))
        .first::<(String, String)>(connection)?;
    let mut labels = from_column(&column)?;
    for label in labels.iter_mut().filter(|label| *label == from) {
        to.clone_into(label);
    }
    diesel::update(data_requests::table.find(request.0))
        .set((
            data_requests::source_labels.eq(to_column(&labels)?),
            data_requests::search_text.eq(with_other_line(&text, &indexed(&fold(from)), &indexed(&fold(to)))),
        ))
        .execute(connection)?;
    Ok(())
}

/// The text with another line in the place of one. Names of sources stand behind titles and purposes, which may read the same:
/// it is the last of such lines that changes.
fn with_other_line(text: &str, from: &str, to: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if let Some(line) = lines.iter().rposition(|line| *line == from) {
        lines[line] = to;
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_equal_lines_changes() {
        let text = "  births\n  a  title\n  births\n  7";
        assert_eq!(
            with_other_line(text, "  births", "  birth  register"),
            "  births\n  a  title\n  birth  register\n  7"
        );
        assert_eq!(with_other_line(text, "  deaths", "  x"), text);
    }

    #[test]
    fn texts_come_back_as_they_were() {
        let texts = [
            "Research".to_owned(),
            "Ré\"search\", \n[]".to_owned(),
            String::new(),
        ];
        assert_eq!(from_column(&to_column(&texts).unwrap()).unwrap(), texts);
        assert!(from_column("Research").is_err());
    }
}
