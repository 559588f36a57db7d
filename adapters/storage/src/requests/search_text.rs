//! Builds the search text of requests. It contains the current names of the owner and the
//! organisation, as lists show them.

use aditus_domain::ids::RequestId;
use aditus_domain::organisations::shown_name;
use aditus_domain::requests::OTHER_PURPOSE;
use aditus_domain::requests::search::{Searchable, search_text};
use diesel::prelude::*;

use super::purposes;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{data_requests, data_sources, organisations, requested_datasets, users};
use crate::search::indexed;

/// The parts of the search text that come from the rows of the request.
pub(super) struct RequestTexts {
    pub(super) title: String,
    /// The names of the chosen purposes in order, without the description given for "Other".
    pub(super) purposes: Vec<String>,
    /// The descriptions given for the purpose "Other".
    described: Vec<String>,
    /// The sources of the datasets, without duplicates.
    pub(super) sources: Vec<String>,
}

impl RequestTexts {
    pub(super) fn read(
        connection: &mut AnyConnection,
        request: RequestId,
        title: String,
        sources: Vec<String>,
    ) -> DbResult<Self> {
        let chosen = purposes::of_request(connection, request)?;
        let described = chosen
            .iter()
            .filter(|purpose| purpose.purpose_id == OTHER_PURPOSE)
            .filter_map(|purpose| purpose.purpose_description.clone());
        Ok(Self {
            title,
            described: described.collect(),
            purposes: chosen.into_iter().map(|purpose| purpose.purpose).collect(),
            sources,
        })
    }

    /// Returns the search text, reading the current names of owner and organisation.
    pub(super) fn text(&self, connection: &mut AnyConnection, request: RequestId) -> DbResult<String> {
        let (fname, sname, typed, organisation): (String, String, Option<String>, String) =
            data_requests::table
                .inner_join(users::table.on(users::id.eq(data_requests::owner_id)))
                .inner_join(organisations::table.on(organisations::id.eq(data_requests::organisation_id)))
                .filter(data_requests::id.eq(request.0))
                .select((
                    users::fname,
                    users::sname,
                    users::tentative_organization,
                    organisations::name,
                ))
                .first(connection)?;
        let purposes: Vec<String> = self.purposes.iter().chain(&self.described).cloned().collect();
        Ok(indexed(&search_text(&Searchable {
            fname: &fname,
            sname: &sname,
            title: &self.title,
            organisation: &shown_name(organisation, typed),
            purposes: &purposes,
            data_sources: &self.sources,
        })))
    }
}

/// Returns the names of the sources of a request's datasets, each once.
pub(super) fn sources(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<String>> {
    let of_each = requested_datasets::table
        .inner_join(data_sources::table)
        .filter(requested_datasets::request_id.eq(request.0))
        .order(requested_datasets::id)
        .select(data_sources::source)
        .load::<String>(connection)?;
    let mut names: Vec<String> = Vec::new();
    for name in of_each {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// Builds the search text of a request from its rows.
fn build_search_text(connection: &mut AnyConnection, request: RequestId) -> DbResult<String> {
    let title: String = data_requests::table
        .find(request.0)
        .select(data_requests::title)
        .first(connection)?;
    let sources = sources(connection, request)?;
    RequestTexts::read(connection, request, title, sources)?.text(connection, request)
}

/// Rebuilds and stores the search text of a request.
pub(crate) fn rebuild_search_text(connection: &mut AnyConnection, request: RequestId) -> DbResult<()> {
    let text = build_search_text(connection, request)?;
    diesel::update(data_requests::table.find(request.0))
        .set(data_requests::search_text.eq(text))
        .execute(connection)?;
    Ok(())
}

/// Returns true if both texts have the same lines in any order. Sources that were added later come
/// last in the stored text.
pub(super) fn have_same_lines(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|text| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines
    });
    one == other
}
