//! The contract of the audit log.

use std::collections::BTreeMap;

use aditus_domain::audit::{Kind, RecordKind, RecordRef};
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use aditus_domain::requests::content::{Commitment, Sha256};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::fixtures::{provider, requester, start, submit};
use super::seed::{
    at, commit, org_role, organisation, source, table, table_row, user, variable_row, variables,
};
use crate::access::RequestScope;
use crate::audit::views::{EntryCursor, EntryFilter, EntryPage, EntryView, PersonView, RecordName};
use crate::audit::{CountedRead, NewEntry};
use crate::ports::{Database, EncodedEntry, SaltedValue};

/// An entry without a person or a request. Its number makes its canonical form unique.
fn entry(number: i64, kind: Kind, at: DateTime<Utc>) -> NewEntry {
    NewEntry {
        at,
        kind,
        user: None,
        concerns: None,
        request: None,
        encoded: EncodedEntry {
            canonical: format!(r#"{{"act":{{}},"kind":"{}","number":{number}}}"#, kind.name()),
            values: Vec::new(),
        },
        mac: [7; 32],
    }
}

fn add(database: &dyn Database, entries: &[NewEntry]) {
    commit(database, |transaction| {
        for entry in entries {
            transaction.audit().add(entry).unwrap();
        }
    });
}

fn page(database: &dyn Database, filter: &EntryFilter, cursor: EntryCursor, most: u32) -> EntryPage {
    database
        .read()
        .unwrap()
        .audit()
        .page(filter, cursor, most)
        .unwrap()
}

fn all(database: &dyn Database, filter: &EntryFilter) -> Vec<EntryView> {
    page(database, filter, EntryCursor::Newest, 100).entries
}

/// Returns the numbers in the canonical forms.
fn numbers(entries: &[EntryView]) -> Vec<i64> {
    entries
        .iter()
        .map(|entry| {
            let (_, number) = entry.canonical.rsplit_once(':').unwrap();
            number.trim_end_matches('}').parse().unwrap()
        })
        .collect()
}

/// Entries of other kinds do not count.
pub fn entries_of_a_kind_are_found(database: &dyn Database) {
    let has_any = |kind| commit(database, |transaction| transaction.audit().has_any(kind).unwrap());
    assert!(!has_any(Kind::RecordAdded));
    add(database, &[entry(1, Kind::RecordAdded, at(0))]);
    assert!(has_any(Kind::RecordAdded));
    assert!(!has_any(Kind::RecordChanged));
}

/// Deleted records have no name. A record is found among all of its kind.
pub fn records_are_read_with_their_names(database: &dyn Database) {
    let halden = organisation(database, "Halden University");
    let custodian = org_role(database, halden, Role::DataCustodian);
    let hmis = source(database, "National HMIS", false);
    let other = source(database, "Twin Register", true);
    let deliveries = table(database, hmis, &table_row("Deliveries"));
    let weight = variables(
        database,
        deliveries,
        &[variable_row("Deliveries", "birth_weight")],
    )[0];
    let record = |kind, id| RecordRef { kind, id };
    let alone = |name: &str| RecordName {
        name: name.to_owned(),
        parent: None,
    };
    let child = |name: &str, parent: i64, parent_name: &str| RecordName {
        parent: Some((parent, parent_name.to_owned())),
        ..alone(name)
    };
    let known = [
        (
            record(RecordKind::Organisation, halden.0),
            alone("Halden University"),
        ),
        (
            record(RecordKind::OrganisationRole, custodian.0),
            child("Data Custodian", halden.0, "Halden University"),
        ),
        (record(RecordKind::Source, hmis.0), alone("National HMIS")),
        (record(RecordKind::Source, other.0), alone("Twin Register")),
        (
            record(RecordKind::Table, deliveries.0),
            child("Deliveries", hmis.0, "National HMIS"),
        ),
        (
            record(RecordKind::Variable, weight.0),
            child("birth_weight", deliveries.0, "Deliveries"),
        ),
    ];
    let missing = RecordKind::ALL.iter().map(|kind| record(*kind, 987_654));
    let asked = known.iter().map(|(record, _)| *record).chain(missing).collect();
    let mut views = database.read().unwrap();
    assert_eq!(views.audit().record_names(&asked).unwrap(), BTreeMap::from(known));
}

/// Entries contain the current names of people, and no name for an unknown account.
pub fn an_entry_is_read_as_it_was_added(database: &dyn Database) {
    let amina = user(database, 1);
    let stranger = entry(1, Kind::SignInRefused, at(0));
    let mut decided = entry(2, Kind::RequestDecided, at(1));
    decided.user = Some(amina);
    decided.concerns = Some(UserId(987_654));
    decided.request = Some(RequestId(12));
    decided.encoded.values = vec![
        SaltedValue {
            commitment: Commitment([1; 32]),
            salt: [2; 16],
            value: "Not enough is said of the purpose".to_owned(),
        },
        SaltedValue {
            commitment: Commitment([3; 32]),
            salt: [4; 16],
            value: "Say more".to_owned(),
        },
    ];
    add(database, &[stranger.clone(), decided.clone()]);
    let read = all(database, &EntryFilter::default());
    assert_eq!(read.len(), 2);
    assert_eq!((read[0].at, read[0].kind), (at(1), Kind::RequestDecided));
    assert_eq!(
        read[0].person,
        Some(PersonView {
            user: amina,
            name: Some("Amina Okello 1".to_owned()),
        })
    );
    let gone = PersonView {
        user: UserId(987_654),
        name: None,
    };
    assert_eq!(read[0].concerns, Some(gone));
    assert_eq!(read[0].request, Some(RequestId(12)));
    assert_eq!(read[0].canonical, decided.encoded.canonical);
    assert_eq!(
        (
            read[1].person.as_ref(),
            read[1].concerns.as_ref(),
            read[1].request
        ),
        (None, None, None)
    );
    assert_eq!(read[1].canonical, stranger.encoded.canonical);
    assert!(read[0].id > read[1].id);
}

/// Each person, hour and subject has a count of its own.
pub fn reads_within_an_hour_are_counted_beside_one_entry(database: &dyn Database) {
    let (amina, other) = (user(database, 1), user(database, 2));
    let read = |user, act, hour, at| CountedRead {
        user,
        act: Sha256([act; 32]),
        hour,
        at,
    };
    let (first_hour, second_hour) = (at(0), at(3600));
    let first = read(amina, 1, first_hour, at(10));
    let opened = |number| entry(number, Kind::DocumentOpened, at(number));
    commit(database, |transaction| {
        let audit = transaction.audit();
        assert!(!audit.increment_count(&first).unwrap());
        let id = audit.add(&opened(1)).unwrap();
        audit.start_count(id, &first).unwrap();
        let another = audit.add(&opened(2)).unwrap();
        assert!(another > id);
    });
    let again = read(amina, 1, first_hour, at(20));
    commit(database, |transaction| {
        assert!(transaction.audit().increment_count(&again).unwrap());
        assert!(transaction.audit().increment_count(&again).unwrap());
        for another in [
            read(other, 1, first_hour, at(20)),
            read(amina, 2, first_hour, at(20)),
            read(amina, 1, second_hour, at(3610)),
        ] {
            assert!(
                !transaction.audit().increment_count(&another).unwrap(),
                "{another:?}"
            );
        }
    });
    let times = || {
        let entries = all(database, &EntryFilter::default());
        entries.iter().map(|entry| entry.times).collect::<Vec<_>>()
    };
    assert_eq!(times(), [1, 3]);
    drop({
        let mut transaction = database.begin().unwrap();
        assert!(transaction.audit().increment_count(&again).unwrap());
        transaction
    });
    assert_eq!(times(), [1, 3], "a dropped transaction counts nothing");
}

/// The entry is dropped with every other write of the transaction.
pub fn a_dropped_transaction_leaves_no_entry(database: &dyn Database) {
    let mut transaction = database.begin().unwrap();
    transaction.audit().add(&entry(1, Kind::SignedIn, at(0))).unwrap();
    drop(transaction);
    assert!(all(database, &EntryFilter::default()).is_empty());
}

/// Filters work alone and combined.
pub fn filters_work_alone_and_combined(database: &dyn Database) {
    let (amina, other) = (user(database, 1), user(database, 2));
    let kinds = [Kind::SignedIn, Kind::CommentAdded, Kind::ReplyAdded];
    // Numbers 0 to 11: the kinds in turn, every second entry by Amina, and four requests one after
    // the other.
    let entries: Vec<NewEntry> = (0..12)
        .map(|number| {
            let place = usize::try_from(number).unwrap();
            let mut entry = entry(number, kinds[place % 3], at(number));
            entry.user = Some(if number % 2 == 0 { amina } else { other });
            entry.request = Some(RequestId(1 + number / 3));
            entry
        })
        .collect();
    add(database, &entries);
    let found = |filter: EntryFilter| numbers(&all(database, &filter));
    let of = EntryFilter::default;
    assert_eq!(found(of()).len(), 12);
    let person = EntryFilter {
        person: Some(amina),
        ..of()
    };
    assert_eq!(found(person.clone()), [10, 8, 6, 4, 2, 0]);
    let kind = EntryFilter {
        kinds: vec![Kind::CommentAdded],
        ..of()
    };
    assert_eq!(found(kind.clone()), [10, 7, 4, 1]);
    let other_kinds = EntryFilter {
        without: vec![Kind::CommentAdded, Kind::ReplyAdded],
        ..of()
    };
    assert_eq!(found(other_kinds.clone()), [9, 6, 3, 0]);
    let two_kinds = EntryFilter {
        kinds: vec![Kind::CommentAdded, Kind::ReplyAdded],
        ..of()
    };
    assert_eq!(found(two_kinds), [11, 10, 8, 7, 5, 4, 2, 1]);
    let request = EntryFilter {
        request: Some(RequestId(2)),
        ..of()
    };
    assert_eq!(found(request.clone()), [5, 4, 3]);
    let time = EntryFilter {
        from: Some(at(3)),
        until: Some(at(6)),
        ..of()
    };
    assert_eq!(
        found(time.clone()),
        [5, 4, 3],
        "from the beginning on, and before the end"
    );
    assert_eq!(
        found(EntryFilter {
            from: Some(at(9)),
            ..of()
        }),
        [11, 10, 9]
    );
    assert_eq!(
        found(EntryFilter {
            until: Some(at(2)),
            ..of()
        }),
        [1, 0]
    );

    let both = EntryFilter {
        kinds: kind.kinds.clone(),
        ..person.clone()
    };
    assert_eq!(found(both), [10, 4]);
    let of_person_and_other_kinds = EntryFilter {
        person: Some(amina),
        ..other_kinds
    };
    assert_eq!(found(of_person_and_other_kinds), [6, 0]);
    let of_request_and_kinds = EntryFilter {
        kinds: vec![Kind::SignedIn, Kind::ReplyAdded],
        ..request.clone()
    };
    assert_eq!(found(of_request_and_kinds), [5, 3]);
    let everything = EntryFilter {
        person: Some(amina),
        kinds: kind.kinds,
        request: request.request,
        ..time
    };
    assert_eq!(found(everything.clone()), [4]);
    assert!(
        found(EntryFilter {
            from: Some(at(5)),
            ..everything
        })
        .is_empty()
    );
    assert!(
        found(EntryFilter {
            person: Some(UserId(987_654)),
            ..of()
        })
        .is_empty()
    );
}

/// Pages report at each end that nothing follows, in both directions.
pub fn pages_continue_in_both_directions(database: &dyn Database) {
    let entries: Vec<NewEntry> = (0..7)
        .map(|number| {
            let kind = if number == 3 {
                Kind::SignedOut
            } else {
                Kind::SignedIn
            };
            entry(number, kind, at(number))
        })
        .collect();
    add(database, &entries);
    let everything = EntryFilter::default();
    let read = |cursor, most| {
        let page = page(database, &everything, cursor, most);
        let ids: Vec<AuditEntryId> = page.entries.iter().map(|entry| entry.id).collect();
        (numbers(&page.entries), page.has_newer, page.has_older, ids)
    };
    let (newest, has_newer, has_older, ids) = read(EntryCursor::Newest, 3);
    assert_eq!((newest, has_newer, has_older), (vec![6, 5, 4], false, true));
    let (second, has_newer, has_older, ids) = read(EntryCursor::Before(ids[2]), 3);
    assert_eq!((second, has_newer, has_older), (vec![3, 2, 1], true, true));
    let middle = ids.clone();
    let (last, has_newer, has_older, ids) = read(EntryCursor::Before(ids[2]), 3);
    assert_eq!((last, has_newer, has_older), (vec![0], true, false));
    let oldest = ids[0];
    let (nothing, has_newer, has_older, _) = read(EntryCursor::Before(oldest), 3);
    assert_eq!((nothing, has_newer, has_older), (Vec::new(), true, false));

    let (back, has_newer, has_older, _) = read(EntryCursor::After(oldest), 3);
    assert_eq!((back, has_newer, has_older), (vec![3, 2, 1], true, true));
    let (front, has_newer, has_older, ids) = read(EntryCursor::After(middle[0]), 3);
    assert_eq!((front, has_newer, has_older), (vec![6, 5, 4], false, true));
    let (nothing, has_newer, has_older, _) = read(EntryCursor::After(ids[0]), 3);
    assert_eq!((nothing, has_newer, has_older), (Vec::new(), false, true));

    // The pages are full at the ends, and contain only existing entries.
    let (whole, has_newer, has_older, _) = read(EntryCursor::Newest, 7);
    assert_eq!((whole.len(), has_newer, has_older), (7, false, false));
    let (rest, has_newer, has_older, _) = read(EntryCursor::After(oldest), 6);
    assert_eq!((rest.len(), has_newer, has_older), (6, false, true));

    let (unknown, has_newer, has_older, _) = read(EntryCursor::Before(AuditEntryId(987_654)), 3);
    assert_eq!((unknown, has_newer, has_older), (Vec::new(), false, false));
    // An entry that the filter excludes can still be the position of a page.
    let signed_in = EntryFilter {
        kinds: vec![Kind::SignedIn],
        ..EntryFilter::default()
    };
    let beside = page(database, &signed_in, EntryCursor::Before(middle[0]), 2);
    assert_eq!(numbers(&beside.entries), [2, 1]);
    let above = page(database, &signed_in, EntryCursor::After(middle[0]), 2);
    assert_eq!(
        numbers(&above.entries),
        [5, 4],
        "those that are nearest to the place"
    );
}

/// Returns the entries by a person and about them, each once, on pages as well.
pub fn a_person_has_entries_by_and_about_them(database: &dyn Database) {
    let (amina, admin) = (user(database, 1), user(database, 2));
    let acts = [
        (Some(amina), None),
        (Some(admin), Some(amina)),
        (Some(amina), Some(amina)),
        (None, Some(amina)),
        (Some(admin), None),
        (Some(amina), Some(admin)),
    ];
    let entries: Vec<NewEntry> = (0..)
        .zip(acts)
        .map(|(number, (user, concerns))| {
            let mut entry = entry(number, Kind::RoleDecided, at(number));
            (entry.user, entry.concerns) = (user, concerns);
            entry
        })
        .collect();
    add(database, &entries);
    let of_amina = EntryFilter {
        person: Some(amina),
        ..EntryFilter::default()
    };
    assert_eq!(numbers(&all(database, &of_amina)), [5, 3, 2, 1, 0]);
    let first = page(database, &of_amina, EntryCursor::Newest, 2);
    assert_eq!((numbers(&first.entries), first.has_older), (vec![5, 3], true));
    let second = page(database, &of_amina, EntryCursor::Before(first.entries[1].id), 2);
    assert_eq!((numbers(&second.entries), second.has_older), (vec![2, 1], true));
    let back = page(database, &of_amina, EntryCursor::After(second.entries[1].id), 2);
    assert_eq!((numbers(&back.entries), back.has_newer), (vec![3, 2], true));
    let of_admin = EntryFilter {
        person: Some(admin),
        ..EntryFilter::default()
    };
    assert_eq!(numbers(&all(database, &of_admin)), [5, 4, 1]);
}

/// Entries of the same time are in insertion order on every page.
pub fn entries_of_one_moment_keep_their_order(database: &dyn Database) {
    let entries: Vec<NewEntry> = (0..6)
        .map(|number| entry(number, Kind::SignedIn, at(0)))
        .collect();
    add(database, &entries);
    let everything = EntryFilter::default();
    assert_eq!(numbers(&all(database, &everything)), [5, 4, 3, 2, 1, 0]);
    let first = page(database, &everything, EntryCursor::Newest, 4);
    let second = page(database, &everything, EntryCursor::Before(first.entries[3].id), 4);
    assert_eq!(numbers(&second.entries), [1, 0]);
    let back = page(database, &everything, EntryCursor::After(second.entries[0].id), 2);
    assert_eq!((numbers(&back.entries), back.has_newer), (vec![3, 2], true));
    assert_eq!(back.entries[0].at, at(0), "to the microsecond");
}

/// Readers of the request get its entries of the requested kinds.
pub fn readers_of_a_request_read_its_entries(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let request = submit(database, &requester, &provider, "Malaria", start());
    let kinds = [Kind::RequestSubmitted, Kind::DecisionCodeSent, Kind::CommentAdded];
    let mut entries: Vec<NewEntry> = (0..)
        .zip(kinds)
        .map(|(number, kind)| {
            let mut entry = entry(number, kind, at(number));
            entry.request = Some(request);
            entry
        })
        .collect();
    entries.push(entry(3, Kind::CommentAdded, at(3)));
    add(database, &entries);
    let part = |scope: &RequestScope, id| {
        let kinds = [Kind::RequestSubmitted, Kind::CommentAdded];
        let mut views = database.read().unwrap();
        views
            .audit()
            .request_entries(scope, id, &kinds, EntryCursor::Newest, 10)
            .unwrap()
    };
    for scope in [
        RequestScope::Everything,
        requester.scope(),
        provider.scope(Role::DataOfficer),
    ] {
        let part = part(&scope, request).unwrap();
        assert_eq!(numbers(&part.page.entries), [2, 0]);
        assert_eq!(part.owner, requester.attendant.user);
    }
    let nobody = RequestScope::Limited {
        owner: user(database, 77),
        org_roles: Vec::new(),
    };
    assert_eq!(part(&nobody, request), None);
    assert_eq!(part(&RequestScope::Everything, RequestId(987_654)), None);
    let mut views = database.read().unwrap();
    let found = views
        .audit()
        .request_entries(&RequestScope::Everything, request, &[], EntryCursor::Newest, 1)
        .unwrap()
        .unwrap();
    assert_eq!(
        (numbers(&found.page.entries), found.page.has_older),
        (vec![2], true)
    );
}
