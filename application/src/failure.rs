//! What all errors of use cases have in common: a kind, which the http adapter turns into a status.

mod refused;

use std::time::Duration;

pub use refused::Refused;

use crate::accounts::codes::Sent;

/// The kind of a failure. The message is the error's `Display`; causes travel as `#[source]` into the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The input breaks a rule: 400.
    Invalid,
    /// Nobody is signed in, or the password given again is wrong: 401.
    Unauthenticated,
    /// The caller may not do this: 403.
    Forbidden,
    /// It does not exist, or is not the caller's to know of: 404.
    NotFound,
    /// It clashes with what is stored: 409.
    Conflict,
    /// A file or body is too large: 413.
    TooLarge,
    /// A file is of a kind that is not taken: 415.
    UnsupportedFile,
    /// Asked too often; try again after this time: 429.
    TooMany(Duration),
    /// Something Aditus depends on does not answer: 503.
    Unavailable,
    /// There is no room left to store anything: 503, with [`NO_ROOM`] whatever else the failure says.
    Full,
    /// A fault of ours: 500.
    Internal,
}

/// What everybody is told whose call found no room.
pub const NO_ROOM: &str = "The server has no room left to store anything. Nothing was changed. Please tell whoever runs it, and \
     try again later.";

/// The message of a call that could not store anything because the database refuses writes.
pub const READ_ONLY: &str = "The server cannot store anything at the moment. Nothing was changed. Please tell its administrators, and \
     try again later.";

/// An error of a use case.
pub trait Failure: std::error::Error {
    /// What kind of failure this is.
    fn kind(&self) -> Kind;

    /// The code of the answer's body where it is not the HTTP status: 601, 605 and 606 of the specification, and
    /// [`crate::access::PASSWORD_NEEDED`].
    fn code(&self) -> Option<u16> {
        None
    }

    /// The times of the code that is still good: what an answer with 601 tells besides.
    fn code_sent(&self) -> Option<Sent> {
        None
    }

    /// Field path and message of every fault, in the order of the form; empty when the failure is not about fields.
    fn fields(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Implements [`Failure`] for the error of a use case:
///
/// ```ignore
/// failure! {
///     Error {
///         forwards Limit, Store;
///         NotFound => NotFound;
///         Refused(ReopenError::NotAllowed) => Forbidden;
///         Refused(_) | Changed => Conflict;
///         Status => Invalid, field: "is_active";
///         Form(faults) => Invalid, fields: faults.by_field();
///         Malformed(_) => Invalid, field: "otp", code: Some(605);
///     }
/// }
/// ```
///
/// `forwards` lists the variants that hold another failure and answer as it does. Every other line is an arm of a `match`: variants and
/// their [`Kind`], then as far as needed the field that the message is about, or all `fields` with their messages, and the `code`. As in
/// any `match` the first arm that fits counts, no variant may be missing, and forwarded ones come last.
macro_rules! failure {
    ($error:ident { forwards $($inner:ident),+; $($arms:tt)* }) => {
        $crate::failure::failure! { @impl $error [$($inner)+] $($arms)* }
    };
    (@impl $error:ident [$($inner:ident)*] $(
        $($variant:ident $(($($of:tt)*))? $({$($named:tt)*})?)|+ => $kind:ident $(($argument:expr))?
        $(, field: $field:expr)? $(, fields: $fields:expr)? $(, code: $code:expr)?;
    )*) => {
        #[allow(unused_variables, reason = "a binding is for one of the functions")]
        impl $crate::failure::Failure for $error {
            fn kind(&self) -> $crate::failure::Kind {
                match self {
                    $($(Self::$variant $(($($of)*))? $({$($named)*})?)|+ => {
                        $crate::failure::Kind::$kind $(($argument))?
                    })*
                    $(Self::$inner(inner) => $crate::failure::Failure::kind(inner),)*
                }
            }

            fn code(&self) -> Option<u16> {
                match self {
                    $($(Self::$variant $(($($of)*))? $({$($named)*})?)|+ => {
                        $crate::failure::failure!(@code $($code)?)
                    })*
                    $(Self::$inner(inner) => $crate::failure::Failure::code(inner),)*
                }
            }

            fn code_sent(&self) -> Option<$crate::accounts::codes::Sent> {
                match self {
                    $($(Self::$variant $(($($of)*))? $({$($named)*})?)|+ => None,)*
                    $(Self::$inner(inner) => $crate::failure::Failure::code_sent(inner),)*
                }
            }

            fn fields(&self) -> Vec<(String, String)> {
                match self {
                    $($(Self::$variant $(($($of)*))? $({$($named)*})?)|+ => {
                        $crate::failure::failure!(@fields self $(, field: $field)? $(, fields: $fields)?)
                    })*
                    $(Self::$inner(inner) => $crate::failure::Failure::fields(inner),)*
                }
            }
        }
    };
    (@code) => { None };
    (@code $code:expr) => { $code };
    (@fields $self:ident) => { Vec::new() };
    (@fields $self:ident, field: $field:expr) => { vec![(String::from($field), $self.to_string())] };
    (@fields $self:ident, fields: $fields:expr) => { $fields };
    ($error:ident { $($arms:tt)* }) => {
        $crate::failure::failure! { @impl $error [] $($arms)* }
    };
}
pub(crate) use failure;

/// An error and its causes in one line, for logs.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
