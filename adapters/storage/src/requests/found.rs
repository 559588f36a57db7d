//! Which requests a search finds: by the texts that are kept for it, and by their references, which follow from their ids (2 §5).

use aditus_domain::requests::FoundByReference;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Text};

use crate::connection::MultiBackend;
use crate::dialect::{Contains, contains};
use crate::schema::data_requests;
use crate::search::Term;

/// Whether a search finds a row of `data_requests`, which the query must name.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    text: Contains<data_requests::search_text, data_requests::id>,
    reference: ByReference,
}

#[derive(Debug, Clone)]
enum ByReference {
    None,
    Ids(Vec<(i64, i64)>),
    Digits { like: String, phrase: String },
}

/// Reads a folded search; none where it finds every request.
pub(crate) fn found(search: &str) -> Option<Found> {
    let term = Term::parse(search)?;
    let reference = match FoundByReference::of(search.trim()) {
        FoundByReference::All => return None,
        FoundByReference::None => ByReference::None,
        FoundByReference::Ids(ranges) => {
            let ends = |range: std::ops::RangeInclusive<i64>| (*range.start(), *range.end());
            ByReference::Ids(ranges.into_iter().map(ends).collect())
        }
        FoundByReference::Digits(_) => ByReference::Digits {
            like: term.like_pattern(),
            phrase: term.phrase(),
        },
    };
    let text = contains(
        data_requests::search_text,
        data_requests::id,
        "data_requests_fts",
        &term,
    );
    Some(Found { text, reference })
}

impl Expression for Found {
    type SqlType = Bool;
}

impl ValidGrouping<()> for Found {
    type IsAggregate = is_aggregate::No;
}

impl<S> AppearsOnTable<S> for Found {}

impl<S> SelectableExpression<S> for Found {}

impl QueryId for Found {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<MultiBackend> for Found {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        if matches!(self.reference, ByReference::None) {
            return self.text.walk_ast(out);
        }
        out.push_sql("(");
        self.text.walk_ast(out.reborrow())?;
        match &self.reference {
            ByReference::None => {}
            ByReference::Ids(ranges) => {
                for (first, last) in ranges {
                    out.push_sql(" OR \"data_requests\".\"id\" BETWEEN ");
                    out.push_bind_param::<BigInt, i64>(first)?;
                    out.push_sql(" AND ");
                    out.push_bind_param::<BigInt, i64>(last)?;
                }
            }
            ByReference::Digits { like, phrase } => match out.backend() {
                MultiBackend::Postgres(_) => {
                    out.push_sql(" OR reference_digits(\"data_requests\".\"id\") LIKE ");
                    out.push_bind_param::<Text, String>(like)?;
                }
                MultiBackend::Sqlite(_) => {
                    out.push_sql(
                        " OR \"data_requests\".\"id\" IN (SELECT rowid FROM \"data_request_references_fts\" \
                         WHERE \"data_request_references_fts\" MATCH ",
                    );
                    out.push_bind_param::<Text, String>(phrase)?;
                    out.push_sql(")");
                }
            },
        }
        out.push_sql(")");
        Ok(())
    }
}
