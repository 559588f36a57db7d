//! Checks that the choices of a request are offered: an inner service of submissions, edits and
//! drafts.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::ports::{StoreError, Transaction, Views};
use aditus_domain::ids::{DataSourceId, VariableId};
use aditus_domain::reference::{Entry, EntryId, Places, ReferenceList};
use aditus_domain::requests::{
    Faults, entry_not_offered, places_not_offered, source_not_offered, variables_not_offered,
};

/// Entries of reference lists from which a request chooses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices(Vec<Entry>);

impl Choices {
    /// Reads all entries of these lists, active or not.
    pub fn read(views: &mut dyn Views, lists: &[ReferenceList]) -> Result<Self, StoreError> {
        let mut all = Vec::new();
        for list in lists {
            all.append(&mut views.reference().all_entries(*list)?);
        }
        Ok(Self(all))
    }

    /// Reads the entries in a transaction. They cannot change once the transaction holds the shared
    /// lock ([`crate::reference::ReferenceRecords::lock_shared`]).
    pub fn read_locked(
        transaction: &mut dyn Transaction,
        lists: &[ReferenceList],
    ) -> Result<Self, StoreError> {
        let mut all = Vec::new();
        for list in lists {
            all.append(&mut transaction.reference().entries(*list)?);
        }
        Ok(Self(all))
    }

    /// Returns the error for choosing this entry: `unknown` if it does not exist, or that it is no
    /// longer offered if it was deactivated. The current choice of the request, `kept`, stays
    /// allowed: the committee that approved a study remains that committee.
    pub fn fault(
        &self,
        id: EntryId,
        unknown: &'static str,
        kept: Option<EntryId>,
    ) -> Option<Cow<'static, str>> {
        let entry = self.0.iter().find(|entry| entry.id == id);
        match entry {
            None => Some(unknown.into()),
            Some(entry) if entry.active || kept == Some(id) => None,
            Some(entry) => Some(entry_not_offered(entry).into()),
        }
    }

    /// Returns the entry if it was deactivated.
    pub fn withdrawn(&self, id: EntryId) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.id == id && !entry.active)
    }
}

/// Returns the error for these summaries of facilities, if some name a place that is no longer
/// offered.
pub(crate) fn fault_of_facilities(
    views: &mut dyn Views,
    summaries: &[String],
) -> Result<Option<String>, StoreError> {
    if summaries.is_empty() {
        return Ok(None);
    }
    let places = Places::new(views.reference().all_places()?);
    Ok(places_not_offered(&places.withdrawn(summaries)))
}

/// The parts of a source that are no longer offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WithdrawnData {
    /// The whole source, with its name if it was offered before.
    Source(Option<String>),
    /// Variables of a source that is offered.
    Variables {
        /// The variables that were offered before.
        withdrawn: Vec<VariableId>,
        /// The variables that are unknown, or were never offered.
        unknown: Vec<VariableId>,
        /// Table and variable names of the withdrawn ones.
        names: Vec<String>,
    },
}

impl WithdrawnData {
    /// Looks up the source and the variables.
    pub fn read(
        views: &mut dyn Views,
        source: DataSourceId,
        variables: &[VariableId],
    ) -> Result<Self, StoreError> {
        if views.dictionary().source(source)?.is_none() {
            let name = views.dictionary().withdrawn_source(source)?;
            return Ok(Self::Source(name));
        }
        let found = if variables.is_empty() {
            Vec::new()
        } else {
            views.dictionary().picked_variables(source, variables)?
        };
        let known: BTreeSet<VariableId> = found.iter().map(|variable| variable.var_id).collect();
        let gone = || found.iter().filter(|variable| !variable.is_offered);
        Ok(Self::Variables {
            withdrawn: gone().map(|variable| variable.var_id).collect(),
            unknown: variables
                .iter()
                .copied()
                .filter(|id| !known.contains(id))
                .collect(),
            names: gone()
                .map(|variable| format!("{}.{}", variable.tbl_name, variable.var_name))
                .collect(),
        })
    }

    /// Returns them as validation errors of a submission.
    pub fn faults(&self) -> Faults {
        let mut faults = Faults::default();
        match self {
            Self::Source(name) => faults.add("data_source_id", source_not_offered(name.as_deref())),
            Self::Variables { names, unknown, .. } => {
                if let Some(message) = variables_not_offered(names, unknown.len()) {
                    faults.add("dataset_variables", message);
                }
            }
        }
        faults
    }
}
