//! `patch/data_request/{id}`: edits the principal, the data format, or the data source.

use actix_web::{HttpResponse, patch, web};
use aditus_application::requests::edits::patch_request::{self, Command, Patch};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::{RawDataFormat, RawPrincipal};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::body::{EditedBody, edited, basis};
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;

/// The answers of one section. All answers of the section are sent together, without those of other
/// sections.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct RequestPatchBody {
    pub principal_fname: Option<String>,
    pub principal_sname: Option<String>,
    pub principal_phone: Option<String>,
    pub principal_email: Option<String>,
    pub principal_occupation: Option<String>,
    pub principal_institution: Option<String>,
    /// One of Paper-based, Electronic and Direct access.
    pub data_format: Option<String>,
    pub direct_access_from: Option<String>,
    pub direct_access_to: Option<String>,
    pub no_date_limit: Option<bool>,
    /// The id of the data source. Changing it removes the variables of the previous source.
    pub data_source: Option<i64>,
    /// The id of the comment that demands the edit, while the request is pending.
    pub comment_id: Option<i64>,
    /// The version of the request on which the edit is based. An edit of an older version is
    /// rejected.
    pub version: Option<u32>,
    /// If true, the edit also resolves the comment.
    pub resolve: Option<bool>,
}

/// Edits the principal, the data format or the data source.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("id" = i64, Path)), request_body = RequestPatchBody, responses(
    (status = 200, body = Envelope<EditedBody>),
    (status = 400, body = ProblemBody, description = "a rule of the section's form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "no reviewer asked the caller to edit this section"),
    (status = 409, body = ProblemBody, description = "the request has changed since, or the source is in the custody of another organisation"),
))]
#[patch("/data_requests/patch/data_request/{id}")]
pub(super) async fn edit_section(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<RequestPatchBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let command = Command {
        request: RequestId(id.into_inner()),
        basis: basis(body.comment_id, body.version, body.resolve),
        patch: body.into_patch()?,
    };
    let answer = api
        .run(move |ports| patch_request::execute(ports, &caller, command))
        .await?;
    Ok(edited(answer))
}

/// The fields of a section, each with true if it is present.
type SentFields = [(&'static str, bool)];

impl RequestPatchBody {
    fn into_patch(self) -> Result<Patch, Problem> {
        let principal = [
            ("principal_fname", self.principal_fname.is_some()),
            ("principal_sname", self.principal_sname.is_some()),
            ("principal_phone", self.principal_phone.is_some()),
            ("principal_email", self.principal_email.is_some()),
            ("principal_occupation", self.principal_occupation.is_some()),
            ("principal_institution", self.principal_institution.is_some()),
        ];
        let format = [
            ("data_format", self.data_format.is_some()),
            ("direct_access_from", self.direct_access_from.is_some()),
            ("direct_access_to", self.direct_access_to.is_some()),
            ("no_date_limit", self.no_date_limit.is_some()),
        ];
        let source = [("data_source", self.data_source.is_some())];
        match only_section(&[&principal, &format, &source])? {
            0 => Ok(Patch::Principal(RawPrincipal {
                principal_fname: self.principal_fname,
                principal_sname: self.principal_sname,
                principal_email: self.principal_email,
                principal_phone: self.principal_phone,
                principal_institution: self.principal_institution,
                principal_occupation: self.principal_occupation,
            })),
            1 => Ok(Patch::DataFormat(RawDataFormat {
                data_format: self.data_format,
                direct_access_from: self.direct_access_from,
                direct_access_to: self.direct_access_to,
                no_date_limit: self.no_date_limit,
            })),
            _ => Ok(Patch::DataSource(self.data_source.unwrap_or_default())),
        }
    }
}

/// Returns the index of the only section with a present field. Fails if there is none, or another
/// section also has one.
pub(super) fn only_section(sections: &[&SentFields]) -> Result<usize, Problem> {
    let is_sent = |section: &&SentFields| section.iter().any(|(_, sent)| *sent);
    let Some(about) = sections.iter().position(is_sent) else {
        let all = sections.iter().flat_map(|section| section.iter());
        return Err(Problem::fields(all.map(|(field, _)| {
            ((*field).to_owned(), "Name what is to be changed.".to_owned())
        })));
    };
    let others: Vec<_> = sections
        .iter()
        .skip(about + 1)
        .flat_map(|section| section.iter())
        .filter(|(_, sent)| *sent)
        .map(|(field, _)| {
            let message = "An edit is for one section. Send each section by itself.";
            ((*field).to_owned(), message.to_owned())
        })
        .collect();
    if others.is_empty() {
        Ok(about)
    } else {
        Err(Problem::fields(others))
    }
}
