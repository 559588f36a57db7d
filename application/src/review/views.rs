//! Read models of review. Whatever takes a [`RequestScope`] MUST answer as if requests outside it did not exist.

use aditus_domain::ids::{
    AssignedRoleId, CommentId, OrganisationId, OrganisationRoleId, ReplyId, RequestId, StateId, UserId,
};
use aditus_domain::procedures::StageType;
use aditus_domain::requests::VersionNumber;
use aditus_domain::review::comments::{Comment, CommentAuthor, OpenDemands, Resolution};
use aditus_domain::review::{Chain, ChainStage, Section, StageNumber, StageState, wording};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use crate::access::RequestScope;
use crate::ports::StoreError;

/// One stage of one request (2 §3, "Request state node").
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct StateView {
    pub request_state_id: StateId,
    /// The stage's number within the request.
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
    /// Where the links of the graph lead from here.
    pub next: Vec<StateId>,
    pub created_on: DateTime<Utc>,
    /// Since when it is this stage's turn, while it is.
    pub unattended_since: Option<DateTime<Utc>>,
    pub responded_on: Option<DateTime<Utc>>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
    pub attended_by: Option<AttendantView>,
}

/// Who answered at a stage.
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

/// A line of the graph: from one state to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct EdgeView {
    pub current_state: StateId,
    pub next: StateId,
}

/// Something that happened at a stage, in any round.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct HistoryView {
    pub round: u32,
    /// The version of the content that it was about.
    pub version: VersionNumber,
    pub request_state_id: StateId,
    pub role: Role,
    pub stage_activity: String,
    pub state: StageState,
    pub at: DateTime<Utc>,
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
    /// The round of the request in which it was written.
    pub round: u32,
    /// Who owns the request: one of the two who may resolve.
    pub request_owner: UserId,
    pub comment: String,
    pub section: Section,
    /// By whom and when it was resolved, if it is.
    pub resolved: Option<Resolution>,
    pub action_required: bool,
    /// The version of the content that it was written on.
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

/// How much was said on a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionCount {
    /// The section.
    pub section: Section,
    /// How many comments it has.
    pub comments: u64,
    /// How many of them demand action, are not resolved, and were written after a given time.
    pub demands: u64,
}

impl CommentView {
    /// The comment as its rules see it.
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

/// What the timeline reads for one of the stages of a request (2 §4).
pub fn timeline(states: &[StateView], state: &StateView) -> &'static str {
    let only_feedback_is_left = states
        .iter()
        .filter(|other| other.stage_type != StageType::Terminal)
        .all(|other| other.state == StageState::Approved);
    wording::timeline(state.stage_type, state.role, state.state, only_feedback_is_left)
}

/// Where stages are looked for.
#[derive(Debug, Clone, Copy)]
pub enum Where<'a> {
    /// In all requests.
    Everywhere,
    /// At this organisation role.
    At(OrganisationRoleId),
    /// In these requests.
    In(&'a [RequestId]),
}

/// A stage whose turn has come, with all it takes to say who is left to decide there.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingStage {
    /// The request.
    pub request: RequestId,
    /// Whose it is.
    pub owner: UserId,
    /// All stages of the request, by number.
    pub stages: Vec<ChainStage>,
    /// The one that waits.
    pub number: StageNumber,
    /// Its role.
    pub role: Role,
    /// Its organisation role.
    pub org_role: OrganisationRoleId,
    /// The organisation of that.
    pub organisation: OrganisationId,
    /// The organisation's name.
    pub organisation_name: String,
    /// Since when it is its turn.
    pub since: Option<DateTime<Utc>>,
    /// Those who may use the role at present ([`crate::roles::Roles::holders`]).
    pub holders: Vec<UserId>,
}

/// How a person has taken part in a request, as far as it keeps them from deciding on it (decisions C6, C14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Involvement {
    /// They own it.
    Owner,
    /// They have decided at one of its stages.
    Decider,
}

/// Read models of review.
pub trait ReviewViews {
    /// The stages of a request, by number; none if it is not in scope.
    fn states(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<StateView>>, StoreError>;
    /// The chain of a request, to ask it what may be done; none if it is not in scope.
    fn chain(&mut self, scope: &RequestScope, request: RequestId) -> Result<Option<Chain>, StoreError>;
    /// The stages, of pending requests, whose turn has come and at which nobody might be left to decide: oldest turn first. All
    /// whose holders own the request or have answered at it MUST be among them, others may be; whether nobody is left is
    /// [`WaitingStage::waits_for_nobody`] to say.
    fn short_of_people(&mut self, place: Where<'_>) -> Result<Vec<WaitingStage>, StoreError>;
    /// The links between its stages; none if it is not in scope.
    fn edges(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<EdgeView>>, StoreError>;
    /// What happened, oldest first, in all rounds; none if it is not in scope.
    fn history(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<HistoryView>>, StoreError>;
    /// The comments on a request, or on one of its sections, oldest first; none if it is not in scope.
    fn comments(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        section: Option<Section>,
    ) -> Result<Option<Vec<CommentView>>, StoreError>;
    /// The replies to all comments on a request, oldest first; none if it is not in scope.
    fn replies(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<ReplyView>>, StoreError>;
    /// The replies to a comment, oldest first; none if its request is not in scope.
    fn replies_to(
        &mut self,
        scope: &RequestScope,
        comment: CommentId,
    ) -> Result<Option<Vec<ReplyView>>, StoreError>;
    /// Of these requests those that have comments which demand action, are not resolved and were written after this time: how many, and
    /// when the oldest and the newest were written.
    fn open_demands(
        &mut self,
        requests: &[RequestId],
        demanded_after: DateTime<Utc>,
    ) -> Result<Vec<(RequestId, OpenDemands)>, StoreError>;
    /// Of these requests those that this person owns, or at which a decision of theirs stands.
    fn involvements(
        &mut self,
        user: UserId,
        requests: &[RequestId],
    ) -> Result<Vec<(RequestId, Involvement)>, StoreError>;
    /// Returns the time of the last decision on a request, in any round; none before the first.
    fn last_decision(&mut self, request: RequestId) -> Result<Option<DateTime<Utc>>, StoreError>;
    /// How many comments each section of a request has, or of all requests in scope, and how many of these demand action and
    /// were written after this time; sections without any are left out. None if the request is not in scope.
    fn section_counts(
        &mut self,
        scope: &RequestScope,
        request: Option<RequestId>,
        demanded_after: DateTime<Utc>,
    ) -> Result<Option<Vec<SectionCount>>, StoreError>;
}
