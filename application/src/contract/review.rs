//! The rules for every store of comments, states and histories ([`crate::review::Comments`],
//! [`crate::review::views::ReviewViews`]).

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::procedures::StageType;
use aditus_domain::review::comments::{CommentAuthor, OpenDemands, Resolution};
use aditus_domain::review::{Progress, RequestList, Section, StageState};
use aditus_domain::roles::{Role, RoleStatus};

use super::fixtures::{Provider, Requester, load, minute, start, submit, submitted_request, transact};
use super::steps::{approval, decide, denial, recall};
use crate::access::RequestScope;
use crate::ports::Database;
use crate::review::views::{Involvement, RequestProgress, SectionCount, StageScope};
use crate::review::{NewComment, NewReply};

struct SubmittedRequest {
    provider: Provider,
    requester: Requester,
    request: RequestId,
}

fn submitted(database: &dyn Database) -> SubmittedRequest {
    let (provider, requester, request) = submitted_request(database);
    SubmittedRequest {
        provider,
        requester,
        request,
    }
}

fn comment(
    database: &dyn Database,
    submitted: &SubmittedRequest,
    section: Section,
    action_required: bool,
) -> NewComment {
    let by = submitted.provider.staff(Role::DataAccessReviewer);
    let states = database
        .read()
        .unwrap()
        .review()
        .states(&RequestScope::Everything, submitted.request)
        .unwrap()
        .unwrap();
    NewComment {
        request: submitted.request,
        round: 1,
        state: states
            .iter()
            .find(|state| state.role == Role::DataAccessReviewer)
            .unwrap()
            .request_state_id,
        author: by.user,
        author_role: by.assigned_role,
        section,
        comment: "Welche Geräte?\nBitte ergänzen.".to_owned(),
        action_required,
        created_on: minute(3),
    }
}

/// A comment is read back as it was added.
pub fn a_comment_is_read_as_it_was_added(database: &dyn Database) {
    let submitted = submitted(database);
    let new = comment(database, &submitted, Section::Devices, true);
    transact(database, |transaction| {
        let id = transaction.comments().add(&new).unwrap();
        let read = transaction.comments().get(id).unwrap().unwrap();
        assert_eq!((read.id, &read.comment, read.resolved), (id, &new, None));
        assert!(
            transaction
                .comments()
                .get(CommentId(id.0 + 1000))
                .unwrap()
                .is_none()
        );
    });
}

/// A comment is resolved once, and no longer demands anything.
pub fn a_comment_is_resolved_once(database: &dyn Database) {
    let submitted = submitted(database);
    let demand = comment(database, &submitted, Section::Devices, true);
    let remark = comment(database, &submitted, Section::Staff, false);
    let owner = submitted.requester.attendant.user;
    transact(database, |transaction| {
        let comments = transaction.comments();
        let demand = comments.add(&demand).unwrap();
        comments.add(&remark).unwrap();
        let open: Vec<_> = comments
            .open_demands(submitted.request)
            .unwrap()
            .iter()
            .map(|open| open.id)
            .collect();
        assert_eq!(open, [demand]);
        assert!(comments.open_demands(RequestId(987_654)).unwrap().is_empty());
        assert!(comments.resolve(demand, owner, minute(4)).unwrap());
        assert!(!comments.resolve(demand, owner, minute(5)).unwrap());
        assert!(!comments.resolve(CommentId(987_654), owner, minute(5)).unwrap());
        assert!(comments.open_demands(submitted.request).unwrap().is_empty());
        assert_eq!(
            comments.get(demand).unwrap().unwrap().resolved,
            Some(Resolution {
                by: owner,
                on: minute(4)
            })
        );
        assert!(comments.reopen(demand, minute(5)).unwrap());
        assert!(!comments.reopen(demand, minute(5)).unwrap());
        assert!(!comments.reopen(CommentId(987_654), minute(5)).unwrap());
        assert_eq!(comments.get(demand).unwrap().unwrap().resolved, None);
        assert_eq!(comments.open_demands(submitted.request).unwrap().len(), 1);
        assert!(comments.resolve(demand, owner, minute(6)).unwrap());
    });
}

/// Returns the requests with open demands, with their number and time, and counts them on their
/// lists.
pub fn open_demands_are_found_and_counted(database: &dyn Database) {
    let submitted = submitted(database);
    let elsewhere = submit(
        database,
        &submitted.requester,
        &submitted.provider,
        "Measles",
        start(),
    );
    let demand = comment(database, &submitted, Section::Devices, true);
    let later = NewComment {
        created_on: minute(7),
        ..demand.clone()
    };
    let remark = comment(database, &submitted, Section::Staff, false);
    let ids = transact(database, |transaction| {
        [&demand, &later, &remark].map(|comment| transaction.comments().add(comment).unwrap())
    });
    let both = [submitted.request, elsewhere];
    let found = |after| {
        let mut views = database.read().unwrap();
        views.review().open_demands(&both, after).unwrap()
    };
    let with_requester = |of, after| {
        let mut views = database.read().unwrap();
        views.requests().with_requester(of, after).unwrap()
    };
    let reviewers = submitted.provider.staff(Role::DataAccessReviewer).org_role;
    let approvers = submitted.provider.staff(Role::DataAccessApprover).org_role;
    let owner = submitted.requester.attendant.user;
    let counted = |after| {
        [
            RequestList::OrgRole(reviewers),
            RequestList::OrgRole(approvers),
            RequestList::Owner(owner),
            RequestList::Everything,
        ]
        .map(|of| with_requester(of, after))
    };
    let of_both = OpenDemands::written(2, minute(3), minute(7));
    assert_eq!(found(minute(2)), [(submitted.request, of_both)]);
    assert_eq!(counted(minute(2)), [1, 0, 1, 1], "it is not the approvers' turn");
    let tasks = |user, after| {
        let mut views = database.read().unwrap();
        let tasks = views.requests().own_tasks(user, after, 5).unwrap();
        tasks
            .into_iter()
            .map(|task| (task.request, task.demands))
            .collect::<Vec<_>>()
    };
    assert_eq!(tasks(owner, minute(2)), [(submitted.request, Some(of_both))]);
    let reviewer = submitted.provider.staff(Role::DataAccessReviewer).user;
    assert_eq!(tasks(reviewer, minute(2)), [], "only the owner's");
    let of_later = OpenDemands::written(1, minute(7), minute(7));
    assert_eq!(tasks(owner, minute(3)), [(submitted.request, Some(of_later))]);
    assert_eq!(
        found(minute(3)),
        [(submitted.request, of_later)],
        "not at the very time"
    );
    assert_eq!(found(minute(7)), []);
    assert_eq!(counted(minute(7)), [0; 4]);
    assert_eq!(tasks(owner, minute(7)), []);
    transact(database, |transaction| {
        for id in ids {
            transaction.comments().resolve(id, owner, minute(8)).unwrap();
        }
    });
    assert_eq!(found(minute(2)), []);
    assert_eq!(counted(minute(2)), [0; 4]);
}

/// A person is involved in their own requests, and in requests with a decision of theirs.
/// Submissions and recalls are no decisions.
pub fn involved_people_are_found(database: &dyn Database) {
    let submitted = submitted(database);
    let elsewhere = submit(
        database,
        &submitted.requester,
        &submitted.provider,
        "Measles",
        start(),
    );
    let both = [submitted.request, elsewhere];
    let reviewer = submitted.provider.staff(Role::DataAccessReviewer).user;
    let of = |user| {
        let mut views = database.read().unwrap();
        views.review().involvements(user, &both).unwrap()
    };
    let last = |request| {
        let read = database
            .read()
            .unwrap()
            .review()
            .last_decision_at(request)
            .unwrap();
        transact(database, |transaction| {
            assert_eq!(transaction.comments().last_decision_at(request).unwrap(), read);
        });
        read
    };
    assert_eq!(of(reviewer), []);
    assert_eq!(
        of(submitted.requester.attendant.user),
        both.map(|request| (request, Involvement::Owner))
    );
    assert_eq!(last(submitted.request), None, "a submission is no decision");
    let role = Role::DataAccessReviewer;
    decide(
        database,
        &submitted.provider,
        submitted.request,
        role,
        denial(),
        minute(1),
    );
    assert_eq!(of(reviewer), [(submitted.request, Involvement::Decider)]);
    assert_eq!(last(submitted.request), Some(minute(1)));
    assert_eq!(last(elsewhere), None);
    recall(database, &submitted.requester, elsewhere, minute(2));
    assert_eq!(last(elsewhere), None, "a recall is no decision");
}

/// The progress counts staff stages, by request, and never the requester's own.
pub fn progress_counts_the_approved_stages(database: &dyn Database) {
    let submitted = submitted(database);
    let elsewhere = submit(
        database,
        &submitted.requester,
        &submitted.provider,
        "Measles",
        start(),
    );
    let role = Role::DataAccessReviewer;
    for (request, decision) in [(submitted.request, denial()), (elsewhere, approval())] {
        decide(database, &submitted.provider, request, role, decision, minute(1));
    }
    let of = |requests: &[RequestId]| {
        let mut views = database.read().unwrap();
        views.review().progress(requests).unwrap()
    };
    let progress = |request, done, state| RequestProgress {
        request,
        progress: Progress {
            done,
            total: 6,
            state,
        },
        due: Vec::new(),
    };
    let mut both = of(&[elsewhere, submitted.request]);
    both.sort_by_key(|of_one| of_one.request);
    assert_eq!(
        both,
        [
            progress(submitted.request, 0, StageState::Denied),
            progress(elsewhere, 1, StageState::Unattended),
        ]
    );
    assert_eq!(of(&[RequestId(987_654)]), []);
}

/// Comments are shown oldest first, of all sections or one, with their authors.
pub fn comments_are_shown_by_section(database: &dyn Database) {
    let submitted = submitted(database);
    let (devices, staff) = (
        comment(database, &submitted, Section::Devices, true),
        comment(database, &submitted, Section::Staff, false),
    );
    let ids = transact(database, |transaction| {
        [&devices, &staff, &devices].map(|comment| transaction.comments().add(comment).unwrap())
    });
    transact(database, |transaction| {
        assert!(
            transaction
                .comments()
                .resolve(ids[0], devices.author, minute(9))
                .unwrap()
        );
    });
    let shown = |section| {
        let mut views = database.read().unwrap();
        views
            .review()
            .comments(&submitted.requester.scope(), submitted.request, section)
            .unwrap()
            .unwrap()
    };
    let id_of = |comments: &[crate::review::views::CommentView]| {
        comments
            .iter()
            .map(|comment| comment.comment_id)
            .collect::<Vec<_>>()
    };
    assert_eq!(id_of(&shown(None)), ids);
    assert_eq!(id_of(&shown(Some(Section::Devices))), [ids[0], ids[2]]);
    assert!(shown(Some(Section::DataFormat)).is_empty());
    let first = &shown(None)[0];
    assert_eq!(
        (first.comment.as_str(), first.section),
        (devices.comment.as_str(), Section::Devices)
    );
    assert_eq!(
        (first.resolved, first.action_required),
        (
            Some(Resolution {
                by: devices.author,
                on: minute(9)
            }),
            true
        )
    );
    assert_eq!(
        (first.author_user_id, first.author_role_id),
        (devices.author, devices.author_role)
    );
    assert_eq!(
        (first.author_fname.as_str(), first.author_sname.as_str()),
        ("Dembe", "Okafor")
    );
    assert_eq!(first.author_role, Role::DataAccessReviewer);
    assert_eq!(
        (first.request_owner, first.data_request),
        (submitted.requester.attendant.user, submitted.request)
    );
    assert_eq!(
        (first.created_on, first.request_state, first.round),
        (minute(3), devices.state, 1)
    );
}

/// Replies are shown oldest first, of a request or of one comment, with their authors, to the
/// readers of the request.
pub fn replies_are_shown_with_their_authors(database: &dyn Database) {
    let submitted = submitted(database);
    let comments =
        [Section::Devices, Section::Staff].map(|section| comment(database, &submitted, section, true));
    let [first, second] = transact(database, |transaction| {
        comments
            .each_ref()
            .map(|comment| transaction.comments().add(comment).unwrap())
    });
    let author = |by: &aditus_domain::review::Attendant| CommentAuthor {
        user: by.user,
        assigned_role: by.assigned_role,
    };
    let owner = author(&submitted.requester.attendant);
    let reviewer = author(&submitted.provider.staff(Role::DataAccessReviewer));
    let reply = |comment, author, text: &str, at| NewReply {
        comment,
        author,
        reply: text.to_owned(),
        created_on: minute(at),
    };
    let ids = transact(database, |transaction| {
        [
            reply(first, owner, "Zwei Geräte.\nBeide neu.", 4),
            reply(second, owner, "Noch niemand.", 5),
            reply(first, reviewer, "Danke.", 6),
            reply(first, owner, "Bitte.", 7),
        ]
        .map(|reply| transaction.comments().add_reply(&reply).unwrap())
    });
    transact(database, |transaction| {
        assert_eq!(transaction.comments().repliers(first).unwrap(), [owner, reviewer]);
        assert_eq!(transaction.comments().repliers(second).unwrap(), [owner]);
        assert_eq!(transaction.comments().repliers(CommentId(987_654)).unwrap(), []);
    });
    let scope = submitted.provider.scope(Role::DataOfficer);
    let mut views = database.read().unwrap();
    let all = views
        .review()
        .replies(&scope, submitted.request)
        .unwrap()
        .unwrap();
    assert_eq!(all.iter().map(|reply| reply.reply_id).collect::<Vec<_>>(), ids);
    let of_first = views.review().replies_to(&scope, first).unwrap().unwrap();
    assert_eq!(
        of_first.iter().map(|reply| reply.reply_id).collect::<Vec<_>>(),
        [ids[0], ids[2], ids[3]]
    );
    let shown = &of_first[0];
    assert_eq!(
        (shown.comment, shown.reply.as_str(), shown.created_on),
        (first, "Zwei Geräte.\nBeide neu.", minute(4))
    );
    assert_eq!(
        (shown.author_user_id, shown.author_role_id, shown.author_role),
        (owner.user, owner.assigned_role, Role::DataRequester)
    );
    assert_eq!(
        (shown.author_fname.as_str(), shown.author_sname.as_str()),
        ("Zoë", "Ångström")
    );
    assert_eq!(of_first[1].author_role, Role::DataAccessReviewer);
    let unknown = CommentId(987_654);
    assert_eq!(views.review().replies_to(&scope, unknown).unwrap(), None);
    drop(views);
    let stranger = Requester::new(database, "Ama", "Boateng", "Mirrin University").scope();
    let mut views = database.read().unwrap();
    assert_eq!(
        views.review().replies(&stranger, submitted.request).unwrap(),
        None
    );
    assert_eq!(views.review().replies_to(&stranger, first).unwrap(), None);
}

/// Comments are counted by section, of a request or of all requests in scope. Unresolved demands
/// for action are counted after a given time.
pub fn comments_are_counted_by_section(database: &dyn Database) {
    let submitted = submitted(database);
    let other = submit(
        database,
        &submitted.requester,
        &submitted.provider,
        "Cholera",
        minute(1),
    );
    let of_other = SubmittedRequest {
        provider: submitted.provider.clone(),
        requester: submitted.requester,
        request: other,
    };
    let mut late = comment(database, &submitted, Section::Devices, true);
    late.created_on = minute(9);
    let comments = [
        comment(database, &submitted, Section::Devices, true),
        late,
        comment(database, &submitted, Section::Devices, false),
        comment(database, &of_other, Section::Staff, true),
    ];
    let ids = transact(database, |transaction| {
        comments
            .each_ref()
            .map(|comment| transaction.comments().add(comment).unwrap())
    });
    let counted = |scope: &RequestScope, request, after| {
        let mut views = database.read().unwrap();
        let mut counts = views.review().section_counts(scope, request, after).unwrap();
        if let Some(counts) = &mut counts {
            counts.sort_by_key(|count| count.section);
        }
        counts
    };
    let count = |section, comments, demands| SectionCount {
        section,
        comments,
        demands,
    };
    let scope = submitted.requester.scope();
    let devices = |demands| Some(vec![count(Section::Devices, 3, demands)]);
    assert_eq!(counted(&scope, Some(submitted.request), minute(2)), devices(2));
    assert_eq!(counted(&scope, Some(submitted.request), minute(3)), devices(1));
    assert_eq!(counted(&scope, Some(submitted.request), minute(9)), devices(0));
    let everything = vec![count(Section::Devices, 3, 2), count(Section::Staff, 1, 1)];
    for scope in [
        scope.clone(),
        submitted.provider.scope(Role::DataOfficer),
        RequestScope::Everything,
    ] {
        assert_eq!(counted(&scope, None, minute(2)), Some(everything.clone()));
    }
    transact(database, |transaction| {
        let owner = submitted.requester.attendant.user;
        assert!(transaction.comments().resolve(ids[0], owner, minute(10)).unwrap());
    });
    assert_eq!(counted(&scope, Some(submitted.request), minute(2)), devices(1));
    let stranger = Requester::new(database, "Ama", "Boateng", "Mirrin University").scope();
    assert_eq!(counted(&stranger, Some(submitted.request), minute(2)), None);
    assert_eq!(counted(&stranger, None, minute(2)), Some(Vec::new()));
}

/// The current stages of a request are shown by number, with the links between them.
pub fn states_and_edges_show_the_chain(database: &dyn Database) {
    let submitted = submitted(database);
    decide(
        database,
        &submitted.provider,
        submitted.request,
        Role::DataAccessReviewer,
        approval(),
        minute(1),
    );
    let scope = submitted.provider.scope(Role::DataOfficer);
    let mut views = database.read().unwrap();
    let states = views.review().states(&scope, submitted.request).unwrap().unwrap();
    let edges = views.review().edges(&scope, submitted.request).unwrap().unwrap();
    let shown_chain = views.review().chain(&scope, submitted.request).unwrap();
    let stranger = Requester::new(database, "Ama", "Boateng", "Mirrin University").scope();
    assert_eq!(views.review().chain(&stranger, submitted.request).unwrap(), None);
    drop(views);
    let chain = load(database, submitted.request).chain;
    assert_eq!(shown_chain.as_ref(), Some(&chain));
    for shown in &states {
        let leads_to = edges
            .iter()
            .filter(|edge| edge.current_state == shown.request_state_id);
        assert_eq!(shown.next, leads_to.map(|edge| edge.next).collect::<Vec<_>>());
    }
    assert_eq!(states.len(), chain.stages().len());
    for (shown, stage) in states.iter().zip(chain.stages()) {
        assert_eq!(
            (shown.number, shown.state, shown.role),
            (stage.number.0, stage.state, stage.role)
        );
        assert_eq!(
            (shown.stage_type, shown.org_role_id),
            (stage.stage_type, stage.org_role)
        );
        assert_eq!(
            (&shown.stage_activity, &shown.icon),
            (&stage.activity, &stage.icon)
        );
        assert_eq!(
            (shown.stage_order, shown.branch_level),
            (stage.order, stage.branch_level)
        );
        assert_eq!(
            [shown.pos_x, shown.pos_y].map(f64::to_bits),
            [stage.position.x, stage.position.y].map(f64::to_bits)
        );
        let answer = stage.answer.as_ref();
        assert_eq!(shown.responded_on, answer.map(|answer| answer.at));
        assert_eq!(shown.reason, answer.and_then(|answer| answer.reason.clone()));
        assert_eq!(
            shown.attended_by.as_ref().map(|by| by.user_id),
            answer.map(|answer| answer.by.user)
        );
        assert_eq!(
            shown.unattended_since.is_some(),
            stage.state == StageState::Unattended
        );
    }
    assert_eq!(
        (states[0].stage_type, states[8].stage_type),
        (StageType::Initial, StageType::Terminal)
    );
    assert_eq!(
        (states[2].organisation.as_str(), states[3].unattended_since),
        ("Ministry of Health", Some(minute(1)))
    );
    let reviewer = states[2].attended_by.as_ref().unwrap();
    assert_eq!(
        (reviewer.fname.as_str(), reviewer.org_name.as_str()),
        ("Dembe", "Ministry of Health")
    );
    let links: Vec<_> = edges
        .iter()
        .map(|edge| {
            let number = |id| {
                states
                    .iter()
                    .find(|state| state.request_state_id == id)
                    .unwrap()
                    .number
            };
            (number(edge.current_state), number(edge.next))
        })
        .collect();
    assert_eq!(
        links,
        chain
            .links()
            .iter()
            .map(|(from, to)| (from.0, to.0))
            .collect::<Vec<_>>()
    );
}

/// The history shows events in their order, with author and text.
pub fn the_history_shows_events_in_order(database: &dyn Database) {
    let submitted = submitted(database);
    decide(
        database,
        &submitted.provider,
        submitted.request,
        Role::DataAccessReviewer,
        approval(),
        minute(1),
    );
    decide(
        database,
        &submitted.provider,
        submitted.request,
        Role::DataAccessApprover,
        denial(),
        minute(2),
    );
    let shown = database
        .read()
        .unwrap()
        .review()
        .history(&submitted.requester.scope(), submitted.request)
        .unwrap()
        .unwrap();
    assert!(shown.windows(2).all(|pair| pair[0].at <= pair[1].at));
    let of = |state| {
        shown
            .iter()
            .filter(|line| line.state == state)
            .collect::<Vec<_>>()
    };
    let denied = of(StageState::Denied);
    assert_eq!(denied.len(), 1);
    assert_eq!(
        (denied[0].role, denied[0].at, denied[0].round),
        (Role::DataAccessApprover, minute(2), 1)
    );
    assert_eq!(denied[0].reason.as_deref(), Some("Too much"));
    assert_eq!(denied[0].recommendation.as_deref(), Some("Ask for less"));
    let approver = submitted.provider.staff(Role::DataAccessApprover).user;
    assert_eq!(denied[0].by.as_ref().map(|by| by.user_id), Some(approver));
    assert_eq!(
        (of(StageState::Approved).len(), of(StageState::Halted).len()),
        (3, 5)
    );
    assert!(of(StageState::Halted).iter().all(|line| line.by.is_none()));
}

/// A recall is shown with its author.
pub fn the_history_shows_a_recall(database: &dyn Database) {
    let submitted = submitted(database);
    recall(database, &submitted.requester, submitted.request, minute(5));
    let shown = database
        .read()
        .unwrap()
        .review()
        .history(&RequestScope::Everything, submitted.request)
        .unwrap()
        .unwrap();
    let recalled = shown
        .iter()
        .find(|line| line.state == StageState::Recalled)
        .unwrap();
    assert_eq!(
        recalled.by.as_ref().map(|by| by.user_id),
        Some(submitted.requester.attendant.user)
    );
    assert_eq!(
        (recalled.at, recalled.role),
        (minute(5), Role::DataAccessReviewer)
    );
}

/// Returns pending stages where every holder of the role owns the request or has answered at it:
/// everywhere, at one organisation role, and in some requests, with the remaining people.
pub fn stages_without_deciders_are_found(database: &dyn Database) {
    let submitted = submitted(database);
    let reviewer = submitted.provider.staff(Role::DataAccessReviewer);
    let approver = submitted.provider.staff(Role::DataAccessApprover);
    let found = |place: StageScope<'_>| {
        database
            .read()
            .unwrap()
            .review()
            .possible_vacancies(place)
            .unwrap()
    };
    let at = |org_role| {
        transact(database, |transaction| {
            transaction.requests().possible_vacancies(org_role).unwrap()
        })
    };
    assert_eq!(found(StageScope::Everywhere), [], "the reviewer holds the role");

    let set = |state| {
        transact(database, |transaction| {
            let mut account = transaction.accounts().by_id(reviewer.user).unwrap().unwrap();
            account.state = state;
            transaction.accounts().save(&account).unwrap();
        });
    };
    set(AccountState::Disabled);
    let everywhere = found(StageScope::Everywhere);
    assert_eq!(everywhere.len(), 1);
    let waiting = &everywhere[0];
    assert_eq!(
        (waiting.request, waiting.owner),
        (submitted.request, submitted.requester.attendant.user)
    );
    assert_eq!(
        (waiting.role, waiting.org_role),
        (Role::DataAccessReviewer, reviewer.org_role)
    );
    assert_eq!(
        (waiting.organisation_name.as_str(), waiting.since),
        ("Ministry of Health", Some(start()))
    );
    assert_eq!(waiting.sources, ["National HMIS"]);
    assert_eq!(waiting.holders, []);
    assert_eq!(waiting.stages, load(database, submitted.request).chain.stages());
    assert_eq!(
        waiting.stages[usize::from(waiting.number.0)].state,
        StageState::Unattended
    );
    assert_eq!(at(reviewer.org_role), everywhere);
    assert_eq!(at(approver.org_role), []);
    assert_eq!(found(StageScope::In(&[submitted.request])), everywhere);
    assert_eq!(found(StageScope::In(&[RequestId(987_654)])), []);

    // The only holder of the next stage's role decides at this stage, so the next stage is found.
    set(AccountState::Active);
    decide(
        database,
        &submitted.provider,
        submitted.request,
        Role::DataAccessReviewer,
        approval(),
        minute(1),
    );
    assert_eq!(
        found(StageScope::Everywhere),
        [],
        "the approver has not answered yet"
    );
    transact(database, |transaction| {
        let mut account = transaction.accounts().by_id(approver.user).unwrap().unwrap();
        account.state = AccountState::Disabled;
        transaction.accounts().save(&account).unwrap();
        let activated = RoleStatus::Activated;
        for user in [reviewer.user, submitted.requester.attendant.user] {
            transaction
                .roles()
                .assign(user, approver.org_role, activated, None, None, start())
                .unwrap();
        }
    });
    let mut holders = vec![reviewer.user, submitted.requester.attendant.user];
    holders.sort_unstable();
    let everywhere = found(StageScope::Everywhere);
    assert_eq!(everywhere.len(), 1);
    assert_eq!(
        (everywhere[0].org_role, &everywhere[0].holders),
        (approver.org_role, &holders)
    );
    recall(database, &submitted.requester, submitted.request, minute(2));
    assert_eq!(found(StageScope::Everywhere), [], "nothing waits any more");
}
