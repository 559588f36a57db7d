//! People, organisations and a dictionary for the contract.

use aditus_domain::accounts::{AccountState, EmailAddress, NameField, PersonName, PhoneNumber};
use aditus_domain::dictionary::{DataSource, DataType, TableRow, Usage, VariableRow};
use aditus_domain::ids::{DataSourceId, OrganisationId, OrganisationRoleId, TableId, UserId, VariableId};
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, OrganisationDetails};
use aditus_domain::reference::{EntryName, PlaceFile, ReferenceList};
use aditus_domain::roles::Role;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::accounts::NewAccount;
use crate::audit::{Recorded, Unrecorded, unrecorded};
use crate::ports::{Database, Transaction};
use crate::reference::places::import::import_places;

/// Returns a fixed time plus `seconds`, which may be negative.
pub fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 123_456_000).unwrap() + TimeDelta::seconds(seconds)
}

/// The day on which variables are introduced.
pub fn day() -> NaiveDate {
    at(0).date_naive()
}

/// Returns the argument of a commit of test data.
pub const fn unrecorded_in_test() -> Recorded {
    unrecorded(Unrecorded::DemoOrTest)
}

/// Runs `work` in a transaction of its own and commits it.
pub fn commit<T>(database: &dyn Database, work: impl FnOnce(&mut dyn Transaction) -> T) -> T {
    let mut transaction = database.begin().unwrap();
    let result = work(&mut *transaction);
    transaction.commit(unrecorded_in_test()).unwrap();
    result
}

/// Returns a new account. Each number gives another last name, phone number and email address.
pub fn person(number: u32) -> NewAccount {
    NewAccount {
        fname: PersonName::parse("Amina", NameField::First).unwrap(),
        middle_name: None,
        sname: PersonName::parse(&format!("Okello {number}"), NameField::Last).unwrap(),
        phone: PhoneNumber::parse(&format!("+25670{number:07}")).unwrap(),
        org_email: Some(EmailAddress::parse(&format!("Person.{number}@health.example")).unwrap()),
        designation: "Epidemiologist".to_owned(),
        department: "Public Health".to_owned(),
        organisation: DATA_REQUESTER_ORGANISATION,
        tentative_organization: None,
        password_hash: "$argon2id$invented".to_owned(),
        state: AccountState::Active,
        email_is_verified: true,
        created_on: at(0),
    }
}

/// Adds [`person`].
pub fn user(database: &dyn Database, number: u32) -> UserId {
    commit(database, |transaction| {
        transaction.accounts().add(&person(number)).unwrap()
    })
}

/// Adds an organisation. Panics if there is one with this name.
pub fn organisation(database: &dyn Database, name: &str) -> OrganisationId {
    let new = OrganisationDetails {
        name: name.to_owned(),
        domain: Some("health.example".to_owned()),
        description: "Holds health data.".to_owned(),
        active: true,
        country: "Halvania".to_owned(),
        abbreviation: None,
    };
    commit(database, |transaction| {
        transaction.organisations().add(&new).unwrap()
    })
}

/// Adds ethics committees, the first with the id 1, and two regions with their districts and
/// facilities, unless there are some.
pub fn reference_data(database: &dyn Database) {
    let list = ReferenceList::EthicsCommittees;
    commit(database, |transaction| {
        if !transaction.reference().entries(list).unwrap().is_empty() {
            return;
        }
        for name in [
            "Lakeside University Ethics Committee",
            "Hill Institute Review Board",
        ] {
            let name = EntryName::parse(list, name).unwrap();
            transaction.reference().add_entry(list, &name, true).unwrap();
        }
        let file = PlaceFile::parse(FACILITIES.as_bytes()).unwrap();
        import_places(transaction, &file).unwrap();
    });
}

const FACILITIES: &str = "\
region,district,facility
Lake Region,Ormeda,Ormeda Teaching Hospital
Lake Region,Karrow,Karrow Clinic
Coastal Plains,Mirrin,Mirrin District Hospital
Coastal Plains,Mirrin,Palm Grove Clinic
";

/// Offers a role at an organisation.
pub fn org_role(database: &dyn Database, organisation: OrganisationId, role: Role) -> OrganisationRoleId {
    commit(database, |transaction| {
        transaction
            .organisations()
            .offer_role(organisation, role)
            .unwrap()
    })
}

/// Adds a data source, published or not.
pub fn source(database: &dyn Database, name: &str, publish: bool) -> DataSourceId {
    let new = DataSource {
        description: format!("What {name} collects."),
        dbms: "PostgreSQL".to_owned(),
        publish,
        ..DataSource::named(name)
    };
    commit(database, |transaction| {
        transaction.dictionary().add_source(&new).unwrap()
    })
}

/// A published table.
pub fn table_row(name: &str) -> TableRow {
    TableRow {
        tbl_name: name.to_owned(),
        table_type: "Clinical".to_owned(),
        tbl_description: format!("Rows of {name}."),
        entity_name: name.to_owned(),
        icon: "TableChart".to_owned(),
        publish: true,
        records: None,
    }
}

/// Adds a table.
pub fn table(database: &dyn Database, source: DataSourceId, row: &TableRow) -> TableId {
    commit(database, |transaction| {
        transaction
            .dictionary()
            .add_tables(source, std::slice::from_ref(row))
            .unwrap()[0]
    })
}

/// A variable of a table.
pub fn variable_row(tbl_name: &str, column: &str) -> VariableRow {
    VariableRow {
        tbl_name: tbl_name.to_owned(),
        ids_column_name: column.to_owned(),
        var_name: column.to_owned(),
        data_type: DataType::Number,
        meaning: "As it was measured.".to_owned(),
        date_introduced: Some(day()),
        range: None,
        old_var_name: None,
        reference: None,
        derived: false,
        usage: Usage::Analytical,
        is_primary: false,
        is_foreign: false,
        is_identifiable: false,
        is_analytical: true,
        enumerated: false,
        synonyms: Vec::new(),
        input_values: Vec::new(),
        dependencies: Vec::new(),
    }
}

/// Adds variables to a table.
pub fn variables(database: &dyn Database, table: TableId, rows: &[VariableRow]) -> Vec<VariableId> {
    let rows: Vec<_> = rows.iter().map(|row| (table, row.clone())).collect();
    commit(database, |transaction| {
        transaction.dictionary().add_variables(&rows).unwrap()
    })
}
