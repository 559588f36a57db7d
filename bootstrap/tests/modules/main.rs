//! The order of the modules inside the crates (docs/ARCHITECTURE.md, "Kernel and slices"), read
//! from the paths in their sources.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sources::{Import, imports, top};

/// The top-level modules of a crate. Each is on one of the three lists.
struct Rules {
    /// The folder of the crate.
    folder: &'static str,
    /// Used by all slices. Imports no slice, and nothing that is around the slices.
    kernel: &'static [&'static str],
    /// The exceptions: slices that the kernel may import.
    exceptions: &'static [Row],
    /// Each slice with the slices that it may import besides the kernel.
    slices: &'static [Row],
    /// Puts the slices together. May import everything, and is imported by no slice.
    around: &'static [&'static str],
    /// The most files that may import each other in a cycle.
    largest_cycle: usize,
}

/// A module, and others that it may import.
type Row = (&'static str, &'static [&'static str]);

const DOMAIN: Rules = Rules {
    folder: "domain",
    kernel: &["csv", "form", "hex", "ids", "percentage", "text", "typed"],
    exceptions: &[],
    slices: &[
        ("accounts", &["organisations", "requests", "roles"]),
        (
            "audit",
            &[
                "accounts",
                "procedures",
                "reference",
                "requests",
                "review",
                "roles",
            ],
        ),
        ("deadlines", &[]),
        ("dictionary", &[]),
        ("feedback", &["review"]),
        ("information", &["accounts"]),
        ("limits", &["accounts"]),
        ("notifications", &["requests", "review", "roles"]),
        ("organisations", &["accounts"]),
        ("procedures", &["deadlines", "roles"]),
        ("reference", &["dictionary", "procedures", "requests", "roles"]),
        ("requests", &["accounts", "reference", "review"]),
        ("review", &["deadlines", "notifications", "procedures", "roles"]),
        ("roles", &[]),
    ],
    around: &[],
    largest_cycle: 10,
};

const APPLICATION: Rules = Rules {
    folder: "application",
    kernel: &[
        "access",
        "exports",
        "failure",
        "limits",
        "paging",
        "ports",
        "records",
        "row_versions",
        "settings",
    ],
    exceptions: &[
        ("access", &["accounts"]),
        ("exports", &["audit"]),
        ("failure", &["accounts"]),
        ("limits", &["audit"]),
        // Transactions have the repositories of all slices, connections that read their views.
        (
            "ports",
            &[
                "accounts",
                "audit",
                "backup",
                "deadlines",
                "dictionary",
                "feedback",
                "idempotency",
                "installation",
                "integrity",
                "notifications",
                "organisations",
                "procedures",
                "reference",
                "requests",
                "review",
                "roles",
            ],
        ),
        ("records", &["audit", "roles"]),
    ],
    slices: &[
        (
            "accounts",
            &[
                "audit",
                "dictionary",
                "idempotency",
                "notifications",
                "organisations",
                "requests",
                "review",
                "roles",
                "untrusted_proxies",
            ],
        ),
        ("audit", &["integrity"]),
        ("backup", &[]),
        (
            "deadlines",
            &[
                "accounts",
                "audit",
                "notifications",
                "requests",
                "review",
                "roles",
            ],
        ),
        ("dictionary", &["audit"]),
        ("feedback", &["audit", "notifications", "requests", "review"]),
        ("idempotency", &["audit"]),
        ("information", &[]),
        (
            "installation",
            &["audit", "idempotency", "notifications", "requests"],
        ),
        ("integrity", &["audit", "installation"]),
        ("notifications", &["accounts", "audit"]),
        ("organisations", &["notifications", "review", "roles"]),
        ("procedures", &[]),
        ("reference", &["dictionary"]),
        (
            "requests",
            &[
                "accounts",
                "audit",
                "deadlines",
                "dictionary",
                "installation",
                "notifications",
                "reference",
                "review",
            ],
        ),
        (
            "review",
            &["accounts", "audit", "deadlines", "notifications", "requests"],
        ),
        (
            "roles",
            &["accounts", "audit", "notifications", "organisations", "review"],
        ),
        ("sealed_values", &["audit"]),
        ("untrusted_proxies", &["audit"]),
    ],
    around: &[],
    largest_cycle: 10,
};

const HTTP: Rules = Rules {
    folder: "adapters/http",
    kernel: &[
        "answer",
        "api",
        "attachment",
        "body",
        "call_id",
        "caller_address",
        "demo",
        "idempotency",
        "load",
        "memory",
        "optional_fields",
        "passkey",
        "problem",
        "queue",
        "readiness",
        "reading_threads",
        "records",
        "routes",
        "sending",
        "short_list",
        "signed_in",
        "sort",
        "trusted_proxies",
        "watch",
    ],
    exceptions: &[],
    slices: &[
        ("accounts", &[]),
        ("audit", &[]),
        ("deadlines", &[]),
        ("dictionary", &[]),
        ("feedback", &[]),
        ("files", &[]),
        ("information", &[]),
        ("notifications", &[]),
        ("organisations", &[]),
        ("procedures", &["deadlines"]),
        ("reference", &[]),
        ("requests", &["deadlines", "dictionary", "files", "review"]),
        ("review", &["deadlines"]),
        ("roles", &["accounts"]),
    ],
    around: &[
        "call_span",
        "charset",
        "connections",
        "fallback",
        "frontend",
        "head",
        "health",
        "openapi",
        "security_headers",
        "server",
        "tls",
        "untrusted_proxy",
    ],
    largest_cycle: 10,
};

const STORAGE: Rules = Rules {
    folder: "adapters/storage",
    kernel: &[
        "commit_hooks",
        "connection",
        "dialect",
        "erased_pages",
        "error",
        "listener",
        "options",
        "outage",
        "paging",
        "pool_statistics",
        "prepared",
        "read_only",
        "read_session",
        "row_versions",
        "scan",
        "schema",
        "search",
        "signals",
        "text_lists",
        "times",
        "transaction",
        "write_availability",
    ],
    exceptions: &[],
    slices: &[
        ("accounts", &["requests"]),
        ("audit", &["dictionary", "requests"]),
        ("deadlines", &["accounts", "procedures", "requests"]),
        ("dictionary", &["requests"]),
        ("feedback", &["requests"]),
        ("idempotency", &[]),
        ("installation", &["requests"]),
        (
            "integrity",
            &[
                "audit",
                "deadlines",
                "dictionary",
                "organisations",
                "procedures",
                "requests",
            ],
        ),
        ("notifications", &[]),
        ("organisations", &["requests"]),
        ("procedures", &[]),
        ("reference", &["requests"]),
        (
            "requests",
            &["accounts", "deadlines", "dictionary", "reference", "review"],
        ),
        ("review", &["requests"]),
        ("roles", &["accounts"]),
        ("sealed_values", &[]),
    ],
    around: &["backup", "database", "migrate", "server_lock"],
    largest_cycle: 10,
};

#[test]
fn modules_of_the_domain_import_only_what_they_may() {
    check_rules(&DOMAIN);
}

#[test]
fn modules_of_the_application_import_only_what_they_may() {
    check_rules(&APPLICATION);
}

#[test]
fn modules_of_the_http_adapter_import_only_what_they_may() {
    check_rules(&HTTP);
}

#[test]
fn modules_of_the_storage_adapter_import_only_what_they_may() {
    check_rules(&STORAGE);
}

fn check_rules(rules: &Rules) {
    let src = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(rules.folder)
        .join("src");
    let imports = imports(&src);
    assert!(imports.len() > 100, "the sources were not read");
    let faults = [
        misplaced_modules(rules, &modules_in(&src)),
        forbidden_imports(rules, &imports),
        unused_rows(rules, &imports),
        large_cycles(rules, &imports),
    ]
    .concat();
    assert!(faults.is_empty(), "{}:\n\n{}", rules.folder, faults.join("\n\n"));
}

/// The modules at the top of a crate, without those for tests.
fn modules_in(src: &Path) -> BTreeSet<String> {
    let names = std::fs::read_dir(src)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .map(|name| top(&name).to_owned())
        .filter(|name| !["lib", "testing", "contract"].contains(&name.as_str()))
        .collect()
}

/// Reports modules on no list or on two, and listed ones that do not exist.
fn misplaced_modules(rules: &Rules, modules: &BTreeSet<String>) -> Vec<String> {
    let slices = rules.slices.iter().map(|(slice, _)| *slice);
    let mut listed: Vec<&str> = rules
        .kernel
        .iter()
        .chain(rules.around)
        .copied()
        .chain(slices)
        .collect();
    listed.sort_unstable();
    let twice = listed.windows(2).filter(|pair| pair[0] == pair[1]);
    let twice = twice.map(|pair| {
        format!(
            "`{}` is on two lists of bootstrap/tests/modules: leave it on one.",
            pair[0]
        )
    });
    let gone = listed.iter().filter(|name| !modules.contains(**name));
    let gone =
        gone.map(|name| format!("There is no module `{name}`: delete it from bootstrap/tests/modules."));
    let new = modules.iter().filter(|name| !listed.contains(&name.as_str()));
    let new = new.map(|name| {
        format!(
            "`{name}` is a new module: add it to bootstrap/tests/modules, to the kernel if all slices may use it and it imports none of \
             them, else to the slices or around them."
        )
    });
    twice.chain(gone).chain(new).collect()
}

fn row<'a>(rows: &'a [Row], module: &str) -> Option<&'a [&'static str]> {
    rows.iter()
        .find(|(name, _)| *name == module)
        .map(|(_, allowed)| *allowed)
}

/// Names one path for each pair of files.
fn forbidden_imports(rules: &Rules, imports: &BTreeSet<Import>) -> Vec<String> {
    let mut faults: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for Import { from, to, path } in imports {
        let (module, other) = (top(from), top(to));
        if let Some(advice) = advice(rules, module, other) {
            faults.entry((from, to)).or_insert_with(|| {
                format!("src/{from} imports `{path}` from src/{to} ({module} -> {other}): {advice}.")
            });
        }
    }
    faults.into_values().collect()
}

/// Returns the advice for a forbidden import, or `None` for a permitted one.
fn advice(rules: &Rules, module: &str, other: &str) -> Option<&'static str> {
    let is_listed = |rows: &[Row]| row(rows, module).is_some_and(|allowed| allowed.contains(&other));
    let is_around = rules.around.contains(&other);
    // The kernel is for all, and so are the macros at the root of a crate. A module that is on no
    // list is reported as such.
    let is_restricted = is_around || row(rules.slices, other).is_some();
    if module == other || !is_restricted {
        None
    } else if rules.kernel.contains(&module) {
        (!is_listed(rules.exceptions)).then_some(
            "the kernel imports no slice. Move the item into the kernel, or hand it over as a value, a trait or a generic",
        )
    } else if row(rules.slices, module).is_none() || is_listed(rules.slices) {
        None
    } else if is_around {
        Some("slices do not know what is around them. Move the item into the kernel")
    } else {
        Some(
            "this slice may not import that one. Move the item to where both may import it, or add the edge to the table in \
             bootstrap/tests/modules if the one is built on the other",
        )
    }
}

/// An unused row would allow more than the code needs.
fn unused_rows(rules: &Rules, imports: &BTreeSet<Import>) -> Vec<String> {
    let used: BTreeSet<(&str, &str)> = imports
        .iter()
        .map(|import| (top(&import.from), top(&import.to)))
        .collect();
    let rows = rules.exceptions.iter().chain(rules.slices);
    rows.flat_map(|(module, allowed)| allowed.iter().map(move |other| (*module, *other)))
        .filter(|edge| !used.contains(edge))
        .map(|(module, other)| {
            format!("{module} no longer imports {other}: delete that edge from bootstrap/tests/modules.")
        })
        .collect()
}

fn large_cycles(rules: &Rules, imports: &BTreeSet<Import>) -> Vec<String> {
    let large = cycles(imports)
        .into_iter()
        .filter(|cycle| cycle.len() > rules.largest_cycle);
    large
        .map(|cycle| {
            let mut text = format!(
                "{} files import each other in a cycle, and {} may. Move what two of them need into a file of its own, or hand it over as \
                 a parameter:",
                cycle.len(),
                rules.largest_cycle
            );
            let mut pairs = BTreeSet::new();
            for Import { from, to, path } in imports {
                let is_inside = cycle.contains(from.as_str()) && cycle.contains(to.as_str());
                if is_inside && pairs.insert((from, to)) {
                    write!(text, "\n  src/{from} imports `{path}` from src/{to}").unwrap();
                }
            }
            text
        })
        .collect()
}

/// Returns the groups of files in which each file reaches every other one by imports: the
/// strongly connected components of more than one file, by the algorithm of Kosaraju.
fn cycles(imports: &BTreeSet<Import>) -> Vec<BTreeSet<&str>> {
    let mut forwards: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut backwards: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for Import { from, to, .. } in imports {
        forwards.entry(from).or_default().insert(to);
        backwards.entry(to).or_default().insert(from);
    }
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for file in forwards.keys() {
        visit(file, &forwards, &mut seen, &mut order);
    }
    seen.clear();
    let mut cycles = Vec::new();
    for file in order.into_iter().rev() {
        let mut group = Vec::new();
        visit(file, &backwards, &mut seen, &mut group);
        if group.len() > 1 {
            cycles.push(group.into_iter().collect());
        }
    }
    cycles
}

/// Adds the files that can be reached from this one and were not seen before, each after those
/// that it reaches.
fn visit<'a>(
    file: &'a str,
    next: &BTreeMap<&'a str, BTreeSet<&'a str>>,
    seen: &mut BTreeSet<&'a str>,
    order: &mut Vec<&'a str>,
) {
    if !seen.insert(file) {
        return;
    }
    for other in next.get(file).into_iter().flatten() {
        visit(other, next, seen, order);
    }
    order.push(file);
}

/// Creates a folder `src` of a crate, with these files.
fn written(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path: PathBuf = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn describe_imports(imports: &BTreeSet<Import>) -> Vec<String> {
    let line = |import: &Import| format!("{} -> {} by {}", import.from, import.to, import.path);
    imports.iter().map(line).collect()
}

#[test]
fn an_import_leads_to_the_file_that_defines_the_item() {
    let folder = written(&[
        (
            "lib.rs",
            "mod kernel; mod one; mod three; mod two; pub use two::Two;",
        ),
        (
            "kernel.rs",
            "pub struct Kernel; macro_rules! given { () => {} } pub(crate) use given;",
        ),
        (
            "one/mod.rs",
            "mod inner; mod outer; pub(crate) use inner::{Inner as Handed, help}; use crate::kernel::{self, given};\n\
             fn f<'a>(k: &'a kernel::Kernel) -> char { outer::go(); '\"' }",
        ),
        (
            "one/inner.rs",
            "pub struct Inner; pub fn help() {} mod part { fn f() -> super::super::outer::Out { todo!() } }",
        ),
        (
            "one/outer.rs",
            "use super::Handed; pub struct Out; pub fn go() { std::mem::drop(Handed) }",
        ),
        ("three.rs", "pub use crate::Two;"),
        (
            "two.rs",
            "use crate::one::{Handed, help as aid}; use crate::one; pub struct Two; fn f() { one::help(); aid(); }",
        ),
    ]);
    assert_eq!(
        describe_imports(&imports(folder.path())),
        [
            "one/inner.rs -> one/outer.rs by super::super::outer::Out",
            "one/mod.rs -> kernel.rs by crate::kernel::given",
            "one/mod.rs -> kernel.rs by kernel::Kernel",
            "one/mod.rs -> one/outer.rs by outer::go",
            "one/outer.rs -> one/inner.rs by super::Handed",
            "three.rs -> two.rs by crate::Two",
            "two.rs -> one/inner.rs by crate::one::Handed",
            "two.rs -> one/inner.rs by crate::one::help",
            "two.rs -> one/inner.rs by one::help",
        ]
    );
}

#[test]
fn paths_in_comments_strings_and_tests_are_not_imports() {
    let folder = written(&[
        (
            "lib.rs",
            "mod one; mod two; #[cfg(feature = \"testing\")] pub mod testing; #[cfg(test)] #[path = \"x\"] mod tests;",
        ),
        (
            "one.rs",
            "// crate::two::Two\n/* crate::two::Two */\nconst A: &str = \"\\\" crate::two::Two\"; const B: &str = r#\"\" crate::two::Two\"#;\n\
             #[cfg(test)]\nuse crate::two::Two;\n#[cfg(test)]\nfn f(x: [u8; 2]) -> crate::two::Two { if true {} crate::two::Two }\n\
             #[cfg(test)]\nmod tests { use crate::two::Two; }",
        ),
        ("two.rs", "pub struct Two; #[cfg(not(test))] use crate::one::A;"),
    ]);
    assert_eq!(
        describe_imports(&imports(folder.path())),
        ["two.rs -> one.rs by crate::one::A"]
    );
}

#[test]
fn violations_name_the_file_and_the_path() {
    const RULES: Rules = Rules {
        folder: "",
        kernel: &["kernel"],
        exceptions: &[],
        slices: &[("one", &["two"]), ("two", &[]), ("three", &["one"])],
        around: &["server"],
        largest_cycle: 2,
    };
    let import = |from: &str, to: &str| Import {
        from: from.to_owned(),
        to: to.to_owned(),
        path: format!("crate::{}::X", top(to)),
    };
    let imports: BTreeSet<Import> = [
        import("kernel.rs", "one/a.rs"),
        import("one/a.rs", "two.rs"),
        import("two.rs", "kernel.rs"),
        import("two.rs", "server.rs"),
        import("two.rs", "one/b.rs"),
        import("server.rs", "one/a.rs"),
    ]
    .into();
    let forbidden = forbidden_imports(&RULES, &imports);
    let begins = |fault: &String, begin: &str| fault.starts_with(begin);
    assert_eq!(forbidden.len(), 3, "{forbidden:?}");
    assert!(begins(
        &forbidden[0],
        "src/kernel.rs imports `crate::one::X` from src/one/a.rs (kernel -> one): the kernel"
    ));
    assert!(begins(
        &forbidden[1],
        "src/two.rs imports `crate::one::X` from src/one/b.rs (two -> one): this slice"
    ));
    assert!(begins(
        &forbidden[2],
        "src/two.rs imports `crate::server::X` from src/server.rs (two -> server): slices"
    ));
    let unused = unused_rows(&RULES, &imports);
    assert_eq!(unused.len(), 1);
    assert!(begins(&unused[0], "three no longer imports one"));
    let large = large_cycles(&RULES, &imports);
    assert_eq!(large.len(), 1, "{large:?}");
    assert!(begins(&large[0], "4 files import each other"), "{large:?}");
    assert!(!large[0].contains("one/b.rs"));
    let modules = ["kernel", "one", "two", "server", "new"]
        .map(str::to_owned)
        .into();
    let misplaced = misplaced_modules(&RULES, &modules);
    assert_eq!(misplaced.len(), 2, "{misplaced:?}");
    assert!(begins(&misplaced[0], "There is no module `three`"));
    assert!(begins(&misplaced[1], "`new` is a new module"));
}
