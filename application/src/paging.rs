//! Pages of lists (decisions, "The calls").

use aditus_domain::accounts::EmailAddress;
use aditus_domain::dictionary::search::fold;
use aditus_domain::typed::trimmed;

/// The requested page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    number: u32,
    size: u32,
}

impl Page {
    /// The maximum number of rows of a page.
    pub const MAX_SIZE: u32 = 100;

    /// Creates page `number`, counted from 1, with `size` rows. Both are clamped to their limits.
    pub fn new(number: u32, size: u32) -> Self {
        Self {
            number: number.clamp(1, 1_000_000),
            size: size.clamp(1, Self::MAX_SIZE),
        }
    }

    /// Returns the number, counted from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of rows on a page.
    pub fn size(self) -> u32 {
        self.size
    }

    /// Returns the number of rows before the page.
    pub fn offset(self) -> i64 {
        i64::from(self.number - 1) * i64::from(self.size)
    }

    /// Returns the total number of rows if this page, with `rows` rows on it, is the last. No count
    /// query is needed then.
    pub fn total_if_last(self, rows: usize) -> Option<u64> {
        let is_last = rows < self.size as usize && (rows > 0 || self.number == 1);
        is_last.then(|| self.offset().unsigned_abs() + rows as u64)
    }

    /// Returns the total of a search with more than [`MOST_COUNTED`] results and `rows` rows on
    /// this page, and true if there are more. `is_followed` is true if rows follow the page.
    pub fn total_of_many(self, rows: usize, is_followed: bool) -> (u64, bool) {
        let most = u64::from(MOST_COUNTED);
        let end = self.offset().unsigned_abs() + rows as u64;
        match (rows, is_followed) {
            (0, _) => (most, true),
            (_, true) => (end.max(most), true),
            (_, false) => (end, false),
        }
    }

    /// Returns the size of the page for SQL `LIMIT`.
    pub fn limit(self) -> i64 {
        i64::from(self.size)
    }
}

/// One page of a list, and the total number of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paged<T> {
    /// The rows of the page.
    pub items: Vec<T>,
    /// The requested page.
    pub page: Page,
    /// The total number of rows.
    pub total: u64,
    /// True if there are more rows than `total`: a search counts no further than [`MOST_COUNTED`]
    /// or its page.
    pub more: bool,
}

impl<T> Paged<T> {
    /// Returns this page of a list that is read as a whole.
    pub fn from_all(rows: Vec<T>, page: Page) -> Self {
        let before = usize::try_from(page.offset()).unwrap_or(usize::MAX);
        Self {
            total: rows.len() as u64,
            items: rows.into_iter().skip(before).take(page.size() as usize).collect(),
            page,
            more: false,
        }
    }
}

/// The maximum number of rows that a search counts if it need not count all.
pub const MOST_COUNTED: u32 = 1_000;

/// The direction of a sorted list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// Smallest, or oldest, first.
    #[default]
    Ascending,
    /// Largest, or newest, first.
    Descending,
}

/// The filter, the order and the page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery<Sort> {
    /// Text that a row must contain.
    pub search: Option<String>,
    /// The order.
    pub sort: Sort,
    /// Its direction.
    pub direction: Direction,
    /// The page.
    pub page: Page,
}

impl<Sort> ListQuery<Sort> {
    /// Returns the query with the search text folded.
    pub(crate) fn folded(self) -> Self {
        Self {
            search: searched_for(self.search.as_deref()),
            ..self
        }
    }
}

/// Returns the search text, folded like the stored texts; `None` if it is empty. An email address
/// is normalised to its displayed form, however it was pasted.
pub(crate) fn searched_for(typed: Option<&str>) -> Option<String> {
    let shown = |text: &str| match EmailAddress::parse(text) {
        Ok(address) => fold(address.as_str()),
        Err(_) => fold(trimmed(text)),
    };
    typed.map(shown).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_address_is_searched_in_its_displayed_form() {
        for typed in [
            "ama@клиника.рф",
            "ama@xn--80apagcdp.xn--p1ai",
            "Ama Kessie <Ama@клиника.рф>",
            "\u{200B}mailto:ama@клиника.рф",
        ] {
            assert_eq!(
                searched_for(Some(typed)).as_deref(),
                Some("ama@клиника.рф"),
                "{typed}"
            );
        }
        assert_eq!(searched_for(Some("ama@")).as_deref(), Some("ama@"));
        assert_eq!(searched_for(Some(" \u{200B}")), None);
    }

    #[test]
    fn a_partial_page_ends_the_list() {
        assert_eq!(Page::new(1, 10).total_if_last(0), Some(0));
        assert_eq!(Page::new(1, 10).total_if_last(9), Some(9));
        assert_eq!(Page::new(3, 10).total_if_last(4), Some(24));
        // A full page may be followed by another one. An empty page may be past the end.
        assert_eq!(Page::new(1, 10).total_if_last(10), None);
        assert_eq!(Page::new(3, 10).total_if_last(0), None);
    }

    #[test]
    fn large_totals_are_capped_by_the_count_limit_or_the_page() {
        assert_eq!(Page::new(1, 20).total_of_many(20, true), (1_000, true));
        assert_eq!(Page::new(50, 20).total_of_many(20, true), (1_000, true));
        assert_eq!(Page::new(51, 20).total_of_many(20, true), (1_020, true));
        assert_eq!(Page::new(52, 20).total_of_many(20, false), (1_040, false));
        assert_eq!(Page::new(53, 20).total_of_many(3, false), (1_043, false));
        // The end has not been searched for.
        assert_eq!(Page::new(90, 20).total_of_many(0, false), (1_000, true));
    }
}
