//! Comments on sections of a request, and their replies (2 §3, §7; decisions C9).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, patch, post, web};
use aditus_application::review::{
    add_comment, add_reply, list_comments, list_replies, reopen_comment, resolve_comment, sections,
};
use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId, StateId};

use super::comments_body::{
    CommentAddedBody, CommentBody, NewCommentBody, NewReplyBody, ReplyAddedBody, ReplyBody, ResolveBody,
    SectionBody, SectionCountBody, SectionsQuery,
};
use crate::answer::{Done, Envelope, Listing};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::{Reader, SignedIn};

/// Lists the sections, with the number of comments on each.
#[utoipa::path(tag = "review", security(("token" = [])), params(SectionsQuery), responses(
    (status = 200, body = Listing<SectionCountBody>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/statecomment/all-sections")]
pub(crate) async fn all_sections(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<SectionsQuery>,
) -> Result<HttpResponse, Problem> {
    let SectionsQuery {
        request_id,
        search,
        sort,
        page,
        page_size,
    } = query.0;
    let of = sections::Query {
        request: request_id.map(RequestId),
    };
    let sections = api
        .read(reader, move |ports, caller| sections::execute(ports, caller, of))
        .await?;
    let query = ShortQuery {
        search,
        sort,
        page,
        page_size,
    };
    query.answer(sections.into_iter().map(SectionCountBody::from))
}

/// Adds a comment to a section, with or without demanding action.
#[utoipa::path(tag = "review", security(("token" = [])), request_body = NewCommentBody, responses(
    (status = 201, body = Envelope<CommentAddedBody>),
    (status = 403, body = ProblemBody, description = "not the caller's stage, or not its turn"),
    (status = 404, body = ProblemBody),
))]
#[post("/data_requests/statecomment/add")]
pub(crate) async fn add_state_comment(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<NewCommentBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    if body.resolved {
        return Err(Problem::field("resolved", "A new comment can't be resolved yet."));
    }
    let command = add_comment::Command {
        state: StateId(body.request_state),
        request: RequestId(body.data_request),
        author: AssignedRoleId(body.author),
        section: body.section,
        comment: body.comment.unwrap_or_default(),
        action_required: body.action_required,
    };
    let answer = api
        .run(move |ports| add_comment::execute(ports, &caller, &command))
        .await?;
    let added = CommentAddedBody {
        comment_id: answer.comment_id.0,
    };
    Ok(Envelope::with(StatusCode::CREATED, answer.message, added))
}

fields!(CommentField: "created_on", "section", "resolved");

type CommentsQuery = ShortQuery<CommentField>;

/// Lists the comments on a request, oldest first.
#[utoipa::path(tag = "review", security(("token" = [])), params(("request_id" = i64, Path), CommentsQuery), responses(
    (status = 200, body = Listing<CommentBody>),
))]
#[get("/data_requests/statecomment/list/{request_id}")]
pub(crate) async fn list_state_comments(
    api: web::Data<Api>,
    caller: SignedIn,
    request_id: web::Path<i64>,
    query: Query<CommentsQuery>,
) -> Result<HttpResponse, Problem> {
    query
        .0
        .answer(listed(&api, caller, request_id.into_inner(), None).await?)
}

/// Lists the comments on one section of a request, oldest first.
#[utoipa::path(tag = "review", security(("token" = [])), request_body = SectionBody, responses(
    (status = 200, body = Envelope<Vec<CommentBody>>),
    (status = 404, body = ProblemBody),
))]
#[post("/data_requests/statecomment/section")]
pub(crate) async fn comments_of_section(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<SectionBody>,
) -> Result<HttpResponse, Problem> {
    let comments = listed(&api, caller, body.0.data_request_id, Some(body.0.section)).await?;
    if comments.is_empty() {
        return Ok(Envelope::with(StatusCode::OK, "No State Comments", comments));
    }
    Ok(Envelope::read(comments))
}

async fn listed(
    api: &Api,
    caller: SignedIn,
    request: i64,
    section: Option<String>,
) -> Result<Vec<CommentBody>, Problem> {
    let query = list_comments::Query {
        request: RequestId(request),
        section,
    };
    let comments = api
        .run(move |ports| list_comments::execute(ports, &caller, &query))
        .await?;
    Ok(comments.into_iter().map(CommentBody::from_listed).collect())
}

/// Marks a comment as resolved, or reopens it before the next decision.
#[utoipa::path(tag = "review", security(("token" = [])), params(("comment_id" = i64, Path)), request_body = ResolveBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "neither the requester, nor the comment's author, nor, to reopen it, the person who resolved it"),
    (status = 409, body = ProblemBody, description = "resolved already, or the request has changed; to reopen it: not resolved, or decided since"),
))]
#[patch("/data_requests/statecomment/update/{comment_id}")]
pub(crate) async fn update_state_comment(
    api: web::Data<Api>,
    caller: SignedIn,
    comment_id: web::Path<i64>,
    body: Body<ResolveBody>,
) -> Result<HttpResponse, Problem> {
    let comment = CommentId(comment_id.into_inner());
    let message = if body.0.resolved {
        let command = resolve_comment::Command { comment };
        api.run(move |ports| resolve_comment::execute(ports, &caller, command))
            .await?
            .message
    } else {
        let command = reopen_comment::Command { comment };
        api.run(move |ports| reopen_comment::execute(ports, &caller, command))
            .await?
            .message
    };
    Ok(Done::ok(message))
}

/// Replies to a comment.
#[utoipa::path(tag = "review", security(("token" = [])), request_body = NewReplyBody, responses(
    (status = 201, body = Envelope<ReplyAddedBody>),
    (status = 403, body = ProblemBody, description = "neither the requester, nor the comment's author, nor a person whose turn it is"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the request has changed"),
))]
#[post("/data_requests/reply/add")]
pub(crate) async fn add_comment_reply(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<NewReplyBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let command = add_reply::Command {
        comment: CommentId(body.comment),
        author: AssignedRoleId(body.author),
        reply: body.reply.unwrap_or_default(),
    };
    let answer = api
        .run(move |ports| add_reply::execute(ports, &caller, &command))
        .await?;
    let added = ReplyAddedBody {
        reply_id: answer.reply_id.0,
    };
    Ok(Envelope::with(StatusCode::CREATED, answer.message, added))
}

fields!(ReplyField: "created_on");

type RepliesQuery = ShortQuery<ReplyField>;

/// Lists the replies to a comment, oldest first.
#[utoipa::path(tag = "review", security(("token" = [])), params(("comment_id" = i64, Path), RepliesQuery), responses(
    (status = 200, body = Listing<ReplyBody>),
))]
#[get("/data_requests/reply/list/{comment_id}")]
pub(crate) async fn list_comment_replies(
    api: web::Data<Api>,
    reader: Reader,
    comment_id: web::Path<i64>,
    query: Query<RepliesQuery>,
) -> Result<HttpResponse, Problem> {
    let of = list_replies::Query {
        comment: CommentId(comment_id.into_inner()),
    };
    let replies = api
        .read(reader, move |ports, caller| {
            list_replies::execute(ports, caller, of)
        })
        .await?;
    query.0.answer(replies.into_iter().map(ReplyBody::from))
}
