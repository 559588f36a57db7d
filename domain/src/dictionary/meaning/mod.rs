//! Parses the meaning of a variable, which may contain HTML entities (2 §3), HTML tags for
//! paragraphs, lists, emphasis and links, and Markdown for the same.
//!
//! The text is untrusted, because it comes from the author of a dictionary. No markup is passed on:
//! unknown markup becomes text, and links are kept only if they lead to a web page or an email
//! address.

mod entities;
mod inline;
mod tags;

use inline::Style;
use tags::Piece;

/// A parsed meaning.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Meaning {
    /// Paragraphs and list items in order. None is empty.
    pub blocks: Vec<Block>,
}

/// A paragraph or a list item.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block {
    /// True for a list item.
    pub is_item: bool,
    /// The content. Lines end with a line feed.
    pub spans: Vec<Span>,
}

/// A part of a text with uniform formatting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Span {
    /// The text.
    pub text: String,
    /// Strong emphasis.
    pub strong: bool,
    /// Emphasis.
    pub emphasis: bool,
    /// Code, such as a query.
    pub code: bool,
    /// The link target, which begins with `http:`, `https:` or `mailto:`.
    pub href: Option<String>,
}

impl Meaning {
    /// Parses a meaning. Never fails, because any text is valid.
    pub fn parse(stored: &str) -> Self {
        let text = entities::decode(stored).replace("\r\n", "\n").replace('\r', "\n");
        let mut reader = Reader::default();
        for piece in tags::pieces(&text) {
            reader.read_piece(piece);
        }
        reader.end_block();
        Self {
            blocks: reader.blocks,
        }
    }

    /// Returns the text without formatting, as used by lists and the search. Each block starts a
    /// new line.
    pub fn plain(&self) -> String {
        let mut plain = String::new();
        for block in &self.blocks {
            if !plain.is_empty() {
                plain.push('\n');
            }
            plain.extend(block.spans.iter().map(|span| span.text.as_str()));
        }
        plain
    }
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    block: Block,
    // Text of the block whose Markdown is not parsed yet, because marks may span several lines.
    run: String,
    style: Style,
}

impl Reader {
    fn read_piece(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::Text(text) => self.text(text),
            Piece::Space => self.run.push(' '),
            Piece::LineBreak => self.new_line(),
            // A list item may contain a paragraph.
            Piece::BlockBreak if self.block.is_item && self.is_at_beginning_of_line() => {}
            Piece::BlockBreak => self.end_block(),
            Piece::Item => {
                self.end_block();
                self.block.is_item = true;
            }
            Piece::Strong(strong) => {
                self.end_run();
                self.style.strong = strong;
            }
            Piece::Emphasis(emphasis) => {
                self.end_run();
                self.style.emphasis = emphasis;
            }
            Piece::Code(code) => {
                self.end_run();
                self.style.code = code;
            }
            Piece::Link(href) => {
                self.end_run();
                self.style.href = href;
            }
        }
    }

    fn text(&mut self, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.new_line();
            }
            let is_first = self.is_at_beginning_of_line();
            match item(line).filter(|_| is_first) {
                Some(item) => {
                    self.end_block();
                    self.block.is_item = true;
                    self.run.push_str(item);
                }
                None if is_first => self.run.push_str(line.trim_start()),
                None => self.run.push_str(line),
            }
        }
    }

    // Handles a line end. Two in a row end the paragraph.
    fn new_line(&mut self) {
        if self.is_at_beginning_of_line() {
            self.end_block();
        } else {
            self.run.push('\n');
        }
    }

    fn is_at_beginning_of_line(&self) -> bool {
        let parts = self.block.spans.iter().map(|span| span.text.as_str());
        parts
            .chain([self.run.as_str()])
            .map(|part| part.trim_end_matches([' ', '\t']))
            .rfind(|part| !part.is_empty())
            .is_none_or(|part| part.ends_with('\n'))
    }

    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        inline::read(&run, &self.style, &mut self.block.spans);
    }

    fn end_block(&mut self) {
        self.end_run();
        let mut block = std::mem::take(&mut self.block);
        if let Some(first) = block.spans.first_mut() {
            first.text = first.text.trim_start().to_owned();
        }
        if let Some(last) = block.spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        block.spans.retain(|span| !span.text.is_empty());
        if !block.spans.is_empty() {
            self.blocks.push(block);
        }
    }
}

// Returns the content of a list item, if the line is one. Items begin with "- ", "* ", "• " or a
// number such as "1. ".
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let bullet = ["- ", "* ", "• "]
        .into_iter()
        .find_map(|mark| line.strip_prefix(mark));
    // The number stays part of the text, because lists are shown with bullets only.
    let is_numbered = || {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        (1..=3).contains(&digits) && line.get(digits..).is_some_and(|rest| rest.starts_with(". "))
    };
    bullet.or_else(|| is_numbered().then_some(line))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Renders blocks as lines: items with a dash, strong as `[b …]`, emphasis as `[i …]`, code as
    /// `[c …]`, links as `[… → address]`.
    fn shown(text: &str) -> Vec<String> {
        let span = |span: &Span| {
            let mut text = span.text.clone();
            for (is_so, mark) in [(span.strong, "b"), (span.emphasis, "i"), (span.code, "c")] {
                if is_so {
                    text = format!("[{mark} {text}]");
                }
            }
            match &span.href {
                Some(href) => format!("[{text} → {href}]"),
                None => text,
            }
        };
        Meaning::parse(text)
            .blocks
            .iter()
            .map(|block| {
                let text: String = block.spans.iter().map(span).collect();
                if block.is_item { format!("- {text}") } else { text }
            })
            .collect()
    }

    #[test]
    fn paragraphs_and_list_items_become_blocks() {
        assert_eq!(shown("One.\nStill one.\n\nTwo."), ["One.\nStill one.", "Two."]);
        assert_eq!(
            shown("These:\n- first\n* second\n1. third\n\nThen."),
            ["These:", "- first", "- second", "- 1. third", "Then."]
        );
        assert_eq!(
            shown("<p>One.</p>\n<p>Two<br>lines.</p>"),
            ["One.", "Two\nlines."]
        );
        assert_eq!(
            shown("<ul>\n <li>a</li>\n <li>b</li>\n</ul>after"),
            ["- a", "- b", "after"]
        );
        assert_eq!(shown("<ul><li><p>a</p></li></ul>"), ["- a"]);
        assert_eq!(shown("One.<br><br>Two."), ["One.", "Two."]);
        assert_eq!(shown(" \n "), [""; 0]);
    }

    #[test]
    fn encoded_markup_is_parsed_and_comparisons_stay_text() {
        assert_eq!(
            shown("&lt;p&gt;Caf&eacute; &amp; more&lt;/p&gt;"),
            ["Café & more"]
        );
        assert_eq!(
            shown("&lt;5 kg, <, <=, a<b and <weight>"),
            ["<5 kg, <, <=, a<b and <weight>"]
        );
    }

    #[test]
    fn emphasis_code_and_links_are_parsed() {
        assert_eq!(
            shown("The **start date** is *not* `NULL`."),
            ["The [b start date] is [i not] [c NULL]."]
        );
        assert_eq!(shown("<b>a</b> <em>b</em> <code>c</code>"), ["[b a] [i b] [c c]"]);
        assert_eq!(
            shown("See [the **terms**](https://athena.example/a?b=c&d=(e)), or https://themis.example/x."),
            [
                "See [the  → https://athena.example/a?b=c&d=(e)][[b terms] → https://athena.example/a?b=c&d=(e)], or \
                 [https://themis.example/x → https://themis.example/x]."
            ]
        );
        assert_eq!(
            shown("<a href=\"https://a.example/\" onclick='x()'>here</a>"),
            ["[here → https://a.example/]"]
        );
        assert_eq!(shown("`SELECT *\nFROM concept`"), ["[c SELECT *\nFROM concept]"]);
    }

    #[test]
    fn names_and_sums_are_not_emphasised() {
        for text in [
            "visit_start_date and _id",
            "2 * 3 * 4",
            "a*b*c",
            "** alone",
            "`open",
            "[0](1) and [x]",
            "f(x)[y](z)",
        ] {
            assert_eq!(shown(text), [text]);
        }
    }

    #[test]
    fn unsafe_markup_is_dropped() {
        for text in [
            "<a href=\"javascript:alert(1)\">x</a>",
            "<a href=' jAvascript:alert(1)'>x</a>",
            "<a href=\"data:text/html,y\">x</a>",
            "[x](javascript:alert(1))",
            "[x](vbscript:y)",
            "<script>alert(1)</script>x",
            "<style>a{}</style>x<img src=y onerror=alert(1)>",
            "<iframe src='https://a.example'></iframe>x",
            "<!-- x --><span onmouseover='y'>x</span>",
            "&lt;script&gt;alert(1)&lt;/script&gt;x",
        ] {
            assert_eq!(shown(text), ["x"], "{text}");
        }
        let unended = shown("<script>alert(1)");
        assert_eq!(unended, [""; 0]);
    }

    #[test]
    fn the_plain_text_of_a_meaning_has_no_html_or_markdown() {
        let meaning =
            Meaning::parse("<p>The **weight** in&nbsp;[grams](https://a.example).</p><ul><li>low</li></ul>");
        assert_eq!(meaning.plain(), "The weight in\u{a0}grams.\nlow");
    }

    proptest! {
        #[test]
        fn any_text_is_parsed(text in r"[<>/a-c&;#\[\]()*_`\\ \n:é.-]{0,60}|(<(p|b|a href=|li|script)>|</(p|b|a)>|\*\*|`|\[|\]\(|https://x|&lt;|\n){0,30}") {
            for block in Meaning::parse(&text).blocks {
                prop_assert!(!block.spans.is_empty());
                for span in block.spans {
                    prop_assert!(!span.text.is_empty());
                    if let Some(href) = span.href {
                        prop_assert!(["http:", "https:", "mailto:"].iter().any(|scheme| href.starts_with(scheme)));
                    }
                }
            }
        }
    }
}
