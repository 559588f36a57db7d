//! Search texts and terms in the form that the trigram indexes of both databases can serve.

use aditus_domain::dictionary::search::fold;
use aditus_domain::requests::FOUND_WITHIN_WORDS;

/// Returns the folded text as it is stored and indexed: two spaces before each word. A trigram
/// index finds nothing shorter than three characters. With the spaces, even the first character of
/// a word completes a trigram. Line breaks are kept, so that no term matches across two lines.
pub(crate) fn indexed(folded: &str) -> String {
    let mut text = String::with_capacity(folded.len() * 5 / 4 + 2);
    for (number, line) in folded.lines().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        for word in line.split_whitespace() {
            text.push_str("  ");
            text.push_str(word);
        }
    }
    text
}

/// A folded search term for texts made by [`indexed`].
///
/// Three or more characters match anywhere in a text. One or two characters match only at the
/// beginning of a word. Anything else would read every row, because a trigram index cannot find two
/// characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term(String);

impl Term {
    /// Parses a folded term. Returns `None` if it is empty.
    pub(crate) fn parse(folded: &str) -> Option<Self> {
        // Stored texts contain no NUL, and PostgreSQL rejects it. The replacement character matches
        // nothing either.
        let folded = folded.trim().replace('\0', "\u{fffd}");
        if folded.is_empty() {
            return None;
        }
        let text = indexed(&folded);
        let is_short = folded.chars().count() < FOUND_WITHIN_WORDS;
        Some(Self(if is_short {
            text
        } else {
            text.trim_start().to_owned()
        }))
    }

    /// Returns the pattern for `LIKE` with its default escape character.
    pub(crate) fn like_pattern(&self) -> String {
        format!("%{}%", escape_like(&self.0))
    }

    /// Returns the FTS5 `MATCH` expression: one quoted phrase.
    pub(crate) fn phrase(&self) -> String {
        format!("\"{}\"", self.0.replace('"', "\"\""))
    }
}

/// Escapes `%`, `_` and the escape character `\` itself.
pub(crate) fn escape_like(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Returns the search text of a name, for rows that are searched and sorted by name only.
pub(crate) fn of_name(name: &str) -> String {
    indexed(&fold(name))
}

/// Returns the pattern of a search for a `LIKE` that escapes with a backslash, or `None` for an
/// empty search.
pub(crate) fn pattern(search: Option<&str>) -> Option<String> {
    search.and_then(Term::parse).map(|term| term.like_pattern())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexed_text_has_two_spaces_before_words_and_keeps_lines() {
        assert_eq!(indexed("visit start\ndate"), "  visit  start\n  date");
        assert_eq!(indexed(""), "");
    }

    #[test]
    fn long_terms_match_anywhere_and_short_ones_at_beginnings() {
        let text = indexed("visit start date\nhousehold");
        let found = |term: &str| text.contains(&Term::parse(term).unwrap().0);
        assert!(found("isit") && found("sit start") && found("house"));
        assert!(found("v") && found("da") && found("ho"));
        assert!(!found("is") && !found("date house") && !found("x"));
        assert_eq!(Term::parse("  "), None);
    }

    #[test]
    fn patterns_are_escaped() {
        let term = Term::parse("100%_\\\"x").unwrap();
        assert_eq!(term.like_pattern(), "%100\\%\\_\\\\\"x%");
        assert_eq!(term.phrase(), "\"100%_\\\"\"x\"");
    }
}
