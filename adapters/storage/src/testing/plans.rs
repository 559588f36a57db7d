//! Query plans of statements, for tests.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic is how a test ends")]

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Integer, Text};

use crate::connection::{AnyConnection, MultiBackend};

/// EXPLAIN of a statement on SQLite.
struct SqlitePlan<T>(T);

/// A statement that PostgreSQL prepares under a name. A plain EXPLAIN would plan it for its values.
struct PreparedStatement<T>(T);

macro_rules! explained {
    ($plan:ident, $command:literal, $sql_type:ty) => {
        impl<T: QueryFragment<MultiBackend>> QueryFragment<MultiBackend> for $plan<T> {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
                out.push_sql($command);
                self.0.walk_ast(out)
            }
        }

        impl<T> QueryId for $plan<T> {
            type QueryId = ();
            const HAS_STATIC_QUERY_ID: bool = false;
        }

        impl<T> Query for $plan<T> {
            type SqlType = $sql_type;
        }

        impl<T> RunQueryDsl<AnyConnection> for $plan<T> {}
    };
}

explained!(
    SqlitePlan,
    "EXPLAIN QUERY PLAN ",
    (Integer, Integer, Integer, Text)
);
explained!(PreparedStatement, "PREPARE explained AS ", Text);

#[derive(QueryableByName)]
struct Parameters {
    #[diesel(sql_type = Integer)]
    number: i32,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    #[diesel(column_name = "QUERY PLAN")]
    line: String,
}

/// Returns PostgreSQL's generic plan of a statement, which connections of the product use.
fn generic_plan<T: QueryFragment<MultiBackend>>(connection: &mut AnyConnection, statement: T) -> Vec<String> {
    PreparedStatement(statement).execute(connection).unwrap();
    let AnyConnection::Postgres(connection) = connection else {
        panic!("no PostgreSQL");
    };
    let parameters: Parameters = diesel::sql_query(
        "SELECT cardinality(parameter_types) AS number FROM pg_prepared_statements WHERE name = 'explained'",
    )
    .get_result(connection)
    .unwrap();
    let values = vec!["NULL"; usize::try_from(parameters.number).unwrap()].join(", ");
    let given = if values.is_empty() {
        String::new()
    } else {
        format!("({values})")
    };
    let lines: Vec<Line> = diesel::sql_query(format!("EXPLAIN EXECUTE explained{given}"))
        .load(connection)
        .unwrap();
    connection.batch_execute("DEALLOCATE explained").unwrap();
    lines.into_iter().map(|line| line.line).collect()
}

/// Returns the lines of the query plan of a statement.
pub(crate) fn plan<T: QueryFragment<MultiBackend>>(
    connection: &mut AnyConnection,
    statement: T,
) -> Vec<String> {
    if connection.is_postgres() {
        return generic_plan(connection, statement);
    }
    let lines: Vec<(i32, i32, i32, String)> = SqlitePlan(statement).load(connection).unwrap();
    lines.into_iter().map(|(.., line)| line).collect()
}
