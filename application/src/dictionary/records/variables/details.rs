//! Details of variables: `data_dictionary/synonyms/`, `timeline_of_changes/`, `input_values/`,
//! `dependencies/` and `variable_metadata/` (3 §2.10, §5, §7). Removing an entry is an addition to
//! the specification, so that a wrong entry can be deleted.

use aditus_domain::dictionary::{Detail, DetailTab, RawDetail};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{DetailId, VariableId};

use super::super::views::DetailRecord;
use super::super::{Error, Record, value_taken};
use super::VariableRecords;
use crate::access::Caller;
use crate::dictionary::revisions::set_revision_author;
use crate::ports::StoreError;
use crate::records::{Addable, Change, HasForm, Kind, Loadable, Readable, Reading, Removable};
use crate::row_versions::{Versioned, advance};

/// Entries of the detail tabs of a variable. Each change increments the row version of the
/// variable, so editors with an older version must reload before saving.
pub enum DetailRecords {}

/// An entry, identified by its tab and its id within the tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DetailEntry {
    /// Tab of the entry.
    pub tab: DetailTab,
    /// Id within the tab.
    pub id: DetailId,
}

impl DetailEntry {
    /// Makes an entry from a tab and the number in a path.
    pub const fn new(tab: DetailTab, id: i64) -> Self {
        Self {
            tab,
            id: DetailId(id),
        }
    }
}

impl From<DetailEntry> for i64 {
    fn from(entry: DetailEntry) -> Self {
        entry.id.0
    }
}

/// Form of an entry.
#[derive(Debug, Clone)]
pub struct DetailForm {
    /// Variable of the entry.
    pub variable: Option<VariableId>,
    /// Entered fields.
    pub detail: RawDetail,
}

/// A form that passed the checks that need no database.
pub struct CheckedDetail {
    variable: VariableId,
    detail: Detail,
}

impl Kind for DetailRecords {
    type Id = DetailEntry;
    type Error = Error;

    fn recorded(entry: DetailEntry) -> (Record, i64) {
        (Record::Detail(entry.tab), entry.id.0)
    }
}

impl Readable for DetailRecords {
    type One = DetailRecord;

    fn read(reading: &mut Reading<'_>, entry: DetailEntry) -> Result<DetailRecord, Error> {
        let found = reading
            .views()
            .dictionary_variables()
            .detail(entry.tab, entry.id)?;
        found.ok_or(Error::NotFound(Record::Detail(entry.tab)))
    }
}

impl HasForm for DetailRecords {
    type Form = DetailForm;
    type Checked = CheckedDetail;

    fn check(_: &Caller, form: DetailForm) -> Result<CheckedDetail, Error> {
        // No variable has the id 0, so without a variable no dependency counts as self-referencing.
        let detail = form.detail.check(form.variable.unwrap_or(VariableId(0)));
        let Some(variable) = form.variable else {
            let missing = FormFaults::one(variable_field(form.detail.tab()), "Variable is required");
            return Err(match detail {
                Ok(_) => missing,
                Err(faults) => missing.and(faults),
            }
            .into());
        };
        Ok(CheckedDetail {
            variable,
            detail: detail?,
        })
    }
}

/// Returns the field that names the variable (3 §7).
const fn variable_field(tab: DetailTab) -> &'static str {
    match tab {
        DetailTab::Metadata => "variable",
        DetailTab::Dependency | DetailTab::InputValue | DetailTab::TimelineOfChange | DetailTab::Synonym => {
            "var"
        }
    }
}

impl Addable for DetailRecords {
    fn add(change: &mut Change<'_>, checked: CheckedDetail) -> Result<DetailEntry, Error> {
        let CheckedDetail { variable, detail } = checked;
        let loaded = VariableRecords::load(change, variable)?;
        if let Detail::Dependency { depend_on } = detail {
            let other = change.transaction().dictionary_variables().variable(depend_on)?;
            if other.is_none_or(|other| other.data_source != loaded.data_source) {
                let message = "Choose a variable of the same data source.";
                return Err(FormFaults::one("depend_on", message).into());
            }
        }
        mark_changed(change, variable)?;
        let refuse = |error: StoreError| match detail.distinct() {
            Some((field, message)) => value_taken(field, message)(error),
            None => error.into(),
        };
        let variables = change.transaction().dictionary_variables();
        let id = variables.add_detail(variable, &detail).map_err(refuse)?;
        Ok(DetailEntry {
            tab: detail.tab(),
            id,
        })
    }
}

impl Loadable for DetailRecords {
    type Loaded = VariableId;

    fn load(change: &mut Change<'_>, entry: DetailEntry) -> Result<VariableId, Error> {
        let variables = change.transaction().dictionary_variables();
        let found = variables.variable_of_detail(entry.tab, entry.id)?;
        let variable = found.ok_or(Error::NotFound(Record::Detail(entry.tab)))?;
        VariableRecords::load(change, variable)?;
        Ok(variable)
    }
}

impl Removable for DetailRecords {
    fn remove(change: &mut Change<'_>, entry: DetailEntry, variable: VariableId) -> Result<(), Error> {
        mark_changed(change, variable)?;
        let variables = change.transaction().dictionary_variables();
        Ok(variables.remove_detail(entry.tab, entry.id)?)
    }
}

/// Increments the row version of the variable, and sets the author of its next revision.
fn mark_changed(change: &mut Change<'_>, variable: VariableId) -> Result<(), Error> {
    advance::<Error>(change.transaction(), Versioned::Variable(variable), None)?;
    set_revision_author(change);
    Ok(())
}
