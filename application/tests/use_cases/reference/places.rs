//! The tree of facilities.

use aditus_application::access::Caller;
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::records;
use aditus_application::reference::Error;
use aditus_application::reference::places::{PlaceRecords, export, import};
use aditus_application::reference::views::{PlaceQuery, PlaceRecord, PlaceSort};
use aditus_application::row_versions::RowVersion;
use aditus_application::{Failure, Kind};
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Level, RawPlace};

use super::{add_place, change_place, new_place, place_called, place_named};
use crate::story::Story;

fn refusal<T: std::fmt::Debug, E: Failure>(result: Result<T, E>) -> (Kind, String) {
    let error = result.unwrap_err();
    (error.kind(), error.to_string())
}

fn labels(story: &Story, level: Level) -> Vec<String> {
    let query = PlaceQuery {
        list: ListQuery {
            search: None,
            sort: PlaceSort::Name,
            direction: Direction::Ascending,
            page: Page::new(1, 100),
        },
        level: Some(level),
        parent: None,
    };
    let page = records::list::<PlaceRecords>(&story.world.ports, &story.super_user, query).unwrap();
    page.items.into_iter().map(|record| record.place.label).collect()
}

fn find(story: &Story, caller: &Caller, id: FacilityId) -> Result<PlaceRecord, Error> {
    records::find::<PlaceRecords>(&story.world.ports, caller, id)
}

fn remove(story: &Story, caller: &Caller, id: FacilityId) -> Result<(), Error> {
    records::remove::<PlaceRecords>(&story.world.ports, caller, id)
}

fn import(story: &Story, text: &str, dry_run: bool) -> Result<import::Answer, import::Error> {
    let command = import::Command {
        file: text.as_bytes().to_vec(),
        dry_run,
    };
    import::execute(&story.world.ports, &story.super_user, &command)
}

#[test]
fn only_super_users_maintain_the_tree() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let karrow = place_called(&story, "Karrow");
    let command = import::Command {
        file: b"region,district,facility\nNorth,Hills,Clinic".to_vec(),
        dry_run: false,
    };
    for caller in [&story.requester, &story.org_user, &story.outsider] {
        for outcome in [
            refusal(find(&story, caller, karrow)),
            refusal(records::add::<PlaceRecords>(
                ports,
                caller,
                new_place(Level::Region, None, "North"),
            )),
            refusal(remove(&story, caller, karrow)),
            refusal(import::execute(ports, caller, &command)),
            refusal(export::execute(ports, caller)),
        ] {
            assert_eq!(
                outcome,
                (Kind::Forbidden, "Your role does not allow this.".to_owned())
            );
        }
    }
    assert_eq!(labels(&story, Level::Region), ["Coastal Plains", "Lake Region"]);
}

#[test]
fn a_place_is_added_renamed_moved_and_deleted() {
    let story = Story::begin();
    let read = |id| find(&story, &story.super_user, id).unwrap();
    let north = add_place(&story, new_place(Level::Region, None, "North")).unwrap();
    let hills = add_place(&story, new_place(Level::District, Some(north), "Hills")).unwrap();
    let clinic = add_place(&story, new_place(Level::Facility, Some(hills), " Hill  Clinic ")).unwrap();
    let mirrin = place_called(&story, "Mirrin");
    let move_it = || {
        let form = RawPlace {
            parent: Some(mirrin.0),
            ..place_named("Shore Clinic")
        };
        let ports = &story.world.ports;
        records::change::<PlaceRecords>(ports, &story.super_user, clinic, Some(RowVersion(1)), form)
    };
    move_it().unwrap();
    let stale = move_it().unwrap_err();
    assert_eq!(stale.fields()[0].0, "row_version");
    let record = read(clinic);
    assert_eq!(
        (
            record.place.label.as_str(),
            record.district.as_deref(),
            record.region.as_deref()
        ),
        ("Shore Clinic", Some("Mirrin"), Some("Coastal Plains"))
    );
    let deactivated = RawPlace {
        active: Some(0),
        ..place_named("Shore Clinic")
    };
    change_place(&story, "Shore Clinic", deactivated).unwrap();
    let record = read(clinic);
    assert!(!record.place.active && record.district.as_deref() == Some("Mirrin"));
    let error = remove(&story, &story.super_user, north).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (
            Kind::Conflict,
            "The region \"North\" cannot be deleted, because it has 1 district. Delete or move these first."
        )
    );
    for id in [clinic, hills, north] {
        remove(&story, &story.super_user, id).unwrap();
        let gone = (Kind::NotFound, "Facility not found.".to_owned());
        assert_eq!(refusal(find(&story, &story.super_user, id)), gone);
        assert_eq!(refusal(remove(&story, &story.super_user, id)), gone);
    }
}

#[test]
fn changes_that_break_the_tree_are_errors_at_their_field() {
    let story = Story::begin();
    let refused = |error: Error| {
        let fields = error.fields();
        assert_eq!(fields.len(), 1, "{error}");
        assert_eq!(fields[0].1, error.to_string());
        (error.kind(), fields[0].0.clone(), error.to_string())
    };
    let refused_new = |form: RawPlace| refused(add_place(&story, form).unwrap_err());
    let refused_move = |label: &str, parent: FacilityId| {
        let form = RawPlace {
            parent: Some(parent.0),
            ..place_named(label)
        };
        refused(change_place(&story, label, form).unwrap_err())
    };
    let expected_error = |kind, field: &str, message: &str| (kind, field.to_owned(), message.to_owned());
    let lake = place_called(&story, "Lake Region");
    let into_itself = "A place can't be moved into itself or its own sub-place.";
    for parent in ["Lake Region", "Karrow", "Karrow Clinic"] {
        assert_eq!(
            refused_move("Lake Region", place_called(&story, parent)),
            expected_error(Kind::Invalid, "parent_id", into_itself)
        );
    }
    let district = "Please select the district of the facility.";
    assert_eq!(
        refused_move("Karrow Clinic", lake),
        expected_error(Kind::Invalid, "parent_id", district)
    );
    let lost = new_place(Level::District, Some(FacilityId(987_654)), "Hills");
    let region = "Please select the region of the district.";
    assert_eq!(
        refused_new(lost),
        expected_error(Kind::Invalid, "parent_id", region)
    );
    let twice = new_place(Level::District, Some(lake), "KARROW");
    let taken = "There is already another district with this name there.";
    assert_eq!(refused_new(twice), expected_error(Kind::Conflict, "label", taken));
    let nameless = new_place(Level::Region, None, " ");
    let name = "Please enter the Region Name.";
    assert_eq!(
        refused_new(nameless),
        expected_error(Kind::Invalid, "label", name)
    );
    let formula = "A name must not begin with =, +, - or @: spreadsheets would read it as a formula.";
    let cell = new_place(Level::Region, None, "=1+1");
    assert_eq!(refused_new(cell), expected_error(Kind::Invalid, "label", formula));
    let level = "Please select whether it is a Region, a District or a Facility.";
    assert_eq!(
        refused_new(place_named("North")),
        expected_error(Kind::Invalid, "level", level)
    );
    let other_level = RawPlace {
        level: Some("Facility".to_owned()),
        ..place_named("Karrow")
    };
    let level = "You can't change the level of a place. Add another place instead.";
    assert_eq!(
        refused(change_place(&story, "Karrow", other_level).unwrap_err()),
        expected_error(Kind::Invalid, "level", level)
    );
    let gone = records::change::<PlaceRecords>(
        &story.world.ports,
        &story.super_user,
        FacilityId(987_654),
        None,
        place_named("North"),
    );
    assert_eq!(gone.unwrap_err().kind(), Kind::NotFound);
}

#[test]
fn places_in_requests_cannot_be_deleted_under_any_name() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let mut command = story.filled_in(&story.requester);
    let facilities = ["All facilities from Mirrin", "Karrow Clinic"];
    command.submission.filters.facility_filter = facilities.map(ToOwned::to_owned).to_vec();
    aditus_application::requests::submit::execute(ports, &story.requester, command).unwrap();
    change_place(&story, "Karrow Clinic", place_named("Karrow Health Centre")).unwrap();
    for label in ["Karrow Health Centre", "Palm Grove Clinic"] {
        let id = place_called(&story, label);
        let error = remove(&story, &story.super_user, id).unwrap_err();
        assert_eq!(error.kind(), Kind::Conflict);
        let message = error.to_string();
        assert!(
            message.contains("because 1 Data Request refers to it."),
            "{message}"
        );
    }
    let unnamed = place_called(&story, "Ormeda Teaching Hospital");
    remove(&story, &story.super_user, unnamed).unwrap();
}

#[test]
fn a_file_adds_missing_places_and_nothing_the_second_time() {
    let story = Story::begin();
    let text = "region,district,facility\nlake region,KARROW,Karrow clinic\nLake Region,Karrow,New Clinic\nNorth,Hills,New Clinic\n";
    let expected = import::Answer {
        read: 3,
        regions_added: 1,
        districts_added: 1,
        facilities_added: 2,
        known: 1,
        ..import::Answer::default()
    };
    let before = labels(&story, Level::Facility);
    assert_eq!(import(&story, text, true).unwrap(), expected);
    assert_eq!(
        labels(&story, Level::Facility),
        before,
        "a preview changes nothing"
    );
    assert_eq!(import(&story, text, false).unwrap(), expected);
    assert_eq!(
        labels(&story, Level::Region),
        ["Coastal Plains", "Lake Region", "North"]
    );
    assert_eq!(labels(&story, Level::Facility).len(), before.len() + 2);
    let hills = find(&story, &story.super_user, place_called(&story, "Hills"));
    let hills = hills.unwrap();
    assert_eq!((hills.region.as_deref(), hills.held), (Some("North"), 1));
    let deactivated = RawPlace {
        active: Some(0),
        ..place_named("Karrow")
    };
    change_place(&story, "Karrow", deactivated).unwrap();
    let again = import::Answer {
        read: 3,
        known: 3,
        ..import::Answer::default()
    };
    assert_eq!(import(&story, text, false).unwrap(), again);
    let karrow = find(&story, &story.super_user, place_called(&story, "Karrow"));
    assert!(!karrow.unwrap().place.active, "a file activates nothing");
}

#[test]
fn a_file_with_errors_adds_nothing_and_lists_all_of_them() {
    let story = Story::begin();
    let error = import(
        &story,
        "region,district,facility\nNorth,Hills,Good Clinic\nNorth,,Clinic\nNorth,Hills\nNorth,Hills,@SUM(A1)\n",
        false,
    )
    .unwrap_err();
    assert_eq!(error.kind(), Kind::Invalid);
    let fields = error.fields();
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(field, message)| (field.as_str(), message.as_str()))
        .collect();
    assert_eq!(
        fields,
        [
            ("file[3].district", "Please enter the District Name."),
            ("file[4]", "The line has 2 cells instead of 3."),
            (
                "file[5].facility",
                "A name must not begin with =, +, - or @: spreadsheets would read it as a formula."
            ),
        ]
    );
    assert_eq!(labels(&story, Level::Region), ["Coastal Plains", "Lake Region"]);
    let zip = import::Command {
        file: b"PK\x03\x04".to_vec(),
        dry_run: true,
    };
    let error = import::execute(&story.world.ports, &story.super_user, &zip).unwrap_err();
    assert_eq!(
        (error.kind(), error.fields()[0].0.as_str()),
        (Kind::UnsupportedFile, "file")
    );
}

#[test]
fn importing_an_exported_tree_adds_nothing() {
    let story = Story::begin();
    let deactivated = RawPlace {
        active: Some(0),
        ..place_named("Karrow")
    };
    change_place(&story, "Karrow", deactivated).unwrap();
    add_place(&story, new_place(Level::Region, None, "North")).unwrap();
    let file = export::execute(&story.world.ports, &story.super_user).unwrap();
    assert_eq!(file.file_name, "facilities.csv");
    let text = String::from_utf8(file.bytes).unwrap();
    assert!(text.contains("Lake Region,Karrow,Karrow Clinic"), "{text}");
    let known = labels(&story, Level::Facility).len();
    let expected = import::Answer {
        read: known,
        known,
        ..import::Answer::default()
    };
    assert_eq!(import(&story, &text, false).unwrap(), expected);
}
