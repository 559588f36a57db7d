//! The account that is erased.

use aditus_domain::accounts::AccountState;

use crate::people::Installation;

/// A person without roles who wants to be erased.
pub struct Leaver {
    pub user: i64,
    pub email: String,
}

impl Leaver {
    pub fn new(installation: &Installation<'_>) -> Self {
        let user = installation.account("Lea", installation.provider, AccountState::Active);
        let mut views = installation.server.ports.database.read().unwrap();
        let account = views.account_lookup().by_id(user).unwrap().unwrap();
        Self {
            user: user.0,
            email: account.org_email.unwrap().as_str().to_owned(),
        }
    }
}
