//! Versions of data sources (3 §2.8, §5, §7). Whoever saves one is its committer.

use aditus_domain::dictionary::{RawVersion, VersionDetails};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{AssignedRoleId, VersionId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::views::{VersionRecord, VersionSort};
use super::{Error, Record};
use crate::access::{AccessError, Caller};
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction};
use crate::records::{Added, Change, Changed, Found, Kind, Listed, Reading, Removed, Stored, Typed};
use crate::row_versions::Versioned;

/// Versions of data sources.
pub enum VersionRecords {}

/// What was typed.
#[derive(Debug, Clone)]
pub struct VersionForm {
    /// Its fields.
    pub version: RawVersion,
    /// The role in which the caller commits; if it is named, it must be the caller's.
    pub commited_by: Option<AssignedRoleId>,
}

/// What was typed, and in which role it is committed.
pub struct Commit {
    version: RawVersion,
    committer: AssignedRoleId,
}

impl Kind for VersionRecords {
    type Id = VersionId;
    type Error = Error;
}

impl Listed for VersionRecords {
    type Wanted = ListQuery<VersionSort>;
    type Row = VersionRecord;

    fn rows(reading: &mut Reading<'_>, wanted: Self::Wanted) -> Result<Paged<VersionRecord>, StoreError> {
        let records = reading.views().dictionary_records();
        records.version_records(&wanted.folded())
    }
}

impl Found for VersionRecords {
    type One = VersionRecord;

    fn one(reading: &mut Reading<'_>, id: VersionId) -> Result<VersionRecord, Error> {
        let found = reading.views().dictionary_records().version_record(id)?;
        found.ok_or(Error::NotFound(Record::Version))
    }
}

impl Stored for VersionRecords {
    /// When it was created.
    type Known = DateTime<Utc>;

    fn known(change: &mut Change<'_>, id: VersionId) -> Result<DateTime<Utc>, Error> {
        let found = change.transaction().dictionary_records().version_created_on(id)?;
        found.ok_or(Error::NotFound(Record::Version))
    }
}

impl Typed for VersionRecords {
    type Form = VersionForm;
    type Checked = Commit;

    fn check(caller: &Caller, form: VersionForm) -> Result<Commit, Error> {
        Ok(Commit {
            version: form.version,
            committer: committer(caller, form.commited_by)?,
        })
    }
}

impl Added for VersionRecords {
    fn add(change: &mut Change<'_>, commit: Commit) -> Result<VersionId, Error> {
        let now = change.ports.clock.now();
        let version = commit.version.check(now, now)?;
        refuse_unknown_source(change.transaction(), &version)?;
        let records = change.transaction().dictionary_records();
        Ok(records.add_version(&version, commit.committer)?)
    }
}

impl Changed for VersionRecords {
    fn versioned(id: VersionId) -> Versioned {
        Versioned::Version(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: VersionId,
        created_on: DateTime<Utc>,
        commit: Commit,
    ) -> Result<(), Error> {
        let version = commit.version.check(created_on, change.ports.clock.now())?;
        refuse_unknown_source(change.transaction(), &version)?;
        let records = change.transaction().dictionary_records();
        Ok(records.update_version(id, &version, commit.committer)?)
    }
}

impl Removed for VersionRecords {
    fn remove(change: &mut Change<'_>, id: VersionId, _: DateTime<Utc>) -> Result<(), Error> {
        Ok(change.transaction().dictionary_records().remove_version(id)?)
    }
}

fn refuse_unknown_source(transaction: &mut dyn Transaction, version: &VersionDetails) -> Result<(), Error> {
    let source = transaction.dictionary_records().source(version.data_source)?;
    if source.is_none() {
        return Err(FormFaults::one("data_source", "Data Source is required").into());
    }
    Ok(())
}

/// The Super User's role that the caller names, or else the one that is selected, or else any.
fn committer(caller: &Caller, named: Option<AssignedRoleId>) -> Result<AssignedRoleId, AccessError> {
    let is_super_user = |id: &AssignedRoleId| {
        caller
            .assignment(*id)
            .is_some_and(|held| held.role == Role::SuperUser)
    };
    match named {
        Some(named) if is_super_user(&named) => Ok(named),
        Some(_) => Err(AccessError::NotHeld),
        None => match caller.selected.filter(is_super_user) {
            Some(selected) => Ok(selected),
            None => Ok(caller.require(Role::SuperUser)?.id),
        },
    }
}
