//! The body of a call without fields.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use validator::Validate;

use super::incoming::{CompleteBody, Media, read};
use super::{MAX_PLAIN_BODY, Reading, parse};
use crate::problem::Problem;

/// An empty body, or a JSON object without fields. A field is rejected by name, like an unknown
/// field of any call.
pub(crate) struct NoFields;

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
struct Empty {}

impl FromRequest for NoFields {
    type Error = Problem;
    type Future = Reading<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            let CompleteBody {
                bytes,
                reservation: _,
            } = read(&request, payload, Media::JsonOrEmpty, MAX_PLAIN_BODY).await?;
            if !bytes.is_empty() {
                parse::<Empty>(&bytes)?;
            }
            Ok(Self)
        })
    }
}
