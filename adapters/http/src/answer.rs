//! The envelope of every answer (decisions, "The calls").

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use aditus_application::paging::Paged;
use serde::Serialize;
use utoipa::ToSchema;

/// An answer that carries nothing but its message.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// The HTTP status.
    pub code: u16,
    /// What happened, for a person to read.
    pub message: String,
}

/// An answer with a payload.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// The HTTP status.
    pub code: u16,
    /// What happened, for a person to read.
    pub message: String,
    /// The payload.
    pub data: T,
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Listing<T> {
    /// The HTTP status.
    pub code: u16,
    /// What happened, for a person to read.
    pub message: String,
    /// The rows of the page.
    pub data: Vec<T>,
    /// Which page this is, and of how many rows.
    pub page: PageBody,
}

/// Which page of a list, and of how many rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageBody {
    /// Counted from 1.
    pub number: u32,
    /// Rows on a page.
    pub size: u32,
    /// Rows on all pages. Of a search of variables that finds more than 1,000, as many as are known: these, or those up to the end of the
    /// page.
    pub total: u64,
    /// There are more rows than `total`. Left out where there are not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub more: bool,
}

impl PageBody {
    /// The only page of a list that is answered whole.
    pub(crate) fn whole(total: u64) -> Self {
        Self {
            number: 1,
            size: u32::try_from(total.max(1)).unwrap_or(u32::MAX),
            total,
            more: false,
        }
    }

    /// Where these rows stand in their list.
    pub(crate) fn of<R>(paged: &Paged<R>) -> Self {
        Self {
            number: paged.page.number(),
            size: paged.page.size(),
            total: paged.total,
            more: paged.more,
        }
    }
}

const OK: &str = "OK";

impl Done {
    /// 200 with a message.
    pub(crate) fn ok(message: impl Into<String>) -> HttpResponse {
        HttpResponse::Ok().json(Self {
            code: 200,
            message: message.into(),
        })
    }
}

impl<T: Serialize> Envelope<T> {
    /// 200 for a read.
    pub(crate) fn read(data: T) -> HttpResponse {
        Self::with(StatusCode::OK, OK, data)
    }

    /// The payload under a status with a message.
    pub(crate) fn with(status: StatusCode, message: impl Into<String>, data: T) -> HttpResponse {
        HttpResponse::build(status).json(Self {
            code: status.as_u16(),
            message: message.into(),
            data,
        })
    }
}

/// Done: 204, which has no body.
pub(crate) fn deleted() -> HttpResponse {
    HttpResponse::NoContent().finish()
}

impl<T: Serialize> Listing<T> {
    /// 200 with all rows of a list on one page.
    pub(crate) fn whole(rows: Vec<T>) -> HttpResponse {
        let total = rows.len() as u64;
        HttpResponse::Ok().json(Self {
            code: 200,
            message: "OK".to_owned(),
            data: rows,
            page: PageBody::whole(total),
        })
    }

    /// 200 with a page of a list, each row turned into its body.
    pub(crate) fn of<R>(paged: Paged<R>, body: impl FnMut(R) -> T) -> HttpResponse {
        Self::with(OK, paged, body)
    }

    /// 200 with a page of a list and a message of its own.
    pub(crate) fn with<R>(
        message: impl Into<String>,
        paged: Paged<R>,
        body: impl FnMut(R) -> T,
    ) -> HttpResponse {
        HttpResponse::Ok().json(Self {
            code: 200,
            message: message.into(),
            page: PageBody::of(&paged),
            data: paged.items.into_iter().map(body).collect(),
        })
    }
}
