//! Pages of lists (decisions, "The calls").

use aditus_domain::accounts::EmailAddress;
use aditus_domain::dictionary::search::fold;
use aditus_domain::typed::trimmed;

/// Which page of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    number: u32,
    size: u32,
}

impl Page {
    /// The most rows a page may have.
    pub const MAX_SIZE: u32 = 100;

    /// Page `number`, counted from 1, of `size` rows. Both are brought within their limits.
    pub fn new(number: u32, size: u32) -> Self {
        Self {
            number: number.clamp(1, 1_000_000),
            size: size.clamp(1, Self::MAX_SIZE),
        }
    }

    /// Counted from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Rows on a page.
    pub fn size(self) -> u32 {
        self.size
    }

    /// Rows before the page.
    pub fn offset(self) -> i64 {
        i64::from(self.number - 1) * i64::from(self.size)
    }

    /// The number of rows on all pages, where this page with so many rows on it is the last: nothing is left to count then.
    pub fn total_if_last(self, rows: usize) -> Option<u64> {
        let is_last = rows < self.size as usize && (rows > 0 || self.number == 1);
        is_last.then(|| self.offset().unsigned_abs() + rows as u64)
    }

    /// What a search knows of the number of its rows that has found more than [`MOST_COUNTED`], and so many of them for this page: a total,
    /// and whether there are more. `is_followed` says whether rows come behind the page.
    pub fn total_of_many(self, rows: usize, is_followed: bool) -> (u64, bool) {
        let most = u64::from(MOST_COUNTED);
        let end = self.offset().unsigned_abs() + rows as u64;
        match (rows, is_followed) {
            (0, _) => (most, true),
            (_, true) => (end.max(most), true),
            (_, false) => (end, false),
        }
    }

    /// Rows on a page, as databases count them.
    pub fn limit(self) -> i64 {
        i64::from(self.size)
    }
}

/// One page of a list and the number of all its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paged<T> {
    /// The rows of the page.
    pub items: Vec<T>,
    /// The page that was asked for.
    pub page: Page,
    /// The number of rows on all pages.
    pub total: u64,
    /// There are more rows than `total` says: a search counts no further than [`MOST_COUNTED`], or than its page.
    pub more: bool,
}

/// The most rows that a search counts which need not count all.
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

/// Which rows of a list are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery<Sort> {
    /// Text that a row must hold.
    pub search: Option<String>,
    /// The order.
    pub sort: Sort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

impl<Sort> ListQuery<Sort> {
    /// The same with the text as it is looked for.
    pub(crate) fn folded(self) -> Self {
        Self {
            search: searched_for(self.search.as_deref()),
            ..self
        }
    }
}

/// Returns the search text, folded as the stored texts are; none when nothing was typed. An email address is searched for in the form
/// in which it is shown, in whichever form it was pasted.
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
    fn an_address_is_looked_for_as_it_is_shown() {
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
    fn a_page_that_is_not_full_ends_the_list() {
        assert_eq!(Page::new(1, 10).total_if_last(0), Some(0));
        assert_eq!(Page::new(1, 10).total_if_last(9), Some(9));
        assert_eq!(Page::new(3, 10).total_if_last(4), Some(24));
        // A full page may be followed by another; an empty one may stand behind the end.
        assert_eq!(Page::new(1, 10).total_if_last(10), None);
        assert_eq!(Page::new(3, 10).total_if_last(0), None);
    }

    #[test]
    fn of_many_rows_as_many_are_told_as_are_known() {
        assert_eq!(Page::new(1, 20).total_of_many(20, true), (1_000, true));
        assert_eq!(Page::new(50, 20).total_of_many(20, true), (1_000, true));
        assert_eq!(Page::new(51, 20).total_of_many(20, true), (1_020, true));
        assert_eq!(Page::new(52, 20).total_of_many(20, false), (1_040, false));
        assert_eq!(Page::new(53, 20).total_of_many(3, false), (1_043, false));
        // Where the end is, nobody has looked.
        assert_eq!(Page::new(90, 20).total_of_many(0, false), (1_000, true));
    }
}
