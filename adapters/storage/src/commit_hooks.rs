//! Work that slices register for the end of a transaction.

use std::any::Any;

use crate::connection::AnyConnection;
use crate::error::DbResult;

/// Work of a slice that runs when the transaction commits. A transaction has at most one hook of
/// each type, which collects the work.
pub(crate) trait CommitHook: Any {
    /// The phase in which the hook runs.
    fn phase(&self) -> Phase;

    /// Does the collected work and clears it.
    fn run(&mut self, connection: &mut AnyConnection) -> DbResult<()>;
}

/// The order of hooks. Within a phase, they run in the order in which they were first used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Work that blocks no other transaction.
    First,
    /// Changes of rows that other transactions change as well, which therefore block until the
    /// commit.
    Last,
}

#[derive(Default)]
pub(crate) struct CommitHooks(Vec<Box<dyn CommitHook>>);

impl CommitHooks {
    /// Adds work to the hook of this type.
    pub(crate) fn add<H: CommitHook + Default>(&mut self, work: impl FnOnce(&mut H)) {
        let known = self.0.iter_mut().find_map(|hook| as_type::<H>(hook.as_mut()));
        if let Some(hook) = known {
            work(hook);
            return;
        }
        let mut hook = H::default();
        work(&mut hook);
        self.0.push(Box::new(hook));
    }

    /// Runs the hook of this type. It can collect further work for the commit afterwards.
    pub(crate) fn run_one<H: CommitHook>(&mut self, connection: &mut AnyConnection) -> DbResult<()> {
        let known = self.0.iter_mut().find_map(|hook| as_type::<H>(hook.as_mut()));
        known.map_or(Ok(()), |hook| hook.run(connection))
    }

    pub(crate) fn run_all(&mut self, connection: &mut AnyConnection) -> DbResult<()> {
        self.0.sort_by_key(|hook| hook.phase());
        self.0.iter_mut().try_for_each(|hook| hook.run(connection))
    }
}

fn as_type<'a, H: CommitHook>(hook: &'a mut (dyn CommitHook + 'static)) -> Option<&'a mut H> {
    let hook: &mut dyn Any = hook;
    hook.downcast_mut()
}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection;
    use diesel::prelude::*;
    use diesel::sql_types::Text;

    use super::*;
    use crate::testing::TestDatabase;

    macro_rules! hooks {
        ($($hook:ident: $phase:ident),+) => {
            $(
                #[derive(Default)]
                struct $hook(Vec<&'static str>);

                impl CommitHook for $hook {
                    fn phase(&self) -> Phase {
                        Phase::$phase
                    }

                    fn run(&mut self, connection: &mut AnyConnection) -> DbResult<()> {
                        for word in std::mem::take(&mut self.0) {
                            connection.batch_execute(&format!("INSERT INTO hooks VALUES ('{word}')"))?;
                        }
                        Ok(())
                    }
                }
            )+
        };
    }

    hooks!(Claim: Last, Counter: Last, Revision: First);

    #[derive(QueryableByName)]
    struct Word {
        #[diesel(sql_type = Text)]
        word: String,
    }

    fn words(connection: &mut AnyConnection) -> Vec<String> {
        let words: Vec<Word> = diesel::sql_query("SELECT word FROM hooks ORDER BY rowid")
            .load(connection)
            .unwrap();
        words.into_iter().map(|row| row.word).collect()
    }

    #[test]
    fn hooks_run_once_by_phase_and_then_in_the_order_of_their_first_work() {
        let database = TestDatabase::sqlite();
        let mut connection = database.connection();
        connection
            .batch_execute("CREATE TEMPORARY TABLE hooks (word TEXT)")
            .unwrap();
        let mut hooks = CommitHooks::default();
        hooks.add(|claim: &mut Claim| claim.0.push("claim"));
        hooks.add(|counter: &mut Counter| counter.0.push("first counter"));
        hooks.add(|revision: &mut Revision| revision.0.push("early revision"));
        hooks.run_one::<Revision>(&mut connection).unwrap();
        assert_eq!(words(&mut connection), ["early revision"]);
        hooks.add(|revision: &mut Revision| revision.0.push("revision"));
        hooks.add(|counter: &mut Counter| counter.0.push("second counter"));
        hooks.run_all(&mut connection).unwrap();
        let all = [
            "early revision",
            "revision",
            "claim",
            "first counter",
            "second counter",
        ];
        assert_eq!(words(&mut connection), all);
        hooks.run_all(&mut connection).unwrap();
        assert_eq!(words(&mut connection).len(), all.len());
    }
}
