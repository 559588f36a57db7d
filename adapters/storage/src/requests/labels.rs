//! Updates the names of other records that are copied into requests for lists and search.

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{DataSourceId, OrganisationId, PurposeId, RequestId, UserId};
use diesel::prelude::*;

use super::search_text::{self, sources};
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{data_requests, request_purposes, requested_datasets};
use crate::search::indexed;
use crate::text_lists::{from_column, to_column};

/// Number of requests that a rename reads in one statement.
const REQUESTS_AT_ONCE: usize = 500;

/// Replaces the name of a renamed purpose in the labels and search texts of its requests. The
/// description given for the purpose "Other" stays.
pub(crate) fn rename_purpose(
    connection: &mut AnyConnection,
    purpose: PurposeId,
    from: &str,
    to: &str,
) -> DbResult<()> {
    let requests = request_purposes::table
        .filter(request_purposes::purpose_id.eq(purpose.0))
        .order(request_purposes::request_id)
        .select(request_purposes::request_id)
        .load::<i64>(connection)?;
    let line = |name: &str| indexed(&fold(name));
    for part in requests.chunks(REQUESTS_AT_ONCE) {
        let rows = data_requests::table
            .filter(data_requests::id.eq_any(part))
            .select((
                data_requests::id,
                data_requests::purpose_labels,
                data_requests::search_text,
            ))
            .load::<(i64, String, String)>(connection)?;
        for (id, purposes, text) in rows {
            let mut purposes = from_column(&purposes)?;
            for name in purposes.iter_mut().filter(|name| *name == from) {
                to.clone_into(name);
            }
            diesel::update(data_requests::table.find(id))
                .set((
                    data_requests::purpose_labels.eq(to_column(&purposes)?),
                    data_requests::search_text.eq(with_renamed_line(&text, &line(from), &line(to))),
                ))
                .execute(connection)?;
        }
    }
    Ok(())
}

/// Returns the search text with the first line equal to `from` replaced, or removed if `to` is
/// empty. A title may equal a purpose. Which of equal lines is replaced makes no difference to the
/// search.
fn with_renamed_line(text: &str, from: &str, to: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    match lines.iter().position(|line| *line == from) {
        Some(place) if to.is_empty() => drop(lines.remove(place)),
        Some(place) => lines[place] = to,
        None => {}
    }
    lines.join("\n")
}

/// Rebuilds the search texts of a person's requests after their name changed.
pub(crate) fn rename_owner(connection: &mut AnyConnection, owner: UserId) -> DbResult<()> {
    let requests = data_requests::table
        .filter(data_requests::owner_id.eq(owner.0))
        .order(data_requests::id)
        .select(data_requests::id)
        .load::<i64>(connection)?;
    rebuild_search_texts(connection, requests)
}

/// Rebuilds the search texts of an organisation's requests after its name changed.
pub(crate) fn rename_organisation(
    connection: &mut AnyConnection,
    organisation: OrganisationId,
) -> DbResult<()> {
    let requests = data_requests::table
        .filter(data_requests::organisation_id.eq(organisation.0))
        .order(data_requests::id)
        .select(data_requests::id)
        .load::<i64>(connection)?;
    rebuild_search_texts(connection, requests)
}

fn rebuild_search_texts(connection: &mut AnyConnection, requests: Vec<i64>) -> DbResult<()> {
    for id in requests {
        search_text::rebuild_search_text(connection, RequestId(id))?;
    }
    Ok(())
}

/// Updates the source labels and search texts of the requests for a renamed data source.
pub(crate) fn rename_source(connection: &mut AnyConnection, source: DataSourceId) -> DbResult<()> {
    let requests = requested_datasets::table
        .filter(requested_datasets::data_source_id.eq(source.0))
        .select(requested_datasets::request_id)
        .distinct()
        .load::<i64>(connection)?;
    for id in requests {
        of_datasets(connection, RequestId(id))?;
    }
    Ok(())
}

/// Updates the source labels and search text of a request from its datasets.
pub(super) fn of_datasets(connection: &mut AnyConnection, request: RequestId) -> DbResult<()> {
    let names = sources(connection, request)?;
    let (column, text) = data_requests::table
        .find(request.0)
        .select((data_requests::source_labels, data_requests::search_text))
        .first::<(String, String)>(connection)?;
    let lines = |names: &[String]| -> Vec<String> {
        let lines = names.iter().map(|name| indexed(&fold(name)));
        lines.filter(|line| !line.is_empty()).collect()
    };
    let text = with_other_lines(&text, &lines(&from_column(&column)?), &lines(&names));
    diesel::update(data_requests::table.find(request.0))
        .set((
            data_requests::source_labels.eq(to_column(&names)?),
            data_requests::search_text.eq(text),
        ))
        .execute(connection)?;
    Ok(())
}

/// Returns the search text with the lines `from` removed and the lines `to` appended. Source names
/// come after titles and purposes, which may have the same text, so the last of equal lines is
/// removed.
fn with_other_lines(text: &str, from: &[String], to: &[String]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    for gone in from {
        if let Some(line) = lines.iter().rposition(|line| line == gone) {
            lines.remove(line);
        }
    }
    lines.extend(to.iter().map(String::as_str));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str, from: &[&str], to: &[&str]) -> String {
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        with_other_lines(text, &owned(from), &owned(to))
    }

    #[test]
    fn the_last_of_equal_lines_is_removed() {
        let text = "  births\n  a  title\n  births\n  deaths";
        assert_eq!(
            replaced(
                text,
                &["  births", "  deaths"],
                &["  deaths", "  birth  register"]
            ),
            "  births\n  a  title\n  deaths\n  birth  register"
        );
        assert_eq!(
            replaced(text, &["  births"], &[]),
            "  births\n  a  title\n  deaths"
        );
        assert_eq!(replaced(text, &["  x"], &[]), text);
    }

    #[test]
    fn the_first_of_equal_lines_is_renamed() {
        let text = "  zoe\n  births\n  births";
        assert_eq!(
            with_renamed_line(text, "  births", "  birth  register"),
            "  zoe\n  birth  register\n  births"
        );
        assert_eq!(with_renamed_line(text, "  deaths", "  x"), text);
        assert_eq!(with_renamed_line(text, "  births", ""), "  zoe\n  births");
    }
}
