//! Changes the caller's profile (1 §5.5, §7.1).

use actix_web::{HttpResponse, put, web};
use aditus_application::accounts::update_profile;
use aditus_domain::accounts::RawProfile;
use aditus_domain::ids::UserId;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::answer::Done;
use crate::api::Api;
use crate::body::Body;
use crate::optional_fields::null_as_empty;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(update_profile_call);
}

/// The editable part of a profile. The organisation is read-only; email address and phone number
/// have their own calls.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProfileBody {
    #[serde(default)]
    pub fname: String,
    /// An empty text removes the middle name; a missing field keeps it.
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    pub middle_name: Option<String>,
    #[serde(default)]
    pub sname: String,
    #[serde(default)]
    pub designation: String,
    #[serde(default)]
    pub department: String,
}

/// Changes the caller's names, designation and department.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("user_id" = i64, Path)), request_body = ProfileBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "another person's profile"),
    (status = 409, body = ProblemBody),
))]
#[put("/users/update_profile/{user_id}")]
async fn update_profile_call(
    api: web::Data<Api>,
    caller: SignedIn,
    user_id: web::Path<i64>,
    body: Body<ProfileBody>,
) -> Result<HttpResponse, Problem> {
    let command = update_profile::Command {
        user_id: UserId(user_id.into_inner()),
        form: RawProfile {
            fname: body.0.fname,
            middle_name: body.0.middle_name,
            sname: body.0.sname,
            designation: body.0.designation,
            department: body.0.department,
        },
    };
    api.run(move |ports| update_profile::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok("Successfully updated your profile"))
}
