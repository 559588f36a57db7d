//! What a requester says about an approved request (2 §3, §5, §9; decisions, "Feedback toasts"). That it may be given is for
//! [`Chain::give_feedback`](crate::review::Chain::give_feedback) to say.

mod options;
mod response;

pub use options::{ComeBack, Expectations, Experience, Recommendation};
pub use response::{Feedback, FeedbackFault, RawFeedback};
