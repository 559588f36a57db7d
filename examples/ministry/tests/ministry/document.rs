//! The examples in docs/EXTENDING.md are parts of this crate, so they compile and are tested.

use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(file: &str) -> String {
    fs::read_to_string(repository().join(file)).unwrap()
}

fn blocks(language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let document = text("docs/EXTENDING.md");
    let blocks = document.split(&opening).skip(1);
    blocks
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect()
}

fn sources() -> Vec<String> {
    ["src", "tests/ministry"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap())
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect()
}

#[test]
fn every_rust_block_is_part_of_a_source_file() {
    let (blocks, sources) = (blocks("rust"), sources());
    assert!(blocks.len() >= 5, "the document has {} blocks", blocks.len());
    for block in blocks {
        assert!(
            sources.iter().any(|source| source.contains(&block)),
            "no file of examples/ministry has this block:\n{block}"
        );
    }
}

/// Expects a checkout of Aditus in the folder `aditus`, and ignores dependencies of the tests.
#[test]
fn the_manifest_has_the_dependencies_of_this_crate() {
    let manifest = text("examples/ministry/Cargo.toml");
    let start = manifest.find("[dependencies]").unwrap();
    let end = manifest.find("\n[lints]").unwrap();
    let expected = manifest[start..end].replace("../../", "aditus/");
    assert!(
        blocks("toml").iter().any(|block| block.ends_with(&expected)),
        "{expected}"
    );
}

#[test]
fn the_sqlite_options_match_the_repository() {
    let config = text(".cargo/config.toml");
    let options = &config[config.find("[env]").unwrap()..];
    assert!(blocks("toml").iter().any(|block| block == options), "{options}");
}

#[test]
fn the_documented_keys_match_the_program() {
    let blocks = blocks("toml");
    let extension = blocks
        .iter()
        .find(|block| block.starts_with("[extension]"))
        .unwrap();
    let keys: Vec<&str> = extension
        .lines()
        .filter_map(|line| Some(line.split_once(" = ")?.0))
        .collect();
    let read = format!("let Keys {{ {} }} = application", keys.join(", "));
    assert!(text("examples/ministry/src/main.rs").contains(&read), "{read}");
}

#[test]
fn the_unit_of_the_program_matches_that_of_aditus() {
    let started = |file: &str| {
        let lines = text(file);
        let line = lines
            .lines()
            .rfind(|line| line.starts_with("ExecStart="))
            .unwrap();
        line.to_owned()
    };
    let file = "examples/ministry/packaging/program.conf";
    let ours = started("packaging/aditus.service");
    assert_eq!(
        started(file),
        ours.replace("/usr/bin/aditus ", "/usr/local/bin/aditus-ministry ")
    );
    assert!(blocks("ini").contains(&text(file)));
}
