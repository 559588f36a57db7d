//! What a requester says when the data has arrived (2 §2, §5; decisions C3).

pub mod give;
pub mod list;
pub mod read;
pub mod repository;
pub mod summary;
pub mod update;
pub mod views;

mod answers;

pub use answers::Answers;
pub use repository::FeedbackEntries;
