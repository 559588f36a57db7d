//! Browsing what is published. Anybody may, guests too, and there is no other way in here to what is not published
//! (2 §2, "Data dictionary browsing screen"; 3 §6).

pub mod colors;
pub mod edges;
pub mod source;
pub mod sources;
pub mod tables;
pub mod tree;
pub mod variables;

use aditus_domain::dictionary::search::fold;

/// The most characters of a search term that count. Nobody types more, and whoever pastes a page gets an answer.
const LONGEST_TERM: usize = 200;

/// A search term as the store compares it; none when nothing was typed.
fn term(typed: Option<&str>) -> Option<String> {
    let typed: String = typed?.chars().take(LONGEST_TERM).collect();
    Some(fold(&typed)).filter(|term| !term.is_empty())
}
