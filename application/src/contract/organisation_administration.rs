//! The contract of the administration of organisations and their roles by Super Users.

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::organisations::{
    DATA_REQUESTER_ORGANISATION, DATA_REQUESTER_ORGANISATION_NAME, OrganisationDetails,
};
use aditus_domain::roles::{OfferChange, Role, RoleStatus};

use super::seed::{at, commit, org_role, organisation, user};
use super::sessions::session;
use crate::organisations::views::{OrganisationRow, OrganisationSort};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Database, StoreError};
use crate::roles::views::{OfferedQuery, OfferedSort};
use crate::row_versions::RowVersion;

fn clinic() -> OrganisationDetails {
    OrganisationDetails {
        name: "Lake Clinic".to_owned(),
        domain: Some("https://lake-clinic.example".to_owned()),
        description: "Treats people by the lake.".to_owned(),
        active: true,
        country: "Halvania".to_owned(),
        abbreviation: Some("LC".to_owned()),
    }
}

fn add(database: &dyn Database, organisation: &OrganisationDetails) -> OrganisationId {
    commit(database, |transaction| {
        transaction.organisations().add(organisation).unwrap()
    })
}

fn save(database: &dyn Database, id: OrganisationId, organisation: &OrganisationDetails) {
    commit(database, |transaction| {
        transaction.organisations().save(id, organisation).unwrap();
    });
}

fn one(database: &dyn Database, id: OrganisationId) -> Option<OrganisationRow> {
    database.read().unwrap().organisations().one(id).unwrap()
}

fn every(
    database: &dyn Database,
    search: Option<&str>,
    sort: OrganisationSort,
    direction: Direction,
) -> Vec<String> {
    let query = ListQuery {
        search: search.map(fold),
        sort,
        direction,
        page: Page::new(1, 100),
    };
    let page = database.read().unwrap().organisations().every(&query).unwrap();
    assert_eq!(page.total, page.items.len() as u64);
    page.items.into_iter().map(|row| row.details.name).collect()
}

fn found(database: &dyn Database, search: &str) -> Vec<String> {
    every(
        database,
        Some(search),
        OrganisationSort::Name,
        Direction::Ascending,
    )
}

/// All fields are saved. The search finds the new texts and not the old ones.
pub fn a_saved_organisation_is_read_as_it_is(database: &dyn Database) {
    let id = add(database, &clinic());
    organisation(database, "Hill Clinic");
    let changed = OrganisationDetails {
        name: "Klinik am See".to_owned(),
        domain: None,
        description: "Treats nobody any more.".to_owned(),
        active: false,
        country: "Ormeda".to_owned(),
        abbreviation: None,
    };
    save(database, id, &changed);
    let row = one(database, id).unwrap();
    assert_eq!(
        row,
        OrganisationRow {
            org_id: id,
            details: changed.clone(),
            row_version: RowVersion(1),
        }
    );
    assert_eq!(found(database, "am see"), ["Klinik am See"]);
    assert_eq!(found(database, "lake"), [""; 0]);
    let again = OrganisationDetails {
        name: "Hill Clinic".to_owned(),
        ..changed.clone()
    };
    let taken = database.begin().unwrap().organisations().save(id, &again);
    assert!(matches!(taken, Err(StoreError::Duplicate(_))), "{taken:?}");
    let nowhere = OrganisationId(id.0 + 99);
    let unknown = database.begin().unwrap().organisations().save(nowhere, &changed);
    assert!(matches!(unknown, Err(StoreError::Conflict)), "{unknown:?}");
    assert_eq!(one(database, nowhere), None);
}

/// The organisation itself does not count as another one.
pub fn other_organisations_are_found_by_name_and_domain(database: &dyn Database) {
    let lake = add(database, &clinic());
    let closed = add(
        database,
        &OrganisationDetails {
            name: "Closed Clinic".to_owned(),
            domain: Some("closed.example".to_owned()),
            active: false,
            ..clinic()
        },
    );
    let mut transaction = database.begin().unwrap();
    let organisations = transaction.organisations();
    let mut by_name = |key: &str, than| {
        let other = organisations.other_with_name_key(key, than).unwrap();
        other.map(|other| other.id)
    };
    assert_eq!(by_name("lake clinic", None), Some(lake));
    assert_eq!(by_name("lake clinic", Some(closed)), Some(lake));
    assert_eq!(by_name("lake clinic", Some(lake)), None);
    assert_eq!(by_name("closed clinic", None), Some(closed), "active or not");
    let mut by_domain = |key: &str, than| {
        let other = organisations.other_active_with_domain_key(key, than).unwrap();
        other.map(|other| other.id)
    };
    assert_eq!(by_domain("lake-clinic.example", None), Some(lake));
    assert_eq!(by_domain("lake-clinic.example", Some(lake)), None);
    assert_eq!(by_domain("closed.example", None), None, "active ones only");
}

/// Active and inactive ones are found, ignoring case and diacritics. The typed text is no pattern.
pub fn all_organisations_are_found_by_any_field(database: &dyn Database) {
    add(database, &clinic());
    add(
        database,
        &OrganisationDetails {
            name: "Universität Zürich".to_owned(),
            domain: Some("uzh.example".to_owned()),
            description: "Teaches 100% of medicine.".to_owned(),
            active: false,
            country: "Switzerland".to_owned(),
            abbreviation: Some("UZH".to_owned()),
        },
    );
    for typed in ["zurich", "UZH.exam", "medicine", "switz", "UZ", "100%"] {
        assert_eq!(found(database, typed), ["Universität Zürich"], "{typed}");
    }
    for typed in ["lake-clinic", "by the lake", "Halvania", "lc"] {
        assert_eq!(found(database, typed), ["Lake Clinic"], "{typed}");
    }
    for typed in ["%%", "\\", "\"", "a\0b", "lake clinic https"] {
        assert_eq!(found(database, typed), [""; 0], "{typed}");
    }
    assert_eq!(found(database, "").len(), 3);
    let names = found(database, "requester");
    assert_eq!(names, [DATA_REQUESTER_ORGANISATION_NAME], "as migrations left it");
}

/// Empty values are last in both directions.
pub fn all_organisations_are_sorted_either_way(database: &dyn Database) {
    let of = |name: &str, country: &str, abbreviation: Option<&str>, active| OrganisationDetails {
        name: name.to_owned(),
        country: country.to_owned(),
        abbreviation: abbreviation.map(ToOwned::to_owned),
        domain: abbreviation.map(|text| format!("{text}.example")),
        description: format!("In {country}."),
        active,
    };
    for organisation in [
        of("beta", "Caria", Some("X"), true),
        of("Alpha", "Doria", None, false),
        of("Gamma", "Aria", Some("B"), true),
    ] {
        add(database, &organisation);
    }
    let sorted = |sort, direction| {
        let mut names = every(database, None, sort, direction);
        names.retain(|name| name != DATA_REQUESTER_ORGANISATION_NAME);
        names
    };
    let (up, down) = (Direction::Ascending, Direction::Descending);
    assert_eq!(sorted(OrganisationSort::Name, up), ["Alpha", "beta", "Gamma"]);
    assert_eq!(sorted(OrganisationSort::Name, down), ["Gamma", "beta", "Alpha"]);
    for sort in [OrganisationSort::Country, OrganisationSort::Description] {
        assert_eq!(sorted(sort, up), ["Gamma", "beta", "Alpha"]);
        assert_eq!(sorted(sort, down), ["Alpha", "beta", "Gamma"]);
    }
    for sort in [OrganisationSort::Abbreviation, OrganisationSort::Domain] {
        assert_eq!(sorted(sort, up), ["Gamma", "beta", "Alpha"]);
        assert_eq!(sorted(sort, down), ["beta", "Gamma", "Alpha"]);
    }
    assert_eq!(sorted(OrganisationSort::Active, up)[0], "Alpha");
    assert_eq!(sorted(OrganisationSort::Active, down)[2], "Alpha");
}

fn to(role: OrganisationRoleId, active: bool, by: UserId) -> OfferChange {
    let reason = format!("Because it was {}", !active);
    OfferChange::to(active, (role, !active), Some(by), reason, at(1)).unwrap()
}

fn change(database: &dyn Database, change: &OfferChange) {
    commit(database, |transaction| {
        transaction.organisations().change_role(change).unwrap();
    });
}

/// Holds for holders of the role and for searches.
pub fn a_role_is_offered_while_both_are_active(database: &dyn Database) {
    let here = add(database, &clinic());
    let admin = org_role(database, here, Role::Admin);
    let officer = org_role(database, here, Role::DataOfficer);
    let holder = user(database, 1);
    commit(database, |transaction| {
        transaction
            .roles()
            .assign(holder, admin, RoleStatus::Activated, None, None, at(0))
            .unwrap();
        transaction.sessions().add(&session(holder, 1, 0)).unwrap();
    });
    let is_offered = |expected: bool, activated: bool| {
        let mut transaction = database.begin().unwrap();
        let organisations = transaction.organisations();
        let role = organisations.role_by_id(admin).unwrap().unwrap();
        assert_eq!((role.active, role.offered), (activated, expected));
        assert_eq!(organisations.role_of(here, Role::Admin).unwrap(), Some(role));
        let of: Vec<_> = organisations.roles_of(here).unwrap();
        assert_eq!(
            of.iter().map(|role| role.id).collect::<Vec<_>>(),
            [admin, officer]
        );
        assert_eq!(of[0], role);
        let active = organisations.active_role(here, Role::Admin).unwrap();
        assert_eq!(active, expected.then_some(admin));
        let roles = transaction.roles();
        let one: &[UserId] = if expected { &[holder] } else { &[] };
        assert_eq!(roles.holders(admin).unwrap(), one);
        assert_eq!(roles.usable_by(Role::Admin, None).unwrap(), one);
        assert_eq!(roles.usable_by(Role::Admin, Some(here)).unwrap(), one);
        let at: Vec<_> = roles.organisations_of(holder, Role::Admin).unwrap();
        assert_eq!(!at.is_empty(), expected);
        let mut views = database.read().unwrap();
        let held = views.accounts().user(holder).unwrap().unwrap().assigned_roles;
        assert_eq!(held[0].org_role_active, expected);
        assert_eq!(held[0].status, RoleStatus::Activated, "it is held all the time");
        let shown = views.accounts().session(&[1; 32]).unwrap().unwrap();
        assert_eq!(shown.user_id, holder);
        let of_use: Vec<_> = shown.roles.iter().map(|held| held.org_role_id).collect();
        assert_eq!(of_use, if expected { vec![admin] } else { Vec::new() });
    };
    is_offered(true, true);
    change(database, &to(admin, false, holder));
    is_offered(false, false);
    change(database, &to(admin, true, holder));
    is_offered(true, true);
    let closed = OrganisationDetails {
        active: false,
        ..clinic()
    };
    save(database, here, &closed);
    is_offered(false, true);
    save(database, here, &clinic());
    is_offered(true, true);
}

/// No history line is added.
pub fn an_organisation_role_change_to_the_same_state_is_a_conflict(database: &dyn Database) {
    let here = add(database, &clinic());
    let admin = org_role(database, here, Role::Admin);
    let by = user(database, 1);
    let same = to(admin, true, by);
    let refused = database.begin().unwrap().organisations().change_role(&same);
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    let query = OfferedQuery {
        with_histories: true,
        ..offered_at(here)
    };
    let rows = database.read().unwrap().roles().offered(&query).unwrap();
    assert_eq!(rows.items[0].history, []);
}

fn offered_at(organisation: OrganisationId) -> OfferedQuery {
    OfferedQuery {
        organisations: Some(vec![organisation]),
        available_to: None,
        active_only: false,
        with_histories: false,
        search: None,
        sort: OfferedSort::Organisation,
        direction: Direction::Ascending,
        page: Page::new(1, 100),
    }
}

/// The latest line is first, with its author and reason. Each role has its own lines.
pub fn the_history_of_an_organisation_role_is_shown_on_request(database: &dyn Database) {
    let here = add(database, &clinic());
    let admin = org_role(database, here, Role::Admin);
    org_role(database, here, Role::DataOfficer);
    let by = user(database, 1);
    commit(database, |transaction| {
        let first = OfferChange::first(admin, None, at(0));
        transaction.organisations().note_role(&first).unwrap();
    });
    change(database, &to(admin, false, by));
    let rows = |with_histories| {
        let query = OfferedQuery {
            with_histories,
            ..offered_at(here)
        };
        database.read().unwrap().roles().offered(&query).unwrap().items
    };
    let shown = rows(true);
    let lines: Vec<_> = shown[0]
        .history
        .iter()
        .map(|line| (line.active, line.by.clone(), line.reason.as_deref(), line.at))
        .collect();
    let name = "Amina Okello 1".to_owned();
    assert_eq!(
        lines,
        [
            (false, Some((by, name)), Some("Because it was true"), at(1)),
            (true, None, None, at(0)),
        ]
    );
    assert_eq!((shown[0].active, shown[0].organisation_active), (false, true));
    assert_eq!(shown[1].history, []);
    assert!(rows(false).iter().all(|row| row.history.is_empty()));
    let offered = OfferedQuery {
        active_only: true,
        ..offered_at(here)
    };
    let rows = database.read().unwrap().roles().offered(&offered).unwrap().items;
    assert_eq!(
        rows.iter().map(|row| row.role).collect::<Vec<_>>(),
        [Role::DataOfficer]
    );
    save(
        database,
        here,
        &OrganisationDetails {
            active: false,
            ..clinic()
        },
    );
    let rows = database.read().unwrap().roles().offered(&offered).unwrap();
    assert_eq!(rows.total, 0, "an organisation that is inactive offers nothing");
}

/// Equal values are sorted by organisation and rank.
pub fn organisation_roles_are_sorted_either_way(database: &dyn Database) {
    let zeta = organisation(database, "Zeta");
    let alpha = organisation(database, "alpha");
    let [officer, requester] =
        [Role::DataOfficer, Role::DataRequester].map(|role| org_role(database, zeta, role));
    let admin = org_role(database, alpha, Role::Admin);
    let by = user(database, 1);
    change(database, &to(officer, false, by));
    let sorted = |sort, direction| {
        let query = OfferedQuery {
            organisations: None,
            sort,
            direction,
            ..offered_at(zeta)
        };
        let rows = database.read().unwrap().roles().offered(&query).unwrap();
        let mut rows = rows.items;
        rows.retain(|row| row.org != DATA_REQUESTER_ORGANISATION);
        rows.into_iter().map(|row| row.org_role_id).collect::<Vec<_>>()
    };
    let (up, down) = (Direction::Ascending, Direction::Descending);
    let organisation = OfferedSort::Organisation;
    assert_eq!(sorted(organisation, up), [admin, officer, requester]);
    assert_eq!(sorted(organisation, down), [requester, officer, admin]);
    assert_eq!(sorted(OfferedSort::Role, up), [admin, officer, requester]);
    assert_eq!(sorted(OfferedSort::Role, down), [requester, officer, admin]);
    assert_eq!(sorted(OfferedSort::Status, up), [officer, admin, requester]);
    assert_eq!(sorted(OfferedSort::Status, down), [requester, admin, officer]);
}
