//! Read models of accounts.

use aditus_application::accounts::code_subject;
use aditus_application::accounts::identities::LinkedIdentity;
use aditus_application::accounts::passkeys::StoredPasskey;
use aditus_application::accounts::views::{
    AccountViews, AssignedRoleView, SessionRow, SessionView, UserDetail,
};
use aditus_application::paging::{Page, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::second_factor::SecondFactor;
use aditus_domain::accounts::{AccountState, CodePurpose};
use aditus_domain::ids::{AssignedRoleId, OrganisationId, OrganisationRoleId, SessionId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::people::PersonColumns;
use super::{identities, passkeys, second_factors};
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::prepared::{columns_of, load_directly};
use crate::read_session::ReadSession;
use crate::schema::{
    assigned_roles, one_time_codes, organisation_roles, organisations, pending_sign_ins, sessions, users,
};
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct UserRow {
    #[diesel(embed)]
    person: PersonColumns,
    organisation_id: i64,
    state: String,
    email_is_verified: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
struct LiveSessionRow {
    id: i64,
    user_id: i64,
    selected_role_id: Option<i64>,
    created_on: Timestamp,
    last_used_on: Timestamp,
    password_given_on: Option<Timestamp>,
    identity_id: Option<i64>,
}

/// Assignment, status, organisation role, role, active flag of the role, organisation, its name and
/// active flag.
type RoleColumns = (i64, i64, i64, i64, bool, i64, String, bool);

#[diesel::dsl::auto_type]
fn role_columns() -> _ {
    (
        assigned_roles::id,
        assigned_roles::status_id,
        organisation_roles::id,
        organisation_roles::role_id,
        organisation_roles::active,
        organisations::id,
        organisations::name,
        organisations::active,
    )
}

fn role_view(columns: RoleColumns) -> DbResult<AssignedRoleView> {
    let (id, status, org_role, role, active, organisation_id, organisation, organisation_active) = columns;
    Ok(AssignedRoleView {
        assigned_role_id: AssignedRoleId(id),
        role: Role::from_id(role).map_err(unreadable("role"))?,
        org_role_id: OrganisationRoleId(org_role),
        organisation_id: OrganisationId(organisation_id),
        organisation,
        org_role_active: active && organisation_active,
        status: RoleStatus::from_id(status).map_err(unreadable("role status"))?,
    })
}

/// Returns the roles of a user by rank; of equal ranks, the one assigned first comes first.
fn roles_of(connection: &mut AnyConnection, user: i64) -> DbResult<Vec<AssignedRoleView>> {
    assigned_roles::table
        .inner_join(organisation_roles::table.inner_join(organisations::table))
        .filter(assigned_roles::user_id.eq(user))
        .order((organisation_roles::role_id, assigned_roles::id))
        .select(role_columns())
        .load::<RoleColumns>(connection)?
        .into_iter()
        .map(role_view)
        .collect()
}

/// Returns a session with its account: one row per activated role in order, or one row without any.
/// The columns of the role are `None` if its organisation or the offer of the role is not active.
/// Every request starts with this query, so it is a single statement whose text is built once.
fn session_of(
    connection: &mut AnyConnection,
    token_hash: &[u8; 32],
) -> DbResult<Vec<(LiveSessionRow, String, Option<RoleColumns>)>> {
    let assigned = assigned_roles::user_id
        .eq(users::id)
        .and(assigned_roles::status_id.eq(RoleStatus::Activated.id()));
    let held = organisation_roles::id
        .eq(assigned_roles::org_role_id)
        .and(organisation_roles::active.eq(true));
    let within = organisations::id
        .eq(organisation_roles::organisation_id)
        .and(organisations::active.eq(true));
    let session = columns_of::<LiveSessionRow>();
    let rows = sessions::table
        .inner_join(users::table)
        .left_join(assigned_roles::table.on(assigned))
        .left_join(organisation_roles::table.on(held))
        .left_join(organisations::table.on(within))
        .filter(sessions::token_hash.eq(token_hash.as_slice()))
        .order((organisation_roles::role_id, assigned_roles::id))
        .select((session, users::state, role_columns().nullable()));
    Ok(load_directly(rows, connection)?)
}

/// Returns the time of the last code sent for the account itself: to its address, or to a new
/// address or number of the person.
fn last_code(
    connection: &mut AnyConnection,
    user: UserId,
    address: Option<&str>,
) -> DbResult<Option<DateTime<Utc>>> {
    let of_account = CodePurpose::ALL
        .into_iter()
        .filter(|purpose| *purpose != CodePurpose::Decision);
    let mut subjects = vec![code_subject(user)];
    subjects.extend(address.map(str::to_lowercase));
    let last = one_time_codes::table
        .filter(one_time_codes::purpose.eq_any(of_account.map(CodePurpose::name).collect::<Vec<_>>()))
        .filter(one_time_codes::subject.eq_any(subjects))
        .order(one_time_codes::issued_at.desc())
        .select(one_time_codes::issued_at)
        .first::<Timestamp>(connection)
        .optional()?;
    Ok(last.map(|at| at.0))
}

fn state(name: &str) -> DbResult<AccountState> {
    AccountState::parse(name).map_err(unreadable("account state"))
}

impl AccountViews for ReadSession {
    fn session(&mut self, token_hash: &[u8; 32]) -> Result<Option<SessionView>, StoreError> {
        self.run(|connection| {
            let mut rows = session_of(connection, token_hash)?.into_iter();
            let Some((session, account_state, first)) = rows.next() else {
                return Ok(None);
            };
            let roles = first.into_iter().chain(rows.filter_map(|(.., role)| role));
            Ok(Some(SessionView {
                session_id: SessionId(session.id),
                created_on: session.created_on.0,
                last_used_on: session.last_used_on.0,
                password_given_on: session.password_given_on.map(|at| at.0),
                begun_with_password_on: session.identity_id.is_none().then_some(session.created_on.0),
                selected_role: session.selected_role_id.map(AssignedRoleId),
                user_id: UserId(session.user_id),
                state: state(&account_state)?,
                roles: roles.map(role_view).collect::<DbResult<_>>()?,
            }))
        })
    }

    fn sessions(
        &mut self,
        user: UserId,
        idle_since: DateTime<Utc>,
        begun_since: DateTime<Utc>,
        page: Page,
    ) -> Result<Paged<SessionRow>, StoreError> {
        self.run(|connection| {
            let live = || {
                sessions::table
                    .filter(sessions::user_id.eq(user.0))
                    .filter(sessions::last_used_on.gt(Timestamp::from(idle_since)))
                    .filter(sessions::created_on.gt(Timestamp::from(begun_since)))
            };
            let total = live().count().get_result::<i64>(connection)?;
            let rows = live()
                .order((sessions::last_used_on.desc(), sessions::id.desc()))
                .limit(page.limit())
                .offset(page.offset())
                .select((
                    sessions::id,
                    sessions::user_agent,
                    sessions::created_on,
                    sessions::last_used_on,
                ))
                .load::<(i64, String, Timestamp, Timestamp)>(connection)?;
            Ok(Paged {
                items: rows
                    .into_iter()
                    .map(|(id, user_agent, created_on, last_used_on)| SessionRow {
                        session_id: SessionId(id),
                        user_agent,
                        created_on: created_on.0,
                        last_used_on: last_used_on.0,
                    })
                    .collect(),
                page,
                total: total.unsigned_abs(),
                more: false,
            })
        })
    }

    fn has_username(&mut self, username: &str) -> Result<bool, StoreError> {
        // PostgreSQL rejects NUL in texts. No email address or phone number contains one.
        if username.contains('\0') {
            return Ok(false);
        }
        self.run(|connection| {
            let found = users::table
                .filter(users::email_key.eq(username).or(users::phone_key.eq(username)))
                .select(users::id)
                .first::<i64>(connection)
                .optional()?;
            Ok(found.is_some())
        })
    }

    fn pending_sign_in(&mut self, token_hash: &[u8; 32]) -> Result<Option<UserId>, StoreError> {
        self.run(|connection| {
            let user = pending_sign_ins::table
                .find(token_hash.as_slice())
                .select(pending_sign_ins::user_id)
                .first::<i64>(connection)
                .optional()?;
            Ok(user.map(UserId))
        })
    }

    fn second_factor(&mut self, user: UserId) -> Result<SecondFactor, StoreError> {
        self.run(|connection| Ok(second_factors::read(connection, user)?.0))
    }

    fn identities(&mut self, user: UserId) -> Result<Vec<LinkedIdentity>, StoreError> {
        self.run(|connection| identities::of_user(connection, user))
    }

    fn passkeys(&mut self, user: UserId) -> Result<Vec<StoredPasskey>, StoreError> {
        self.run(|connection| passkeys::of_user(connection, user))
    }

    fn user(&mut self, id: UserId) -> Result<Option<UserDetail>, StoreError> {
        self.run(|connection| {
            let found = users::table
                .inner_join(organisations::table)
                .filter(users::id.eq(id.0))
                .select((UserRow::as_select(), organisations::name))
                .first::<(UserRow, String)>(connection)
                .optional()?;
            let Some((user, org_name)) = found else {
                return Ok(None);
            };
            let person = user.person;
            let otp = last_code(connection, UserId(person.id), person.org_email.as_deref())?;
            Ok(Some(UserDetail {
                user_id: UserId(person.id),
                fname: person.fname,
                middle_name: person.middle_name,
                sname: person.sname,
                phone: person.phone,
                org_email: person.org_email,
                designation: person.designation,
                department: person.department,
                org_id: OrganisationId(user.organisation_id),
                org_name,
                tentative_organization: person.tentative_organization,
                state: state(&user.state)?,
                email_is_verified: user.email_is_verified,
                otp,
                assigned_roles: roles_of(connection, person.id)?,
            }))
        })
    }
}
