//! The published tables of lowest quality over all sources: `data_dictionary/data_quality/worst/`.

use aditus_domain::dictionary::quality::{QualityLabel, Share};
use aditus_domain::ids::DataSourceId;
use aditus_domain::percentage::Percentage;
use aditus_domain::roles::Role;

pub use super::Error;
use super::{TableQuality, of_source};
use crate::access::Caller;
use crate::paging::{Direction, Page};
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
    let mut views = ports.database.read()?;
    let mut ranked: Vec<(Rank, WorstTable)> = Vec::new();
    for number in 1.. {
        let page = Page::new(number, Page::MAX_SIZE);
        let sources = views
            .dictionary()
            .sources(None, Direction::Ascending, page)?
            .items;
        let is_last = sources.len() < Page::MAX_SIZE as usize;
        for source in sources {
            for table in of_source(views.dictionary(), source.data_source_id, None)? {
                if let Some(rank) = rank(&table) {
                    let worst = WorstTable {
                        data_source: source.data_source_id,
                        source: source.source.clone(),
                        table,
                    };
                    ranked.push((rank, worst));
                }
            }
            // The sort is stable, so equal tables stay in the order of their names.
            ranked.sort_by_key(|(rank, _)| *rank);
            ranked.truncate(MOST);
        }
        if is_last {
            break;
        }
    }
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
