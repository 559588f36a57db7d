//! The people of the demonstration. Their names are invented, and their numbers come from the range
//! reserved for fiction.

use aditus_application::Ports;
use aditus_application::access::{Caller, usable_roles};
use aditus_application::accounts::NewAccount;
use aditus_application::audit::record_all;
use aditus_application::ports::StoreError;
use aditus_domain::accounts::{
    AccountState, EmailAddress, NameField, PersonName, PhoneClaimStatus, PhoneNumber,
};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::{OrganisationId, SessionId, UserId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::{Role, RoleStatus};
use aditus_http::demo::DemoAccount;

use super::organisations::{Organisations, offered};
use super::{FillError, PASSWORD};

struct Person {
    /// The part of the email address before the @. `None` for a person without an email address.
    name: Option<&'static str>,
    fname: &'static str,
    sname: &'static str,
    role: Option<Role>,
    designation: &'static str,
    department: &'static str,
    home: Home,
}

/// The organisation of a person.
enum Home {
    University,
    Hospital,
    OfRole,
    Unregistered(&'static str),
}

const fn person(
    name: &'static str,
    (fname, sname): (&'static str, &'static str),
    role: Option<Role>,
    (designation, department): (&'static str, &'static str),
    home: Home,
) -> Person {
    Person {
        name: Some(name),
        fname,
        sname,
        role,
        designation,
        department,
        home,
    }
}

/// A person without an email address and without a role, as accounts from an older system can be (1
/// §2.3).
const fn by_phone(
    (fname, sname): (&'static str, &'static str),
    (designation, department): (&'static str, &'static str),
) -> Person {
    Person {
        name: None,
        fname,
        sname,
        role: None,
        designation,
        department,
        home: Home::Hospital,
    }
}

/// The people in the order of the sign-in page: the requester, the deciding roles in the order of
/// their stages, then the others.
#[rustfmt::skip]
const PEOPLE: &[Person] = &[
    person("data-requester", ("Amara", "Linwood"), Some(Role::DataRequester), ("Epidemiologist", "School of Public Health"), Home::University),
    person("data-access-reviewer", ("Tobias", "Quill"), Some(Role::DataAccessReviewer), ("Access officer", "Data access"), Home::OfRole),
    person("data-access-approver", ("Selma", "Harrow"), Some(Role::DataAccessApprover), ("Head of data access", "Data access"), Home::OfRole),
    person("data-security-reviewer", ("Ines", "Calder"), Some(Role::DataSecurityReviewer), ("Security analyst", "Information security"), Home::OfRole),
    person("data-security-approver", ("Rufus", "Penhale"), Some(Role::DataSecurityApprover), ("Head of information security", "Information security"), Home::OfRole),
    person("data-custodian", ("Odette", "Marsh"), Some(Role::DataCustodian), ("Custodian of health data", "Digital health"), Home::OfRole),
    person("data-officer", ("Bruno", "Ashgrove"), Some(Role::DataOfficer), ("Data officer", "Data services"), Home::OfRole),
    person("data-analyst", ("Kaya", "Thornbury"), Some(Role::DataAnalyst), ("Data analyst", "Data services"), Home::OfRole),
    person("admin", ("Milo", "Fenwick"), Some(Role::Admin), ("Administrator", "Operations"), Home::OfRole),
    person("super-user", ("Petra", "Vale"), Some(Role::SuperUser), ("Head of the platform", "Operations"), Home::OfRole),
    person("data-requester-2", ("Juno", "Whitlock"), Some(Role::DataRequester), ("Programme manager", "Monitoring"), Home::Unregistered("Meadow Lane Health Collective")),
    person("org-user", ("Silas", "Brook"), None, ("Clinical officer", "Paediatrics"), Home::Hospital),
    by_phone(("Wanda", "Ferrow"), ("Field nurse", "Outreach")),
    by_phone(("Ilja", "Stroud"), ("Field nurse", "Outreach")),
];

/// The ids of the demonstration accounts, in the order of [`PEOPLE`].
pub(super) struct People {
    ids: Vec<UserId>,
}

/// Adds the accounts. Their common password is hashed once.
pub(super) fn add(ports: &Ports, organisations: &Organisations) -> Result<People, FillError> {
    let password_hash = ports
        .passwords
        .hash(PASSWORD)
        .map_err(|error| FillError::new("the password cannot be hashed", &error))?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let mut ids = Vec::with_capacity(PEOPLE.len());
    let mut acts = Vec::new();
    for (number, person) in PEOPLE.iter().enumerate() {
        let new = person.account(number, organisations, &password_hash, now)?;
        let id = transaction.accounts().add(&new)?;
        // These numbers are invented and cannot be claimed, so the accounts keep them however old
        // the demonstration is.
        if let Some(mut account) = transaction.accounts().by_id(id)? {
            account.phone_claim.status = PhoneClaimStatus::Proven;
            transaction.accounts().save(&account)?;
        }
        acts.push(Act::AccountRegistered {
            user: id,
            organisation: new.organisation,
        });
        if let Some(role) = person.role {
            let organisation = organisations.of_role(role);
            let org_role = offered(transaction.as_mut(), organisation, role)?;
            let status = RoleStatus::Activated;
            let assigned_role = transaction
                .roles()
                .assign(id, org_role, status, None, None, now)?;
            acts.push(Act::RoleDecided {
                user: id,
                assigned_role,
                role,
                organisation,
                status,
                reason: None,
            });
        }
        ids.push(id);
    }
    let recorded = record_all(ports, transaction.as_mut(), Actor::System, acts)?;
    transaction.commit(recorded)?;
    Ok(People { ids })
}

/// Returns the demonstration accounts that still exist and may sign in.
pub(super) fn existing(ports: &Ports) -> Result<Vec<DemoAccount>, StoreError> {
    let mut transaction = ports.database.begin()?;
    let mut accounts = Vec::new();
    for (number, person) in PEOPLE.iter().enumerate() {
        let username = person.email().unwrap_or_else(|| phone(number));
        if transaction
            .accounts()
            .by_username(&username)?
            .is_some_and(|account| account.state.may_sign_in())
        {
            accounts.push(DemoAccount {
                username,
                name: format!("{} {}", person.fname, person.sname),
                role: person.role.map(|role| role.name().to_owned()),
                password: PASSWORD.to_owned(),
            });
        }
    }
    Ok(accounts)
}

/// Returns the phone number of the person with this index.
fn phone(number: usize) -> String {
    format!("+1212555{:04}", 100 + number)
}

impl Person {
    fn email(&self) -> Option<String> {
        self.name.map(|name| format!("{name}@aditus.example"))
    }

    fn account(
        &self,
        number: usize,
        organisations: &Organisations,
        password_hash: &str,
        created_on: chrono::DateTime<chrono::Utc>,
    ) -> Result<NewAccount, FillError> {
        let refused = |error: &dyn std::error::Error| FillError::new(self.sname, error);
        let email = |text: String| EmailAddress::parse(&text).map_err(|error| refused(&error));
        Ok(NewAccount {
            fname: PersonName::parse(self.fname, NameField::First).map_err(|error| refused(&error))?,
            middle_name: None,
            sname: PersonName::parse(self.sname, NameField::Last).map_err(|error| refused(&error))?,
            phone: PhoneNumber::parse(&phone(number)).map_err(|error| refused(&error))?,
            org_email: self.email().map(email).transpose()?,
            designation: self.designation.to_owned(),
            department: self.department.to_owned(),
            organisation: self.organisation(organisations),
            tentative_organization: match self.home {
                Home::Unregistered(name) => Some(name.to_owned()),
                _ => None,
            },
            password_hash: password_hash.to_owned(),
            state: AccountState::Active,
            email_is_verified: self.name.is_some(),
            created_on,
        })
    }

    fn organisation(&self, organisations: &Organisations) -> OrganisationId {
        match self.home {
            Home::University => organisations.university,
            Home::Hospital => organisations.hospital,
            Home::OfRole => self
                .role
                .map_or(organisations.hospital, |role| organisations.of_role(role)),
            Home::Unregistered(_) => DATA_REQUESTER_ORGANISATION,
        }
    }
}

impl People {
    /// Returns the person with this role, as a caller of use cases.
    pub(super) fn of_role(&self, ports: &Ports, role: Role) -> Result<Caller, FillError> {
        self.caller(ports, |person| person.role == Some(role))
    }

    /// Returns the person with this name in the email address, as a caller of use cases.
    pub(super) fn named(&self, ports: &Ports, name: &str) -> Result<Caller, FillError> {
        self.caller(ports, |person| person.name == Some(name))
    }

    fn caller(&self, ports: &Ports, is_meant: impl Fn(&Person) -> bool) -> Result<Caller, FillError> {
        let id = PEOPLE
            .iter()
            .zip(&self.ids)
            .find(|(person, _)| is_meant(person))
            .map(|(_, id)| *id);
        let missing_person = || FillError::Refused("the demonstration lacks a person".to_owned());
        let user = ports
            .database
            .read()?
            .accounts()
            .user(id.ok_or_else(missing_person)?)?
            .ok_or_else(missing_person)?;
        let roles = usable_roles(user.state, &user.assigned_roles);
        let selected = roles.first().map(|role| role.id);
        // No session is created, since no browser is involved.
        Ok(Caller {
            session: SessionId(0),
            user: user.user_id,
            state: user.state,
            roles,
            selected,
            password_given_on: None,
            begun_with_password_on: None,
        })
    }
}
