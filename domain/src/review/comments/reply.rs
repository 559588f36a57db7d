//! Replies to comments: what may be written, and by whom.

use thiserror::Error;

use super::comment::Comment;
use crate::ids::UserId;
use crate::review::remark::{Remark, RemarkError};

/// A reply that may be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReply(Remark);

/// What is wrong with a reply as it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReplyFault {
    /// Nothing was written.
    #[error("Reply is required")]
    Required,
    /// The text cannot be stored.
    #[error(transparent)]
    Text(#[from] RemarkError),
}

/// Why a person may not reply to a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WhyNoReply {
    /// A Super User reads everything, and comments nowhere (decisions C10).
    #[error("A Super User reads every Data Request, and decides and comments nowhere.")]
    ReadsOnly,
    /// Neither the requester, nor the comment's author, nor somebody who may comment now.
    #[error("Only the requester, the author of the comment and those whose turn it is can reply.")]
    NotAllowed,
}

impl NewReply {
    /// The reply of the API's field `reply`.
    pub fn parse(text: &str) -> Result<Self, ReplyFault> {
        Remark::parse(text)?.map(Self).ok_or(ReplyFault::Required)
    }

    /// What it says.
    pub fn into_string(self) -> String {
        self.0.into_string()
    }
}

/// How a person stands to a request when they reply to a comment on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// They own it.
    Owner,
    /// They may comment on it at their stage now.
    MayComment,
    /// They hold the role of one of its stages, whose turn it is not.
    Staff,
    /// They read it as a Super User only.
    ReadsOnly,
}

impl Comment {
    /// Why this person may not reply to the comment; `None` when they may. The owner may at any time, and so may the author,
    /// who has to be able to answer a requester after an own decision; others of the staff while they may comment.
    pub fn why_no_reply(&self, by: UserId, standing: Standing) -> Option<WhyNoReply> {
        match standing {
            Standing::Owner | Standing::MayComment => None,
            Standing::Staff if by == self.author.user => None,
            Standing::Staff => Some(WhyNoReply::NotAllowed),
            Standing::ReadsOnly => Some(WhyNoReply::ReadsOnly),
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
    fn a_reply_needs_words_and_is_no_longer_than_a_comment() {
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
    fn the_owner_the_author_and_those_whose_turn_it_is_reply() {
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
        assert_eq!(comment.why_no_reply(other, Standing::Owner), None);
        assert_eq!(comment.why_no_reply(other, Standing::MayComment), None);
        assert_eq!(comment.why_no_reply(author, Standing::Staff), None);
        assert_eq!(
            comment.why_no_reply(other, Standing::Staff),
            Some(WhyNoReply::NotAllowed)
        );
        assert_eq!(
            comment.why_no_reply(author, Standing::ReadsOnly),
            Some(WhyNoReply::ReadsOnly)
        );
    }
}
