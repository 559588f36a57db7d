//! Replies to comments: their authors and the people notified.

use aditus_application::access::Caller;
use aditus_application::review::{add_reply, list_comments, list_replies};
use aditus_application::{Failure, Kind};
use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId};
use aditus_domain::review::Section;
use aditus_domain::roles::Role;

use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

fn reply_as(
    story: &Story,
    caller: &Caller,
    author: AssignedRoleId,
    comment: CommentId,
    reply: &str,
) -> Result<add_reply::Answer, add_reply::Error> {
    let command = add_reply::Command {
        comment,
        author,
        reply: reply.to_owned(),
    };
    add_reply::execute(&story.world.ports, caller, &command)
}

fn reply(
    story: &Story,
    caller: &Caller,
    comment: CommentId,
    reply: &str,
) -> Result<add_reply::Answer, add_reply::Error> {
    let author = caller.roles.first().map_or(AssignedRoleId(1), |role| role.id);
    reply_as(story, caller, author, comment, reply)
}

/// Returns the texts of the replies to a comment as this person reads them, and true if they may
/// reply.
fn thread(
    story: &Story,
    caller: &Caller,
    request: RequestId,
    comment: CommentId,
) -> (Vec<String>, Option<AssignedRoleId>) {
    let query = list_comments::Query {
        request,
        section: None,
    };
    let listed = list_comments::execute(&story.world.ports, caller, &query).unwrap();
    let listed = listed
        .into_iter()
        .find(|listed| listed.comment.comment_id == comment)
        .unwrap();
    let query = list_replies::Query { comment };
    let alone = list_replies::execute(&story.world.ports, caller, query).unwrap();
    assert_eq!(alone, listed.replies, "both calls answer alike");
    let texts = alone.into_iter().map(|reply| reply.reply).collect();
    (texts, listed.reply_as)
}

#[test]
fn requester_and_reviewer_are_notified_of_replies() {
    let story = Story::begin();
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    let answer = reply(&story, &story.requester, comment, " Which page? ").unwrap();
    assert_eq!(answer.message, "The reply was added.");
    let devices = Section::Devices.name();
    assert_eq!(
        story.notifications_of(reviewer).pop().unwrap(),
        format!("There is a reply to a comment on Data Request DAC00{request}: {devices}")
    );
    assert_eq!(
        story.mailed(reviewer).pop().unwrap(),
        format!("DAC00{request}: A reply to a comment")
    );
    let own = story.notifications_of(&story.requester).len();
    reply(&story, reviewer, comment, "The third.").unwrap();
    let notifications = story.notifications_of(&story.requester);
    assert_eq!(notifications.len(), own + 1);
    assert_eq!(
        notifications.last().unwrap(),
        &format!(
            "There is a reply to a comment on your Data Request REQ{:06}: {devices}",
            request.0
        )
    );
    let words = ["Which page?", "The third."].map(str::to_owned).to_vec();
    let requester_role = story.requester.roles[0].id;
    assert_eq!(
        thread(&story, &story.requester, request, comment),
        (words.clone(), Some(requester_role))
    );
    assert_eq!(
        thread(&story, reviewer, request, comment),
        (words.clone(), Some(reviewer.roles[0].id))
    );
    assert_eq!(thread(&story, &story.super_user, request, comment), (words, None));
}

#[test]
fn earlier_repliers_are_notified() {
    let story = Story::begin();
    let request = story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Staff, false).unwrap();
    let second = &story.second_reviewer;
    reply(&story, second, comment, "It is their turn too.").unwrap();
    let before = [
        story.notifications_of(story.staff(REVIEWER)).len(),
        story.notifications_of(second).len(),
        story.notifications_of(&story.requester).len(),
    ];
    reply(&story, &story.requester, comment, "Done.").unwrap();
    let after = [
        story.notifications_of(story.staff(REVIEWER)).len(),
        story.notifications_of(second).len(),
        story.notifications_of(&story.requester).len(),
    ];
    assert_eq!(after, [before[0] + 1, before[1] + 1, before[2]]);
}

#[test]
fn authors_reply_after_deciding_and_others_only_while_pending() {
    let story = Story::begin();
    let request = story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Staff, false).unwrap();
    let approver = story.staff(Role::DataAccessApprover);
    let refused = reply(&story, approver, comment, "Early").unwrap_err();
    assert_eq!(
        (refused.kind(), refused.to_string().as_str()),
        (
            Kind::Forbidden,
            "Only the requester, the author of the comment and the people whose turn it is can reply."
        )
    );
    assert_eq!(thread(&story, approver, request, comment).1, None);
    story.decides(REVIEWER, request, true).unwrap();
    reply(&story, story.staff(REVIEWER), comment, "I wrote it.").unwrap();
    reply(&story, approver, comment, "It is my turn.").unwrap();
    assert_eq!(
        reply(&story, &story.second_reviewer, comment, "Late")
            .unwrap_err()
            .kind(),
        Kind::Forbidden
    );
    story.decides(Role::DataAccessApprover, request, false).unwrap();
    reply(&story, &story.requester, comment, "I shall resubmit.").unwrap();
}

#[test]
fn only_readers_of_the_request_with_their_own_role_may_reply() {
    let story = Story::begin();
    let request = story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Staff, false).unwrap();
    for outsider in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(
            reply(&story, outsider, comment, "Hello").unwrap_err().kind(),
            Kind::NotFound
        );
        let query = list_replies::Query { comment };
        let error = list_replies::execute(&story.world.ports, outsider, query).unwrap_err();
        assert_eq!(error.kind(), Kind::NotFound);
    }
    let read_only = reply(&story, &story.super_user, comment, "Hello").unwrap_err();
    assert_eq!(
        (read_only.kind(), read_only.to_string().as_str()),
        (
            Kind::Forbidden,
            "Super Users can read Data Requests but can't decide or comment."
        )
    );
    let unknown = reply(&story, &story.requester, CommentId(9_999), "Hello").unwrap_err();
    assert_eq!(unknown.kind(), Kind::NotFound);
    let forged = reply_as(
        &story,
        &story.requester,
        story.staff(REVIEWER).roles[0].id,
        comment,
        "Hello",
    );
    assert_eq!(forged.unwrap_err().kind(), Kind::Forbidden);
    assert_eq!(
        thread(&story, &story.requester, request, comment).0,
        Vec::<String>::new()
    );
}

#[test]
fn invalid_replies_are_refused() {
    let story = Story::begin();
    let request = story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Staff, false).unwrap();
    for (text, message) in [
        (" ".to_owned(), "Reply is required"),
        (
            "x".repeat(10_001),
            "The text is too long. The limit is 10000 characters.",
        ),
    ] {
        let error = reply(&story, &story.requester, comment, &text).unwrap_err();
        assert_eq!(error.kind(), Kind::Invalid);
        assert_eq!(error.fields(), [("reply".to_owned(), message.to_owned())]);
    }
}
