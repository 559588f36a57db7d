//! Switches the selected role (1 §4).

use actix_web::{HttpResponse, put, web};
use aditus_application::roles::switch_role;
use aditus_domain::ids::AssignedRoleId;

use crate::accounts::SelectedRoleBody;
use crate::answer::Done;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;

/// Selects another of the caller's activated roles.
#[utoipa::path(tag = "roles", security(("token" = [])), request_body = SelectedRoleBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "the caller does not have this role, or it is not activated"),
))]
#[put("/users/selected-role")]
pub(crate) async fn select_role(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<SelectedRoleBody>,
) -> Result<HttpResponse, Problem> {
    let command = switch_role::Command {
        assigned_role_id: AssignedRoleId(body.0.assigned_role_id),
    };
    api.run(move |ports| switch_role::execute(ports, &caller, command))
        .await?;
    Ok(Done::ok("OK"))
}
