//! The published tables of a data source and their dependencies, for a map of them (2 §7).

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::browse::{colors, edges, tree};
use aditus_application::dictionary::views::TableEdge;
use aditus_domain::ids::DataSourceId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::body::{SourceBody, TableBody};
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Query;
use crate::problem::Problem;
use crate::routes::Routes;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(data_source_tree)
        .service(table_edges)
        .service(table_type_colors);
}

/// A published data source with its tables.
#[derive(Serialize, ToSchema)]
struct TreeBody {
    #[serde(flatten)]
    source: SourceBody,
    table_types: Vec<TreeTypeBody>,
}

/// The tables of one type.
#[derive(Serialize, ToSchema)]
struct TreeTypeBody {
    table_type_name: String,
    tables: Vec<TableBody>,
}

/// A dependency between two tables through their variables.
#[derive(Serialize, ToSchema)]
struct TableEdgeBody {
    /// The dependent table.
    tbl_id: i64,
    /// The table on which it depends.
    depend_on: i64,
    /// The number of its variables with such a dependency.
    variables_count: u64,
}

/// The colour of a table type on a map.
#[derive(Serialize, ToSchema)]
struct TableTypeColorBody {
    table_type_name: String,
    /// `#RRGGBB`.
    color: &'static str,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct EdgesQuery {
    /// Only dependencies between tables of this source.
    data_source: Option<i64>,
}

impl From<tree::Answer> for TreeBody {
    fn from(answer: tree::Answer) -> Self {
        let table_types = answer
            .tables
            .into_iter()
            .map(|(table_type_name, tables)| TreeTypeBody {
                table_type_name,
                tables: tables.into_iter().map(TableBody::from).collect(),
            });
        Self {
            source: SourceBody::from(answer.source),
            table_types: table_types.collect(),
        }
    }
}

impl From<TableEdge> for TableEdgeBody {
    fn from(edge: TableEdge) -> Self {
        Self {
            tbl_id: edge.tbl_id.0,
            depend_on: edge.depend_on.0,
            variables_count: edge.variables_count,
        }
    }
}

impl From<colors::TableTypeColor> for TableTypeColorBody {
    fn from(of: colors::TableTypeColor) -> Self {
        Self {
            table_type_name: of.table_type_name,
            color: of.color,
        }
    }
}

/// Returns a published data source with all its published tables, grouped by type.
#[utoipa::path(tag = "dictionary", params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<TreeBody>),
))]
#[get("/data_dictionary/data_sources/tree/{id}")]
async fn data_source_tree(api: web::Data<Api>, id: web::Path<i64>) -> Result<HttpResponse, Problem> {
    let query = tree::Query {
        data_source_id: DataSourceId(id.into_inner()),
    };
    let answer = api.run(move |ports| tree::execute(ports, query)).await?;
    Ok(Envelope::read(TreeBody::from(answer)))
}

/// Returns the dependencies between published tables through their variables.
#[utoipa::path(tag = "dictionary", params(EdgesQuery), responses((status = 200, body = Envelope<Vec<TableEdgeBody>>)))]
#[get("/data_dictionary/edges")]
async fn table_edges(api: web::Data<Api>, query: Query<EdgesQuery>) -> Result<HttpResponse, Problem> {
    let query = edges::Query {
        data_source: query.0.data_source.map(DataSourceId),
    };
    let edges = api.run(move |ports| edges::execute(ports, query)).await?;
    Ok(Envelope::read(
        edges.into_iter().map(TableEdgeBody::from).collect::<Vec<_>>(),
    ))
}

/// Returns the types of published tables by name, each with its colour on a map.
#[utoipa::path(tag = "dictionary", responses((status = 200, body = Envelope<Vec<TableTypeColorBody>>)))]
#[get("/data_dictionary/colors")]
async fn table_type_colors(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let colors = api.run(colors::execute).await?;
    Ok(Envelope::read(
        colors
            .into_iter()
            .map(TableTypeColorBody::from)
            .collect::<Vec<_>>(),
    ))
}
