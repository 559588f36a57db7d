//! The contract of organisations.

use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, DATA_REQUESTER_ORGANISATION_NAME};
use aditus_domain::roles::Role;

use super::seed::{commit, org_role, organisation};
use crate::organisations::NewOrganisation;
use crate::ports::{Database, StoreError};

/// In a new database already, and others never take its id.
pub fn the_data_requester_organisation_is_there(database: &dyn Database) {
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

/// By id and by the exact name.
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
    let again = transaction.organisations().add(&NewOrganisation {
        name: "Health Data Institute".to_owned(),
        domain: None,
        description: "Another.".to_owned(),
        active: true,
        country: "Halvania".to_owned(),
        abbreviation: None,
    });
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
}

/// And found where it is offered.
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

/// With its organisation.
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
