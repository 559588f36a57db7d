//! Checks the dependency rules between the crates (docs/ARCHITECTURE.md) with the metadata of
//! cargo.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

const ADAPTERS: [&str; 15] = [
    "aditus-backup",
    "aditus-calendars",
    "aditus-canonical",
    "aditus-documents",
    "aditus-files",
    "aditus-http",
    "aditus-log",
    "aditus-mail",
    "aditus-openid",
    "aditus-push",
    "aditus-storage",
    "aditus-system",
    "aditus-text-messages",
    "aditus-watching",
    "aditus-webauthn",
];

/// The crate that embeds the frontend. It is separate so that changes of the http adapter do not
/// recompile it.
const FRONTEND: &str = "aditus-frontend";

/// Development tools: they are no part of the product, and may depend on anything.
const TOOLS: [&str; 1] = ["aditus-bench"];

/// A third-party program that is built with the workspace.
const PROGRAM: &str = "aditus-ministry";

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .no_deps()
        .exec()
        .unwrap()
}

/// Returns true for the crates of the workspace that are no part of the product.
fn is_outside(package: &Package) -> bool {
    let name = package.name.as_str();
    TOOLS.contains(&name) || name == PROGRAM
}

/// Returns the production dependencies of a crate.
fn dependencies_of(package: &Package) -> BTreeSet<String> {
    package
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Normal)
        .map(|dependency| dependency.name.clone())
        .collect()
}

/// Returns the production dependencies of each crate of the product.
fn dependencies(metadata: &Metadata) -> BTreeMap<String, BTreeSet<String>> {
    metadata
        .workspace_packages()
        .into_iter()
        .filter(|package| !is_outside(package))
        .map(|package| (package.name.to_string(), dependencies_of(package)))
        .collect()
}

fn of_ours(dependencies: &BTreeSet<String>) -> BTreeSet<&str> {
    dependencies
        .iter()
        .map(String::as_str)
        .filter(|name| name.starts_with("aditus"))
        .collect()
}

#[test]
fn the_workspace_has_only_the_listed_crates() {
    let metadata = metadata();
    let dependencies = dependencies(&metadata);
    let mut expected: BTreeSet<&str> = ADAPTERS.into();
    expected.extend(["aditus", "aditus-application", "aditus-domain", FRONTEND]);
    assert_eq!(
        dependencies.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        expected
    );
}

#[test]
fn the_domain_depends_only_on_the_listed_libraries() {
    let metadata = metadata();
    let domain = &dependencies(&metadata)["aditus-domain"];
    assert!(
        domain.iter().all(|name| [
            "chrono",
            "chrono-tz",
            "hmac",
            "icu_collator",
            "idna",
            "sha1",
            "sha2",
            "similar",
            "thiserror",
            "unicode-normalization",
            "unicode-script"
        ]
        .contains(&name.as_str())),
        "{domain:?}"
    );
    // Without the feature, chrono cannot read the current time.
    let package = metadata
        .packages
        .iter()
        .find(|package| package.name.as_str() == "aditus-domain")
        .unwrap();
    let chrono = package
        .dependencies
        .iter()
        .find(|dependency| dependency.name == "chrono")
        .unwrap();
    assert!(!chrono.uses_default_features && chrono.features.iter().all(|feature| feature != "clock"));
}

#[test]
fn the_application_depends_on_no_infrastructure_library() {
    let metadata = metadata();
    let application = &dependencies(&metadata)["aditus-application"];
    assert_eq!(of_ours(application), ["aditus-domain"].into());
    for name in [
        "actix-web",
        "diesel",
        "lettre",
        "r2d2",
        "serde",
        "serde_json",
        "tokio",
        "object_store",
        "reqwest",
    ] {
        assert!(!application.contains(name), "the application depends on {name}");
    }
}

#[test]
fn an_adapter_never_depends_on_another() {
    let metadata = metadata();
    let dependencies = dependencies(&metadata);
    for adapter in ADAPTERS {
        let mut allowed: BTreeSet<&str> = ["aditus-application", "aditus-domain"].into();
        if adapter == "aditus-http" {
            allowed.insert(FRONTEND);
        }
        let used = of_ours(&dependencies[adapter]);
        assert!(used.is_subset(&allowed), "{adapter} depends on {used:?}");
    }
}

#[test]
fn each_infrastructure_library_is_used_by_its_adapter_only() {
    let metadata = metadata();
    let dependencies = dependencies(&metadata);
    let homes: [(&str, &[&str]); 17] = [
        ("diesel", &["aditus-storage"]),
        ("rusqlite", &["aditus-storage"]),
        ("r2d2", &["aditus-storage"]),
        ("lettre", &["aditus-mail"]),
        ("krilla", &["aditus-documents"]),
        ("harfrust", &["aditus-documents"]),
        ("object_store", &["aditus-files"]),
        (
            "reqwest",
            &[
                "aditus-files",
                "aditus-log",
                "aditus-text-messages",
                "aditus-watching",
            ],
        ),
        ("openidconnect", &["aditus-openid"]),
        ("webauthn-rs", &["aditus-webauthn"]),
        ("icalendar", &["aditus-calendars"]),
        ("prometheus", &["aditus-watching"]),
        ("opentelemetry", &["aditus-watching"]),
        ("argon2", &["aditus-system"]),
        ("rand", &["aditus-system"]),
        ("actix-ws", &["aditus-push"]),
        ("utoipa", &["aditus-http"]),
    ];
    for (library, allowed) in homes {
        let users: Vec<&str> = dependencies
            .iter()
            .filter(|(_, uses)| uses.contains(library))
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(users, allowed, "who uses {library}");
    }
}

#[test]
fn no_crate_of_the_product_depends_on_a_tool() {
    let metadata = metadata();
    let dependencies = dependencies(&metadata);
    assert!(
        dependencies
            .values()
            .flatten()
            .all(|name| !TOOLS.contains(&name.as_str()))
    );
    let is_published = |package: &&Package| {
        package
            .publish
            .as_ref()
            .is_none_or(|registries| !registries.is_empty())
    };
    assert_eq!(
        metadata
            .workspace_packages()
            .into_iter()
            .filter(is_published)
            .count(),
        0
    );
}

#[test]
fn every_crate_obeys_the_lints_of_the_workspace() {
    let metadata = metadata();
    for package in metadata.workspace_packages() {
        let manifest = std::fs::read_to_string(&package.manifest_path).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true"), "{}", package.name);
    }
}

/// Third-party programs build on the library; the binary adds nothing.
#[test]
fn the_product_is_a_library_with_a_binary_around_it() {
    let metadata = metadata();
    let package = metadata
        .packages
        .iter()
        .find(|package| package.name.as_str() == "aditus")
        .unwrap();
    let is_library = |target: &&cargo_metadata::Target| target.is_lib() && target.name == "aditus";
    assert_eq!(package.targets.iter().filter(is_library).count(), 1);
    let main = std::fs::read_to_string(package.manifest_path.with_file_name("src/main.rs")).unwrap();
    assert!(
        main.contains("aditus::run(Ok)") && main.lines().count() < 20,
        "{main}"
    );
    let library = std::fs::read_to_string(package.manifest_path.with_file_name("src/lib.rs")).unwrap();
    assert!(
        !library.contains("global_allocator"),
        "that is for a program to choose"
    );
}

/// A third-party program depends on the ports and the product, and on the built-in adapters only in
/// its tests.
#[test]
fn the_third_party_program_depends_only_on_the_product_and_its_ports() {
    let metadata = metadata();
    let packages = metadata.workspace_packages();
    let program = packages.iter().find(|package| package.name.as_str() == PROGRAM);
    let expected: BTreeSet<&str> = ["aditus", "aditus-application", "aditus-domain"].into();
    assert_eq!(of_ours(&dependencies_of(program.unwrap())), expected);
}

#[test]
fn the_adapter_for_latin_documents_depends_only_on_the_ports_and_the_domain() {
    let example = MetadataCommand::new()
        .manifest_path(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../examples/latin_documents/Cargo.toml"
        ))
        .no_deps()
        .exec()
        .unwrap();
    let [package] = example.workspace_packages()[..] else {
        panic!("the example is more than one crate");
    };
    let expected: BTreeSet<&str> = ["aditus-application", "aditus-domain"].into();
    assert_eq!(of_ours(&dependencies_of(package)), expected);
}

/// genpdf needs libraries that are no longer maintained. Other libraries have the same version in
/// the example, so that they are compiled once.
#[test]
fn the_libraries_of_genpdf_stay_out_of_the_product() {
    let (ours, theirs) = (
        locked("Cargo.lock"),
        locked("examples/latin_documents/Cargo.lock"),
    );
    let has = |libraries: &BTreeSet<(String, String)>, name: &str| {
        libraries.iter().any(|(library, _)| library == name)
    };
    for name in [
        "genpdf",
        "printpdf",
        "rusttype",
        "stb_truetype",
        "encoding",
        "lzw",
    ] {
        assert!(has(&theirs, name) && !has(&ours, name), "{name}");
    }
    let shared: BTreeSet<_> = theirs.intersection(&ours).cloned().collect();
    for name in [
        "chrono", "csv", "flate2", "hex", "lopdf", "qrcode", "rqrr", "tempfile",
    ] {
        assert!(has(&shared, name), "{name} is of another version in the example");
    }
}

fn text_of(file: &str) -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../").to_owned() + file).unwrap()
}

/// Returns the names and versions of the libraries in a lock file.
fn locked(file: &str) -> BTreeSet<(String, String)> {
    let text = text_of(file);
    let value = |entry: &str, key: &str| {
        let line = entry
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        line.map(|value| value.trim_matches('"').to_owned())
    };
    text.split("[[package]]")
        .filter(|entry| value(entry, "source").is_some())
        .map(|entry| (value(entry, "name").unwrap(), value(entry, "version").unwrap()))
        .collect()
}

/// Returns every Rust file in a folder and its subfolders.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the documents that a line of code names, with their paths. Comments and included files
/// are skipped, since only developers read them.
fn named_documents(line: &str) -> impl Iterator<Item = &str> {
    let is_code = !line.trim_start().starts_with("//") && !line.contains("include_str!");
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    line.split(move |c| !is_of_name(c))
        .map(|word| word.trim_matches('.'))
        .filter(move |word| is_code && Path::new(word).extension().is_some_and(|ending| ending == "md"))
}

/// A package installs all documents into one folder, so paths of the repository do not exist there.
#[test]
fn messages_name_documents_without_a_path() {
    let metadata = metadata();
    let documents = [names_in("docs"), names_in("docs/operating")].concat();
    let mut named = 0;
    for package in metadata.workspace_packages() {
        if is_outside(package) {
            continue;
        }
        let source = package.manifest_path.with_file_name("src");
        for file in rust_files(source.as_std_path()) {
            let text = std::fs::read_to_string(&file).unwrap();
            for document in text.lines().flat_map(named_documents) {
                let is_there = documents.iter().any(|name| name == document);
                assert!(is_there, "{}: {document}", file.display());
                named += 1;
            }
        }
    }
    assert!(named > 0);
}

/// Returns the names of the files in a folder of the repository.
fn names_in(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = std::fs::read_dir(path).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// Returns the settings of a manifest for debug builds, by section.
fn debug_profile(file: &str) -> BTreeSet<(String, String)> {
    let mut section = String::new();
    let mut settings = BTreeSet::new();
    for line in text_of(file).lines().map(str::trim) {
        if line.starts_with('[') {
            line.clone_into(&mut section);
        } else if section.starts_with("[profile.dev") && !line.is_empty() && !line.starts_with('#') {
            settings.insert((section.clone(), line.to_owned()));
        }
    }
    settings
}

/// Otherwise the test command silently compiles every library twice, which takes minutes.
#[test]
fn the_example_outside_the_workspace_is_built_with_the_same_settings() {
    let ours = debug_profile("Cargo.toml");
    assert!(ours.len() > 50);
    let theirs = debug_profile("examples/latin_documents/Cargo.toml");
    let used: BTreeSet<String> = locked("examples/latin_documents/Cargo.lock")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let is_needed = |(section, line): &&(String, String)| {
        let name = line.split(' ').next().unwrap();
        section != "[profile.dev.package]" || name == "\"*\"" || used.contains(name)
    };
    let missing: Vec<_> = ours.difference(&theirs).filter(is_needed).collect();
    assert!(missing.is_empty(), "the example lacks {missing:?}");
}

/// Commands, workers and the demonstration know replaceable adapters only by their ports.
#[test]
fn only_wiring_creates_replaceable_adapters() {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut folders = vec![std::path::PathBuf::from(sources)];
    let mut users = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let replaceable = [
                "aditus_storage",
                "aditus_mail",
                "aditus_openid",
                "SmtpMailer",
                "FolderFiles",
                "ClamdScanner",
                "HttpGateway",
                "PdfDocuments",
                "WebauthnPasskeys",
            ];
            if replaceable.iter().any(|name| text.contains(name)) {
                users.insert(path.strip_prefix(sources).unwrap().display().to_string());
            }
        }
    }
    assert_eq!(users, ["wiring.rs".to_owned()].into());
}
