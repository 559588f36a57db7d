//! Data sources (3 §2.8, §5, §7).

use aditus_domain::dictionary::{RawSource, SourceInUse, password};
use aditus_domain::ids::DataSourceId;
use thiserror::Error;

use super::views::{SourceRecord, SourceSort};
use super::{self as records, Record, while_unused};
use crate::access::Caller;
use crate::dictionary::StoredSource;
use crate::failure::failure;
use crate::paging::{ListQuery, Paged};
use crate::ports::{Keys, SealError, SealedPlace, StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
    refused_as_any_record,
};
use crate::row_versions::Versioned;

/// Data sources. A change is reflected at once in its published data and its name in requests.
pub enum SourceRecords {}

/// The operation on a data source failed.
#[derive(Debug, Error)]
pub enum Error {
    /// An error common to all records.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The password could not be sealed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
}

refused_as_any_record!(Error);

impl From<SourceInUse> for Error {
    fn from(in_use: SourceInUse) -> Self {
        Self::Record(records::Error::InUse(in_use.to_string()))
    }
}

failure! {
    Error {
        forwards Record;
        Seal(_) => Internal, reason: Internal;
    }
}

impl Kind for SourceRecords {
    type Id = DataSourceId;
    type Error = Error;

    fn recorded(id: DataSourceId) -> (Record, i64) {
        (Record::Source, id.0)
    }

    /// Serialises writers by the lock on roles, so that the second of two concurrent changes to the
    /// same name finds the first.
    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.roles().lock_exclusive()
    }
}

impl Listable for SourceRecords {
    type Query = ListQuery<SourceSort>;
    type Row = SourceRecord;

    fn rows(reading: &mut Reading<'_>, query: Self::Query) -> Result<Paged<SourceRecord>, StoreError> {
        let records = reading.views().dictionary_records();
        records.source_records(&query.folded())
    }
}

impl Readable for SourceRecords {
    type One = SourceRecord;

    fn read(reading: &mut Reading<'_>, id: DataSourceId) -> Result<SourceRecord, Error> {
        let found = reading.views().dictionary_records().source_record(id)?;
        Ok(found.ok_or(records::Error::NotFound(Record::Source))?)
    }
}

impl Loadable for SourceRecords {
    type Loaded = StoredSource;

    fn load(change: &mut Change<'_>, id: DataSourceId) -> Result<StoredSource, Error> {
        let found = change.transaction().dictionary_records().source(id)?;
        Ok(found.ok_or(records::Error::NotFound(Record::Source))?)
    }
}

impl HasForm for SourceRecords {
    type Form = RawSource;
    type Checked = RawSource;

    fn check(_: &Caller, form: RawSource) -> Result<RawSource, Error> {
        Ok(form)
    }
}

impl Addable for SourceRecords {
    fn add(change: &mut Change<'_>, form: RawSource) -> Result<DataSourceId, Error> {
        let details = form.check(None)?;
        form.db_password.as_deref().map(password).transpose()?;
        refuse_taken(change.transaction(), None, &details.source)?;
        let dictionary = change.transaction().dictionary();
        let id = dictionary.add_source(&details).map_err(name_taken())?;
        let db_password = db_password(change.ports.keys.as_ref(), id, &form, None)?;
        if db_password.is_some() {
            let source = StoredSource { details, db_password };
            let records = change.transaction().dictionary_records();
            records.update_source(id, &source)?;
        }
        Ok(id)
    }
}

impl Updatable for SourceRecords {
    fn versioned(id: DataSourceId) -> Versioned {
        Versioned::Source(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: DataSourceId,
        known: StoredSource,
        form: RawSource,
    ) -> Result<(), Error> {
        let details = form.check(Some(&known.details))?;
        let db_password = db_password(change.ports.keys.as_ref(), id, &form, known.db_password)?;
        refuse_taken(change.transaction(), Some(id), &details.source)?;
        let source = StoredSource { details, db_password };
        let records = change.transaction().dictionary_records();
        Ok(records.update_source(id, &source).map_err(name_taken())?)
    }
}

impl Removable for SourceRecords {
    fn remove(change: &mut Change<'_>, id: DataSourceId, _: StoredSource) -> Result<(), Error> {
        let records = change.transaction().dictionary_records();
        records.source_references(id)?.none()?;
        Ok(records.remove_source(id).map_err(while_unused)?)
    }
}

/// Returns the sealed password: the entered one, or the known one if the form omits it.
fn db_password(
    keys: &dyn Keys,
    id: DataSourceId,
    form: &RawSource,
    known: Option<Vec<u8>>,
) -> Result<Option<Vec<u8>>, Error> {
    let Some(typed) = form.db_password.as_deref() else {
        return Ok(known);
    };
    let place = SealedPlace::SourcePassword(id);
    let sealed = password(typed)?.map(|password| keys.seal(&place, password.as_bytes()));
    Ok(sealed.transpose()?)
}

fn name_taken() -> impl FnOnce(StoreError) -> records::Error {
    records::value_taken("source", "There is already a data source with this name.")
}

/// Refuses a name that differs from another source's only in case.
fn refuse_taken(
    transaction: &mut dyn Transaction,
    own: Option<DataSourceId>,
    name: &str,
) -> Result<(), Error> {
    let other = transaction.dictionary().source_by_name(name)?;
    if other.is_some_and(|other| Some(other) != own) {
        return Err(name_taken()(StoreError::Duplicate(String::new())).into());
    }
    Ok(())
}
