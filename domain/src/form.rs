//! Validation errors of forms.

/// A validation error of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormFault {
    /// The field, spelled as in the payload.
    pub field: &'static str,
    /// The message of the specification.
    pub message: String,
}

/// All validation errors of a form, in the order of its fields; never empty. `Display` is the first
/// message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormFaults(Vec<FormFault>);

impl FormFaults {
    /// A single error.
    pub fn one(field: &'static str, message: impl Into<String>) -> Self {
        Self(vec![FormFault {
            field,
            message: message.into(),
        }])
    }

    /// Refuses a form with missing fields and reports all of them. Each item is a field, whether it
    /// is there, and the message if not.
    pub fn where_missing(
        fields: impl IntoIterator<Item = (&'static str, bool, &'static str)>,
    ) -> Result<(), Self> {
        let faults: Vec<FormFault> = fields
            .into_iter()
            .filter(|(_, is_there, _)| !is_there)
            .map(|(field, _, message)| FormFault {
                field,
                message: message.to_owned(),
            })
            .collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Self(faults))
        }
    }

    /// Appends the errors of `others`.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Puts the errors of one part of a form, if it has any, before these.
    #[must_use]
    pub fn after<T>(self, part: Result<T, Self>) -> Self {
        match part {
            Ok(_) => self,
            Err(faults) => faults.and(self),
        }
    }

    /// All errors, in order.
    pub fn list(&self) -> &[FormFault] {
        &self.0
    }

    /// The errors as pairs of field and message, for API responses.
    pub fn by_field(&self) -> Vec<(String, String)> {
        let pair = |fault: &FormFault| (fault.field.to_owned(), fault.message.clone());
        self.0.iter().map(pair).collect()
    }
}

impl std::fmt::Display for FormFaults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.first().map_or("", |fault| &fault.message))
    }
}

impl std::error::Error for FormFaults {}

/// Collects errors while the fields are read one after the other.
#[derive(Default)]
pub(crate) struct Form(Vec<FormFault>);

impl Form {
    /// Returns the value of a field, or notes its error.
    pub(crate) fn read<T, E: std::fmt::Display>(
        &mut self,
        field: &'static str,
        value: Result<T, E>,
    ) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                self.note(field, error.to_string());
                None
            }
        }
    }

    pub(crate) fn note(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push(FormFault {
            field,
            message: message.into(),
        });
    }

    /// Returns the value if no field has an error, and all errors otherwise.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, FormFaults> {
        match value {
            Some(value) if self.0.is_empty() => Ok(value),
            _ => Err(FormFaults(self.0)),
        }
    }
}
