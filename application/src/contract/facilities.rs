//! The contract of the tree of facilities.

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Level, Place, PlaceName};

use super::fixtures::{minute, new_request, provider, requester, start, submit, wizard};
use super::seed::{commit, reference_data};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::Database;
use crate::reference::views::{PlaceQuery, PlaceRecord, PlaceSort};
use crate::reference::{NewPlace, ReferenceRecords};
use crate::row_versions::RowVersion;

pub(super) fn place_name(level: Level, typed: &str) -> PlaceName {
    PlaceName::parse(level, typed).unwrap()
}

/// Adds an active region, district or facility.
pub(super) fn add_place(
    database: &dyn Database,
    parent: Option<FacilityId>,
    level: Level,
    label: &str,
) -> FacilityId {
    let place = NewPlace {
        parent,
        level,
        name: place_name(level, label),
        active: true,
    };
    commit(database, |transaction| {
        transaction.reference().add_places(&[place]).unwrap()[0]
    })
}

fn places(database: &dyn Database, query: &PlaceQuery) -> Vec<String> {
    let page = database.read().unwrap().reference().place_records(query).unwrap();
    assert_eq!(page.total, page.items.len() as u64);
    page.items.into_iter().map(|record| record.place.label).collect()
}

fn every_place(sort: PlaceSort, direction: Direction) -> PlaceQuery {
    PlaceQuery {
        list: ListQuery {
            search: None,
            sort,
            direction,
            page: Page::new(1, 100),
        },
        level: None,
        parent: None,
    }
}

fn one_place(database: &dyn Database, id: FacilityId) -> PlaceRecord {
    let mut views = database.read().unwrap();
    views.reference().place_record(id).unwrap().unwrap()
}

/// Places are found by name and by parent, in each order and direction.
pub fn places_are_kept_found_and_sorted(database: &dyn Database) {
    reference_data(database);
    let by_name = [
        "Coastal Plains",
        "Karrow",
        "Karrow Clinic",
        "Lake Region",
        "Mirrin",
        "Mirrin District Hospital",
        "Ormeda",
        "Ormeda Teaching Hospital",
        "Palm Grove Clinic",
    ];
    assert_eq!(
        places(database, &every_place(PlaceSort::Name, Direction::Ascending)),
        by_name
    );
    let mut backwards = by_name;
    backwards.reverse();
    assert_eq!(
        places(database, &every_place(PlaceSort::Name, Direction::Descending)),
        backwards
    );
    let of_level = |level| PlaceQuery {
        level: Some(level),
        ..every_place(PlaceSort::Name, Direction::Ascending)
    };
    assert_eq!(
        places(database, &of_level(Level::Region)),
        ["Coastal Plains", "Lake Region"]
    );
    let mirrin = {
        let mut views = database.read().unwrap();
        let all = views.reference().all_places().unwrap();
        all.into_iter().find(|place| place.label == "Mirrin").unwrap()
    };
    let of_mirrin = PlaceQuery {
        parent: Some(mirrin.id),
        ..every_place(PlaceSort::Name, Direction::Ascending)
    };
    assert_eq!(
        places(database, &of_mirrin),
        ["Mirrin District Hospital", "Palm Grove Clinic"]
    );
    let found = |text: &str, level: Option<Level>| {
        places(
            database,
            &PlaceQuery {
                list: ListQuery {
                    search: Some(fold(text)),
                    sort: PlaceSort::Name,
                    direction: Direction::Ascending,
                    page: Page::new(1, 100),
                },
                level,
                parent: None,
            },
        )
    };
    assert_eq!(found("CLINIC", None), ["Karrow Clinic", "Palm Grove Clinic"]);
    assert_eq!(found("mirrin", Some(Level::District)), ["Mirrin"]);
    assert_eq!(found("or", None), ["Ormeda", "Ormeda Teaching Hospital"]);
    commit(database, |transaction| {
        let name = place_name(Level::District, "Zürich Bay");
        let records = transaction.reference();
        records
            .update_place(mirrin.id, mirrin.parent, &name, false)
            .unwrap();
    });
    assert_eq!(found("zurich", None), ["Zürich Bay"]);
    let wards = add_place(database, None, Level::Region, "Wards");
    for name in ["Ward 10", "Östra Ward", "Ward 2", "Osaka Ward"] {
        add_place(database, Some(wards), Level::District, name);
    }
    assert_eq!(
        found("ward", Some(Level::District)),
        ["Osaka Ward", "Östra Ward", "Ward 2", "Ward 10"],
        "numbers by their value, and letters where people look for them"
    );
    let by_active = places(database, &every_place(PlaceSort::Active, Direction::Ascending));
    assert_eq!((by_active[0].as_str(), by_active.len()), ("Zürich Bay", 14));
    let by_active = places(database, &every_place(PlaceSort::Active, Direction::Descending));
    assert_eq!(by_active[13], "Zürich Bay");
}

/// Shows the district and region, the number of children, and the offered state.
pub fn a_place_is_shown_with_its_parents_and_children(database: &dyn Database) {
    let north = add_place(database, None, Level::Region, "North");
    let south = add_place(database, None, Level::Region, "South");
    let hills = add_place(database, Some(north), Level::District, "Hills");
    let clinic = add_place(database, Some(hills), Level::Facility, "Hill Clinic");
    let record = one_place(database, clinic);
    assert_eq!(
        record,
        PlaceRecord {
            place: Place {
                id: clinic,
                parent: Some(hills),
                level: Level::Facility,
                label: "Hill Clinic".to_owned(),
                active: true,
            },
            region: Some("North".to_owned()),
            district: Some("Hills".to_owned()),
            held: 0,
            is_offered: true,
            row_version: RowVersion(1),
        }
    );
    let record = one_place(database, hills);
    assert_eq!(
        (record.region.as_deref(), record.district, record.held),
        (Some("North"), None, 1)
    );
    let record = one_place(database, north);
    assert_eq!((record.region, record.district, record.held), (None, None, 1));
    commit(database, |transaction| {
        let records = transaction.reference();
        records
            .update_place(hills, Some(south), &place_name(Level::District, "Hills"), true)
            .unwrap();
        records
            .update_place(south, None, &place_name(Level::Region, "South"), false)
            .unwrap();
    });
    let record = one_place(database, clinic);
    assert_eq!(
        (record.region.as_deref(), record.is_offered),
        (Some("South"), false)
    );
    assert_eq!(one_place(database, north).held, 0);
    let mut views = database.read().unwrap();
    assert_eq!(views.reference().place_record(FacilityId(987_654)).unwrap(), None);
}

/// Each former name occurs once, and the current one is left out.
pub fn former_names_of_places_are_kept(database: &dyn Database) {
    let id = add_place(database, None, Level::Region, "North");
    commit(database, |transaction| {
        let records = transaction.reference();
        let rename = |records: &mut dyn ReferenceRecords, label: &str| {
            let name = place_name(Level::Region, label);
            records.update_place(id, None, &name, true).unwrap();
        };
        assert_eq!(records.former_names(id).unwrap(), [""; 0]);
        for label in ["Upper", "Upper", "North", "Upper", "Top"] {
            rename(records, label);
        }
        assert_eq!(records.former_names(id).unwrap(), ["North", "Upper"]);
        rename(records, "North");
        assert_eq!(records.former_names(id).unwrap(), ["Upper", "Top"]);
        records.remove_place(id).unwrap();
        assert_eq!(records.former_names(id).unwrap(), [""; 0]);
    });
}

/// The text is matched exactly, including special characters.
pub fn requests_that_name_a_place_are_counted(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    submit(database, &requester, &provider, "Malaria", start());
    let mut raw = wizard(&provider, "Measles");
    raw.filters.facility_filter = vec!["St. \"Anne\" 100%_\\ Clinic".to_owned()];
    let request = new_request(&requester, &provider, &raw, minute(1));
    commit(database, |transaction| {
        transaction.requests().add(&request).unwrap()
    });
    let mut transaction = database.begin().unwrap();
    let mut naming = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        transaction.reference().requests_naming(&texts).unwrap()
    };
    assert_eq!(naming(&[]), 0);
    assert_eq!(naming(&["All facilities from Lake Region"]), 1);
    assert_eq!(
        naming(&["Mirrin District Hospital", "All facilities from Lake Region"]),
        1
    );
    assert_eq!(
        naming(&["St. \"Anne\" 100%_\\ Clinic", "Mirrin District Hospital"]),
        2
    );
    for other in [
        "Lake Region",
        "mirrin district hospital",
        "Mirrin",
        "%",
        "St. \"Anne\" 100xx\\ Clinic",
    ] {
        assert_eq!(naming(&[other]), 0, "{other}");
    }
}
