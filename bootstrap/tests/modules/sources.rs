//! Reads the imports between the files of a crate from its sources.
//!
//! An import leads from the file that names a path, in a `use` or in the code, to the file that
//! defines the item. These count as nothing:
//!
//! - `mod` declarations, and `pub use` within a module at the top: a name that the `mod.rs` of a
//!   folder re-exports counts for the file that defines it. Otherwise every folder with such
//!   re-exports would be one large cycle. The same goes for `lib.rs`.
//! - Items for tests: what is behind `#[cfg(test)]` or the feature `testing`, with the files
//!   below it.
//! - Paths in text literals, such as those in attributes of serde.
//!
//! `use` of all names of another file is refused, because it does not say which of them are meant.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A path in a file that leads to another file of the crate. Files are named from the folder `src`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    pub from: String,
    pub to: String,
    pub path: String,
}

/// Returns all imports of the crate whose sources are in this folder.
pub fn imports(src: &Path) -> BTreeSet<Import> {
    let mut sources = Sources {
        src: src.to_owned(),
        modules: BTreeMap::new(),
    };
    sources.read_file(Path::new("lib.rs"), &[]);
    sources.imports()
}

/// Returns the top-level module that a file belongs to.
pub fn top(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The names from the root of the crate to a module, or a path in the code.
type Names = Vec<String>;

/// A module: a file, or the part of a file that is in `mod name { … }`.
#[derive(Default)]
struct Module {
    file: String,
    /// Names that `use` declarations bring in, and the paths behind them.
    used: BTreeMap<String, Names>,
    /// Paths in the module, without those of `pub use`.
    paths: BTreeSet<Names>,
    /// Paths of `pub use`.
    re_exported: BTreeSet<Names>,
}

struct Sources {
    src: PathBuf,
    modules: BTreeMap<Names, Module>,
}

impl Sources {
    fn read_file(&mut self, file: &Path, module: &[String]) {
        let text = std::fs::read_to_string(self.src.join(file)).unwrap();
        self.read(&file.display().to_string(), module, &tokens(&text));
    }

    fn read(&mut self, file: &str, name: &[String], tokens: &[&str]) {
        let mut module = Module {
            file: file.to_owned(),
            ..Module::default()
        };
        let mut rest = tokens;
        let mut is_public = false;
        while let Some(first) = rest.first() {
            let was_public = std::mem::take(&mut is_public);
            let length = match rest {
                ["#", "[", "cfg", ..] if is_for_tests(&rest[..=closing(rest, 1)]) => item_for_tests(rest),
                ["pub", after @ ..] => {
                    is_public = true;
                    1 + if after.first() == Some(&"(") {
                        closing(after, 0) + 1
                    } else {
                        0
                    }
                }
                ["mod", child, ";", ..] => {
                    let child = joined(name, &[(*child).to_owned()]);
                    self.read_file(&self.file_of(&child), &child);
                    3
                }
                ["mod", child, "{", ..] => {
                    let end = closing(rest, 2);
                    self.read(file, &joined(name, &[(*child).to_owned()]), &rest[3..end]);
                    end + 1
                }
                ["use", after @ ..] if after.first() != Some(&"<") => {
                    let end = after.iter().position(|token| *token == ";").unwrap();
                    for (used, path) in used(&after[..end], &[]) {
                        if used == "*" {
                            refuse_all_names(file, name, &path);
                            continue;
                        }
                        let paths = if was_public {
                            &mut module.re_exported
                        } else {
                            &mut module.paths
                        };
                        paths.insert(path.clone());
                        module.used.insert(used, path);
                    }
                    end + 2
                }
                [_, "::", ..] if is_name(first) => {
                    let mut path = vec![(*first).to_owned()];
                    let mut after = &rest[1..];
                    while let ["::", next, further @ ..] = after
                        && is_name(next)
                    {
                        path.push((*next).to_owned());
                        after = further;
                    }
                    module.paths.insert(path);
                    // The part after generic arguments, as in `Vec::<u8>::new`, is no separate
                    // path.
                    rest.len() - after.len() + usize::from(after.first() == Some(&"::"))
                }
                ["::", next, ..] if is_name(next) => 2,
                _ => 1,
            };
            rest = &rest[length.min(rest.len())..];
        }
        self.modules.insert(name.to_vec(), module);
    }

    fn file_of(&self, module: &[String]) -> PathBuf {
        let folder: PathBuf = module.iter().collect();
        let alone = folder.with_extension("rs");
        if self.src.join(&alone).exists() {
            alone
        } else {
            folder.join("mod.rs")
        }
    }

    fn imports(&self) -> BTreeSet<Import> {
        let mut imports = BTreeSet::new();
        for (name, module) in &self.modules {
            let from = &module.file;
            let home = |path: &Names| Some(&self.modules[&self.definition(name, path)?].file);
            let import = |path: &Names| {
                let to = home(path).filter(|to| *to != from)?;
                Some(Import {
                    from: from.clone(),
                    to: to.clone(),
                    path: path.join("::"),
                })
            };
            let is_re_export_of_own_module =
                |import: &Import| from == "lib.rs" || top(&import.to) == top(from);
            imports.extend(module.paths.iter().filter_map(import));
            let re_exported = module.re_exported.iter().filter_map(import);
            imports.extend(re_exported.filter(|import| !is_re_export_of_own_module(import)));
        }
        imports
    }

    /// Returns the module that defines the item of a path. None where another crate defines it,
    /// and where the path leads to a module: the paths that begin there lead to items.
    fn definition(&self, from: &[String], path: &[String]) -> Option<Names> {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let (mut module, mut rest) = match path[0].as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.to_vec(), &path[1..]),
            _ => (from[..from.len().checked_sub(supers)?].to_vec(), &path[supers..]),
        };
        // The name is one of the module itself, of another crate, or of a parameter.
        let is_bare = rest.len() == path.len();
        while let Some((name, after)) = rest.split_first() {
            let child = joined(&module, std::slice::from_ref(name));
            if self.modules.contains_key(&child) {
                module = child;
                rest = after;
                continue;
            }
            let here = &self.modules[&module];
            return match here.used.get(name) {
                // A macro is handed on under its own name.
                Some(used) if *used == [name.clone()] => Some(module),
                Some(used) => self.definition(&module, &joined(used, after)),
                None if is_bare && module == from => None,
                None => Some(module),
            };
        }
        None
    }
}

fn joined(names: &[String], more: &[String]) -> Names {
    [names, more].concat()
}

/// Fails for all names of a module of this crate, unless the module is in the same file.
fn refuse_all_names(file: &str, name: &[String], path: &[String]) {
    let is_ours = ["crate", "self", "super"].contains(&path[0].as_str());
    let folder: PathBuf = name.iter().collect();
    let is_whole_file = [folder.with_extension("rs"), folder.join("mod.rs")].contains(&PathBuf::from(file));
    let is_part_of_file = !is_whole_file && path == ["super"];
    assert!(
        !is_ours || is_part_of_file,
        "src/{file}: `use {}::*` does not say which names are meant: write them out",
        path.join("::")
    );
}

/// Returns the names that a tree of `use` imports, each with its path.
fn used(tree: &[&str], before: &[String]) -> Vec<(String, Names)> {
    let mut path = before.to_vec();
    let mut rest = tree;
    while let Some((first, after)) = rest.split_first() {
        match *first {
            "{" => return branches(&rest[1..closing(rest, 0)], &path),
            "as" => return vec![(after[0].to_owned(), path)],
            "*" => return vec![("*".to_owned(), path)],
            // In braces, `self` is the module before them.
            "self" if !path.is_empty() => {}
            "::" => {}
            name => path.push(name.to_owned()),
        }
        rest = after;
    }
    path.last()
        .map(|name| (name.clone(), path.clone()))
        .into_iter()
        .collect()
}

fn branches(mut tokens: &[&str], before: &[String]) -> Vec<(String, Names)> {
    let mut all = Vec::new();
    while !tokens.is_empty() {
        let mut end = 0;
        while end < tokens.len() && tokens[end] != "," {
            end = if tokens[end] == "{" {
                closing(tokens, end)
            } else {
                end
            } + 1;
        }
        all.extend(used(&tokens[..end], before));
        tokens = &tokens[tokens.len().min(end + 1)..];
    }
    all
}

/// Returns the index of the closing bracket for the opening one at this index.
fn closing(tokens: &[&str], opening: usize) -> usize {
    let close = match tokens[opening] {
        "(" => ")",
        "[" => "]",
        _ => "}",
    };
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(opening) {
        if *token == tokens[opening] {
            depth += 1;
        } else if *token == close {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    panic!(
        "a bracket is never closed: {:?}",
        &tokens[opening..tokens.len().min(opening + 10)]
    )
}

/// Returns true if an attribute restricts its item to tests.
fn is_for_tests(attribute: &[&str]) -> bool {
    let is_named = attribute
        .iter()
        .any(|token| ["test", "\"testing\""].contains(token));
    is_named && !attribute.contains(&"not")
}

/// Returns the length of an item with its attributes: up to its last bracket or semicolon.
fn item_for_tests(tokens: &[&str]) -> usize {
    let mut at = 0;
    while tokens[at] == "#" {
        at = closing(tokens, at + 1) + 1;
    }
    while at < tokens.len() {
        match tokens[at] {
            ";" => return at + 1,
            "{" => return closing(tokens, at) + 1,
            // The end of the block that contains the item.
            "}" => return at,
            "(" | "[" => at = closing(tokens, at),
            _ => {}
        }
        at += 1;
    }
    at
}

fn is_name(token: &str) -> bool {
    token.starts_with(is_of_name)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Splits a source into names, `::`, text literals and single characters. Comments, lifetimes and
/// character literals are left out.
fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (length, is_token) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/*") {
            (rest.find("*/").unwrap() + 2, false)
        } else if let Some(length) = length_of_raw_text(rest) {
            (length, true)
        } else if first == '"' {
            (length_of_text(rest), true)
        } else if first == '\'' {
            (length_of_character(rest), false)
        } else if is_of_name(first) {
            (rest.find(|c| !is_of_name(c)).unwrap_or(rest.len()), true)
        } else if rest.starts_with("::") {
            (2, true)
        } else {
            (first.len_utf8(), !first.is_whitespace())
        };
        let (token, after) = rest.split_at(length);
        if is_token {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

/// Returns the length of a text such as `r#"…"#`.
fn length_of_raw_text(source: &str) -> Option<usize> {
    let after = source.strip_prefix("r").or_else(|| source.strip_prefix("br"))?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let text = after[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(source.len() - text.len() + text.find(&end).unwrap() + end.len())
}

fn length_of_text(source: &str) -> usize {
    let mut is_escaped = false;
    let end = source.char_indices().skip(1).find(|(_, c)| {
        let is_end = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    end.unwrap().0 + 1
}

/// Returns the length of a character, or that of the mark of a lifetime.
fn length_of_character(source: &str) -> usize {
    let mut after = source.chars().skip(1);
    match (after.next(), after.next()) {
        (Some('\\'), Some(escaped)) => {
            let begin = 2 + escaped.len_utf8();
            begin + source[begin..].find('\'').unwrap() + 1
        }
        (Some(c), Some('\'')) => c.len_utf8() + 2,
        _ => 1,
    }
}
