//! The envelope of all responses (decisions, "The calls").

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use aditus_application::paging::Paged;
use serde::Serialize;
use utoipa::ToSchema;

/// A response that contains only a message.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// The HTTP status.
    pub code: u16,
    /// A human-readable result.
    pub message: String,
}

/// A response with a payload.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// The HTTP status.
    pub code: u16,
    /// A human-readable result.
    pub message: String,
    /// The payload.
    pub data: T,
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Listing<T> {
    /// The HTTP status.
    pub code: u16,
    /// A human-readable result.
    pub message: String,
    /// The rows of the page.
    pub data: Vec<T>,
    /// The position of this page and the total number of rows.
    pub page: PageBody,
}

/// The position of a page in its list, and the total number of rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageBody {
    /// The page number, starting at 1.
    pub number: u32,
    /// The number of rows per page.
    pub size: u32,
    /// The number of rows on all pages. A search of variables that finds more than 1,000 counts
    /// only as far as needed: 1,000, or up to the end of the page.
    pub total: u64,
    /// True if there are more rows than `total`. Omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub more: bool,
}

impl PageBody {
    /// Returns the single page of a list that is not paginated.
    pub(crate) fn single(total: u64) -> Self {
        Self {
            number: 1,
            size: u32::try_from(total.max(1)).unwrap_or(u32::MAX),
            total,
            more: false,
        }
    }

    /// Returns the position of these rows in their list.
    pub(crate) fn from_paged<R>(paged: &Paged<R>) -> Self {
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
    /// Returns 200 with a message.
    pub(crate) fn ok(message: impl Into<String>) -> HttpResponse {
        HttpResponse::Ok().json(Self {
            code: 200,
            message: message.into(),
        })
    }
}

impl<T: Serialize> Envelope<T> {
    /// Returns 200 with the payload of a read.
    pub(crate) fn read(data: T) -> HttpResponse {
        Self::with(StatusCode::OK, OK, data)
    }

    /// Returns the payload with a status and a message.
    pub(crate) fn with(status: StatusCode, message: impl Into<String>, data: T) -> HttpResponse {
        HttpResponse::build(status).json(Self {
            code: status.as_u16(),
            message: message.into(),
            data,
        })
    }
}

pub(crate) fn deleted() -> HttpResponse {
    HttpResponse::NoContent().finish()
}

impl<T: Serialize> Listing<T> {
    /// Returns 200 with all rows of a list on one page.
    pub(crate) fn all(rows: Vec<T>) -> HttpResponse {
        let total = rows.len() as u64;
        HttpResponse::Ok().json(Self {
            code: 200,
            message: "OK".to_owned(),
            data: rows,
            page: PageBody::single(total),
        })
    }

    /// Returns 200 with a page of a list, converting each row to its body.
    pub(crate) fn page<R>(paged: Paged<R>, body: impl FnMut(R) -> T) -> HttpResponse {
        Self::page_with_message(OK, paged, body)
    }

    /// Returns 200 with a page of a list and a custom message.
    pub(crate) fn page_with_message<R>(
        message: impl Into<String>,
        paged: Paged<R>,
        body: impl FnMut(R) -> T,
    ) -> HttpResponse {
        HttpResponse::Ok().json(Self {
            code: 200,
            message: message.into(),
            page: PageBody::from_paged(&paged),
            data: paged.items.into_iter().map(body).collect(),
        })
    }
}
