//! Counters are written at the commit: decisions at the same organisation role wait for them from then on.

use aditus_domain::ids::RequestId;

use super::counters::{Changes, Counted};
use crate::commit_hooks::{CommitHook, Phase};
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::transaction::UnitOfWork;

impl CommitHook for Counted {
    fn phase(&self) -> Phase {
        Phase::Last
    }

    fn run(&mut self, connection: &mut AnyConnection) -> Outcome<()> {
        std::mem::take(self).write(connection)
    }
}

impl UnitOfWork {
    /// The commit will write the changes of this request to the counters.
    pub(crate) fn will_count(&mut self, request: RequestId, changes: Changes) {
        self.at_commit(|counted: &mut Counted| counted.add(request, changes));
    }
}
