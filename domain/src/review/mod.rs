//! The approval chain of a request: start, decisions, recall, feedback, new rounds, and comments on
//! sections (2 §4; decisions C3 to C11).

mod audience;
mod chain;
pub mod comments;
mod decision;
mod editing;
mod event;
mod extension;
mod four_eyes;
mod progress;
#[cfg(test)]
pub(crate) mod properties;
mod refusal;
mod remark;
mod replay;
mod restore;
#[cfg(test)]
mod small_procedures;
mod stage;
mod start;
mod state;
mod tabs;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod transitions;
mod trial;
mod usual_days;
pub mod wording;

pub use audience::Audience;
pub use chain::Chain;
pub use comments::Section;
pub use decision::{Decision, DecisionFault};
pub use editing::{EditRefused, Editor, demand_on, may_edit};
pub use event::{Event, HistoryEntry};
pub use extension::ExtensionForbidden;
pub use four_eyes::{DecisionConstraints, is_free_to_decide};
pub use progress::Progress;
pub use refusal::{DecideError, DecisionRefused, FeedbackRefused, NewRoundRefused, RecallRefused};
pub use remark::{REMARK_LIMIT, Remark, RemarkError};
pub use replay::{Replay, ReplayedAct};
pub use restore::BrokenChain;
pub use stage::{Answer, Attendant, ChainStage, NO_ANSWER, StageNumber};
pub use start::StartError;
pub use state::{Outcome, OverallStatus, StageState, UnknownState};
pub use tabs::{Party, RequestList, RoleView, Tab, TabConditions};
pub use trial::{NotWaiting, Trial, TrialAudience, TrialMove, TrialStage, TrialStep};
pub use usual_days::{Finished, SAMPLED, usual_days};
