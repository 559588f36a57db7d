//! Which variables have the words of a search, and how well they fit. The order is that of stored texts, compared by the same
//! statement on both databases.

use aditus_domain::dictionary::search;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{Bool, Integer, Text};

use crate::connection::MultiBackend;
use crate::dialect::fragment_on;
use crate::schema::variables;
use crate::search::escape_like;

/// The fewest characters that an index of three in a row serves.
const TRIGRAM: usize = 3;

/// The grams of a folded text, as they are stored: spaces between them, and no ASCII mark in them, for on those SQLite takes
/// texts apart.
pub(super) fn grams(folded: &str) -> String {
    let grams: Vec<String> = search::grams(folded).iter().map(|gram| stored(gram)).collect();
    grams.join(" ")
}

fn stored(gram: &str) -> String {
    /// Behind the characters of Unicode that mean something, where nobody else's are.
    const PRIVATE: u32 = 0xe000;
    let character = |character: char| match character {
        mark if mark.is_ascii() && !mark.is_ascii_alphanumeric() => {
            char::from_u32(PRIVATE + u32::from(mark)).unwrap_or(mark)
        }
        other => other,
    };
    gram.chars().map(character).collect()
}

/// A search, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Search {
    phrase: String,
    words: Vec<String>,
}

impl Search {
    /// Reads a folded search; none when there is nothing to look for.
    pub(super) fn parse(folded: &str) -> Option<Self> {
        // No stored text has a NUL, and PostgreSQL takes none; the replacement character finds nothing either.
        let folded = folded.trim().replace('\0', "\u{fffd}");
        let words: Vec<String> = search::words(&folded).into_iter().map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self {
            phrase: folded,
            words,
        })
    }

    /// Whether a variable has all of the words.
    pub(super) fn found(&self) -> Found {
        let (long, short): (Vec<&String>, Vec<&String>) = self
            .words
            .iter()
            .partition(|word| word.chars().count() >= TRIGRAM);
        let phrase = |word: &&String| format!("\"{}\"", word.replace('"', "\"\""));
        let gram = |word: &&String| stored(word);
        Found {
            phrases: long.iter().map(phrase).collect::<Vec<_>>().join(" AND "),
            gram_phrases: short
                .iter()
                .map(|word| format!("\"{}\"", stored(word)))
                .collect::<Vec<_>>()
                .join(" AND "),
            grams: short.iter().map(gram).collect::<Vec<_>>().join(" "),
            long: long.into_iter().map(|word| part(word)).collect(),
            short: short.into_iter().map(|word| part(word)).collect(),
        }
    }

    /// The search as it was typed, folded.
    pub(super) fn phrase(&self) -> &str {
        &self.phrase
    }

    /// How well a variable fits, the smaller the better.
    pub(super) fn rank(&self) -> Rank {
        Rank {
            name: self.phrase.clone(),
            words: self.words.iter().map(|word| (whole(word), part(word))).collect(),
        }
    }
}

/// For `LIKE`: anywhere.
fn part(word: &str) -> String {
    format!("%{}%", escape_like(word))
}

/// For `LIKE`: between spaces, which stand before and behind every word.
fn whole(word: &str) -> String {
    format!("%  {}  %", escape_like(word))
}

/// Whether a variable has all words of a search, in any order and in any of its texts.
///
/// The longer words are looked up in the index of three characters in a row: the FTS5 table `variables_fts` on SQLite, a GIN
/// index on PostgreSQL. The shorter ones narrow down what was found so; where there are none but those, the index of grams
/// serves them.
#[derive(Debug, Clone)]
pub(super) struct Found {
    phrases: String,
    gram_phrases: String,
    grams: String,
    long: Vec<String>,
    short: Vec<String>,
}

impl Found {
    /// The same as a condition that no index is asked for, where few rows are looked at.
    pub(super) fn walk_plain<'b>(&'b self, out: &mut AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        for (number, pattern) in self.long.iter().chain(&self.short).enumerate() {
            out.push_sql(if number > 0 { " AND " } else { "" });
            walk_text(out, pattern)?;
        }
        Ok(())
    }

    /// For SQLite: the FTS5 table, and what it is to match.
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

    /// No index is asked for these: they find too much, and the longer words have narrowed it down. Where there are no longer words,
    /// they have been looked up.
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

/// Whether the text has a word, without an index.
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

impl QueryFragment<MultiBackend> for Found {
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

/// How well a variable fits a search, the smaller the better: one that is called so first; then name before other texts, and
/// whole words before parts, word by word.
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

fragment_on!(Found, Bool, variables::id);
fragment_on!(Rank, Integer, variables::id);

/// A folded prefix and what sorts behind everything that begins with it.
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
    fn nothing_to_look_for_is_no_search() {
        assert_eq!(Search::parse(" "), None);
        assert_eq!(Search::parse("a b a").map(|search| search.words.len()), Some(2));
    }
}
