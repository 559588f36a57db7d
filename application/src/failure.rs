//! The common trait of use-case errors: each has a kind, which the http adapter maps to a status,
//! and a reason, by which clients decide.

mod params;
mod reason;
mod refused;

use std::time::Duration;

pub use params::{Param, Params};
pub use reason::Reason;
pub use refused::Refused;

use crate::accounts::codes::Sent;

/// The kind of a failure. The message is the error's `Display`; causes reach the log as
/// `#[source]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The input is invalid: 400.
    Invalid,
    /// There is no session, or the confirmed password is wrong: 401.
    Unauthenticated,
    /// The caller may not do this: 403.
    Forbidden,
    /// The object does not exist, or the caller may not see it: 404.
    NotFound,
    /// The call conflicts with the stored state: 409.
    Conflict,
    /// A file or body is too large: 413.
    TooLarge,
    /// The file type is not accepted: 415.
    UnsupportedFile,
    /// Too many calls; retry after this time: 429.
    TooMany(Duration),
    /// A service on which Aditus depends does not respond: 503.
    Unavailable,
    /// The disk is full: 503, always with the message [`NO_ROOM`].
    Full,
    /// An internal error: 500.
    Internal,
}

/// The message of a call that could not store anything because the disk is full.
pub const NO_ROOM: &str = "The server has run out of storage. Nothing was changed. Please tell its administrators, and try again \
     later.";

/// The message of a call that could not store anything because the database refuses writes.
pub const READ_ONLY: &str = "The server can't store anything right now. Nothing was changed. Please tell its administrators, and \
     try again later.";

/// An error of a use case.
pub trait Failure: std::error::Error {
    /// Returns the kind of this failure.
    fn kind(&self) -> Kind;

    /// Returns the reason of this failure, by which clients decide.
    fn reason(&self) -> Reason;

    /// Returns the values that the message mentions.
    fn params(&self) -> Params {
        Params::new()
    }

    /// Returns the number in the field `code` of the response body, if it differs from the HTTP
    /// status: 601, 605 and 606 of the specification, and [`crate::access::PASSWORD_NEEDED`].
    fn code(&self) -> Option<u16> {
        None
    }

    /// Returns when the one-time code that is still valid was sent and when it expires, for 601.
    fn code_sent(&self) -> Option<Sent> {
        None
    }

    /// Returns the field path and the message of every fault, in the order of the form; empty if
    /// the failure is not about fields.
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
///         NotFound => NotFound, reason: CommentNotFound;
///         Refused(ReopenError::NotAllowed) => Forbidden, reason: ReopenNotAllowed;
///         Changed => Conflict, reason: RowChanged;
///         TooMany => Conflict, reason: TooManyDrafts, params: { most: DraftContent::MAX_DRAFTS };
///         Status => Invalid, reason: InvalidFields, field: "is_active";
///         Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
///         Malformed(_) => Invalid, reason: CodeMalformed, field: "otp", code: Some(605);
///     }
/// }
/// ```
///
/// `forwards` lists the variants that contain another failure and delegate to it. Every other line
/// is an arm of a `match`: variants, their [`Kind`] and their [`Reason`], optionally followed by
/// the `params` of the message, the field of the message, or all `fields` with their messages, and
/// the `code`. A reason or params that the arm has to compute stand in parentheses, such as
/// `reason: (reason_of(faults))`. The first matching arm applies, every variant must be covered,
/// and forwarded variants come last.
macro_rules! failure {
    ($error:ident { forwards $($inner:ident),+; $($arms:tt)* }) => {
        $crate::failure::failure! { @impl $error [$($inner)+] $($arms)* }
    };
    (@impl $error:ident [$($inner:ident)*] $(
        $($variant:ident $(($($of:tt)*))? $({$($named:tt)*})?)|+ => $kind:ident $(($argument:expr))?,
        reason: $reason:tt
        $(, params: $params:tt)? $(, field: $field:expr)? $(, fields: $fields:expr)? $(, code: $code:expr)?;
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

            fn reason(&self) -> $crate::failure::Reason {
                match self {
                    $($(Self::$variant $(($($of)*))? $({$($named)*})?)|+ => {
                        $crate::failure::failure!(@reason $reason)
                    })*
                    $(Self::$inner(inner) => $crate::failure::Failure::reason(inner),)*
                }
            }

            fn params(&self) -> $crate::failure::Params {
                match self {
                    $($(Self::$variant $(($($of)*))? $({$($named)*})?)|+ => {
                        $crate::failure::failure!(@params $($params)?)
                    })*
                    $(Self::$inner(inner) => $crate::failure::Failure::params(inner),)*
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
    (@reason ($reason:expr)) => { $reason };
    (@reason $reason:ident) => { $crate::failure::Reason::$reason };
    (@params) => { $crate::failure::Params::new() };
    (@params ($params:expr)) => { $params };
    (@params { $($name:ident: $value:expr),+ }) => {
        $crate::failure::Params::from([
            $((stringify!($name), $crate::failure::Param::from($value))),+
        ])
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

/// Returns an error and its causes in one line, for logs.
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
