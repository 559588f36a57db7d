//! Purposes, ethics committees and equipment types.

use aditus_application::access::Caller;
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::reference::entries::EntryRow;
use aditus_application::reference::views::EntrySort;
use aditus_application::requests::versions;
use aditus_application::row_versions::RowVersion;
use aditus_application::{Failure, Kind};
use aditus_domain::ids::CommitteeId;
use aditus_domain::reference::{EntryId, RawEntry, ReferenceList};

use super::{add, added, change, found, listed, named, remove, set_active};
use crate::story::Story;

const COMMITTEES: ReferenceList = ReferenceList::EthicsCommittees;

fn query() -> ListQuery<EntrySort> {
    ListQuery {
        search: None,
        sort: EntrySort::Added,
        direction: Direction::Ascending,
        page: Page::new(1, 100),
    }
}

fn rows(story: &Story, of: ReferenceList) -> Vec<EntryRow> {
    listed(story, &story.super_user, of, query()).unwrap().items
}

fn refusal<T: std::fmt::Debug, E: Failure>(result: Result<T, E>) -> (Kind, String) {
    let error = result.unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn only_super_users_maintain_reference_data() {
    let story = Story::begin();
    let first = EntryId::new(COMMITTEES, 1);
    let tries = |caller: &Caller| {
        [
            refusal(listed(&story, caller, COMMITTEES, query())),
            refusal(found(&story, caller, first)),
            refusal(add(&story, caller, COMMITTEES, named("Lake Board"))),
            refusal(add(&story, caller, COMMITTEES, named(""))),
            refusal(remove(&story, caller, first)),
        ]
    };
    for caller in [&story.requester, &story.org_user, &story.outsider] {
        for outcome in tries(caller) {
            assert_eq!(
                outcome,
                (Kind::Forbidden, "Your role does not allow this.".to_owned())
            );
        }
    }
    assert_eq!(rows(&story, COMMITTEES).len(), 2);
}

#[test]
fn purposes_committees_and_equipment_types_are_added_changed_and_deleted() {
    let story = Story::begin();
    let read = |id| found(&story, &story.super_user, id).unwrap().record;
    for list in ReferenceList::ALL {
        let id = added(&story, list, "  Something   new ");
        let record = read(id);
        assert_eq!(
            (
                record.entry.name.as_str(),
                record.entry.active,
                record.row_version
            ),
            ("Something new", true, RowVersion(1))
        );
        let rename = |seen| change(&story, id, seen, named("Something else"));
        rename(Some(RowVersion(1))).unwrap();
        let stale = rename(Some(RowVersion(1))).unwrap_err();
        assert_eq!(stale.kind(), Kind::Conflict);
        assert_eq!(stale.fields()[0].0, "row_version");
        set_active(&story, id, false);
        let record = read(id);
        assert_eq!(
            (
                record.entry.name.as_str(),
                record.entry.active,
                record.row_version
            ),
            ("Something else", false, RowVersion(3))
        );
        rename(None).unwrap();
        assert!(!read(id).entry.active, "what is not said stays as it is");
        remove(&story, &story.super_user, id).unwrap();
        let gone = (Kind::NotFound, format!("{} not found.", list.label()));
        assert_eq!(refusal(found(&story, &story.super_user, id)), gone);
        assert_eq!(refusal(rename(None)), gone);
        assert_eq!(refusal(remove(&story, &story.super_user, id)), gone);
        let next = added(&story, list, "The next one");
        assert_ne!(next, id, "a draft may name the number still");
    }
}

#[test]
fn an_invalid_name_is_an_error_at_its_field() {
    let story = Story::begin();
    let save = |name: &str| add(&story, &story.super_user, COMMITTEES, named(name)).unwrap_err();
    let error = save(" ");
    let expected_fields = vec![(
        "irb_name".to_owned(),
        "Please enter the Ethics Committee Name.".to_owned(),
    )];
    assert_eq!((error.kind(), error.fields()), (Kind::Invalid, expected_fields));
    let error = save("hill INSTITUTE review board");
    let expected_fields = vec![(
        "irb_name".to_owned(),
        "There is already another Ethics Committee with this name.".to_owned(),
    )];
    assert_eq!((error.kind(), error.fields()), (Kind::Conflict, expected_fields));
}

#[test]
fn entries_used_by_requests_can_only_be_deactivated() {
    let story = Story::begin();
    story.submitted();
    for list in ReferenceList::ALL {
        let first = EntryId::new(list, 1);
        let error = remove(&story, &story.super_user, first).unwrap_err();
        assert_eq!(error.kind(), Kind::Conflict);
        let message = error.to_string();
        assert!(
            message.contains("because 1 Data Request refers to it."),
            "{message}"
        );
        let row = found(&story, &story.super_user, first).unwrap();
        let offered = row.deletion_refused.unwrap().to_string();
        assert!(
            offered.contains("because Data Requests refer to it."),
            "the list says it before anybody tries: {offered}"
        );
        assert_eq!(row.deactivation_refused, None);
        set_active(&story, first, false);
    }
}

#[test]
fn the_last_committee_and_the_purpose_other_cannot_be_removed() {
    let story = Story::begin();
    let deactivated = |name: &str| RawEntry {
        active: Some(0),
        ..named(name)
    };
    set_active(&story, EntryId::new(COMMITTEES, 1), false);
    let last = EntryId::new(COMMITTEES, 2);
    let error = change(&story, last, None, deactivated("Hill Institute Review Board")).unwrap_err();
    assert_eq!(error.kind(), Kind::Conflict);
    assert_eq!(error.fields()[0].0, "active");
    assert!(
        error
            .to_string()
            .starts_with("This is the last active ethics committee")
    );
    let removed = remove(&story, &story.super_user, last);
    assert_eq!(refusal(removed), (Kind::Conflict, error.to_string()));
    let row = &rows(&story, COMMITTEES)[1];
    assert_eq!(
        row.deactivation_refused.as_ref().map(ToString::to_string),
        Some(error.to_string())
    );
    assert_eq!(row.rename_refused, None);

    let other = rows(&story, ReferenceList::Purposes)
        .into_iter()
        .find(|row| row.record.entry.id.number() == 3)
        .unwrap();
    let id = other.record.entry.id;
    assert_eq!(other.record.entry.name, "Other");
    let refused = other.rename_refused.unwrap().to_string();
    assert!(refused.starts_with("The purpose \"Other\" is built in"));
    for form in [named("Something else"), deactivated("Other")] {
        let changed = change(&story, id, None, form);
        assert_eq!(refusal(changed), (Kind::Conflict, refused.clone()));
    }
    let removed = remove(&story, &story.super_user, id);
    assert_eq!(refusal(removed), (Kind::Conflict, refused));
}

#[test]
fn a_rename_leaves_versions_of_requests_as_they_were() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let request = story.submitted();
    for list in ReferenceList::ALL {
        change(&story, EntryId::new(list, 1), None, named("A new name")).unwrap();
    }
    let scope = story.requester.scope();
    let detail = story
        .world
        .read(|views| views.requests().detail(&scope, request).unwrap().unwrap());
    assert_eq!(detail.ethics.committee_name, "A new name");
    assert_eq!(detail.purposes[0].purpose, "A new name");
    assert_eq!(detail.list_of_devices[0].equipment_type, "A new name");
    let stored = story.world.read_in_transaction(|transaction| {
        let latest = transaction.request_versions().latest(request).unwrap();
        latest.unwrap()
    });
    let content = ports
        .encoding
        .decode(&stored.encoded.canonical, &stored.encoded.values)
        .unwrap();
    assert_eq!(
        content.ethics.committee_name,
        "Lakeside University Ethics Committee"
    );
    assert_eq!(content.purposes[0].purpose, "Research");
    assert_eq!(content.devices[0].equipment_type_name, "Laptop");
    let query = versions::list::Query { request };
    let listed = versions::list::execute(ports, &story.requester, query).unwrap();
    assert_eq!(listed.len(), 1, "a rename is no change of the request");
}

#[test]
fn one_of_two_concurrent_deactivations_of_the_last_committees_is_refused() {
    let story = Story::begin();
    let start = std::sync::Barrier::new(2);
    let names = [
        "Lakeside University Ethics Committee",
        "Hill Institute Review Board",
    ];
    let refused = std::thread::scope(|scope| {
        let saves: Vec<_> = (1..)
            .zip(names)
            .map(|(number, name)| {
                let (story, start) = (&story, &start);
                scope.spawn(move || {
                    let form = RawEntry {
                        active: Some(0),
                        ..named(name)
                    };
                    start.wait();
                    change(story, EntryId::Committee(CommitteeId(number)), None, form)
                })
            })
            .collect();
        let refused = saves.into_iter().filter_map(|save| save.join().unwrap().err());
        refused.map(|error| error.to_string()).collect::<Vec<_>>()
    });
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].starts_with("This is the last active ethics committee"));
}
