//! Completeness and validity of the published tables of a source, for Data Analysts (1 §1;
//! decisions, "Data quality").

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::quality::list::QualitySort;
use aditus_application::dictionary::quality::sources::{self, SourceQualitySort};
use aditus_application::dictionary::quality::{TableSelection, export_csv, list, summary, worst};
use aditus_application::paging::{Direction, Page};
use aditus_domain::ids::DataSourceId;

use super::quality_body::{
    QualityChoice, QualityQuery, QualitySourcesQuery, QualitySummaryBody, SourceQualityBody,
    TableQualityBody, WorstTableBody,
};
use super::{TABLE_PAGE, ids};
use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::attachment::{CSV, attachment};
use crate::body::Query;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::{Reader, SignedIn};
use crate::sort::{Columns, sorted_by, sorted_or};

impl Columns for QualitySort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("tbl_name", Self::TblName),
        ("completeness", Self::Completeness),
        ("validity", Self::Validity),
    ];
}

impl Columns for SourceQualitySort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("source", Self::Source),
        ("completeness", Self::Completeness),
        ("validity", Self::Validity),
    ];
}

/// Default number of sources on a page.
const SOURCE_PAGE: u32 = 10;

/// Lists the published tables of a source with their quality, by name.
#[utoipa::path(tag = "dictionary", security(("token" = [])), params(QualityQuery), responses(
    (status = 200, body = Listing<TableQualityBody>),
    (status = 403, body = ProblemBody, description = "only a Data Analyst assesses data"),
    (status = 404, body = ProblemBody, description = "there is no such source, or it is not published"),
))]
#[get("/data_dictionary/data_quality")]
pub(crate) async fn data_quality(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<QualityQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = move || {
        let (sort, direction) = sorted_by(query.sort)?;
        Ok(list::Query {
            selection: selection(query.data_source, query.tables.as_deref())?,
            search: query.search,
            sort,
            direction,
            page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(TABLE_PAGE)),
        })
    };
    let page = api
        .read_with(reader, query(), |ports, caller, query| {
            list::execute(ports, caller, &query)
        })
        .await?;
    Ok(Listing::page(page, TableQualityBody::from))
}

/// Lists the published sources with their quality and that of their tables, the least valid first.
#[utoipa::path(tag = "dictionary", security(("token" = [])), params(QualitySourcesQuery), responses(
    (status = 200, body = Listing<SourceQualityBody>),
    (status = 403, body = ProblemBody, description = "only a Data Analyst assesses data"),
))]
#[get("/data_dictionary/data_quality/sources")]
pub(crate) async fn data_quality_sources(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<QualitySourcesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = sorted_or(query.sort, (SourceQualitySort::Validity, Direction::Ascending)).map(
        |(sort, direction)| sources::Query {
            search: query.search,
            sort,
            direction,
            page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(SOURCE_PAGE)),
        },
    );
    let page = api
        .read_with(reader, query, |ports, caller, query| {
            sources::execute(ports, caller, &query)
        })
        .await?;
    Ok(Listing::page(page, SourceQualityBody::from))
}

/// Returns the overall quality of the tables.
#[utoipa::path(tag = "dictionary", security(("token" = [])), params(QualityChoice), responses(
    (status = 200, body = Envelope<QualitySummaryBody>),
    (status = 403, body = ProblemBody, description = "only a Data Analyst assesses data"),
    (status = 404, body = ProblemBody, description = "there is no such source, or it is not published"),
))]
#[get("/data_dictionary/data_quality/summary")]
pub(crate) async fn data_quality_summary(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<QualityChoice>,
) -> Result<HttpResponse, Problem> {
    let query = selection(query.0.data_source, query.0.tables.as_deref());
    let summary = api
        .read_with(reader, query, |ports, caller, query| {
            summary::execute(ports, caller, &query)
        })
        .await?;
    Ok(Envelope::read(QualitySummaryBody::from(summary)))
}

/// Lists the five published tables of lowest quality over all sources, worst first. Tables that are
/// Excellent or not assessed are left out.
#[utoipa::path(tag = "dictionary", security(("token" = [])), responses(
    (status = 200, body = Envelope<Vec<WorstTableBody>>),
    (status = 403, body = ProblemBody, description = "only a Data Analyst assesses data"),
))]
#[get("/data_dictionary/data_quality/worst")]
pub(crate) async fn data_quality_worst(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let tables = api.read(reader, worst::execute).await?;
    let bodies: Vec<_> = tables.into_iter().map(WorstTableBody::from).collect();
    Ok(Envelope::read(bodies))
}

/// Exports the quality of all selected tables as CSV, named `{source}_data_quality.csv`.
#[utoipa::path(tag = "dictionary", security(("token" = [])), params(QualityChoice), responses(
    (status = 200, content_type = "text/csv", body = Vec<u8>),
    (status = 403, body = ProblemBody, description = "only a Data Analyst assesses data"),
    (status = 404, body = ProblemBody, description = "there is no such source, or it is not published"),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
))]
#[get("/data_dictionary/data_quality/export")]
pub(crate) async fn data_quality_export(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<QualityChoice>,
) -> Result<HttpResponse, Problem> {
    let query = selection(query.0.data_source, query.0.tables.as_deref())?;
    let answer = api
        .run_heavy(&caller.clone(), move |ports| {
            export_csv::execute(ports, &caller, &query)
        })
        .await?;
    Ok(attachment(CSV, answer))
}

fn selection(data_source: Option<i64>, tables: Option<&str>) -> Result<TableSelection, Problem> {
    let tables = tables.map(|text| ids("tables", text)).transpose()?;
    Ok(TableSelection {
        data_source: data_source.map(DataSourceId),
        tables: tables.filter(|tables: &Vec<_>| !tables.is_empty()),
    })
}
