//! What a change of the chain brought about.

use chrono::{DateTime, Utc};

use super::stage::{Answer, Attendant, StageNumber};
use super::state::StageState;

/// One thing that a change brought about, in the order in which they happened. The application makes notifications,
/// history rows and release dates of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The request was submitted (round 1) or resubmitted (decisions C11).
    RoundStarted {
        /// From 1.
        round: u32,
        /// The requester.
        by: Attendant,
        /// When.
        at: DateTime<Utc>,
    },
    /// A stage was approved: by its role, or, the requester's own, by submitting.
    StageApproved {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// By whom, when and with what words.
        answer: Answer,
    },
    /// A stage was denied, and with it the request.
    StageDenied {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// By whom, when and with what words.
        answer: Answer,
    },
    /// The turn of a stage has come: its role is asked to decide.
    TurnCame {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// When.
        at: DateTime<Utc>,
    },
    /// A stage was halted by a denial or a recall.
    Halted {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// When.
        at: DateTime<Utc>,
    },
    /// The request was recalled while this stage had its turn; with branches there is one of these for each such stage.
    Recalled {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// By whom and when.
        answer: Answer,
    },
    /// Every stage before the terminal one is approved: the request is Approved.
    Completed {
        /// The round.
        round: u32,
        /// When.
        at: DateTime<Utc>,
    },
    /// The requester gave feedback, which approves the terminal stage.
    FeedbackGiven {
        /// The round.
        round: u32,
        /// The terminal stage.
        stage: StageNumber,
        /// By whom and when.
        answer: Answer,
    },
}

/// One line of a request's history; lines of earlier rounds are kept, so that they stay visible (decisions C11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// From 1.
    pub round: u32,
    /// The stage that changed.
    pub stage: StageNumber,
    /// The state it changed to.
    pub state: StageState,
    /// Who answered; nobody when a stage's turn came or it was halted.
    pub by: Option<Attendant>,
    /// When.
    pub at: DateTime<Utc>,
    /// The comment.
    pub reason: Option<String>,
    /// The recommendation.
    pub recommendation: Option<String>,
}

impl Event {
    /// The line this event adds to the history; none for those that concern the request as a whole.
    pub fn history_entry(&self) -> Option<HistoryEntry> {
        match self {
            Self::RoundStarted { .. } | Self::Completed { .. } => None,
            Self::StageApproved { round, stage, answer }
            | Self::StageDenied { round, stage, answer }
            | Self::Recalled { round, stage, answer }
            | Self::FeedbackGiven { round, stage, answer } => Some(HistoryEntry {
                round: *round,
                stage: *stage,
                state: answer.outcome.state(),
                by: Some(answer.by),
                at: answer.at,
                reason: answer.reason.clone(),
                recommendation: answer.recommendation.clone(),
            }),
            Self::TurnCame { round, stage, at } => {
                Some(unanswered(*round, *stage, StageState::Unattended, *at))
            }
            Self::Halted { round, stage, at } => Some(unanswered(*round, *stage, StageState::Halted, *at)),
        }
    }
}

fn unanswered(round: u32, stage: StageNumber, became: StageState, at: DateTime<Utc>) -> HistoryEntry {
    HistoryEntry {
        round,
        stage,
        state: became,
        by: None,
        at,
        reason: None,
        recommendation: None,
    }
}
