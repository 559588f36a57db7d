//! Counts of the answers to the questions of the feedback form that have options.

use std::collections::HashMap;

use super::options::{ComeBack, Expectations, Experience, Recommendation};

/// A question with options, in the order of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of the form")]
pub enum Question {
    ProcessExperience,
    WouldRecommendOthers,
    ResponseTimeframe,
    StudyQuestions,
    ExpectationsMet,
    WouldComeBack,
}

impl Question {
    /// All questions, in the order of the form.
    pub const ALL: &[Self] = &[
        Self::ProcessExperience,
        Self::WouldRecommendOthers,
        Self::ResponseTimeframe,
        Self::StudyQuestions,
        Self::ExpectationsMet,
        Self::WouldComeBack,
    ];

    /// The API field of the answer.
    pub const fn field(self) -> &'static str {
        match self {
            Self::ProcessExperience => "data_request_process_experience",
            Self::WouldRecommendOthers => "would_recommend_others",
            Self::ResponseTimeframe => "reasonable_response_timeframe",
            Self::StudyQuestions => "study_questions_answered_by_request",
            Self::ExpectationsMet => "expectations_met",
            Self::WouldComeBack => "would_you_come_back",
        }
    }

    /// The texts of the options, in the order of the form.
    pub const fn options(self) -> &'static [&'static str] {
        match self {
            Self::ProcessExperience => Experience::NAMES,
            Self::WouldRecommendOthers => Recommendation::NAMES,
            Self::ExpectationsMet => Expectations::NAMES,
            Self::ResponseTimeframe | Self::StudyQuestions | Self::WouldComeBack => ComeBack::NAMES,
        }
    }
}

/// The number of people who gave each answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerCounts(HashMap<(Question, &'static str), u64>);

impl AnswerCounts {
    /// Adds people who gave this answer. Returns `None` if it is not an option of the question.
    pub fn add(&mut self, question: Question, answer: &str, number: u64) -> Option<()> {
        let known = |option: &&&str| option.eq_ignore_ascii_case(answer.trim());
        let option = question.options().iter().find(known)?;
        *self.0.entry((question, *option)).or_default() += number;
        Some(())
    }

    /// Returns each option of the question with the number of people who chose it.
    pub fn for_question(&self, question: Question) -> impl Iterator<Item = (&'static str, u64)> {
        let number = move |option| self.0.get(&(question, option)).copied().unwrap_or_default();
        question
            .options()
            .iter()
            .map(move |option| (*option, number(*option)))
    }

    /// True if there are no answers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_option() {
        let mut counts = AnswerCounts::default();
        assert!(counts.is_empty());
        for (answer, number) in [("Poor", 2), (" excellent ", 3), ("Poor", 1)] {
            counts.add(Question::ProcessExperience, answer, number).unwrap();
        }
        assert_eq!(counts.add(Question::ProcessExperience, "Superb", 1), None);
        assert_eq!(counts.add(Question::WouldComeBack, "Poor", 1), None);
        let experience: Vec<_> = counts.for_question(Question::ProcessExperience).collect();
        assert_eq!(
            experience,
            [("Excellent", 3), ("Good", 0), ("Fair", 0), ("Poor", 3)]
        );
        let come_back: Vec<_> = counts.for_question(Question::WouldComeBack).collect();
        assert_eq!(come_back, [("Yes", 0), ("No", 0)]);
    }
}
