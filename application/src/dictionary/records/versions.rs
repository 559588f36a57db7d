//! Versions of data sources (3 §2.8, §5, §7; decisions T1). The person who saves a version is its
//! committer. Later changes of the dictionary do not affect the contents of a version.

use std::collections::BTreeSet;

use aditus_domain::dictionary::{RawVersion, VersionDetails};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{AssignedRoleId, DataSourceId, VariableId, VersionId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::views::{VersionRecord, VersionSort};
use super::{Error, Record};
use crate::access::{AccessError, Caller};
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Maximum number of variables that can be chosen. A larger version takes all variables of the
/// source, or adds them one by one.
pub const MAX_VARIABLES: usize = 5_000;

/// Versions of data sources.
pub enum VersionRecords {}

/// Form of a version.
#[derive(Debug, Clone)]
pub struct VersionForm {
    /// Fields of the version.
    pub version: RawVersion,
    /// Role of the committer. If given, it must be held by the caller.
    pub commited_by: Option<AssignedRoleId>,
    /// Contents of a new version. None for all variables of the source, an empty list for a version
    /// that is filled later.
    pub variables: Option<Vec<VariableId>>,
}

/// A validated form with the role of the committer.
pub struct CheckedVersion {
    version: RawVersion,
    committer: AssignedRoleId,
    chosen: Option<Vec<VariableId>>,
}

/// Filter, order and page of a list of versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionRecordQuery {
    /// Limits the versions to this source.
    pub data_source: Option<DataSourceId>,
    /// Search text in message or source, with order and page.
    pub list: ListQuery<VersionSort>,
}

impl Kind for VersionRecords {
    type Id = VersionId;
    type Error = Error;

    fn recorded(id: VersionId) -> (Record, i64) {
        (Record::Version, id.0)
    }
}

impl Listable for VersionRecords {
    type Query = VersionRecordQuery;
    type Row = VersionRecord;

    fn rows(
        reading: &mut Reading<'_>,
        query: VersionRecordQuery,
    ) -> Result<Paged<VersionRecord>, StoreError> {
        let records = reading.views().dictionary_records();
        records.version_records(query.data_source, &query.list.folded())
    }
}

impl Readable for VersionRecords {
    type One = VersionRecord;

    fn read(reading: &mut Reading<'_>, id: VersionId) -> Result<VersionRecord, Error> {
        let found = reading.views().dictionary_records().version_record(id)?;
        found.ok_or(Error::NotFound(Record::Version))
    }
}

impl Loadable for VersionRecords {
    /// The creation time.
    type Loaded = DateTime<Utc>;

    fn load(change: &mut Change<'_>, id: VersionId) -> Result<DateTime<Utc>, Error> {
        let found = change.transaction().dictionary_records().version_created_on(id)?;
        found.ok_or(Error::NotFound(Record::Version))
    }
}

impl HasForm for VersionRecords {
    type Form = VersionForm;
    type Checked = CheckedVersion;

    fn check(caller: &Caller, form: VersionForm) -> Result<CheckedVersion, Error> {
        let committer = committer(caller, form.commited_by)?;
        let distinct = |chosen: Vec<VariableId>| chosen.into_iter().collect::<BTreeSet<_>>();
        let chosen = form.variables.map(distinct);
        if chosen.as_ref().is_some_and(|chosen| chosen.len() > MAX_VARIABLES) {
            return Err(variables_error(format!("At most {MAX_VARIABLES} variables can be chosen.")).into());
        }
        Ok(CheckedVersion {
            version: form.version,
            committer,
            chosen: chosen.map(|chosen| chosen.into_iter().collect()),
        })
    }
}

impl Addable for VersionRecords {
    fn add(change: &mut Change<'_>, checked: CheckedVersion) -> Result<VersionId, Error> {
        let now = change.ports.clock.now();
        let version = checked.version.check(now, now)?;
        refuse_unknown_source(change.transaction(), &version)?;
        // The lock keeps tables and variables consistent with each other while they are copied.
        let tables = change.transaction().dictionary_tables();
        tables.lock_exclusive(version.data_source)?;
        let records = change.transaction().dictionary_records();
        let id = records.add_version(&version, checked.committer)?;
        let revisions = change.transaction().dictionary_revisions();
        let held = revisions.freeze(id, version.data_source, checked.chosen.as_deref())?;
        if checked.chosen.is_some_and(|chosen| chosen.len() as u64 != held) {
            return Err(variables_error("Choose variables of the data source only.".to_owned()).into());
        }
        Ok(id)
    }
}

impl Updatable for VersionRecords {
    fn versioned(id: VersionId) -> Versioned {
        Versioned::Version(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: VersionId,
        created_on: DateTime<Utc>,
        checked: CheckedVersion,
    ) -> Result<(), Error> {
        let version = checked.version.check(created_on, change.ports.clock.now())?;
        if checked.chosen.is_some() {
            let message = "Change the variables of a version one at a time.";
            return Err(variables_error(message.to_owned()).into());
        }
        refuse_unknown_source(change.transaction(), &version)?;
        let revisions = change.transaction().dictionary_revisions();
        let is_other = revisions.version_source(id)? != Some(version.data_source);
        if is_other && revisions.count_variables(id)? > 0 {
            let message =
                "The version has variables of its data source, so you can't move it to another one.";
            return Err(FormFaults::one("data_source", message).into());
        }
        let records = change.transaction().dictionary_records();
        Ok(records.update_version(id, &version, checked.committer)?)
    }
}

impl Removable for VersionRecords {
    fn remove(change: &mut Change<'_>, id: VersionId, _: DateTime<Utc>) -> Result<(), Error> {
        Ok(change.transaction().dictionary_records().remove_version(id)?)
    }
}

fn variables_error(message: String) -> FormFaults {
    FormFaults::one("variables", message)
}

fn refuse_unknown_source(transaction: &mut dyn Transaction, version: &VersionDetails) -> Result<(), Error> {
    let source = transaction.dictionary_records().source(version.data_source)?;
    if source.is_none() {
        return Err(FormFaults::one("data_source", "Data Source is required").into());
    }
    Ok(())
}

/// Returns the Super User role named by the caller, or else the selected one, or else any.
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
