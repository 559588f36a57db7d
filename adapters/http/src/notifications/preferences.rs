//! Email preferences for notifications.

use actix_web::{HttpResponse, get, put, web};
use aditus_application::notifications::preferences::{self, Choice, Command, Preference};

use super::body::{PreferenceBody, PreferencesBody};
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Body;
use crate::problem::Problem;
use crate::signed_in::{Reader, SignedIn};

/// Returns when the caller gets each kind of notification by email.
///
/// Only kinds that one of the caller's roles can lead to. In the product, all notifications are
/// shown.
#[utoipa::path(tag = "notifications", security(("token" = [])), responses(
    (status = 200, body = Envelope<Vec<PreferenceBody>>),
))]
#[get("/notifications/preferences")]
pub(crate) async fn mail_preferences(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let preferences = api.read(reader, preferences::read).await?;
    Ok(shown(preferences))
}

/// Sets when the caller gets kinds of notifications by email.
///
/// Kinds that are not listed keep their preference. Notifications that wait for a daily or weekly
/// email follow the new preference.
#[utoipa::path(tag = "notifications", security(("token" = [])), request_body = PreferencesBody, responses(
    (status = 200, body = Envelope<Vec<PreferenceBody>>),
))]
#[put("/notifications/preferences")]
pub(crate) async fn choose_mails(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<PreferencesBody>,
) -> Result<HttpResponse, Problem> {
    let command = Command {
        choices: body.0.preferences.into_iter().map(Choice::from).collect(),
    };
    let preferences = api
        .run(move |ports| preferences::save(ports, &caller, &command))
        .await?;
    Ok(shown(preferences))
}

fn shown(preferences: Vec<Preference>) -> HttpResponse {
    let bodies: Vec<_> = preferences.into_iter().map(PreferenceBody::from).collect();
    Envelope::read(bodies)
}
