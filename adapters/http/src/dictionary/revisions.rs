//! The history of the dictionary: the revisions of tables and variables, and comparisons of two
//! versions of a source.

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::revisions::views::RevisionRecord;
use aditus_application::dictionary::revisions::{compare, compare_csv, history};
use aditus_application::paging::Page;
use aditus_domain::dictionary::revision::{
    Definition, Fact, FieldChange, RequestedVariableState, Revised, VersionChange, VersionChangeKind,
};
use aditus_domain::ids::{TableId, VariableId, VersionId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::records::VersionRecordBody;
use crate::answer::{Envelope, PageBody};
use crate::api::Api;
use crate::attachment::{CSV, attachment};
use crate::body::Query;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};

const PAGE_SIZE: u32 = 20;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(version_comparison)
        .service(version_comparison_export)
        .service(table_revisions)
        .service(variable_revisions);
}

/// A changed field.
#[derive(Serialize, ToSchema)]
pub(crate) struct DefinitionChangeBody {
    /// The name of the field in the API.
    pub field: &'static str,
    /// The display name of the field.
    pub label: &'static str,
    /// The old value; empty if there was none.
    pub before: String,
    /// The new value; empty if there is none.
    pub after: String,
}

/// A field with a value.
#[derive(Serialize, ToSchema)]
pub(crate) struct FactBody {
    /// The name of the field in the API.
    pub field: &'static str,
    /// The display name of the field.
    pub label: &'static str,
    pub text: String,
}

/// What became of a variable since it was requested.
#[derive(Serialize, ToSchema)]
pub(crate) enum SinceRemarkBody {
    #[serde(rename = "changed since")]
    ChangedSince,
    #[serde(rename = "no longer offered")]
    NoLongerOffered,
}

/// Changes of the dictionary since a variable was requested.
#[derive(Serialize, ToSchema)]
pub(crate) struct SinceRequestBody {
    #[schema(inline)]
    pub remark: SinceRemarkBody,
    /// The differences from the definition at the time of the request.
    pub fields: Vec<DefinitionChangeBody>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ComparisonQuery {
    /// The version to compare with; defaults to the previous version.
    pub with: Option<i64>,
    /// Only changes of this kind.
    #[param(inline)]
    pub kind: Option<ChangeKindBody>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ComparisonExportQuery {
    /// The version to compare with; defaults to the previous version.
    pub with: Option<i64>,
}

/// The kind of change of a table or variable.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChangeKindBody {
    Added,
    Removed,
    Altered,
}

/// The type of a record with revisions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RevisedBody {
    Table,
    Variable,
}

/// The differences between two versions of a data source.
#[derive(Serialize, ToSchema)]
pub(crate) struct ComparisonBody {
    /// The older version, with which the newer one was compared.
    pub older: VersionRecordBody,
    /// The newer version.
    pub newer: VersionRecordBody,
    /// The number of tables and variables that only the newer version contains.
    pub added: u64,
    /// The number that only the older version contains.
    pub removed: u64,
    /// The number that both contain, with differences.
    pub altered: u64,
    /// The changes: first the added records, then the removed and then the altered ones, each with
    /// tables first.
    pub changes: Vec<VersionChangeBody>,
    pub page: PageBody,
}

/// A table or variable that differs between two versions.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionChangeBody {
    pub kind: ChangeKindBody,
    pub record: RevisedBody,
    /// The `tbl_id` or `var_id`.
    pub id: i64,
    /// The name of the table.
    pub tbl_name: String,
    /// The name of the variable; null for a table.
    pub var_name: Option<String>,
    /// The changed fields of an altered record.
    pub fields: Vec<DefinitionChangeBody>,
    /// All fields of an added or removed record.
    pub facts: Vec<FactBody>,
}

/// The revisions of a table or variable, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct RevisionsBody {
    pub revisions: Vec<RevisionBody>,
    pub page: PageBody,
}

/// A revision of a table or variable.
#[derive(Serialize, ToSchema)]
pub(crate) struct RevisionBody {
    pub revision_id: i64,
    /// The revision number, starting at 1.
    pub number: u32,
    /// "added", "changed" or "removed".
    pub kind: &'static str,
    /// The author; null for a command on the server, and for records that are older than the
    /// revision history.
    pub author: Option<String>,
    pub created_on: DateTime<Utc>,
    /// The differences from the previous revision.
    pub fields: Vec<DefinitionChangeBody>,
    /// All fields of the revision.
    pub facts: Vec<FactBody>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RevisionsQuery {
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl From<&FieldChange> for DefinitionChangeBody {
    fn from(change: &FieldChange) -> Self {
        Self {
            field: change.field,
            label: change.label(),
            before: change.before.clone(),
            after: change.after.clone(),
        }
    }
}

impl From<Fact> for FactBody {
    fn from(fact: Fact) -> Self {
        Self {
            field: fact.field,
            label: fact.label(),
            text: fact.text,
        }
    }
}

impl SinceRequestBody {
    /// Returns `None` if the definition is unchanged.
    pub(crate) fn from_since(since: &RequestedVariableState) -> Option<Self> {
        let changed = since.changed.iter().flat_map(|changed| &changed.fields);
        let remark = match (since.is_offered, &since.changed) {
            (false, _) => SinceRemarkBody::NoLongerOffered,
            (true, Some(_)) => SinceRemarkBody::ChangedSince,
            (true, None) => return None,
        };
        Some(Self {
            remark,
            fields: changed.map(DefinitionChangeBody::from).collect(),
        })
    }
}

impl From<ChangeKindBody> for VersionChangeKind {
    fn from(kind: ChangeKindBody) -> Self {
        match kind {
            ChangeKindBody::Added => Self::Added,
            ChangeKindBody::Removed => Self::Removed,
            ChangeKindBody::Altered => Self::Altered,
        }
    }
}

impl From<VersionChangeKind> for ChangeKindBody {
    fn from(kind: VersionChangeKind) -> Self {
        match kind {
            VersionChangeKind::Added => Self::Added,
            VersionChangeKind::Removed => Self::Removed,
            VersionChangeKind::Altered => Self::Altered,
        }
    }
}

fn facts(definition: &Definition) -> Vec<FactBody> {
    definition.facts().into_iter().map(FactBody::from).collect()
}

impl From<VersionChange> for VersionChangeBody {
    fn from(change: VersionChange) -> Self {
        let (record, id) = match change.of {
            Revised::Table(id) => (RevisedBody::Table, id.0),
            Revised::Variable(id) => (RevisedBody::Variable, id.0),
        };
        let facts = match change.kind {
            VersionChangeKind::Altered => Vec::new(),
            VersionChangeKind::Added | VersionChangeKind::Removed => facts(&change.definition),
        };
        let (tbl_name, var_name) = match change.definition {
            Definition::Table(table) => (table.tbl_name, None),
            Definition::Variable(variable) => (variable.row.tbl_name, Some(variable.row.var_name)),
        };
        Self {
            kind: change.kind.into(),
            record,
            id,
            tbl_name,
            var_name,
            fields: change.fields.iter().map(DefinitionChangeBody::from).collect(),
            facts,
        }
    }
}

impl From<compare::Answer> for ComparisonBody {
    fn from(answer: compare::Answer) -> Self {
        Self {
            older: answer.older.into(),
            newer: answer.newer.into(),
            added: answer.counts.added,
            removed: answer.counts.removed,
            altered: answer.counts.altered,
            page: PageBody::from_paged(&answer.changes),
            changes: answer
                .changes
                .items
                .into_iter()
                .map(VersionChangeBody::from)
                .collect(),
        }
    }
}

impl From<RevisionRecord> for RevisionBody {
    fn from(revision: RevisionRecord) -> Self {
        Self {
            revision_id: revision.revision_id.0,
            number: revision.number,
            kind: revision.kind.name(),
            author: revision.author,
            created_on: revision.created_on,
            fields: revision.fields.iter().map(DefinitionChangeBody::from).collect(),
            facts: facts(&revision.definition),
        }
    }
}

/// Compares two versions of a data source and returns the changed tables and variables.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path), ComparisonQuery), responses(
    (status = 200, body = Envelope<ComparisonBody>),
    (status = 400, body = ProblemBody, description = "the versions are of two sources, or there is none before"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_dictionary/version/{id}/compare")]
async fn version_comparison(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
    query: Query<ComparisonQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = compare::Query {
        older: query.with.map(VersionId),
        newer: VersionId(id.into_inner()),
        kind: query.kind.map(VersionChangeKind::from),
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(PAGE_SIZE)),
    };
    let answer = api
        .read(reader, move |ports, caller| {
            compare::execute(ports, caller, query)
        })
        .await?;
    Ok(Envelope::read(ComparisonBody::from(answer)))
}

/// Exports the comparison as CSV, with one line for each altered field and for each added or
/// removed table or variable.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path), ComparisonExportQuery), responses(
    (status = 200, content_type = "text/csv", body = Vec<u8>),
    (status = 400, body = ProblemBody, description = "the versions are of two sources, or there is none before"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
))]
#[get("/data_dictionary/version/{id}/compare/export")]
async fn version_comparison_export(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    query: Query<ComparisonExportQuery>,
) -> Result<HttpResponse, Problem> {
    let query = compare_csv::Query {
        older: query.0.with.map(VersionId),
        newer: VersionId(id.into_inner()),
    };
    let answer = api
        .run_heavy(&caller.clone(), move |ports| {
            compare_csv::execute(ports, &caller, query)
        })
        .await?;
    Ok(attachment(CSV, answer))
}

/// Lists the revisions of a table, newest first.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path), RevisionsQuery), responses(
    (status = 200, body = Envelope<RevisionsBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_dictionary/table_dd/{id}/revisions")]
async fn table_revisions(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
    query: Query<RevisionsQuery>,
) -> Result<HttpResponse, Problem> {
    revisions(&api, reader, Revised::Table(TableId(id.into_inner())), query.0).await
}

/// Lists the revisions of a variable, newest first.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path), RevisionsQuery), responses(
    (status = 200, body = Envelope<RevisionsBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_dictionary/variables_dd/{id}/revisions")]
async fn variable_revisions(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
    query: Query<RevisionsQuery>,
) -> Result<HttpResponse, Problem> {
    let variable = VariableId(id.into_inner());
    revisions(&api, reader, Revised::Variable(variable), query.0).await
}

async fn revisions(
    api: &Api,
    reader: Reader,
    of: Revised,
    query: RevisionsQuery,
) -> Result<HttpResponse, Problem> {
    let page = Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(PAGE_SIZE));
    let found = api
        .read(reader, move |ports, caller| {
            history::execute(ports, caller, of, page)
        })
        .await?;
    Ok(Envelope::read(RevisionsBody {
        page: PageBody::from_paged(&found),
        revisions: found.items.into_iter().map(RevisionBody::from).collect(),
    }))
}
