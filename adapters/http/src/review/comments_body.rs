//! Bodies of the calls about comments and replies (2 §3, §7).

use aditus_application::review::list_comments::ListedComment;
use aditus_application::review::views::{ReplyView, SectionCount};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
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
    /// The round of the request in which it was written, from 1.
    pub round: u32,
    pub comment: String,
    pub section: String,
    pub resolved: bool,
    pub resolved_on: Option<DateTime<Utc>>,
    pub action_required: bool,
    /// The version of the request that it was written on.
    pub version: u32,
    pub author: AuthorBody,
    pub created_on: DateTime<Utc>,
    /// Whether its section was changed after that version.
    pub section_changed: bool,
    /// The replies to it, oldest first.
    pub replies: Vec<ReplyBody>,
    /// The caller's assignment in which they may reply: `author` of the call. Null when they may not.
    pub reply_as: Option<i64>,
    /// Whether the caller may mark it as resolved.
    pub may_resolve: bool,
    /// True if the caller may reopen it: it is resolved, and no decision was made since.
    pub may_reopen: bool,
    /// Until when it blocks every decision; null when it does not, or not any more.
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

/// How much was said on a section.
#[derive(Serialize, ToSchema)]
pub(crate) struct SectionCountBody {
    pub section: String,
    /// How many comments it has.
    pub comments: u64,
    /// Whether one of them demands action and blocks decisions now.
    pub action_required: bool,
}

/// Who wrote a comment, and in which role.
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

/// The organisation role in which a comment was written.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorOrgRoleBody {
    pub role: AuthorRoleBody,
}

/// The role in which a comment was written.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorRoleBody {
    pub role: String,
}

fields!(SectionField: "section", "comments");

/// Of what the sections are asked for.
#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionsQuery {
    /// Counts the comments on this request; without it those on all requests that the caller may read.
    pub request_id: Option<i64>,
    /// Text in what the list shows.
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

/// A comment to be added.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCommentBody {
    /// The stage at which the author comments.
    pub request_state: i64,
    #[validate(
        required(message = "Comment is required"),
        length(max = 20_000, message = "The comment is too long.")
    )]
    pub comment: Option<String>,
    #[validate(length(max = 200, message = "There is no such section."))]
    pub section: String,
    /// A new comment is never resolved; old clients send false.
    #[serde(default)]
    pub resolved: bool,
    /// The caller's assignment.
    pub author: i64,
    pub data_request: i64,
    #[serde(default)]
    pub action_required: bool,
}

/// A reply to be added.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReplyBody {
    /// The comment.
    pub comment: i64,
    #[validate(
        required(message = "Reply is required"),
        length(max = 20_000, message = "The reply is too long.")
    )]
    pub reply: Option<String>,
    /// The caller's assignment.
    pub author: i64,
}

/// A reply that was added.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplyAddedBody {
    pub reply_id: i64,
}

/// Resolves a comment, or reopens it.
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
    pub(crate) fn of(listed: ListedComment) -> Self {
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
            version: view.version.0,
            author: AuthorBody {
                assigned_role_id: view.author_role_id.0,
                user: AuthorUserBody {
                    user_id: view.author_user_id.0,
                    fname: view.author_fname,
                    sname: view.author_sname,
                },
                org_role: AuthorOrgRoleBody::of(view.author_role),
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
    fn of(role: Role) -> Self {
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
                org_role: AuthorOrgRoleBody::of(view.author_role),
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

/// A comment that was added.
#[derive(Serialize, ToSchema)]
pub(crate) struct CommentAddedBody {
    pub comment_id: i64,
}
