//! SQL statements of the ranked search.

use aditus_application::dictionary::views::VariableQuery;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::query_dsl::RunQueryDsl;
use diesel::result::QueryResult;
use diesel::sql_types::{BigInt, Bool, Integer, Text};

use crate::connection::{AnyConnection, MultiBackend};
use crate::dictionary::facets::FacetCondition;
use crate::dictionary::variable_search::{self, Rank, Search, range_of};

/// Maximum number of variables that are ranked first because their name equals the search term or
/// begins with it. It covers several pages.
const MAX_NAME_MATCHES: i64 = 100;

/// Access path of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AccessPath {
    /// Uses the full-text index.
    Words,
    /// Checks the variables of the table one by one.
    Table,
    /// Checks the variables of the tables with a name prefix one by one.
    TableNames,
}

/// The filters besides the search term.
#[derive(Debug)]
pub(super) struct Filters {
    pub(super) source: Option<i64>,
    pub(super) table: Option<i64>,
    pub(super) table_names: Option<(String, String)>,
    facets: Option<FacetCondition>,
}

impl Filters {
    pub(super) fn from_query(query: &VariableQuery) -> Self {
        Self {
            source: query.data_source.map(|source| source.0),
            table: query.table.map(|table| table.0),
            table_names: query.tbl_name_prefix.as_deref().map(range_of),
            facets: FacetCondition::new(&query.facets),
        }
    }

    /// Returns true if the filters limit the range of ids.
    pub(super) fn has_span(&self) -> bool {
        self.source.is_some() || self.table.is_some()
    }

    /// Writes the filters after another condition. Only the filter that is the access path may use
    /// an index: see [`crate::dialect::WithoutIndex`].
    fn walk<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, MultiBackend>,
        access_path: Option<AccessPath>,
    ) -> QueryResult<()> {
        let by_words = access_path == Some(AccessPath::Words);
        if access_path.is_some() {
            walk_column(out, "published", by_words);
            out.push_sql(" = ");
            out.push_bind_param::<Bool, bool>(&true)?;
        }
        if let Some(source) = &self.source {
            walk_column(out, "data_source_id", true);
            out.push_sql(" = ");
            out.push_bind_param::<BigInt, i64>(source)?;
        }
        if let Some(table) = &self.table {
            walk_column(out, "table_id", access_path != Some(AccessPath::Table));
            out.push_sql(" = ");
            out.push_bind_param::<BigInt, i64>(table)?;
        }
        if let Some((from, to)) = &self.table_names {
            walk_column(out, "table_sort_key", access_path != Some(AccessPath::TableNames));
            out.push_sql(" BETWEEN ");
            out.push_bind_param::<Text, String>(from)?;
            out.push_sql(" AND ");
            out.push_bind_param::<Text, String>(to)?;
        }
        if let Some(facets) = &self.facets {
            out.push_sql(" AND ");
            facets.walk_ast(out.reborrow())?;
        }
        Ok(())
    }
}

fn walk_column(out: &mut AstPass<'_, '_, MultiBackend>, column: &str, hidden: bool) {
    out.push_sql(" AND ");
    let parts: &[&str] = if hidden {
        &[
            "COALESCE(\"variables\".\"",
            column,
            "\", \"variables\".\"",
            column,
            "\")",
        ]
    } else {
        &["\"variables\".\"", column, "\""]
    };
    for part in parts {
        out.push_sql(part);
    }
}

/// A part of the matches: first id, limit, offset, and excluded ids.
#[derive(Debug)]
pub(super) struct Portion {
    pub(super) from: i64,
    pub(super) limit: i64,
    pub(super) offset: i64,
    without: Vec<i64>,
    /// The blocks to search on PostgreSQL, separated by commas; `None` for all.
    pub(super) blocks: Option<String>,
}

impl Portion {
    pub(super) const fn new(from: i64, limit: i64, offset: i64, without: Vec<i64>) -> Self {
        Self {
            from,
            limit,
            offset,
            without,
            blocks: None,
        }
    }
}

/// The condition and rank of a search, with its access path.
#[derive(Debug)]
pub(super) struct RankedSearch {
    pub(super) access_path: AccessPath,
    words: variable_search::SearchCondition,
    rank: Rank,
}

impl RankedSearch {
    pub(super) fn new(search: &Search, access_path: AccessPath) -> Self {
        Self {
            access_path,
            words: search.condition(),
            rank: search.rank(),
        }
    }

    /// Returns the query for the matches in a portion, by id.
    pub(super) fn within<'a>(&'a self, filters: &'a Filters, portion: &'a Portion, last: i64) -> Within<'a> {
        Within {
            search: self,
            filters,
            portion,
            last,
        }
    }

    /// Writes the columns of a [`super::Hit`].
    fn walk_columns<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("SELECT ");
        self.rank.walk_ast(out.reborrow())?;
        out.push_sql(
            ", \"variables\".\"name_sort_key\", \"variables\".\"id\", \"variables\".\"table_id\" FROM ",
        );
        Ok(())
    }
}

/// Query returned by [`RankedSearch::within`].
#[derive(Clone, Copy)]
pub(super) struct Within<'a> {
    search: &'a RankedSearch,
    filters: &'a Filters,
    portion: &'a Portion,
    last: i64,
}

/// The id as an expression that keeps the databases from walking the index of ids for the order.
const ID: &str = "COALESCE(\"variables\".\"id\", \"variables\".\"id\")";

impl Within<'_> {
    /// Makes SQLite start with the full-text index and stop once it has enough rows: the tables of
    /// a `CROSS JOIN` are read in the given order. Returns the expression for the id.
    fn walk_words_on_sqlite<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<String> {
        let (index, phrases) = self.search.words.match_of();
        let id = format!("\"{index}\".\"rowid\"");
        out.push_identifier(index)?;
        out.push_sql(" CROSS JOIN \"variables\" ON \"variables\".\"id\" = ");
        out.push_sql(&id);
        out.push_sql(" WHERE ");
        out.push_identifier(index)?;
        out.push_sql(" MATCH ");
        out.push_bind_param::<Text, String>(phrases)?;
        self.search.words.narrowed_by_short_words(out.reborrow())?;
        Ok(id)
    }

    fn walk_words_on_postgres<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("\"variables\" WHERE ");
        self.search.words.walk_ast(out.reborrow())?;
        if let Some(blocks) = &self.portion.blocks {
            out.push_sql(" AND ARRAY[\"variables\".\"id\" >> 11] && CAST(string_to_array(");
            out.push_bind_param::<Text, String>(blocks)?;
            out.push_sql(", ',') AS BIGINT[])");
        }
        Ok(())
    }
}

impl QueryFragment<MultiBackend> for Within<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        let portion = self.portion;
        self.search.walk_columns(&mut out)?;
        let mut id = ID.to_owned();
        match (self.search.access_path, out.backend()) {
            (AccessPath::Words, MultiBackend::Sqlite(_)) => id = self.walk_words_on_sqlite(&mut out)?,
            (AccessPath::Words, MultiBackend::Postgres(_)) => self.walk_words_on_postgres(&mut out)?,
            (AccessPath::Table | AccessPath::TableNames, _) => {
                out.push_sql("\"variables\" WHERE ");
                self.search.words.walk_plain(&mut out)?;
            }
        }
        self.filters.walk(&mut out, Some(self.search.access_path))?;
        out.push_sql(" AND ");
        out.push_sql(&id);
        out.push_sql(" >= ");
        out.push_bind_param::<BigInt, i64>(&portion.from)?;
        out.push_sql(" AND ");
        out.push_sql(&id);
        out.push_sql(" <= ");
        out.push_bind_param::<BigInt, i64>(&self.last)?;
        for (number, id) in portion.without.iter().enumerate() {
            out.push_sql(if number == 0 {
                " AND \"variables\".\"id\" NOT IN ("
            } else {
                ", "
            });
            out.push_bind_param::<BigInt, i64>(id)?;
        }
        out.push_sql(if portion.without.is_empty() { "" } else { ")" });
        out.push_sql(" ORDER BY ");
        out.push_sql(&id);
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, i64>(&portion.limit)?;
        out.push_sql(" OFFSET ");
        out.push_bind_param::<BigInt, i64>(&portion.offset)
    }
}

/// Query for variables whose name equals the search term or begins with it. The filters apply to
/// the first variables with such names.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    search: &'a RankedSearch,
    filters: &'a Filters,
    names: &'a (String, String),
    limit: i64,
}

impl<'a> Named<'a> {
    pub(super) fn new(search: &'a RankedSearch, filters: &'a Filters, names: &'a (String, String)) -> Self {
        Self {
            search,
            filters,
            names,
            limit: MAX_NAME_MATCHES,
        }
    }
}

impl QueryFragment<MultiBackend> for Named<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        let (from, to) = self.names;
        self.search.walk_columns(&mut out)?;
        out.push_sql(
            "(SELECT \"id\", \"name_sort_key\", \"search_name\", \"search_text\", \"data_source_id\", \"table_id\", \
             \"table_sort_key\", \"data_type\", \"is_identifiable\", \"derived\" FROM \"variables\" WHERE \"published\" = ",
        );
        out.push_bind_param::<Bool, bool>(&true)?;
        out.push_sql(" AND \"name_sort_key\" BETWEEN ");
        out.push_bind_param::<Text, String>(from)?;
        out.push_sql(" AND ");
        out.push_bind_param::<Text, String>(to)?;
        out.push_sql(" ORDER BY \"name_sort_key\", \"id\" LIMIT ");
        out.push_bind_param::<BigInt, i64>(&self.limit)?;
        out.push_sql(") \"variables\" WHERE 1 = 1");
        self.filters.walk(&mut out, None)
    }
}

macro_rules! returns_hits {
    ($statement:ident) => {
        impl QueryId for $statement<'_> {
            type QueryId = ();
            const HAS_STATIC_QUERY_ID: bool = false;
        }

        impl Query for $statement<'_> {
            type SqlType = (Integer, Text, BigInt, BigInt);
        }

        impl RunQueryDsl<AnyConnection> for $statement<'_> {}
    };
}

returns_hits!(Within);
returns_hits!(Named);
