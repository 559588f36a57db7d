//! Row types of feedback.

use aditus_domain::feedback::{Feedback, RawFeedback};
use aditus_domain::ids::RequestId;
use aditus_domain::review::Remark;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use thiserror::Error;

use crate::error::{DbResult, unreadable};
use crate::schema::data_request_feedback;
use crate::times::Timestamp;

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = data_request_feedback, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(super) struct FeedbackColumns<'a> {
    data_request_process_experience: &'a str,
    would_recommend_others: &'a str,
    reasonable_response_timeframe: bool,
    study_questions_answered_by_request: bool,
    expectations_met: &'a str,
    improvement_suggestion: &'a str,
    would_you_come_back: &'a str,
    additional_feedback: Option<&'a str>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = data_request_feedback)]
pub(super) struct Stored {
    request_id: i64,
    data_request_process_experience: String,
    would_recommend_others: String,
    reasonable_response_timeframe: bool,
    study_questions_answered_by_request: bool,
    expectations_met: String,
    improvement_suggestion: String,
    would_you_come_back: String,
    additional_feedback: Option<String>,
    date_created: Timestamp,
}

/// The first validation error of the stored answers.
#[derive(Debug, Error)]
#[error("{0}")]
struct Refused(String);

impl<'a> FeedbackColumns<'a> {
    pub(super) fn new(feedback: &'a Feedback) -> Self {
        Self {
            data_request_process_experience: feedback.process_experience.name(),
            would_recommend_others: feedback.would_recommend_others.name(),
            reasonable_response_timeframe: feedback.reasonable_response_timeframe,
            study_questions_answered_by_request: feedback.study_questions_answered,
            expectations_met: feedback.expectations_met.name(),
            improvement_suggestion: feedback.improvement_suggestion.as_str(),
            would_you_come_back: feedback.would_come_back.name(),
            additional_feedback: feedback.additional_feedback.as_ref().map(Remark::as_str),
        }
    }
}

impl Stored {
    /// Returns the request that the feedback is about.
    pub(super) fn request(&self) -> RequestId {
        RequestId(self.request_id)
    }

    pub(super) fn created(&self) -> DateTime<Utc> {
        self.date_created.0
    }

    pub(super) fn feedback(&self) -> DbResult<Feedback> {
        Feedback::parse(&RawFeedback {
            process_experience: Some(&self.data_request_process_experience),
            would_recommend_others: Some(&self.would_recommend_others),
            reasonable_response_timeframe: Some(self.reasonable_response_timeframe),
            study_questions_answered: Some(self.study_questions_answered_by_request),
            expectations_met: Some(&self.expectations_met),
            improvement_suggestion: Some(&self.improvement_suggestion),
            would_come_back: Some(&self.would_you_come_back),
            additional_feedback: self.additional_feedback.as_deref(),
        })
        .map_err(|faults| Refused(faults.first().map(ToString::to_string).unwrap_or_default()))
        .map_err(unreadable("feedback"))
    }
}
