//! The calls about records that Super Users maintain: the description of each kind of record, and
//! the common responses.
//!
//! Each kind has its own paths, bodies and messages, so the OpenAPI document describes each call
//! separately. [`record_calls`] generates the handlers of a kind.

use actix_web::HttpResponse;
use aditus_application::paging::{ListQuery, Page};
use aditus_application::records::{self, Addable, Listable, Readable, Removable, Updatable};
use aditus_application::row_versions::RowVersion;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use validator::Validate;

use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::problem::Problem;
use crate::signed_in::{Reader, SignedIn};
use crate::sort::{Columns, Sort, parameters, sorted_by};

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields, bound = "")]
pub(crate) struct RecordsQuery<C: Columns> {
    /// A text that the visible fields contain.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// A column; a leading minus sorts in descending order.
    pub sort: Option<Sort<C>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl<C: Columns> IntoParams for RecordsQuery<C> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        parameters::<C>()
    }
}

/// A query string that selects the records of a list.
pub(crate) trait ListParameters {
    type Query;

    /// Converts the query string for the use case, with the default page size.
    fn read(self, page_size: u32) -> Result<Self::Query, Problem>;
}

impl<C: Columns> ListParameters for RecordsQuery<C> {
    type Query = ListQuery<C>;

    fn read(self, page_size: u32) -> Result<ListQuery<C>, Problem> {
        let (sort, direction) = sorted_by(self.sort)?;
        Ok(ListQuery {
            search: self.search,
            sort,
            direction,
            page: Page::new(self.page.unwrap_or(1), self.page_size.unwrap_or(page_size)),
        })
    }
}

pub(crate) async fn list<K, Q, B>(
    api: &Api,
    reader: Reader,
    query: Q,
    page_size: u32,
) -> Result<HttpResponse, Problem>
where
    K: Listable,
    Q: ListParameters<Query = K::Query>,
    B: From<K::Row> + Serialize,
{
    let page = api
        .read_with(reader, query.read(page_size), records::list::<K>)
        .await?;
    Ok(Listing::page(page, B::from))
}

pub(crate) async fn one<K, B>(api: &Api, reader: Reader, id: K::Id) -> Result<HttpResponse, Problem>
where
    K: Readable,
    B: From<K::One> + Serialize,
{
    let found = api
        .read(reader, move |ports, caller| records::find::<K>(ports, caller, id))
        .await?;
    Ok(Envelope::read(B::from(found)))
}

/// Adds a record and returns it in full, as a single read does.
pub(crate) async fn add<K: Addable + Readable>(
    api: &Api,
    caller: SignedIn,
    form: K::Form,
) -> Result<K::One, Problem> {
    api.run(move |ports| {
        let id = records::add::<K>(ports, &caller, form)?;
        records::find::<K>(ports, &caller, id)
    })
    .await
}

/// Changes a record, with the version from the body.
pub(crate) async fn change<K: Updatable>(
    api: &Api,
    caller: SignedIn,
    id: K::Id,
    row_version: Option<i64>,
    form: K::Form,
) -> Result<(), Problem> {
    let seen = row_version.map(RowVersion);
    api.run(move |ports| records::change::<K>(ports, &caller, id, seen, form))
        .await
}

pub(crate) async fn remove<K: Removable>(
    api: &Api,
    caller: SignedIn,
    id: K::Id,
) -> Result<HttpResponse, Problem> {
    api.run(move |ports| records::remove::<K>(ports, &caller, id))
        .await?;
    Ok(deleted())
}

/// Generates the calls about a kind of record, in a module `calls` with a function `configure` that
/// registers them in this order:
///
/// ```text
/// record_calls! {
///     TopicRecords, TopicId as "id", tag "administration";
///
///     /// The description in the OpenAPI document; each call has one.
///     list topics at "/data_dictionary/topics": TopicsQuery by PAGE_SIZE -> TopicRecordBody;
///     one topic at "/data_dictionary/topics/{id}" -> TopicRecordBody;
///     add add_topic at "/data_dictionary/topics/create": TopicInputBody
///         -> 201 TopicRecordBody "Successfully created a topic", 409 "another topic has this name";
///     change change_topic at "/data_dictionary/topics/update/{id}": TopicInputBody
///         -> TopicIdBody { topic_id } "Successfully updated the topic", 409 "another topic has this name";
///     remove remove_topic at "/data_dictionary/topics/{id}", 409 "tables refer to it";
/// }
/// ```
///
/// The type or function after the kind converts the number in the path to the id of a record. A
/// kind has only the calls that it lists. A list may have two paths, `-> Done "…"` responds to a
/// change with its message alone. 404 of a record to which a new one belongs, and 409 for a conflict of
/// the call, are omitted if there are none. `From`
/// converts rows of the use case to bodies, and bodies to forms; the body of a change has a field
/// `row_version`.
macro_rules! record_calls {
    ($kind:ident, $id:ident as $param:tt, tag $tag:tt; $($calls:tt)+) => {
        mod calls {
            #[allow(unused_imports, reason = "few kinds have every call")]
            use actix_web::{HttpResponse, delete, get, http::StatusCode, post, put, web};

            use super::*;
            #[allow(unused_imports, reason = "few kinds have every call")]
            use crate::{
                answer::{Done, Envelope, Listing},
                api::Api,
                body::{Body, Query},
                problem::{Problem, ProblemBody},
                records,
                routes::Routes,
                signed_in::{Reader, SignedIn},
            };

            $crate::records::record_calls!(@next [$kind, $id, $param, $tag] [] $($calls)+);
        }
    };

    (@next $of:tt [$($done:ident)*]) => {
        pub(crate) fn configure(routes: &mut Routes<'_>) {
            routes$(.service($done))*;
        }
    };

    (@next [$kind:ident, $id:ident, $param:tt, $tag:tt] [$($done:ident)*]
        $(#[doc = $doc:tt])+
        list $call:ident at $path:tt: $query:ident by $size:ident -> $row:ident;
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])+
        #[utoipa::path(tag = $tag, security(("token" = [])), params($query), responses(
            (status = 200, body = Listing<$row>),
            (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
        ))]
        #[get($path)]
        async fn $call(
            api: web::Data<Api>,
            reader: Reader,
            query: Query<$query>,
        ) -> Result<HttpResponse, Problem> {
            records::list::<$kind, $query, $row>(&api, reader, query.0, $size).await
        }

        $crate::records::record_calls!(@next [$kind, $id, $param, $tag] [$($done)* $call] $($rest)*);
    };

    (@next [$kind:ident, $id:ident, $param:tt, $tag:tt] [$($done:ident)*]
        $(#[doc = $doc:tt])+
        one $call:ident at $path:tt -> $row:ident;
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])+
        #[utoipa::path(tag = $tag, security(("token" = [])), params(($param = i64, Path)), responses(
            (status = 200, body = Envelope<$row>),
            (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
        ))]
        #[get($path)]
        async fn $call(
            api: web::Data<Api>,
            reader: Reader,
            id: web::Path<i64>,
        ) -> Result<HttpResponse, Problem> {
            records::one::<$kind, $row>(&api, reader, $id(id.into_inner())).await
        }

        $crate::records::record_calls!(@next [$kind, $id, $param, $tag] [$($done)* $call] $($rest)*);
    };

    (@next [$kind:ident, $id:ident, $param:tt, $tag:tt] [$($done:ident)*]
        $(#[doc = $doc:tt])+
        add $call:ident at $path:tt: $input:ident
            -> $status:tt $row:ident $message:tt $(, 404 $missing:tt)? $(, 409 $clash:tt)?;
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])+
        #[utoipa::path(tag = $tag, security(("token" = [])), request_body = $input, responses(
            (status = $status, body = Envelope<$row>),
            (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
            $((status = 404, body = ProblemBody, description = $missing),)?
            $((status = 409, body = ProblemBody, description = $clash),)?
        ))]
        #[post($path)]
        async fn $call(
            api: web::Data<Api>,
            caller: SignedIn,
            body: Body<$input>,
        ) -> Result<HttpResponse, Problem> {
            let added = records::add::<$kind>(&api, caller, body.0.into()).await?;
            let status = $crate::records::record_calls!(@status $status);
            let added = <$row>::try_from(added).map_err(Problem::from)?;
            Ok(Envelope::with(status, $message, added))
        }

        $crate::records::record_calls!(@next [$kind, $id, $param, $tag] [$($done)* $call] $($rest)*);
    };

    (@next [$kind:ident, $id:ident, $param:tt, $tag:tt] [$($done:ident)*]
        $(#[doc = $doc:tt])+
        change $call:ident at $path:tt: $input:ident -> Done $message:tt $(, 409 $clash:tt)?;
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])+
        #[utoipa::path(tag = $tag, security(("token" = [])), params(($param = i64, Path)), request_body = $input, responses(
            (status = 200, body = Done),
            (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
            $((status = 409, body = ProblemBody, description = $clash),)?
        ))]
        #[put($path)]
        async fn $call(
            api: web::Data<Api>,
            caller: SignedIn,
            id: web::Path<i64>,
            body: Body<$input>,
        ) -> Result<HttpResponse, Problem> {
            let seen = body.0.row_version;
            records::change::<$kind>(&api, caller, $id(id.into_inner()), seen, body.0.into()).await?;
            Ok(Done::ok($message))
        }

        $crate::records::record_calls!(@next [$kind, $id, $param, $tag] [$($done)* $call] $($rest)*);
    };

    (@next [$kind:ident, $id:ident, $param:tt, $tag:tt] [$($done:ident)*]
        $(#[doc = $doc:tt])+
        change $call:ident at $path:tt: $input:ident
            -> $answer:ident { $field:ident } $message:tt $(, 409 $clash:tt)?;
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])+
        #[utoipa::path(tag = $tag, security(("token" = [])), params(($param = i64, Path)), request_body = $input, responses(
            (status = 200, body = Envelope<$answer>),
            (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
            $((status = 409, body = ProblemBody, description = $clash),)?
        ))]
        #[put($path)]
        async fn $call(
            api: web::Data<Api>,
            caller: SignedIn,
            id: web::Path<i64>,
            body: Body<$input>,
        ) -> Result<HttpResponse, Problem> {
            let id = $id(id.into_inner());
            let seen = body.0.row_version;
            records::change::<$kind>(&api, caller, id, seen, body.0.into()).await?;
            Ok(Envelope::with(StatusCode::OK, $message, $answer { $field: i64::from(id) }))
        }

        $crate::records::record_calls!(@next [$kind, $id, $param, $tag] [$($done)* $call] $($rest)*);
    };

    (@next [$kind:ident, $id:ident, $param:tt, $tag:tt] [$($done:ident)*]
        $(#[doc = $doc:tt])+
        remove $call:ident at $path:tt $(, 409 $clash:tt)?;
        $($rest:tt)*
    ) => {
        $(#[doc = $doc])+
        #[utoipa::path(tag = $tag, security(("token" = [])), params(($param = i64, Path)), responses(
            (status = 204),
            (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
            $((status = 409, body = ProblemBody, description = $clash),)?
        ))]
        #[delete($path)]
        async fn $call(
            api: web::Data<Api>,
            caller: SignedIn,
            id: web::Path<i64>,
        ) -> Result<HttpResponse, Problem> {
            records::remove::<$kind>(&api, caller, $id(id.into_inner())).await
        }

        $crate::records::record_calls!(@next [$kind, $id, $param, $tag] [$($done)* $call] $($rest)*);
    };

    (@status 200) => {
        StatusCode::OK
    };
    (@status 201) => {
        StatusCode::CREATED
    };
}
pub(crate) use record_calls;
