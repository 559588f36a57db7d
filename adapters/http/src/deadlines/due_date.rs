//! The body of a due date, which lists and stages of requests share.

use aditus_application::deadlines::views::DueDate;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

/// A due date.
#[derive(Serialize, ToSchema)]
pub(crate) struct DueBody {
    /// The last day in time; null while the clock is paused, because a comment requires an action of
    /// the requester.
    pub on: Option<NaiveDate>,
    /// One of On time, Due soon and Overdue.
    pub state: String,
}

impl From<DueDate> for DueBody {
    fn from(due: DueDate) -> Self {
        Self {
            on: due.on,
            state: due.state.name().to_owned(),
        }
    }
}
