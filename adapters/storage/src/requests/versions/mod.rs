//! Versions of request contents. They are append-only: nothing here updates or deletes a version.
//! The database rejects updates, and rejects deletes unless the audit log records the removal of
//! the request.

mod content;
pub(crate) mod number;
mod views;

use std::collections::BTreeSet;

use aditus_application::access::RequestScope;
use aditus_application::integrity::ScannedVersion;
use aditus_application::ports::{Encoded, SaltedValue, StoreError};
use aditus_application::requests::versions::views::{VersionView, VersionViews};
use aditus_application::requests::versions::{LockedRequest, NewVersion, RequestVersions, StoredVersion};
use aditus_application::requests::views::DocumentView;
use aditus_domain::ids::{AssignedRoleId, RequestId, UserId};
use aditus_domain::requests::content::{Commitment, Sha256};
use aditus_domain::requests::{Content, VersionNumber};
use aditus_domain::review::Section;
use diesel::dsl::min;
use diesel::prelude::*;

use self::number::number;
use super::{documents, load};
use crate::connection::AnyConnection;
use crate::dialect::{first_locked, insert_rows};
use crate::error::{DbResult, missing, unreadable};
use crate::prepared::Prepare;
use crate::read_session::ReadSession;
use crate::schema::{data_requests, request_version_values, request_versions};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

impl RequestVersions for WriteTransaction {
    fn lock_request(&mut self, request: RequestId) -> Result<Option<LockedRequest>, StoreError> {
        self.run(|connection| {
            let row = data_requests::table.find(request.0).select((
                data_requests::owner_id,
                data_requests::requester_role_id,
                data_requests::submitted_on,
            ));
            let row: Option<(i64, i64, Timestamp)> = first_locked!(connection, row).optional()?;
            Ok(row.map(|(owner, requester_role, submitted_on)| LockedRequest {
                owner: UserId(owner),
                requester_role: AssignedRoleId(requester_role),
                submitted_on: submitted_on.0,
            }))
        })
    }

    fn content(&mut self, request: RequestId) -> Result<Option<Content>, StoreError> {
        self.run(|connection| content::of_request(connection, request))
    }

    fn latest(&mut self, request: RequestId) -> Result<Option<StoredVersion>, StoreError> {
        self.run(|connection| {
            let stored: Option<Stored> = request_versions::table
                .filter(request_versions::request_id.eq(request.0))
                .order(request_versions::number.desc())
                .select((
                    request_versions::number,
                    request_versions::canonical,
                    request_versions::digest,
                ))
                .first(connection)
                .optional()?;
            let Some(stored) = stored else { return Ok(None) };
            Ok(Some(StoredVersion {
                number: number(stored.0)?,
                encoded: encoded(stored, values(connection, request)?)?,
            }))
        })
    }

    fn add(&mut self, version: &NewVersion) -> Result<(), StoreError> {
        self.run(|connection| add(connection, version))
    }
}

impl VersionViews for ReadSession {
    fn versions(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<VersionView>>, StoreError> {
        self.about(scope, request, |connection| {
            views::of_request(connection, request)
        })
    }

    fn two_versions(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        numbers: (VersionNumber, VersionNumber),
    ) -> Result<Option<(Encoded, Encoded)>, StoreError> {
        let found = self.about(scope, request, |connection| {
            two_versions(connection, request, numbers)
        })?;
        Ok(found.flatten())
    }

    fn documents(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<DocumentView>>, StoreError> {
        self.about(scope, request, |connection| {
            documents::ever_of_request(connection, request)
        })
    }
}

/// Number, canonical form and digest.
type Stored = (i32, String, Vec<u8>);

/// Returns all versions of a request, oldest first.
pub(crate) fn all(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<Encoded>> {
    let stored: Vec<Stored> = request_versions::table
        .filter(request_versions::request_id.eq(request.0))
        .order(request_versions::number)
        .select((
            request_versions::number,
            request_versions::canonical,
            request_versions::digest,
        ))
        .load(connection)?;
    let values = values(connection, request)?;
    stored
        .into_iter()
        .map(|version| encoded(version, values.clone()))
        .collect()
}

fn two_versions(
    connection: &mut AnyConnection,
    request: RequestId,
    numbers: (VersionNumber, VersionNumber),
) -> DbResult<Option<(Encoded, Encoded)>> {
    let mut one = |version: VersionNumber| -> DbResult<Option<Stored>> {
        // A number that does not fit into the column belongs to no version.
        let Ok(version) = i32::try_from(version.0) else {
            return Ok(None);
        };
        Ok(request_versions::table
            .find((request.0, version))
            .select((
                request_versions::number,
                request_versions::canonical,
                request_versions::digest,
            ))
            .first(connection)
            .optional()?)
    };
    let (Some(older), Some(newer)) = (one(numbers.0)?, one(numbers.1)?) else {
        return Ok(None);
    };
    let values = values(connection, request)?;
    Ok(Some((encoded(older, values.clone())?, encoded(newer, values)?)))
}

/// Returns the next version after the given one, by request and number. For the last version of a
/// request, the current content of the rows is included.
pub(crate) fn next_version(
    connection: &mut AnyConnection,
    after: Option<(RequestId, VersionNumber)>,
) -> DbResult<Option<ScannedVersion>> {
    let Some(key) = next_version_key(connection, after)? else {
        return Ok(None);
    };
    let request = RequestId(key.0);
    let stored: Stored = request_versions::table
        .find(key)
        .select((
            request_versions::number,
            request_versions::canonical,
            request_versions::digest,
        ))
        .first(connection)?;
    // Without the request there is nothing to compare with. Another scan reports the missing
    // request.
    let last: Option<i32> = data_requests::table
        .find(request.0)
        .select(data_requests::content_version)
        .first(connection)
        .optional()?;
    let is_last = last == Some(stored.0);
    Ok(Some(ScannedVersion {
        request,
        number: number(stored.0)?,
        encoded: encoded(stored, values(connection, request)?)?,
        rows: if is_last {
            content::of_request(connection, request)?
        } else {
            None
        },
    }))
}

/// Returns the request and number of the next version. It takes the minimum of each column, which
/// an index returns at once. With a condition on the pair, PostgreSQL would walk the index along
/// all versions before it.
fn next_version_key(
    connection: &mut AnyConnection,
    after: Option<(RequestId, VersionNumber)>,
) -> DbResult<Option<(i64, i32)>> {
    let least = min(request_versions::number);
    if let Some((request, number)) = after {
        let number = i32::try_from(number.0).map_err(unreadable("number of a version"))?;
        let next: Option<i32> = request_versions::table
            .filter(request_versions::request_id.eq(request.0))
            .filter(request_versions::number.gt(number))
            .select(least)
            .first(connection)?;
        if let Some(next) = next {
            return Ok(Some((request.0, next)));
        }
    }
    let behind = after.map_or(i64::MIN, |(request, _)| request.0);
    let next: Option<i64> = request_versions::table
        .filter(request_versions::request_id.gt(behind))
        .select(min(request_versions::request_id))
        .first(connection)?;
    let Some(request) = next else { return Ok(None) };
    let first: Option<i32> = request_versions::table
        .filter(request_versions::request_id.eq(request))
        .select(least)
        .first(connection)?;
    Ok(first.map(|first| (request, first)))
}

fn encoded((_, canonical, digest): Stored, values: Vec<SaltedValue>) -> DbResult<Encoded> {
    Ok(Encoded {
        canonical,
        digest: Sha256(load::digest(&digest)?),
        values,
    })
}

fn values(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<SaltedValue>> {
    let stored: Vec<(Vec<u8>, Vec<u8>, String)> = request_version_values::table
        .filter(request_version_values::request_id.eq(request.0))
        .select((
            request_version_values::commitment,
            request_version_values::salt,
            request_version_values::value,
        ))
        .load(connection)?;
    stored
        .into_iter()
        .map(|(commitment, salt, value)| {
            Ok(SaltedValue {
                commitment: Commitment(load::digest(&commitment)?),
                salt: salt
                    .as_slice()
                    .try_into()
                    .map_err(unreadable("salt of a value"))?,
                value,
            })
        })
        .collect()
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = request_version_values)]
struct ValueRow<'a> {
    request_id: i64,
    commitment: &'a [u8],
    salt: &'a [u8],
    value: &'a str,
}

fn add(connection: &mut AnyConnection, version: &NewVersion) -> DbResult<()> {
    let request = version.request.0;
    let number = i32::try_from(version.number.0).map_err(unreadable("number of a version"))?;
    diesel::insert_into(request_versions::table)
        .values((
            request_versions::request_id.eq(request),
            request_versions::number.eq(number),
            request_versions::canonical.eq(&version.encoded.canonical),
            request_versions::digest.eq(version.encoded.digest.0.as_slice()),
            request_versions::author_id.eq(version.author.0),
            request_versions::author_role_id.eq(version.author_role.0),
            request_versions::created_on.eq(Timestamp::from(version.at)),
            request_versions::section.eq(version.section.map(Section::name)),
            request_versions::comment_id.eq(version.comment.map(|comment| comment.0)),
        ))
        .execute(connection)?;
    let known: BTreeSet<Vec<u8>> = request_version_values::table
        .filter(request_version_values::request_id.eq(request))
        .select(request_version_values::commitment)
        .load::<Vec<u8>>(connection)?
        .into_iter()
        .collect();
    let rows: Vec<ValueRow<'_>> = version
        .encoded
        .values
        .iter()
        .filter(|value| !known.contains(value.commitment.0.as_slice()))
        .map(|value| ValueRow {
            request_id: request,
            commitment: &value.commitment.0,
            salt: &value.salt,
            value: &value.value,
        })
        .collect();
    insert_rows!(connection, request_version_values::table, &rows)?;
    let written = diesel::update(data_requests::table.find(request))
        .set((
            data_requests::content_digest.eq(version.encoded.digest.0.as_slice()),
            data_requests::content_version.eq(number),
            data_requests::version.eq(data_requests::version + 1),
        ))
        .prepared()
        .execute(connection)?;
    if written == 1 {
        Ok(())
    } else {
        Err(missing("request of a version")())
    }
}
