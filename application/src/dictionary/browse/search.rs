//! Search over the variables of all published sources: `data_dictionary/search/`.

use aditus_domain::ids::DataSourceId;

use super::term;
use super::variables::mark;
use crate::dictionary::views::{SourceMatches, VariableFacets, VariableSearch};
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The number of matches that are returned of each source. Its dictionary lists all of them.
const SHOWN: usize = 5;

/// Search text and filters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Search words, in any order, ignoring case and accents.
    pub search: Option<String>,
    /// Limits the search to this source.
    pub data_source: Option<DataSourceId>,
    /// Limits the matches by their properties.
    pub facets: VariableFacets,
}

/// Returns the sources with matches, the best first. Without a search text there are none.
pub fn execute(ports: &Ports, query: &Query) -> Result<Vec<SourceMatches>, Error> {
    let Some(search) = term(query.search.as_deref()) else {
        return Ok(Vec::new());
    };
    let search = VariableSearch {
        search,
        data_source: query.data_source,
        facets: query.facets,
        shown: SHOWN,
    };
    let mut sources = ports.database.read()?.dictionary().search(&search)?;
    for source in &mut sources {
        mark(&mut source.variables, &search.search);
    }
    Ok(sources)
}
