//! The variables of published tables: `data_dictionary/data_dictionary/` (2 §2, §7).

use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::search;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};
use thiserror::Error;

use super::{LONGEST_TERM, term};
use crate::dictionary::views::{VariableFacets, VariableQuery, VariableSort, VariableView};
use crate::failure::failure;
use crate::paging::{Direction, Page, Paged};
use crate::ports::{Ports, StoreError};

/// Maximum number of ids in a call.
pub const MAX_IDS: usize = 1000;

/// Filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Limits the variables to this source.
    pub data_source: Option<DataSourceId>,
    /// Limits the variables to this table.
    pub table: Option<TableId>,
    /// Prefix of the table name, ignoring case.
    pub tbl_name: Option<String>,
    /// Search words, in any order, ignoring case and accents. They are searched in table name,
    /// variable name, data type, meaning, derived and synonyms.
    pub search: Option<String>,
    /// Limits the variables to these ids, for previews of a selection.
    pub ids: Option<Vec<VariableId>>,
    /// Limits the variables by their properties.
    pub facets: VariableFacets,
    /// Order. `Dictionary` counts as `Relevance` here, so a search without an explicit order is
    /// ranked.
    pub sort: VariableSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// A page of variables.
pub type Answer = Paged<VariableView>;

/// The variables could not be read.
#[derive(Debug, Error)]
pub enum Error {
    /// More than [`MAX_IDS`] ids.
    #[error("You can ask for at most {MAX_IDS} variables at once.")]
    TooManyIds,
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        TooManyIds => Invalid, reason: TooManyIds, params: { most: MAX_IDS }, field: "ids";
    }
}

/// Lists variables of published tables.
pub fn execute(ports: &Ports, query: Query) -> Result<Answer, Error> {
    if query.ids.as_ref().is_some_and(|ids| ids.len() > MAX_IDS) {
        return Err(Error::TooManyIds);
    }
    let prefix = query
        .tbl_name
        .map(|typed| typed.trim().chars().take(LONGEST_TERM).collect::<String>());
    let filter = VariableQuery {
        data_source: query.data_source,
        table: query.table,
        tbl_name_prefix: prefix.filter(|prefix| !prefix.is_empty()),
        search: term(query.search.as_deref()),
        ids: query.ids,
        facets: query.facets,
        sort: match query.sort {
            VariableSort::Dictionary => VariableSort::Relevance,
            sort => sort,
        },
        direction: query.direction,
        page: query.page,
    };
    let mut answer = ports.database.read()?.dictionary().variables(&filter)?;
    if let Some(search) = &filter.search {
        mark(&mut answer.items, search);
    }
    Ok(answer)
}

/// Adds the matching parts of their texts to variables that were found by a folded search text.
pub(super) fn mark(variables: &mut [VariableView], search: &str) {
    let words = search::words(search);
    for variable in variables {
        variable.hits = hits(variable, &words);
    }
}

/// Returns the parts of the searched texts that match the words.
fn hits(variable: &VariableView, words: &[&str]) -> Vec<String> {
    let meaning = Meaning::parse(&variable.meaning).plain();
    let texts = [
        variable.var_name.as_str(),
        &variable.tbl_name,
        &variable.data_type,
        &meaning,
    ];
    let synonyms = variable.synonyms.iter().map(|(_, synonym)| synonym.as_str());
    search::hits(texts.into_iter().chain(synonyms), words)
}
