//! Datasets of a submitted request and their variables (2 §3 "Requested dataset", §5 "Dataset
//! creation"; decisions V6).

use std::collections::{BTreeSet, HashMap};

use thiserror::Error;

use super::check::prose;
use super::{DocumentKind, Faults, RequestDetails};
use crate::ids::{DataSourceId, VariableId};

/// Maximum number of datasets of a request.
pub const MAX_DATASETS: usize = 20;
/// Maximum number of variables that one call adds or removes.
pub const MAX_VARIABLES_AT_ONCE: usize = 5_000;

const MISSING_DESCRIPTION: &str = "Please enter the Dataset Description";
const MISSING_SOURCE: &str = "Please select the Data Source.";

/// The unchecked fields of a dataset.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawDataset {
    pub dataset_description: Option<String>,
    pub data_source: Option<i64>,
    /// Must be empty, because the release sets it (decisions C13).
    pub release_date: Option<String>,
}

/// A new dataset of a request, without variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDataset {
    description: String,
    source: DataSourceId,
}

/// An edit of a dataset that changes at least one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetEdit {
    description: Option<String>,
    source: Option<DataSourceId>,
}

impl NewDataset {
    /// Returns the description of the requested data.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the data source.
    pub fn source(&self) -> DataSourceId {
        self.source
    }
}

impl DatasetEdit {
    /// Returns the new description, if it is changed.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Returns the new data source, if it is changed.
    pub fn source(&self) -> Option<DataSourceId> {
        self.source
    }
}

impl RawDataset {
    /// Checks a new dataset.
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

    /// Checks an edit of a dataset. Missing fields keep their values.
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
                faults.add(field, "Send at least one field to change.");
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

/// A published variable of the dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedVariable {
    /// The id.
    pub id: VariableId,
    /// The data source of its table.
    pub source: DataSourceId,
    /// The display name, made of the table and the variable.
    pub name: String,
}

/// The reason why variables are not added to a dataset. None of them is added in that case.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AdditionRefused {
    /// The list is empty.
    #[error("Please select at least one variable.")]
    Empty,
    /// The list has more than [`MAX_VARIABLES_AT_ONCE`] variables.
    #[error("At most {MAX_VARIABLES_AT_ONCE} variables can be added at once.")]
    TooMany,
    /// The dictionary does not offer the variable. The error has the position in the list, counted
    /// from 1, and no name: the variable may be unpublished, and its name secret.
    #[error("The Data Dictionary doesn't offer the selected variable {0}. Select the variables again.")]
    NotOffered(usize),
    /// The variable belongs to another data source than the dataset.
    #[error("The variable {0} doesn't belong to the data source of this dataset.")]
    OtherSource(String),
    /// The list has the variable twice.
    #[error("The variable {0} was selected twice.")]
    Twice(String),
    /// The dataset already has the variable.
    #[error("The variable {0} is already in this dataset.")]
    Present(String),
    /// The request would have too many variables.
    #[error(
        "A request must not have more than {} variables.",
        RequestDetails::MAX_VARIABLES
    )]
    Full,
}

/// The facts about a dataset that decide which variables can be added.
#[derive(Debug, Clone, Copy)]
pub struct AdditionTarget<'a> {
    /// The data source.
    pub source: DataSourceId,
    /// The listed variables that the dataset already has.
    pub present: &'a BTreeSet<VariableId>,
    /// The number of variables in all datasets of the request.
    pub in_request: usize,
}

/// Checks the number of variables in an addition.
pub fn check_number_added(number: usize) -> Result<(), AdditionRefused> {
    match number {
        0 => Err(AdditionRefused::Empty),
        1..=MAX_VARIABLES_AT_ONCE => Ok(()),
        _ => Err(AdditionRefused::TooMany),
    }
}

/// Checks that the variables can be added to the dataset. Each must be published, belong to the
/// data source of the dataset, and appear once.
///
/// `offered` has the listed variables that the dictionary offers. The error concerns the first
/// refused variable in the order of `requested`.
pub fn check_addition(
    requested: &[VariableId],
    offered: &[OfferedVariable],
    dataset: AdditionTarget<'_>,
) -> Result<(), AdditionRefused> {
    check_number_added(requested.len())?;
    let offered: HashMap<VariableId, &OfferedVariable> =
        offered.iter().map(|variable| (variable.id, variable)).collect();
    let mut seen = BTreeSet::new();
    for (index, id) in requested.iter().enumerate() {
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
    if dataset.in_request + requested.len() > RequestDetails::MAX_VARIABLES {
        return Err(AdditionRefused::Full);
    }
    Ok(())
}

/// The request has neither variables nor a specification form, so it does not define the requested
/// data (2 §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}", Self::MESSAGE)]
pub struct DataUnspecified;

impl DataUnspecified {
    pub(super) const MESSAGE: &'static str =
        "Please upload your General Data Specification Form since no variables were selected.";
}

/// Checks that the variables or the documents of a request define the requested data.
pub fn must_specify_data(variables: usize, documents: &[DocumentKind]) -> Result<(), DataUnspecified> {
    if variables == 0 && !documents.contains(&DocumentKind::DataSpecification) {
        return Err(DataUnspecified);
    }
    Ok(())
}

/// The reason why variables are not removed. None of them is removed in that case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RemovalRefused {
    /// The list is empty.
    #[error("Please select at least one variable.")]
    Empty,
    /// The list has more than [`MAX_VARIABLES_AT_ONCE`] variables.
    #[error("At most {MAX_VARIABLES_AT_ONCE} variables can be removed at once.")]
    TooMany,
    /// The request would have no variables, and it has no specification form.
    #[error(
        "A Data Request without variables needs a General Data Specification Form. Upload it before you remove the last variables."
    )]
    Last,
}

/// Checks the number of variables in a removal.
pub fn check_number_removed(number: usize) -> Result<(), RemovalRefused> {
    match number {
        0 => Err(RemovalRefused::Empty),
        1..=MAX_VARIABLES_AT_ONCE => Ok(()),
        _ => Err(RemovalRefused::TooMany),
    }
}

/// Checks that a request can lose this number of variables. The last ones can be removed only if it
/// has a specification form, as at submission (2 §5).
pub fn check_removal(
    removed: usize,
    in_request: usize,
    documents: &[DocumentKind],
) -> Result<(), RemovalRefused> {
    check_number_removed(removed)?;
    must_specify_data(in_request.saturating_sub(removed), documents).map_err(|_| RemovalRefused::Last)
}
