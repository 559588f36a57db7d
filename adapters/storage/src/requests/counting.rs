//! Writes the counters at the commit. Concurrent decisions at the same organisation role block on
//! them only from then on.

use aditus_domain::ids::RequestId;

use super::counters::{Changes, Counted};
use crate::commit_hooks::{CommitHook, Phase};
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::transaction::WriteTransaction;

impl CommitHook for Counted {
    fn phase(&self) -> Phase {
        Phase::Last
    }

    fn run(&mut self, connection: &mut AnyConnection) -> DbResult<()> {
        std::mem::take(self).write(connection)
    }
}

impl WriteTransaction {
    /// Registers the counter changes of this request, which are written at the commit.
    pub(crate) fn will_count(&mut self, request: RequestId, changes: Changes) {
        self.at_commit(|counted: &mut Counted| counted.add(request, changes));
    }
}
