//! The shape of the records that Super Users keep: data sources, topics, stages, organisations and their like.
//!
//! A kind of records is a type without values. By the traits of this module it says what is its own: its rules, and where it is
//! stored. It implements as many of them as there are calls. [`list`], [`find`], [`add`], [`change`] and [`remove`] are the use cases of
//! every kind: who may, in which order things are asked, and what makes a change one. What a kind does otherwise, such as a list
//! that guests may read, is a use case of its own beside them.

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

/// A kind of records, as people call it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Record {
    Source,
    Custodian,
    Version,
    Topic,
    Table,
    Variable,
    /// What a variable has several of.
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
    /// The same as a word, which the record of acts keeps too: a name never changes.
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
            Self::Entry(list) => list.called(),
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

/// Why nothing was done about a record.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller may not do this.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Something that was typed is missing or wrong.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// There is no such record.
    #[error("{0} not found.")]
    NotFound(Record),
    /// Another record is the same in this field, in which records must differ.
    #[error("{1}")]
    Taken(&'static str, &'static str),
    /// Something refers to the record; the message says what.
    #[error("{0}")]
    InUse(String),
    /// Somebody else has saved it since it was read.
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
        Form(faults) => Invalid, fields: faults.by_field();
        NotFound(_) => NotFound;
        Taken(field, message) => Conflict, fields: vec![((*field).to_owned(), (*message).to_owned())];
        InUse(_) => Conflict;
        Stale(stale) => Conflict, fields: stale.fields();
    }
}

/// Lets `?` take what refuses any record into the error of a kind that has reasons of its own, by its variant `Record`.
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

/// Says in which field a record is the same as another instead of which columns are.
pub(crate) fn taken(field: &'static str, message: &'static str) -> impl FnOnce(StoreError) -> Error {
    move |error| match error {
        StoreError::Duplicate(_) => Error::Taken(field, message),
        other => other.into(),
    }
}

/// What a removal is refused with because something has come to refer to the record since that was counted.
pub(crate) fn while_unused(error: StoreError) -> StoreError {
    match error {
        StoreError::Reference(_) => StoreError::Conflict,
        other => other,
    }
}

/// A kind of records.
pub trait Kind: 'static {
    /// What tells its records apart.
    type Id: Copy + Send + 'static;
    /// Why nothing is shown or changed: [`Error`], where the kind has no reason of its own.
    type Error: Failure + From<AccessError> + From<Stale> + From<StoreError> + Send + 'static;

    /// What the record of acts calls a record of this kind, and its number there.
    fn recorded(id: Self::Id) -> (Record, i64);

    /// Waits for a turn, where changes of this kind must not run beside each other. Whatever a change reads, it reads afterwards.
    fn take_turns(_transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A kind whose records are listed.
pub trait Listed: Kind {
    /// Which records are wanted.
    type Wanted: Send + 'static;
    /// A record as the list shows it.
    type Row: Send + 'static;

    /// A page of them.
    fn rows(reading: &mut Reading<'_>, wanted: Self::Wanted) -> Result<Paged<Self::Row>, StoreError>;
}

/// A kind whose records are read one by one.
pub trait Found: Kind {
    /// A record with all its fields.
    type One: Send + 'static;

    /// The record with this id, which must exist.
    fn one(reading: &mut Reading<'_>, id: Self::Id) -> Result<Self::One, Self::Error>;
}

/// A kind of which something is typed.
pub trait Typed: Kind {
    /// What was typed.
    type Form: Send + 'static;
    /// The same, as far as it can be judged without the database.
    type Checked;

    /// Judges what was typed, before anything is looked up.
    fn check(caller: &Caller, form: Self::Form) -> Result<Self::Checked, Self::Error>;
}

/// A kind of which records are added.
pub trait Added: Typed {
    /// Adds a record.
    fn add(change: &mut Change<'_>, checked: Self::Checked) -> Result<Self::Id, Self::Error>;
}

/// A kind of which something is done about a record that is stored.
pub trait Stored: Kind {
    /// What has to be known of the record for that.
    type Known;

    /// The record with this id, which must exist and be one that may be changed at all.
    fn known(change: &mut Change<'_>, id: Self::Id) -> Result<Self::Known, Self::Error>;
}

/// A kind whose records are changed.
pub trait Changed: Typed + Stored {
    /// The record whose version a change names.
    fn versioned(id: Self::Id) -> Versioned;

    /// Changes a record.
    fn change(
        change: &mut Change<'_>,
        id: Self::Id,
        known: Self::Known,
        checked: Self::Checked,
    ) -> Result<(), Self::Error>;
}

/// A kind whose records are deleted.
pub trait Removed: Stored {
    /// Deletes a record to which nothing refers, or says what refers to it.
    fn remove(change: &mut Change<'_>, id: Self::Id, known: Self::Known) -> Result<(), Self::Error>;
}

/// What records are read by.
pub struct Reading<'a> {
    /// The ports.
    pub ports: &'a Ports,
    /// Who reads.
    pub caller: &'a Caller,
    views: Box<dyn Views + 'a>,
}

impl Reading<'_> {
    /// The read models.
    pub fn views(&mut self) -> &mut dyn Views {
        self.views.as_mut()
    }
}

/// A change of one record: all of it is done, or nothing.
pub struct Change<'a> {
    /// The ports.
    pub ports: &'a Ports,
    /// Who changes it.
    pub caller: &'a Caller,
    transaction: Box<dyn Transaction + 'a>,
    /// Rows that it changes besides its own record.
    others: BTreeSet<Subject>,
}

impl Change<'_> {
    /// The transaction of the change.
    pub fn transaction(&mut self) -> &mut dyn Transaction {
        self.transaction.as_mut()
    }

    /// Notes a row that is changed besides the record itself, so that the entry of the change says what is stored of it. What belongs to
    /// another record, as a stage belongs to its procedure, names that.
    pub(crate) fn also_changes(&mut self, row: Subject) {
        self.others.insert(row);
    }

    /// Makes it durable, with its entry in the record of acts. A change that is dropped leaves no trace.
    pub(crate) fn commit(mut self, act: Act) -> Result<(), StoreError> {
        let transaction = self.transaction.as_mut();
        let recorded = audit::record_changed(self.ports, transaction, self.caller, act, &self.others)?;
        self.transaction.commit(recorded)
    }
}

/// The act of adding a record.
pub fn added<K: Kind>(id: K::Id) -> Act {
    let (record, id) = K::recorded(id);
    Act::RecordAdded {
        record: record.name(),
        id,
    }
}

/// The act of changing a record.
pub fn changed<K: Kind>(id: K::Id) -> Act {
    let (record, id) = K::recorded(id);
    Act::RecordChanged {
        record: record.name(),
        id,
    }
}

/// The act of deleting a record.
pub fn removed<K: Kind>(id: K::Id) -> Act {
    let (record, id) = K::recorded(id);
    Act::RecordRemoved {
        record: record.name(),
        id,
    }
}

/// A page of records, for Super Users.
pub fn list<K: Listed>(ports: &Ports, caller: &Caller, wanted: K::Wanted) -> Result<Paged<K::Row>, Refused> {
    let mut reading = reading::<Refused>(ports, caller)?;
    Ok(K::rows(&mut reading, wanted)?)
}

/// One record, for Super Users.
pub fn find<K: Found>(ports: &Ports, caller: &Caller, id: K::Id) -> Result<K::One, K::Error> {
    let mut reading = reading::<K::Error>(ports, caller)?;
    K::one(&mut reading, id)
}

/// Adds a record, for Super Users; answers its id.
pub fn add<K: Added>(ports: &Ports, caller: &Caller, form: K::Form) -> Result<K::Id, K::Error> {
    caller.require(Role::SuperUser)?;
    let checked = K::check(caller, form)?;
    let mut change = begin::<K>(ports, caller)?;
    let id = K::add(&mut change, checked)?;
    change.commit(added::<K>(id))?;
    Ok(id)
}

/// Changes a record, for Super Users. A change that was made from another version than the one that is stored is refused; one
/// that names none takes what is stored as seen.
pub fn change<K: Changed>(
    ports: &Ports,
    caller: &Caller,
    id: K::Id,
    seen: Option<RowVersion>,
    form: K::Form,
) -> Result<(), K::Error> {
    caller.require(Role::SuperUser)?;
    let checked = K::check(caller, form)?;
    let mut change = begin::<K>(ports, caller)?;
    let known = K::known(&mut change, id)?;
    advance::<K::Error>(change.transaction(), K::versioned(id), seen)?;
    K::change(&mut change, id, known, checked)?;
    Ok(change.commit(changed::<K>(id))?)
}

/// Deletes a record, for Super Users.
pub fn remove<K: Removed>(ports: &Ports, caller: &Caller, id: K::Id) -> Result<(), K::Error> {
    let mut change = begin::<K>(ports, caller)?;
    let known = K::known(&mut change, id)?;
    K::remove(&mut change, id, known)?;
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

/// Begins a change of records of a kind, for Super Users: the use cases above, and those that change them in another way. The role
/// is read anew once it is the change's turn, because it may have been withdrawn since the call began.
pub(crate) fn begin<'a, K: Kind>(ports: &'a Ports, caller: &'a Caller) -> Result<Change<'a>, K::Error> {
    caller.require(Role::SuperUser)?;
    let mut transaction = ports.database.begin()?;
    K::take_turns(transaction.as_mut())?;
    authority::require_super_user::<K::Error>(transaction.as_mut(), caller)?;
    Ok(Change {
        ports,
        caller,
        transaction,
        others: BTreeSet::new(),
    })
}
