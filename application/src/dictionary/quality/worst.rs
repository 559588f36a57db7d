//! The published tables of lowest quality over all sources: `data_dictionary/data_quality/worst/`.

use aditus_domain::dictionary::quality::{QualityLabel, Share};
use aditus_domain::ids::DataSourceId;
use aditus_domain::percentage::Percentage;
use aditus_domain::roles::Role;
use aditus_domain::text::sort_key;

pub use super::Error;
use super::TableQuality;
use crate::access::Caller;
use crate::ports::Ports;

/// Maximum number of tables.
const MOST: usize = 5;

/// A table with its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorstTable {
    /// Id of the source.
    pub data_source: DataSourceId,
    /// Name of the source.
    pub source: String,
    /// The table and its assessment.
    pub table: TableQuality,
}

/// Returns the tables whose completeness or validity is lowest, worst first. Tables that are
/// Excellent in both or not assessed are left out.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Vec<WorstTable>, Error> {
    caller.require(Role::DataAnalyst)?;
    let tables = ports.database.read()?.dictionary().all_table_records()?;
    let mut ranked: Vec<(Rank, WorstTable)> = tables
        .into_iter()
        .filter_map(|(data_source, source, table)| {
            let table = TableQuality::new(table);
            let rank = rank(&table)?;
            let worst = WorstTable {
                data_source,
                source,
                table,
            };
            Some((rank, worst))
        })
        .collect();
    // The sort is stable, so equal tables of a source stay in the order of their names.
    ranked.sort_by_cached_key(|(rank, worst)| (*rank, sort_key(&worst.source), worst.data_source));
    ranked.truncate(MOST);
    Ok(ranked.into_iter().map(|(_, worst)| worst).collect())
}

/// The lower of completeness and validity, then the higher one.
type Rank = (Percentage, Percentage);

/// Returns the rank of a table. None if it is Excellent in both, or not assessed.
fn rank(table: &TableQuality) -> Option<Rank> {
    let shares = [table.assessment.completeness, table.assessment.validity];
    let known = shares.into_iter().filter_map(Share::percentage);
    let (lowest, highest) = (known.clone().min()?, known.max()?);
    let is_excellent = QualityLabel::from_percentage(lowest) == QualityLabel::Excellent;
    (!is_excellent).then_some((lowest, highest))
}
