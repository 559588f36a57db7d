//! Ranges of an index of audit entries, such as all entries of one person or one kind in order of
//! time.
//!
//! With a condition such as `kind = ?`, PostgreSQL could choose another index for the order. It
//! makes one plan for all kinds, and prefers to walk all entries by time, which takes seconds for a
//! rare kind. The key therefore comes first in the order and is part of a range condition, which no
//! other index can serve.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{BigInt, Bool, Text};

use super::row::Rows;
use crate::connection::MultiBackend;
use crate::dialect::fragment_on;
use crate::schema::audit_entries;
use crate::times::{Timestamp, UtcTime};

/// The key by which entries are found before their time. Each has its own index.
#[derive(Debug, Clone, Copy)]
pub(super) enum Key {
    Time,
    Kind(&'static str),
    /// The person who acted, and optionally the kind of entry.
    User(i64, Option<&'static str>),
    /// The person whom the entry concerns, and optionally the kind of entry.
    Concerned(i64, Option<&'static str>),
    Request(i64),
}

/// One end of a range: a time, or an entry at that time.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    pub(super) at: Timestamp,
    pub(super) id: Option<i64>,
}

/// Condition that an entry has this key and lies between the ends. It is not before any of the
/// first ends, it is not an entry named there, and it is before each of the last ends.
#[derive(Debug, Clone)]
pub(super) struct Between {
    pub(super) key: Key,
    pub(super) first: Vec<End>,
    pub(super) last: Vec<End>,
}

impl Key {
    /// Orders entries by this key and their times.
    pub(super) fn order(self, rows: Rows<'_>, upwards: bool) -> Rows<'_> {
        macro_rules! by {
            ($($column:ident),*) => {
                if upwards {
                    rows.order(($(audit_entries::$column.asc()),*))
                } else {
                    rows.order(($(audit_entries::$column.desc()),*))
                }
            };
        }
        match self {
            Self::Time => by!(at, id),
            Self::Kind(_) | Self::User(_, Some(_)) | Self::Concerned(_, Some(_)) => by!(kind, at, id),
            Self::User(_, None) => by!(user_id, at, id),
            Self::Concerned(_, None) => by!(concerns_id, at, id),
            Self::Request(_) => by!(request_id, at, id),
        }
    }

    /// Writes the equality conditions. Returns the column with which the range begins.
    fn walk_equal<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, MultiBackend>,
    ) -> QueryResult<Option<(&'static str, Value<'b>)>> {
        let mut of_kind = |column: &'static str, person: &'b i64, kind: &'b Option<&'static str>| {
            let Some(kind) = kind else {
                // The partial index contains only these rows. PostgreSQL does not infer from the
                // range that the column is not null.
                for part in [column, " IS NOT NULL AND "] {
                    out.push_sql(part);
                }
                return Ok(Some((column, Value::Id(person))));
            };
            for part in [column, " = "] {
                out.push_sql(part);
            }
            out.push_bind_param::<BigInt, i64>(person)?;
            out.push_sql(" AND ");
            Ok(Some(("\"kind\"", Value::Name(kind))))
        };
        match self {
            Self::Time => Ok(None),
            Self::Kind(kind) => Ok(Some(("\"kind\"", Value::Name(kind)))),
            Self::User(user, kind) => of_kind("\"user_id\"", user, kind),
            Self::Concerned(user, kind) => of_kind("\"concerns_id\"", user, kind),
            Self::Request(request) => of_kind("\"request_id\"", request, &None),
        }
    }
}

#[derive(Clone, Copy)]
enum Value<'b> {
    Id(&'b i64),
    Name(&'b &'static str),
}

impl<'b> Value<'b> {
    fn walk(self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        match self {
            Self::Id(id) => out.push_bind_param::<BigInt, i64>(id),
            Self::Name(name) => out.push_bind_param::<Text, &'static str>(name),
        }
    }
}

fragment_on!(Between, Bool, audit_entries::id);

impl QueryFragment<MultiBackend> for Between {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("(");
        let column = self.key.walk_equal(&mut out)?;
        for (place, (ends, is_first)) in [(&self.first, true), (&self.last, false)].into_iter().enumerate() {
            if place > 0 {
                out.push_sql(" AND ");
            }
            walk_ends(&mut out, column, ends, is_first)?;
        }
        out.push_sql(")");
        Ok(())
    }
}

fn walk_ends<'b>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    column: Option<(&'static str, Value<'b>)>,
    ends: &'b [End],
    is_first: bool,
) -> QueryResult<()> {
    if ends.is_empty() {
        let Some((name, value)) = column else {
            out.push_sql("1 = 1");
            return Ok(());
        };
        for part in [name, if is_first { " >= " } else { " <= " }] {
            out.push_sql(part);
        }
        return value.walk(out);
    }
    for (place, end) in ends.iter().enumerate() {
        out.push_sql(if place == 0 { "(" } else { " AND (" });
        if let Some((name, _)) = column {
            for part in [name, ", "] {
                out.push_sql(part);
            }
        }
        out.push_sql("\"at\"");
        if end.id.is_some() {
            out.push_sql(", \"id\"");
        }
        out.push_sql(match (is_first, end.id) {
            (true, None) => ") >= (",
            (true, Some(_)) => ") > (",
            (false, _) => ") < (",
        });
        if let Some((_, value)) = column {
            value.walk(out)?;
            out.push_sql(", ");
        }
        out.push_bind_param::<UtcTime, Timestamp>(&end.at)?;
        if let Some(id) = &end.id {
            out.push_sql(", ");
            out.push_bind_param::<BigInt, i64>(id)?;
        }
        out.push_sql(")");
    }
    Ok(())
}
