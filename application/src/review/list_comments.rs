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

/// Selects the request, and a section if one is named.
#[derive(Debug, Clone)]
pub struct Query {
    /// Id of the request.
    pub request: RequestId,
    /// Name of the section. None for all sections.
    pub section: Option<String>,
}

/// A comment, with the actions that the caller may take on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedComment {
    /// The comment.
    pub comment: CommentView,
    /// True if its section was changed after the version that it was written on.
    pub section_changed: bool,
    /// Replies, oldest first.
    pub replies: Vec<ReplyView>,
    /// The assignment in which the caller may reply. None if they may not.
    pub reply_as: Option<AssignedRoleId>,
    /// True if the caller may resolve it now.
    pub may_resolve: bool,
    /// True if the caller may reopen it now.
    pub may_reopen: bool,
    /// End of the block of all decisions by this comment. None if it does not block now.
    pub blocks_until: Option<DateTime<Utc>>,
}

/// The comments cannot be listed.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The section does not exist.
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

/// Returns the comments, oldest first.
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
    let last_decision_at = views.review().last_decision_at(query.request)?;
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
                    .why_not_reopened_by(caller.user, comment.request_owner, last_decision_at)
                    .is_none(),
                blocks_until: judged.blocks_until(now),
                comment,
            }
        })
        .collect())
}

/// Returns true if a change filed under `changed` concerns comments on `commented`. Changes of the
/// requested data and of the specification form are filed under the data source (decisions V3).
fn is_about(commented: Section, changed: Section) -> bool {
    commented == changed || (commented == Section::DataSpecification && changed == Section::DataSource)
}
