//! People, organisations, roles and sessions.

use aditus_application::access::Caller;
use aditus_application::accounts::{Account, NewAccount, authenticate, sign_in, step_up};
use aditus_application::testing::known_browser;
use aditus_domain::accounts::{AccountState, EmailAddress, NameField, PersonName, PhoneNumber};
use aditus_domain::ids::{AssignedRoleId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::organisations::OrganisationDetails;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use super::World;

/// The password of all people in these tests.
pub const PASSWORD: &str = "Demo-2026!";

/// The address of a person: `ada@people.example` for "Ada".
pub fn address_of(first_name: &str) -> String {
    format!("{}@people.example", first_name.to_lowercase())
}

impl World {
    /// Returns the organisation of this name. Adds it if it does not exist.
    pub fn organisation(&self, name: &str) -> OrganisationId {
        self.write(|transaction| {
            let organisations = transaction.organisations();
            if let Some(known) = organisations.by_name(name).unwrap() {
                return known.id;
            }
            let organisation = OrganisationDetails {
                name: name.to_owned(),
                domain: None,
                description: format!("{name}, an invented organisation"),
                active: true,
                country: "UG".to_owned(),
                abbreviation: None,
            };
            organisations.add(&organisation).unwrap()
        })
    }

    /// Returns the organisation whose roles decide for sources without a custodian.
    pub fn provider(&self) -> OrganisationId {
        self.organisation(&self.ports.settings.provider_organisation.clone())
    }

    /// Returns the role of this kind at the organisation. Offers it if it was not offered yet.
    pub fn org_role(&self, organisation: OrganisationId, role: Role) -> OrganisationRoleId {
        self.write(|transaction| {
            let organisations = transaction.organisations();
            match organisations.active_role(organisation, role).unwrap() {
                Some(known) => known,
                None => organisations.offer_role(organisation, role).unwrap(),
            }
        })
    }

    /// Adds an active account without a role.
    pub fn person(&self, first_name: &str) -> UserId {
        self.person_in_state(first_name, AccountState::Active)
    }

    /// Adds an account in this state, without a role.
    pub fn person_in_state(&self, first_name: &str, state: AccountState) -> UserId {
        let organisation = self.organisation("Institute of Public Health");
        let password_hash = self.ports.passwords.hash(PASSWORD).unwrap();
        self.write(|transaction| {
            let account = NewAccount {
                fname: PersonName::parse(first_name, NameField::First).unwrap(),
                middle_name: None,
                sname: PersonName::parse("Okello", NameField::Last).unwrap(),
                phone: PhoneNumber::parse(&phone_of(first_name)).unwrap(),
                org_email: Some(EmailAddress::parse(&address_of(first_name)).unwrap()),
                designation: "Researcher".to_owned(),
                department: "Epidemiology".to_owned(),
                organisation,
                tentative_organization: None,
                password_hash,
                state,
                email_is_verified: true,
                created_on: self.now(),
            };
            transaction.accounts().add(&account).unwrap()
        })
    }

    pub fn account(&self, user: UserId) -> Account {
        self.read_in_transaction(|transaction| transaction.accounts().by_id(user).unwrap().unwrap())
    }

    pub fn change_account(&self, user: UserId, change: impl FnOnce(&mut Account)) {
        self.write(|transaction| {
            let mut account = transaction.accounts().by_id(user).unwrap().unwrap();
            change(&mut account);
            transaction.accounts().save(&account).unwrap();
        });
    }

    /// Gives the person this role at the organisation, activated.
    pub fn grant(&self, user: UserId, organisation: OrganisationId, role: Role) -> AssignedRoleId {
        self.assign(user, organisation, role, RoleStatus::Activated)
    }

    /// Assigns this role at the organisation in the given status.
    pub fn assign(
        &self,
        user: UserId,
        organisation: OrganisationId,
        role: Role,
        status: RoleStatus,
    ) -> AssignedRoleId {
        let org_role = self.org_role(organisation, role);
        let now = self.now();
        self.write(|transaction| {
            transaction
                .roles()
                .assign(user, org_role, status, None, None, now)
                .unwrap()
        })
    }

    /// Returns the cookie of the browser that the person always uses.
    pub fn browser_of(&self, first_name: &str) -> String {
        let address = address_of(first_name);
        let account =
            self.read_in_transaction(|transaction| transaction.accounts().by_username(&address).unwrap());
        known_browser(&self.ports, account.unwrap().id)
    }

    /// Signs the person in by address and password, in a browser that the account knows. Returns
    /// the token.
    pub fn token(&self, first_name: &str) -> String {
        let command = sign_in::Command {
            username: address_of(first_name),
            password: PASSWORD.to_owned(),
            address: "192.0.2.1".to_owned(),
            user_agent: "Test".to_owned(),
            browser: self.browser_of(first_name),
        };
        let progress = sign_in::execute(&self.ports, &command).unwrap();
        progress.signed_in().unwrap().token
    }

    /// Signs the person in. The password was entered again just now.
    pub fn caller(&self, first_name: &str) -> Caller {
        let token = self.token(first_name);
        let command = step_up::Command {
            password: PASSWORD.to_owned(),
            address: "192.0.2.1".to_owned(),
        };
        let caller = authenticate::execute(&self.ports, &token).unwrap();
        step_up::execute(&self.ports, &caller, &command).unwrap();
        authenticate::execute(&self.ports, &token).unwrap()
    }

    /// Returns the same session, with the password entered just now.
    pub fn confirmed(&self, caller: &Caller) -> Caller {
        Caller {
            password_given_on: Some(self.now()),
            ..caller.clone()
        }
    }

    /// Returns the same session, without a recent password.
    pub fn unconfirmed(&self, caller: &Caller) -> Caller {
        Caller {
            password_given_on: Some(self.now() - TimeDelta::minutes(5)),
            ..caller.clone()
        }
    }

    /// Adds a person with this role at the organisation and signs them in.
    pub fn caller_with(&self, first_name: &str, organisation: OrganisationId, role: Role) -> Caller {
        let user = self.person(first_name);
        self.grant(user, organisation, role);
        self.caller(first_name)
    }
}

/// Returns a phone number derived from the name.
pub fn phone_of(first_name: &str) -> String {
    let sum = first_name
        .bytes()
        .fold(0_u32, |sum, byte| (sum * 31 + u32::from(byte)) % 100_000_000);
    format!("+2567{sum:08}")
}
