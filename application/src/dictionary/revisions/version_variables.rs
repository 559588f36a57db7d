//! The variables of a version of a data source: `data_dictionary/version_variable/` (3 §2.11, §5,
//! §7).

use aditus_domain::form::FormFaults;
use aditus_domain::ids::{VariableId, VersionId, VersionVariableId};

use super::views::{VersionVariableRecord, VersionVariableSort};
use crate::access::Caller;
use crate::dictionary::records::{Error, Record, value_taken};
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Variables of versions, each in the revision at the time when it was added to the version.
pub enum VersionVariableRecords {}

/// Filter, order and page of a list of variables of versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionVariableQuery {
    /// Limits the variables to this version.
    pub version: Option<VersionId>,
    /// Search text in the displayed fields, with order and page.
    pub list: ListQuery<VersionVariableSort>,
}

/// Form of a variable of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionVariableForm {
    /// Version of the source. A change must name the current one.
    pub version: Option<VersionId>,
    /// Variable whose current revision is added to the version.
    pub variable: Option<VariableId>,
}

/// A form with all fields present.
#[derive(Debug, Clone, Copy)]
pub struct CheckedVersionVariable {
    version: VersionId,
    variable: VariableId,
}

impl Kind for VersionVariableRecords {
    type Id = VersionVariableId;
    type Error = Error;

    fn recorded(id: VersionVariableId) -> (Record, i64) {
        (Record::VersionVariable, id.0)
    }
}

impl Listable for VersionVariableRecords {
    type Query = VersionVariableQuery;
    type Row = VersionVariableRecord;

    fn rows(
        reading: &mut Reading<'_>,
        query: VersionVariableQuery,
    ) -> Result<Paged<VersionVariableRecord>, StoreError> {
        let revisions = reading.views().dictionary_revisions();
        revisions.version_variables(query.version, &query.list.folded())
    }
}

impl Readable for VersionVariableRecords {
    type One = VersionVariableRecord;

    fn read(reading: &mut Reading<'_>, id: VersionVariableId) -> Result<VersionVariableRecord, Error> {
        let found = reading.views().dictionary_revisions().version_variable(id)?;
        found.ok_or(Error::NotFound(Record::VersionVariable))
    }
}

impl Loadable for VersionVariableRecords {
    type Loaded = VersionId;

    fn load(change: &mut Change<'_>, id: VersionVariableId) -> Result<VersionId, Error> {
        let found = change.transaction().dictionary_revisions().version_of(id)?;
        found.ok_or(Error::NotFound(Record::VersionVariable))
    }
}

impl HasForm for VersionVariableRecords {
    type Form = VersionVariableForm;
    type Checked = CheckedVersionVariable;

    fn check(_: &Caller, form: VersionVariableForm) -> Result<CheckedVersionVariable, Error> {
        FormFaults::where_missing([
            ("version", form.version.is_some(), NO_VERSION),
            ("variable", form.variable.is_some(), NO_VARIABLE),
        ])?;
        Ok(CheckedVersionVariable {
            version: form.version.ok_or_else(no_version)?,
            variable: form.variable.ok_or_else(no_variable)?,
        })
    }
}

impl Addable for VersionVariableRecords {
    fn add(change: &mut Change<'_>, chosen: CheckedVersionVariable) -> Result<VersionVariableId, Error> {
        refuse_other_source(change.transaction(), chosen)?;
        let revisions = change.transaction().dictionary_revisions();
        revisions
            .add_variable(chosen.version, chosen.variable)
            .map_err(already_in_version())
    }
}

impl Updatable for VersionVariableRecords {
    fn versioned(id: VersionVariableId) -> Versioned {
        Versioned::VersionVariable(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: VersionVariableId,
        known: VersionId,
        chosen: CheckedVersionVariable,
    ) -> Result<(), Error> {
        if chosen.version != known {
            return Err(FormFaults::one("version", "You can't move a variable to another version.").into());
        }
        refuse_other_source(change.transaction(), chosen)?;
        let revisions = change.transaction().dictionary_revisions();
        revisions
            .replace_variable(id, chosen.variable)
            .map_err(already_in_version())
    }
}

impl Removable for VersionVariableRecords {
    /// The revision stays, because other versions and requests may refer to it.
    fn remove(change: &mut Change<'_>, id: VersionVariableId, _: VersionId) -> Result<(), Error> {
        Ok(change.transaction().dictionary_revisions().remove_variable(id)?)
    }
}

const NO_VERSION: &str = "Version is required";
const NO_VARIABLE: &str = "Variable is required";

fn no_version() -> FormFaults {
    FormFaults::one("version", NO_VERSION)
}

fn no_variable() -> FormFaults {
    FormFaults::one("variable", NO_VARIABLE)
}

fn refuse_other_source(
    transaction: &mut dyn Transaction,
    chosen: CheckedVersionVariable,
) -> Result<(), Error> {
    let revisions = transaction.dictionary_revisions();
    let source = revisions.version_source(chosen.version)?.ok_or_else(no_version)?;
    let variables = transaction.dictionary_variables();
    let variable = variables.variable(chosen.variable)?.ok_or_else(no_variable)?;
    if variable.data_source != source {
        let message = "This variable doesn't belong to the data source of the version.";
        return Err(FormFaults::one("variable", message).into());
    }
    Ok(())
}

fn already_in_version() -> impl FnOnce(StoreError) -> Error {
    value_taken("variable", "The version already has this variable.")
}
