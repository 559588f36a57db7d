//! Events: the effects of a change of the chain.

use chrono::{DateTime, Utc};

use super::stage::{Answer, Attendant, StageNumber};
use super::state::StageState;

/// An event of a chain. The events of a change are listed in the order in which they happened. The
/// application derives notifications, history rows and release dates from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The request was submitted (round 1) or resubmitted (decisions C11).
    RoundStarted {
        /// From 1.
        round: u32,
        /// The requester.
        by: Attendant,
        /// The time.
        at: DateTime<Utc>,
    },
    /// A stage was approved: by its role or, for a requester's own stage, when it was reached.
    StageApproved {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// The answer: person, time and remarks.
        answer: Answer,
    },
    /// A stage was denied, and so was the request.
    StageDenied {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// The answer: person, time and remarks.
        answer: Answer,
    },
    /// A stage became Unattended: its role has to decide now.
    TurnCame {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// The time.
        at: DateTime<Utc>,
    },
    /// A stage was halted by a denial or a recall.
    Halted {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// The time.
        at: DateTime<Utc>,
    },
    /// The request was recalled while it was the turn of this stage. With branches there is one
    /// event for each such stage.
    Recalled {
        /// The round.
        round: u32,
        /// The stage.
        stage: StageNumber,
        /// The answer: person and time.
        answer: Answer,
    },
    /// Every stage before the terminal one is approved, so the request is Approved.
    Completed {
        /// The round.
        round: u32,
        /// The time.
        at: DateTime<Utc>,
    },
    /// The requester gave feedback, which approves the terminal stage.
    FeedbackGiven {
        /// The round.
        round: u32,
        /// The terminal stage.
        stage: StageNumber,
        /// The answer: person and time.
        answer: Answer,
    },
}

/// One row of a request's history. Rows of earlier rounds are kept and stay visible (decisions
/// C11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// From 1.
    pub round: u32,
    /// The stage that changed.
    pub stage: StageNumber,
    /// The state it changed to.
    pub state: StageState,
    /// The person who answered; `None` if the stage became Unattended or was halted.
    pub by: Option<Attendant>,
    /// The time.
    pub at: DateTime<Utc>,
    /// The comment.
    pub reason: Option<String>,
    /// The recommendation.
    pub recommendation: Option<String>,
}

impl Event {
    /// Returns the history row of this event, or `None` for an event about the request as a whole.
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
