//! The references of a request (2 §9).

use crate::ids::RequestId;

/// The reference for requesters: `REQ` and the id, padded to six digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackingId(pub RequestId);

/// The reference for staff: `DAC00` and the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaffReference(pub RequestId);

/// The title of feedback: `REQ0000` and the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedbackTitle(pub RequestId);

impl std::fmt::Display for TrackingId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "REQ{:06}", self.0.0)
    }
}

impl std::fmt::Display for StaffReference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DAC00{}", self.0.0)
    }
}

impl std::fmt::Display for FeedbackTitle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "REQ0000{}", self.0.0)
    }
}

/// Parses a reference of one of the three forms, in any case, or a bare id.
pub fn request_of(text: &str) -> Option<RequestId> {
    let text = text.trim().to_ascii_uppercase();
    let digits = match text.strip_prefix("DAC") {
        Some(rest) => rest.strip_prefix("00")?,
        None => text.strip_prefix("REQ").unwrap_or(&text),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|id| *id > 0).map(RequestId)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn references_have_the_forms_of_the_specification() {
        let id = RequestId(12);
        assert_eq!(TrackingId(id).to_string(), "REQ000012");
        assert_eq!(TrackingId(RequestId(1_234_567)).to_string(), "REQ1234567");
        assert_eq!(StaffReference(id).to_string(), "DAC0012");
        assert_eq!(FeedbackTitle(id).to_string(), "REQ000012");
        assert_eq!(FeedbackTitle(RequestId(7)).to_string(), "REQ00007");
    }

    #[test]
    fn a_search_term_may_be_a_reference() {
        for text in ["REQ000012", "req12", " DAC0012 ", "dac0012", "12", "000012"] {
            assert_eq!(request_of(text), Some(RequestId(12)), "{text}");
        }
        for text in [
            "",
            "REQ",
            "DAC12",
            "REQ0",
            "REQ12a",
            "-12",
            "99999999999999999999",
            "malaria",
        ] {
            assert_eq!(request_of(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn references_round_trip(id in 1..i64::MAX) {
            let id = RequestId(id);
            prop_assert_eq!(request_of(&TrackingId(id).to_string()), Some(id));
            prop_assert_eq!(request_of(&StaffReference(id).to_string()), Some(id));
            prop_assert_eq!(request_of(&FeedbackTitle(id).to_string()), Some(id));
        }

        #[test]
        fn never_panics(text in "\\PC{0,30}") {
            let _ = request_of(&text);
        }
    }
}
