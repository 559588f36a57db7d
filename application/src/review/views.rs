//! Read models of review. A method with a [`RequestScope`] MUST behave as if requests outside the
//! scope did not exist.

use aditus_domain::deadlines::{DueDates, Target};
use aditus_domain::ids::{
    AssignedRoleId, CommentId, OrganisationId, OrganisationRoleId, ReplyId, RequestId, StateId, UserId,
};
use aditus_domain::procedures::StageType;
use aditus_domain::requests::VersionNumber;
use aditus_domain::review::comments::{Comment, CommentAuthor, OpenDemands, Resolution};
use aditus_domain::review::{Chain, ChainStage, Progress, Section, StageNumber, StageState, wording};
use aditus_domain::roles::Role;
use chrono::{DateTime, NaiveDate, Utc};

use crate::access::RequestScope;
use crate::deadlines::views::DueDate;
use crate::ports::StoreError;

/// A stage of a request (2 §3, "Request state node").
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct StateView {
    pub request_state_id: StateId,
    /// Number of the stage within the request.
    pub number: u16,
    pub state: StageState,
    pub stage_type: StageType,
    pub role: Role,
    pub org_role_id: OrganisationRoleId,
    pub organisation: String,
    pub stage_order: i32,
    pub stage_activity: String,
    pub branch_level: i32,
    pub pos_x: f64,
    pub pos_y: f64,
    pub icon: String,
    /// Stages to which the links of the graph lead from here.
    pub next: Vec<StateId>,
    pub created_on: DateTime<Utc>,
    /// Time at which the stage's turn came. None if it is not its turn.
    pub unattended_since: Option<DateTime<Utc>>,
    /// The number of working days in which it should be decided.
    pub target: Option<Target>,
    /// The dates of its due states, if it is its turn and it has a target.
    pub due_dates: Option<DueDates>,
    /// Its due date today. Adapters leave it none.
    pub due: Option<DueDate>,
    pub responded_on: Option<DateTime<Utc>>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
    /// Person who acted. None if the system recalled the request.
    pub attended_by: Option<AttendantView>,
}

/// The person who acted at a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct AttendantView {
    pub user_id: UserId,
    pub fname: String,
    pub sname: String,
    pub org_email: Option<String>,
    pub phone: String,
    pub org_name: String,
}

/// A link of the graph from one state to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct EdgeView {
    pub current_state: StateId,
    pub next: StateId,
}

/// An event at a stage, in any round.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct HistoryView {
    pub round: u32,
    /// Version of the content at the event.
    pub version: VersionNumber,
    pub request_state_id: StateId,
    pub role: Role,
    pub stage_activity: String,
    pub state: StageState,
    pub at: DateTime<Utc>,
    /// Person who acted. None if the system recalled the request.
    pub by: Option<AttendantView>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
}

/// A comment (2 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct CommentView {
    pub comment_id: CommentId,
    pub request_state: StateId,
    pub data_request: RequestId,
    /// Round of the request in which it was written.
    pub round: u32,
    /// Owner of the request. The owner and the author may resolve the comment.
    pub request_owner: UserId,
    pub comment: String,
    pub section: Section,
    /// Person and time of the resolution. None if it is not resolved.
    pub resolved: Option<Resolution>,
    pub action_required: bool,
    /// The last day of its completion window (decisions N4). None without one.
    pub answer_by: Option<NaiveDate>,
    /// Time of the first answer of the requester, by a reply or an edit. None before it, and if the
    /// comment was resolved without one or does not require action.
    pub answered_on: Option<DateTime<Utc>>,
    /// Version of the content that it was written on.
    pub version: VersionNumber,
    pub author_role_id: AssignedRoleId,
    pub author_user_id: UserId,
    pub author_fname: String,
    pub author_sname: String,
    pub author_role: Role,
    pub created_on: DateTime<Utc>,
}

/// A reply to a comment (2 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct ReplyView {
    pub reply_id: ReplyId,
    pub comment: CommentId,
    pub reply: String,
    pub author_role_id: AssignedRoleId,
    pub author_user_id: UserId,
    pub author_fname: String,
    pub author_sname: String,
    pub author_role: Role,
    pub created_on: DateTime<Utc>,
}

/// The number of comments on a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionCount {
    /// The section.
    pub section: Section,
    /// Number of comments.
    pub comments: u64,
    /// Number of unresolved comments that require action and were written after a given time.
    pub demands: u64,
}

impl CommentView {
    /// Converts the comment to the form that the rules use.
    pub(crate) fn as_comment(&self) -> Comment {
        Comment {
            id: self.comment_id,
            section: self.section,
            text: self.comment.clone(),
            author: CommentAuthor {
                user: self.author_user_id,
                assigned_role: self.author_role_id,
            },
            action_required: self.action_required,
            resolved: self.resolved,
            created_on: self.created_on,
        }
    }
}

/// Returns the text of the timeline for a stage of a request (2 §4).
pub fn timeline(states: &[StateView], state: &StateView) -> &'static str {
    let only_feedback_is_left = states
        .iter()
        .filter(|other| other.stage_type != StageType::Terminal)
        .all(|other| other.state == StageState::Approved);
    wording::timeline(state.stage_type, state.role, state.state, only_feedback_is_left)
}

/// The stages to search.
#[derive(Debug, Clone, Copy)]
pub enum StageScope<'a> {
    /// Stages of all requests.
    Everywhere,
    /// Stages at this organisation role.
    At(OrganisationRoleId),
    /// Stages of these requests.
    In(&'a [RequestId]),
}

/// A stage whose turn it is, with the data needed to find out who is left to decide there.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingStage {
    /// The request.
    pub request: RequestId,
    /// Owner of the request.
    pub owner: UserId,
    /// All stages of the request, by number.
    pub stages: Vec<ChainStage>,
    /// Number of the waiting stage.
    pub number: StageNumber,
    /// Its role.
    pub role: Role,
    /// Its organisation role.
    pub org_role: OrganisationRoleId,
    /// Organisation of the role.
    pub organisation: OrganisationId,
    /// Name of the organisation.
    pub organisation_name: String,
    /// Names of the data sources of the request.
    pub sources: Vec<String>,
    /// Time at which its turn came.
    pub since: Option<DateTime<Utc>>,
    /// People who can use the role right now ([`crate::roles::Roles::holders`]).
    pub holders: Vec<UserId>,
}

/// The staff stages of a request in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestProgress {
    /// The request.
    pub request: RequestId,
    /// Its progress through them.
    pub progress: Progress,
    /// The stages whose turn it is and that have a target, in their order, with the dates of their
    /// due states.
    pub due: Vec<(StateId, DueDates)>,
}

/// A person's part in a request, if it prevents them from deciding on it (decisions C6, C14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Involvement {
    /// The person owns the request.
    Owner,
    /// The person has decided at one of its stages.
    Decider,
}

/// Read models of review.
pub trait ReviewViews {
    /// Returns the stages of a request, ordered by number. None if the request is not in scope.
    fn states(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<StateView>>, StoreError>;
    /// Returns the chain of a request, for checks of permissions. None if the request is not in
    /// scope.
    fn chain(&mut self, scope: &RequestScope, request: RequestId) -> Result<Option<Chain>, StoreError>;
    /// Returns the stages of pending requests whose turn it is and that may have no one left to
    /// decide, longest waiting first. Stages whose holders all own the request or have decided on
    /// it MUST be included. Others may be included, because [`WaitingStage::has_no_decider`]
    /// makes the exact check.
    fn possible_vacancies(&mut self, place: StageScope<'_>) -> Result<Vec<WaitingStage>, StoreError>;
    /// Returns the links between the stages of a request. None if the request is not in scope.
    fn edges(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<EdgeView>>, StoreError>;
    /// Returns the history of all rounds, oldest first. None if the request is not in scope.
    fn history(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<HistoryView>>, StoreError>;
    /// Returns the comments on a request, or on one of its sections, oldest first. None if the
    /// request is not in scope.
    fn comments(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        section: Option<Section>,
    ) -> Result<Option<Vec<CommentView>>, StoreError>;
    /// Returns the replies to all comments on a request, oldest first. None if the request is not
    /// in scope.
    fn replies(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<ReplyView>>, StoreError>;
    /// Returns the replies to a comment, oldest first. None if its request is not in scope.
    fn replies_to(
        &mut self,
        scope: &RequestScope,
        comment: CommentId,
    ) -> Result<Option<Vec<ReplyView>>, StoreError>;
    /// Returns the requests among these that have unresolved comments that require action and were
    /// written after this time, each with a summary of these comments.
    fn open_demands(
        &mut self,
        requests: &[RequestId],
        demanded_after: DateTime<Utc>,
    ) -> Result<Vec<(RequestId, OpenDemands)>, StoreError>;
    /// Returns the progress of each of these requests that has staff stages. Reads all of them in
    /// one query.
    fn progress(&mut self, requests: &[RequestId]) -> Result<Vec<RequestProgress>, StoreError>;
    /// Returns the requests among these that the person owns, or on which a decision of theirs is
    /// current.
    fn involvements(
        &mut self,
        user: UserId,
        requests: &[RequestId],
    ) -> Result<Vec<(RequestId, Involvement)>, StoreError>;
    /// Returns the time of the last decision on a request, in any round. None before the first. A
    /// comment that was resolved before it cannot be reopened.
    fn last_decision_at(&mut self, request: RequestId) -> Result<Option<DateTime<Utc>>, StoreError>;
    /// Counts the comments on each section of a request, or of all requests in scope. Also counts
    /// the unresolved ones among them that require action and were written after this time.
    /// Sections without comments are left out. None if the request is not in scope.
    fn section_counts(
        &mut self,
        scope: &RequestScope,
        request: Option<RequestId>,
        demanded_after: DateTime<Utc>,
    ) -> Result<Option<Vec<SectionCount>>, StoreError>;
}
