//! Ranked variable search that reads only the rows of the requested page.
//!
//! Up to [`MOST_COUNTED`] matches are all ranked. If there are more, the first ones by id are
//! ranked, together with those whose name equals the search term or begins with it. The others
//! follow by id. The work for a page therefore does not grow with the dictionary.
//!
//! Variables are found in the order of their ids. SQLite's full-text index returns its rows in that
//! order, one by one. PostgreSQL's index returns all matches at once. There, the search is limited
//! to a few blocks of ids first. A block has 2,048 consecutive ids, and the index contains the
//! block beside the words.

mod portion;

use std::collections::BTreeMap;

use aditus_application::dictionary::views::{MOST_COUNTED_BY_SOURCE, VariableQuery};
use aditus_application::paging::{MOST_COUNTED, Page};
use diesel::dsl::{max, min};
use diesel::prelude::*;

use self::portion::{AccessPath, Filters, Named, Portion, RankedSearch};
use super::variable_search::{Search, range_of};
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{dictionary_tables, variables};

/// If a filter leaves at most this many variables, they are checked one by one instead of using the
/// full-text index.
const FEW_VARIABLES: i64 = 1_000;
/// A filter that leaves more tables than this is assumed to leave many variables.
const FEW_TABLES: i64 = 100;

/// Binary logarithm of the number of ids in a block on PostgreSQL. The search indexes contain the
/// same expression.
const BLOCK_BITS: u32 = 11;
/// Number of blocks that are searched first. A word that one in twenty variables has occurs in some
/// four hundred variables of these.
const FIRST_BLOCKS: i64 = 4;
/// Above this number of blocks, the statement names none and searches everywhere.
const MAX_BLOCKS: i64 = 1_024;

/// A match: its rank, name, id and table, in the order of the results.
type Hit = (i32, String, i64, i64);

/// The variables of a page in order, and the number of matches.
pub(super) struct Ranked {
    pub(super) ids: Vec<i64>,
    pub(super) total: u64,
    pub(super) more: bool,
}

/// The best matches in a source.
pub(super) struct Best {
    /// The rank of the first match.
    pub(super) rank: i32,
    pub(super) total: u64,
    pub(super) more: bool,
    /// Each table with the number of its counted matches.
    pub(super) tables: Vec<(i64, u64)>,
    /// The best matches, in order.
    pub(super) ids: Vec<i64>,
}

pub(super) struct Ranking {
    filters: Filters,
    search: RankedSearch,
    phrase: (String, String),
    /// The first and last id that can match; `None` if there are no such variables.
    span: Option<(i64, i64)>,
}

impl Ranking {
    pub(super) fn new(
        connection: &mut AnyConnection,
        query: &VariableQuery,
        search: &Search,
    ) -> DbResult<Self> {
        let filters = Filters::from_query(query);
        Ok(Self {
            search: RankedSearch::new(search, access_path(connection, &filters)?),
            phrase: range_of(search.phrase()),
            span: span(connection, &filters)?,
            filters,
        })
    }

    /// Returns the number of matches, counted up to [`MOST_COUNTED`] plus one.
    pub(super) fn count(&self, connection: &mut AnyConnection) -> DbResult<u64> {
        Ok(self.first(connection, MOST_COUNTED)?.len() as u64)
    }

    pub(super) fn page(&self, connection: &mut AnyConnection, page: Page) -> DbResult<Ranked> {
        let (offset, size) = (
            usize::try_from(page.offset()).unwrap_or(usize::MAX),
            page.size() as usize,
        );
        let mut ranked = self.first(connection, MOST_COUNTED)?;
        if ranked.len() <= MOST_COUNTED as usize {
            ranked.sort_unstable();
            let total = ranked.len() as u64;
            return Ok(Ranked {
                ids: ids(ranked).skip(offset).take(size).collect(),
                total,
                more: false,
            });
        }
        ranked.truncate(MOST_COUNTED as usize);
        let last = ranked.last().map_or(0, |(_, _, id, _)| *id);
        let mut named = self.named(connection)?;
        named.retain(|(_, _, id, _)| *id > last);
        let beyond: Vec<i64> = named.iter().map(|(_, _, id, _)| *id).collect();
        ranked.append(&mut named);
        ranked.sort_unstable();

        let others = offset.saturating_sub(ranked.len());
        let mut page_ids: Vec<i64> = ids(ranked).skip(offset).take(size + 1).collect();
        if page_ids.len() <= size {
            let missing = size + 1 - page_ids.len();
            page_ids.extend(self.others(connection, last, beyond, others, missing)?);
        }
        let is_followed = page_ids.len() > size;
        page_ids.truncate(size);
        let (total, more) = page.total_of_many(page_ids.len(), is_followed);
        Ok(Ranked {
            ids: page_ids,
            total,
            more,
        })
    }

    /// Returns the best matches and their number, counted up to [`MOST_COUNTED_BY_SOURCE`].
    pub(super) fn best(&self, connection: &mut AnyConnection, shown: usize) -> DbResult<Best> {
        let mut hits = self.first(connection, MOST_COUNTED_BY_SOURCE)?;
        let more = hits.len() > MOST_COUNTED_BY_SOURCE as usize;
        hits.truncate(MOST_COUNTED_BY_SOURCE as usize);
        let total = hits.len() as u64;
        let mut tables: BTreeMap<i64, u64> = BTreeMap::new();
        for (_, _, _, table) in &hits {
            *tables.entry(*table).or_default() += 1;
        }
        if more {
            let last = hits.last().map_or(0, |(_, _, id, _)| *id);
            let mut named = self.named(connection)?;
            named.retain(|(_, _, id, _)| *id > last);
            hits.append(&mut named);
        }
        hits.sort_unstable();
        Ok(Best {
            rank: hits.first().map_or(i32::MAX, |(rank, ..)| *rank),
            total,
            more,
            tables: tables.into_iter().collect(),
            ids: ids(hits).take(shown).collect(),
        })
    }

    /// Returns the first matches by id, one more than `most`.
    fn first(&self, connection: &mut AnyConnection, most: u32) -> DbResult<Vec<Hit>> {
        let Some((first, _)) = self.span else {
            return Ok(Vec::new());
        };
        let all = i64::from(most) + 1;
        self.from(connection, Portion::new(first, all, 0, Vec::new()), FIRST_BLOCKS)
    }

    /// Returns unranked matches by id, after the last ranked id.
    fn others(
        &self,
        connection: &mut AnyConnection,
        last: i64,
        without: Vec<i64>,
        offset: usize,
        limit: usize,
    ) -> DbResult<Vec<i64>> {
        let Some((first, _)) = self.span else {
            return Ok(Vec::new());
        };
        let [offset, limit] = [offset, limit].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        // Assumes the same density of matches as among the ranked ones.
        let expected =
            ((last - first) / i64::from(MOST_COUNTED)).saturating_mul(offset.saturating_add(limit));
        let portion = Portion::new(last + 1, limit, offset, without);
        Ok(ids(self.from(connection, portion, FIRST_BLOCKS + (expected >> BLOCK_BITS))?).collect())
    }

    /// Returns matches by id, starting at the portion's first id. On PostgreSQL it searches
    /// `blocks` of them first, and further ones until there are enough matches.
    fn from(
        &self,
        connection: &mut AnyConnection,
        mut portion: Portion,
        mut blocks: i64,
    ) -> DbResult<Vec<Hit>> {
        let by_blocks = connection.is_postgres() && self.search.access_path == AccessPath::Words;
        let Some((_, last)) = self.span.filter(|_| by_blocks) else {
            return self.load(connection, &portion);
        };
        let mut hits = Vec::new();
        loop {
            let begin = portion.from >> BLOCK_BITS;
            let left = (last >> BLOCK_BITS) - begin + 1;
            // From half of the blocks on, searching all of them is no more work.
            if blocks >= left / 2 {
                blocks = left;
            }
            let is_bounded = blocks < left || self.filters.has_span();
            portion.blocks = (is_bounded && blocks <= MAX_BLOCKS).then(|| block_list(begin, blocks));
            let more = self.load(connection, &portion)?;
            let found = i64::try_from(more.len()).unwrap_or(i64::MAX);
            hits.extend(more);
            if found >= portion.limit || portion.blocks.is_none() || blocks >= left {
                return Ok(hits);
            }
            if portion.offset > 0 {
                // The number of skipped matches is not known, so the search starts again with more
                // blocks.
                hits.clear();
                blocks *= 16;
                continue;
            }
            portion.from = (begin + blocks) << BLOCK_BITS;
            portion.limit -= found;
            blocks = match found {
                // No match in these blocks: the word is rare or occurs elsewhere, so all remaining
                // blocks are searched.
                0 => left,
                // Assumes the same density in the following blocks, plus a margin.
                _ => (blocks * portion.limit / found).max(blocks) * 5 / 4 + 1,
            };
        }
    }

    fn load(&self, connection: &mut AnyConnection, portion: &Portion) -> DbResult<Vec<Hit>> {
        let last = self.span.map_or(0, |(_, last)| last);
        Ok(self
            .search
            .within(&self.filters, portion, last)
            .load::<Hit>(connection)?)
    }

    /// Returns the matches whose name equals the search term or begins with it, limited to the
    /// first of all such names.
    fn named(&self, connection: &mut AnyConnection) -> DbResult<Vec<Hit>> {
        Ok(Named::new(&self.search, &self.filters, &self.phrase).load::<Hit>(connection)?)
    }
}

fn ids(hits: Vec<Hit>) -> impl Iterator<Item = i64> {
    hits.into_iter().map(|(_, _, id, _)| id)
}

fn block_list(begin: i64, number: i64) -> String {
    let blocks: Vec<String> = (begin..begin + number).map(|block| block.to_string()).collect();
    blocks.join(",")
}

/// Chooses between the full-text index and a filter that leaves few variables.
fn access_path(connection: &mut AnyConnection, filters: &Filters) -> DbResult<AccessPath> {
    if let Some(table) = filters.table
        && is_few(
            connection,
            dictionary_tables::table
                .filter(dictionary_tables::id.eq(table))
                .into_boxed(),
        )?
    {
        return Ok(AccessPath::Table);
    }
    if let Some((from, to)) = &filters.table_names {
        let named = dictionary_tables::table
            .filter(dictionary_tables::publish.eq(true))
            .filter(dictionary_tables::sort_key.between(from.clone(), to.clone()));
        if is_few(connection, named.into_boxed())? {
            return Ok(AccessPath::TableNames);
        }
    }
    Ok(AccessPath::Words)
}

type Tables<'a> = dictionary_tables::BoxedQuery<'a, crate::connection::MultiBackend>;

fn is_few(connection: &mut AnyConnection, tables: Tables<'_>) -> DbResult<bool> {
    let counts: Vec<i32> = tables
        .limit(FEW_TABLES + 1)
        .select(dictionary_tables::variables_count)
        .load(connection)?;
    let is_short = counts.len() <= usize::try_from(FEW_TABLES).unwrap_or(usize::MAX);
    Ok(is_short && counts.into_iter().map(i64::from).sum::<i64>() <= FEW_VARIABLES)
}

/// Returns the first and last id in the table, the source, or the dictionary. Both ends are read
/// from an index: on PostgreSQL in one statement, on SQLite in one statement each.
fn span(connection: &mut AnyConnection, filters: &Filters) -> DbResult<Option<(i64, i64)>> {
    let among = || {
        let all = variables::table.into_boxed();
        match (filters.table, filters.source) {
            (Some(table), _) => all.filter(variables::table_id.eq(table)),
            (_, Some(source)) => all.filter(variables::data_source_id.eq(source)),
            _ => all,
        }
    };
    let (first, last): (Option<i64>, Option<i64>) = match connection {
        AnyConnection::Postgres(_) => among()
            .select((min(variables::id), max(variables::id)))
            .get_result(connection)?,
        AnyConnection::Sqlite(_) => (
            among().select(min(variables::id)).get_result(connection)?,
            among().select(max(variables::id)).get_result(connection)?,
        ),
    };
    Ok(first.zip(last))
}

#[cfg(test)]
mod tests;
