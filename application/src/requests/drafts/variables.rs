//! All variables of a draft, for its owner to continue with it.

use std::collections::HashMap;

use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::ids::{DataSourceId, DraftId, VariableId};

use super::Error;
use crate::access::Caller;
use crate::dictionary::views::PickedVariableView;
use crate::ports::Ports;

/// Selects the draft.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub draft: DraftId,
}

/// The chosen variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Version of the draft that has these variables.
    pub version: i64,
    /// The variables in the order of their choice, with meanings as plain text. Variables that were
    /// deleted or never offered are left out.
    pub variables: Vec<PickedVariableView>,
}

/// Returns the variables of the draft.
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
