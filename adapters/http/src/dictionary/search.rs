//! The search over the variables of all published sources.

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::browse::search;
use aditus_application::dictionary::views::SourceMatches;
use aditus_domain::ids::DataSourceId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::VariableBody;
use super::body::facets;
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Query;
use crate::problem::Problem;

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct SearchQuery {
    /// Words that table name, variable name, data type, meaning, derived or synonyms contain, in
    /// any order. Without words, nothing is found.
    #[validate(length(max = 200, message = "The search text is too long."))]
    search: Option<String>,
    /// Only variables of this source.
    data_source: Option<i64>,
    /// Only variables of this type.
    data_type: Option<String>,
    /// True for identifying variables only, false for all others.
    is_identifiable: Option<bool>,
    /// True for derived variables only, false for all others.
    derived: Option<bool>,
    /// Only variables in tables of this topic.
    topic: Option<i64>,
    /// Only variables in tables with records of this year.
    #[validate(range(min = 1, max = 9999, message = "A year has at most four digits."))]
    year: Option<i32>,
}

/// The matches of a search in one data source.
#[derive(Serialize, ToSchema)]
struct SourceMatchesBody {
    data_source: i64,
    source: String,
    /// The number of matches, counted up to 200.
    total: u64,
    /// True if there are more matches than `total`.
    more: bool,
    /// The tables of the counted matches, most matches first.
    tables: Vec<TableMatchesBody>,
    /// The five best matches.
    variables: Vec<VariableBody>,
}

/// The number of matches in one table.
#[derive(Serialize, ToSchema)]
struct TableMatchesBody {
    tbl_id: i64,
    tbl_name: String,
    matches: u64,
}

impl From<SourceMatches> for SourceMatchesBody {
    fn from(matches: SourceMatches) -> Self {
        let tables = matches.tables.into_iter().map(|table| TableMatchesBody {
            tbl_id: table.tbl_id.0,
            tbl_name: table.tbl_name,
            matches: table.matches,
        });
        Self {
            data_source: matches.data_source.0,
            source: matches.source,
            total: matches.total,
            more: matches.more,
            tables: tables.collect(),
            variables: matches.variables.into_iter().map(VariableBody::from).collect(),
        }
    }
}

/// Searches the variables of all published sources. Returns the sources with matches, the best
/// match first, each with its best matches.
#[utoipa::path(tag = "dictionary", params(SearchQuery), responses((status = 200, body = Envelope<Vec<SourceMatchesBody>>)))]
#[get("/data_dictionary/search")]
pub(super) async fn search_variables(
    api: web::Data<Api>,
    query: Query<SearchQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = search::Query {
        facets: facets(
            query.data_type.as_deref(),
            query.is_identifiable,
            query.derived,
            query.topic,
            query.year,
        )?,
        search: query.search,
        data_source: query.data_source.map(DataSourceId),
    };
    let sources = api.run(move |ports| search::execute(ports, &query)).await?;
    Ok(Envelope::read(
        sources
            .into_iter()
            .map(SourceMatchesBody::from)
            .collect::<Vec<_>>(),
    ))
}
