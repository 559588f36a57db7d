//! Search condition for requests: by the stored search text, and by their references, which are
//! derived from the ids (2 §5).

use std::ops::RangeInclusive;

use aditus_domain::requests::FoundByReference;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{BigInt, Bool};

use crate::connection::MultiBackend;
use crate::dialect::{Contains, contains, fragment_on, is_postgres};
use crate::schema::{data_requests, data_requests_fts};
use crate::search::Term;

/// Returns the digits of a request's references, as the domain defines them. On PostgreSQL it is a
/// function that our migrations create. On SQLite only the full-text index has these digits.
#[diesel::declare_sql_function]
extern "SQL" {
    fn reference_digits(id: BigInt) -> Text;
}

/// Condition that a row of `data_requests` matches the search. The query must name that table.
#[derive(Debug, Clone)]
pub(crate) struct SearchCondition {
    text: Contains<data_requests_fts::search_text, data_requests::id>,
    reference: ByReference,
}

#[derive(Debug, Clone)]
enum ByReference {
    None,
    Ids(Vec<RangeInclusive<i64>>),
    Digits(Contains<reference_digits<data_requests_fts::request_id>, data_requests::id>),
}

/// Parses a folded search term. Returns `None` if it matches every request.
pub(crate) fn parse(search: &str) -> Option<SearchCondition> {
    let term = Term::parse(search)?;
    let id = data_requests::id;
    let reference = match FoundByReference::from_term(search.trim()) {
        FoundByReference::All => return None,
        FoundByReference::None => ByReference::None,
        FoundByReference::Ids(ranges) => ByReference::Ids(ranges),
        FoundByReference::Digits => ByReference::Digits(contains(
            reference_digits(data_requests_fts::request_id),
            id,
            "data_request_references_fts",
            &term,
        )),
    };
    let text = contains(data_requests_fts::search_text, id, "data_requests_fts", &term);
    Some(SearchCondition { text, reference })
}

fragment_on!(SearchCondition, Bool, data_requests::id);

/// Start of the PostgreSQL query for request ids by their search columns.
const IDS_BY_TEXT: &str = "SELECT \"data_requests_fts\".\"request_id\" FROM \"data_requests_fts\" WHERE ";

impl SearchCondition {
    /// Writes a PostgreSQL query for the ids of the matching requests, each once. The conditions
    /// are combined by `UNION` instead of `OR`, so that the planner can use an index for each.
    pub(super) fn walk_ids<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql(IDS_BY_TEXT);
        self.text.walk_ast(out.reborrow())?;
        match &self.reference {
            ByReference::None => {}
            ByReference::Ids(ranges) => {
                for range in ranges {
                    out.push_sql(" UNION SELECT \"data_requests\".\"id\" FROM \"data_requests\" WHERE ");
                    walk_range(out, range)?;
                }
            }
            ByReference::Digits(digits) => {
                out.push_sql(" UNION ");
                out.push_sql(IDS_BY_TEXT);
                digits.walk_ast(out.reborrow())?;
            }
        }
        Ok(())
    }
}

/// Writes the condition that the row's text contains the term.
fn walk_contains<'b, C>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    contains: &'b Contains<C, data_requests::id>,
) -> QueryResult<()>
where
    Contains<C, data_requests::id>: QueryFragment<MultiBackend>,
{
    if !is_postgres(out) {
        return contains.walk_ast(out.reborrow());
    }
    out.push_sql("\"data_requests\".\"id\" IN (");
    out.push_sql(IDS_BY_TEXT);
    contains.walk_ast(out.reborrow())?;
    out.push_sql(")");
    Ok(())
}

fn walk_range<'b>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    range: &'b RangeInclusive<i64>,
) -> QueryResult<()> {
    out.push_sql("\"data_requests\".\"id\" BETWEEN ");
    out.push_bind_param::<BigInt, i64>(range.start())?;
    out.push_sql(" AND ");
    out.push_bind_param::<BigInt, i64>(range.end())
}

impl QueryFragment<MultiBackend> for SearchCondition {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("(");
        walk_contains(&mut out, &self.text)?;
        match &self.reference {
            ByReference::None => {}
            ByReference::Ids(ranges) => {
                for range in ranges {
                    out.push_sql(" OR ");
                    walk_range(&mut out, range)?;
                }
            }
            ByReference::Digits(digits) => {
                out.push_sql(" OR ");
                walk_contains(&mut out, digits)?;
            }
        }
        out.push_sql(")");
        Ok(())
    }
}
