//! Messages of the websocket.

use std::sync::Arc;

use aditus_application::notifications::views::NotificationView;
use chrono::SecondsFormat;
use serde::{Deserialize, Serialize};

/// The client's first message.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignIn {
    pub(crate) user_id: i64,
    pub(crate) token: String,
}

/// The server's messages.
#[derive(Serialize)]
#[serde(tag = "type")]
enum Message<'a> {
    /// The unread notifications, when the connection opens.
    #[serde(rename = "notifications")]
    List { notifications: Vec<Notification<'a>> },
    /// New notifications.
    #[serde(rename = "notification.created")]
    Created { notifications: Vec<Notification<'a>> },
    /// Notifications were marked as read, in this tab or another. The client reloads its lists.
    #[serde(rename = "notifications.read")]
    Read,
    /// The roles of the user have changed. The client reloads them.
    #[serde(rename = "roles.changed")]
    RolesChanged,
    /// Comments on a request visible to the user have changed. The client reloads those on screen.
    #[serde(rename = "comments.changed")]
    CommentsChanged,
    /// The stages of a request visible to the user have changed. The client reloads the requests,
    /// lists and counts on screen.
    #[serde(rename = "requests.changed")]
    RequestsChanged,
}

/// A notification in the format of the API (1 §3).
#[derive(Serialize)]
struct Notification<'a> {
    id: i64,
    message: &'a str,
    role: &'a str,
    kind: &'a str,
    request_id: Option<i64>,
    request_title: Option<&'a str>,
    read: bool,
    authored_on: String,
}

impl<'a> From<&'a NotificationView> for Notification<'a> {
    fn from(view: &'a NotificationView) -> Self {
        Self {
            id: view.id.0,
            message: &view.message,
            role: &view.role,
            kind: &view.kind,
            request_id: view.request_id.map(|id| id.0),
            request_title: view.request_title.as_deref(),
            read: view.read,
            authored_on: view.authored_on.to_rfc3339_opts(SecondsFormat::AutoSi, true),
        }
    }
}

pub(crate) fn list(notifications: &[NotificationView]) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Message::List {
        notifications: notifications.iter().map(Into::into).collect(),
    })
}

pub(crate) fn created(notifications: &[&NotificationView]) -> Result<Arc<str>, serde_json::Error> {
    let notifications = notifications
        .iter()
        .map(|view| Notification::from(*view))
        .collect();
    serde_json::to_string(&Message::Created { notifications }).map(Into::into)
}

/// A message without content that makes the client reload data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hint {
    NotificationsRead,
    RolesChanged,
    CommentsChanged,
    RequestsChanged,
}

pub(crate) fn hint(hint: Hint) -> Result<Arc<str>, serde_json::Error> {
    let message = match hint {
        Hint::NotificationsRead => Message::Read,
        Hint::RolesChanged => Message::RolesChanged,
        Hint::CommentsChanged => Message::CommentsChanged,
        Hint::RequestsChanged => Message::RequestsChanged,
    };
    serde_json::to_string(&message).map(Into::into)
}
