//! What a search finds, as well as it fits, and no more of it than is needed.
//!
//! All that is found is ranked where that is at most [`MOST_COUNTED`] variables. Of what is found more often, the first of them
//! by their ids are ranked, and with them those whose name the search is, or begins; the others follow by their ids. So the work for a page
//! does not grow with the dictionary.
//!
//! Variables are found in the order of their ids. SQLite's index of words answers in that order, row by row. PostgreSQL's answers at
//! once with all that it finds, and is asked for a few places first: 2,048 ids in a row each, which it knows beside the words.

mod portion;

use aditus_application::dictionary::views::VariableQuery;
use aditus_application::paging::{MOST_COUNTED, Page};
use diesel::dsl::{max, min};
use diesel::prelude::*;

use self::portion::{Filters, Found, Named, Portion, Way};
use super::found::{Search, range_of};
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::{dictionary_tables, variables};

/// Where a filter leaves no more variables than this, they are looked at instead of what the words find anywhere.
const FEW: i64 = 1_000;
/// A filter that leaves more tables than this leaves many variables.
const FEW_TABLES: i64 = 100;

/// How many ids a place has on PostgreSQL, as a power of two: as its search indexes have it.
const PLACE: u32 = 11;
/// In how many places a word is looked for first; one in twenty has it in some four hundred variables of these.
const FIRST_PLACES: i64 = 4;
/// Of more places than this, none is named: the word is looked for everywhere.
const MOST_PLACES: i64 = 1_024;

/// What a search found: its rank, the name, and the id. Ordered as it is shown.
type Hit = (i32, String, i64);

/// The variables of a page, in their order, and how many were found.
pub(super) struct Ranked {
    pub(super) ids: Vec<i64>,
    pub(super) total: u64,
    pub(super) more: bool,
}

/// A search within what else is asked for.
pub(super) struct Ranking {
    filters: Filters,
    found: Found,
    phrase: (String, String),
    /// The first and the last id that can be found; none where there is nothing.
    span: Option<(i64, i64)>,
}

impl Ranking {
    pub(super) fn of(
        connection: &mut AnyConnection,
        query: &VariableQuery,
        search: &Search,
    ) -> Outcome<Self> {
        let filters = Filters::of(query);
        Ok(Self {
            found: Found::new(search, way(connection, &filters)?),
            phrase: range_of(search.phrase()),
            span: span(connection, &filters)?,
            filters,
        })
    }

    /// How many are found, counted to one more than [`MOST_COUNTED`].
    pub(super) fn count(&self, connection: &mut AnyConnection) -> Outcome<u64> {
        Ok(self.first(connection)?.len() as u64)
    }

    pub(super) fn page(&self, connection: &mut AnyConnection, page: Page) -> Outcome<Ranked> {
        let (offset, size) = (
            usize::try_from(page.offset()).unwrap_or(usize::MAX),
            page.size() as usize,
        );
        let mut ranked = self.first(connection)?;
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
        let last = ranked.last().map_or(0, |(_, _, id)| *id);
        let mut named = self.named(connection)?;
        named.retain(|(_, _, id)| *id > last);
        let beyond: Vec<i64> = named.iter().map(|(_, _, id)| *id).collect();
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

    /// The first that are found, and one more than are ranked.
    fn first(&self, connection: &mut AnyConnection) -> Outcome<Vec<Hit>> {
        let Some((first, _)) = self.span else {
            return Ok(Vec::new());
        };
        let all = i64::from(MOST_COUNTED) + 1;
        self.from(connection, Portion::new(first, all, 0, Vec::new()), FIRST_PLACES)
    }

    /// What follows behind those that were ranked, of which the last has this id.
    fn others(
        &self,
        connection: &mut AnyConnection,
        last: i64,
        without: Vec<i64>,
        offset: usize,
        limit: usize,
    ) -> Outcome<Vec<i64>> {
        let Some((first, _)) = self.span else {
            return Ok(Vec::new());
        };
        let [offset, limit] = [offset, limit].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        // As dense as what was ranked.
        let expected =
            ((last - first) / i64::from(MOST_COUNTED)).saturating_mul(offset.saturating_add(limit));
        let portion = Portion::new(last + 1, limit, offset, without);
        Ok(ids(self.from(connection, portion, FIRST_PLACES + (expected >> PLACE))?).collect())
    }

    /// What is found from an id on, by the ids. PostgreSQL is asked for so many places at first, and for those behind them as long as these
    /// have not enough.
    fn from(
        &self,
        connection: &mut AnyConnection,
        mut portion: Portion,
        mut places: i64,
    ) -> Outcome<Vec<Hit>> {
        let by_places = connection.is_postgres() && self.found.way == Way::Words;
        let Some((_, last)) = self.span.filter(|_| by_places) else {
            return self.load(connection, &portion);
        };
        let mut hits = Vec::new();
        loop {
            let begin = portion.from >> PLACE;
            let left = (last >> PLACE) - begin + 1;
            // Half of them is no less work than all.
            if places >= left / 2 {
                places = left;
            }
            let is_bounded = places < left || self.filters.has_span();
            portion.places = (is_bounded && places <= MOST_PLACES).then(|| named_places(begin, places));
            let more = self.load(connection, &portion)?;
            let found = i64::try_from(more.len()).unwrap_or(i64::MAX);
            hits.extend(more);
            if found >= portion.limit || portion.places.is_none() || places >= left {
                return Ok(hits);
            }
            if portion.offset > 0 {
                // How many were passed over is not known: they are looked for again from the beginning.
                hits.clear();
                places *= 16;
                continue;
            }
            portion.from = (begin + places) << PLACE;
            portion.limit -= found;
            places = match found {
                // Nowhere near: it is rare, or stands somewhere else.
                0 => left,
                // As dense behind them, and some more.
                _ => (places * portion.limit / found).max(places) * 5 / 4 + 1,
            };
        }
    }

    fn load(&self, connection: &mut AnyConnection, portion: &Portion) -> Outcome<Vec<Hit>> {
        let last = self.span.map_or(0, |(_, last)| last);
        Ok(self
            .found
            .within(&self.filters, portion, last)
            .load::<Hit>(connection)?)
    }

    /// Those whose name the search is, or begins, as far as the first of all such names reach.
    fn named(&self, connection: &mut AnyConnection) -> Outcome<Vec<Hit>> {
        Ok(Named::new(&self.found, &self.filters, &self.phrase).load::<Hit>(connection)?)
    }
}

fn ids(hits: Vec<Hit>) -> impl Iterator<Item = i64> {
    hits.into_iter().map(|(_, _, id)| id)
}

fn named_places(begin: i64, number: i64) -> String {
    let places: Vec<String> = (begin..begin + number).map(|place| place.to_string()).collect();
    places.join(",")
}

/// How the variables are found: by the words, or, where a filter leaves few, by that filter.
fn way(connection: &mut AnyConnection, filters: &Filters) -> Outcome<Way> {
    if let Some(table) = filters.table
        && is_few(
            connection,
            dictionary_tables::table
                .filter(dictionary_tables::id.eq(table))
                .into_boxed(),
        )?
    {
        return Ok(Way::Table);
    }
    if let Some((from, to)) = &filters.table_names {
        let named = dictionary_tables::table
            .filter(dictionary_tables::publish.eq(true))
            .filter(dictionary_tables::sort_key.between(from.clone(), to.clone()));
        if is_few(connection, named.into_boxed())? {
            return Ok(Way::TableNames);
        }
    }
    Ok(Way::Words)
}

type Tables<'a> = dictionary_tables::BoxedQuery<'a, crate::connection::MultiBackend>;

fn is_few(connection: &mut AnyConnection, tables: Tables<'_>) -> Outcome<bool> {
    let counts: Vec<i32> = tables
        .limit(FEW_TABLES + 1)
        .select(dictionary_tables::variables_count)
        .load(connection)?;
    let is_short = counts.len() <= usize::try_from(FEW_TABLES).unwrap_or(usize::MAX);
    Ok(is_short && counts.into_iter().map(i64::from).sum::<i64>() <= FEW)
}

/// The first and the last id of the table or the source, or of all. Both databases look at both ends of an index for that: PostgreSQL in one
/// statement, SQLite in one for each.
fn span(connection: &mut AnyConnection, filters: &Filters) -> Outcome<Option<(i64, i64)>> {
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
