//! Templates of letters: texts with placeholders in double braces.

use super::{LetterValues, Placeholder};
use crate::form::{Form, FormFaults};
use crate::procedures::editing;

/// The longest heading of a template, in characters.
pub const MAX_HEADING: usize = 200;
/// The longest body of a template, in characters.
pub const MAX_BODY: usize = 10_000;
/// The longest text of a letter, in characters: a template may name a long value many times.
pub const MAX_RENDERED: usize = 100_000;

/// The template of a letter. One that exists holds placeholders that exist, and can be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterTemplate {
    heading: Text,
    body: Text,
}

/// A letter's own words: what became of a template. Paragraphs of the body are parted by an empty line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterText {
    /// One line.
    pub heading: String,
    /// One or more lines.
    pub body: String,
}

/// A text as it was typed, with what was found in it.
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
    /// Reads heading and body, or finds everything that is wrong with them, each thing with its line.
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

    /// A template whose texts are our own. What would be refused in one that was typed stays as it is; a test sees to it that nothing is.
    pub(super) fn of_ours(heading: &str, body: &str) -> Self {
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

    /// The heading as it was typed.
    pub fn heading(&self) -> &str {
        &self.heading.typed
    }

    /// The body as it was typed.
    pub fn body(&self) -> &str {
        &self.body.typed
    }

    /// The words of a letter with these values. What a value holds is taken as it is, braces too. The heading stays one line, and a
    /// letter that would grow beyond [`MAX_RENDERED`] ends there.
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
                Piece::Value(placeholder) => values.of(*placeholder),
            });
        }
        if let Some((end, _)) = rendered.char_indices().nth(MAX_RENDERED) {
            rendered.truncate(end);
        }
        rendered
    }
}

/// Takes a text apart; what is wrong with it is noted at its field.
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
        // A placeholder ends in its own line, so that a forgotten brace is told where it was forgotten.
        let end = after
            .find("}}")
            .filter(|end| !after[..*end].contains(['\n', '{']));
        let Some(end) = end else {
            form.note(
                field,
                format!(
                    "Line {line}: a placeholder that begins with {{{{ has to end with }}}} in the same line."
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
