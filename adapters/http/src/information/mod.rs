//! The public documents, the contact details and the figures of the landing page, also for
//! anonymous callers (3 §2.15; decisions F4).

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ContentDisposition, ContentEncoding, DispositionParam, DispositionType,
    ETag, EntityTag, HeaderValue,
};
use actix_web::{HttpRequest, HttpResponse, get, web};
use aditus_application::information::{contact_details, figures, list_documents, read_document};
use aditus_domain::information::{ContactDetails, PublicDocument};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::attachment::is_known;
use crate::body::Query;
use crate::problem::Problem;
use crate::routes::Routes;
use crate::short_list::{ShortQuery, fields};

/// A document changes only with a new version of the product. After this time, browsers revalidate
/// it.
const CACHE_FOR_ONE_HOUR: &str = "public, max-age=3600, stale-while-revalidate=86400";

/// Every visit of the landing page reads the figures, and they may be a minute old.
const CACHE_FOR_ONE_MINUTE: &str = "public, max-age=60";

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(public_documents)
        .service(public_document)
        .service(contact)
        .service(public_figures);
}

/// A public document.
#[derive(Serialize, ToSchema)]
pub(crate) struct PublicDocumentBody {
    /// The identifier of the document in URLs.
    slug: &'static str,
    name: &'static str,
    description: &'static str,
    /// Either Request Document or Temporary Document.
    category: &'static str,
    /// The name of an MUI icon.
    icon: &'static str,
    /// The download URL of the PDF.
    url: String,
}

impl From<PublicDocument> for PublicDocumentBody {
    fn from(document: PublicDocument) -> Self {
        Self {
            slug: document.slug(),
            name: document.name(),
            description: document.description(),
            category: document.category().name(),
            icon: document.icon(),
            url: format!("/api/v1/documents/{}/", document.slug()),
        }
    }
}

fields!(DocumentField: "name", "category");

type DocumentsQuery = ShortQuery<DocumentField>;

/// Lists the public documents, at most ten.
#[utoipa::path(tag = "information", params(DocumentsQuery), responses((status = 200, body = Listing<PublicDocumentBody>)))]
#[get("/documents")]
pub(crate) async fn public_documents(query: Query<DocumentsQuery>) -> Result<HttpResponse, Problem> {
    let documents = list_documents::execute(list_documents::Query);
    let bodies: Vec<_> = documents.into_iter().map(PublicDocumentBody::from).collect();
    query.0.answer(bodies)
}

/// Returns a public document as a PDF.
#[utoipa::path(tag = "information", params(("slug" = String, Path)), responses(
    (status = 200, content_type = "application/pdf", body = Vec<u8>),
))]
#[get("/documents/{slug}")]
pub(crate) async fn public_document(
    api: web::Data<Api>,
    slug: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let query = read_document::Query {
        slug: slug.into_inner(),
    };
    let answer = api
        .run(move |ports| read_document::execute(ports, &query))
        .await?;
    let tag = EntityTag::new_strong(answer.pdf.digest.to_string());
    let cache_control = (CACHE_CONTROL, CACHE_FOR_ONE_HOUR);
    if is_known(&request, &tag) {
        let response = HttpResponse::NotModified()
            .insert_header(cache_control)
            .insert_header(ETag(tag))
            .finish();
        return Ok(response);
    }
    Ok(HttpResponse::Ok()
        .insert_header(cache_control)
        .insert_header(ETag(tag))
        .insert_header((CONTENT_TYPE, "application/pdf"))
        // The PDF is already compressed, so compressing it again would cost much and save nothing.
        .insert_header(ContentEncoding::Identity)
        .insert_header(ContentDisposition {
            disposition: DispositionType::Attachment,
            parameters: vec![DispositionParam::Filename(answer.file_name)],
        })
        .body(answer.pdf.bytes.to_vec()))
}

/// The contact details; a detail that is not configured is null.
#[derive(Serialize, ToSchema)]
pub(crate) struct ContactBody {
    /// The address for questions about requests and documents.
    requests_email: Option<String>,
    /// The address for help with accounts and technical problems.
    support_email: Option<String>,
    /// The phone number in a human-readable format.
    phone: Option<String>,
    /// The hours in which the phone is answered.
    phone_hours: Option<String>,
}

impl From<ContactDetails> for ContactBody {
    fn from(details: ContactDetails) -> Self {
        Self {
            requests_email: details.requests_email.map(|email| email.to_string()),
            support_email: details.support_email.map(|email| email.to_string()),
            phone: details.phone,
            phone_hours: details.phone_hours,
        }
    }
}

/// Returns the contact details.
#[utoipa::path(tag = "information", responses((status = 200, body = Envelope<ContactBody>)))]
#[get("/contact")]
pub(crate) async fn contact(api: web::Data<Api>) -> HttpResponse {
    let details = contact_details::execute(api.ports(), contact_details::Query);
    Envelope::read(ContactBody::from(details))
}

/// Figures about the dictionary and all requests.
#[derive(Serialize, ToSchema)]
pub(crate) struct PublicFiguresBody {
    /// The number of published data sources.
    sources: u64,
    /// The number of variables in their published tables.
    variables: u64,
    /// The number of submitted requests, whatever their status.
    requests: u64,
    /// The median of the full days from submission to decision of the latest 20 decided requests;
    /// null for fewer than five.
    usual_days: Option<u64>,
}

/// Returns the figures of the landing page. They name no request and no person.
#[utoipa::path(tag = "information", responses((status = 200, body = Envelope<PublicFiguresBody>)))]
#[get("/figures")]
pub(crate) async fn public_figures(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let figures = api.run(figures::execute).await?;
    let mut answer = Envelope::read(PublicFiguresBody {
        sources: figures.sources,
        variables: figures.variables,
        requests: figures.requests,
        usual_days: figures.usual_days,
    });
    let cache_control = HeaderValue::from_static(CACHE_FOR_ONE_MINUTE);
    answer.headers_mut().insert(CACHE_CONTROL, cache_control);
    Ok(answer)
}
