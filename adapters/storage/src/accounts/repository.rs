//! Repository of accounts.

use aditus_application::accounts::{Account, AccountLookup, Accounts, NewAccount};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::search::{SearchablePerson, name_key, search_text};
use aditus_domain::accounts::{
    AccountState, EmailAddress, PersonName, PhoneClaim, PhoneClaimStatus, PhoneNumber,
};
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::text::sort_key;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::VALUES_AT_ONCE;
use crate::error::{DbError, DbResult, unreadable};
use crate::prepared::{Prepare, columns_of, load_prepared, padded};
use crate::read_session::ReadSession;
use crate::requests::labels;
use crate::schema::users;
use crate::search::indexed;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct AccountRow {
    id: i64,
    fname: String,
    middle_name: Option<String>,
    sname: String,
    phone: String,
    phone_key: String,
    phone_claimed_on: Option<Timestamp>,
    phone_is_proven: bool,
    created_on: Timestamp,
    org_email: Option<String>,
    designation: String,
    department: String,
    organisation_id: i64,
    tentative_organization: Option<String>,
    password_hash: String,
    state: String,
    email_is_verified: bool,
    version: i64,
}

/// The columns of an account that can change.
#[derive(AsChangeset, Insertable)]
#[diesel(table_name = users, treat_none_as_null = true)]
struct AccountColumns<'a> {
    fname: &'a str,
    middle_name: Option<&'a str>,
    sname: &'a str,
    phone: &'a str,
    phone_key: String,
    phone_claimed_on: Timestamp,
    phone_is_proven: bool,
    org_email: Option<&'a str>,
    email_key: Option<String>,
    designation: &'a str,
    department: &'a str,
    organisation_id: i64,
    tentative_organization: Option<&'a str>,
    password_hash: &'a str,
    state: &'static str,
    email_is_verified: bool,
    version: i64,
    name_key: String,
    search_text: String,
    designation_sort_key: String,
    department_sort_key: String,
}

impl AccountRow {
    fn account(self) -> DbResult<Account> {
        let status = if self.phone_key != self.phone {
            PhoneClaimStatus::Released
        } else if self.phone_is_proven {
            PhoneClaimStatus::Proven
        } else {
            PhoneClaimStatus::Unproven
        };
        let email = |text: String| EmailAddress::parse(&text).map_err(unreadable("email address"));
        Ok(Account {
            id: UserId(self.id),
            fname: PersonName::stored(self.fname),
            middle_name: self.middle_name.map(PersonName::stored),
            sname: PersonName::stored(self.sname),
            phone: PhoneNumber::parse(&self.phone).map_err(unreadable("phone number"))?,
            phone_claim: PhoneClaim {
                status,
                since: self.phone_claimed_on.unwrap_or(self.created_on).0,
            },
            org_email: self.org_email.map(email).transpose()?,
            designation: self.designation,
            department: self.department,
            organisation: OrganisationId(self.organisation_id),
            tentative_organization: self.tentative_organization,
            password_hash: self.password_hash,
            state: AccountState::parse(&self.state).map_err(unreadable("account state"))?,
            email_is_verified: self.email_is_verified,
            version: self.version,
        })
    }
}

/// Prefix of the phone key of an account that released its number. It cannot be entered as a
/// username.
const RELEASED: &str = "released by ";

/// Returns the columns of a new or existing account. It is a macro because the two have different
/// types.
macro_rules! columns {
    ($account:expr, $claim:expr, $version:expr) => {{
        let claim: PhoneClaim = $claim;
        let searchable = SearchablePerson {
            fname: $account.fname.as_str(),
            middle_name: $account.middle_name.as_ref().map(PersonName::as_str),
            sname: $account.sname.as_str(),
            org_email: $account.org_email.as_ref().map(EmailAddress::as_str),
            phone: $account.phone.as_str(),
            designation: &$account.designation,
            department: &$account.department,
            tentative_organization: $account.tentative_organization.as_deref(),
        };
        AccountColumns {
            fname: $account.fname.as_str(),
            middle_name: $account.middle_name.as_ref().map(PersonName::as_str),
            sname: $account.sname.as_str(),
            phone: $account.phone.as_str(),
            phone_key: $account.phone.as_str().to_owned(),
            phone_claimed_on: Timestamp::from(claim.since),
            phone_is_proven: claim.status == PhoneClaimStatus::Proven,
            org_email: $account.org_email.as_ref().map(EmailAddress::as_str),
            email_key: $account.org_email.as_ref().map(EmailAddress::folded),
            designation: &$account.designation,
            department: &$account.department,
            organisation_id: $account.organisation.0,
            tentative_organization: $account.tentative_organization.as_deref(),
            password_hash: &$account.password_hash,
            state: $account.state.name(),
            email_is_verified: $account.email_is_verified,
            version: $version,
            name_key: name_key(&searchable),
            search_text: indexed(&search_text(&searchable)),
            designation_sort_key: sort_key(&$account.designation),
            department_sort_key: sort_key(&$account.department),
        }
    }};
}

fn by_id(connection: &mut AnyConnection, id: UserId) -> DbResult<Option<Account>> {
    let row = users::table
        .find(id.0)
        .filter(users::erased_on.is_null())
        .select(AccountRow::as_select())
        .first(connection)
        .optional()?;
    row.map(AccountRow::account).transpose()
}

fn by_ids(connection: &mut AnyConnection, ids: &[UserId]) -> DbResult<Vec<Account>> {
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let mut accounts = Vec::with_capacity(ids.len());
    for some in ids.chunks(VALUES_AT_ONCE) {
        let found = users::table
            .filter(users::id.eq_any(padded(some)))
            .filter(users::erased_on.is_null())
            .select(columns_of::<AccountRow>());
        let rows: Vec<AccountRow> = load_prepared(found, connection)?;
        for row in rows {
            accounts.push(row.account()?);
        }
    }
    Ok(accounts)
}

fn by_username(connection: &mut AnyConnection, username: &str) -> DbResult<Option<Account>> {
    // PostgreSQL rejects NUL in texts. No email address or phone number contains one.
    if username.contains('\0') {
        return Ok(None);
    }
    let row = users::table
        .filter(users::email_key.eq(username).or(users::phone_key.eq(username)))
        .select(AccountRow::as_select())
        .first(connection)
        .optional()?;
    row.map(AccountRow::account).transpose()
}

/// Implements `AccountLookup` for read sessions and write transactions.
macro_rules! account_lookup_of {
    ($work:ty) => {
        impl AccountLookup for $work {
            fn by_id(&mut self, id: UserId) -> Result<Option<Account>, StoreError> {
                self.run(|connection| by_id(connection, id))
            }

            fn by_ids(&mut self, ids: &[UserId]) -> Result<Vec<Account>, StoreError> {
                self.run(|connection| by_ids(connection, ids))
            }

            fn by_username(&mut self, username: &str) -> Result<Option<Account>, StoreError> {
                self.run(|connection| by_username(connection, username))
            }
        }
    };
}

account_lookup_of!(WriteTransaction);
account_lookup_of!(ReadSession);

impl Accounts for WriteTransaction {
    fn add(&mut self, account: &NewAccount) -> Result<UserId, StoreError> {
        let claim = PhoneClaim {
            status: PhoneClaimStatus::Unproven,
            since: account.created_on,
        };
        let columns = columns!(account, claim, 1);
        self.run(|connection| {
            let id = diesel::insert_into(users::table)
                .values((columns, users::created_on.eq(Timestamp::from(account.created_on))))
                .returning(users::id)
                .get_result(connection)?;
            Ok(UserId(id))
        })
    }

    fn save(&mut self, account: &Account) -> Result<(), StoreError> {
        let mut columns = columns!(account, account.phone_claim, account.version + 1);
        if account.phone_claim.status == PhoneClaimStatus::Released {
            columns.phone_key = format!("{RELEASED}{}", account.id);
        }
        self.run(|connection| {
            let unchanged = users::table
                .filter(users::id.eq(account.id.0))
                .filter(users::version.eq(account.version));
            let names = (columns.fname, columns.sname, columns.tentative_organization);
            let was_renamed = users::table
                .find(account.id.0)
                .select((users::fname, users::sname, users::tentative_organization))
                .first::<(String, String, Option<String>)>(connection)
                .optional()?
                .is_some_and(|(fname, sname, typed)| (&*fname, &*sname, typed.as_deref()) != names);
            let saved = diesel::update(unchanged)
                .set(columns)
                .prepared()
                .execute(connection)?;
            if saved == 0 {
                return Err(DbError::Store(StoreError::Conflict));
            }
            if was_renamed {
                labels::rename_owner(connection, account.id)?;
            }
            Ok(())
        })
    }
}
