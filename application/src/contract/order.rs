//! The contract of sort orders.
//!
//! Names and other texts are sorted by the Unicode collation algorithm, and numbers in them by
//! value. Addresses and domains are sorted byte by byte. All databases sort alike.

use aditus_domain::accounts::EmailAddress;
use aditus_domain::dictionary::{DataSource, ImportFormat, TableTopicDetails, TopicDetails, VersionDetails};
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::organisations::OrganisationDetails;
use aditus_domain::roles::{Role, RoleStatus};

use super::fixtures::{minute, provider, requester, submit};
use super::seed::{
    at, commit, org_role, organisation, person, source, table, table_row, variable_row, variables,
};
use super::steps::feedback;
use crate::access::RequestScope;
use crate::accounts::NewAccount;
use crate::accounts::directory::{PeopleQuery, PersonSort, PersonView};
use crate::dictionary::import::{ImportSort, NewImport};
use crate::dictionary::records::views::{
    SourceSort, TableSort, TableTopicSort, VariableRecordQuery, VariableRecordSort,
};
use crate::dictionary::revisions::views::VersionVariableSort;
use crate::feedback::views::FeedbackSort;
use crate::organisations::views::OrganisationSort;
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::Database;
use crate::roles::views::{AssignedQuery, AssignedSort};

/// Texts in their sort order, which is neither that of their bytes nor that of their digits.
const IN_ORDER: [&str; 5] = ["a", "Ä", "Table 2", "Table 10", "Z"];

/// The same texts in the order of insertion.
const AS_ADDED: [&str; 5] = ["Table 10", "Z", "Ä", "Table 2", "a"];

/// Asserts the order of a list, ascending and descending.
fn assert_order(expected: &[&str], list: impl Fn(Direction) -> Vec<String>) {
    assert_eq!(list(Direction::Ascending), expected);
    let reversed: Vec<&str> = expected.iter().rev().copied().collect();
    assert_eq!(list(Direction::Descending), reversed);
}

fn query<Sort>(sort: Sort, direction: Direction) -> ListQuery<Sort> {
    ListQuery {
        search: None,
        sort,
        direction,
        page: Page::new(1, 50),
    }
}

/// Adds people of an organisation with these texts as designation and department.
fn people(database: &dyn Database, organisation: OrganisationId) -> Vec<UserId> {
    let add = |(number, text): (u32, &str)| {
        let account = NewAccount {
            designation: text.to_owned(),
            department: text.to_owned(),
            organisation,
            ..person(number)
        };
        commit(database, |transaction| {
            transaction.accounts().add(&account).unwrap()
        })
    };
    (1..).zip(AS_ADDED).map(add).collect()
}

fn people_by(
    database: &dyn Database,
    organisation: OrganisationId,
    sort: PersonSort,
    direction: Direction,
) -> Vec<PersonView> {
    let query = PeopleQuery {
        organisation,
        search: None,
        sort,
        direction,
        page: Page::new(1, 50),
    };
    database.read().unwrap().directory().people(&query).unwrap().items
}

/// The title is that of the request.
pub fn feedback_is_sorted_by_title(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    for title in AS_ADDED {
        let id = submit(database, &requester, &provider, title, minute(0));
        commit(database, |transaction| {
            transaction
                .feedback()
                .add(id, &feedback("Good"), minute(1))
                .unwrap();
        });
    }
    assert_order(&IN_ORDER, |direction| {
        let query = query(FeedbackSort::RequestTitle, direction);
        let mut views = database.read().unwrap();
        let page = views.feedback().list(&RequestScope::Everything, &query).unwrap();
        page.items.into_iter().map(|row| row.title).collect()
    });
}

/// The order of the directory.
pub fn people_are_sorted_by_designation_and_department(database: &dyn Database) {
    let here = organisation(database, "Here");
    people(database, here);
    assert_order(&IN_ORDER, |direction| {
        let people = people_by(database, here, PersonSort::Designation, direction);
        people.into_iter().map(|person| person.designation).collect()
    });
    assert_order(&IN_ORDER, |direction| {
        let people = people_by(database, here, PersonSort::Department, direction);
        people.into_iter().map(|person| person.department).collect()
    });
}

/// Addresses are sorted in lower case, byte by byte. Accounts without an address are last in both
/// directions.
pub fn people_are_sorted_by_address(database: &dyn Database) {
    const ADDRESSES: [&str; 6] = [
        "A-b@health.example",
        "a.b@health.example",
        "a@health.example",
        "a@mzchen.example",
        "a@m\u{fc}nchen.example",
        "Z@health.example",
    ];
    let here = organisation(database, "Here");
    let addresses = ADDRESSES.iter().rev().map(|address| Some(*address));
    for (number, address) in (1..).zip(std::iter::once(None).chain(addresses)) {
        let account = NewAccount {
            org_email: address.map(|address| EmailAddress::parse(address).unwrap()),
            organisation: here,
            ..person(number)
        };
        commit(database, |transaction| {
            transaction.accounts().add(&account).unwrap();
        });
    }
    let listed = |direction| -> Vec<Option<String>> {
        let people = people_by(database, here, PersonSort::Email, direction);
        people.into_iter().map(|person| person.org_email).collect()
    };
    let mut expected: Vec<Option<String>> = ADDRESSES
        .iter()
        .map(|address| Some((*address).to_owned()))
        .collect();
    expected.push(None);
    assert_eq!(listed(Direction::Ascending), expected);
    expected[..ADDRESSES.len()].reverse();
    assert_eq!(listed(Direction::Descending), expected);
}

/// The designation is that of the person who holds or requests the role.
pub fn assigned_roles_are_sorted_by_designation(database: &dyn Database) {
    let here = organisation(database, "Here");
    let officer = org_role(database, here, Role::DataOfficer);
    for user in people(database, here) {
        commit(database, |transaction| {
            transaction
                .roles()
                .assign(user, officer, RoleStatus::Pending, None, None, at(0))
                .unwrap();
        });
    }
    assert_order(&IN_ORDER, |direction| {
        let query = AssignedQuery {
            organisation: here,
            statuses: Vec::new(),
            search: None,
            sort: AssignedSort::Designation,
            direction,
            page: Page::new(1, 50),
        };
        let page = database.read().unwrap().roles().assigned(&query).unwrap();
        page.items.into_iter().map(|row| row.person.designation).collect()
    });
}

/// Adds organisations of these names. Their other texts equal the name.
fn organisations(database: &dyn Database, names: &[&str], domain: impl Fn(&str) -> Option<String>) {
    for &name in names {
        let new = OrganisationDetails {
            name: name.to_owned(),
            domain: domain(name),
            description: name.to_owned(),
            active: true,
            country: name.to_owned(),
            abbreviation: Some(name.to_owned()),
        };
        commit(database, |transaction| {
            transaction.organisations().add(&new).unwrap();
        });
    }
}

/// Returns the names of these organisations, in the order of the list.
fn organisations_by(
    database: &dyn Database,
    among: &[&str],
    sort: OrganisationSort,
    direction: Direction,
) -> Vec<String> {
    let query = query(sort, direction);
    let page = database.read().unwrap().organisations().every(&query).unwrap();
    let names = page.items.into_iter().map(|row| row.details.name);
    names.filter(|name| among.contains(&name.as_str())).collect()
}

/// Sorted by name, description, country and abbreviation.
pub fn organisations_are_sorted_by_their_texts(database: &dyn Database) {
    organisations(database, &AS_ADDED, |_| None);
    for sort in [
        OrganisationSort::Name,
        OrganisationSort::Description,
        OrganisationSort::Country,
        OrganisationSort::Abbreviation,
    ] {
        assert_order(&IN_ORDER, |direction| {
            organisations_by(database, &IN_ORDER, sort, direction)
        });
    }
}

/// Domains are sorted byte by byte.
pub fn organisations_are_sorted_by_domain(database: &dyn Database) {
    const DOMAINS: [&str; 5] = [
        "a-b.example",
        "a.b.example",
        "ab.example",
        "zb.example",
        "\u{e4}b.example",
    ];
    let mut added = DOMAINS;
    added.reverse();
    organisations(database, &added, |name| Some(format!("https://{name}")));
    assert_order(&DOMAINS, |direction| {
        organisations_by(database, &DOMAINS, OrganisationSort::Domain, direction)
    });
}

/// Sorted by name and by system.
pub fn sources_are_sorted_by_their_texts(database: &dyn Database) {
    for text in AS_ADDED {
        let new = DataSource {
            dbms: text.to_owned(),
            ..DataSource::named(text)
        };
        commit(database, |transaction| {
            transaction.dictionary().add_source(&new).unwrap();
        });
    }
    for sort in [SourceSort::Source, SourceSort::Dbms] {
        assert_order(&IN_ORDER, |direction| {
            let query = query(sort, direction);
            let mut views = database.read().unwrap();
            let page = views.dictionary_records().source_records(&query).unwrap();
            page.items.into_iter().map(|row| row.details.source).collect()
        });
    }
}

/// Sorted by name, type and entity. The types themselves are sorted as well.
pub fn tables_are_sorted_by_their_texts(database: &dyn Database) {
    let registry = source(database, "Registry", true);
    for text in AS_ADDED {
        let mut row = table_row(text);
        row.table_type = text.to_owned();
        table(database, registry, &row);
    }
    for sort in [TableSort::Name, TableSort::Type, TableSort::Entity] {
        assert_order(&IN_ORDER, |direction| {
            let query = query(sort, direction);
            let mut views = database.read().unwrap();
            let page = views.dictionary_records().table_list(None, &query).unwrap();
            page.items
                .into_iter()
                .map(|row| row.definition.tbl_name)
                .collect()
        });
    }
    let mut views = database.read().unwrap();
    let types = views.dictionary_records().table_types().unwrap();
    let names: Vec<String> = types.into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, IN_ORDER);
    let types = views.dictionary().published_table_types().unwrap();
    let names: Vec<String> = types.into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, IN_ORDER);
    let tables = views.dictionary().tables_by_type(registry).unwrap();
    let names: Vec<String> = tables.into_iter().map(|table| table.tbl_name).collect();
    assert_eq!(names, IN_ORDER);
}

/// The sort keys of all texts follow a change.
pub fn a_changed_table_is_sorted_by_its_new_texts(database: &dyn Database) {
    let registry = source(database, "Registry", true);
    let ids = ["First", "Second"].map(|name| table(database, registry, &table_row(name)));
    commit(database, |transaction| {
        let mut row = table_row("First");
        row.table_type = "Vocabulary".to_owned();
        row.entity_name = "Third".to_owned();
        transaction.dictionary().update_table(ids[0], &row).unwrap();
    });
    for sort in [TableSort::Type, TableSort::Entity] {
        assert_order(&["Second", "First"], |direction| {
            let query = query(sort, direction);
            let mut views = database.read().unwrap();
            let page = views.dictionary_records().table_list(None, &query).unwrap();
            page.items
                .into_iter()
                .map(|row| row.definition.tbl_name)
                .collect()
        });
    }
}

/// Sorted by entity and description.
pub fn tables_of_a_topic_are_sorted_by_their_texts(database: &dyn Database) {
    let registry = source(database, "Registry", true);
    let tables = AS_ADDED.map(|text| table(database, registry, &table_row(text)));
    let details = TopicDetails {
        topic: "People".to_owned(),
        description: "All about them.".to_owned(),
        active: true,
    };
    commit(database, |transaction| {
        let topic = transaction
            .dictionary_records()
            .add_topic(&details, at(0))
            .unwrap();
        for tbl in tables {
            let place = TableTopicDetails {
                tbl,
                topic,
                pos_x: 0.5,
                pos_y: 0.5,
            };
            transaction
                .dictionary_tables()
                .add_table_topic(&place, at(5))
                .unwrap();
        }
    });
    for sort in [TableTopicSort::EntityName, TableTopicSort::TblDescription] {
        assert_order(&IN_ORDER, |direction| {
            let query = query(sort, direction);
            let mut views = database.read().unwrap();
            let page = views
                .dictionary_variables()
                .table_topic_records(None, false, &query)
                .unwrap();
            page.items.into_iter().map(|row| row.entity_name).collect()
        });
    }
}

/// Sorted by column and name, in a table and in a version of its source.
pub fn variables_are_sorted_by_their_names(database: &dyn Database) {
    let registry = source(database, "Registry", true);
    let births = table(database, registry, &table_row("births"));
    let rows = AS_ADDED.map(|text| variable_row("births", text));
    variables(database, births, &rows);
    for sort in [VariableRecordSort::ColumnName, VariableRecordSort::VarName] {
        assert_order(&IN_ORDER, |direction| {
            let query = VariableRecordQuery {
                table: Some(births),
                data_source: None,
                list: query(sort, direction),
            };
            let mut views = database.read().unwrap();
            let page = views.dictionary_variables().variable_records(&query).unwrap();
            page.items
                .into_iter()
                .map(|row| row.details.ids_column_name)
                .collect()
        });
    }
    let details = VersionDetails {
        data_source: registry,
        message: "As it is.".to_owned(),
        date_created: at(1),
    };
    let committer = requester(database).attendant.assigned_role;
    let version = commit(database, |transaction| {
        let version = transaction
            .dictionary_records()
            .add_version(&details, committer)
            .unwrap();
        transaction
            .dictionary_revisions()
            .freeze(version, registry, None)
            .unwrap();
        version
    });
    for sort in [VersionVariableSort::ColumnName, VersionVariableSort::VarName] {
        assert_order(&IN_ORDER, |direction| {
            let query = query(sort, direction);
            let mut views = database.read().unwrap();
            let page = views
                .dictionary_revisions()
                .version_variables(Some(version), &query)
                .unwrap();
            page.items.into_iter().map(|row| row.ids_column_name).collect()
        });
    }
}

/// Sorted by the name of the source.
pub fn imports_are_sorted_by_source(database: &dyn Database) {
    for text in AS_ADDED {
        let new = NewImport {
            source: text.to_owned(),
            format: ImportFormat::Redcap,
            leave_unknown: true,
            publish: true,
            started_by: None,
            started_on: at(0),
            holder: [1; 16],
            held_until: at(60),
        };
        commit(database, |transaction| {
            transaction.dictionary_imports().add(&new).unwrap();
        });
    }
    assert_order(&IN_ORDER, |direction| {
        let query = query(ImportSort::Source, direction);
        let mut views = database.read().unwrap();
        let page = views.dictionary_imports().imports(&query).unwrap();
        page.items.into_iter().map(|job| job.source).collect()
    });
}
