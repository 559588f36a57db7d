//! The contract of the read models of people.

use aditus_domain::accounts::{AccountState, NameField, PersonName};
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::{Role, RoleStatus};

use super::seed::{at, commit, org_role, organisation, person};
use super::{passkeys, second_factors};
use crate::accounts::NewAccount;
use crate::accounts::directory::{AdministrationCounts, PeopleQuery, PersonSort};
use crate::paging::{Direction, Page};
use crate::ports::Database;

fn named(number: u32, organisation: OrganisationId, fname: &str, sname: &str) -> NewAccount {
    NewAccount {
        fname: PersonName::parse(fname, NameField::First).unwrap(),
        sname: PersonName::parse(sname, NameField::Last).unwrap(),
        organisation,
        created_on: at(-i64::from(number)),
        ..person(number)
    }
}

fn add(database: &dyn Database, account: &NewAccount) -> UserId {
    commit(database, |transaction| {
        transaction.accounts().add(account).unwrap()
    })
}

fn query(organisation: OrganisationId) -> PeopleQuery {
    PeopleQuery {
        organisation,
        search: None,
        sort: PersonSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 20),
    }
}

fn found(database: &dyn Database, query: &PeopleQuery) -> Vec<UserId> {
    let page = database.read().unwrap().directory().people(query).unwrap();
    page.items.iter().map(|person| person.user_id).collect()
}

/// Rows contain everything that the table shows.
pub fn people_are_shown_by_organisation_and_name(database: &dyn Database) {
    let here = organisation(database, "Here");
    let zoe = add(database, &named(1, here, "zoë", "Aciro"));
    let amina = NewAccount {
        middle_name: Some(PersonName::parse("Grace", NameField::Middle).unwrap()),
        tentative_organization: Some("A clinic".to_owned()),
        state: AccountState::Pending,
        ..named(2, here, "Ämina", "Okello")
    };
    let amina_id = add(database, &amina);
    let ben = add(database, &named(3, here, "Ben", "Aciro"));
    add(
        database,
        &named(4, DATA_REQUESTER_ORGANISATION, "Abel", "Elsewhere"),
    );
    assert_eq!(found(database, &query(here)), [amina_id, ben, zoe]);
    let page = database.read().unwrap().directory().people(&query(here)).unwrap();
    let shown = &page.items[0];
    assert_eq!(
        (
            shown.fname.as_str(),
            shown.middle_name.as_deref(),
            shown.sname.as_str()
        ),
        ("Ämina", Some("Grace"), "Okello")
    );
    assert_eq!(
        (shown.phone.as_str(), shown.org_email.as_deref()),
        (amina.phone.as_str(), Some("Person.2@health.example"))
    );
    assert_eq!(
        (shown.designation.as_str(), shown.department.as_str()),
        ("Epidemiologist", "Public Health")
    );
    assert_eq!(shown.tentative_organization.as_deref(), Some("A clinic"));
    assert_eq!((shown.state, shown.created_on), (AccountState::Pending, at(-2)));
}

/// People are found with any spelling, after each change, and only at their organisation.
pub fn people_are_found_by_any_displayed_text(database: &dyn Database) {
    let here = organisation(database, "Here");
    let zoe = add(database, &named(1, here, "Zoë", "Łukasik"));
    let ben = add(database, &named(2, here, "Ben", "Aciro"));
    add(
        database,
        &named(3, DATA_REQUESTER_ORGANISATION, "Zoë", "Elsewhere"),
    );
    let searched = |text: &str| {
        found(
            database,
            &PeopleQuery {
                search: Some(text.to_owned()),
                ..query(here)
            },
        )
    };
    assert_eq!(searched("zoe lukasik"), [zoe]);
    assert_eq!(searched("ukas"), [zoe]);
    assert_eq!(searched("z"), [zoe], "beginnings of words");
    assert_eq!(searched("person.2@"), [ben]);
    assert_eq!(searched("+256700000002"), [ben]);
    assert_eq!(searched("public health"), [ben, zoe]);
    for nothing in ["elsewhere", "%", "_", "\\", "\"", "zoe aciro", "a\0b"] {
        assert_eq!(searched(nothing), [], "{nothing}");
    }
    commit(database, |transaction| {
        let mut account = transaction.accounts().by_id(ben).unwrap().unwrap();
        account.designation = "Statistician".to_owned();
        account.sname = PersonName::parse("Renamed", NameField::Last).unwrap();
        transaction.accounts().save(&account).unwrap();
    });
    assert_eq!(searched("aciro"), []);
    assert_eq!(searched("statist"), [ben]);
    assert_eq!(searched("ben renamed"), [ben]);
}

/// No person is on two pages.
pub fn people_are_sorted_either_way_and_paged(database: &dyn Database) {
    let here = organisation(database, "Here");
    let ids: Vec<UserId> = (1..=5)
        .map(|number| {
            let account = NewAccount {
                state: if number == 3 {
                    AccountState::Disabled
                } else {
                    AccountState::Active
                },
                designation: if number == 2 { "Auditor" } else { "Nurse" }.to_owned(),
                department: if number == 4 { "Accounts" } else { "Wards" }.to_owned(),
                ..named(number, here, "Same", "Name")
            };
            add(database, &account)
        })
        .collect();
    let first = |sort, direction| {
        found(
            database,
            &PeopleQuery {
                sort,
                direction,
                ..query(here)
            },
        )[0]
    };
    assert_eq!(first(PersonSort::Email, Direction::Ascending), ids[0]);
    assert_eq!(first(PersonSort::Email, Direction::Descending), ids[4]);
    assert_eq!(first(PersonSort::Designation, Direction::Ascending), ids[1]);
    assert_eq!(first(PersonSort::Department, Direction::Ascending), ids[3]);
    assert_eq!(first(PersonSort::State, Direction::Descending), ids[2]);
    assert_eq!(first(PersonSort::Created, Direction::Ascending), ids[4]);
    for direction in [Direction::Ascending, Direction::Descending] {
        let mut seen = Vec::new();
        for number in 1..=3 {
            let page = PeopleQuery {
                direction,
                page: Page::new(number, 2),
                ..query(here)
            };
            let read = database.read().unwrap().directory().people(&page).unwrap();
            assert_eq!(read.total, 5);
            seen.extend(read.items.into_iter().map(|person| person.user_id));
        }
        if direction == Direction::Descending {
            seen.reverse();
        }
        assert_eq!(seen, ids);
    }
}

fn add_authenticator_app(database: &dyn Database, user: UserId) {
    commit(database, |transaction| {
        let mut stored = transaction.second_factors().of_user(user).unwrap();
        stored.factor = second_factors::complete();
        transaction.second_factors().save(&stored).unwrap();
    });
}

/// An authenticator app and a passkey are a second factor. An app that is being set up is none.
pub fn people_with_a_second_factor_are_marked(database: &dyn Database) {
    let here = organisation(database, "Here");
    let [ada, ben, cora, dan] = [(1, "Ada"), (2, "Ben"), (3, "Cora"), (4, "Dan")]
        .map(|(number, fname)| add(database, &named(number, here, fname, "Okello")));
    let marked = || -> Vec<UserId> {
        let page = database.read().unwrap().directory().people(&query(here)).unwrap();
        assert_eq!(page.items.len(), 4);
        let marked = page.items.iter().filter(|person| person.has_second_factor);
        marked.map(|person| person.user_id).collect()
    };
    assert_eq!(marked(), []);
    add_authenticator_app(database, ada);
    passkeys::add(database, cora, &[1], 0);
    commit(database, |transaction| {
        let mut stored = transaction.second_factors().of_user(dan).unwrap();
        stored.factor.set_up = second_factors::complete().set_up;
        transaction.second_factors().save(&stored).unwrap();
    });
    assert_eq!(marked(), [ada, cora]);
    passkeys::add(database, ada, &[2], 0);
    commit(database, |transaction| {
        transaction.passkeys().remove_all(cora).unwrap();
    });
    assert_eq!(marked(), [ada]);
    passkeys::add(database, ben, &[3], 0);
    assert_eq!(marked(), [ada, ben]);
}

/// Only people of one organisation are counted.
pub fn people_and_roles_are_counted(database: &dyn Database) {
    let [here, there] = ["Here", "There"].map(|name| organisation(database, name));
    let officer = org_role(database, here, Role::DataOfficer);
    let analyst = org_role(database, here, Role::DataAnalyst);
    let elsewhere = org_role(database, there, Role::DataOfficer);
    let ada = add(database, &named(1, here, "Ada", "Okello"));
    let waiting = NewAccount {
        state: AccountState::Pending,
        ..named(2, here, "Ben", "Okello")
    };
    let ben = add(database, &waiting);
    let cora = add(database, &named(3, here, "Cora", "Okello"));
    add(database, &named(4, there, "Dan", "Okello"));
    let eve = add(database, &named(5, here, "Eve", "Okello"));
    commit(database, |transaction| {
        let roles = transaction.roles();
        for (user, role, status) in [
            (ada, officer, RoleStatus::Activated),
            (ada, elsewhere, RoleStatus::Activated),
            (ada, analyst, RoleStatus::Revoked),
            (ben, officer, RoleStatus::Pending),
            (ben, analyst, RoleStatus::Pending),
        ] {
            roles.assign(user, role, status, None, None, at(0)).unwrap();
        }
    });
    add_authenticator_app(database, cora);
    passkeys::add(database, eve, &[1], 0);
    let mut views = database.read().unwrap();
    assert_eq!(
        views.directory().counts(here).unwrap(),
        AdministrationCounts {
            users: 4,
            pending_activation: 1,
            role_requests: 2,
            assigned_roles: 1,
            without_second_factor: 1,
        }
    );
    let empty = OrganisationId(there.0 + 1);
    assert_eq!(
        views.directory().counts(empty).unwrap(),
        AdministrationCounts::default()
    );
}
