//! The unchecked answers of the feedback form.

use aditus_domain::feedback::{Feedback, FeedbackFault, RawFeedback};

/// The answers as they were sent (2 §3).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct Answers {
    pub data_request_process_experience: Option<String>,
    pub would_recommend_others: Option<String>,
    pub reasonable_response_timeframe: Option<bool>,
    pub study_questions_answered_by_request: Option<bool>,
    pub expectations_met: Option<String>,
    pub improvement_suggestion: Option<String>,
    pub would_you_come_back: Option<String>,
    pub additional_feedback: Option<String>,
}

impl Answers {
    pub(super) fn parse(&self) -> Result<Feedback, Vec<FeedbackFault>> {
        Feedback::parse(&RawFeedback {
            process_experience: self.data_request_process_experience.as_deref(),
            would_recommend_others: self.would_recommend_others.as_deref(),
            reasonable_response_timeframe: self.reasonable_response_timeframe,
            study_questions_answered: self.study_questions_answered_by_request,
            expectations_met: self.expectations_met.as_deref(),
            improvement_suggestion: self.improvement_suggestion.as_deref(),
            would_come_back: self.would_you_come_back.as_deref(),
            additional_feedback: self.additional_feedback.as_deref(),
        })
    }

    /// Returns the field and the message of every validation error.
    pub fn faults(&self) -> Vec<(String, String)> {
        self.parse().err().as_deref().map_or_else(Vec::new, fields)
    }
}

pub(super) fn fields(faults: &[FeedbackFault]) -> Vec<(String, String)> {
    faults
        .iter()
        .map(|fault| (fault.field().to_owned(), fault.to_string()))
        .collect()
}
