//! The text search in lists of requests (2 §5, "List search").

use super::request_of;
use crate::dictionary::search::fold;
use crate::ids::RequestId;

/// The searchable fields of a request, as they are displayed. References are searched separately,
/// by [`FoundByReference`](super::FoundByReference).
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct Searchable<'a> {
    pub fname: &'a str,
    pub sname: &'a str,
    pub title: &'a str,
    pub organisation: &'a str,
    pub purposes: &'a [String],
    pub data_sources: &'a [String],
}

/// Returns the text in which folded terms are searched as substrings. Each part is on its own line,
/// so that no term matches across two parts.
pub fn search_text(request: &Searchable<'_>) -> String {
    let full_name = format!("{} {}", request.fname, request.sname);
    std::iter::once(full_name.as_str())
        .chain([request.title, request.organisation])
        .chain(request.purposes.iter().map(String::as_str))
        .chain(request.data_sources.iter().map(String::as_str))
        .map(fold)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// A term from the search box of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchTerm {
    /// The folded text, to be searched in [`search_text`].
    pub text: String,
    /// The request whose id or reference the term is.
    pub request: Option<RequestId>,
}

impl SearchTerm {
    /// Maximum length of a term in characters. The rest is ignored.
    pub const MAX_LENGTH: usize = 200;

    /// Parses a term. Returns `None` if it is empty.
    pub fn parse(text: &str) -> Option<Self> {
        let typed: String = text.chars().take(Self::MAX_LENGTH).collect();
        let text = fold(&typed);
        if text.is_empty() {
            None
        } else {
            Some(Self {
                text,
                request: request_of(&typed),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        search_text(&Searchable {
            fname: "Zoë",
            sname: "Aciro",
            title: "Malaria  in pregnancy",
            organisation: "Institut de Santé",
            purposes: &["Research".to_owned(), "Thesis of a student".to_owned()],
            data_sources: &["National HMIS".to_owned()],
        })
    }

    #[test]
    fn every_searched_field_is_in_the_text() {
        for typed in ["zoe aciro", "malaria IN", "santé", "student", "hmis"] {
            let term = SearchTerm::parse(typed).unwrap();
            assert!(text().contains(&term.text), "{typed}");
        }
    }

    #[test]
    fn no_term_matches_across_two_fields() {
        let term = SearchTerm::parse("pregnancy institut").unwrap();
        assert!(!text().contains(&term.text));
    }

    #[test]
    fn a_term_may_name_a_request() {
        assert_eq!(
            SearchTerm::parse(" DAC0012 ").unwrap().request,
            Some(RequestId(12))
        );
        assert_eq!(SearchTerm::parse("Malaria").unwrap().request, None);
        assert_eq!(SearchTerm::parse("  "), None);
    }
}
