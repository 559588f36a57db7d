//! Bodies of the feedback calls (2 §3).

use crate::optional_fields::null_as_empty;
use aditus_application::feedback::views::{FeedbackSort, FeedbackView};
use aditus_application::feedback::{Answers, distribution};
use aditus_domain::feedback::Question;
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

/// The form of feedback. The domain rejects missing answers, with the messages of the
/// specification.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FeedbackInputBody {
    /// The id of the request, which is also the id of the feedback.
    pub data_request_feedback_id: Option<i64>,
    /// An alias of `data_request_feedback_id`.
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
    /// In a change, an empty text removes the value, and a missing field keeps it.
    #[validate(length(max = 20_000, message = "The additional feedback is too long."))]
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    pub additional_feedback: Option<String>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FeedbackQuery {
    /// A text that matches the request.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the newest first.
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
    /// REQ0000 followed by the id.
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

/// The id of the feedback, which is the id of its request.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackGivenBody {
    pub data_request_feedback_id: i64,
}

/// The figures of the dashboard; shares are percentages, rounded to two decimals.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackSummaryBody {
    pub total: u64,
    pub excellent: f64,
    pub poor: f64,
    pub would_return: f64,
}

/// The number of people who gave an answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnswerCountBody {
    pub answer: String,
    pub number: u64,
}

/// The answers to a question, in the order of the form.
#[derive(Serialize, ToSchema)]
pub(crate) struct QuestionCountsBody {
    /// The field of the question in feedback.
    pub question: String,
    pub answers: Vec<AnswerCountBody>,
}

/// The ratings of the process that were given in a quarter.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackQuarterBody {
    /// Such as 2026-Q3, in UTC.
    pub quarter: String,
    pub ratings: Vec<AnswerCountBody>,
}

/// The answers by question, and the rating of the process by quarter.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackDistributionBody {
    pub questions: Vec<QuestionCountsBody>,
    /// At most the last eight quarters, oldest first, from the first one with feedback on.
    pub quarters: Vec<FeedbackQuarterBody>,
}

impl From<distribution::Answer> for FeedbackDistributionBody {
    fn from(answer: distribution::Answer) -> Self {
        let question = |question: &Question| QuestionCountsBody {
            question: question.field().to_owned(),
            answers: counts(answer.all.for_question(*question)),
        };
        Self {
            questions: Question::ALL.iter().map(question).collect(),
            quarters: answer
                .quarters
                .iter()
                .map(|(quarter, answers)| FeedbackQuarterBody {
                    quarter: quarter.to_string(),
                    ratings: counts(distribution::rating(answers)),
                })
                .collect(),
        }
    }
}

fn counts(answers: impl Iterator<Item = (&'static str, u64)>) -> Vec<AnswerCountBody> {
    answers
        .map(|(answer, number)| AnswerCountBody {
            answer: answer.to_owned(),
            number,
        })
        .collect()
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
