//! Generic use cases of the records that Super Users maintain, such as data sources, topics, stages
//! and organisations.
//!
//! Each record kind is a marker type. The traits of this module define its rules and its storage,
//! and a kind implements one trait per call that it supports. [`list`], [`find`], [`add`],
//! [`change`] and [`remove`] are the use cases of every kind. They define the access check, the
//! order of the steps, and the transaction of a change. A special call of a kind, such as a list
//! for guests, is a separate use case.

use std::collections::BTreeSet;

use aditus_domain::audit::Act;
use aditus_domain::audit::stored::Subject;
use aditus_domain::dictionary::DetailTab;
use aditus_domain::form::FormFaults;
use aditus_domain::reference::ReferenceList;
use aditus_domain::roles::Role;
use thiserror::Error;

use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::{Failure, Refused, failure};
use crate::paging::Paged;
use crate::ports::{Ports, StoreError, Transaction, Views};
use crate::roles::authority;
use crate::row_versions::{RowVersion, Stale, Versioned, advance};

/// The kinds of records, with their names for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Record {
    Source,
    Custodian,
    Version,
    Topic,
    Table,
    Variable,
    /// A part of which a variable has several.
    Detail(DetailTab),
    VersionVariable,
    TableTopic,
    StageType,
    Procedure,
    Stage,
    NextStage,
    Organisation,
    OrganisationRole,
    Entry(ReferenceList),
    Place,
    TableType,
    /// All stages and links of a procedure.
    Drawing,
    /// The template of a procedure's letter.
    Letter,
    /// An entry in the history of a procedure.
    ProcedureChange,
}

impl Record {
    /// Returns the name, which is also stored in audit entries: it never changes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Source => "Data source",
            Self::Custodian => "Data custodian",
            Self::Version => "Data source version",
            Self::Topic => "Topic",
            Self::Table => "Table",
            Self::Variable => "Variable",
            Self::Detail(tab) => tab.name(),
            Self::VersionVariable => "Version variable",
            Self::TableTopic => "Table topic",
            Self::StageType => "Stage Type",
            Self::Procedure => "Approval Procedure",
            Self::Stage => "Stage",
            Self::NextStage => "Next Stage",
            Self::Organisation => "Organisation",
            Self::OrganisationRole => "Organisation role",
            Self::Entry(list) => list.label(),
            Self::Place => "Facility",
            Self::TableType => "Table type",
            Self::Drawing => "Drawing of an Approval Procedure",
            Self::Letter => "Letter of an Approval Procedure",
            Self::ProcedureChange => "Change of an Approval Procedure",
        }
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Errors of reading or changing a record.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller may not do this.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// A field is missing or invalid.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// There is no such record.
    #[error("{0} not found.")]
    NotFound(Record),
    /// Another record has the same value in this field, which must be unique.
    #[error("{1}")]
    Taken(&'static str, &'static str),
    /// The record is still in use; the message names the use.
    #[error("{0}")]
    InUse(String),
    /// Another person has saved the record since it was read.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Access(error) => Self::Access(error),
            Refused::Store(error) => Self::Store(error),
        }
    }
}

failure! {
    Error {
        forwards Access, Store;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        NotFound(record) => NotFound, reason: RecordNotFound, params: { record: record.name() };
        Taken(field, message) => Conflict,
            reason: ValueTaken,
            params: { field: *field },
            fields: vec![((*field).to_owned(), (*message).to_owned())];
        InUse(_) => Conflict, reason: InUse;
        Stale(stale) => Conflict, reason: RowChanged, fields: stale.fields();
    }
}

/// Implements the conversions that let `?` turn the common errors of records into the `Record`
/// variant of a kind's own error.
macro_rules! refused_as_any_record {
    ($error:ty) => {
        $crate::records::refused_as_any_record!(
            $error: $crate::access::AccessError,
            aditus_domain::form::FormFaults,
            $crate::row_versions::Stale,
            $crate::ports::StoreError
        );
    };
    ($error:ty: $($refusal:ty),+) => {
        $(impl From<$refusal> for $error {
            fn from(refusal: $refusal) -> Self {
                Self::Record(refusal.into())
            }
        })+
    };
}
pub(crate) use refused_as_any_record;

/// Maps a violated unique constraint to an error about this field.
pub(crate) fn value_taken(field: &'static str, message: &'static str) -> impl FnOnce(StoreError) -> Error {
    move |error| match error {
        StoreError::Duplicate(_) => Error::Taken(field, message),
        other => other.into(),
    }
}

/// Maps a violated foreign key to a conflict: a reference to the record was added after the check.
pub(crate) fn while_unused(error: StoreError) -> StoreError {
    match error {
        StoreError::Reference(_) => StoreError::Conflict,
        other => other,
    }
}

/// A kind of records.
pub trait Kind: 'static {
    /// The id of a record.
    type Id: Copy + Send + 'static;
    /// The error: [`Error`], unless the kind has further errors.
    type Error: Failure + From<AccessError> + From<Stale> + From<StoreError> + Send + 'static;

    /// Returns the name and the number of a record in audit entries.
    fn recorded(id: Self::Id) -> (Record, i64);

    /// Acquires a lock if changes of this kind must not run concurrently. A change reads its data
    /// afterwards.
    fn lock_exclusive(_transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A kind whose records are listed.
pub trait Listable: Kind {
    /// The filter.
    type Query: Send + 'static;
    /// A row of the list.
    type Row: Send + 'static;

    /// Returns a page of the records.
    fn rows(reading: &mut Reading<'_>, query: Self::Query) -> Result<Paged<Self::Row>, StoreError>;
}

/// A kind whose records are read individually.
pub trait Readable: Kind {
    /// A record with all its fields.
    type One: Send + 'static;

    /// Returns the record with this id. Fails if there is none.
    fn read(reading: &mut Reading<'_>, id: Self::Id) -> Result<Self::One, Self::Error>;
}

/// A kind with a form.
pub trait HasForm: Kind {
    /// The form as sent.
    type Form: Send + 'static;
    /// The form after the checks that need no database.
    type Checked;

    /// Checks the form before any query.
    fn check(caller: &Caller, form: Self::Form) -> Result<Self::Checked, Self::Error>;
}

/// A kind whose records can be added.
pub trait Addable: HasForm {
    /// Adds a record.
    fn add(change: &mut Change<'_>, checked: Self::Checked) -> Result<Self::Id, Self::Error>;
}

/// A kind with operations on stored records.
pub trait Loadable: Kind {
    /// The stored data that these operations need.
    type Loaded;

    /// Returns the data of the record with this id. Fails if there is none, or if it cannot be
    /// changed.
    fn load(change: &mut Change<'_>, id: Self::Id) -> Result<Self::Loaded, Self::Error>;
}

/// A kind whose records can be changed.
pub trait Updatable: HasForm + Loadable {
    /// Returns the object whose version the client sends with a change.
    fn versioned(id: Self::Id) -> Versioned;

    /// Changes a record.
    fn change(
        change: &mut Change<'_>,
        id: Self::Id,
        loaded: Self::Loaded,
        checked: Self::Checked,
    ) -> Result<(), Self::Error>;
}

/// A kind whose records can be deleted.
pub trait Removable: Loadable {
    /// Deletes a record. Fails with the referring objects if there are any.
    fn remove(change: &mut Change<'_>, id: Self::Id, loaded: Self::Loaded) -> Result<(), Self::Error>;
}

/// The context of a read.
pub struct Reading<'a> {
    /// The ports.
    pub ports: &'a Ports,
    /// The caller.
    pub caller: &'a Caller,
    views: Box<dyn Views + 'a>,
}

impl Reading<'_> {
    /// The read models.
    pub fn views(&mut self) -> &mut dyn Views {
        self.views.as_mut()
    }
}

/// An atomic change of one record.
pub struct Change<'a> {
    /// The ports.
    pub ports: &'a Ports,
    /// The caller.
    pub caller: &'a Caller,
    transaction: Box<dyn Transaction + 'a>,
    /// Further rows that it changes.
    others: BTreeSet<Subject>,
}

impl Change<'_> {
    /// The transaction of the change.
    pub fn transaction(&mut self) -> &mut dyn Transaction {
        self.transaction.as_mut()
    }

    /// Registers a further row that is changed, so that the audit entry contains its digest. For a
    /// part of another record, such as a stage of a procedure, register that record.
    pub(crate) fn also_changes(&mut self, row: Subject) {
        self.others.insert(row);
    }

    /// Commits the change with its audit entry. Dropping it instead rolls it back.
    pub(crate) fn commit(mut self, act: Act) -> Result<(), StoreError> {
        let transaction = self.transaction.as_mut();
        let recorded = audit::record_changed(self.ports, transaction, self.caller, act, &self.others)?;
        self.transaction.commit(recorded)
    }
}

/// Returns the act of adding a record.
pub fn added<K: Kind>(id: K::Id) -> Act {
    let (record, id) = K::recorded(id);
    Act::RecordAdded {
        record: record.name(),
        id,
    }
}

/// Returns the act of changing a record.
pub fn changed<K: Kind>(id: K::Id) -> Act {
    let (record, id) = K::recorded(id);
    Act::RecordChanged {
        record: record.name(),
        id,
    }
}

/// Returns the act of deleting a record.
pub fn removed<K: Kind>(id: K::Id) -> Act {
    let (record, id) = K::recorded(id);
    Act::RecordRemoved {
        record: record.name(),
        id,
    }
}

/// Returns a page of records, for Super Users.
pub fn list<K: Listable>(ports: &Ports, caller: &Caller, query: K::Query) -> Result<Paged<K::Row>, Refused> {
    let mut reading = reading::<Refused>(ports, caller)?;
    Ok(K::rows(&mut reading, query)?)
}

/// Returns one record, for Super Users.
pub fn find<K: Readable>(ports: &Ports, caller: &Caller, id: K::Id) -> Result<K::One, K::Error> {
    let mut reading = reading::<K::Error>(ports, caller)?;
    K::read(&mut reading, id)
}

/// Adds a record, for Super Users. Returns its id.
pub fn add<K: Addable>(ports: &Ports, caller: &Caller, form: K::Form) -> Result<K::Id, K::Error> {
    caller.require(Role::SuperUser)?;
    let checked = K::check(caller, form)?;
    let mut change = begin::<K>(ports, caller)?;
    let id = K::add(&mut change, checked)?;
    change.commit(added::<K>(id))?;
    Ok(id)
}

/// Changes a record, for Super Users. A change based on an outdated version is refused. A change
/// without a version overwrites the stored one.
pub fn change<K: Updatable>(
    ports: &Ports,
    caller: &Caller,
    id: K::Id,
    seen: Option<RowVersion>,
    form: K::Form,
) -> Result<(), K::Error> {
    caller.require(Role::SuperUser)?;
    let checked = K::check(caller, form)?;
    let mut change = begin::<K>(ports, caller)?;
    let loaded = K::load(&mut change, id)?;
    advance::<K::Error>(change.transaction(), K::versioned(id), seen)?;
    K::change(&mut change, id, loaded, checked)?;
    Ok(change.commit(changed::<K>(id))?)
}

/// Deletes a record, for Super Users.
pub fn remove<K: Removable>(ports: &Ports, caller: &Caller, id: K::Id) -> Result<(), K::Error> {
    let mut change = begin::<K>(ports, caller)?;
    let loaded = K::load(&mut change, id)?;
    K::remove(&mut change, id, loaded)?;
    Ok(change.commit(removed::<K>(id))?)
}

fn reading<'a, E>(ports: &'a Ports, caller: &'a Caller) -> Result<Reading<'a>, E>
where
    E: From<AccessError> + From<StoreError>,
{
    caller.require(Role::SuperUser)?;
    Ok(Reading {
        ports,
        caller,
        views: ports.database.read()?,
    })
}

/// Starts a change of a record, for Super Users: in the use cases above and in other changes of
/// records. The role is checked again once the lock is held, because it may have been revoked since
/// the call started.
pub(crate) fn begin<'a, K: Kind>(ports: &'a Ports, caller: &'a Caller) -> Result<Change<'a>, K::Error> {
    caller.require(Role::SuperUser)?;
    let mut transaction = ports.database.begin()?;
    K::lock_exclusive(transaction.as_mut())?;
    authority::require_super_user::<K::Error>(transaction.as_mut(), caller)?;
    Ok(Change {
        ports,
        caller,
        transaction,
        others: BTreeSet::new(),
    })
}
