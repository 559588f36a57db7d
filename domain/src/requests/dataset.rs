//! Datasets of a submitted request and the variables in them (2 §3 "Requested dataset", §5 "Dataset creation"; beyond.md V6).

use std::collections::{BTreeSet, HashMap};

use thiserror::Error;

use super::check::prose;
use super::{DocumentKind, Faults, RequestDetails};
use crate::ids::{DataSourceId, VariableId};

/// The most datasets of one request.
pub const MAX_DATASETS: usize = 20;
/// The most variables that are added or removed at once.
pub const MAX_VARIABLES_AT_ONCE: usize = 5_000;

const MISSING_DESCRIPTION: &str = "Please enter the Dataset Description";
const MISSING_SOURCE: &str = "Please select the Data Source.";

/// A dataset as it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawDataset {
    pub dataset_description: Option<String>,
    pub data_source: Option<i64>,
    /// Nobody types it: the release sets it (decisions C13).
    pub release_date: Option<String>,
}

/// A dataset that is added to a request. It has no variables yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDataset {
    description: String,
    source: DataSourceId,
}

/// What is changed of a dataset: at least one of the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetEdit {
    description: Option<String>,
    source: Option<DataSourceId>,
}

impl NewDataset {
    /// What data is wanted, in words.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The source of the data.
    pub fn source(&self) -> DataSourceId {
        self.source
    }
}

impl DatasetEdit {
    /// What data is wanted, in words, where that is changed.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The source of the data, where that is changed.
    pub fn source(&self) -> Option<DataSourceId> {
        self.source
    }
}

impl RawDataset {
    /// Checks a dataset that is to be added.
    pub fn check(&self) -> Result<NewDataset, Faults> {
        let mut faults = Faults::default();
        let description = self.check_description(&mut faults);
        let source = self.source();
        if source.is_none() {
            faults.add("data_source", MISSING_SOURCE);
        }
        self.refuse_release_date(&mut faults);
        match (description, source) {
            (Some(description), Some(source)) if faults.is_empty() => Ok(NewDataset { description, source }),
            _ => Err(faults),
        }
    }

    /// Checks the fields of a dataset that are to be changed; those that are left out stay as they are.
    pub fn check_edit(&self) -> Result<DatasetEdit, Faults> {
        let mut faults = Faults::default();
        let description = match self.dataset_description {
            Some(_) => self.check_description(&mut faults),
            None => None,
        };
        let source = self.source();
        if self.data_source.is_some() && source.is_none() {
            faults.add("data_source", MISSING_SOURCE);
        }
        self.refuse_release_date(&mut faults);
        if faults.is_empty() && description.is_none() && source.is_none() {
            for field in ["dataset_description", "data_source"] {
                faults.add(field, "Name what is to be changed.");
            }
        }
        if faults.is_empty() {
            Ok(DatasetEdit { description, source })
        } else {
            Err(faults)
        }
    }

    fn check_description(&self, faults: &mut Faults) -> Option<String> {
        let typed = self.dataset_description.as_deref();
        prose(faults, "dataset_description", typed, MISSING_DESCRIPTION)
    }

    fn source(&self) -> Option<DataSourceId> {
        self.data_source.filter(|id| *id > 0).map(DataSourceId)
    }

    fn refuse_release_date(&self, faults: &mut Faults) {
        let typed = self.release_date.as_deref().map(str::trim);
        if typed.is_some_and(|text| !text.is_empty()) {
            faults.add(
                "release_date",
                "The Release Date is set when the data is released. Leave it out.",
            );
        }
    }
}

/// A published variable as the dictionary offers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedVariable {
    /// Its id.
    pub id: VariableId,
    /// The source of its table.
    pub source: DataSourceId,
    /// Its table and its own name, as people read it.
    pub name: String,
}

/// Why variables are not added to a dataset. Nothing is added then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AdditionRefused {
    /// None was named.
    #[error("Please select at least one variable.")]
    None,
    /// Too many at once.
    #[error("At most {MAX_VARIABLES_AT_ONCE} variables can be added at once.")]
    TooMany,
    /// The dictionary does not offer it, or no longer. It may be one that nobody is to know of, so that it is named by its place
    /// among those that were sent, counted from 1.
    #[error("The Data Dictionary does not offer variable {0} of those selected. Select the variables again.")]
    NotOffered(usize),
    /// It is of another source than the dataset.
    #[error("The variable {0} is not of the data source of this dataset.")]
    OtherSource(String),
    /// It was named more than once.
    #[error("The variable {0} was selected twice.")]
    Twice(String),
    /// The dataset has it already.
    #[error("The variable {0} is in this dataset already.")]
    Present(String),
    /// The request would have too many.
    #[error(
        "A request must not have more than {} variables.",
        RequestDetails::MAX_VARIABLES
    )]
    Full,
}

/// A dataset as far as it matters for what may be added to it.
#[derive(Debug, Clone, Copy)]
pub struct Receiving<'a> {
    /// Its source.
    pub source: DataSourceId,
    /// Those of the variables in question that it has already.
    pub present: &'a BTreeSet<VariableId>,
    /// How many variables all datasets of the request have together.
    pub in_request: usize,
}

/// Whether so many variables can be added at once, whichever they are.
pub fn check_number_added(number: usize) -> Result<(), AdditionRefused> {
    match number {
        0 => Err(AdditionRefused::None),
        1..=MAX_VARIABLES_AT_ONCE => Ok(()),
        _ => Err(AdditionRefused::TooMany),
    }
}

/// Whether these variables may be added to the dataset: each of its source, published, and once. `offered` are those of them that
/// the dictionary offers. Refuses for the first that may not, in the order in which they were named.
pub fn may_add(
    named: &[VariableId],
    offered: &[OfferedVariable],
    dataset: Receiving<'_>,
) -> Result<(), AdditionRefused> {
    check_number_added(named.len())?;
    let offered: HashMap<VariableId, &OfferedVariable> =
        offered.iter().map(|variable| (variable.id, variable)).collect();
    let mut seen = BTreeSet::new();
    for (index, id) in named.iter().enumerate() {
        let Some(variable) = offered.get(id) else {
            return Err(AdditionRefused::NotOffered(index + 1));
        };
        let name = || variable.name.clone();
        if variable.source != dataset.source {
            return Err(AdditionRefused::OtherSource(name()));
        }
        if dataset.present.contains(id) {
            return Err(AdditionRefused::Present(name()));
        }
        if !seen.insert(*id) {
            return Err(AdditionRefused::Twice(name()));
        }
    }
    if dataset.in_request + named.len() > RequestDetails::MAX_VARIABLES {
        return Err(AdditionRefused::Full);
    }
    Ok(())
}

/// A request names neither variables nor a form, so that nobody can tell which data is wanted (2 §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}", Self::MESSAGE)]
pub struct DataUnspecified;

impl DataUnspecified {
    /// What the person reads.
    pub(super) const MESSAGE: &'static str =
        "Please upload your General Data Specification Form since no variables were selected.";
}

/// Whether a request with so many variables and these documents says which data is wanted.
pub fn must_specify_data(variables: usize, documents: &[DocumentKind]) -> Result<(), DataUnspecified> {
    if variables == 0 && !documents.contains(&DocumentKind::DataSpecification) {
        return Err(DataUnspecified);
    }
    Ok(())
}

/// Why variables are not removed. Nothing is removed then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RemovalRefused {
    /// None was named.
    #[error("Please select at least one variable.")]
    None,
    /// Too many at once.
    #[error("At most {MAX_VARIABLES_AT_ONCE} variables can be removed at once.")]
    TooMany,
    /// The request would name no variables, and nothing else says what data is wanted.
    #[error(
        "A Data Request without variables needs a General Data Specification Form. Upload it before you remove the last variables."
    )]
    Last,
}

/// Whether so many variables can be removed at once, whichever they are.
pub fn check_number_removed(number: usize) -> Result<(), RemovalRefused> {
    match number {
        0 => Err(RemovalRefused::None),
        1..=MAX_VARIABLES_AT_ONCE => Ok(()),
        _ => Err(RemovalRefused::TooMany),
    }
}

/// Whether so many of the variables of a request may be removed: all of them only where a form says what data is wanted, as at
/// submission (2 §5).
pub fn may_remove(
    removed: usize,
    in_request: usize,
    documents: &[DocumentKind],
) -> Result<(), RemovalRefused> {
    check_number_removed(removed)?;
    must_specify_data(in_request.saturating_sub(removed), documents).map_err(|_| RemovalRefused::Last)
}
