//! The profile is edited: `PUT users/update_profile/{user_id}/` (1 §5.5).

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

/// Whose profile, and what it is to be.
#[derive(Debug, Clone)]
pub struct Command {
    /// The person.
    pub user_id: UserId,
    /// The form.
    pub form: RawProfile,
}

/// Why the profile stays as it is.
#[derive(Debug, Error)]
pub enum Error {
    /// It is another person's.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Something is wrong with the form.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// The account is gone.
    #[error("User not found.")]
    NotFound,
    /// The caller did this too often of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Store;
        Form(faults) => Invalid, fields: faults.by_field();
        NotFound => NotFound;
    }
}

/// Changes the caller's own names and work; a middle name of which nothing is said stays. Organisation, address and phone number are not among them.
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
