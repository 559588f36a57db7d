//! The comments on a request, or on one of its sections, with the replies to them (2 §4, §7).

use std::collections::HashMap;

use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId};
use aditus_domain::review::Section;
use aditus_domain::review::comments::UnknownSection;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::replying::reply_as;
use super::views::{CommentView, ReplyView};
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// Which comments are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// On this request.
    pub request: RequestId,
    /// On the section of this name only.
    pub section: Option<String>,
}

/// A comment, and what the caller may do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedComment {
    /// The comment.
    pub comment: CommentView,
    /// Whether its section was changed after the version that it was written on.
    pub section_changed: bool,
    /// The replies to it, oldest first.
    pub replies: Vec<ReplyView>,
    /// The assignment in which the caller may reply; none where they may not.
    pub reply_as: Option<AssignedRoleId>,
    /// Whether the caller may mark it as resolved now.
    pub may_resolve: bool,
    /// True if the caller may reopen it now.
    pub may_reopen: bool,
    /// Until when it blocks every decision; none when it does not, or not any more.
    pub blocks_until: Option<DateTime<Utc>>,
}

/// Why the comments cannot be listed.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not know of it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// There is no such section.
    #[error(transparent)]
    Section(#[from] UnknownSection),
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: RequestNotFound;
        Section(_) => Invalid, reason: InvalidFields, field: "section";
    }
}

/// The comments, oldest first. The owner of the request and the author of a comment may resolve it.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Vec<ListedComment>, Error> {
    let section = query.section.as_deref().map(Section::parse).transpose()?;
    let now = ports.clock.now();
    let scope = caller.scope();
    let mut views = ports.database.read()?;
    let comments = views
        .review()
        .comments(&scope, query.request, section)?
        .ok_or(Error::NotFound)?;
    let chain = views
        .review()
        .chain(&scope, query.request)?
        .ok_or(Error::NotFound)?;
    let replies = views
        .review()
        .replies(&scope, query.request)?
        .ok_or(Error::NotFound)?;
    let versions = views
        .request_versions()
        .versions(&scope, query.request)?
        .ok_or(Error::NotFound)?;
    let last_decision = views.review().last_decision(query.request)?;
    drop(views);
    let mut by_comment: HashMap<CommentId, Vec<ReplyView>> = HashMap::new();
    for reply in replies {
        by_comment.entry(reply.comment).or_default().push(reply);
    }
    Ok(comments
        .into_iter()
        .map(|comment| {
            let judged = comment.as_comment();
            ListedComment {
                section_changed: versions.iter().any(|version| {
                    version.number > comment.version
                        && version
                            .section
                            .is_some_and(|changed| is_about(comment.section, changed))
                }),
                replies: by_comment.remove(&comment.comment_id).unwrap_or_default(),
                reply_as: reply_as(&chain, caller, &judged).ok().map(|held| held.id),
                may_resolve: judged
                    .why_not_resolved_by(caller.user, comment.request_owner)
                    .is_none(),
                may_reopen: judged
                    .why_not_reopened_by(caller.user, comment.request_owner, last_decision)
                    .is_none(),
                blocks_until: judged.blocks_until(now),
                comment,
            }
        })
        .collect())
}

/// Whether a change filed under one section concerns what a comment on the other is about: what is asked for is filed under the
/// data source, the specification form with it (V3).
fn is_about(commented: Section, changed: Section) -> bool {
    commented == changed || (commented == Section::DataSpecification && changed == Section::DataSource)
}
