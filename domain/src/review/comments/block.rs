//! The block of decisions by comments that demand action (2 §4; decisions C9).

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::comment::Comment;

/// For how many hours an unresolved comment that demands action blocks every decision on its request.
pub const BLOCK_HOURS: i64 = 48;

/// No decision is possible on the request before the requester acts, or before this time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "A comment requires action from the requester. A decision is possible once it is resolved, or from {}.",
    until.format("%B %-d, %Y %-I:%M %p UTC")
)]
pub struct Block {
    /// When the block ends by itself.
    pub until: DateTime<Utc>,
}

impl Comment {
    /// Until when the comment blocks every decision on its request: it does while it demands action, is not resolved, and is
    /// younger than 48 hours. None when it does not, or not any more.
    pub fn blocks_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if !self.action_required || self.resolved {
            return None;
        }
        self.created_on
            .checked_add_signed(TimeDelta::hours(BLOCK_HOURS))
            .filter(|until| now < *until)
    }
}

/// Comments that demand action, are not resolved, and were written after this time, block decisions now: what
/// [`Comment::blocks_until`] says of one, for a question that is asked of many.
pub fn blocking_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_sub_signed(TimeDelta::hours(BLOCK_HOURS))
        .unwrap_or(DateTime::<Utc>::MIN_UTC)
}

/// The block by these comments of one request, if any (see [`Comment::blocks_until`]).
pub fn block<'a>(comments: impl IntoIterator<Item = &'a Comment>, now: DateTime<Utc>) -> Option<Block> {
    comments
        .into_iter()
        .filter_map(|comment| comment.blocks_until(now))
        .max()
        .map(|until| Block { until })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{AssignedRoleId, CommentId, UserId};
    use crate::review::comments::{CommentAuthor, NewComment, ResolveError, Section};
    use crate::review::testing::day;

    fn comment() -> Comment {
        Comment {
            id: CommentId(1),
            section: Section::DataFormat,
            text: "Which format?".to_owned(),
            author: CommentAuthor {
                user: UserId(5),
                assigned_role: AssignedRoleId(50),
            },
            action_required: true,
            resolved: false,
            created_on: day(0),
        }
    }

    #[test]
    fn an_open_demand_blocks_for_48_hours() {
        let demand = comment();
        assert_eq!(block([&demand], day(0)), Some(Block { until: day(2) }));
        assert_eq!(
            block([&demand], day(2) - TimeDelta::seconds(1)),
            Some(Block { until: day(2) })
        );
        assert_eq!(block([&demand], day(2)), None);
        assert_eq!(demand.blocks_until(day(1)), Some(day(2)));
        assert_eq!(demand.blocks_until(day(2)), None);
        for now in [day(1), day(2) - TimeDelta::microseconds(1), day(2), day(3)] {
            assert_eq!(
                demand.created_on > blocking_since(now),
                demand.blocks_until(now).is_some(),
                "both say the same at {now}"
            );
        }
        assert_eq!(
            block(
                [&Comment {
                    resolved: true,
                    ..comment()
                }],
                day(0)
            ),
            None
        );
        assert_eq!(
            block(
                [&Comment {
                    action_required: false,
                    ..comment()
                }],
                day(0)
            ),
            None
        );
        let later = Comment {
            created_on: day(1),
            ..comment()
        };
        assert_eq!(
            block([&later, &demand], day(1)),
            Some(Block { until: day(3) }),
            "the later one counts"
        );
        assert_eq!(block([], day(0)), None);
    }

    #[test]
    fn the_owner_and_the_author_resolve_once() {
        let (owner, author, other) = (UserId(1), UserId(5), UserId(9));
        let mut by_other = comment();
        assert_eq!(
            by_other.why_not_resolved_by(other, owner),
            Some(ResolveError::NotAllowed)
        );
        assert_eq!(by_other.resolve(other, owner), Err(ResolveError::NotAllowed));
        assert!(!by_other.resolved);
        for by in [owner, author] {
            let mut comment = comment();
            assert_eq!(comment.resolve(by, owner), Ok(()));
            assert!(comment.resolved);
            assert_eq!(comment.resolve(by, owner), Err(ResolveError::AlreadyResolved));
        }
    }

    #[test]
    fn a_comment_needs_words_and_demands_no_action_on_the_specification_form() {
        let messages = |section: &str, text, action| {
            let faults = NewComment::parse(section, text, action).unwrap_err();
            faults
                .iter()
                .map(|fault| (fault.field(), fault.to_string()))
                .collect::<Vec<_>>()
        };
        let form = Section::DataSpecification.name();
        assert_eq!(
            messages("Data format requested", " ", true),
            [("comment", "Comment is required".to_owned())]
        );
        assert_eq!(
            messages("Colour", "x", false),
            [("section", crate::review::comments::UnknownSection.to_string())]
        );
        assert_eq!(
            messages(form, "File it", true),
            [(
                "action_required",
                "Action cannot be required on the section \"Has the Data Specification Form been filed?\"."
                    .to_owned()
            )]
        );
        let remark = NewComment::parse(form, " File it ", false).unwrap();
        assert_eq!(
            (remark.section(), remark.text(), remark.action_required()),
            (Section::DataSpecification, "File it", false)
        );
    }

    #[test]
    fn section_names_lead_back_to_the_section() {
        for section in Section::ALL {
            assert_eq!(Section::parse(section.name()), Ok(section));
            assert_eq!(section.may_demand_action(), section != Section::DataSpecification);
        }
    }
}
