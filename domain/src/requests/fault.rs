//! Faults of the fields of a request.

use std::borrow::Cow;

/// The reason for a fault, which decides the status of the response: 400, 415 or 413 (decisions
/// F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultReason {
    /// A value is missing or wrong.
    Value,
    /// A file is of a type that is not accepted, or its content is faulty or harmful.
    FileType,
    /// A file is larger than 10 MiB.
    FileTooLarge,
}

/// A fault of one field, with the message of the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path of the field in the payload, such as `title` or `list_of_staff[0].email`.
    pub field: String,
    /// The message for the requester.
    pub message: Cow<'static, str>,
    /// The reason, which decides the status of the response.
    pub reason: FaultReason,
}

/// All faults, in the order in which the specification checks the fields (2 §5). `Display` writes
/// the first message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Returns the first fault, which the specification shows as a toast.
    pub fn first(&self) -> Option<&Fault> {
        self.0.first()
    }

    /// Returns all faults in order.
    pub fn list(&self) -> &[Fault] {
        &self.0
    }

    /// Returns true if there are no faults.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a fault of a value.
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<Cow<'static, str>>) {
        self.push(field, message, FaultReason::Value);
    }

    /// Adds a fault with a reason.
    pub fn push(
        &mut self,
        field: impl Into<String>,
        message: impl Into<Cow<'static, str>>,
        reason: FaultReason,
    ) {
        self.0.push(Fault {
            field: field.into(),
            message: message.into(),
            reason,
        });
    }

    /// Appends the faults of a later step.
    pub fn append(&mut self, later: Self) {
        self.0.extend(later.0);
    }
}

impl std::fmt::Display for Faults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.first().map_or("", |fault| &fault.message))
    }
}

impl std::error::Error for Faults {}
