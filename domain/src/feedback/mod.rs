//! Feedback of requesters on approved requests (2 §3, §5, §9; decisions, "Wording").
//! [`Chain::give_feedback`](crate::review::Chain::give_feedback) decides if it may be given.

mod counts;
mod options;
mod response;

pub use counts::{AnswerCounts, Question};
pub use options::{ComeBack, Expectations, Experience, Recommendation};
pub use response::{Feedback, FeedbackFault, RawFeedback};
