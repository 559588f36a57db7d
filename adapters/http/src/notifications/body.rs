//! Bodies of the calls about notifications (1 §3, §7.3).

use aditus_application::notifications::preferences::Preference;
use aditus_application::notifications::views::{NotificationGroup, NotificationView};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::PageBody;
use crate::sort::{Columns, Sort};

/// Notifications come by the time at which they were written, in either direction.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByTime;

impl Columns for ByTime {
    const COLUMNS: &'static [(&'static str, Self)] = &[("authored_on", Self)];
}

/// Whose notifications are wanted; the caller's when it is left out.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NotificationsQuery {
    pub user_id: Option<i64>,
    /// Text in the message.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// The newest comes first where nothing is said.
    #[param(schema_with = Sort::<ByTime>::schema)]
    pub sort: Option<Sort<ByTime>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// Which of all notifications are wanted.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AllNotificationsQuery {
    /// The caller's when it is left out.
    pub user_id: Option<i64>,
    /// Only those that were read, or only those that were not.
    pub read: Option<bool>,
    /// Text in the message.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// The newest comes first where nothing is said.
    #[param(schema_with = Sort::<ByTime>::schema)]
    pub sort: Option<Sort<ByTime>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// The group that was read.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupBody {
    /// The name of the role under which the notifications stand.
    #[validate(length(max = 100, message = "Please select the Role!"))]
    #[schema(example = "Data Requester")]
    pub role: String,
}

/// How many notifications were marked.
#[derive(Serialize, ToSchema)]
pub(crate) struct MarkedBody {
    pub marked: u64,
}

/// Whether mails of one kind are wanted.
#[derive(Serialize, ToSchema)]
pub(crate) struct PreferenceBody {
    /// The kind, as notifications name it.
    #[schema(example = "submitted")]
    pub kind: String,
    /// What a person reads when choosing.
    pub description: String,
    pub by_mail: bool,
}

/// What a person chose.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreferencesBody {
    /// Kinds that are not named stay as they are.
    #[validate(nested)]
    pub preferences: Vec<ChoiceBody>,
}

/// What a person chose for one kind.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceBody {
    #[validate(length(max = 100, message = "There is no notification of this kind."))]
    pub kind: String,
    pub by_mail: bool,
}

/// A page of notifications, and how many there are in all by role.
#[derive(Serialize, ToSchema)]
pub(crate) struct NotificationsAnswer {
    pub code: u16,
    pub message: String,
    pub data: Vec<NotificationBody>,
    pub page: PageBody,
    pub groups: Vec<GroupCountBody>,
}

/// How many notifications there are in one role, on all pages.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupCountBody {
    #[schema(example = "Data Requester")]
    pub role: String,
    /// Read or not.
    pub total: u64,
    pub unread: u64,
}

impl From<NotificationGroup> for GroupCountBody {
    fn from(group: NotificationGroup) -> Self {
        Self {
            role: group.role,
            total: group.total,
            unread: group.unread,
        }
    }
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

impl From<Preference> for PreferenceBody {
    fn from(preference: Preference) -> Self {
        Self {
            kind: preference.occasion.name().to_owned(),
            description: preference.occasion.description().to_owned(),
            by_mail: preference.by_mail,
        }
    }
}
