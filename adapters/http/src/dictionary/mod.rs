//! Browsing the published dictionary, also anonymously (2 §7; decisions, "The calls"), and
//! assessing the quality of its data.

mod body;
mod imports;
mod imports_body;
mod map;
mod quality;
mod quality_body;
mod records;
mod revisions;
mod search;

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::browse;
use aditus_application::dictionary::views::VariableSort;
use aditus_application::paging::Page;
use aditus_domain::ids::{DataSourceId, TableId};

use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::body::Query;
use crate::problem::Problem;
use crate::routes::Routes;
use crate::sort::{Columns, sorted_by};
pub(crate) use body::VariableBody;
use body::{SourceBody, SourcesQuery, TableBody, TablesQuery, VariablesQuery};
pub(crate) use revisions::SinceRequestBody;

/// Default page size of sources, which are shown as cards (3 §2.13).
const SOURCES_PAGE: u32 = 9;
/// Default page size of tables and variables (2 §2).
const TABLE_PAGE: u32 = 20;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(published_sources)
        .configure(map::configure)
        .service(published_source)
        .service(published_tables)
        .service(published_variables)
        .service(search::search_variables)
        .service(quality::data_quality)
        .service(quality::data_quality_sources)
        .service(quality::data_quality_summary)
        .service(quality::data_quality_worst)
        .service(quality::data_quality_export)
        .configure(imports::configure)
        .configure(revisions::configure)
        .configure(records::configure);
}

/// Lists the published data sources by name.
#[utoipa::path(tag = "dictionary", params(SourcesQuery), responses((status = 200, body = Listing<SourceBody>)))]
#[get("/data_dictionary/data_sources")]
async fn published_sources(api: web::Data<Api>, query: Query<SourcesQuery>) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = browse::sources::Query {
        search: query.search,
        direction: sorted_by(query.sort)?.1,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(SOURCES_PAGE)),
    };
    let page = api
        .run(move |ports| browse::sources::execute(ports, &query))
        .await?;
    Ok(Listing::page(page, SourceBody::from))
}

/// Returns a published data source.
#[utoipa::path(tag = "dictionary", params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<SourceBody>),
))]
#[get("/data_dictionary/data_sources/{id}")]
async fn published_source(api: web::Data<Api>, id: web::Path<i64>) -> Result<HttpResponse, Problem> {
    let query = browse::source::Query {
        data_source_id: DataSourceId(id.into_inner()),
    };
    let source = api
        .run(move |ports| browse::source::execute(ports, query))
        .await?;
    Ok(Envelope::read(SourceBody::from(source)))
}

/// Lists the published tables of published sources by name.
#[utoipa::path(tag = "dictionary", params(TablesQuery), responses((status = 200, body = Listing<TableBody>)))]
#[get("/data_dictionary/tables")]
async fn published_tables(api: web::Data<Api>, query: Query<TablesQuery>) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = browse::tables::Query {
        data_source: query.data_source.map(DataSourceId),
        search: query.search,
        direction: sorted_by(query.sort)?.1,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(TABLE_PAGE)),
    };
    let page = api
        .run(move |ports| browse::tables::execute(ports, &query))
        .await?;
    Ok(Listing::page(page, TableBody::from))
}

/// Lists the variables of published tables.
#[utoipa::path(tag = "dictionary", params(VariablesQuery), responses(
    (status = 200, body = Listing<VariableBody>),
))]
#[get("/data_dictionary/data_dictionary")]
async fn published_variables(
    api: web::Data<Api>,
    query: Query<VariablesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let (sort, direction) = sorted_by(query.sort)?;
    let query = browse::variables::Query {
        data_source: query.data_source.map(DataSourceId),
        table: query.tbl_id.map(TableId),
        tbl_name: query.tbl_name,
        search: query.search,
        ids: query.ids.as_deref().map(|text| ids("ids", text)).transpose()?,
        facets: body::facets(
            query.data_type.as_deref(),
            query.is_identifiable,
            query.derived,
            query.topic,
            query.year,
        )?,
        sort,
        direction,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(TABLE_PAGE)),
    };
    let page = api
        .run(move |ports| browse::variables::execute(ports, query))
        .await?;
    Ok(Listing::page(page, VariableBody::from))
}

impl Columns for VariableSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("tbl_name", Self::TblName),
        ("var_name", Self::VarName),
        ("data_type", Self::DataType),
        ("meaning", Self::Meaning),
    ];
}

/// Parses ids from a JSON list or from a text separated by commas.
fn ids<Id: From<i64>>(field: &'static str, text: &str) -> Result<Vec<Id>, Problem> {
    text.trim_matches(['[', ']'])
        .split(',')
        .map(str::trim)
        .filter(|id| !id.is_empty())
        .map(|id| {
            id.parse::<i64>()
                .map(Id::from)
                .map_err(|_| Problem::field(field, "Ids are whole numbers, separated by commas."))
        })
        .collect()
}
