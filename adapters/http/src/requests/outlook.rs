//! What a requester can expect after a submission.

use actix_web::{HttpResponse, get, web};
use aditus_application::requests::outlook;
use aditus_domain::ids::RequestId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Envelope;
use crate::api::Api;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::Reader;

/// The usual time to the final decision on a request, and the mails until then.
#[derive(Serialize, ToSchema)]
pub(crate) struct OutlookBody {
    /// The median of the days from the submission to the final decision, of the last 20 finished
    /// requests of the same procedure; null if there are fewer than 5.
    pub usual_days: Option<u64>,
    /// True if the caller gets emails about the decisions on own requests.
    pub by_mail: bool,
}

/// Returns the usual time to the final decision on a request, and if the caller gets emails about
/// the decisions.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path)), responses(
    (status = 200, body = Envelope<OutlookBody>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/{request_id}/outlook")]
pub(crate) async fn request_outlook(
    api: web::Data<Api>,
    reader: Reader,
    request: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let request = RequestId(*request);
    let outlook = api
        .read(reader, move |ports, caller| {
            outlook::execute(ports, caller, request)
        })
        .await?;
    Ok(Envelope::read(OutlookBody {
        usual_days: outlook.usual_days,
        by_mail: outlook.by_mail,
    }))
}
