//! Documents sent as attachments (decisions, "The calls": PDF, CSV and files are sent as they are).

use actix_web::http::header::{
    CONTENT_TYPE, Charset, ContentDisposition, DispositionParam, DispositionType, EntityTag, ExtendedValue,
    Header, IfNoneMatch,
};
use actix_web::{HttpRequest, HttpResponse};
use aditus_application::exports::Export;

pub(crate) const PDF: &str = "application/pdf";
/// The media type of a CSV table.
pub(crate) const CSV: &str = "text/csv; charset=utf-8";

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// Returns a document as an attachment. The header contains the name twice: in ASCII for old
/// clients, and in full.
pub(crate) fn attachment(media_type: &'static str, export: Export) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header(disposition(DispositionType::Attachment, export.file_name))
        .body(export.bytes)
}

/// Returns the `Content-Disposition` header for a file name.
pub(crate) fn disposition(disposition: DispositionType, file_name: String) -> ContentDisposition {
    let ascii = file_name
        .chars()
        .map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '_' })
        .collect();
    ContentDisposition {
        disposition,
        parameters: vec![
            DispositionParam::Filename(ascii),
            DispositionParam::FilenameExt(ExtendedValue {
                charset: Charset::Ext("UTF-8".to_owned()),
                language_tag: None,
                value: file_name.into_bytes(),
            }),
        ],
    }
}

/// Returns true if the client already has this version of the content.
pub(crate) fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|one| one.weak_eq(tag)),
        Err(_) => false,
    }
}
