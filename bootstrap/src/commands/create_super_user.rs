//! `aditus create-super-user`: creates the account that sets up everything else.

use std::process::ExitCode;

use aditus_application::Ports;
use aditus_application::accounts::NewAccount;
use aditus_application::accounts::strength::{self, PersonalDetails};
use aditus_application::audit;
use aditus_application::notifications::envelope::PostError;
use aditus_application::organisations::OrganisationRecords;
use aditus_application::ports::{StoreError, Transaction};
use aditus_application::records::{added, changed};
use aditus_application::roles::offer::Offers;
use aditus_application::roles::super_users;
use aditus_application::roles::update_status::OfferStatuses;
use aditus_domain::accounts::{AccountState, EmailAddress, NameField, Password, PersonName, PhoneNumber};
use aditus_domain::audit::{Act, Actor, Personal};
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::organisations::OrganisationDetails;
use aditus_domain::roles::{OfferChange, Role, RoleStatus};
use chrono::{DateTime, Utc};

use super::new_password;
use crate::clean_failure::{CleanFailure, chain};
use crate::command_line::CreateSuperUser;
use crate::configuration::Environment;
use crate::console;
use crate::setup::Setup;
use crate::wiring::Wiring;

struct Person {
    email: EmailAddress,
    fname: PersonName,
    sname: PersonName,
    phone: PhoneNumber,
}

/// Creates the account, and the provider organisation and its Super User role if they are missing.
/// All other Super Users are notified.
pub(crate) fn run(
    setup: &Setup,
    arguments: &CreateSuperUser,
    environment: &Environment,
) -> Result<ExitCode, CleanFailure> {
    let person = Person::read(arguments)?;
    let ports = Wiring::assemble(setup)?.ports;
    if !ports.phones.exists(&person.phone) {
        return Err(CleanFailure::new("--phone: The Phone does not exist"));
    }
    refuse_existing_account(&ports, &person)?;
    let password = Password::parse(&new_password::read(environment)?)
        .map_err(|faults| CleanFailure::new(format!("the password: {faults}")))?;
    let guessable = PersonalDetails {
        names: [person.fname.as_str(), "", person.sname.as_str()],
        email: person.email.as_str(),
        organisation: &ports.settings.provider_organisation,
    };
    strength::require(&ports, &password, &guessable)
        .map_err(|weakness| CleanFailure::new(format!("the password: {weakness}")))?;
    let password_hash = ports
        .passwords
        .hash(password.expose())
        .map_err(|error| CleanFailure::because("the password cannot be hashed", &error))?;
    let email = person.email.clone();
    create(&ports, person, password_hash).map_err(|error| match error {
        StoreError::Duplicate(what) if what.contains("phone") => {
            CleanFailure::new("an account with this phone number already exists; nothing was changed")
        }
        StoreError::Duplicate(_) => already_exists(&email),
        other => CleanFailure::new(format!("no account was created: {}", chain(&other))),
    })?;
    console::print(&format!(
        "{email} can sign in as Super User at {}",
        setup.configuration.settings.public_url
    ));
    Ok(ExitCode::SUCCESS)
}

impl Person {
    fn read(arguments: &CreateSuperUser) -> Result<Self, CleanFailure> {
        let wrong = |argument: &str, error: &dyn std::error::Error| CleanFailure::because(argument, error);
        Ok(Self {
            email: EmailAddress::parse(&arguments.email).map_err(|error| wrong("--email", &error))?,
            fname: PersonName::parse(&arguments.fname, NameField::First)
                .map_err(|error| wrong("--fname", &error))?,
            sname: PersonName::parse(&arguments.sname, NameField::Last)
                .map_err(|error| wrong("--sname", &error))?,
            phone: PhoneNumber::parse_lenient(&arguments.phone).map_err(|error| wrong("--phone", &error))?,
        })
    }
}

fn already_exists(email: &EmailAddress) -> CleanFailure {
    CleanFailure::new(format!("the account {email} already exists; nothing was changed"))
}

fn refuse_existing_account(ports: &Ports, person: &Person) -> Result<(), CleanFailure> {
    let found = ports
        .database
        .begin()
        .and_then(|mut transaction| transaction.accounts().by_username(&person.email.folded()))
        .map_err(|error| CleanFailure::because("the database", &error))?;
    if found.is_some() {
        Err(already_exists(&person.email))
    } else {
        Ok(())
    }
}

fn create(ports: &Ports, person: Person, password_hash: String) -> Result<(), StoreError> {
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let mut acts = Vec::new();
    let super_users_before = super_users::now(transaction.as_mut())?;
    let name = &ports.settings.provider_organisation;
    let provider = provider_organisation(transaction.as_mut(), name, &mut acts)?;
    let org_role = super_user_role(transaction.as_mut(), provider, now, &mut acts)?;
    let user = transaction.accounts().add(&NewAccount {
        fname: person.fname,
        middle_name: None,
        sname: person.sname,
        phone: person.phone,
        org_email: Some(person.email),
        designation: Role::SuperUser.name().to_owned(),
        department: "Administration".to_owned(),
        organisation: provider,
        tentative_organization: None,
        password_hash,
        state: AccountState::Active,
        email_is_verified: true,
        created_on: now,
    })?;
    let reason = "Created by an operator of the server.";
    let assigned_role =
        transaction
            .roles()
            .assign(user, org_role, RoleStatus::Activated, None, Some(reason), now)?;
    super_users::notify_of_changes(ports, transaction.as_mut(), &super_users_before, None, now).map_err(
        |error| match error {
            PostError::Store(error) => error,
            other => StoreError::internal(other),
        },
    )?;
    acts.push(Act::AccountRegistered {
        user,
        organisation: provider,
    });
    acts.push(Act::RoleDecided {
        user,
        assigned_role,
        role: Role::SuperUser,
        organisation: provider,
        status: RoleStatus::Activated,
        reason: Some(Personal::new(reason)),
    });
    let recorded = audit::record_all(ports, transaction.as_mut(), Actor::System, acts)?;
    transaction.commit(recorded)?;
    tracing::info!(
        command = "create-super-user",
        user_id = user.0,
        outcome = "done",
        "super user created"
    );
    Ok(())
}

fn provider_organisation(
    transaction: &mut dyn Transaction,
    name: &str,
    acts: &mut Vec<Act>,
) -> Result<OrganisationId, StoreError> {
    if let Some(organisation) = transaction.organisations().by_name(name)? {
        return Ok(organisation.id);
    }
    let organisation = transaction.organisations().add(&OrganisationDetails {
        name: name.to_owned(),
        domain: None,
        description: "Provides the data and decides on requests for it.".to_owned(),
        active: true,
        country: String::new(),
        abbreviation: None,
    })?;
    acts.push(added::<OrganisationRecords>(organisation));
    Ok(organisation)
}

/// Returns the provider's Super User role. A deactivated role is reactivated, since the new account
/// could not use it otherwise.
fn super_user_role(
    transaction: &mut dyn Transaction,
    provider: OrganisationId,
    now: DateTime<Utc>,
    acts: &mut Vec<Act>,
) -> Result<OrganisationRoleId, StoreError> {
    let organisations = transaction.organisations();
    let Some(known) = organisations.role_of(provider, Role::SuperUser)? else {
        let offered = organisations.offer_role(provider, Role::SuperUser)?;
        acts.push(added::<Offers>(offered));
        return Ok(offered);
    };
    let reason = "An operator of the server created a Super User.".to_owned();
    if let Ok(change) = OfferChange::to(true, (known.id, known.active), None, reason, now) {
        organisations.change_role(&change)?;
        acts.push(changed::<OfferStatuses>(known.id));
    }
    Ok(known.id)
}
