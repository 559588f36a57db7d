//! Bodies of the calls about feedback (2 §3).

use crate::given::given;
use aditus_application::feedback::Answers;
use aditus_application::feedback::views::{FeedbackSort, FeedbackView};
use aditus_domain::requests::FeedbackTitle;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::sort::{Columns, Sort};

impl Columns for FeedbackSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("date_created", Self::DateCreated),
        ("request_title", Self::RequestTitle),
        ("data_request_process_experience", Self::ProcessExperience),
        ("would_recommend_others", Self::WouldRecommendOthers),
        ("expectations_met", Self::ExpectationsMet),
        ("would_you_come_back", Self::WouldComeBack),
    ];
}

/// Feedback as it is sent. Missing answers are the domain's to refuse, in the words of the specification.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FeedbackInputBody {
    /// The request, which is the feedback's id as well.
    pub data_request_feedback_id: Option<i64>,
    /// Another name for `data_request_feedback_id`.
    pub request: Option<i64>,
    #[validate(length(max = 200, message = "Please select the Data Request Process Experience."))]
    pub data_request_process_experience: Option<String>,
    #[validate(length(max = 200, message = "Please select if you Would Recommend Others."))]
    pub would_recommend_others: Option<String>,
    pub reasonable_response_timeframe: Option<bool>,
    pub study_questions_answered_by_request: Option<bool>,
    #[validate(length(max = 200, message = "Please select if your Expectations were Met."))]
    pub expectations_met: Option<String>,
    #[validate(length(max = 20_000, message = "The improvement suggestion is too long."))]
    pub improvement_suggestion: Option<String>,
    #[validate(length(max = 200, message = "Please select if you Would Come Back."))]
    pub would_you_come_back: Option<String>,
    /// In a change, an empty one takes away what is there, and without it that stays.
    #[validate(length(max = 20_000, message = "The additional feedback is too long."))]
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub additional_feedback: Option<String>,
}

/// Which page of the feedback.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FeedbackQuery {
    /// Text by which the request is found.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// The newest comes first where nothing is said.
    #[param(schema_with = Sort::<FeedbackSort>::schema)]
    pub sort: Option<Sort<FeedbackSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// Feedback on a request.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackBody {
    /// The id of the request.
    pub data_request_feedback_id: i64,
    /// REQ0000 and the id.
    pub title: String,
    pub request_title: String,
    pub data_request_process_experience: String,
    pub would_recommend_others: String,
    pub reasonable_response_timeframe: bool,
    pub study_questions_answered_by_request: bool,
    pub expectations_met: String,
    pub improvement_suggestion: String,
    pub would_you_come_back: String,
    pub additional_feedback: Option<String>,
    pub date_created: DateTime<Utc>,
}

impl From<FeedbackView> for FeedbackBody {
    fn from(view: FeedbackView) -> Self {
        let feedback = view.feedback;
        Self {
            data_request_feedback_id: view.request_id.0,
            title: FeedbackTitle(view.request_id).to_string(),
            request_title: view.title,
            data_request_process_experience: feedback.process_experience.name().to_owned(),
            would_recommend_others: feedback.would_recommend_others.name().to_owned(),
            reasonable_response_timeframe: feedback.reasonable_response_timeframe,
            study_questions_answered_by_request: feedback.study_questions_answered,
            expectations_met: feedback.expectations_met.name().to_owned(),
            improvement_suggestion: feedback.improvement_suggestion.as_str().to_owned(),
            would_you_come_back: feedback.would_come_back.name().to_owned(),
            additional_feedback: feedback.additional_feedback.map(|text| text.as_str().to_owned()),
            date_created: view.date_created,
        }
    }
}

/// Under which id feedback was given: the request's.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackGivenBody {
    pub data_request_feedback_id: i64,
}

/// The numbers of the dashboard; shares in per cent, rounded to two decimals.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackSummaryBody {
    pub total: u64,
    pub excellent: f64,
    pub poor: f64,
    pub would_return: f64,
}

impl From<FeedbackInputBody> for Answers {
    fn from(body: FeedbackInputBody) -> Self {
        Self {
            data_request_process_experience: body.data_request_process_experience,
            would_recommend_others: body.would_recommend_others,
            reasonable_response_timeframe: body.reasonable_response_timeframe,
            study_questions_answered_by_request: body.study_questions_answered_by_request,
            expectations_met: body.expectations_met,
            improvement_suggestion: body.improvement_suggestion,
            would_you_come_back: body.would_you_come_back,
            additional_feedback: body.additional_feedback,
        }
    }
}
