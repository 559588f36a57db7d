//! Bodies of the calls about comments and replies (2 §3, §7).

use aditus_application::review::list_comments::ListedComment;
use aditus_application::review::views::{ReplyView, SectionCount};
use aditus_domain::roles::Role;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::short_list::fields;
use crate::sort::{Sort, id_parameter, parameters};

/// A comment on a section.
#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own about the comment"
)]
pub(crate) struct CommentBody {
    pub comment_id: i64,
    pub request_state: i64,
    pub data_request: i64,
    /// The round of the request in which the comment was written, starting at 1.
    pub round: u32,
    pub comment: String,
    pub section: String,
    pub resolved: bool,
    pub resolved_on: Option<DateTime<Utc>>,
    pub action_required: bool,
    /// The last day for an answer: without one, the request is recalled on the next day. Null if there is
    /// none.
    pub answer_by: Option<NaiveDate>,
    /// True if the comment is resolved, or if the requester replied to it or changed its section.
    pub answered: bool,
    /// The version of the request on which the comment was written.
    pub version: u32,
    pub author: AuthorBody,
    pub created_on: DateTime<Utc>,
    /// True if the section was changed after that version.
    pub section_changed: bool,
    /// The replies, oldest first.
    pub replies: Vec<ReplyBody>,
    /// The caller's role assignment for replies, to be sent as `author`; null if the caller may not
    /// reply.
    pub reply_as: Option<i64>,
    /// True if the caller may mark the comment as resolved.
    pub may_resolve: bool,
    /// True if the caller may reopen the comment: it is resolved, and no decision was made since.
    pub may_reopen: bool,
    /// The time until which the comment blocks all decisions; null if it does not block them, or no
    /// longer does.
    pub blocks_until: Option<DateTime<Utc>>,
}

/// A reply to a comment.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplyBody {
    pub reply_id: i64,
    pub comment: i64,
    pub reply: String,
    pub author: AuthorBody,
    pub created_on: DateTime<Utc>,
}

/// The number of comments on a section.
#[derive(Serialize, ToSchema)]
pub(crate) struct SectionCountBody {
    pub section: String,
    pub comments: u64,
    /// True if one of them demands action and blocks decisions now.
    pub action_required: bool,
}

/// The author of a comment, and the author's role.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorBody {
    pub assigned_role_id: i64,
    pub user: AuthorUserBody,
    pub org_role: AuthorOrgRoleBody,
}

/// The person who wrote a comment.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorUserBody {
    pub user_id: i64,
    pub fname: String,
    pub sname: String,
}

/// The organisation role of the author.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorOrgRoleBody {
    pub role: AuthorRoleBody,
}

/// The role of the author.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorRoleBody {
    pub role: String,
}

fields!(SectionField: "section", "comments");

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionsQuery {
    /// Only comments on this request; defaults to all requests that the caller may read.
    pub request_id: Option<i64>,
    /// A text that the visible fields contain.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    pub sort: Option<Sort<SectionField>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl IntoParams for SectionsQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let request = id_parameter(
            "request_id",
            "Counts the comments on this request; without it those on all requests that the caller may read.",
            Required::False,
        );
        [vec![request], parameters::<SectionField>()].concat()
    }
}

/// The form of a comment.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCommentBody {
    /// The stage of the author.
    pub request_state: i64,
    #[validate(
        required(message = "Comment is required"),
        length(max = 20_000, message = "The comment is too long.")
    )]
    pub comment: Option<String>,
    #[validate(length(max = 200, message = "There is no such section."))]
    pub section: String,
    /// Must be false, as older clients send it: a new comment is not resolved.
    #[serde(default)]
    pub resolved: bool,
    /// The caller's role assignment.
    pub author: i64,
    pub data_request: i64,
    #[serde(default)]
    pub action_required: bool,
}

/// The form of a reply.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReplyBody {
    /// The id of the comment.
    pub comment: i64,
    #[validate(
        required(message = "Reply is required"),
        length(max = 20_000, message = "The reply is too long.")
    )]
    pub reply: Option<String>,
    /// The caller's role assignment.
    pub author: i64,
}

/// The result of adding a reply.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplyAddedBody {
    pub reply_id: i64,
}

/// The new state of a comment: true to resolve it, false to reopen it.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResolveBody {
    pub resolved: bool,
}

/// A section of a request.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionBody {
    pub data_request_id: i64,
    #[validate(length(max = 200, message = "There is no such section."))]
    pub section: String,
}

impl CommentBody {
    pub(crate) fn from_listed(listed: ListedComment) -> Self {
        let ListedComment {
            comment: view,
            section_changed,
            replies,
            reply_as,
            may_resolve,
            may_reopen,
            blocks_until,
        } = listed;
        Self {
            blocks_until,
            comment_id: view.comment_id.0,
            request_state: view.request_state.0,
            data_request: view.data_request.0,
            round: view.round,
            comment: view.comment,
            section: view.section.name().to_owned(),
            resolved: view.resolved.is_some(),
            resolved_on: view.resolved.map(|resolution| resolution.on),
            action_required: view.action_required,
            answer_by: view.answer_by,
            answered: view.resolved.is_some() || view.answered_on.is_some(),
            version: view.version.0,
            author: AuthorBody {
                assigned_role_id: view.author_role_id.0,
                user: AuthorUserBody {
                    user_id: view.author_user_id.0,
                    fname: view.author_fname,
                    sname: view.author_sname,
                },
                org_role: AuthorOrgRoleBody::from_role(view.author_role),
            },
            created_on: view.created_on,
            section_changed,
            replies: replies.into_iter().map(ReplyBody::from).collect(),
            reply_as: reply_as.map(|role| role.0),
            may_resolve,
            may_reopen,
        }
    }
}

impl AuthorOrgRoleBody {
    fn from_role(role: Role) -> Self {
        Self {
            role: AuthorRoleBody {
                role: role.name().to_owned(),
            },
        }
    }
}

impl From<ReplyView> for ReplyBody {
    fn from(view: ReplyView) -> Self {
        Self {
            reply_id: view.reply_id.0,
            comment: view.comment.0,
            reply: view.reply,
            author: AuthorBody {
                assigned_role_id: view.author_role_id.0,
                user: AuthorUserBody {
                    user_id: view.author_user_id.0,
                    fname: view.author_fname,
                    sname: view.author_sname,
                },
                org_role: AuthorOrgRoleBody::from_role(view.author_role),
            },
            created_on: view.created_on,
        }
    }
}

impl From<SectionCount> for SectionCountBody {
    fn from(count: SectionCount) -> Self {
        Self {
            section: count.section.name().to_owned(),
            comments: count.comments,
            action_required: count.demands > 0,
        }
    }
}

/// The result of adding a comment.
#[derive(Serialize, ToSchema)]
pub(crate) struct CommentAddedBody {
    pub comment_id: i64,
}
