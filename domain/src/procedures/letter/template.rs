//! Templates of letters: texts with placeholders in double braces.

use super::{LetterValues, Placeholder};
use crate::form::{Form, FormFaults};
use crate::procedures::editing;

/// The longest heading of a template, in characters.
pub const MAX_HEADING: usize = 200;
/// The longest body of a template, in characters.
pub const MAX_BODY: usize = 10_000;
/// The longest rendered letter, in characters. Needed because a template may repeat a long value
/// many times.
pub const MAX_RENDERED: usize = 100_000;

/// A valid letter template: all its placeholders exist, so it can always be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterTemplate {
    heading: Text,
    body: Text,
}

/// A rendered letter. Paragraphs of the body are separated by an empty line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterText {
    /// One line.
    pub heading: String,
    /// One or more lines.
    pub body: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Text {
    typed: String,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Words(String),
    Value(Placeholder),
}

impl LetterTemplate {
    /// Parses heading and body, or returns all validation errors with their line numbers.
    pub fn parse(heading: &str, body: &str) -> Result<Self, FormFaults> {
        let mut form = Form::default();
        let heading = form.read(
            "heading",
            editing::line(heading, MAX_HEADING, "Please enter the Heading."),
        );
        let heading = heading.and_then(|text| read(&mut form, "heading", text));
        let body = form.read("body", editing::text(body, MAX_BODY, "Please enter the Body."));
        let body = body.and_then(|text| read(&mut form, "body", text));
        let value = heading.zip(body);
        form.finish(value.map(|(heading, body)| Self { heading, body }))
    }

    /// Creates a template from a built-in text. Errors in it are not reported, and the text is used
    /// unparsed; a test checks that the standard template has none.
    pub(super) fn built_in(heading: &str, body: &str) -> Self {
        let text = |typed: &str| {
            read(&mut Form::default(), "body", typed.to_owned()).unwrap_or_else(|| Text {
                typed: typed.to_owned(),
                pieces: vec![Piece::Words(typed.to_owned())],
            })
        };
        Self {
            heading: text(heading),
            body: text(body),
        }
    }

    /// The heading as typed.
    pub fn heading(&self) -> &str {
        &self.heading.typed
    }

    /// The body as typed.
    pub fn body(&self) -> &str {
        &self.body.typed
    }

    /// Renders the letter with these values. Braces within a value are not interpreted. The heading
    /// is reduced to one line. Heading and body are truncated at [`MAX_RENDERED`].
    pub fn render(&self, values: &LetterValues) -> LetterText {
        let heading = self.heading.render(values);
        LetterText {
            heading: heading.split_whitespace().collect::<Vec<_>>().join(" "),
            body: self.body.render(values),
        }
    }
}

impl Text {
    fn render(&self, values: &LetterValues) -> String {
        let mut rendered = String::with_capacity(self.typed.len());
        for piece in &self.pieces {
            rendered.push_str(match piece {
                Piece::Words(words) => words,
                Piece::Value(placeholder) => values.get(*placeholder),
            });
        }
        if let Some((end, _)) = rendered.char_indices().nth(MAX_RENDERED) {
            rendered.truncate(end);
        }
        rendered
    }
}

/// Splits a text into words and placeholders. Errors are reported to the form under `field`.
fn read(form: &mut Form, field: &'static str, typed: String) -> Option<Text> {
    let mut pieces = Vec::new();
    let mut is_right = true;
    let mut rest = typed.as_str();
    let mut line: usize = 1;
    let lines = |text: &str| text.matches('\n').count();
    while let Some((words, after)) = rest.split_once("{{") {
        line += lines(words);
        if !words.is_empty() {
            pieces.push(Piece::Words(words.to_owned()));
        }
        // A placeholder has to end in its own line, so that a missing brace is reported at the
        // right line.
        let end = after
            .find("}}")
            .filter(|end| !after[..*end].contains(['\n', '{']));
        let Some(end) = end else {
            form.note(
                field,
                format!(
                    "Line {line}: a placeholder that begins with {{{{ must end with }}}} in the same line."
                ),
            );
            is_right = false;
            rest = after;
            continue;
        };
        let (name, behind) = (&after[..end], &after[end + 2..]);
        if let Some(placeholder) = Placeholder::parse(name.trim()) {
            pieces.push(Piece::Value(placeholder));
        } else {
            form.note(
                field,
                format!("Line {line}: there is no such placeholder. Please choose one from the list."),
            );
            is_right = false;
        }
        rest = behind;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Words(rest.to_owned()));
    }
    is_right.then_some(Text { typed, pieces })
}
