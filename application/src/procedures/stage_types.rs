//! Stage types: three built-in ones, and custom ones of Super Users, which behave as Junction:
//! `data_requests/stage_type/` (3 §2.7, §5, §7; decisions, "Administration").

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::StageTypeId;
use aditus_domain::procedures::{InUse, StageTypeName};

use super::editing::{Error, Record};
use super::repository::{StageUse, StoredStageType};
use super::views::StageTypeSort;
use crate::access::Caller;
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Stage types.
pub enum StageTypeRecords {}

impl Kind for StageTypeRecords {
    type Id = StageTypeId;
    type Error = Error;

    fn recorded(id: StageTypeId) -> (Record, i64) {
        (Record::StageType, id.0)
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.procedures().lock_exclusive()
    }
}

impl Listable for StageTypeRecords {
    /// The search text may occur in the name.
    type Query = ListQuery<StageTypeSort>;
    type Row = StoredStageType;

    fn rows(reading: &mut Reading<'_>, query: Self::Query) -> Result<Paged<StoredStageType>, StoreError> {
        reading.views().procedures().stage_types(&query.folded())
    }
}

impl Readable for StageTypeRecords {
    type One = StoredStageType;

    fn read(reading: &mut Reading<'_>, id: StageTypeId) -> Result<StoredStageType, Error> {
        let found = reading.views().procedures().stage_type(id)?;
        found.ok_or_else(|| Error::not_found(Record::StageType))
    }
}

impl Loadable for StageTypeRecords {
    type Loaded = StoredStageType;

    /// Built-in types cannot be changed.
    fn load(change: &mut Change<'_>, id: StageTypeId) -> Result<StoredStageType, Error> {
        let all = change.transaction().stage_types().all()?;
        let found = all.into_iter().find(|stage_type| stage_type.id == id);
        match found {
            None => Err(Error::not_found(Record::StageType)),
            Some(found) if found.built_in => Err(Error::BuiltIn),
            Some(found) => Ok(found),
        }
    }
}

impl HasForm for StageTypeRecords {
    /// The name.
    type Form = String;
    type Checked = StageTypeName;

    fn check(_: &Caller, form: String) -> Result<StageTypeName, Error> {
        Ok(StageTypeName::parse(&form)?)
    }
}

impl Addable for StageTypeRecords {
    fn add(change: &mut Change<'_>, name: StageTypeName) -> Result<StageTypeId, Error> {
        refuse_taken(change.transaction(), None, &name)?;
        Ok(change.transaction().stage_types().add(&name)?)
    }
}

impl Updatable for StageTypeRecords {
    fn versioned(id: StageTypeId) -> Versioned {
        Versioned::StageType(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: StageTypeId,
        _: StoredStageType,
        name: StageTypeName,
    ) -> Result<(), Error> {
        refuse_taken(change.transaction(), Some(id), &name)?;
        Ok(change.transaction().stage_types().rename(id, &name)?)
    }
}

impl Removable for StageTypeRecords {
    /// Deletes a type that no stage uses.
    fn remove(change: &mut Change<'_>, id: StageTypeId, known: StoredStageType) -> Result<(), Error> {
        let uses = change.transaction().stage_types().stages_of(id)?;
        if !uses.is_empty() {
            let name = |used: &StageUse| {
                format!(
                    "the stage \"{}\" of the approval procedure \"{}\"",
                    used.stage, used.procedure
                )
            };
            return Err(InUse {
                record: format!("The stage type \"{}\"", known.name),
                refused: "be deleted",
                by: uses.iter().map(name).collect(),
            }
            .into());
        }
        Ok(change.transaction().stage_types().remove(id)?)
    }
}

/// Refuses a name that differs from another's only in case, because "junction" would look like the
/// built-in type.
fn refuse_taken(
    transaction: &mut dyn Transaction,
    own: Option<StageTypeId>,
    name: &StageTypeName,
) -> Result<(), Error> {
    let key = fold(name.as_str());
    let all = transaction.stage_types().all()?;
    if all
        .iter()
        .any(|other| Some(other.id) != own && fold(&other.name) == key)
    {
        return Err(Error::taken(
            "stage_type",
            "There is already another Stage Type with this name.",
        ));
    }
    Ok(())
}
