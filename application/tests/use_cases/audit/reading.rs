//! Readers of the audit log, and the parts that each of them sees.

use aditus_application::access::Caller;
use aditus_application::audit::evidence::entry_evidence;
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::audit::request_entries::KINDS;
use aditus_application::audit::views::{EntryCursor, EntryFilter, EntryView};
use aditus_application::audit::{VisibleEntry, export, list, person_entries, record, request_entries};
use aditus_application::records::Record;
use aditus_application::{Failure, failure};
use aditus_domain::accounts::AccountState;
use aditus_domain::audit::{Act, Actor, Kind, RecordKind};
use aditus_domain::dictionary::DetailTab;
use aditus_domain::ids::StateId;
use aditus_domain::ids::{AssignedRoleId, CommentId, DocumentId, RequestId, UserId};
use aditus_domain::reference::ReferenceList;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::Outcome;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use super::entries;
use super::log::continued;
use crate::story::Story;
use crate::world::World;

/// Records an act that leaves nothing but its entry.
fn does(world: &World, by: impl Into<Actor>, act: Act) {
    let mut transaction = world.ports.database.begin().unwrap();
    let recorded = record(&world.ports, transaction.as_mut(), by, act).unwrap();
    transaction.commit(recorded).unwrap();
    world.wait(TimeDelta::seconds(1));
}

fn newest(page_size: u32) -> list::Query {
    list::Query {
        filter: EntryFilter::default(),
        cursor: EntryCursor::Newest,
        page_size,
    }
}

fn opens(request: RequestId) -> Act {
    Act::DocumentOpened {
        request,
        document: DocumentId(5),
        sha256: None,
    }
}

fn part(world: &World, caller: &Caller, request: RequestId) -> Vec<VisibleEntry> {
    let query = request_entries::Query {
        provable: false,
        request,
        cursor: EntryCursor::Newest,
        page_size: 100,
    };
    request_entries::execute(&world.ports, caller, query)
        .unwrap()
        .entries
}

/// Returns of each entry the kind, the author, and true if the author is withheld.
fn summaries(entries: &[VisibleEntry]) -> Vec<(Kind, Option<UserId>, bool)> {
    entries
        .iter()
        .map(|read| {
            let person = read.entry.person.as_ref().map(|person| person.user);
            (read.entry.kind, person, read.withheld)
        })
        .collect()
}

#[test]
fn only_super_users_read_the_audit_log() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let answer = list::execute(ports, &story.super_user, &newest(100)).unwrap();
    let newest_first: Vec<EntryView> = entries(&story.world).into_iter().rev().take(100).collect();
    assert_eq!(answer.page.entries, newest_first);
    assert_eq!(answer.person, None);
    for caller in [&story.requester, &story.org_user, story.staff(Role::DataOfficer)] {
        let refused = list::execute(ports, caller, &newest(100)).unwrap_err();
        assert_eq!(refused.kind(), failure::Kind::Forbidden);
        let refused = export::execute(ports, caller, &EntryFilter::default()).unwrap_err();
        assert_eq!(refused.kind(), failure::Kind::Forbidden);
    }
}

/// Records have one name in entries and among the records that have names.
#[test]
fn records_of_the_administration_are_named() {
    for record in [
        Record::Source,
        Record::Custodian,
        Record::Version,
        Record::Topic,
        Record::Table,
        Record::Variable,
        Record::TableTopic,
        Record::StageType,
        Record::Procedure,
        Record::Stage,
        Record::NextStage,
        Record::Organisation,
        Record::OrganisationRole,
        Record::Place,
        Record::TableType,
        Record::Drawing,
        Record::Letter,
        Record::ProcedureChange,
    ] {
        assert!(RecordKind::parse(record.name()).is_some(), "{record}");
    }
    let lists = ReferenceList::ALL.map(|list| Record::Entry(list).name());
    let details = DetailTab::ALL.map(|tab| Record::Detail(tab).name());
    for name in lists.into_iter().chain(details) {
        assert!(RecordKind::parse(name).is_some(), "{name}");
    }
}

/// A former Super User reads what they changed, but no longer the names of unpublished records.
#[test]
fn names_of_records_are_shown_to_super_users() {
    let story = Story::begin();
    let changed = Act::RecordChanged {
        record: Record::Source.name(),
        id: story.source.0,
    };
    does(&story.world, &story.super_user, changed.clone());
    let answer = list::execute(&story.world.ports, &story.super_user, &newest(1)).unwrap();
    let entry = &answer.page.entries[0];
    let named = &answer.records[&entry.id];
    assert_eq!((named[0].record.kind, named.len()), (RecordKind::Source, 1));
    assert_eq!(named[0].name.name, "Household Survey");
    assert!(!entry.canonical.contains("Household"));

    let own = |caller: &Caller| {
        let query = person_entries::Query {
            cursor: EntryCursor::Newest,
            page_size: 1,
        };
        let answer = person_entries::execute(&story.world.ports, caller, query).unwrap();
        assert_eq!(answer.entries[0].entry.kind, Kind::RecordChanged);
        answer.records.len()
    };
    assert_eq!(own(&story.super_user), 1);
    does(&story.world, &story.requester, changed);
    assert_eq!(own(&story.requester), 0);
}

#[test]
fn a_filter_by_person_returns_their_name() {
    let story = Story::begin();
    let read = |user| {
        let query = list::Query {
            filter: EntryFilter {
                person: Some(user),
                ..EntryFilter::default()
            },
            ..newest(100)
        };
        list::execute(&story.world.ports, &story.super_user, &query).unwrap()
    };
    let officer = story.staff(Role::DataOfficer).user;
    let answer = read(officer);
    assert!(!answer.page.entries.is_empty());
    assert!(answer.page.entries.iter().all(|entry| {
        let did = entry.person.as_ref().map(|person| person.user);
        let about = entry.concerns.as_ref().map(|person| person.user);
        [did, about].contains(&Some(officer))
    }));
    assert_eq!(answer.person.unwrap().name.as_deref(), Some("Farai Okello"));
    let nobody = read(UserId(987_654));
    assert!(nobody.page.entries.is_empty());
    assert_eq!(nobody.person.unwrap().name, None);
}

/// The newest entries fill a whole page, even when only a few were added since the last visit.
#[test]
fn the_newest_page_is_full() {
    let story = Story::begin();
    for id in 1..=7 {
        let request = RequestId(id);
        does(&story.world, &story.requester, Act::FeedbackChanged { request });
    }
    let read = |cursor| {
        let query = list::Query { cursor, ..newest(3) };
        let page = list::execute(&story.world.ports, &story.super_user, &query)
            .unwrap()
            .page;
        let requests: Vec<i64> = page
            .entries
            .iter()
            .filter_map(|entry| entry.request.map(|request| request.0))
            .collect();
        (requests, page)
    };
    let (first, page) = read(EntryCursor::Newest);
    assert_eq!(
        (first, page.has_newer, page.has_older),
        (vec![7, 6, 5], false, true)
    );
    let (second, page) = read(EntryCursor::Before(page.entries[2].id));
    assert_eq!((second, page.has_newer), (vec![4, 3, 2], true));
    let (back, page) = read(EntryCursor::After(page.entries[1].id));
    assert_eq!((back, page.has_newer), (vec![6, 5, 4], true));
    let (front, page) = read(EntryCursor::After(page.entries[0].id));
    assert_eq!(
        (front, page.has_newer, page.has_older),
        (vec![7, 6, 5], false, true)
    );
}

#[test]
fn an_export_contains_the_filtered_entries_and_is_recorded() {
    let story = Story::begin();
    for id in 1..=3 {
        let request = RequestId(id);
        does(&story.world, &story.requester, Act::FeedbackChanged { request });
    }
    let exported = |kind| {
        let filter = EntryFilter {
            kinds: vec![kind],
            ..EntryFilter::default()
        };
        let answer = export::execute(&story.world.ports, &story.super_user, &filter).unwrap();
        assert!(
            answer.file_name.starts_with("record_of_acts_2"),
            "{}",
            answer.file_name
        );
        let text = String::from_utf8(answer.bytes).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let lines = exported(Kind::FeedbackChanged);
    assert_eq!(lines.len(), 3);
    let requester = story.requester.user;
    assert!(lines[0].ends_with(&format!("request.feedback_changed,{requester},DAC003")));
    assert!(lines[2].ends_with("DAC001"));
    let last = entries(&story.world).pop().unwrap();
    assert_eq!(last.kind, Kind::RecordExported);
    assert_eq!(last.person.unwrap().user, story.super_user.user);
    assert!(last.canonical.contains(r#""entries":3"#), "{}", last.canonical);
    assert_eq!(exported(Kind::RecordExported).len(), 1);
    assert_eq!(exported(Kind::LetterIssued), Vec::<String>::new());
}

#[test]
fn exports_have_a_maximum_size() {
    let story = Story::begin();
    story.world.execute(&format!(
        "INSERT INTO audit_entries (at, kind, canonical)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n <= {})
         SELECT '2026-01-01T00:00:00.000000Z', 'server.started', '{{}}' FROM numbers",
        export::MAX_ENTRIES
    ));
    let of = |kind| EntryFilter {
        kinds: vec![kind],
        ..EntryFilter::default()
    };
    let started = of(Kind::ServerStarted);
    let refused = export::execute(&story.world.ports, &story.super_user, &started).unwrap_err();
    assert!(matches!(refused, export::Error::TooMany), "{refused:?}");
    assert_eq!(refused.kind(), failure::Kind::Invalid);
    assert!(entries_of(&story.world, Kind::RecordExported).is_empty());
    export::execute(&story.world.ports, &story.super_user, &of(Kind::SignedIn)).unwrap();
    assert_eq!(entries_of(&story.world, Kind::RecordExported).len(), 1);
}

fn entries_of(world: &World, kind: Kind) -> Vec<EntryView> {
    let filter = EntryFilter {
        kinds: vec![kind],
        ..EntryFilter::default()
    };
    world.read(|views| {
        views
            .audit()
            .page(&filter, EntryCursor::Newest, 100)
            .unwrap()
            .entries
    })
}

#[test]
fn readers_of_a_request_read_its_entries() {
    let story = Story::begin();
    let id = story.submitted();
    let readers = [
        &story.requester,
        &story.super_user,
        story.staff(Role::DataAccessReviewer),
        story.staff(Role::DataOfficer),
    ];
    for reader in readers {
        let part = part(&story.world, reader, id);
        assert_eq!(part.last().unwrap().entry.kind, Kind::RequestSubmitted);
    }
    for caller in [&story.other_requester, &story.outsider, &story.org_user] {
        let query = request_entries::Query {
            provable: false,
            request: id,
            cursor: EntryCursor::Newest,
            page_size: 10,
        };
        let refused = request_entries::execute(&story.world.ports, caller, query).unwrap_err();
        assert_eq!(refused.kind(), failure::Kind::NotFound);
    }
    let unknown = request_entries::Query {
        provable: false,
        request: RequestId(987_654),
        cursor: EntryCursor::Newest,
        page_size: 10,
    };
    let refused = request_entries::execute(&story.world.ports, &story.super_user, unknown).unwrap_err();
    assert_eq!(refused.kind(), failure::Kind::NotFound);
}

/// The screens offer evidence beside the items of a request: the newest decision on a stage comes
/// before those of earlier rounds.
#[test]
fn evidence_items_of_a_request_are_listed() {
    let story = Story::begin();
    let id = story.submitted();
    let before = proved(&story.world, &story.requester, id);
    assert_eq!(kinds_of(&before), [Kind::RequestSubmitted]);
    assert!(
        before.iter().all(|read| !read.has_evidence),
        "the sequencer has not come to it"
    );
    story.decides(Role::DataAccessReviewer, id, true).unwrap();
    does(&story.world, story.staff(Role::DataOfficer), opens(id));
    continued(&story.world, &InMemoryCheckpoint::default());
    for reader in [
        &story.requester,
        &story.super_user,
        story.staff(Role::DataAccessReviewer),
        story.staff(Role::DataOfficer),
    ] {
        let found = proved(&story.world, reader, id);
        assert_eq!(kinds_of(&found), [Kind::RequestDecided, Kind::RequestSubmitted]);
        assert!(found.iter().all(|read| read.has_evidence));
        let evidence = entry_evidence(&story.world.ports, reader, found[0].entry.id);
        assert!(evidence.is_ok(), "whatever is offered is handed out");
    }
    story.decides(Role::DataAccessApprover, id, false).unwrap();
    let found = proved(&story.world, &story.requester, id);
    assert_eq!(found.len(), 3);
    assert_eq!(
        found.iter().map(|read| read.has_evidence).collect::<Vec<_>>(),
        [false, true, true]
    );
}

fn proved(world: &World, caller: &Caller, request: RequestId) -> Vec<VisibleEntry> {
    let query = request_entries::Query {
        request,
        provable: true,
        cursor: EntryCursor::Newest,
        page_size: 100,
    };
    request_entries::execute(&world.ports, caller, query)
        .unwrap()
        .entries
}

fn kinds_of(entries: &[VisibleEntry]) -> Vec<Kind> {
    entries.iter().map(|read| read.entry.kind).collect()
}

#[test]
fn readers_of_a_request_do_not_see_code_entries() {
    let story = Story::begin();
    let id = story.submitted();
    let reviewer = story.staff(Role::DataAccessReviewer);
    let sent = Act::DecisionCodeSent {
        request: id,
        state: StateId(1),
        outcome: Outcome::Denied,
        version: VersionNumber::FIRST,
        content: Sha256([1; 32]),
    };
    does(&story.world, reviewer, sent);
    for reader in [&story.requester, reviewer, &story.super_user] {
        let part = part(&story.world, reader, id);
        assert!(part.iter().all(|read| KINDS.contains(&read.entry.kind)));
        assert!(part.iter().all(|read| read.entry.kind != Kind::DecisionCodeSent));
    }
}

/// The stages, comments and versions of a request name their authors. Its requester never sees the
/// names of people who only read it.
#[test]
fn a_requester_does_not_see_readers() {
    let story = Story::begin();
    let id = story.submitted();
    let reviewer = story.staff(Role::DataAccessReviewer);
    let (requester, staff) = (&story.requester, reviewer.user);
    does(&story.world, requester, opens(id));
    does(&story.world, reviewer, opens(id));
    let exported = Act::RequestExported {
        request: id,
        what: "pdf",
    };
    does(&story.world, reviewer, exported);
    let comment = CommentId(1);
    does(
        &story.world,
        reviewer,
        Act::CommentResolved { request: id, comment },
    );
    let seen = summaries(&part(&story.world, requester, id));
    assert_eq!(
        seen[..4],
        [
            (Kind::CommentResolved, Some(staff), false),
            (Kind::RequestExported, None, true),
            (Kind::DocumentOpened, None, true),
            (Kind::DocumentOpened, Some(requester.user), false),
        ]
    );
    let officer = story.staff(Role::DataOfficer);
    for reader in [officer, &story.super_user] {
        let seen = summaries(&part(&story.world, reader, id));
        assert_eq!(seen[1], (Kind::RequestExported, Some(staff), false));
    }
}

#[test]
fn people_read_their_own_entries_and_those_about_them() {
    let story = Story::begin();
    let (person, admin) = (story.org_user.user, story.super_user.user);
    let changed = Act::AccountStateChanged {
        user: person,
        state: AccountState::Active,
    };
    does(&story.world, &story.super_user, changed);
    let decided = Act::RoleDecided {
        user: person,
        assigned_role: AssignedRoleId(1),
        role: Role::DataAnalyst,
        organisation: story.provider,
        status: RoleStatus::Activated,
        reason: None,
    };
    does(&story.world, &story.super_user, decided);
    does(
        &story.world,
        Actor::Anonymous,
        Act::SignInRefused { user: Some(person) },
    );
    does(
        &story.world,
        &story.org_user,
        Act::ProfileChanged { user: person },
    );
    does(
        &story.world,
        &story.requester,
        Act::ProfileChanged {
            user: story.requester.user,
        },
    );
    let read = |caller: &Caller| {
        let query = person_entries::Query {
            cursor: EntryCursor::Newest,
            page_size: 100,
        };
        person_entries::execute(&story.world.ports, caller, query)
            .unwrap()
            .entries
    };
    let own = summaries(&read(&story.org_user));
    assert_eq!(
        own[..4],
        [
            (Kind::ProfileChanged, Some(person), false),
            (Kind::SignInRefused, None, false),
            // The history of a role names its decider. The person who changed the state of an
            // account is shown nowhere.
            (Kind::RoleDecided, Some(admin), false),
            (Kind::AccountStateChanged, None, true),
        ]
    );
    assert!(own.iter().any(|(kind, ..)| *kind == Kind::SignedIn));
    let of_admin = read(&story.super_user);
    let decided = of_admin
        .iter()
        .find(|read| read.entry.kind == Kind::RoleDecided)
        .unwrap();
    assert_eq!(decided.entry.concerns.as_ref().unwrap().user, person);
    assert!(
        summaries(&of_admin)
            .iter()
            .all(|(kind, by, _)| *kind != Kind::ProfileChanged || *by == Some(admin))
    );
}

#[test]
fn an_activity_comes_in_pages() {
    let story = Story::begin();
    for id in 1..=5 {
        let request = RequestId(id);
        does(&story.world, &story.requester, Act::FeedbackChanged { request });
    }
    let read = |cursor| {
        let query = person_entries::Query { cursor, page_size: 2 };
        person_entries::execute(&story.world.ports, &story.requester, query).unwrap()
    };
    let first = read(EntryCursor::Newest);
    assert_eq!(
        (first.entries.len(), first.has_newer, first.has_older),
        (2, false, true)
    );
    let second = read(EntryCursor::Before(first.entries[1].entry.id));
    assert_eq!(second.entries[0].entry.request, Some(RequestId(3)));
    assert!(second.has_newer && second.has_older);
}
