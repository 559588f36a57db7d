//! Calls about notifications.

use serde_json::json;

use super::May::{Nobody, SignedIn};
use super::call::{Call, get, send};

pub fn calls() -> Vec<Call> {
    vec![
        get("notifications/preferences", "", SignedIn),
        send(
            "put",
            "notifications/preferences",
            |_| json!({ "preferences": [{ "kind": "submitted", "delivery": "daily" }] }),
            SignedIn,
        ),
        send(
            "patch",
            "notifications",
            |_| json!({ "role": "Org User" }),
            SignedIn,
        ),
        get("notifications/user-notifications", "", SignedIn),
        get("notifications/all-user-notifications", "", SignedIn),
        // The id belongs to no notification, and foreign notifications get 404.
        send("patch", "notifications/{id}", |_| json!({}), Nobody),
    ]
}
