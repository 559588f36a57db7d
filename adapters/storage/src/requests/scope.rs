//! Restricts queries to the requests in the caller's scope.

use aditus_application::access::RequestScope;
use aditus_application::ports::StoreError;
use aditus_domain::ids::{OrganisationRoleId, RequestId, UserId};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{BigInt, Bool};

use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::fragment_on;
use crate::error::DbResult;
use crate::read_session::ReadSession;
use crate::schema::data_requests;

/// Condition that a row of `data_requests` is in a scope: the caller's own requests, those bound to
/// one of their organisation roles, or all requests. The query must name that table.
#[derive(Debug, Clone)]
pub(crate) struct InScope(Option<(i64, Vec<i64>)>);

pub(crate) fn in_scope(scope: &RequestScope) -> InScope {
    match scope {
        RequestScope::Everything => InScope(None),
        RequestScope::Limited {
            owner: UserId(owner),
            org_roles,
        } => InScope(Some((
            *owner,
            org_roles.iter().map(|OrganisationRoleId(id)| *id).collect(),
        ))),
    }
}

fn is_visible(connection: &mut AnyConnection, scope: &RequestScope, id: RequestId) -> DbResult<bool> {
    let found: Option<i64> = data_requests::table
        .filter(data_requests::id.eq(id.0))
        .filter(in_scope(scope))
        .select(data_requests::id)
        .first(connection)
        .optional()?;
    Ok(found.is_some())
}

pub(super) fn titles(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    requests: &[RequestId],
) -> DbResult<Vec<(RequestId, String)>> {
    let ids: Vec<i64> = requests.iter().map(|id| id.0).collect();
    let rows: Vec<(i64, String)> = data_requests::table
        .filter(data_requests::id.eq_any(ids))
        .filter(in_scope(scope))
        .select((data_requests::id, data_requests::title))
        .load(connection)?;
    Ok(rows
        .into_iter()
        .map(|(id, title)| (RequestId(id), title))
        .collect())
}

impl ReadSession {
    /// Runs `question` if the request is in scope. Returns `None` otherwise.
    pub(crate) fn about<T>(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        question: impl FnOnce(&mut AnyConnection) -> DbResult<T>,
    ) -> Result<Option<T>, StoreError> {
        self.run(|connection| {
            if is_visible(connection, scope, request)? {
                question(connection).map(Some)
            } else {
                Ok(None)
            }
        })
    }
}

fragment_on!(InScope, Bool, data_requests::id);

impl QueryFragment<MultiBackend> for InScope {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        let Some((owner, org_roles)) = &self.0 else {
            out.push_sql("1 = 1");
            return Ok(());
        };
        out.push_sql("(\"data_requests\".\"owner_id\" = ");
        out.push_bind_param::<BigInt, i64>(owner)?;
        for org_role in org_roles {
            out.push_sql(
                " OR EXISTS (SELECT 1 FROM \"request_bindings\" \
                 WHERE \"request_bindings\".\"request_id\" = \"data_requests\".\"id\" \
                 AND \"request_bindings\".\"org_role_id\" = ",
            );
            out.push_bind_param::<BigInt, i64>(org_role)?;
            out.push_sql(")");
        }
        out.push_sql(")");
        Ok(())
    }
}
