//! Entries that stand beside each other in an index: all of one person, of one kind, and so on, in the order of their times.
//!
//! A condition such as `kind = ?` would leave it to PostgreSQL which index has the order. It plans once for all kinds, and prefers to walk along
//! all entries by their times, which takes seconds where a kind is rare. So what entries are found by comes first in the order, and stands as a
//! range in the conditions: no other index has both.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{BigInt, Bool, Text};

use super::row::Rows;
use crate::connection::MultiBackend;
use crate::dialect::fragment_on;
use crate::schema::audit_entries;
use crate::times::{At, UtcTime};

/// What entries are found by beside their times: one index each.
#[derive(Debug, Clone, Copy)]
pub(super) enum Key {
    Time,
    Kind(&'static str),
    /// Who did it, and of which kind it is.
    User(i64, Option<&'static str>),
    /// Whom it is about, and of which kind it is.
    Concerned(i64, Option<&'static str>),
    Request(i64),
}

/// One end of a range: a time, or an entry at that time.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    pub(super) at: At,
    pub(super) id: Option<i64>,
}

/// Whether an entry has this key and lies between these ends: not before any of the first, an entry named there not among them, and
/// before each of the last.
#[derive(Debug, Clone)]
pub(super) struct Between {
    pub(super) key: Key,
    pub(super) first: Vec<End>,
    pub(super) last: Vec<End>,
}

impl Key {
    /// Entries in the order of this key and their times.
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

    /// What has to be equal; answers the column that begins the range.
    fn walk_equal<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, MultiBackend>,
    ) -> QueryResult<Option<(&'static str, Value<'b>)>> {
        let mut of_kind = |column: &'static str, person: &'b i64, kind: &'b Option<&'static str>| {
            let Some(kind) = kind else {
                // The index has no others, and PostgreSQL does not see by itself that these are none.
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

/// A value of the column that begins a range.
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
        out.push_bind_param::<UtcTime, At>(&end.at)?;
        if let Some(id) = &end.id {
            out.push_sql(", ");
            out.push_bind_param::<BigInt, i64>(id)?;
        }
        out.push_sql(")");
    }
    Ok(())
}
