//! The variables of published tables: `data_dictionary/data_dictionary/` (2 §2, §7).

use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::search;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};
use thiserror::Error;

use super::{LONGEST_TERM, term};
use crate::dictionary::views::{VariableQuery, VariableSort, VariableView};
use crate::failure::failure;
use crate::paging::{Direction, Page, Paged};
use crate::ports::{Ports, StoreError};

/// The most variables that can be asked for by their ids.
pub const MOST_IDS: usize = 1000;

/// Which variables are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Of this source only.
    pub data_source: Option<DataSourceId>,
    /// Of this table only.
    pub table: Option<TableId>,
    /// Of tables whose name starts with this, whatever the case.
    pub tbl_name: Option<String>,
    /// Words that are contained in table name, variable name, data type, meaning, derived or synonyms, however they are
    /// written and in any order.
    pub search: Option<String>,
    /// Only these, for previews of a selection.
    pub ids: Option<Vec<VariableId>>,
    /// Sorted by; what is searched for without an order comes as well as it fits.
    pub sort: VariableSort,
    /// And how.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A page of variables.
pub type Answer = Paged<VariableView>;

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Error {
    /// More than [`MOST_IDS`] ids.
    #[error("At most {MOST_IDS} variables can be asked for at once.")]
    TooManyIds,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        TooManyIds => Invalid, field: "ids";
    }
}

/// Lists variables of published tables.
pub fn execute(ports: &Ports, query: Query) -> Result<Answer, Error> {
    if query.ids.as_ref().is_some_and(|ids| ids.len() > MOST_IDS) {
        return Err(Error::TooManyIds);
    }
    let prefix = query
        .tbl_name
        .map(|typed| typed.trim().chars().take(LONGEST_TERM).collect::<String>());
    let wanted = VariableQuery {
        data_source: query.data_source,
        table: query.table,
        tbl_name_prefix: prefix.filter(|prefix| !prefix.is_empty()),
        search: term(query.search.as_deref()),
        ids: query.ids,
        sort: match query.sort {
            VariableSort::Dictionary => VariableSort::Relevance,
            sort => sort,
        },
        direction: query.direction,
        page: query.page,
    };
    let mut answer = ports.database.read()?.dictionary().variables(&wanted)?;
    if let Some(search) = &wanted.search {
        let words = search::words(search);
        for variable in &mut answer.items {
            variable.hits = hits(variable, &words);
        }
    }
    Ok(answer)
}

/// The pieces of what is searched that the words are found by.
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
