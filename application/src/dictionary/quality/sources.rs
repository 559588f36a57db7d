//! Lists the published sources with their data quality: `data_dictionary/data_quality/sources/`.

use aditus_domain::dictionary::quality::{QualitySummary, Share};
use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::DataSourceId;
use aditus_domain::roles::Role;
use aditus_domain::text::sort_key;

pub use super::Error;
use super::TableQuality;
use super::list::sort_by_share;
use crate::access::Caller;
use crate::paging::{Direction, ListQuery, Paged, searched_for};
use crate::ports::Ports;

/// The maximum number of tables shown of a source.
pub const SHOWN_TABLES: usize = 24;

/// Order of the sources and of their tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum SourceQualitySort {
    Source,
    Completeness,
    #[default]
    Validity,
}

/// Text in the name of the source, order and page. Sources and tables without an assessment always
/// come last.
pub type Query = ListQuery<SourceQualitySort>;

/// The quality of a source with its first tables in the requested order.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct SourceQuality {
    pub data_source: DataSourceId,
    pub source: String,
    /// The figures of all tables.
    pub summary: QualitySummary,
    /// At most [`SHOWN_TABLES`].
    pub tables: Vec<TableQuality>,
}

/// Assesses all published sources that have published tables. All tables are read at once, because
/// sources are ordered by computed values.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<SourceQuality>, Error> {
    caller.require(Role::DataAnalyst)?;
    let tables = ports.database.read()?.dictionary().all_table_records()?;
    let mut sources: Vec<SourceQuality> = Vec::new();
    for (data_source, source, table) in tables {
        if sources
            .last()
            .is_none_or(|known| known.data_source != data_source)
        {
            sources.push(SourceQuality {
                data_source,
                source,
                summary: QualitySummary::default(),
                tables: Vec::new(),
            });
        }
        if let Some(source) = sources.last_mut() {
            source.tables.push(TableQuality::new(table));
        }
    }
    if let Some(search) = searched_for(query.search.as_deref()) {
        sources.retain(|source| fold(&source.source).contains(&search));
    }
    sources.sort_by_cached_key(|source| (sort_key(&source.source), source.data_source));
    for source in &mut sources {
        source.summary = source.tables.iter().map(|table| &table.assessment).collect();
    }
    let share = |completeness: Share, validity: Share| match query.sort {
        SourceQualitySort::Source => None,
        SourceQualitySort::Completeness => Some(completeness),
        SourceQualitySort::Validity => Some(validity),
    };
    if query.sort == SourceQualitySort::Source {
        if query.direction == Direction::Descending {
            sources.reverse();
        }
    } else {
        sort_by_share(&mut sources, query.direction, |source| {
            share(source.summary.completeness, source.summary.validity)
        });
    }
    let mut shown = Paged::from_all(sources, query.page);
    for source in &mut shown.items {
        sort_by_share(&mut source.tables, query.direction, |table| {
            share(table.assessment.completeness, table.assessment.validity)
        });
        source.tables.truncate(SHOWN_TABLES);
    }
    Ok(shown)
}
