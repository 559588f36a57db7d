//! Browsing of the published dictionary, open to guests. Unpublished data cannot be reached here (2
//! §2, "Data dictionary browsing screen"; 3 §6).

pub mod colors;
pub mod edges;
pub mod search;
pub mod source;
pub mod sources;
pub mod tables;
pub mod tree;
pub mod variables;

use aditus_domain::dictionary::search::fold;

/// Longest search term in characters. Longer input, such as a pasted page, is truncated.
const LONGEST_TERM: usize = 200;

/// Returns the folded search term, or none if it is empty.
fn term(typed: Option<&str>) -> Option<String> {
    let typed: String = typed?.chars().take(LONGEST_TERM).collect();
    Some(fold(&typed)).filter(|term| !term.is_empty())
}
