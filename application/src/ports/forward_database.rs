/// Generates the methods of a [`Database`](crate::ports::Database) wrapper that only forward to the
/// inner database.
///
/// The wrapper itself implements the methods that begin transactions, and
/// [`per_request`](crate::ports::Database::per_request), so that no call bypasses it:
///
/// ```
/// use std::sync::Arc;
///
/// use aditus_application::forward_database;
/// use aditus_application::idempotency::Claim;
/// use aditus_application::ports::{Database, StoreError, Transaction};
///
/// struct Counted {
///     inner: Arc<dyn Database>,
/// }
///
/// impl Database for Counted {
///     forward_database!(inner);
///
///     fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
///         self.inner.begin()
///     }
///
///     fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
///         self.inner.begin_idempotent(claim)
///     }
/// }
/// ```
///
/// Methods that a later version adds are forwarded as well.
#[macro_export]
macro_rules! forward_database {
    ($inner:tt) => {
        fn yield_write_lock(&self) {
            self.$inner.yield_write_lock();
        }

        fn read(&self) -> Result<Box<dyn $crate::ports::Views + '_>, $crate::ports::StoreError> {
            self.$inner.read()
        }

        fn begin_integrity_scan(&self) -> Result<Option<Box<dyn $crate::integrity::IntegrityScan + '_>>, $crate::ports::StoreError> {
            self.$inner.begin_integrity_scan()
        }

        fn repair(
            &self,
            part: $crate::integrity::Part,
            ids: &[i64],
        ) -> Result<Vec<$crate::integrity::Difference>, $crate::ports::StoreError> {
            self.$inner.repair(part, ids)
        }

        fn signals(&self) -> $crate::ports::Signals {
            self.$inner.signals()
        }

        fn pools(&self) -> Vec<$crate::installation::monitoring::PoolUse> {
            self.$inner.pools()
        }

        fn ping(&self) -> Result<(), $crate::ports::StoreError> {
            self.$inner.ping()
        }
    };
}
