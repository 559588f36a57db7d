//! Bodies of the notification calls (1 §3, §7.3).

use aditus_application::notifications::preferences::{Choice, Preference};
use aditus_application::notifications::views::{NotificationGroup, NotificationView};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::PageBody;
use crate::sort::{Columns, Sort};

/// Sorting of notifications, by time of writing only.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByTime;

impl Columns for ByTime {
    const COLUMNS: &'static [(&'static str, Self)] = &[("authored_on", Self)];
}

/// Filters of unread notifications. `user_id` defaults to the caller.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NotificationsQuery {
    pub user_id: Option<i64>,
    /// A text that the message contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the newest first.
    #[param(schema_with = Sort::<ByTime>::schema)]
    pub sort: Option<Sort<ByTime>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AllNotificationsQuery {
    /// The recipient; defaults to the caller.
    pub user_id: Option<i64>,
    /// Only read notifications, or only unread ones.
    pub read: Option<bool>,
    /// A text that the message contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the newest first.
    #[param(schema_with = Sort::<ByTime>::schema)]
    pub sort: Option<Sort<ByTime>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// The group of notifications to mark as read.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupBody {
    /// The name of the role of the notifications.
    #[validate(length(max = 100, message = "Please select the Role!"))]
    #[schema(example = "Data Requester")]
    pub role: String,
}

/// The number of notifications that were marked.
#[derive(Serialize, ToSchema)]
pub(crate) struct MarkedBody {
    pub marked: u64,
}

/// The preference for emails about one kind of notification.
#[derive(Serialize, ToSchema)]
pub(crate) struct PreferenceBody {
    /// The kind, as in notifications.
    #[schema(example = "submitted")]
    pub kind: String,
    /// The description that the preferences screen shows.
    pub description: String,
    /// The time of the emails: `immediately`, `daily` in one email at 07:00, `weekly` in one email
    /// on Mondays at 07:00, or `never`.
    #[schema(example = "daily")]
    pub delivery: String,
    /// False if `delivery` is `never`.
    pub by_mail: bool,
}

/// The preferences to change.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreferencesBody {
    /// Kinds that are not listed keep their preference.
    #[validate(nested)]
    pub preferences: Vec<ChoiceBody>,
}

/// The preference for one kind.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceBody {
    #[validate(length(max = 100, message = "There is no notification of this kind."))]
    pub kind: String,
    /// The time of the emails.
    #[validate(length(max = 20, message = "Please choose when you get these emails."))]
    pub delivery: Option<String>,
    /// For clients that only turn emails on and off, if there is no `delivery`: false stands for
    /// `never`, and true turns `never` into `immediately` and keeps the other choices.
    pub by_mail: Option<bool>,
}

impl From<ChoiceBody> for Choice {
    fn from(choice: ChoiceBody) -> Self {
        Self {
            kind: choice.kind,
            delivery: choice.delivery,
            by_mail: choice.by_mail,
        }
    }
}

/// A page of notifications, with the total numbers by role.
#[derive(Serialize, ToSchema)]
pub(crate) struct NotificationsAnswer {
    pub code: u16,
    pub message: String,
    pub data: Vec<NotificationBody>,
    pub page: PageBody,
    pub groups: Vec<GroupCountBody>,
}

/// The number of notifications for one role, on all pages.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupCountBody {
    #[schema(example = "Data Requester")]
    pub role: String,
    /// The number of read and unread notifications.
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
    /// The name of the role for which the notification is meant.
    pub role: String,
    /// The name of the event.
    pub kind: String,
    pub request_id: Option<i64>,
    /// The title of the request; null if the caller may not see it now.
    pub request_title: Option<String>,
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
            request_title: view.request_title,
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
            delivery: preference.delivery.name().to_owned(),
            by_mail: preference.delivery.is_by_mail(),
        }
    }
}
