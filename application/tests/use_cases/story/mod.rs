//! A provider with its staff, two requesters and a small dictionary, for tests that follow a
//! request through its stages.

pub mod form;
mod passkeys;
pub mod steps;

use aditus_application::access::Caller;
use aditus_application::contract::seed;
use aditus_application::notifications;
use aditus_application::paging::Page;
use aditus_application::settings::Settings;
use aditus_application::testing::{record_rows, settings};
use aditus_domain::ids::{DataSourceId, OrganisationId, VariableId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::procedures::{Procedure, default_procedure};
use aditus_domain::roles::Role;
use aditus_storage::testing::TestDatabase;

use crate::world::World;
use crate::world::dictionary::{table_row, variable_row};

/// A world with everything that a request needs.
pub struct Story {
    pub world: World,
    pub requester: Caller,
    pub other_requester: Caller,
    pub super_user: Caller,
    /// Signed in, without a role.
    pub org_user: Caller,
    /// A Data Access Reviewer of an organisation that no request is bound to.
    pub outsider: Caller,
    /// The deciders, in the order of the chain.
    staff: Vec<Caller>,
    /// A second person in the role of the Data Access Reviewer.
    pub second_reviewer: Caller,
    /// The organisation of all deciders except the Data Custodian.
    pub provider: OrganisationId,
    /// The organisation that has `source` in custody. It offers the role of the Data Custodian
    /// only.
    pub custody: OrganisationId,
    /// A published source.
    pub source: DataSourceId,
    /// Variables of the source, in a published table.
    pub variables: Vec<VariableId>,
    /// A variable of the source, in a table that is not published.
    pub hidden_variable: VariableId,
}

impl Story {
    pub fn begin() -> Self {
        Self::configured(settings())
    }

    pub fn configured(settings: Settings) -> Self {
        Self::with_procedure(&default_procedure(), settings)
    }

    /// Creates the story on this database.
    pub fn on(database: TestDatabase) -> Self {
        Self::on_configured(database, settings())
    }

    /// Creates the story on this database with these settings.
    pub fn on_configured(database: TestDatabase, settings: Settings) -> Self {
        Self::in_world(World::on(database, settings), &default_procedure())
    }

    /// Adds an audit entry for each account, role and record, which `aditus audit verify` requires.
    pub fn recorded(self) -> Self {
        record_rows(&self.world.ports);
        self
    }

    /// Creates the story with this procedure as the default.
    pub fn with_procedure(procedure: &Procedure, settings: Settings) -> Self {
        Self::in_world(World::configured(settings), procedure)
    }

    fn in_world(world: World, procedure: &Procedure) -> Self {
        seed::reference_data(world.ports.database.as_ref());
        world.write(|transaction| transaction.procedures().add(procedure, true, true).unwrap());
        let provider = world.provider();
        let custody = world.organisation("Central Statistics Office");
        let elsewhere = world.organisation("Harbour Clinic Group");
        let names = ["Abena", "Bakari", "Chipo", "Daudi", "Esi", "Farai"];
        let staff = Role::STAFF
            .into_iter()
            .zip(names)
            .map(|(role, name)| {
                let organisation = if role == Role::DataCustodian {
                    custody
                } else {
                    provider
                };
                world.caller_with(name, organisation, role)
            })
            .collect();
        let requesting = DATA_REQUESTER_ORGANISATION;
        let source = world.source("Household Survey");
        let custodians = world.org_role(custody, Role::DataCustodian);
        world.write(|transaction| {
            transaction
                .dictionary()
                .add_custodian(source, custodians, false)
                .unwrap()
        });
        let visits = world.table(source, table_row("visits"));
        let mut unpublished = table_row("drafts");
        unpublished.publish = false;
        let drafts = world.table(source, unpublished);
        world.person("Olu");
        Self {
            requester: world.caller_with("Amara", requesting, Role::DataRequester),
            other_requester: world.caller_with("Benedict", requesting, Role::DataRequester),
            super_user: world.caller_with("Suubi", provider, Role::SuperUser),
            org_user: world.caller("Olu"),
            outsider: world.caller_with("Xola", elsewhere, Role::DataAccessReviewer),
            second_reviewer: world.caller_with("Zawadi", provider, Role::DataAccessReviewer),
            variables: ["visit_date", "diagnosis", "age_group"]
                .map(|column| world.variable(visits, variable_row("visits", column)))
                .to_vec(),
            hidden_variable: world.variable(drafts, variable_row("drafts", "not_yet")),
            staff,
            provider,
            custody,
            source,
            world,
        }
    }

    /// Returns the decider in this role.
    pub fn staff(&self, role: Role) -> &Caller {
        self.staff
            .iter()
            .find(|caller| caller.holds(role))
            .expect("a role that decides")
    }

    /// Returns the person's email address.
    pub fn address(&self, caller: &Caller) -> String {
        let user = self
            .world
            .read(|views| views.accounts().user(caller.user).unwrap());
        user.expect("an account").org_email.expect("an address")
    }

    /// Returns the subjects of the mails to this person, oldest first.
    pub fn mailed(&self, caller: &Caller) -> Vec<String> {
        self.world
            .mails_to(&self.address(caller))
            .into_iter()
            .map(|mail| mail.subject)
            .collect()
    }

    /// Returns the person's notifications in the product, oldest first.
    pub fn notifications_of(&self, caller: &Caller) -> Vec<String> {
        let query = notifications::list::Query {
            user_id: None,
            filter: notifications::views::ReadFilter::All,
            page: Page::new(1, 100),
        };
        let listed = notifications::list::execute(&self.world.ports, caller, query).unwrap();
        listed
            .items
            .into_iter()
            .rev()
            .map(|notification| notification.message)
            .collect()
    }
}
