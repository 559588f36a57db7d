//! Writes JSON in the form of Prettier.

/// A JSON value. The domain has no JSON library.
#[derive(PartialEq)]
pub(super) enum Json {
    Null,
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

/// Lists and texts of equal parts are written as the part and the number of its repetitions if they
/// have more parts than this.
const MAX_PARTS: usize = 100;

impl Json {
    pub(super) fn object<const N: usize>(fields: [(&'static str, Self); N]) -> Self {
        Self::Object(fields.into())
    }

    pub(super) fn write(&self, depth: usize, to: &mut String) {
        match self {
            Self::Null => to.push_str("null"),
            Self::Flag(flag) => to.push_str(if *flag { "true" } else { "false" }),
            Self::Number(number) => to.push_str(&number.to_string()),
            Self::Text(text) => write_text(text, depth, to),
            Self::List(items) => match items.as_slice() {
                [first, rest @ ..] if items.len() > MAX_PARTS && rest.iter().all(|item| item == first) => {
                    let times = i64::try_from(items.len()).unwrap();
                    write_block(
                        ['{', '}'],
                        depth,
                        to,
                        &[(Some("row"), first), (Some("times"), &Self::Number(times))],
                    );
                }
                [Self::Number(_), ..] => {
                    let numbers: Vec<String> = items.iter().map(Self::inline).collect();
                    to.push('[');
                    to.push_str(&numbers.join(", "));
                    to.push(']');
                }
                _ => write_block(
                    ['[', ']'],
                    depth,
                    to,
                    &items.iter().map(|item| (None, item)).collect::<Vec<_>>(),
                ),
            },
            Self::Object(fields) => {
                let fields: Vec<_> = fields.iter().map(|(name, value)| (Some(*name), value)).collect();
                write_block(['{', '}'], depth, to, &fields);
            }
        }
    }

    fn inline(&self) -> String {
        let mut text = String::new();
        self.write(0, &mut text);
        text
    }
}

fn write_block([open, close]: [char; 2], depth: usize, to: &mut String, parts: &[(Option<&str>, &Json)]) {
    to.push(open);
    for (index, (name, value)) in parts.iter().enumerate() {
        to.push_str(if index > 0 { ",\n" } else { "\n" });
        to.push_str(&"  ".repeat(depth + 1));
        if let Some(name) = name {
            to.extend(["\"", name, "\": "]);
        }
        value.write(depth + 1, to);
    }
    if !parts.is_empty() {
        to.push('\n');
        to.push_str(&"  ".repeat(depth));
    }
    to.push(close);
}

fn write_text(text: &str, depth: usize, to: &mut String) {
    let mut characters = text.chars();
    let first = characters.next();
    let count = text.chars().count();
    if count > MAX_PARTS && characters.all(|character| Some(character) == first) {
        let part = Json::Text(first.into_iter().collect());
        let times = Json::Number(i64::try_from(count).unwrap());
        write_block(
            ['{', '}'],
            depth,
            to,
            &[(Some("text"), &part), (Some("times"), &times)],
        );
        return;
    }
    to.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => to.extend(['\\', character]),
            ' '..='~' => to.push(character),
            _ if character.is_alphabetic() => to.push(character),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let escaped = format!("\\u{unit:04x}");
                    to.push_str(&escaped);
                }
            }
        }
    }
    to.push('"');
}
