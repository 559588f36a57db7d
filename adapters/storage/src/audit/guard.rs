//! Checks that the server's database role cannot alter the audit log.

use aditus_application::audit::log::views::WriteProtection;
use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::connection::AnyConnection;
use crate::error::DbResult;

#[derive(QueryableByName)]
struct Table {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Selects the tables of the audit log that the role could change. Texts beside entries may be
/// erased. Superusers and owners of a table have all rights. The right to create triggers also
/// allows changes.
const OPEN: &str = "SELECT relname::text AS name FROM pg_class \
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace \
     AND relname IN ('audit_entries', 'audit_values', 'audit_leaves', 'audit_tree', 'audit_checkpoints', 'audit_log_keys') \
     AND (pg_has_role(relowner, 'USAGE') OR has_any_column_privilege(oid, 'UPDATE') \
          OR has_table_privilege(oid, 'TRUNCATE') OR has_table_privilege(oid, 'TRIGGER') \
          OR (relname <> 'audit_values' AND has_table_privilege(oid, 'DELETE'))) \
     ORDER BY relname";

/// Returns the tables of the audit log that the role of the server could change, if any.
pub(super) fn write_protection(connection: &mut AnyConnection) -> DbResult<WriteProtection> {
    let AnyConnection::Postgres(connection) = connection else {
        return Ok(WriteProtection::NoRoles);
    };
    let open: Vec<Table> = diesel::sql_query(OPEN).load(connection)?;
    if open.is_empty() {
        return Ok(WriteProtection::InsertOnly);
    }
    Ok(WriteProtection::Alterable(
        open.into_iter().map(|table| table.name).collect(),
    ))
}
