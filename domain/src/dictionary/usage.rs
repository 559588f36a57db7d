//! Usages of variables.

use thiserror::Error;

/// The usage of a variable (3 §9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Usage {
    /// Used in analyses.
    Analytical,
    /// Describes or links other data.
    Metadata,
}

/// The error for a name that is not a usage.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such usage.")]
pub struct UnknownUsage;

impl Usage {
    /// Every usage, in the order of the form.
    pub const ALL: [Self; 2] = [Self::Analytical, Self::Metadata];

    /// The name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Analytical => "Analytical",
            Self::Metadata => "Metadata",
        }
    }

    /// Finds the usage with this name, ignoring case.
    pub fn parse(name: &str) -> Result<Self, UnknownUsage> {
        Self::ALL
            .into_iter()
            .find(|usage| usage.name().eq_ignore_ascii_case(name))
            .ok_or(UnknownUsage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_names_parse_back() {
        for usage in Usage::ALL {
            assert_eq!(Usage::parse(&usage.name().to_lowercase()), Ok(usage));
        }
        assert!(Usage::parse("Decoration").is_err());
    }
}
