//! What is wrong with the fields of a request.

use std::borrow::Cow;

/// What kind of fault it is, which decides the status of the answer: 400, 415 or 413 (decisions F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultReason {
    /// A value is missing or wrong.
    Value,
    /// A file is neither a PDF nor an allowed image, or one that nobody should have to open.
    FileType,
    /// A file is larger than 10 MiB.
    FileTooLarge,
}

/// One fault: the field, as the payload spells its path, and the message of the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path of the field, such as `title` or `list_of_staff[0].email`.
    pub field: String,
    /// What the requester reads.
    pub message: Cow<'static, str>,
    /// What kind of fault it is.
    pub reason: FaultReason,
}

/// Everything that is wrong, in the order in which the specification checks (2 §5). `Display` is the first message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The first fault: the toast that the specification shows.
    pub fn first(&self) -> Option<&Fault> {
        self.0.first()
    }

    /// Every fault, in order.
    pub fn list(&self) -> &[Fault] {
        &self.0
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the fault of a value.
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<Cow<'static, str>>) {
        self.push(field, message, FaultReason::Value);
    }

    /// Adds a fault.
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

    /// Adds the faults of a later step behind those of this one.
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
