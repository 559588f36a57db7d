//! Revisions are made at the commit, once for everything that a transaction changes in a record.

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::dictionary::revisions::repository::Reviser;
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::ids::VariableId;

use super::make::{make_new_revisions, make_revisions};
use super::new::NewVariableDefinition;
use crate::commit_hooks::{CommitHook, Phase};
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::transaction::UnitOfWork;

#[derive(Default)]
struct PendingRevisions {
    changed: BTreeSet<Revised>,
    new_variables: BTreeMap<VariableId, NewVariableDefinition>,
    reviser: Option<Reviser>,
}

impl CommitHook for PendingRevisions {
    fn phase(&self) -> Phase {
        Phase::First
    }

    fn run(&mut self, connection: &mut AnyConnection) -> Outcome<()> {
        let changed = std::mem::take(&mut self.changed);
        let new: Vec<_> = std::mem::take(&mut self.new_variables).into_values().collect();
        if !changed.is_empty() {
            make_revisions(connection, &changed, self.reviser)?;
        }
        if !new.is_empty() {
            make_new_revisions(connection, new, self.reviser)?;
        }
        Ok(())
    }
}

impl UnitOfWork {
    /// The commit will make revisions of these, as far as they read differently than before.
    pub(in crate::dictionary) fn will_revise(&mut self, changed: impl IntoIterator<Item = Revised>) {
        self.at_commit(|pending: &mut PendingRevisions| {
            for record in changed {
                // The definition that was added is out of date.
                if let Revised::Variable(id) = record {
                    pending.new_variables.remove(&id);
                }
                pending.changed.insert(record);
            }
        });
    }

    /// The commit will make the first revisions of these.
    pub(in crate::dictionary) fn will_revise_new(&mut self, added: Vec<NewVariableDefinition>) {
        self.at_commit(|pending: &mut PendingRevisions| {
            let added = added.into_iter().map(|new| (new.id(), new));
            pending.new_variables.extend(added);
        });
    }

    /// The revisions of this transaction are made by this person, at this time.
    pub(super) fn is_revised_by(&mut self, reviser: Reviser) {
        self.at_commit(|pending: &mut PendingRevisions| pending.reviser = Some(reviser));
    }

    /// Makes the revisions that the commit would make, for statements that read them.
    pub(super) fn make_pending_revisions(&mut self) -> Result<(), StoreError> {
        self.run_hook::<PendingRevisions>()
    }
}
