//! Completes a registration: `POST users/verify/` (1 §4, §5.2, §8; decisions A1, A3, A8, O5).

use aditus_domain::accounts::identity::ProvenIdentity;
use aditus_domain::accounts::{
    AccountState, ClaimedOrganisation, CodePurpose, EmailAddress, PersonName, PhoneNumber, RawRegistration,
    Registration,
};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::limits::Limit;
use aditus_domain::notifications::AccountOccasion;
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, name_key, parent_domains};
use thiserror::Error;

use super::codes::{self, CodeEntry, EntryError};
use super::identities::{ProofError, ProviderSession, proof};
use super::sign_in::Answer;
use super::strength::{self, PersonalDetails};
use super::{NewAccount, known_browser, new_session, phone_claims, take_back};
use crate::access::call_log;
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::links::Waiting;
use crate::notifications::notify::NotifyError;
use crate::organisations::find::UNKNOWN_DOMAIN;
use crate::ports::{PasswordError, Ports, StoreError, Transaction};
use crate::roles::authority::AdminTarget;
use crate::roles::notices::{notify_administrators, organisation_name};

/// The form and the origin of the call. There is no `Debug`: the password must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The form.
    pub form: RawRegistration,
    /// The token of a proven identity that is linked to the new account; empty for none.
    pub identity_token: String,
    /// The user agent.
    pub user_agent: String,
    /// The network address of the caller.
    pub address: String,
    /// The browser cookie as sent; empty if there was none.
    pub browser: String,
}

/// Errors of registering.
#[derive(Debug, Error)]
pub enum Error {
    /// The form has errors.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// Another account has this address or number.
    #[error("User with this email or phone number already exists")]
    Taken,
    /// Too many attempts from this network.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The identity cannot be linked.
    #[error(transparent)]
    Identity(#[from] ProofError),
    /// The code was refused.
    #[error(transparent)]
    Code(#[from] EntryError),
    /// The notification of the administrators, or the mail to the former holder of the number,
    /// could not be queued.
    #[error(transparent)]
    Notify(#[from] NotifyError),
    /// The password could not be hashed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Identity, Code, Notify, Store;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        Taken => Unauthenticated, reason: AccountExists;
        Password(_) => Internal, reason: Internal;
    }
}

/// Registers a person and signs them in.
///
/// The code is checked before the password is hashed, so that callers without a code cannot keep
/// the processor busy. It is redeemed afterwards, in the transaction that adds the account.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let form = command.form.check()?;
    let phone = ports
        .phones
        .canonical(&form.phone)
        .ok_or_else(|| FormFaults::one("phone", "The Phone does not exist"))?;
    // Limited, because the answer reveals if an address or number is taken, even without the right
    // code.
    limits::spend(
        ports,
        &limits::caller_counter(ports, Limit::DuplicateCheck, None, &command.address),
    )?;
    let home = check_before_code(ports, &form, &phone, &command.identity_token)?;
    let subject = form.org_email.folded();
    let entry = CodeEntry {
        purpose: CodePurpose::SignUp,
        subject: &subject,
        context: "",
        code: &form.otp,
        by: Actor::Anonymous,
        account: None,
        request: None,
    };
    codes::check(ports, &entry)?;
    refuse_guessable(ports, &form, &home)?;
    let password_hash = ports.passwords.hash(form.password.expose())?;

    let mut transaction = codes::redeem(ports, ports.database.begin()?, &entry)?;
    let now = ports.clock.now();
    let account = NewAccount {
        fname: form.fname,
        middle_name: form.middle_name,
        sname: form.sname,
        phone,
        org_email: Some(form.org_email),
        designation: form.designation.as_str().to_owned(),
        department: form.department.as_str().to_owned(),
        organisation: home.organisation,
        tentative_organization: home.tentative,
        password_hash,
        state: AccountState::Pending,
        email_is_verified: true,
        created_on: now,
    };
    let released = phone_claims::release_number(ports, transaction.as_mut(), &account.phone, None)?;
    let user = add(transaction.as_mut(), &account)?;
    call_log::concerns(user);
    let linked = link_identity(ports, transaction.as_mut(), user, &command.identity_token)?;
    let (provider, linked) = linked.unzip();
    let session = new_session::begin(
        ports,
        transaction.as_mut(),
        user,
        None,
        &command.user_agent,
        provider,
    )?;
    notify_of_registration(ports, transaction.as_mut(), user, &account)?;
    let registered = Act::AccountRegistered {
        user,
        organisation: account.organisation,
    };
    let signed_in = Act::SignedIn {
        user,
        session: session.id,
        browser: session.device.browser,
        system: session.device.system,
        second_factor: None,
    };
    let acts = released
        .into_iter()
        .chain([registered])
        .chain(linked)
        .chain([signed_in]);
    let recorded = audit::record_all(ports, transaction.as_mut(), Actor::person(user), acts)?;
    transaction.commit(recorded)?;
    let browser = known_browser::remember(ports, &command.browser, user);
    let user = ports.database.read()?.accounts().user(user)?;
    Ok(Answer {
        token: session.token,
        browser,
        user: user.ok_or_else(|| StoreError::internal("the new account is gone"))?,
        selected: None,
    })
}

/// Refuses a password that contains the person's own details, which an attacker can guess, too.
fn refuse_guessable(ports: &Ports, form: &Registration, home: &HomeOrganisation) -> Result<(), FormFaults> {
    let middle_name = form.middle_name.as_ref().map_or("", PersonName::as_str);
    let details = PersonalDetails {
        names: [form.fname.as_str(), middle_name, form.sname.as_str()],
        email: form.org_email.as_str(),
        organisation: &home.name,
    };
    strength::require(ports, &form.password, &details)
        .map_err(|weakness| FormFaults::one("password", weakness.to_string()))
}

struct HomeOrganisation {
    organisation: OrganisationId,
    name: String,
    tentative: Option<String>,
}

/// Checks what can be checked before the code, and returns the person's organisation. The
/// transaction is rolled back.
fn check_before_code(
    ports: &Ports,
    form: &Registration,
    phone: &PhoneNumber,
    identity_token: &str,
) -> Result<HomeOrganisation, Error> {
    let mut transaction = ports.database.begin()?;
    take_identity(ports, transaction.as_mut(), identity_token)?;
    let home = find_organisation(transaction.as_mut(), form)?;
    phone_claims::release_number(ports, transaction.as_mut(), phone, None)?;
    for username in [&form.org_email.folded(), phone.as_str()] {
        if transaction.accounts().by_username(username)?.is_some() {
            return Err(Error::Taken);
        }
    }
    if take_back::is_reserved_for_another(ports, transaction.as_mut(), phone, None)? {
        return Err(Error::Taken);
    }
    Ok(home)
}

/// Uses up the token of a proven identity, which MUST NOT be linked to an account yet. Returns
/// `None` if there is no token.
fn take_identity(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    token: &str,
) -> Result<Option<ProvenIdentity>, ProofError> {
    if token.is_empty() {
        return Ok(None);
    }
    let proven = proof::take(ports, transaction, token)?;
    if transaction.identities().by_identity(&proven.identity)?.is_some() {
        return Err(ProofError::LinkedElsewhere);
    }
    Ok(Some(proven))
}

/// Links the identity with this token to the new account. Returns it as the identity with which the
/// session begins, and the act for the audit log.
fn link_identity(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    token: &str,
) -> Result<Option<(ProviderSession, Act)>, ProofError> {
    let Some(proven) = take_identity(ports, transaction, token)? else {
        return Ok(None);
    };
    let (identity, act) = match proof::link(ports, transaction, user, &proven) {
        Err(StoreError::Conflict) => return Err(ProofError::LinkedElsewhere),
        linked => linked?,
    };
    Ok(Some((ProviderSession { identity, sid: None }, act)))
}

/// Returns the organisation that was picked or typed. A typed organisation that is not registered
/// is stored as a text, under the placeholder organisation. If the organisation has a domain, an
/// address with an unknown domain is refused (decisions A8).
fn find_organisation(
    transaction: &mut dyn Transaction,
    form: &Registration,
) -> Result<HomeOrganisation, Error> {
    let organisations = transaction.organisations();
    let registered = match &form.organisation {
        ClaimedOrganisation::Picked(id) => {
            let picked = organisations.by_id(*id)?.filter(|known| known.active);
            Some(picked.ok_or_else(|| FormFaults::one("org", "This organization is not registered."))?)
        }
        ClaimedOrganisation::Typed(name) => organisations.active_by_name_key(&name_key(name.as_str()))?,
    };
    let Some(registered) = registered else {
        let tentative = match &form.organisation {
            ClaimedOrganisation::Typed(name) => Some(name.as_str().to_owned()),
            ClaimedOrganisation::Picked(_) => None,
        };
        return Ok(HomeOrganisation {
            organisation: DATA_REQUESTER_ORGANISATION,
            name: tentative.clone().unwrap_or_default(),
            tentative,
        });
    };
    if registered.domain_key.is_some()
        && !organisations.has_active_domain(&parent_domains(&form.org_email.domain()))?
    {
        return Err(FormFaults::one("org_email", UNKNOWN_DOMAIN).into());
    }
    Ok(HomeOrganisation {
        organisation: registered.id,
        name: registered.name,
        tentative: None,
    })
}

/// Notifies the administrators of the organisation that a person waits for activation. An
/// unregistered organisation is named as typed.
fn notify_of_registration(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    account: &NewAccount,
) -> Result<(), Error> {
    let organisation = match &account.tentative_organization {
        Some(typed) => format!("{typed} (not registered)"),
        None => organisation_name(transaction, account.organisation)?,
    };
    let target = AdminTarget {
        organisation: account.organisation,
        concerned: user,
        of_super_user: false,
    };
    let occasion = AccountOccasion::Registered {
        person: &format!("{} {}", account.fname, account.sname),
        organisation: &organisation,
    };
    let waiting = Waiting {
        organisation: account.organisation,
        person: account
            .org_email
            .as_ref()
            .map_or(account.phone.as_str(), EmailAddress::as_str),
        requested: None,
    };
    let at = account.created_on;
    Ok(notify_administrators(
        ports,
        transaction,
        target,
        &occasion,
        &waiting,
        at,
    )?)
}

/// Adds the account. If two people register the same address or number at once, the second gets the
/// same error as if they had come later.
fn add(transaction: &mut dyn Transaction, account: &NewAccount) -> Result<UserId, Error> {
    transaction.accounts().add(account).map_err(|error| match error {
        StoreError::Duplicate(_) => Error::Taken,
        other => other.into(),
    })
}
