//! Comments on sections, and the demands for action that block decisions.

use aditus_application::access::Caller;
use aditus_application::notifications::{self, views::ReadFilter};
use aditus_application::paging::Page;
use aditus_application::requests::{counts, detail, own_tasks};
use aditus_application::review::{
    add_comment, list_comments, reopen_comment, resolve_comment, sections, send_code,
};
use aditus_application::{Failure, Kind};
use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId};
use aditus_domain::review::{Section, StageState};
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

fn resolve(story: &Story, caller: &Caller, comment: CommentId) -> Result<(), resolve_comment::Error> {
    resolve_comment::execute(&story.world.ports, caller, resolve_comment::Command { comment }).map(|_| ())
}

fn reopen(story: &Story, caller: &Caller, comment: CommentId) -> Result<(), reopen_comment::Error> {
    reopen_comment::execute(&story.world.ports, caller, reopen_comment::Command { comment }).map(|_| ())
}

/// Returns true if the person's list of comments offers to reopen the first one.
fn may_reopen(story: &Story, caller: &Caller, request: RequestId) -> bool {
    let query = list_comments::Query {
        request,
        section: None,
    };
    list_comments::execute(&story.world.ports, caller, &query).unwrap()[0].may_reopen
}

#[test]
fn a_resolved_comment_is_reopened_until_the_next_decision() {
    let story = Story::begin();
    let request = story.submitted();
    let author = story.staff(REVIEWER);
    let demand = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    let editable = || {
        let query = detail::Query {
            request,
            org_role: None,
            with_variables: false,
        };
        let (_, caller_view) = detail::execute(&story.world.ports, &story.requester, query).unwrap();
        let mut edits = caller_view.acting.edits.into_iter();
        edits.find(|(section, _)| *section == Section::Devices).unwrap().1
    };
    let open = reopen(&story, author, demand).unwrap_err();
    assert_eq!(
        (open.kind(), open.to_string().as_str()),
        (Kind::Conflict, "This comment is not resolved.")
    );

    story.world.wait(TimeDelta::hours(1));
    resolve(&story, &story.requester, demand).unwrap();
    assert!(editable().is_err());
    for (reader, kind) in [
        (&story.second_reviewer, Kind::Forbidden),
        (&story.super_user, Kind::Forbidden),
        (&story.other_requester, Kind::NotFound),
    ] {
        assert_eq!(reopen(&story, reader, demand).unwrap_err().kind(), kind);
    }
    assert!(!may_reopen(&story, &story.second_reviewer, request));
    for by in [author, &story.requester] {
        assert!(may_reopen(&story, by, request));
        let before = story.notifications_of(&story.requester).len();
        reopen(&story, by, demand).unwrap();
        let notification_count = story.notifications_of(&story.requester).len() - before;
        assert_eq!(notification_count, usize::from(by.user != story.requester.user));
        assert_eq!(editable(), Ok(Some(demand)), "the right to edit comes back");
        assert!(!may_reopen(&story, by, request));
        resolve(&story, author, demand).unwrap();
    }

    story.world.wait(TimeDelta::minutes(1));
    story.decides(REVIEWER, request, true).unwrap();
    for by in [author, &story.requester] {
        assert!(!may_reopen(&story, by, request));
        let late = reopen(&story, by, demand).unwrap_err();
        assert_eq!(
            (late.kind(), late.to_string().as_str()),
            (
                Kind::Conflict,
                "This comment can no longer be reopened, because a decision was made after it was resolved."
            )
        );
    }
}

/// An approved request cannot be edited, so a reopened demand needs no action.
#[test]
fn reopening_a_demand_on_an_approved_request_sends_no_notification() {
    let story = Story::begin();
    let request = story.submitted();
    let demand = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    story.world.wait(TimeDelta::hours(48));
    story.all_approve(request);
    story.world.wait(TimeDelta::minutes(1));
    resolve(&story, &story.requester, demand).unwrap();
    let before = story.notifications_of(&story.requester);
    reopen(&story, story.staff(REVIEWER), demand).unwrap();
    assert_eq!(story.notifications_of(&story.requester), before);
}

/// Counts distinguish requests that can be decided from those that wait for their requester.
#[test]
fn a_request_with_a_demand_counts_as_with_its_requester() {
    let story = Story::begin();
    let request = story.submitted();
    story.submitted();
    let counted = |caller: &Caller| {
        let query = counts::Query { org_role: None };
        let counts = counts::execute(&story.world.ports, caller, query).unwrap();
        (counts.pending, counts.with_requester)
    };
    let all = || {
        [
            story.staff(REVIEWER),
            &story.second_reviewer,
            story.staff(Role::DataAccessApprover),
            &story.requester,
            &story.super_user,
        ]
        .map(counted)
    };
    assert_eq!(all(), [(2, 0), (2, 0), (0, 0), (2, 0), (2, 0)]);
    let demand = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    story.comments(REVIEWER, request, Section::Staff, false).unwrap();
    assert_eq!(all(), [(2, 1), (2, 1), (0, 0), (2, 1), (2, 1)]);
    resolve(&story, &story.requester, demand).unwrap();
    assert_eq!(all(), [(2, 0), (2, 0), (0, 0), (2, 0), (2, 0)]);
    reopen(&story, &story.requester, demand).unwrap();
    assert_eq!(counted(&story.requester), (2, 1));
    story.world.wait(TimeDelta::hours(48));
    assert_eq!(counted(&story.requester), (2, 0), "it blocks no more");
}

#[test]
fn a_demand_blocks_every_decision_until_it_is_resolved() {
    let story = Story::begin();
    let request = story.submitted();
    let state = story.state(request, REVIEWER).request_state_id;
    let other = &story.second_reviewer;
    let code = story.code(other, state, true);
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();

    let notification = story.notifications_of(&story.requester).pop().unwrap();
    assert!(
        notification.contains("requires your action: Has the List of Devices Form been filed?"),
        "{notification}"
    );
    let decision = story.decision(other, request, REVIEWER, true, &code);
    let decide = || aditus_application::review::decide::execute(&story.world.ports, other, &decision);
    let error = decide().unwrap_err();
    assert_eq!(error.kind(), Kind::Conflict);
    let until = (story.world.now() + TimeDelta::hours(48))
        .format("%B %-d, %Y")
        .to_string();
    assert!(error.to_string().contains(&until), "{error}");
    story.world.wait(TimeDelta::seconds(31));
    let asked = send_code::execute(
        &story.world.ports,
        other,
        send_code::Command {
            state,
            approve: true,
            unless_sent: false,
        },
    );
    assert_eq!(asked.unwrap_err().kind(), Kind::Conflict);

    resolve(&story, &story.requester, comment).unwrap();
    let notification = story.notifications_of(story.staff(REVIEWER)).pop().unwrap();
    assert!(notification.contains("was resolved"), "{notification}");
    decide().unwrap();
    assert_eq!(story.state(request, REVIEWER).state, StageState::Approved);
}

#[test]
fn a_demand_blocks_for_48_hours_at_most() {
    let story = Story::begin();
    let request = story.submitted();
    story.comments(REVIEWER, request, Section::Staff, true).unwrap();
    let state = story.state(request, REVIEWER).request_state_id;
    let reviewer = story.staff(REVIEWER);
    let ask = || {
        send_code::execute(
            &story.world.ports,
            reviewer,
            send_code::Command {
                state,
                approve: true,
                unless_sent: false,
            },
        )
    };
    let until = story.world.now() + TimeDelta::hours(48);
    let listed = || {
        let query = list_comments::Query {
            request,
            section: None,
        };
        let comments = list_comments::execute(&story.world.ports, &story.requester, &query).unwrap();
        (comments[0].blocks_until, comments[0].may_resolve)
    };
    story.world.wait(TimeDelta::hours(48) - TimeDelta::seconds(1));
    assert_eq!(ask().unwrap_err().kind(), Kind::Conflict);
    assert_eq!(listed(), (Some(until), true));
    story.world.wait(TimeDelta::seconds(1));
    assert_eq!(
        listed(),
        (None, true),
        "it is not urgent any more, and can still be resolved"
    );
    assert!(story.decides(REVIEWER, request, true).is_ok());
}

#[test]
fn a_plain_comment_blocks_nothing() {
    let story = Story::begin();
    let request = story.submitted();
    let before = story.notifications_of(&story.requester);
    story
        .comments(REVIEWER, request, Section::DataFormat, false)
        .unwrap();
    assert_eq!(story.notifications_of(&story.requester), before);
    assert!(story.decides(REVIEWER, request, true).is_ok());
}

#[test]
fn only_pending_deciders_comment() {
    let story = Story::begin();
    let request = story.submitted();
    let early = story
        .comments(Role::DataOfficer, request, Section::Staff, false)
        .unwrap_err();
    assert_eq!(
        (early.kind(), early.to_string().as_str()),
        (Kind::Forbidden, "This Data Request is Incoming")
    );
    let command = |caller: &Caller, author| add_comment::Command {
        state: story.state(request, REVIEWER).request_state_id,
        request,
        author: caller.roles.first().map_or(author, |role| role.id),
        section: Section::Staff.name().to_owned(),
        comment: "Hello".to_owned(),
        action_required: false,
    };
    let attempt = |caller: &Caller| {
        let error = add_comment::execute(&story.world.ports, caller, &command(caller, AssignedRoleId(1)))
            .unwrap_err();
        error.kind()
    };
    for outsider in [&story.outsider, &story.other_requester, &story.org_user] {
        assert_eq!(attempt(outsider), Kind::NotFound);
    }
    for reader in [
        &story.requester,
        &story.super_user,
        story.staff(Role::DataOfficer),
    ] {
        assert_eq!(attempt(reader), Kind::Forbidden);
    }
    let reviewer = story.staff(REVIEWER);
    let forged = add_comment::Command {
        author: story.second_reviewer.roles[0].id,
        ..command(reviewer, AssignedRoleId(1))
    };
    assert_eq!(
        add_comment::execute(&story.world.ports, reviewer, &forged)
            .unwrap_err()
            .kind(),
        Kind::Forbidden
    );
    story.decides(REVIEWER, request, true).unwrap();
    let late = story
        .comments(REVIEWER, request, Section::Staff, false)
        .unwrap_err();
    assert_eq!(
        (late.kind(), late.to_string()),
        (
            Kind::Forbidden,
            format!(
                "You already approved this stage on {}.",
                story.world.now().format("%B %-d, %Y %-I:%M %p UTC")
            )
        )
    );
}

#[test]
fn invalid_comments_are_refused() {
    let story = Story::begin();
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    let attempt = |section: &str, comment: &str, action_required| {
        let command = add_comment::Command {
            state: story.state(request, REVIEWER).request_state_id,
            request,
            author: reviewer.roles[0].id,
            section: section.to_owned(),
            comment: comment.to_owned(),
            action_required,
        };
        add_comment::execute(&story.world.ports, reviewer, &command)
    };
    let error = attempt(Section::Staff.name(), " ", false).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (Kind::Invalid, "Comment is required")
    );
    assert_eq!(
        attempt("Somewhere", "Hello", false).unwrap_err().fields()[0].0,
        "section"
    );
    let filed = Section::DataSpecification.name();
    let error = attempt(filed, "Where is it?", true).unwrap_err();
    assert_eq!(
        (error.kind(), error.fields()[0].0.as_str()),
        (Kind::Invalid, "action_required")
    );
    let stored = attempt(filed, "Where is it?", false).unwrap();
    assert_eq!(stored.message, "State Comment Successfully Created.");
}

#[test]
fn comments_are_listed_by_section_with_permitted_actions() {
    let story = Story::begin();
    let request = story.submitted();
    let demand = story.comments(REVIEWER, request, Section::Staff, true).unwrap();
    let remark = story
        .comments(REVIEWER, request, Section::DataFormat, false)
        .unwrap();
    let list = |caller: &Caller, section: Option<&str>| {
        let query = list_comments::Query {
            request,
            section: section.map(str::to_owned),
        };
        list_comments::execute(&story.world.ports, caller, &query)
    };
    let seen = |caller: &Caller, section| -> Vec<(CommentId, bool)> {
        let comments = list(caller, section).unwrap();
        comments
            .into_iter()
            .map(|listed| (listed.comment.comment_id, listed.may_resolve))
            .collect()
    };
    assert_eq!(seen(&story.requester, None), [(demand, true), (remark, true)]);
    assert_eq!(
        seen(story.staff(REVIEWER), None),
        [(demand, true), (remark, true)]
    );
    assert_eq!(seen(&story.super_user, None), [(demand, false), (remark, false)]);
    assert_eq!(
        seen(&story.second_reviewer, None),
        [(demand, false), (remark, false)]
    );
    assert_eq!(
        seen(&story.requester, Some(Section::Staff.name())),
        [(demand, true)]
    );
    assert_eq!(seen(&story.requester, Some(Section::Devices.name())), []);
    assert_eq!(
        list(&story.requester, Some("Somewhere")).unwrap_err().kind(),
        Kind::Invalid
    );
    for outsider in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(list(outsider, None).unwrap_err().kind(), Kind::NotFound);
    }
    let comment = &list(&story.requester, None).unwrap()[0].comment;
    assert_eq!(
        (comment.author_role, comment.action_required, comment.resolved),
        (REVIEWER, true, None)
    );
    resolve(&story, &story.requester, demand).unwrap();
    assert_eq!(seen(&story.requester, None), [(demand, false), (remark, true)]);
}

#[test]
fn the_owner_or_the_author_resolves_once() {
    let story = Story::begin();
    let request = story.submitted();
    let first = story.comments(REVIEWER, request, Section::Staff, true).unwrap();
    let second = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    for outsider in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(
            resolve(&story, outsider, first).unwrap_err().kind(),
            Kind::NotFound
        );
    }
    for reader in [&story.super_user, &story.second_reviewer] {
        assert_eq!(
            resolve(&story, reader, first).unwrap_err().kind(),
            Kind::Forbidden
        );
    }
    resolve(&story, &story.requester, first).unwrap();
    let again = resolve(&story, &story.requester, first).unwrap_err();
    assert_eq!(
        (again.kind(), again.to_string().as_str()),
        (Kind::Conflict, "This comment is already resolved.")
    );
    let author = story.staff(REVIEWER);
    let before = story.notifications_of(author).len();
    resolve(&story, author, second).unwrap();
    assert_eq!(
        story.notifications_of(author).len(),
        before,
        "nobody is told of what they did themselves"
    );
    assert_eq!(
        resolve(&story, author, CommentId(9_999)).unwrap_err().kind(),
        Kind::NotFound
    );
}

#[test]
fn comments_are_counted_by_section() {
    let story = Story::begin();
    let [first, second] = [story.submitted(), story.submitted()];
    let demand = story.comments(REVIEWER, first, Section::Devices, true).unwrap();
    story.comments(REVIEWER, first, Section::Devices, false).unwrap();
    story.comments(REVIEWER, second, Section::Staff, true).unwrap();
    let counted = |caller: &Caller, request| -> Vec<(Section, u64, u64)> {
        let counts = sections::execute(&story.world.ports, caller, sections::Query { request }).unwrap();
        assert_eq!(
            counts.iter().map(|count| count.section).collect::<Vec<_>>(),
            Section::ALL
        );
        counts
            .into_iter()
            .filter(|count| count.comments > 0)
            .map(|count| (count.section, count.comments, count.demands))
            .collect()
    };
    for reader in [
        &story.requester,
        story.staff(Role::DataOfficer),
        &story.super_user,
    ] {
        assert_eq!(counted(reader, Some(first)), [(Section::Devices, 2, 1)]);
        assert_eq!(
            counted(reader, None),
            [(Section::Devices, 2, 1), (Section::Staff, 1, 1)]
        );
    }
    for outsider in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(
            counted(outsider, None),
            [],
            "what is not one's to read is not counted"
        );
        let query = sections::Query { request: Some(first) };
        let error = sections::execute(&story.world.ports, outsider, query).unwrap_err();
        assert_eq!(error.kind(), Kind::NotFound);
    }
    resolve(&story, &story.requester, demand).unwrap();
    assert_eq!(counted(&story.requester, Some(first)), [(Section::Devices, 2, 0)]);
    story.world.wait(TimeDelta::hours(48));
    assert_eq!(
        counted(&story.requester, Some(second)),
        [(Section::Staff, 1, 0)],
        "it has run out"
    );
}

/// A required action that was taken is no longer among the unread notifications.
#[test]
fn resolving_the_last_demand_settles_its_notifications() {
    let story = Story::begin();
    let request = story.submitted();
    let unread = || {
        let query = notifications::list::Query {
            user_id: None,
            filter: ReadFilter::Unread,
            page: Page::new(1, 100),
        };
        let listed = notifications::list::execute(&story.world.ports, &story.requester, query).unwrap();
        let required = listed.items.iter().filter(|one| one.kind == "action_required");
        required.count()
    };
    let [first, last] = [Section::Devices, Section::Staff]
        .map(|section| story.comments(REVIEWER, request, section, true).unwrap());
    assert_eq!(unread(), 2);
    resolve(&story, &story.requester, first).unwrap();
    assert_eq!(unread(), 2, "one action is left");
    resolve(&story, &story.requester, last).unwrap();
    assert_eq!(unread(), 0);
}

/// The requester's tasks: first what blocks decisions, with the time left, then missing feedback.
#[test]
fn own_tasks_are_open_demands_and_missing_feedback() {
    let story = Story::begin();
    let (approved, demanded) = (story.submitted(), story.submitted());
    let tasks = |caller: &Caller| -> Vec<_> {
        let now = story.world.ports.clock.now();
        let tasks = own_tasks::execute(&story.world.ports, caller).unwrap();
        tasks.iter().map(|task| (task.request, task.text(now))).collect()
    };
    assert_eq!(tasks(&story.requester), []);
    story.all_approve(approved);
    let feedback = (approved, "Waiting for your feedback".to_owned());
    assert_eq!(tasks(&story.requester), std::slice::from_ref(&feedback));

    story
        .comments(REVIEWER, demanded, Section::Devices, true)
        .unwrap();
    story.world.wait(TimeDelta::minutes(90));
    let action = (demanded, "1 action required, 46 hours left".to_owned());
    assert_eq!(tasks(&story.requester), [action, feedback.clone()]);
    for other in [&story.other_requester, story.staff(REVIEWER), &story.super_user] {
        assert_eq!(tasks(other), []);
    }
    story.world.wait(TimeDelta::hours(47));
    assert_eq!(tasks(&story.requester), [feedback], "the comment blocks no more");
}
