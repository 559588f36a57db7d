//! What is wrong with a form that was filled in.

/// One fault: the field, as the payload spells it, and what the person reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormFault {
    /// The field.
    pub field: &'static str,
    /// The message of the specification.
    pub message: String,
}

/// Everything that is wrong with a form, in the order of its fields, at least one thing. `Display` is the first message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormFaults(Vec<FormFault>);

impl FormFaults {
    /// A single fault.
    pub fn one(field: &'static str, message: impl Into<String>) -> Self {
        Self(vec![FormFault {
            field,
            message: message.into(),
        }])
    }

    /// Refuses a form in which something is missing, with all of it: for each field, whether it is there, and what is said if not.
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

    /// These faults and then the others.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// The faults of one part of a form, if it has any, and then these.
    #[must_use]
    pub fn after<T>(self, part: Result<T, Self>) -> Self {
        match part {
            Ok(_) => self,
            Err(faults) => faults.and(self),
        }
    }

    /// Every fault, in order.
    pub fn list(&self) -> &[FormFault] {
        &self.0
    }

    /// The same as pairs of field and message, as answers carry them.
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

/// Collects faults while the fields are read one after the other.
#[derive(Default)]
pub(crate) struct Form(Vec<FormFault>);

impl Form {
    /// Keeps the value of a field, or notes what is wrong with it.
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

    /// Notes what is wrong with a field.
    pub(crate) fn note(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push(FormFault {
            field,
            message: message.into(),
        });
    }

    /// The value that was read from all fields, or everything that is wrong with them.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, FormFaults> {
        match value {
            Some(value) if self.0.is_empty() => Ok(value),
            _ => Err(FormFaults(self.0)),
        }
    }
}
