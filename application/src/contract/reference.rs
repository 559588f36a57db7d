//! The contract of reference data.

use std::sync::{Barrier, mpsc};

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{FacilityId, PurposeId};
use aditus_domain::reference::{Entry, EntryId, EntryName, Level, ReferenceList};
use aditus_domain::review::{RequestList, Tab};

use super::facilities::{add_place, place_name};
use super::fixtures::{minute, new_request, provider, requester, start, submit, wizard};
use super::seed::{commit, reference_data, unrecorded_in_test};
use crate::access::RequestScope;
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Database, StoreError};
use crate::reference::views::EntrySort;
use crate::reference::{NewPlace, ReferenceRecords};
use crate::requests::views::{RequestFilter, RequestQuery, RequestSort};
use crate::row_versions::RowVersion;

const COMMITTEES: ReferenceList = ReferenceList::EthicsCommittees;

fn name(list: ReferenceList, typed: &str) -> EntryName {
    EntryName::parse(list, typed).unwrap()
}

fn list<S>(sort: S, direction: Direction, search: Option<&str>) -> ListQuery<S> {
    ListQuery {
        search: search.map(fold),
        sort,
        direction,
        page: Page::new(1, 100),
    }
}

fn add(database: &dyn Database, list: ReferenceList, typed: &str, active: bool) -> EntryId {
    commit(database, |transaction| {
        transaction
            .reference()
            .add_entry(list, &name(list, typed), active)
            .unwrap()
    })
}

fn entries(database: &dyn Database, of: ReferenceList, query: &ListQuery<EntrySort>) -> Vec<String> {
    let page = database
        .read()
        .unwrap()
        .reference()
        .entry_records(of, query)
        .unwrap();
    assert_eq!(page.total, page.items.len() as u64);
    page.items.into_iter().map(|record| record.entry.name).collect()
}

/// Returns the facilities that the wizard offers, as texts.
fn tree(database: &dyn Database) -> Vec<String> {
    let regions = database.read().unwrap().requests().facilities().unwrap();
    let mut facilities = Vec::new();
    for region in regions {
        for district in region.children {
            for facility in district.children {
                assert!(facility.children.is_empty());
                facilities.push(format!("{}/{}/{}", region.label, district.label, facility.label));
            }
        }
    }
    facilities
}

/// Purposes and equipment types exist from the start. The operator adds committees and facilities.
pub fn a_new_installation_has_only_the_built_in_lists(database: &dyn Database) {
    let offered = database.read().unwrap().requests().reference_data().unwrap();
    assert!(offered.purposes.contains(&(PurposeId(3), "Other".to_owned())));
    assert!(offered.purposes.len() > 3 && offered.equipment_types.len() > 3);
    assert_eq!(offered.committees, []);
    let mut views = database.read().unwrap();
    assert_eq!(views.requests().facilities().unwrap(), []);
    assert_eq!(views.reference().all_places().unwrap(), []);
    let purposes = views.reference().all_entries(ReferenceList::Purposes).unwrap();
    assert!(purposes.iter().all(|entry| entry.active));
    drop(views);
    let query = list(EntrySort::Name, Direction::Ascending, Some("other"));
    assert_eq!(
        entries(database, ReferenceList::Purposes, &query),
        ["Other"],
        "what migrations brought is found"
    );
}

/// Found by name, in each order and direction.
pub fn entries_are_kept_found_and_sorted(database: &dyn Database) {
    let lake = add(database, COMMITTEES, "lake Board", true);
    let hill = add(database, COMMITTEES, "Hill Éthics", false);
    let stored = |id: EntryId| {
        let mut views = database.read().unwrap();
        views.reference().entry_record(id).unwrap().unwrap()
    };
    let record = stored(hill);
    let expected = Entry {
        id: hill,
        name: "Hill Éthics".to_owned(),
        active: false,
    };
    assert_eq!(
        (record.entry, record.is_used, record.row_version),
        (expected, false, RowVersion(1))
    );
    let sorted = |sort, direction| entries(database, COMMITTEES, &list(sort, direction, None));
    for (sort, names) in [
        (EntrySort::Added, ["lake Board", "Hill Éthics"]),
        (EntrySort::Name, ["Hill Éthics", "lake Board"]),
        (EntrySort::Active, ["Hill Éthics", "lake Board"]),
    ] {
        assert_eq!(sorted(sort, Direction::Ascending), names, "{sort:?}");
        let [first, second] = names;
        assert_eq!(sorted(sort, Direction::Descending), [second, first], "{sort:?}");
    }
    let found = |text| {
        let query = list(EntrySort::Name, Direction::Ascending, Some(text));
        entries(database, COMMITTEES, &query)
    };
    assert_eq!(found("ETHICS"), ["Hill Éthics"]);
    assert_eq!(found("100%_\\"), [""; 0]);
    commit(database, |transaction| {
        let records = transaction.reference();
        records
            .update_entry(lake, &name(COMMITTEES, "Shore Board"), false)
            .unwrap();
        assert_eq!(records.requests_with(hill).unwrap(), 0);
        records.remove_entry(hill).unwrap();
        let all = records.entries(COMMITTEES).unwrap();
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].name.as_str(), all[0].active), ("Shore Board", false));
    });
    assert_eq!(found("shore"), ["Shore Board"]);
    assert_eq!(found("lake"), [""; 0]);
    let mut views = database.read().unwrap();
    assert_eq!(views.reference().entry_record(hill).unwrap(), None);
    let page = ListQuery {
        page: Page::new(2, 4),
        ..list(EntrySort::Added, Direction::Ascending, None)
    };
    let page = views
        .reference()
        .entry_records(ReferenceList::EquipmentTypes, &page)
        .unwrap();
    assert_eq!(page.items.len(), 4);
    assert!(page.total > 4);
    assert_eq!(page.items[0].entry.id.number(), 5);
}

/// The wizard does not offer inactive entries, places within inactive places, or empty places.
pub fn inactive_entries_are_not_offered(database: &dyn Database) {
    reference_data(database);
    let all = tree(database);
    assert_eq!(
        all,
        [
            "Lake Region/Ormeda/Ormeda Teaching Hospital",
            "Lake Region/Karrow/Karrow Clinic",
            "Coastal Plains/Mirrin/Mirrin District Hospital",
            "Coastal Plains/Mirrin/Palm Grove Clinic",
        ]
    );
    let set_place = |label: &str, active: bool| {
        commit(database, |transaction| {
            let records = transaction.reference();
            let places = records.places().unwrap();
            let place = places.iter().find(|place| place.label == label).unwrap();
            let name = place_name(place.level, label);
            records
                .update_place(place.id, place.parent, &name, active)
                .unwrap();
        });
    };
    for (label, left) in [
        ("Lake Region", &all[2..]),
        ("Mirrin", &all[..2]),
        ("Palm Grove Clinic", &all[..3]),
    ] {
        set_place(label, false);
        assert_eq!(tree(database), left, "{label}");
        set_place(label, true);
    }
    set_place("Karrow Clinic", false);
    let regions = database.read().unwrap().requests().facilities().unwrap();
    assert_eq!(
        regions[0].children.len(),
        1,
        "a district without a facility is left out"
    );

    let committees = || {
        let offered = database.read().unwrap().requests().reference_data().unwrap();
        offered
            .committees
            .into_iter()
            .map(|(id, _)| id.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(committees(), [1, 2]);
    commit(database, |transaction| {
        let first = EntryId::new(COMMITTEES, 1);
        transaction
            .reference()
            .update_entry(first, &name(COMMITTEES, "Closed"), false)
            .unwrap();
    });
    assert_eq!(committees(), [2]);
    let mut views = database.read().unwrap();
    assert_eq!(views.reference().all_entries(COMMITTEES).unwrap().len(), 2);
}

/// Lists and the search use the new name. Versions keep the old one.
pub fn a_renamed_purpose_is_shown_and_found_by_its_new_name(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let research = EntryId::Purpose(PurposeId(1));
    let raw = wizard(&provider, "Research");
    let request = new_request(&requester, &provider, &raw, start());
    let id = commit(database, |transaction| {
        transaction.requests().add(&request).unwrap()
    });
    let rows = |search: Option<&str>| {
        let query = RequestQuery {
            of: RequestList::Everything,
            tabs: vec![Tab::All],
            search: search.map(fold),
            filter: RequestFilter::default(),
            now: start(),
            today: start().date_naive(),
            sort: RequestSort::default(),
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        };
        let page = database.read().unwrap().requests().list(&query).unwrap();
        page.items
            .into_iter()
            .map(|row| (row.title, row.purposes))
            .collect::<Vec<_>>()
    };
    let shown = |purpose: &str| {
        let purposes = vec!["Other".to_owned(), purpose.to_owned()];
        [("Research".to_owned(), purposes)]
    };
    assert_eq!(rows(None), shown("Research"));
    let rename = |to: &str| {
        commit(database, |transaction| {
            let name = name(ReferenceList::Purposes, to);
            transaction
                .reference()
                .update_entry(research, &name, true)
                .unwrap();
        });
    };
    rename("Scientific \"study\"");
    assert_eq!(rows(None), shown("Scientific \"study\""));
    assert_eq!(rows(Some("scientific")), shown("Scientific \"study\""));
    assert_eq!(
        rows(Some("research")),
        shown("Scientific \"study\""),
        "by its title, and by what was written for Other"
    );
    rename("Research");
    assert_eq!(rows(None), shown("Research"));
    assert_eq!(rows(Some("scientific")), []);
    let mut views = database.read().unwrap();
    let detail = views
        .requests()
        .detail(&RequestScope::Everything, id)
        .unwrap()
        .unwrap();
    assert!(
        detail
            .purposes
            .iter()
            .any(|purpose| purpose.purpose == "Research")
    );
}

/// A deleted device still counts.
pub fn entries_used_by_requests_are_counted_and_kept(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let first = submit(database, &requester, &provider, "Malaria", start());
    submit(database, &requester, &provider, "Measles", minute(1));
    let used = [
        EntryId::new(ReferenceList::Purposes, 1),
        EntryId::new(COMMITTEES, 2),
        EntryId::new(ReferenceList::EquipmentTypes, 1),
    ];
    let devices = {
        let mut views = database.read().unwrap();
        let devices = views.requests().devices(&RequestScope::Everything, first);
        devices.unwrap().unwrap()
    };
    commit(database, |transaction| {
        for device in &devices {
            let edits = transaction.request_edits();
            edits.delete_device(device.device_id, minute(2)).unwrap();
        }
        for id in used {
            assert_eq!(transaction.reference().requests_with(id).unwrap(), 2, "{id:?}");
        }
        let unused = EntryId::new(COMMITTEES, 1);
        assert_eq!(transaction.reference().requests_with(unused).unwrap(), 0);
    });
    for id in used {
        let mut transaction = database.begin().unwrap();
        let refused = transaction.reference().remove_entry(id);
        assert!(
            matches!(refused, Err(StoreError::Reference(_))),
            "{id:?}: {refused:?}"
        );
    }
    let mut views = database.read().unwrap();
    for list in ReferenceList::ALL {
        for entry in views.reference().all_entries(list).unwrap() {
            let record = views.reference().entry_record(entry.id).unwrap().unwrap();
            let is_other = entry.id.is_built_in();
            assert_eq!(record.is_used, used.contains(&entry.id) || is_other, "{entry:?}");
        }
    }
}

/// A draft may still refer to a deleted entry.
pub fn ids_are_never_reused(database: &dyn Database) {
    let first = add(database, COMMITTEES, "Lake Board", true);
    let region = add_place(database, None, Level::Region, "North");
    commit(database, |transaction| {
        transaction.reference().remove_entry(first).unwrap();
        transaction.reference().remove_place(region).unwrap();
    });
    assert!(add(database, COMMITTEES, "Lake Board", true).number() > first.number());
    assert!(add_place(database, None, Level::Region, "North") > region);
}

/// A place with children is not removed.
pub fn changes_of_unknown_rows_are_refused(database: &dyn Database) {
    reference_data(database);
    let refused = |work: &dyn Fn(&mut dyn ReferenceRecords) -> Result<(), StoreError>| {
        let mut transaction = database.begin().unwrap();
        let refused = work(transaction.reference());
        assert!(matches!(refused, Err(StoreError::Reference(_))), "{refused:?}");
    };
    for list in ReferenceList::ALL {
        let nothing = EntryId::new(list, 987_654);
        refused(&|records| records.update_entry(nothing, &name(list, "Any"), true));
        refused(&|records| records.remove_entry(nothing));
    }
    let nowhere = FacilityId(987_654);
    let region = place_name(Level::Region, "Any");
    refused(&|records| records.update_place(nowhere, None, &region, true));
    refused(&|records| records.remove_place(nowhere));
    refused(&|records| records.remove_place(FacilityId(1)));
    let lost = NewPlace {
        parent: Some(nowhere),
        level: Level::District,
        name: place_name(Level::District, "Any"),
        active: true,
    };
    refused(&|records| records.add_places(std::slice::from_ref(&lost)).map(drop));
}

/// Eight concurrent writers each add a committee if there is none. Only one is added.
pub fn reference_data_changes_are_serialised_by_a_lock(database: &dyn Database) {
    let start = Barrier::new(8);
    std::thread::scope(|scope| {
        for number in 0..8 {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                let mut one = database.begin().unwrap();
                one.reference().lock_exclusive().unwrap();
                if one.reference().entries(COMMITTEES).unwrap().is_empty() {
                    let name = name(COMMITTEES, &format!("Board {number}"));
                    one.reference().add_entry(COMMITTEES, &name, true).unwrap();
                }
                one.commit(unrecorded_in_test()).unwrap();
            });
        }
    });
    let mut views = database.read().unwrap();
    assert_eq!(views.reference().all_entries(COMMITTEES).unwrap().len(), 1);
}

/// A reader that locks reference data waits for a running change, and reads its result.
pub fn locked_reference_data_is_not_changed(database: &dyn Database) {
    let id = add(database, COMMITTEES, "Lake Board", true);
    let read = std::thread::scope(|scope| {
        let mut editor = database.begin().unwrap();
        editor.reference().lock_exclusive().unwrap();
        let (asks, asked) = mpsc::channel();
        let reader = scope.spawn(move || {
            asks.send(()).unwrap();
            let mut reader = database.begin().unwrap();
            reader.reference().lock_shared().unwrap();
            reader.reference().entries(COMMITTEES).unwrap()
        });
        asked.recv().unwrap();
        let renamed = name(COMMITTEES, "Shore Board");
        editor.reference().update_entry(id, &renamed, true).unwrap();
        editor.commit(unrecorded_in_test()).unwrap();
        reader.join().unwrap()
    });
    assert_eq!(read[0].name, "Shore Board");
}
