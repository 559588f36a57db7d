//! Erases an account. The changes to requests are in `requests/erasures.rs`.

use aditus_application::accounts::erasure::repository::{PartsToErase, RemoveName};
use aditus_application::accounts::erasure::{Erasures, OwnRequest};
use aditus_application::accounts::{Sessions, code_subject};
use aditus_application::ports::{Encoded, FileKey, StoreError};
use aditus_application::requests::drafts::{DraftViews, Drafts};
use aditus_domain::accounts::AccountState;
use aditus_domain::accounts::erasure::{ERASED_FIRST_NAME, ERASED_SURNAME};
use aditus_domain::accounts::search::{SearchablePerson, name_key, search_text};
use aditus_domain::audit::Kind;
use aditus_domain::ids::{DocumentId, OrganisationRoleId, RequestId, UserId};
use aditus_domain::notifications::{Occasion, SuperUserNotice};
use aditus_domain::roles::Role;
use aditus_domain::text::sort_key;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::requests::erasures as request_erasures;
use crate::requests::search_text::rebuild_search_text;
use crate::schema::{
    assigned_role_statuses, assigned_roles, audit_entries, audit_values, calendar_feeds, ceremonies,
    contact_changes, digest_entries, idempotency_keys, identities, notification_preferences, notifications,
    one_time_codes, organisation_roles, outbox_messages, passkeys, pending_sign_ins, proven_identities,
    second_factors, users,
};
use crate::search::{escape_like, indexed};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

diesel::define_sql_function! {
    /// Converts to lower case, at least the ASCII letters.
    fn lower(text: diesel::sql_types::Text) -> Text;
}

impl Erasures for WriteTransaction {
    fn was_erased(&mut self, user: UserId) -> Result<bool, StoreError> {
        self.run(|connection| {
            let erased: Option<Option<Timestamp>> = users::table
                .find(user.0)
                .select(users::erased_on)
                .first(connection)
                .optional()?;
            Ok(erased.flatten().is_some())
        })
    }

    fn own_requests(&mut self, user: UserId) -> Result<Vec<OwnRequest>, StoreError> {
        self.run(|connection| request_erasures::own(connection, user))
    }

    fn waiting_at(&mut self, org_role: OrganisationRoleId) -> Result<u64, StoreError> {
        self.run(|connection| request_erasures::waiting_at(connection, org_role))
    }

    fn versions(&mut self, request: RequestId) -> Result<Vec<Encoded>, StoreError> {
        self.run(|connection| crate::requests::versions::all(connection, request))
    }

    fn contacts_ever(&mut self, user: UserId) -> Result<Vec<String>, StoreError> {
        self.run(|connection| {
            let changes: Vec<(String, String)> = contact_changes::table
                .filter(contact_changes::user_id.eq(user.0))
                .select((contact_changes::old_value, contact_changes::new_value))
                .load(connection)?;
            let kinds = [Kind::EmailChanged.name(), Kind::PhoneChanged.name()];
            let logged: Vec<String> = audit_values::table
                .inner_join(audit_entries::table)
                .filter(audit_entries::concerns_id.eq(user.0))
                .filter(audit_entries::kind.eq_any(kinds))
                .select(audit_values::value)
                .load(connection)?;
            let both = changes.into_iter().flat_map(|(old, new)| [old, new]);
            Ok(both.chain(logged).collect())
        })
    }

    fn erase_account(
        &mut self,
        user: UserId,
        emails: &[&str],
        calls: &[[u8; 32]],
        at: DateTime<Utc>,
    ) -> Result<Vec<FileKey>, StoreError> {
        Sessions::end_all(self, user)?;
        let mut files = Vec::new();
        for draft in DraftViews::list(self, user)? {
            let removed = Drafts::remove(self, user, draft.id, &[], at)?;
            files.extend(removed.unwrap_or_default());
        }
        self.run(|connection| {
            erase_row(connection, user, at)?;
            erase_around(connection, user, emails, calls)?;
            erase_identities(connection, user, emails)?;
            erase_audit_values(connection, user, emails)
        })?;
        self.will_rewrite_file()?;
        Ok(files)
    }

    fn erase_parts(
        &mut self,
        request: RequestId,
        what: &PartsToErase,
        at: DateTime<Utc>,
    ) -> Result<Vec<(DocumentId, FileKey)>, StoreError> {
        self.run(|connection| request_erasures::erase(connection, request, what, at))
    }

    fn rewrite_letter(&mut self, request: RequestId, remove_name: RemoveName<'_>) -> Result<(), StoreError> {
        self.run(|connection| request_erasures::rewrite_letter(connection, request, remove_name))
    }

    fn rebuild_search_text(&mut self, request: RequestId) -> Result<(), StoreError> {
        self.run(|connection| rebuild_search_text(connection, request))
    }

    fn rewrite_notices(&mut self, remove_name: RemoveName<'_>) -> Result<(), StoreError> {
        self.run(|connection| rewrite_notices(connection, remove_name))
    }
}

/// Overwrites the account row. The phone key becomes a text that cannot be entered as a username.
fn erase_row(connection: &mut AnyConnection, user: UserId, at: DateTime<Utc>) -> DbResult<()> {
    let shown = SearchablePerson {
        fname: ERASED_FIRST_NAME,
        sname: ERASED_SURNAME,
        ..SearchablePerson::default()
    };
    diesel::update(users::table.find(user.0))
        .set((
            (
                users::fname.eq(ERASED_FIRST_NAME),
                users::middle_name.eq(None::<String>),
                users::sname.eq(ERASED_SURNAME),
                users::phone.eq(""),
                users::phone_key.eq(format!("erased {user}")),
                users::phone_is_proven.eq(false),
                users::org_email.eq(None::<String>),
                users::email_key.eq(None::<String>),
                users::email_is_verified.eq(false),
            ),
            (
                users::designation.eq(""),
                users::designation_sort_key.eq(sort_key("")),
                users::department.eq(""),
                users::department_sort_key.eq(sort_key("")),
            ),
            users::tentative_organization.eq(None::<String>),
            users::password_hash.eq(""),
            users::state.eq(AccountState::Disabled.name()),
            users::name_key.eq(name_key(&shown)),
            users::search_text.eq(indexed(&search_text(&shown))),
            users::version.eq(users::version + 1),
            users::erased_on.eq(Some(Timestamp::from(at))),
        ))
        .execute(connection)?;
    Ok(())
}

/// Deletes data about the person in other tables, and the reasons in the history of their roles.
fn erase_around(
    connection: &mut AnyConnection,
    user: UserId,
    emails: &[&str],
    calls: &[[u8; 32]],
) -> DbResult<()> {
    diesel::delete(contact_changes::table.filter(contact_changes::user_id.eq(user.0))).execute(connection)?;
    diesel::delete(second_factors::table.find(user.0)).execute(connection)?;
    diesel::delete(passkeys::table.filter(passkeys::user_id.eq(user.0))).execute(connection)?;
    diesel::delete(ceremonies::table.filter(ceremonies::user_id.eq(user.0))).execute(connection)?;
    diesel::delete(calendar_feeds::table.find(user.0)).execute(connection)?;
    diesel::delete(pending_sign_ins::table.filter(pending_sign_ins::user_id.eq(user.0)))
        .execute(connection)?;
    diesel::delete(notifications::table.filter(notifications::user_id.eq(user.0))).execute(connection)?;
    diesel::delete(digest_entries::table.filter(digest_entries::user_id.eq(user.0))).execute(connection)?;
    diesel::delete(notification_preferences::table.filter(notification_preferences::user_id.eq(user.0)))
        .execute(connection)?;
    for caller in calls {
        diesel::delete(idempotency_keys::table.filter(idempotency_keys::caller_hash.eq(caller.as_slice())))
            .execute(connection)?;
    }
    let of_person = code_subject(user);
    let of_person = one_time_codes::subject
        .eq(of_person)
        .or(one_time_codes::user_id.eq(user.0));
    diesel::delete(one_time_codes::table.filter(of_person)).execute(connection)?;
    for email in emails {
        // The subject of a password-reset code is the address, followed by a line with the origin
        // of the request.
        let with_place = format!("{}\n%", escape_like(email));
        let of_address = one_time_codes::subject
            .eq(*email)
            .or(one_time_codes::subject.like(with_place).escape('\\'));
        diesel::delete(one_time_codes::table.filter(of_address)).execute(connection)?;
    }
    let held: Vec<i64> = assigned_roles::table
        .filter(assigned_roles::user_id.eq(user.0))
        .select(assigned_roles::id)
        .load(connection)?;
    diesel::update(
        assigned_role_statuses::table.filter(assigned_role_statuses::assigned_role_id.eq_any(held)),
    )
    .set(assigned_role_statuses::reason.eq(None::<String>))
    .execute(connection)?;
    Ok(())
}

/// Deletes the identities of the account at providers, and what was proven of the person there and
/// not linked yet.
fn erase_identities(connection: &mut AnyConnection, user: UserId, emails: &[&str]) -> DbResult<()> {
    let linked: Vec<(String, String)> = identities::table
        .filter(identities::user_id.eq(user.0))
        .select((identities::issuer, identities::subject))
        .load(connection)?;
    for (issuer, subject) in linked {
        let proven = proven_identities::table
            .filter(proven_identities::issuer.eq(issuer))
            .filter(proven_identities::subject.eq(subject));
        diesel::delete(proven).execute(connection)?;
    }
    diesel::delete(proven_identities::table.filter(lower(proven_identities::email).eq_any(emails)))
        .execute(connection)?;
    diesel::delete(identities::table.filter(identities::user_id.eq(user.0))).execute(connection)?;
    Ok(())
}

/// Deletes the values beside audit entries about the person, and beside those about sign-up codes
/// for their addresses. The entries stay unchanged.
fn erase_audit_values(connection: &mut AnyConnection, user: UserId, emails: &[&str]) -> DbResult<()> {
    let about: Vec<i64> = audit_values::table
        .inner_join(audit_entries::table)
        .filter(audit_entries::concerns_id.eq(user.0))
        .select(audit_values::entry_id)
        .load(connection)?;
    let sign_up_codes: Vec<i64> = audit_values::table
        .inner_join(audit_entries::table)
        .filter(audit_entries::kind.eq(Kind::SignUpCodeSent.name()))
        .filter(lower(audit_values::value).eq_any(emails))
        .select(audit_values::entry_id)
        .load(connection)?;
    let entries: Vec<i64> = about.into_iter().chain(sign_up_codes).collect();
    for some in entries.chunks(crate::dialect::VALUES_AT_ONCE) {
        diesel::delete(audit_values::table.filter(audit_values::entry_id.eq_any(some)))
            .execute(connection)?;
    }
    Ok(())
}

/// Redacts notifications to administrators, and delivery errors, in which mail servers repeat the
/// recipient. Notifications that wait for a digest are deleted, because their links name the person,
/// too.
fn rewrite_notices(connection: &mut AnyConnection, remove_name: RemoveName<'_>) -> DbResult<()> {
    let administer = [Role::SuperUser, Role::Admin].map(Role::id);
    let administrators: Vec<i64> = assigned_roles::table
        .inner_join(organisation_roles::table)
        .filter(organisation_roles::role_id.eq_any(administer))
        .select(assigned_roles::user_id)
        .distinct()
        .load(connection)?;
    let about_people = [
        Occasion::Registered.name(),
        Occasion::RoleRequested.name(),
        SuperUserNotice::KIND,
    ];
    for administrator in administrators {
        let messages: Vec<(i64, String)> = notifications::table
            .filter(notifications::user_id.eq(administrator))
            .filter(notifications::kind.eq_any(about_people))
            .select((notifications::id, notifications::message))
            .load(connection)?;
        for (id, message) in messages {
            if let Some(message) = remove_name(&message) {
                diesel::update(notifications::table.find(id))
                    .set(notifications::message.eq(message))
                    .execute(connection)?;
            }
        }
    }
    let waiting: Vec<(i64, String)> = digest_entries::table
        .filter(digest_entries::kind.eq_any(about_people))
        .select((digest_entries::id, digest_entries::message))
        .load(connection)?;
    for (id, message) in waiting {
        if remove_name(&message).is_some() {
            diesel::delete(digest_entries::table.find(id)).execute(connection)?;
        }
    }
    let errors: Vec<(i64, Option<String>)> = outbox_messages::table
        .filter(outbox_messages::error.is_not_null())
        .select((outbox_messages::id, outbox_messages::error))
        .load(connection)?;
    for (id, error) in errors {
        if let Some(error) = error.and_then(|error| remove_name(&error)) {
            diesel::update(outbox_messages::table.find(id))
                .set(outbox_messages::error.eq(Some(error)))
                .execute(connection)?;
        }
    }
    Ok(())
}
