//! Permissions to edit a section of a request after its submission (2 §4, "Editing after comments";
//! decisions V3).

use thiserror::Error;

use super::comments::{Comment, Section};
use super::state::OverallStatus;
use crate::ids::CommentId;

/// The relation of a person to a request that they want to edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editor {
    /// Its owner.
    Owner,
    /// A Super User who does not own it.
    SuperUser,
    /// Anyone else who may read it.
    Reader,
}

/// The reason why a section cannot be edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EditRefused {
    /// No reviewer asked for the edit, or the status, the section or the person excludes it.
    #[error("You may edit this section once a reviewer has asked for it.")]
    NotAsked,
    /// The request has no comment with the given id.
    #[error(
        "This Data Request has no such comment. You may edit this section once a reviewer has asked for it."
    )]
    UnknownComment,
    /// The given comment is about another section.
    #[error(
        "The comment is about another section. You may edit this section once a reviewer has asked for it."
    )]
    OtherSection,
    /// The given comment is resolved already.
    #[error("The comment is already resolved. You may edit this section once a reviewer has asked for it.")]
    Resolved,
}

impl Section {
    /// The sections that can be edited, in the order of the page. The requested data and its
    /// specification form are edited as one section ([`Section::DataSource`]). The approval chain
    /// cannot be edited.
    pub const EDITABLE: [Self; 7] = [
        Self::PrincipalInvestigator,
        Self::EthicsApproval,
        Self::SharingAgreement,
        Self::DataFormat,
        Self::DataSource,
        Self::Devices,
        Self::Staff,
    ];
}

/// Returns the comment that allows an edit of this section while the request is pending: the oldest
/// unresolved one that requires action. The demand outlasts the block of decisions, which ends
/// after 48 hours.
pub fn demand_on(section: Section, comments: &[Comment]) -> Option<CommentId> {
    comments
        .iter()
        .filter(|comment| comment.section == section && comment.action_required && comment.resolved.is_none())
        .map(|comment| comment.id)
        .min()
}

/// Checks that this person may edit the section now. Returns the comment that the edit answers, if
/// one is named. `comments` are all comments of the request; `named` is the id of the comment that
/// the edit answers.
///
/// - A denied request can be edited by its owner and by a Super User, in every editable section.
/// - A recalled request can be edited by its owner, in every editable section.
/// - A pending request can be edited by its owner, in the section of a named, unresolved comment
///   that requires action.
/// - An approved request cannot be edited.
///
/// A named comment must be unresolved and about the section, whatever the status.
pub fn may_edit(
    status: OverallStatus,
    editor: Editor,
    section: Section,
    comments: &[Comment],
    named: Option<CommentId>,
) -> Result<Option<&Comment>, EditRefused> {
    let is_open = match (status, editor) {
        (OverallStatus::Denied, Editor::Owner | Editor::SuperUser)
        | (OverallStatus::Recalled, Editor::Owner) => true,
        (OverallStatus::Pending, Editor::Owner) => false,
        _ => return Err(EditRefused::NotAsked),
    };
    if !Section::EDITABLE.contains(&section) {
        return Err(EditRefused::NotAsked);
    }
    let Some(named) = named else {
        return if is_open {
            Ok(None)
        } else {
            Err(EditRefused::NotAsked)
        };
    };
    let comment = comments
        .iter()
        .find(|comment| comment.id == named)
        .ok_or(EditRefused::UnknownComment)?;
    if comment.section != section {
        Err(EditRefused::OtherSection)
    } else if comment.resolved.is_some() {
        Err(EditRefused::Resolved)
    } else if comment.action_required || is_open {
        Ok(Some(comment))
    } else {
        Err(EditRefused::NotAsked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{AssignedRoleId, UserId};
    use crate::review::comments::{CommentAuthor, Resolution};
    use crate::review::testing::day;

    const STATUSES: [OverallStatus; 4] = [
        OverallStatus::Pending,
        OverallStatus::Approved,
        OverallStatus::Denied,
        OverallStatus::Recalled,
    ];
    const EDITORS: [Editor; 3] = [Editor::Owner, Editor::SuperUser, Editor::Reader];

    fn comment(id: i64, section: Section, action_required: bool, resolved: bool) -> Comment {
        Comment {
            id: CommentId(id),
            section,
            text: "Which one?".to_owned(),
            author: CommentAuthor {
                user: UserId(5),
                assigned_role: AssignedRoleId(50),
            },
            action_required,
            resolved: resolved.then_some(Resolution {
                by: UserId(5),
                on: day(0),
            }),
            created_on: day(0),
        }
    }

    #[test]
    fn only_denied_and_recalled_requests_can_be_edited_without_a_comment() {
        let mut open = Vec::new();
        for status in STATUSES {
            for editor in EDITORS {
                for section in Section::ALL {
                    if may_edit(status, editor, section, &[], None).is_ok() {
                        open.push((status, editor, section));
                    }
                }
            }
        }
        let expected: Vec<_> = [
            (OverallStatus::Denied, Editor::Owner),
            (OverallStatus::Denied, Editor::SuperUser),
            (OverallStatus::Recalled, Editor::Owner),
        ]
        .into_iter()
        .flat_map(|(status, editor)| Section::EDITABLE.map(|section| (status, editor, section)))
        .collect();
        assert_eq!(open, expected);
    }

    #[test]
    fn a_demand_allows_the_owner_of_a_pending_request_to_edit_its_section() {
        let comments = [comment(1, Section::Devices, true, false)];
        for status in STATUSES {
            for editor in EDITORS {
                for section in Section::ALL {
                    let may = may_edit(status, editor, section, &comments, Some(CommentId(1)));
                    let expected = match (status, editor) {
                        (
                            OverallStatus::Pending | OverallStatus::Denied | OverallStatus::Recalled,
                            Editor::Owner,
                        )
                        | (OverallStatus::Denied, Editor::SuperUser) => section == Section::Devices,
                        _ => false,
                    };
                    assert_eq!(may.is_ok(), expected, "{status:?} {editor:?} {section}");
                }
            }
        }
    }

    #[test]
    fn the_named_comment_must_require_action_on_the_section() {
        let comments = [
            comment(1, Section::Devices, true, true),
            comment(2, Section::Devices, false, false),
            comment(3, Section::Staff, true, false),
            comment(5, Section::Devices, true, false),
            comment(4, Section::Devices, true, false),
        ];
        let refused = |named| {
            may_edit(
                OverallStatus::Pending,
                Editor::Owner,
                Section::Devices,
                &comments,
                Some(CommentId(named)),
            )
            .err()
        };
        assert_eq!(refused(1), Some(EditRefused::Resolved));
        assert_eq!(refused(2), Some(EditRefused::NotAsked));
        assert_eq!(refused(3), Some(EditRefused::OtherSection));
        assert_eq!(refused(9), Some(EditRefused::UnknownComment));
        assert_eq!(refused(5), None);
        assert_eq!(demand_on(Section::Devices, &comments), Some(CommentId(4)));
        assert_eq!(demand_on(Section::DataFormat, &comments), None);
        for error in [
            EditRefused::NotAsked,
            EditRefused::UnknownComment,
            EditRefused::OtherSection,
            EditRefused::Resolved,
        ] {
            assert!(
                error
                    .to_string()
                    .ends_with("You may edit this section once a reviewer has asked for it.")
            );
        }
    }
}
