//! The people who answered at stages.

use std::collections::HashMap;

use aditus_application::review::views::AttendantView;
use aditus_domain::ids::UserId;
use aditus_domain::organisations::shown_name;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{organisations, users};

/// Id, first name, surname, email address, phone, the organisation's name, and the organisation as
/// typed.
type Stored = (
    i64,
    String,
    String,
    Option<String>,
    String,
    String,
    Option<String>,
);

/// People by id, as stages and histories show them.
pub(super) struct People(HashMap<i64, AttendantView>);

impl People {
    /// Loads the people with these ids in one query.
    pub(super) fn load(connection: &mut AnyConnection, ids: impl Iterator<Item = i64>) -> DbResult<Self> {
        let mut ids: Vec<i64> = ids.collect();
        ids.sort_unstable();
        ids.dedup();
        let stored: Vec<Stored> = users::table
            .inner_join(organisations::table)
            .filter(users::id.eq_any(ids))
            .select((
                users::id,
                users::fname,
                users::sname,
                users::org_email,
                users::phone,
                organisations::name,
                users::tentative_organization,
            ))
            .load(connection)?;
        let person = |(id, fname, sname, org_email, phone, org_name, typed)| {
            (
                id,
                AttendantView {
                    user_id: UserId(id),
                    fname,
                    sname,
                    org_email,
                    phone,
                    org_name: shown_name(org_name, typed),
                },
            )
        };
        Ok(Self(stored.into_iter().map(person).collect()))
    }

    pub(super) fn get(&self, id: Option<i64>) -> Option<AttendantView> {
        id.and_then(|id| self.0.get(&id)).cloned()
    }
}
