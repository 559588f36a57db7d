//! Comments that require action block decisions (2 §4; decisions C9).

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::comment::Comment;

/// The number of hours during which an unresolved comment that requires action blocks every
/// decision on its request.
pub const BLOCK_HOURS: i64 = 48;

/// A block of all decisions on a request until the requester acts, at most until `until`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "A comment requires action from the requester. You can decide once it is resolved, or from {}.",
    until.format("%B %-d, %Y %-I:%M %p UTC")
)]
pub struct Block {
    /// The time when the block expires.
    pub until: DateTime<Utc>,
}

impl Comment {
    /// Returns the end of the block by this comment, or `None` if it does not block decisions now.
    /// A comment blocks while it requires action, is unresolved, and is younger than 48 hours.
    pub fn blocks_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if !self.action_required || self.resolved.is_some() {
            return None;
        }
        Some(end_of_block(self.created_on)).filter(|until| now < *until)
    }
}

/// Returns the cut-off for queries over many comments, equivalent to [`Comment::blocks_until`].
/// Unresolved comments that require action and were written after this time block decisions now.
pub fn blocking_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_sub_signed(TimeDelta::hours(BLOCK_HOURS))
        .unwrap_or(DateTime::<Utc>::MIN_UTC)
}

fn end_of_block(written: DateTime<Utc>) -> DateTime<Utc> {
    written
        .checked_add_signed(TimeDelta::hours(BLOCK_HOURS))
        .unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// The comments on one request that block every decision now. While there are any, the request
/// waits for its requester (decisions C16).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenDemands {
    /// The number of blocking comments, at least one.
    pub number: u64,
    /// The time of the oldest of them.
    pub since: DateTime<Utc>,
    /// The time when the block by the newest comment ends.
    pub until: DateTime<Utc>,
}

impl OpenDemands {
    /// Creates the summary of `number` blocking comments, written between `oldest` and `newest`.
    pub fn written(number: u64, oldest: DateTime<Utc>, newest: DateTime<Utc>) -> Self {
        Self {
            number,
            since: oldest,
            until: end_of_block(newest),
        }
    }

    /// Returns the block of decisions by these comments.
    pub const fn block(&self) -> Block {
        Block { until: self.until }
    }
}

/// Summarises the comments that block decisions (see [`Comment::blocks_until`]); `None` if there
/// are none.
pub fn open_demands<'a>(
    comments: impl IntoIterator<Item = &'a Comment>,
    now: DateTime<Utc>,
) -> Option<OpenDemands> {
    let mut found: Option<OpenDemands> = None;
    for comment in comments {
        if comment.blocks_until(now).is_none() {
            continue;
        }
        let written = comment.created_on;
        let one = OpenDemands::written(1, written, written);
        found = Some(match found {
            None => one,
            Some(others) => OpenDemands {
                number: others.number + 1,
                since: others.since.min(one.since),
                until: others.until.max(one.until),
            },
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{AssignedRoleId, CommentId, UserId};
    use crate::review::comments::{
        CommentAuthor, NewComment, ReopenError, Resolution, ResolveError, Section,
    };
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
            resolved: None,
            created_on: day(0),
        }
    }

    fn block<'a>(comments: impl IntoIterator<Item = &'a Comment>, now: DateTime<Utc>) -> Option<Block> {
        open_demands(comments, now).map(|demands| demands.block())
    }

    #[test]
    fn an_unresolved_demand_blocks_for_48_hours() {
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
                    resolved: Some(Resolution {
                        by: UserId(5),
                        on: day(0),
                    }),
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
        assert_eq!(
            open_demands([&later, &demand], day(1)),
            Some(OpenDemands::written(2, day(0), day(1)))
        );
        assert_eq!(
            open_demands([&later, &demand], day(2)),
            Some(OpenDemands::written(1, day(1), day(1))),
            "the older one blocks no more"
        );
    }

    #[test]
    fn the_owner_and_the_author_can_resolve_a_comment_once() {
        let (owner, author, other) = (UserId(1), UserId(5), UserId(9));
        let mut by_other = comment();
        assert_eq!(
            by_other.why_not_resolved_by(other, owner),
            Some(ResolveError::NotAllowed)
        );
        assert_eq!(
            by_other.resolve(other, owner, day(1)),
            Err(ResolveError::NotAllowed)
        );
        assert_eq!(by_other.resolved, None);
        for by in [owner, author] {
            let mut comment = comment();
            assert_eq!(comment.resolve(by, owner, day(1)), Ok(()));
            assert_eq!(comment.resolved, Some(Resolution { by, on: day(1) }));
            assert_eq!(
                comment.resolve(by, owner, day(1)),
                Err(ResolveError::AlreadyResolved)
            );
        }
    }

    #[test]
    fn a_resolved_comment_can_be_reopened_until_the_next_decision() {
        let (owner, author, resolver, other) = (UserId(1), UserId(5), UserId(7), UserId(9));
        let done = Comment {
            resolved: Some(Resolution {
                by: resolver,
                on: day(1),
            }),
            ..comment()
        };
        for by in [owner, author, resolver] {
            for decided in [None, Some(day(1) - TimeDelta::seconds(1))] {
                let mut reopened = done.clone();
                assert_eq!(reopened.reopen(by, owner, decided), Ok(()));
                assert_eq!(reopened, comment(), "it demands action as before");
            }
            let mut late = done.clone();
            assert_eq!(late.reopen(by, owner, Some(day(1))), Err(ReopenError::Decided));
            assert_eq!(late, done);
        }
        assert_eq!(
            done.why_not_reopened_by(other, owner, None),
            Some(ReopenError::NotAllowed)
        );
        assert_eq!(
            comment().why_not_reopened_by(author, owner, None),
            Some(ReopenError::NotResolved)
        );
        assert_eq!(
            comment().why_not_reopened_by(resolver, owner, None),
            Some(ReopenError::NotAllowed)
        );
    }

    #[test]
    fn a_comment_needs_a_text_and_cannot_require_action_on_the_specification_form() {
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
    fn section_names_parse_back() {
        for section in Section::ALL {
            assert_eq!(Section::parse(section.name()), Ok(section));
            assert_eq!(section.may_demand_action(), section != Section::DataSpecification);
        }
    }
}
