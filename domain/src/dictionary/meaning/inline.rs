//! Markdown within a paragraph: emphasis, code, links and plain URLs.

use super::Span;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Style {
    pub(super) strong: bool,
    pub(super) emphasis: bool,
    pub(super) code: bool,
    pub(super) href: Option<String>,
}

// The maximum nesting of marks. Deeper marks are treated as text.
const DEEPEST: usize = 4;

/// Returns a safe link target, or `None` if the address is not `http:`, `https:` or `mailto:`.
pub(super) fn safe_address(address: &str) -> Option<String> {
    let address = address.trim();
    let is_safe = ["http://", "https://", "mailto:"].iter().any(|scheme| {
        address
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    let scheme = address.find(':')?;
    let is_plain = !address.chars().any(|c| c.is_whitespace() || c.is_control());
    (is_safe && is_plain && address.len() > scheme + 3).then(|| {
        let (scheme, rest) = address.split_at(scheme);
        format!("{}{rest}", scheme.to_ascii_lowercase())
    })
}

pub(super) fn read(run: &str, style: &Style, spans: &mut Vec<Span>) {
    read_nested(run, style, spans, 0);
}

fn read_nested(run: &str, style: &Style, spans: &mut Vec<Span>, depth: usize) {
    let mut plain = 0;
    let mut at = 0;
    while let Some(rest) = run.get(at..).filter(|rest| !rest.is_empty()) {
        let before = run.get(..at).and_then(|before| before.chars().next_back());
        let mark = (!style.code && depth < DEEPEST)
            .then(|| mark(rest, before, style))
            .flatten();
        let Some(mark) = mark else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        push_span(run.get(plain..at).unwrap_or_default(), style, spans);
        read_nested(mark.inner, &mark.style, spans, depth + 1);
        at += mark.length;
        plain = at;
    }
    push_span(run.get(plain..).unwrap_or_default(), style, spans);
}

fn push_span(text: &str, style: &Style, spans: &mut Vec<Span>) {
    if text.is_empty() {
        return;
    }
    match spans.last_mut() {
        Some(last) if style.matches_span(last) => last.text.push_str(text),
        _ => spans.push(Span {
            text: text.to_owned(),
            strong: style.strong,
            emphasis: style.emphasis,
            code: style.code,
            href: style.href.clone(),
        }),
    }
}

impl Style {
    fn matches_span(&self, span: &Span) -> bool {
        (self.strong, self.emphasis, self.code, &self.href)
            == (span.strong, span.emphasis, span.code, &span.href)
    }
}

struct Mark<'a> {
    inner: &'a str,
    style: Style,
    length: usize,
}

// Parses the mark at the beginning of a text. `before` is the character in front of it.
fn mark<'a>(text: &'a str, before: Option<char>, style: &Style) -> Option<Mark<'a>> {
    match text.chars().next()? {
        '`' => code(text, style),
        '[' => link(text, style),
        '*' if text.starts_with("**") => enclosed(text, "**", before).map(|(inner, length)| Mark {
            inner,
            length,
            style: Style {
                strong: true,
                ..style.clone()
            },
        }),
        '*' => emphasised(text, "*", before, style),
        '_' => emphasised(text, "_", before, style),
        'h' => plain_address(text, before, style),
        _ => None,
    }
}

fn emphasised<'a>(text: &'a str, mark: &str, before: Option<char>, style: &Style) -> Option<Mark<'a>> {
    let (inner, length) = enclosed(text, mark, before)?;
    Some(Mark {
        inner,
        length,
        style: Style {
            emphasis: true,
            ..style.clone()
        },
    })
}

// Parses a text enclosed by two marks. They have to touch the enclosed text and not the words
// around it, so that neither `2 * 3 * 4` nor `start_date_time` is emphasised.
fn enclosed<'a>(text: &'a str, mark: &str, before: Option<char>) -> Option<(&'a str, usize)> {
    let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    if is_word(before) {
        return None;
    }
    let inside = text.strip_prefix(mark)?;
    let (end, _) = inside.match_indices(mark).find(|(end, _)| {
        let inner = inside.get(..*end).unwrap_or_default();
        let after = inside.get(end + mark.len()..).unwrap_or_default().chars().next();
        !inner.is_empty()
            && !inner.ends_with(char::is_whitespace)
            && !is_word(after)
            && !after.is_some_and(|after| mark.starts_with(after))
    })?;
    let inner = inside.get(..end)?;
    (!inner.starts_with(char::is_whitespace)).then_some((inner, end + 2 * mark.len()))
}

fn code<'a>(text: &'a str, style: &Style) -> Option<Mark<'a>> {
    let ticks = text.bytes().take_while(|byte| *byte == b'`').count();
    let (fence, inside) = text.split_at_checked(ticks)?;
    let end = inside.find(fence)?;
    let inner = inside.get(..end)?;
    (!inner.trim().is_empty()).then(|| Mark {
        inner,
        length: end + 2 * ticks,
        style: Style {
            code: true,
            ..style.clone()
        },
    })
}

// Parses `[text](address)`. If the address is not safe, only the text is kept.
fn link<'a>(text: &'a str, style: &Style) -> Option<Mark<'a>> {
    let middle = text.find("](")?;
    let inner = text.get(1..middle)?;
    let address = text.get(middle + 2..)?;
    let mut depth = 1;
    let end = address.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0 || byte.is_ascii_whitespace()
    })?;
    let (address, rest) = address.split_at_checked(end)?;
    let scheme = address.split(':').next().unwrap_or_default();
    let is_address = address.contains(':')
        && !scheme.is_empty()
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_link = rest.starts_with(')') && is_address && !inner.trim().is_empty() && !inner.contains('[');
    is_link.then(|| Mark {
        inner,
        length: middle + 2 + end + 1,
        style: Style {
            href: safe_address(address).or_else(|| style.href.clone()),
            ..style.clone()
        },
    })
}

// Parses a plain web address in the text, without the punctuation after it.
fn plain_address<'a>(text: &'a str, before: Option<char>, style: &Style) -> Option<Mark<'a>> {
    let begins = text.starts_with("https://") || text.starts_with("http://");
    if !begins || style.href.is_some() || before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let end = text
        .find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`'))
        .unwrap_or(text.len());
    let mut address = text.get(..end)?;
    while let Some(last) = address.chars().next_back() {
        let closes = last == ')' && !address.contains('(');
        if !closes && !matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' | ']') {
            break;
        }
        address = address.get(..address.len() - 1)?;
    }
    let href = safe_address(address)?;
    Some(Mark {
        inner: address,
        length: address.len(),
        style: Style {
            href: Some(href),
            ..style.clone()
        },
    })
}
