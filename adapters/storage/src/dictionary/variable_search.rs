//! Search condition and rank of variables. Both databases evaluate the same comparisons of stored
//! texts, so that they return the same order.

use aditus_domain::dictionary::search;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{Bool, Integer, Text};

use crate::connection::MultiBackend;
use crate::dialect::fragment_on;
use crate::schema::variables;
use crate::search::escape_like;

/// Minimum length of a word that the trigram index can find.
const TRIGRAM: usize = 3;

/// Returns the stored grams of a folded text, separated by spaces. ASCII marks are mapped to other
/// characters, because SQLite splits texts at them.
pub(super) fn grams(folded: &str) -> String {
    let grams: Vec<String> = search::grams(folded).iter().map(|gram| stored(gram)).collect();
    grams.join(" ")
}

fn stored(gram: &str) -> String {
    /// Start of Unicode's private use area, whose characters occur in no other text.
    const PRIVATE: u32 = 0xe000;
    let character = |character: char| match character {
        mark if mark.is_ascii() && !mark.is_ascii_alphanumeric() => {
            char::from_u32(PRIVATE + u32::from(mark)).unwrap_or(mark)
        }
        other => other,
    };
    gram.chars().map(character).collect()
}

/// A search term, split into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Search {
    phrase: String,
    words: Vec<String>,
}

impl Search {
    /// Parses a folded search term. Returns `None` if it has no words.
    pub(super) fn parse(folded: &str) -> Option<Self> {
        // Stored texts contain no NUL, and PostgreSQL rejects it. The replacement character matches
        // nothing either.
        let folded = folded.trim().replace('\0', "\u{fffd}");
        let words: Vec<String> = search::words(&folded).into_iter().map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self {
            phrase: folded,
            words,
        })
    }

    /// Returns the condition that a variable contains all of the words.
    pub(super) fn condition(&self) -> SearchCondition {
        let (long, short): (Vec<&String>, Vec<&String>) = self
            .words
            .iter()
            .partition(|word| word.chars().count() >= TRIGRAM);
        let phrase = |word: &&String| format!("\"{}\"", word.replace('"', "\"\""));
        let gram = |word: &&String| stored(word);
        SearchCondition {
            phrases: long.iter().map(phrase).collect::<Vec<_>>().join(" AND "),
            gram_phrases: short
                .iter()
                .map(|word| format!("\"{}\"", stored(word)))
                .collect::<Vec<_>>()
                .join(" AND "),
            grams: short.iter().map(gram).collect::<Vec<_>>().join(" "),
            long: long.into_iter().map(|word| word_part_pattern(word)).collect(),
            short: short.into_iter().map(|word| word_part_pattern(word)).collect(),
        }
    }

    pub(super) fn phrase(&self) -> &str {
        &self.phrase
    }

    /// Returns the expression for the rank of a variable; smaller is better.
    pub(super) fn rank(&self) -> Rank {
        Rank {
            name: self.phrase.clone(),
            words: self
                .words
                .iter()
                .map(|word| (whole_word_pattern(word), word_part_pattern(word)))
                .collect(),
        }
    }
}

/// Returns a `LIKE` pattern that matches the word anywhere.
fn word_part_pattern(word: &str) -> String {
    format!("%{}%", escape_like(word))
}

/// Returns a `LIKE` pattern that matches the whole word. Stored texts have spaces before and after
/// each word.
fn whole_word_pattern(word: &str) -> String {
    format!("%  {}  %", escape_like(word))
}

/// Condition that a variable contains all words of a search, in any order and in any of its texts.
///
/// Longer words are looked up in the trigram index: the FTS5 table `variables_fts` on SQLite, a GIN
/// index on PostgreSQL. Shorter words filter the result. If all words are short, the index of grams
/// is used instead.
#[derive(Debug, Clone)]
pub(super) struct SearchCondition {
    phrases: String,
    gram_phrases: String,
    grams: String,
    long: Vec<String>,
    short: Vec<String>,
}

impl SearchCondition {
    /// Writes the same condition without an index, for cases with few rows to check.
    pub(super) fn walk_plain<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        for (number, pattern) in self.long.iter().chain(&self.short).enumerate() {
            out.push_sql(if number > 0 { " AND " } else { "" });
            walk_text(out, pattern)?;
        }
        Ok(())
    }

    /// Returns the FTS5 table for SQLite and the expression to match.
    pub(super) fn match_of(&self) -> (&'static str, &String) {
        if self.long.is_empty() {
            ("variables_grams_fts", &self.gram_phrases)
        } else {
            ("variables_fts", &self.phrases)
        }
    }

    fn on_postgres<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        if self.long.is_empty() {
            out.push_sql("string_to_array(");
            variables::search_grams.walk_ast(out.reborrow())?;
            out.push_sql(", ' ') @> string_to_array(");
            out.push_bind_param::<Text, String>(&self.grams)?;
            out.push_sql(", ' ')");
            return Ok(());
        }
        for (number, pattern) in self.long.iter().enumerate() {
            if number > 0 {
                out.push_sql(" AND ");
            }
            variables::search_text.walk_ast(out.reborrow())?;
            like(&mut out, pattern)?;
        }
        self.narrowed_by_short_words(out)
    }

    fn on_sqlite<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        variables::id.walk_ast(out.reborrow())?;
        let (index, phrases) = self.match_of();
        out.push_sql(" IN (SELECT rowid FROM ");
        out.push_identifier(index)?;
        out.push_sql(" WHERE ");
        out.push_identifier(index)?;
        out.push_sql(" MATCH ");
        out.push_bind_param::<Text, String>(phrases)?;
        out.push_sql(")");
        self.narrowed_by_short_words(out)
    }

    /// Writes the conditions for the short words. They use no index, because they match too many
    /// rows and the longer words have narrowed the result already. Without longer words, the index
    /// of grams has matched them.
    pub(super) fn narrowed_by_short_words<'b>(
        &'b self,
        mut out: AstPass<'_, 'b, MultiBackend>,
    ) -> QueryResult<()> {
        if self.long.is_empty() {
            return Ok(());
        }
        for pattern in &self.short {
            out.push_sql(" AND ");
            walk_text(&mut out, pattern)?;
        }
        Ok(())
    }
}

/// Writes the condition that the text contains a word, without an index.
fn walk_text<'b>(out: &mut AstPass<'_, 'b, MultiBackend>, pattern: &'b String) -> QueryResult<()> {
    out.push_sql("COALESCE(");
    variables::search_text.walk_ast(out.reborrow())?;
    out.push_sql(", '')");
    like(out, pattern)
}

fn like<'b>(out: &mut AstPass<'_, 'b, MultiBackend>, pattern: &'b String) -> QueryResult<()> {
    out.push_sql(" LIKE ");
    out.push_bind_param::<Text, String>(pattern)?;
    out.push_sql(" ESCAPE '\\'");
    Ok(())
}

impl QueryFragment<MultiBackend> for SearchCondition {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("(");
        match out.backend() {
            MultiBackend::Postgres(_) => self.on_postgres(out.reborrow())?,
            MultiBackend::Sqlite(_) => self.on_sqlite(out.reborrow())?,
        }
        out.push_sql(")");
        Ok(())
    }
}

/// Rank of a variable for a search, smaller is better. A name equal to the search comes first.
/// Then, word by word, names rank before other texts, and whole words before parts.
#[derive(Debug, Clone)]
pub(super) struct Rank {
    name: String,
    words: Vec<(String, String)>,
}

impl QueryFragment<MultiBackend> for Rank {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("CASE WHEN ");
        variables::name_sort_key.walk_ast(out.reborrow())?;
        out.push_sql(" = ");
        out.push_bind_param::<Text, String>(&self.name)?;
        out.push_sql(" THEN 0 ELSE 1");
        for (whole, part) in &self.words {
            out.push_sql(" + CASE WHEN ");
            variables::search_name.walk_ast(out.reborrow())?;
            like(&mut out, whole)?;
            out.push_sql(" THEN 0 WHEN ");
            variables::search_name.walk_ast(out.reborrow())?;
            like(&mut out, part)?;
            out.push_sql(" THEN 1 WHEN ");
            variables::search_text.walk_ast(out.reborrow())?;
            like(&mut out, whole)?;
            out.push_sql(" THEN 2 ELSE 3 END");
        }
        out.push_sql(" END");
        Ok(())
    }
}

fragment_on!(SearchCondition, Bool, variables::id);
fragment_on!(Rank, Integer, variables::id);

/// Returns the folded prefix, and a text that sorts after all texts with this prefix.
pub(super) fn range_of(prefix: &str) -> (String, String) {
    let folded = search::fold(prefix).replace('\0', "\u{fffd}");
    let end = format!("{folded}\u{10ffff}");
    (folded, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grams_are_words_without_marks() {
        assert_eq!(grams("ab"), "a ab b");
        let stored = grams("5%");
        assert_eq!(stored.split(' ').count(), 3);
        assert!(
            stored
                .chars()
                .all(|c| c == ' ' || c.is_ascii_alphanumeric() || !c.is_ascii())
        );
    }

    #[test]
    fn blank_search_is_none_and_repeated_words_count_once() {
        assert_eq!(Search::parse(" "), None);
        assert_eq!(Search::parse("a b a").map(|search| search.words.len()), Some(2));
    }
}
