/// Generates the repository accessors of a [`Transaction`](crate::ports::Transaction) wrapper.
/// They forward to the inner transaction. The wrapper itself implements only `commit`:
///
/// ```
/// use aditus_application::audit::Recorded;
/// use aditus_application::forward_transaction;
/// use aditus_application::ports::{StoreError, Transaction};
///
/// struct Counted<'a> {
///     inner: Box<dyn Transaction + 'a>,
/// }
///
/// impl Transaction for Counted<'_> {
///     forward_transaction!(inner);
///
///     fn commit(self: Box<Self>, recorded: Recorded) -> Result<(), StoreError> {
///         self.inner.commit(recorded)
///     }
/// }
/// ```
///
/// Repositories that a later version adds are forwarded as well. `forward_transaction!(inner,
/// audit: entries)` uses the field `entries` for the audit log instead.
#[macro_export]
macro_rules! forward_transaction {
    ($inner:ident $(, audit: $audit:ident)?) => {
        $crate::repositories! { [$crate::forward_transaction] @all $inner [$($audit)?] }
    };
    (@all $inner:ident $audit:tt $($(#[$doc:meta])+ $accessor:ident: $($repository:ident)::+,)+) => {
        $($crate::forward_transaction! { @one $inner $audit $accessor: $($repository)::+ })+
    };
    (@one $inner:ident [$audit:ident] audit: $($repository:ident)::+) => {
        fn audit(&mut self) -> &mut dyn $crate::$($repository)::+ {
            &mut self.$audit
        }
    };
    (@one $inner:ident $audit:tt $accessor:ident: $($repository:ident)::+) => {
        fn $accessor(&mut self) -> &mut dyn $crate::$($repository)::+ {
            self.$inner.$accessor()
        }
    };
}
