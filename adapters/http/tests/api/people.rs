//! An installation with one person for each role, a published source with a custodian, and the
//! default procedure.

use aditus_application::accounts::NewAccount;
use aditus_application::contract::seed;
use aditus_application::testing::known_browser;
use aditus_domain::accounts::{AccountState, EmailAddress, NameField, PersonName, PhoneNumber};
use aditus_domain::dictionary::{DataSource, DataType, TableRow, VariableRow};
use aditus_domain::ids::{
    AssignedRoleId, DataSourceId, OrganisationId, OrganisationRoleId, UserId, VariableId,
};
use aditus_domain::organisations::OrganisationDetails;
use aditus_domain::procedures::default_procedure;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::json;

use crate::client::Client;
use crate::server::TestServer;

/// The password of all persons.
pub const PASSWORD: &str = "Demo-2026!";

/// A signed-in person.
#[derive(Clone)]
pub struct Person {
    pub client: Client,
    pub user: UserId,
    pub organisation: OrganisationId,
    pub email: String,
    pub assigned_role: AssignedRoleId,
    pub org_role: OrganisationRoleId,
}

/// The fixture of an installation.
pub struct Installation<'a> {
    pub server: &'a TestServer,
    pub provider: OrganisationId,
    pub requesters: OrganisationId,
    pub source: DataSourceId,
    pub variables: Vec<VariableId>,
}

impl<'a> Installation<'a> {
    pub fn new(server: &'a TestServer) -> Self {
        Self::without(server, None)
    }

    /// Creates an installation whose provider does not offer this role.
    pub fn without(server: &'a TestServer, missing: Option<Role>) -> Self {
        let name = server.ports.settings.provider_organisation.clone();
        let (provider, requesters, source, variables) = server.write(|transaction| {
            let provider = transaction.organisations().add(&organisation(&name)).unwrap();
            let requesters = transaction
                .organisations()
                .by_name("Data Requester")
                .unwrap()
                .unwrap()
                .id;
            let custodian = transaction
                .organisations()
                .offer_role(provider, Role::DataCustodian)
                .unwrap();
            for role in Role::ALL
                .into_iter()
                .filter(|role| *role != Role::DataCustodian && Some(*role) != missing)
            {
                transaction.organisations().offer_role(provider, role).unwrap();
            }
            transaction
                .procedures()
                .add(&default_procedure(), true, true)
                .ok();
            let source = transaction
                .dictionary()
                .add_source(&DataSource::named("Hospital Records"))
                .unwrap();
            transaction
                .dictionary()
                .add_custodian(source, custodian, false)
                .unwrap();
            let table = transaction
                .dictionary()
                .add_tables(source, &[table("visits")])
                .unwrap()[0];
            let rows = ["visit_date", "ward", "diagnosis"].map(|column| (table, variable("visits", column)));
            let variables = transaction.dictionary().add_variables(&rows).unwrap();
            (provider, requesters, source, variables)
        });
        Self {
            server,
            provider,
            requesters,
            source,
            variables,
        }
    }

    /// Creates a signed-in person with this role. Requesters belong to the organisation "Data
    /// Requester", all others to the provider.
    pub fn person(&self, name: &str, role: Role) -> Person {
        let organisation = if role == Role::DataRequester {
            self.requesters
        } else {
            self.provider
        };
        self.person_at(organisation, name, role)
    }

    /// Creates another organisation, which offers these roles.
    pub fn organisation(&self, name: &str, roles: &[Role]) -> OrganisationId {
        self.server.write(|transaction| {
            let id = transaction.organisations().add(&organisation(name)).unwrap();
            for role in roles {
                transaction.organisations().offer_role(id, *role).unwrap();
            }
            id
        })
    }

    /// Returns the active role of this kind at an organisation.
    pub fn org_role(&self, organisation: OrganisationId, role: Role) -> OrganisationRoleId {
        let mut transaction = self.server.ports.database.begin().unwrap();
        let found = transaction.organisations().active_role(organisation, role);
        found.unwrap().unwrap()
    }

    /// Creates a signed-in person with this role at this organisation, who has just confirmed the
    /// password.
    pub fn person_at(&self, organisation: OrganisationId, name: &str, role: Role) -> Person {
        let user = self.account(name, organisation, AccountState::Active);
        let (assigned_role, org_role) = self.assign(user, organisation, role, RoleStatus::Activated);
        let email = email_of(name);
        let client = self.sign_in(&email);
        confirm_password(&client);
        Person {
            client,
            user,
            organisation,
            email,
            assigned_role,
            org_role,
        }
    }

    /// Creates an account without a role.
    pub fn account(&self, name: &str, organisation: OrganisationId, state: AccountState) -> UserId {
        let account = NewAccount {
            fname: PersonName::parse(name, NameField::First).unwrap(),
            middle_name: None,
            sname: PersonName::parse("Okello", NameField::Last).unwrap(),
            phone: PhoneNumber::parse(&phone_of(name)).unwrap(),
            org_email: Some(EmailAddress::parse(&email_of(name)).unwrap()),
            designation: "Epidemiologist".to_owned(),
            department: "Research".to_owned(),
            organisation,
            tentative_organization: None,
            password_hash: self.server.ports.passwords.hash(PASSWORD).unwrap(),
            state,
            email_is_verified: true,
            created_on: self.server.ports.clock.now(),
        };
        self.server
            .write(|transaction| transaction.accounts().add(&account).unwrap())
    }

    /// Assigns a role at an organisation to a person.
    pub fn assign(
        &self,
        user: UserId,
        organisation: OrganisationId,
        role: Role,
        status: RoleStatus,
    ) -> (AssignedRoleId, OrganisationRoleId) {
        let now = self.server.ports.clock.now();
        self.server.write(|transaction| {
            let org_role = transaction
                .organisations()
                .active_role(organisation, role)
                .unwrap()
                .unwrap();
            (
                transaction
                    .roles()
                    .assign(user, org_role, status, None, None, now)
                    .unwrap(),
                org_role,
            )
        })
    }

    /// Signs in with this address, in a browser that the account knows.
    pub fn sign_in(&self, email: &str) -> Client {
        let guest = self.server.guest();
        let mut transaction = self.server.ports.database.begin().unwrap();
        let account = transaction.accounts().by_username(email).unwrap().unwrap();
        drop(transaction);
        let browser = known_browser(&self.server.ports, account.id);
        let answer = guest.call_with(
            "POST",
            "users/signin/",
            &[("cookie", &format!("__Host-aditus_browser={browser}"))],
            &json!({ "username": email, "password": PASSWORD }),
        );
        assert_eq!(answer.status, 200, "{}", answer.json());
        guest.with_token(answer.json()["user"]["token"].as_str().unwrap())
    }
}

/// Confirms the password in this session, for the calls that require it.
pub fn confirm_password(client: &Client) {
    let answer = client.post("users/confirm-password/", &json!({ "password": PASSWORD }));
    assert_eq!(answer.status, 200, "{}", answer.json());
}

fn organisation(name: &str) -> OrganisationDetails {
    OrganisationDetails {
        name: name.to_owned(),
        domain: Some("provider.example".to_owned()),
        description: "An invented provider".to_owned(),
        active: true,
        country: "UG".to_owned(),
        abbreviation: None,
    }
}

/// Returns the email address of the person with this name.
pub fn email_of(name: &str) -> String {
    format!("{}@people.example", name.to_lowercase())
}

/// Returns a published table.
pub fn table(name: &str) -> TableRow {
    TableRow {
        tbl_name: name.to_owned(),
        table_type: "Event".to_owned(),
        tbl_description: "Visits to a hospital".to_owned(),
        entity_name: "Visit".to_owned(),
        icon: "LocalHospital".to_owned(),
        publish: true,
        records: None,
    }
}

/// Returns a variable with a meaning derived from its name.
pub fn variable(table: &str, column: &str) -> VariableRow {
    VariableRow {
        data_type: DataType::Text,
        meaning: format!("The {column} of a visit"),
        date_introduced: None,
        ..seed::variable_row(table, column)
    }
}

/// Returns a phone number that is unique to the name.
pub fn phone_of(name: &str) -> String {
    let sum = name
        .bytes()
        .fold(0_u32, |sum, byte| (sum * 31 + u32::from(byte)) % 100_000_000);
    format!("+2567{sum:08}")
}
