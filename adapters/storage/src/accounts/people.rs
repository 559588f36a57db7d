//! Row types of people.

use aditus_application::accounts::directory::PersonView;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::UserId;
use diesel::dsl::{auto_type, exists};
use diesel::prelude::*;

use crate::error::{DbResult, unreadable};
use crate::schema::{passkeys, second_factors, users};
use crate::times::Timestamp;

/// The name, the contacts and the position of a person.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct PersonColumns {
    pub(crate) id: i64,
    pub(crate) fname: String,
    pub(crate) middle_name: Option<String>,
    pub(crate) sname: String,
    pub(crate) org_email: Option<String>,
    pub(crate) phone: String,
    pub(crate) designation: String,
    pub(crate) department: String,
    pub(crate) tentative_organization: Option<String>,
}

/// True for accounts with an authenticator app or a passkey.
#[auto_type]
pub(super) fn has_second_factor() -> _ {
    let app = second_factors::table
        .filter(second_factors::user_id.eq(users::id))
        .filter(second_factors::app_secret.is_not_null());
    let passkey = passkeys::table.filter(passkeys::user_id.eq(users::id));
    exists(app).or(exists(passkey))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct PersonRow {
    #[diesel(embed)]
    person: PersonColumns,
    state: String,
    created_on: Timestamp,
    erased_on: Option<Timestamp>,
    #[diesel(select_expression = has_second_factor())]
    #[diesel(select_expression_type = has_second_factor)]
    has_second_factor: bool,
}

impl PersonRow {
    pub(crate) fn view(self) -> DbResult<PersonView> {
        let person = self.person;
        Ok(PersonView {
            user_id: UserId(person.id),
            fname: person.fname,
            middle_name: person.middle_name,
            sname: person.sname,
            org_email: person.org_email,
            phone: person.phone,
            designation: person.designation,
            department: person.department,
            tentative_organization: person.tentative_organization,
            state: AccountState::parse(&self.state).map_err(unreadable("account state"))?,
            created_on: self.created_on.0,
            erased: self.erased_on.is_some(),
            has_second_factor: self.has_second_factor,
        })
    }
}
