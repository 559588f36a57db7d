//! The versions of a request, and the differences between two of them (decisions V1, V2).

use actix_web::{HttpResponse, get, web};
use aditus_application::requests::versions::views::VersionView;
use aditus_application::requests::versions::{changes, list};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Change, DisplayValue, DocumentContent, SectionChanges, WordChange};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::rows::yes_no;
use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::body::Query;
use crate::problem::{Problem, ProblemBody};
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::Reader;

fields!(VersionField: "number", "at", "section");

type VersionsQuery = ShortQuery<VersionField>;

/// A version of a request.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionBody {
    /// The version number. The submission is version 1.
    pub number: u32,
    pub author: VersionAuthorBody,
    /// The role of the author.
    pub role: String,
    pub at: DateTime<Utc>,
    /// The section that was changed; null for the submission.
    pub section: Option<String>,
    /// The id of the comment that demanded the change.
    pub comment_id: Option<i64>,
}

/// The author of a change.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionAuthorBody {
    pub user_id: i64,
    pub fname: String,
    pub sname: String,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChangesQuery {
    /// The number of the older version.
    pub from: u32,
    /// The number of the newer version; defaults to the latest one.
    pub to: Option<u32>,
}

/// The differences between two versions.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangesBody {
    pub from: u32,
    pub to: u32,
    /// The changed sections in page order.
    pub sections: Vec<SectionChangesBody>,
}

/// The differences in one section.
#[derive(Serialize, ToSchema)]
pub(crate) struct SectionChangesBody {
    /// The name of the section in comments; null for the fields above the sections.
    pub section: Option<String>,
    pub title: String,
    pub fields: Vec<FieldChangeBody>,
    pub items: Vec<ItemChangeBody>,
}

/// A changed field.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum FieldChangeBody {
    /// A text, compared word by word.
    Words { field: String, runs: Vec<RunBody> },
    /// A short text, a choice, or Yes or No.
    Value {
        field: String,
        /// The old value; null if it was empty.
        before: Option<String>,
        /// The new value; null if it is empty.
        after: Option<String>,
    },
    /// A date.
    Date {
        field: String,
        before: Option<NaiveDate>,
        after: Option<NaiveDate>,
    },
    /// A set of short texts.
    Set {
        field: String,
        added: Vec<String>,
        removed: Vec<String>,
    },
    /// A document.
    Document {
        field: String,
        before: Option<FileBody>,
        after: Option<FileBody>,
    },
}

/// Consecutive words with the same change.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunBody {
    /// One of kept, removed and added.
    pub words: String,
    pub text: String,
}

/// A document of a version.
#[derive(Serialize, ToSchema)]
pub(crate) struct FileBody {
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    pub uploaded_on: DateTime<Utc>,
    pub mime: String,
    /// The path of the document; null if its file is lost.
    pub path: Option<String>,
}

/// An item of a list that was added, removed or changed.
#[derive(Serialize, ToSchema)]
pub(crate) struct ItemChangeBody {
    /// The type of the item, such as "Device" or "Staff member".
    pub item: String,
    /// The name of the item.
    pub name: String,
    /// One of Added, Removed and Altered.
    pub became: String,
    pub fields: Vec<FieldChangeBody>,
}

/// Lists the versions of a request, oldest first.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path), VersionsQuery), responses(
    (status = 200, body = Listing<VersionBody>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/{request_id}/versions")]
pub(crate) async fn request_versions(
    api: web::Data<Api>,
    reader: Reader,
    request_id: web::Path<i64>,
    query: Query<VersionsQuery>,
) -> Result<HttpResponse, Problem> {
    let list_query = list::Query {
        request: RequestId(request_id.into_inner()),
    };
    let versions = api
        .read(reader, move |ports, caller| {
            list::execute(ports, caller, list_query)
        })
        .await?;
    query.0.answer(versions.into_iter().map(VersionBody::from))
}

/// Returns the differences between two versions of a request.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path), ChangesQuery), responses(
    (status = 200, body = Envelope<ChangesBody>),
    (status = 404, body = ProblemBody, description = "there is no such request or version, or it is not the caller's to see"),
))]
#[get("/data_requests/{request_id}/changes")]
pub(crate) async fn request_changes(
    api: web::Data<Api>,
    reader: Reader,
    request_id: web::Path<i64>,
    query: Query<ChangesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = changes::Query {
        request: RequestId(request_id.into_inner()),
        from: VersionNumber(query.0.from),
        to: query.0.to.map(VersionNumber),
    };
    let answer = api
        .read(reader, move |ports, caller| {
            changes::execute(ports, caller, query)
        })
        .await?;
    Ok(Envelope::read(ChangesBody::from_answer(&answer)))
}

impl From<VersionView> for VersionBody {
    fn from(view: VersionView) -> Self {
        Self {
            number: view.number.0,
            author: VersionAuthorBody {
                user_id: view.author.0,
                fname: view.author_fname,
                sname: view.author_sname,
            },
            role: view.author_role.name().to_owned(),
            at: view.at,
            section: view.section.map(|section| section.name().to_owned()),
            comment_id: view.comment.map(|comment| comment.0),
        }
    }
}

impl ChangesBody {
    fn from_answer(answer: &changes::Answer) -> Self {
        Self {
            from: answer.from.0,
            to: answer.to.0,
            sections: answer
                .sections
                .iter()
                .map(|section| SectionChangesBody::new(section, answer))
                .collect(),
        }
    }
}

impl SectionChangesBody {
    fn new(section: &SectionChanges, answer: &changes::Answer) -> Self {
        let items = section.changes.iter().filter_map(|change| match change {
            Change::Item {
                kind,
                name,
                became,
                changes,
            } => Some(ItemChangeBody {
                item: (*kind).to_owned(),
                name: name.clone(),
                became: became.name().to_owned(),
                fields: field_changes(changes, answer),
            }),
            _ => None,
        });
        Self {
            section: section.section.map(|section| section.name().to_owned()),
            title: section.title().to_owned(),
            fields: field_changes(&section.changes, answer),
            items: items.collect(),
        }
    }
}

fn field_changes(changes: &[Change], answer: &changes::Answer) -> Vec<FieldChangeBody> {
    changes
        .iter()
        .filter_map(|change| FieldChangeBody::from_change(change, answer))
        .collect()
}

impl FieldChangeBody {
    /// Returns `None` for an item, which has fields of its own.
    fn from_change(change: &Change, answer: &changes::Answer) -> Option<Self> {
        let field = |name: &str| name.to_owned();
        Some(match change {
            Change::Words { field: name, runs } => Self::Words {
                field: field(name),
                runs: runs
                    .iter()
                    .map(|run| RunBody {
                        words: match run.words {
                            WordChange::Kept => "kept",
                            WordChange::Removed => "removed",
                            WordChange::Added => "added",
                        }
                        .to_owned(),
                        text: run.text.clone(),
                    })
                    .collect(),
            },
            Change::Value {
                field: name,
                before,
                after,
            } => match (day(before), day(after)) {
                (None, None) => Self::Value {
                    field: field(name),
                    before: text(before),
                    after: text(after),
                },
                (before, after) => Self::Date {
                    field: field(name),
                    before,
                    after,
                },
            },
            Change::Set {
                field: name,
                added,
                removed,
            } => Self::Set {
                field: field(name),
                added: added.clone(),
                removed: removed.clone(),
            },
            Change::Document { kind, before, after } => Self::Document {
                field: field(kind.title()),
                before: before
                    .as_ref()
                    .map(|document| FileBody::from_document(document, answer)),
                after: after
                    .as_ref()
                    .map(|document| FileBody::from_document(document, answer)),
            },
            Change::Item { .. } => return None,
        })
    }
}

const fn day(value: &DisplayValue) -> Option<NaiveDate> {
    match value {
        DisplayValue::Date(day) => Some(*day),
        _ => None,
    }
}

fn text(value: &DisplayValue) -> Option<String> {
    match value {
        DisplayValue::Nothing => None,
        DisplayValue::Text(text) | DisplayValue::IdentificationNumber(text) => Some(text.clone()),
        DisplayValue::Date(day) => Some(day.to_string()),
        DisplayValue::Flag(flag) => Some(yes_no(*flag)),
        DisplayValue::Erased => Some("(erased)".to_owned()),
    }
}

impl FileBody {
    fn from_document(document: &DocumentContent, answer: &changes::Answer) -> Self {
        Self {
            name: document.name(),
            size: document.size,
            uploaded_on: document.uploaded_on,
            mime: document.file_type.mime().to_owned(),
            path: answer.key(document).map(|key| key.as_str().to_owned()),
        }
    }
}
