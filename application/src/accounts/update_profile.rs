//! Updates the caller's profile: `PUT users/update_profile/{user_id}/` (1 §5.5).

use aditus_domain::accounts::RawProfile;
use aditus_domain::audit::Act;
use aditus_domain::form::FormFaults;
use aditus_domain::ids::UserId;
use aditus_domain::limits::Limit;
use thiserror::Error;

use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// The person and the new profile.
#[derive(Debug, Clone)]
pub struct Command {
    /// The person.
    pub user_id: UserId,
    /// The form.
    pub form: RawProfile,
}

/// Errors of updating the profile.
#[derive(Debug, Error)]
pub enum Error {
    /// The profile belongs to another person.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The form has errors.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// The account was erased.
    #[error("User not found.")]
    NotFound,
    /// The caller made too many changes recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Store;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        NotFound => NotFound, reason: UserNotFound;
    }
}

/// Updates the caller's names, occupation and department. A missing middle name stays as it is. The
/// organisation, address and phone number are changed by other calls.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    caller.require_self(command.user_id)?;
    let profile = command.form.check()?;
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
    let mut account = transaction
        .accounts()
        .by_id(caller.user)?
        .ok_or(Error::NotFound)?;
    account.fname = profile.fname;
    if let Some(middle_name) = profile.middle_name {
        account.middle_name = middle_name;
    }
    account.sname = profile.sname;
    account.designation = String::from(profile.designation.as_str());
    account.department = String::from(profile.department.as_str());
    transaction.accounts().save(&account)?;
    let act = Act::ProfileChanged { user: account.id };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(())
}
