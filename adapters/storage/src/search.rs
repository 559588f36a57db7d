//! Texts and terms of searches, in the form that trigram indexes of both databases can serve.

use aditus_domain::dictionary::search::fold;
use aditus_domain::requests::FOUND_WITHIN_WORDS;

/// The folded text as it is stored and indexed: two spaces before each word. A trigram index knows three characters in a
/// row and nothing shorter; with the spaces, the beginning of every word makes three even with its first character.
/// Lines stay apart, so that no term matches across two of them.
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

/// A folded term to be looked for in texts made by [`indexed`].
///
/// Three characters or more match anywhere in a text. One or two match at the beginnings of words only: anything else
/// would read every row, since no index of trigrams can tell where two characters stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term(String);

impl Term {
    /// Reads a folded term; none when there is nothing to look for.
    pub(crate) fn parse(folded: &str) -> Option<Self> {
        // No stored text has a NUL, and PostgreSQL takes none; the replacement character finds nothing either.
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

    /// For `LIKE` with its default escape character.
    pub(crate) fn like_pattern(&self) -> String {
        format!("%{}%", escape_like(&self.0))
    }

    /// For `MATCH` of FTS5: one phrase, whatever characters it has.
    pub(crate) fn phrase(&self) -> String {
        format!("\"{}\"", self.0.replace('"', "\"\""))
    }
}

/// Takes their meaning from `%`, `_` and the escape character `\` itself.
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

/// The search text of a name, for rows that are found by nothing else. They are sorted by it as well.
pub(crate) fn of_name(name: &str) -> String {
    indexed(&fold(name))
}

/// The pattern of a search for a `LIKE` that escapes with a backslash; none for an empty search.
pub(crate) fn pattern(search: Option<&str>) -> Option<String> {
    search.and_then(Term::parse).map(|term| term.like_pattern())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_behind_two_spaces_and_lines_stay_apart() {
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
