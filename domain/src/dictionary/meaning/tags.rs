//! HTML tags in a meaning. Unknown tags are text. Known ones are reduced to their formatting.

use super::inline::safe_address;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    // Text that may contain Markdown.
    Text(&'a str),
    // White space where line ends have no meaning.
    Space,
    /// `<br>`.
    LineBreak,
    // The beginning or end of a paragraph, a list or a similar element.
    BlockBreak,
    Item,
    // The beginning (true) or end of strong emphasis.
    Strong(bool),
    // The beginning (true) or end of emphasis.
    Emphasis(bool),
    // The beginning (true) or end of code.
    Code(bool),
    // The beginning of a link, or its end (`None`). A link without a safe target is treated as an
    // end.
    Link(Option<String>),
}

const BLOCKS: [&str; 22] = [
    "p",
    "div",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "section",
    "hr",
    "article",
];
// Tags that are dropped, while their content is kept.
const SILENT: [&str; 19] = [
    "span", "font", "u", "s", "small", "sub", "sup", "mark", "td", "th", "caption", "label", "abbr", "cite",
    "q", "img", "big", "del", "ins",
];
// Tags that are dropped with their content.
const HIDDEN: [&str; 8] = [
    "script", "style", "iframe", "object", "template", "noscript", "svg", "title",
];

struct Tag<'a> {
    name: String,
    attributes: &'a str,
    ends: bool,
    length: usize,
}

/// Splits a text into pieces. If it has block-level tags, list items or `<br>`, its line ends are
/// white space.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut has_blocks = false;
    let mut begin = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('<')) {
        let start = at + found;
        let rest = text.get(start..).unwrap_or_default();
        let Some((piece, length)) = markup(rest) else {
            at = start + 1;
            continue;
        };
        pieces.push(Piece::Text(text.get(begin..start).unwrap_or_default()));
        has_blocks |= matches!(piece, Some(Piece::BlockBreak | Piece::Item | Piece::LineBreak));
        pieces.extend(piece);
        begin = start + length;
        at = begin;
    }
    pieces.push(Piece::Text(text.get(begin..).unwrap_or_default()));
    if has_blocks {
        pieces.into_iter().flat_map(without_lines).collect()
    } else {
        pieces
    }
}

// Parses the markup at the beginning of a text. Returns its piece, if it has one, and its length.
// `None` if there is no markup.
fn markup(text: &str) -> Option<(Option<Piece<'_>>, usize)> {
    if text.starts_with("<!--") {
        let length = text.find("-->").map_or(text.len(), |end| end + 3);
        return Some((None, length));
    }
    let tag = tag(text)?;
    let name = tag.name.as_str();
    if HIDDEN.contains(&name) {
        let end = format!("</{name}");
        let after = text.to_ascii_lowercase().find(&end);
        let length = match after {
            Some(end) if !tag.ends => {
                let closing = text.get(end..).and_then(|rest| rest.find('>'));
                closing.map_or(text.len(), |closing| end + closing + 1)
            }
            None if !tag.ends => text.len(),
            _ => tag.length,
        };
        return Some((None, length));
    }
    let begins = !tag.ends;
    let piece = match name {
        "br" => Some(Piece::LineBreak),
        "li" if begins => Some(Piece::Item),
        "li" => Some(Piece::BlockBreak),
        "b" | "strong" => Some(Piece::Strong(begins)),
        "i" | "em" => Some(Piece::Emphasis(begins)),
        "code" | "kbd" | "samp" | "tt" => Some(Piece::Code(begins)),
        "a" => Some(Piece::Link(
            begins
                .then(|| href_of(tag.attributes))
                .flatten()
                .and_then(safe_address),
        )),
        _ if BLOCKS.contains(&name) => Some(Piece::BlockBreak),
        _ if SILENT.contains(&name) => None,
        _ => return None,
    };
    Some((piece, tag.length))
}

fn tag(text: &str) -> Option<Tag<'_>> {
    let inside = text.strip_prefix('<')?;
    let (inside, ends) = match inside.strip_prefix('/') {
        Some(inside) => (inside, true),
        None => (inside, false),
    };
    let named = inside.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, rest) = inside.split_at_checked(named)?;
    if !name.starts_with(|first: char| first.is_ascii_alphabetic())
        || !rest.starts_with(|next: char| next.is_ascii_whitespace() || matches!(next, '/' | '>'))
    {
        return None;
    }
    // A quoted attribute value may contain `>`.
    let mut quote = None;
    let end = rest.bytes().position(|byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        quote.is_none() && matches!(byte, b'<' | b'>')
    })?;
    let attributes = rest
        .get(..end)
        .filter(|_| rest.as_bytes().get(end) == Some(&b'>'))?;
    // A comparison, such as "a <b and c> d", has no attributes.
    let is_tag = attributes.contains('=') || matches!(attributes.trim(), "" | "/");
    is_tag.then(|| Tag {
        name: name.to_ascii_lowercase(),
        attributes,
        ends,
        length: text.len() - rest.len() + end + 1,
    })
}

fn href_of(attributes: &str) -> Option<&str> {
    let lower = attributes.to_ascii_lowercase();
    let (at, _) = lower.match_indices("href").find(|(at, _)| {
        let before = lower.get(..*at).unwrap_or_default();
        before.ends_with(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\''))
    })?;
    let value = attributes
        .get(at + 4..)?
        .trim_start()
        .strip_prefix('=')?
        .trim_start();
    match value.chars().next()? {
        quote @ ('"' | '\'') => value.get(1..)?.split(quote).next(),
        _ => value.split(|c: char| c.is_ascii_whitespace()).next(),
    }
}

// Joins the lines of a text into words. Empty lines end a paragraph.
fn without_lines(piece: Piece<'_>) -> Vec<Piece<'_>> {
    let Piece::Text(text) = piece else {
        return vec![piece];
    };
    let mut pieces = Vec::new();
    let mut empty = 0;
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            empty += 1;
        }
        if line.trim().is_empty() {
            continue;
        }
        match empty {
            0 => {}
            1 => pieces.push(Piece::Space),
            _ => pieces.push(Piece::BlockBreak),
        }
        empty = 0;
        pieces.push(Piece::Text(line));
    }
    if pieces.is_empty() && !text.is_empty() || empty > 0 {
        pieces.push(Piece::Space);
    }
    pieces
}
