//! Calls about due dates and their calendar.

use serde_json::json;

use super::May::{Missing, Roles, SignedIn};
use super::SUPER_USER;
use super::call::{Call, get, send};

pub fn calls() -> Vec<Call> {
    vec![
        get("calendar", "", SignedIn),
        send(
            "put",
            "calendar",
            |_| {
                json!({
                    "working_days": ["monday", "thursday"], "time_zone": "Africa/Gaborone",
                    "holidays": [{ "day": "2027-09-30", "name": "Botswana Day" }],
                })
            },
            Roles(&[SUPER_USER]),
        ),
        // The body is no form, which is checked last.
        send(
            "post",
            "calendar/holidays/preview",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("users/calendar-feed", "", SignedIn),
        send("post", "users/calendar-feed", |_| json!({}), SignedIn),
        send("delete", "users/calendar-feed", |_| json!({}), SignedIn),
        // No feed has this token (calendar_feeds.rs).
        get("calendar/feed/{token}.ics", "", Missing),
    ]
}
