//! Feedback on requests.

mod dashboard;
mod giving;
