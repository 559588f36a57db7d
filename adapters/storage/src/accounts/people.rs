//! People as administrators see them, read from a row.

use aditus_application::accounts::directory::PersonView;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::UserId;
use diesel::prelude::*;

use crate::error::{Outcome, unreadable};
use crate::schema::users;
use crate::times::At;

/// The columns of a person.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct PersonRow {
    id: i64,
    fname: String,
    middle_name: Option<String>,
    sname: String,
    org_email: Option<String>,
    phone: String,
    designation: String,
    department: String,
    tentative_organization: Option<String>,
    state: String,
    created_on: At,
    erased_on: Option<At>,
}

impl PersonRow {
    /// The person.
    pub(crate) fn view(self) -> Outcome<PersonView> {
        Ok(PersonView {
            user_id: UserId(self.id),
            fname: self.fname,
            middle_name: self.middle_name,
            sname: self.sname,
            org_email: self.org_email,
            phone: self.phone,
            designation: self.designation,
            department: self.department,
            tentative_organization: self.tentative_organization,
            state: AccountState::parse(&self.state).map_err(unreadable("account state"))?,
            created_on: self.created_on.0,
            erased: self.erased_on.is_some(),
        })
    }
}
