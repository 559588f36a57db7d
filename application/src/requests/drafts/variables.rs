//! The variables of a draft as its owner sees them when going on with it, all at once.

use std::collections::HashMap;

use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::ids::{DataSourceId, DraftId, VariableId};

use super::Error;
use crate::access::Caller;
use crate::dictionary::views::PickedVariableView;
use crate::ports::Ports;

/// Of which draft.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub draft: DraftId,
}

/// What was picked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The version of the draft whose variables these are.
    pub version: i64,
    /// In the order in which they were picked, their meanings as plain text. What was deleted, or never offered, is left out.
    pub variables: Vec<PickedVariableView>,
}

/// The variables of the draft.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let draft = views
        .drafts()
        .get(caller.user, query.draft)?
        .ok_or(Error::NotFound)?;
    let answers = &draft.content.as_typed().answers;
    let ids: Vec<VariableId> = answers
        .dataset_variables
        .iter()
        .copied()
        .map(VariableId)
        .collect();
    let mut known: HashMap<VariableId, PickedVariableView> = match answers.data_source_id {
        Some(source) if !ids.is_empty() => views
            .dictionary()
            .picked_variables(DataSourceId(source), &ids)?
            .into_iter()
            .map(|variable| (variable.var_id, variable))
            .collect(),
        _ => HashMap::new(),
    };
    let variables = ids
        .iter()
        .filter_map(|id| known.remove(id))
        .map(|variable| PickedVariableView {
            meaning: Meaning::parse(&variable.meaning).plain(),
            ..variable
        })
        .collect();
    Ok(Answer {
        version: draft.version,
        variables,
    })
}
