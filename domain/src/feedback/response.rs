//! A requester's feedback, from raw fields to a value.

use thiserror::Error;

use super::counts::Question;
use super::options::{ComeBack, Expectations, Experience, Recommendation};
use crate::review::{Remark, RemarkError};

/// The unchecked fields of a feedback form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RawFeedback<'a> {
    /// `data_request_process_experience`
    pub process_experience: Option<&'a str>,
    /// `would_recommend_others`
    pub would_recommend_others: Option<&'a str>,
    /// `reasonable_response_timeframe`
    pub reasonable_response_timeframe: Option<bool>,
    /// `study_questions_answered_by_request`
    pub study_questions_answered: Option<bool>,
    /// `expectations_met`
    pub expectations_met: Option<&'a str>,
    /// `improvement_suggestion`
    pub improvement_suggestion: Option<&'a str>,
    /// `would_you_come_back`
    pub would_come_back: Option<&'a str>,
    /// `additional_feedback`
    pub additional_feedback: Option<&'a str>,
}

/// Complete feedback of a requester.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feedback {
    /// The rating of the process.
    pub process_experience: Experience,
    /// The likelihood that the requester recommends the platform.
    pub would_recommend_others: Recommendation,
    /// True if the response came in a reasonable time.
    pub reasonable_response_timeframe: bool,
    /// True if the data answered the questions of the study.
    pub study_questions_answered: bool,
    /// The degree to which expectations were met.
    pub expectations_met: Expectations,
    /// Suggestions for improvement.
    pub improvement_suggestion: Remark,
    /// The requester's intention to come back.
    pub would_come_back: ComeBack,
    /// Other remarks; optional (decisions, "Wording").
    pub additional_feedback: Option<Remark>,
}

/// A validation error of feedback (2 §5; decisions, "Wording").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what each one is")]
pub enum FeedbackFault {
    #[error("Please select the Data Request Process Experience.")]
    ProcessExperience,
    #[error("Please select if you Would Recommend Others.")]
    WouldRecommendOthers,
    #[error("Please select if the Response Timeframe was Reasonable.")]
    ResponseTimeframe,
    #[error("Please select if your Study Questions were Answered.")]
    StudyQuestions,
    #[error("Please select if your Expectations were Met.")]
    ExpectationsMet,
    #[error("Please enter the Improvement Suggestion.")]
    ImprovementSuggestion,
    #[error("Please select if you Would Come Back.")]
    WouldComeBack,
    #[error("{0}")]
    ImprovementSuggestionText(RemarkError),
    #[error("{0}")]
    AdditionalFeedbackText(RemarkError),
}

impl FeedbackFault {
    /// The API field that the error belongs to.
    pub const fn field(self) -> &'static str {
        match self {
            Self::ProcessExperience => Question::ProcessExperience.field(),
            Self::WouldRecommendOthers => Question::WouldRecommendOthers.field(),
            Self::ResponseTimeframe => Question::ResponseTimeframe.field(),
            Self::StudyQuestions => Question::StudyQuestions.field(),
            Self::ExpectationsMet => Question::ExpectationsMet.field(),
            Self::ImprovementSuggestion | Self::ImprovementSuggestionText(_) => "improvement_suggestion",
            Self::WouldComeBack => Question::WouldComeBack.field(),
            Self::AdditionalFeedbackText(_) => "additional_feedback",
        }
    }
}

impl Feedback {
    /// Validates the raw fields. On failure, returns at least one error, in the order of the form.
    /// A text that is not an option counts as not selected.
    pub fn parse(raw: &RawFeedback<'_>) -> Result<Self, Vec<FeedbackFault>> {
        let experience = raw.process_experience.and_then(Experience::parse);
        let recommend = raw.would_recommend_others.and_then(Recommendation::parse);
        let expectations = raw.expectations_met.and_then(Expectations::parse);
        let come_back = raw.would_come_back.and_then(ComeBack::parse);
        let suggestion = Remark::parse(raw.improvement_suggestion.unwrap_or_default())
            .map_err(FeedbackFault::ImprovementSuggestionText)
            .and_then(|text| text.ok_or(FeedbackFault::ImprovementSuggestion));
        let additional = Remark::parse(raw.additional_feedback.unwrap_or_default())
            .map_err(FeedbackFault::AdditionalFeedbackText);
        if let (
            Some(process_experience),
            Some(would_recommend_others),
            Some(reasonable_response_timeframe),
            Some(study_questions_answered),
            Some(expectations_met),
            Ok(improvement_suggestion),
            Some(would_come_back),
            Ok(additional_feedback),
        ) = (
            experience,
            recommend,
            raw.reasonable_response_timeframe,
            raw.study_questions_answered,
            expectations,
            &suggestion,
            come_back,
            &additional,
        ) {
            return Ok(Self {
                process_experience,
                would_recommend_others,
                reasonable_response_timeframe,
                study_questions_answered,
                expectations_met,
                improvement_suggestion: improvement_suggestion.clone(),
                would_come_back,
                additional_feedback: additional_feedback.clone(),
            });
        }
        Err([
            experience.is_none().then_some(FeedbackFault::ProcessExperience),
            recommend.is_none().then_some(FeedbackFault::WouldRecommendOthers),
            raw.reasonable_response_timeframe
                .is_none()
                .then_some(FeedbackFault::ResponseTimeframe),
            raw.study_questions_answered
                .is_none()
                .then_some(FeedbackFault::StudyQuestions),
            expectations.is_none().then_some(FeedbackFault::ExpectationsMet),
            suggestion.err(),
            come_back.is_none().then_some(FeedbackFault::WouldComeBack),
            additional.err(),
        ]
        .into_iter()
        .flatten()
        .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::REMARK_LIMIT;

    const COMPLETE: RawFeedback<'_> = RawFeedback {
        process_experience: Some("Excellent"),
        would_recommend_others: Some("Probably not"),
        reasonable_response_timeframe: Some(true),
        study_questions_answered: Some(false),
        expectations_met: Some("Did not meet expectations"),
        improvement_suggestion: Some(" Answer sooner "),
        would_come_back: Some("Yes"),
        additional_feedback: Some("  "),
    };

    #[test]
    fn complete_feedback_is_accepted_and_the_additional_part_is_optional() {
        let feedback = Feedback::parse(&COMPLETE).unwrap();
        assert_eq!(feedback.process_experience, Experience::Excellent);
        assert_eq!(feedback.would_recommend_others, Recommendation::ProbablyNot);
        assert!(feedback.reasonable_response_timeframe && !feedback.study_questions_answered);
        assert_eq!(feedback.expectations_met, Expectations::DidNotMeet);
        assert_eq!(feedback.improvement_suggestion.as_str(), "Answer sooner");
        assert_eq!(feedback.would_come_back, ComeBack::Yes);
        assert_eq!(ComeBack::parse(" yes "), Some(ComeBack::Yes));
        assert_eq!(ComeBack::parse("yess"), None);
        assert_eq!(feedback.additional_feedback, None);
    }

    #[test]
    fn each_missing_answer_has_its_message_in_the_order_of_the_form() {
        let faults = Feedback::parse(&RawFeedback::default()).unwrap_err();
        let messages: Vec<_> = faults
            .iter()
            .map(|fault| (fault.field(), fault.to_string()))
            .collect();
        let messages: Vec<_> = messages
            .iter()
            .map(|(field, text)| (*field, text.as_str()))
            .collect();
        assert_eq!(
            messages,
            [
                (
                    "data_request_process_experience",
                    "Please select the Data Request Process Experience."
                ),
                (
                    "would_recommend_others",
                    "Please select if you Would Recommend Others."
                ),
                (
                    "reasonable_response_timeframe",
                    "Please select if the Response Timeframe was Reasonable."
                ),
                (
                    "study_questions_answered_by_request",
                    "Please select if your Study Questions were Answered."
                ),
                ("expectations_met", "Please select if your Expectations were Met."),
                (
                    "improvement_suggestion",
                    "Please enter the Improvement Suggestion."
                ),
                ("would_you_come_back", "Please select if you Would Come Back."),
            ]
        );
    }

    #[test]
    fn unknown_options_count_as_not_selected_and_long_texts_are_refused() {
        let raw = RawFeedback {
            process_experience: Some("Superb"),
            ..COMPLETE
        };
        assert_eq!(Feedback::parse(&raw), Err(vec![FeedbackFault::ProcessExperience]));
        let long = "x".repeat(REMARK_LIMIT + 1);
        let raw = RawFeedback {
            additional_feedback: Some(&long),
            ..COMPLETE
        };
        assert_eq!(
            Feedback::parse(&raw),
            Err(vec![FeedbackFault::AdditionalFeedbackText(RemarkError::TooLong)])
        );
    }

    #[test]
    fn options_have_the_texts_of_the_specification() {
        let texts = |names: Vec<&str>| names.join(", ");
        assert_eq!(
            texts(Experience::ALL.iter().map(|o| o.name()).collect()),
            "Excellent, Good, Fair, Poor"
        );
        assert_eq!(
            texts(Recommendation::ALL.iter().map(|o| o.name()).collect()),
            "Definitely, Probably, Maybe, Probably not, Definitely not"
        );
        assert_eq!(
            texts(Expectations::ALL.iter().map(|o| o.name()).collect()),
            "Exceeded, Met, Partially met, Did not meet expectations"
        );
        assert_eq!(texts(ComeBack::ALL.iter().map(|o| o.name()).collect()), "Yes, No");
        for typed in ["yes", " YES ", "Yes"] {
            assert_eq!(ComeBack::parse(typed), Some(ComeBack::Yes), "{typed:?}");
        }
        assert_eq!(ComeBack::parse("y"), None);
        assert_eq!(Experience::parse("poor"), Some(Experience::Poor));
    }
}
