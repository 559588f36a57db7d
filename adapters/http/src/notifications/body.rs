//! Bodies of the calls about notifications (1 §3, §7.3).

use aditus_application::notifications::views::NotificationView;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Whose notifications are wanted; the caller's when it is left out.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NotificationsQuery {
    pub user_id: Option<i64>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// A notification.
#[derive(Serialize, ToSchema)]
pub(crate) struct NotificationBody {
    pub id: i64,
    pub message: String,
    /// The name of the role that it is for.
    pub role: String,
    /// What happened, as a name.
    pub kind: String,
    pub request_id: Option<i64>,
    pub read: bool,
    pub authored_on: DateTime<Utc>,
}

impl From<NotificationView> for NotificationBody {
    fn from(view: NotificationView) -> Self {
        Self {
            id: view.id.0,
            message: view.message,
            role: view.role,
            kind: view.kind,
            request_id: view.request_id.map(|id| id.0),
            read: view.read,
            authored_on: view.authored_on,
        }
    }
}
