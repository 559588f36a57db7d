//! Replies to comments, and the permission to write them.

use thiserror::Error;

use super::comment::Comment;
use crate::ids::UserId;
use crate::review::remark::{Remark, RemarkError};

/// A valid new reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReply(Remark);

/// A validation error of a new reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReplyFault {
    /// The text is empty.
    #[error("Reply is required")]
    Required,
    /// The text is not valid.
    #[error(transparent)]
    Text(#[from] RemarkError),
}

/// The reason why a person may not reply to a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReplyError {
    /// Super Users can read every request, but cannot comment (decisions C10).
    #[error("Super Users can read Data Requests but can't decide or comment.")]
    ReadsOnly,
    /// The person is neither the requester, nor the author of the comment, nor allowed to comment
    /// now.
    #[error("Only the requester, the author of the comment and the people whose turn it is can reply.")]
    NotAllowed,
}

impl NewReply {
    /// Parses the API field `reply`.
    pub fn parse(text: &str) -> Result<Self, ReplyFault> {
        Remark::parse(text)?.map(Self).ok_or(ReplyFault::Required)
    }

    /// Returns the text.
    pub fn into_string(self) -> String {
        self.0.into_string()
    }
}

/// The relation of a person to a request on which they reply to a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplierRelation {
    /// The owner of the request.
    Owner,
    /// A staff member who may comment on it at their stage now.
    MayComment,
    /// A staff member with the role of one of its stages, but not of a current one.
    Staff,
    /// A Super User, who can only read it.
    ReadsOnly,
}

impl Comment {
    /// Returns the reason why this person may not reply to the comment, or `None` if they may. The
    /// owner may reply at any time. So may the author, because the requester may answer after the
    /// author's own decision. Other staff may reply while they may comment.
    pub fn why_no_reply(&self, by: UserId, relation: ReplierRelation) -> Option<ReplyError> {
        match relation {
            ReplierRelation::Owner | ReplierRelation::MayComment => None,
            ReplierRelation::Staff if by == self.author.user => None,
            ReplierRelation::Staff => Some(ReplyError::NotAllowed),
            ReplierRelation::ReadsOnly => Some(ReplyError::ReadsOnly),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{AssignedRoleId, CommentId};
    use crate::review::comments::{CommentAuthor, Section};
    use crate::review::testing::day;
    use crate::review::{REMARK_LIMIT, RemarkError};
    use crate::text::Unusable;

    #[test]
    fn a_reply_needs_a_text_and_has_the_same_limit_as_a_comment() {
        assert_eq!(
            NewReply::parse(" \n").unwrap_err().to_string(),
            "Reply is required"
        );
        assert_eq!(
            NewReply::parse(&"x".repeat(REMARK_LIMIT + 1)),
            Err(ReplyFault::Text(RemarkError::TooLong))
        );
        assert_eq!(
            NewReply::parse("a\u{0}b"),
            Err(ReplyFault::Text(RemarkError::Unusable(
                Unusable::ControlCharacters
            )))
        );
        let longest = "x".repeat(REMARK_LIMIT);
        assert_eq!(NewReply::parse(&longest).unwrap().into_string(), longest);
        assert_eq!(NewReply::parse(" Attached. ").unwrap().into_string(), "Attached.");
    }

    #[test]
    fn the_owner_the_author_and_the_current_reviewers_can_reply() {
        let author = UserId(5);
        let comment = Comment {
            id: CommentId(1),
            section: Section::DataFormat,
            text: "Which format?".to_owned(),
            author: CommentAuthor {
                user: author,
                assigned_role: AssignedRoleId(50),
            },
            action_required: true,
            resolved: None,
            created_on: day(0),
        };
        let other = UserId(9);
        assert_eq!(comment.why_no_reply(other, ReplierRelation::Owner), None);
        assert_eq!(comment.why_no_reply(other, ReplierRelation::MayComment), None);
        assert_eq!(comment.why_no_reply(author, ReplierRelation::Staff), None);
        assert_eq!(
            comment.why_no_reply(other, ReplierRelation::Staff),
            Some(ReplyError::NotAllowed)
        );
        assert_eq!(
            comment.why_no_reply(author, ReplierRelation::ReadsOnly),
            Some(ReplyError::ReadsOnly)
        );
    }
}
