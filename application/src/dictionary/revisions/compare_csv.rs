//! Exports the comparison of two versions of a data source as CSV: `GET
//! data_dictionary/version/{id}/compare/export/?with=` (decisions T3), an addition to the
//! specification. The document has one line for each altered field, and one for each added or
//! removed table and variable.

use aditus_domain::dictionary::revision::{Definition, Revised, VersionChange, VersionChangeKind};
use aditus_domain::ids::VersionId;
use aditus_domain::roles::Role;

pub use super::compare::Error;
use super::compare::load_versions;
use super::views::ComparisonStart;
use crate::access::Caller;
pub use crate::exports::Export as Answer;
use crate::exports::{self, file_name};
use crate::ports::Ports;

/// The versions to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// Older version. By default the one created before.
    pub older: Option<VersionId>,
    /// Newer version, whose changes are listed.
    pub newer: VersionId,
}

/// A line of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub struct ComparisonLine {
    /// "added", "removed" or "altered".
    pub change: &'static str,
    /// "table" or "variable".
    pub record: &'static str,
    pub tbl_name: String,
    /// Empty for a table.
    pub ids_column_name: String,
    /// Empty for a table.
    pub var_name: String,
    /// Name of the altered field. Empty for an addition or a removal.
    pub field: &'static str,
    pub before: String,
    pub after: String,
}

const AT_ONCE: u32 = 1_000;

/// Returns the CSV document.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    exports::limit(ports, caller)?;
    let mut views = ports.database.read()?;
    let (versions, _, newer) = load_versions(views.as_mut(), query.older, query.newer)?;
    let mut document = Vec::new();
    for kind in VersionChangeKind::ALL {
        let mut start = ComparisonStart::Offset(0);
        loop {
            let part = views
                .dictionary_revisions()
                .comparison(versions, kind, start, AT_ONCE)?;
            let Some(last) = part.last() else { break };
            start = ComparisonStart::After(last.of);
            document.extend(part.iter().flat_map(lines));
        }
    }
    drop(views);
    Ok(Answer {
        file_name: file_name(
            &newer.source,
            &format!("_changes_{}_to_{}.csv", versions.older, versions.newer),
        ),
        bytes: ports.documents.comparison_csv(&document)?,
    })
}

fn lines(change: &VersionChange) -> Vec<ComparisonLine> {
    let (tbl_name, ids_column_name, var_name) = match &change.definition {
        Definition::Table(table) => (table.tbl_name.clone(), String::new(), String::new()),
        Definition::Variable(variable) => (
            variable.row.tbl_name.clone(),
            variable.row.ids_column_name.clone(),
            variable.row.var_name.clone(),
        ),
    };
    let whole = ComparisonLine {
        change: change.kind.name(),
        record: match change.of {
            Revised::Table(_) => "table",
            Revised::Variable(_) => "variable",
        },
        tbl_name,
        ids_column_name,
        var_name,
        field: "",
        before: String::new(),
        after: String::new(),
    };
    if change.fields.is_empty() {
        return vec![whole];
    }
    change
        .fields
        .iter()
        .map(|field| ComparisonLine {
            field: field.field,
            before: field.before.clone(),
            after: field.after.clone(),
            ..whole.clone()
        })
        .collect()
}
