//! Records which revisions requests asked for, and detects changes in the dictionary since.

use std::collections::{BTreeSet, HashMap};

use aditus_domain::dictionary::revision::RequestedVariableState;
use aditus_domain::ids::DatasetId;
use diesel::prelude::*;

use super::content;
use super::record::VARIABLE;
use crate::connection::AnyConnection;
use crate::dialect::VALUES_AT_ONCE;
use crate::error::DbResult;
use crate::schema::{dataset_variables, dictionary_revisions, present_revisions};

/// Stores the current revisions of the variables that were added to a dataset.
pub(crate) fn pin(connection: &mut AnyConnection, dataset: DatasetId) -> DbResult<()> {
    let added = dataset_variables::table
        .filter(dataset_variables::dataset_id.eq(dataset.0))
        .filter(dataset_variables::revision_id.is_null());
    let present = present_revisions::table
        .filter(present_revisions::record.eq(VARIABLE))
        .filter(present_revisions::record_id.eq(dataset_variables::variable_id))
        .select(present_revisions::revision_id)
        .single_value();
    diesel::update(added)
        .set(dataset_variables::revision_id.eq(present))
        .execute(connection)?;
    Ok(())
}

/// A requested variable: its id, its revision at that time, and a flag that it is published.
pub(in super::super) type Asked = (i64, Option<i64>, bool);

/// Returns how each variable differs from the current dictionary, in the same order. Texts are read
/// only if the revision changed.
pub(in super::super) fn changes_since_request(
    connection: &mut AnyConnection,
    asked: &[Asked],
) -> DbResult<Vec<RequestedVariableState>> {
    let variables: BTreeSet<i64> = asked.iter().map(|(variable, _, _)| *variable).collect();
    let variables: Vec<i64> = variables.into_iter().collect();
    let mut present: HashMap<i64, i64> = HashMap::new();
    for some in variables.chunks(VALUES_AT_ONCE) {
        present.extend(
            present_revisions::table
                .filter(present_revisions::record.eq(VARIABLE))
                .filter(present_revisions::record_id.eq_any(some))
                .select((present_revisions::record_id, present_revisions::revision_id))
                .load::<(i64, i64)>(connection)?,
        );
    }
    let pair = |(variable, revision, _): &Asked| {
        let (was, is) = ((*revision)?, *present.get(variable)?);
        (was != is).then_some((was, is))
    };
    let ids: BTreeSet<i64> = asked
        .iter()
        .filter_map(pair)
        .flat_map(|(was, is)| [was, is])
        .collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let mut texts: HashMap<i64, String> = HashMap::new();
    for some in ids.chunks(VALUES_AT_ONCE) {
        texts.extend(
            dictionary_revisions::table
                .filter(dictionary_revisions::id.eq_any(some))
                .select((dictionary_revisions::id, dictionary_revisions::content))
                .load::<(i64, String)>(connection)?,
        );
    }
    asked
        .iter()
        .map(|one| {
            let texts = pair(one).and_then(|(was, is)| Some((texts.get(&was)?, texts.get(&is)?)));
            match texts {
                Some((was, is)) if was != is => Ok(RequestedVariableState::compare(
                    content::read_variable(was)?,
                    content::read_variable(is)?,
                    one.2,
                )),
                _ => Ok(RequestedVariableState::unchanged(one.2)),
            }
        })
        .collect()
}
