//! Lists the data quality of tables: `data_dictionary/data_quality/`.

use std::cmp::Ordering;

use aditus_domain::dictionary::quality::Share;
use aditus_domain::dictionary::search::fold;

pub use super::Error;
use super::{TableQuality, TableSelection, assessed};
use crate::access::Caller;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::Ports;

/// Order of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum QualitySort {
    #[default]
    TblName,
    Completeness,
    Validity,
}

/// Filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Selection of tables.
    pub selection: TableSelection,
    /// Text in the name of the table or of its entity.
    pub search: Option<String>,
    /// Order.
    pub sort: QualitySort,
    /// Direction of the order. Tables without an assessment always come last.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// A page of tables.
pub type Answer = Paged<TableQuality>;

/// Assesses the tables of a source.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Answer, Error> {
    let (_, mut tables) = assessed(ports, caller, &query.selection)?;
    if let Some(search) = searched_for(query.search.as_deref()) {
        tables.retain(|table| {
            [&table.tbl_name, &table.entity_name]
                .iter()
                .any(|name| fold(name).contains(&search))
        });
    }
    sort(&mut tables, query.sort, query.direction);
    Ok(Paged::from_all(tables, query.page))
}

/// Expects tables in the order of names, and keeps this order between equal assessments.
fn sort(tables: &mut [TableQuality], by: QualitySort, direction: Direction) {
    let share = |table: &TableQuality| match by {
        QualitySort::TblName => None,
        QualitySort::Completeness => Some(table.assessment.completeness),
        QualitySort::Validity => Some(table.assessment.validity),
    };
    if by == QualitySort::TblName {
        if direction == Direction::Descending {
            tables.reverse();
        }
        return;
    }
    sort_by_share(tables, direction, share);
}

/// Sorts by the share, and keeps the order between equal ones. Those without an assessment come
/// last.
pub(super) fn sort_by_share<T>(items: &mut [T], direction: Direction, share: impl Fn(&T) -> Option<Share>) {
    items.sort_by(|one, other| {
        let percentages = [one, other].map(|item| share(item).and_then(Share::percentage));
        match percentages {
            [Some(one), Some(other)] if direction == Direction::Ascending => one.cmp(&other),
            [Some(one), Some(other)] => other.cmp(&one),
            [Some(_), None] => Ordering::Less,
            [None, Some(_)] => Ordering::Greater,
            [None, None] => Ordering::Equal,
        }
    });
}
