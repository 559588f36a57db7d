//! The contract of organisations.

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::organisations::{
    DATA_REQUESTER_ORGANISATION, DATA_REQUESTER_ORGANISATION_NAME, OrganisationDetails,
};
use aditus_domain::roles::Role;

use super::seed::{commit, org_role, organisation};
use crate::organisations::views::{OrganisationQuery, OrganisationSort};
use crate::paging::{Direction, Page};
use crate::ports::{Database, StoreError};

/// It exists in a new database, and no other organisation gets its id.
pub fn the_data_requester_organisation_exists(database: &dyn Database) {
    let id = DATA_REQUESTER_ORGANISATION;
    {
        let mut transaction = database.begin().unwrap();
        let organisations = transaction.organisations();
        assert_eq!(
            organisations.by_id(id).unwrap().unwrap().name,
            DATA_REQUESTER_ORGANISATION_NAME
        );
        assert_eq!(
            organisations
                .by_name(DATA_REQUESTER_ORGANISATION_NAME)
                .unwrap()
                .unwrap()
                .id,
            id
        );
        assert!(
            organisations
                .active_role(id, Role::DataRequester)
                .unwrap()
                .is_some()
        );
        assert_eq!(organisations.active_role(id, Role::Admin).unwrap(), None);
    }
    let others = ["One", "Two"].map(|name| organisation(database, name));
    assert!(others[0] > id && others[1] > others[0], "{others:?}");
}

/// Found by id and by exact name.
pub fn organisations_are_found_and_unique(database: &dyn Database) {
    let id = organisation(database, "Health Data Institute");
    let mut transaction = database.begin().unwrap();
    assert_eq!(
        transaction
            .organisations()
            .by_name("Health Data Institute")
            .unwrap()
            .unwrap()
            .id,
        id
    );
    assert_eq!(transaction.organisations().by_name("Health Data").unwrap(), None);
    assert_eq!(
        transaction
            .organisations()
            .by_id(OrganisationId(id.0 + 1))
            .unwrap(),
        None
    );
    let again = transaction.organisations().add(&OrganisationDetails {
        name: "Health Data Institute".to_owned(),
        domain: None,
        description: "Another.".to_owned(),
        active: true,
        country: "Halvania".to_owned(),
        abbreviation: None,
    });
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
}

/// The role is found at the organisation that offers it.
pub fn a_role_is_offered_once(database: &dyn Database) {
    let here = organisation(database, "Here");
    let there = organisation(database, "There");
    let offered = org_role(database, here, Role::DataCustodian);
    commit(database, |transaction| {
        let organisations = transaction.organisations();
        assert_eq!(
            organisations.active_role(here, Role::DataCustodian).unwrap(),
            Some(offered)
        );
        assert_eq!(
            organisations.active_role(there, Role::DataCustodian).unwrap(),
            None
        );
    });
    let again = database
        .begin()
        .unwrap()
        .organisations()
        .offer_role(here, Role::DataCustodian);
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
    let nowhere = database
        .begin()
        .unwrap()
        .organisations()
        .offer_role(OrganisationId(there.0 + 1), Role::DataCustodian);
    assert!(matches!(nowhere, Err(StoreError::Reference(_))), "{nowhere:?}");
}

fn add(database: &dyn Database, name: &str, domain: Option<&str>, active: bool) -> OrganisationId {
    let new = OrganisationDetails {
        name: name.to_owned(),
        domain: domain.map(ToOwned::to_owned),
        description: "Holds health data.".to_owned(),
        active,
        country: "Halvania".to_owned(),
        abbreviation: None,
    };
    commit(database, |transaction| {
        transaction.organisations().add(&new).unwrap()
    })
}

/// The case of a name and the notation of a domain do not matter.
pub fn active_organisations_are_found_by_name_and_domain(database: &dyn Database) {
    let here = add(
        database,
        "Institut Öresund",
        Some("https://www.Oresund.example/about"),
        true,
    );
    add(database, "Closed Institute", Some("closed.example"), false);
    let bare = add(database, "Bare Institute", None, true);
    let mut transaction = database.begin().unwrap();
    let organisations = transaction.organisations();
    let found = organisations
        .active_by_name_key("institut öresund")
        .unwrap()
        .unwrap();
    assert_eq!(
        (found.id, found.active, found.domain_key.as_deref()),
        (here, true, Some("oresund.example"))
    );
    assert_eq!(
        organisations.active_by_name_key("closed institute").unwrap(),
        None
    );
    assert_eq!(organisations.active_by_name_key("institut").unwrap(), None);
    assert_eq!(organisations.by_id(bare).unwrap().unwrap().domain_key, None);
    assert!(!organisations.by_name("Closed Institute").unwrap().unwrap().active);
    let mut known = |domains: &[&str]| {
        let domains: Vec<_> = domains.iter().map(|domain| (*domain).to_owned()).collect();
        organisations.has_active_domain(&domains).unwrap()
    };
    assert!(known(&["oresund.example"]) && known(&["lab.oresund.example", "oresund.example"]));
    assert!(!known(&["closed.example"]) && !known(&["example"]) && !known(&[]));
}

/// They are found by name, ignoring case and diacritics. The typed text is no pattern.
pub fn organisations_come_in_pages_by_name(database: &dyn Database) {
    for (name, domain) in [
        ("Zeta Clinic", Some("zeta.example")),
        ("alpha clinic 100%", Some("alpha.example")),
        ("Öresund Clinic", Some("zeta.example")),
        ("Universität Zürich", None),
    ] {
        add(database, name, domain, true);
    }
    add(database, "Closed Clinic", Some("zeta.example"), false);
    let find = |search: Option<&str>, domains: Option<&[&str]>, page| {
        let query = OrganisationQuery {
            search: search.map(fold),
            domains: domains.map(|domains| domains.iter().map(|domain| (*domain).to_owned()).collect()),
            sort: OrganisationSort::Name,
            direction: Direction::Ascending,
            page,
        };
        let page = database.read().unwrap().organisations().active(&query).unwrap();
        let names: Vec<_> = page.items.into_iter().map(|row| row.name).collect();
        (names, page.total)
    };
    let all = Page::new(1, 100);
    let (names, total) = find(None, None, all);
    assert_eq!(total, 5);
    assert_eq!(
        names[..2],
        ["alpha clinic 100%", DATA_REQUESTER_ORGANISATION_NAME]
    );
    for typed in ["öres", "ORES", " Öre", "esund", "or"] {
        assert_eq!(find(Some(typed), None, all).0, ["Öresund Clinic"], "{typed}");
    }
    for typed in ["zurich", "ZÜRICH", "universitat  zu", "z\u{fc}r", "zu\u{308}rich"] {
        assert_eq!(find(Some(typed), None, all).0, ["Universität Zürich"], "{typed}");
    }
    assert_eq!(
        find(Some("data req"), None, all).0,
        [DATA_REQUESTER_ORGANISATION_NAME]
    );
    assert_eq!(find(Some("100%"), None, all).0, ["alpha clinic 100%"]);
    for typed in ["%", "%%%", "\\", "a\0b", "\"", "zuerich"] {
        assert_eq!(find(Some(typed), None, all).1, 0, "{typed}");
    }
    assert_eq!(
        find(Some("clinic"), None, Page::new(2, 2)),
        (vec!["Zeta Clinic".to_owned()], 3)
    );
    assert_eq!(find(None, Some(&["zeta.example"]), all).1, 2);
    assert_eq!(
        find(Some("zeta"), Some(&["zeta.example"]), all).0,
        ["Zeta Clinic"]
    );
    assert_eq!(find(None, Some(&[]), all).1, 0);
}

/// Returned with its organisation.
pub fn an_offered_role_is_found_by_its_id(database: &dyn Database) {
    let here = organisation(database, "Here");
    let id = org_role(database, here, Role::Admin);
    let mut transaction = database.begin().unwrap();
    let found = transaction.organisations().role_by_id(id).unwrap().unwrap();
    assert_eq!(
        (found.id, found.organisation, found.role, found.active),
        (id, here, Role::Admin, true)
    );
    let unknown = OrganisationRoleId(id.0 + 1);
    assert_eq!(transaction.organisations().role_by_id(unknown).unwrap(), None);
}
