//! Creates revisions at the commit, at most one per record and transaction.

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::dictionary::revisions::repository::RevisionAuthor;
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::ids::VariableId;

use super::create::{create_first_revisions, create_revisions};
use super::new_variable::NewVariableDefinition;
use crate::commit_hooks::{CommitHook, Phase};
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::transaction::WriteTransaction;

#[derive(Default)]
struct PendingRevisions {
    changed: BTreeSet<Revised>,
    new_variables: BTreeMap<VariableId, NewVariableDefinition>,
    author: Option<RevisionAuthor>,
}

impl CommitHook for PendingRevisions {
    fn phase(&self) -> Phase {
        Phase::First
    }

    fn run(&mut self, connection: &mut AnyConnection) -> DbResult<()> {
        let changed = std::mem::take(&mut self.changed);
        let new: Vec<_> = std::mem::take(&mut self.new_variables).into_values().collect();
        if !changed.is_empty() {
            create_revisions(connection, &changed, self.author)?;
        }
        if !new.is_empty() {
            create_first_revisions(connection, new, self.author)?;
        }
        Ok(())
    }
}

impl WriteTransaction {
    /// Registers records that may get a revision at the commit. Records whose definition is
    /// unchanged get none.
    pub(in crate::dictionary) fn will_revise(&mut self, changed: impl IntoIterator<Item = Revised>) {
        self.at_commit(|pending: &mut PendingRevisions| {
            for record in changed {
                // The definition registered for the new variable is out of date.
                if let Revised::Variable(id) = record {
                    pending.new_variables.remove(&id);
                }
                pending.changed.insert(record);
            }
        });
    }

    /// Registers new variables, whose first revisions are created at the commit.
    pub(in crate::dictionary) fn will_revise_new(&mut self, added: Vec<NewVariableDefinition>) {
        self.at_commit(|pending: &mut PendingRevisions| {
            let added = added.into_iter().map(|new| (new.id(), new));
            pending.new_variables.extend(added);
        });
    }

    pub(super) fn set_revision_author(&mut self, author: RevisionAuthor) {
        self.at_commit(|pending: &mut PendingRevisions| pending.author = Some(author));
    }

    /// Creates the pending revisions now, for statements that read them.
    pub(super) fn create_pending_revisions(&mut self) -> Result<(), StoreError> {
        self.run_hook::<PendingRevisions>()
    }
}
