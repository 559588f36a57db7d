//! Checks the description of the container image. No test builds the image, because its bases come
//! from public registries. `scripts/lint` runs hadolint; these tests check the requirements of
//! Aditus.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A build stage: its base, its name and its instructions.
struct Stage {
    base: String,
    name: Option<String>,
    instructions: Vec<(String, String)>,
}

impl Stage {
    /// Returns the arguments of each occurrence of an instruction.
    fn all(&self, wanted: &str) -> Vec<&str> {
        let found = self.instructions.iter().filter(|(word, _)| word == wanted);
        found.map(|(_, rest)| rest.as_str()).collect()
    }

    fn only(&self, wanted: &str) -> &str {
        let found = self.all(wanted);
        assert_eq!(found.len(), 1, "{wanted}: {found:?}");
        found[0]
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns the stages, with the default values of build arguments.
fn stages() -> Vec<Stage> {
    let text = std::fs::read_to_string(repository().join("packaging/Containerfile")).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut arguments: BTreeMap<String, String> = BTreeMap::new();
    let mut stages: Vec<Stage> = Vec::new();
    for instruction in lines.join("\n").replace("\\\n", " ").lines() {
        let (word, rest) = instruction.split_once(' ').unwrap();
        let (word, mut rest) = (word.to_owned(), rest.trim().to_owned());
        for (name, default) in &arguments {
            rest = rest.replace(&format!("${{{name}}}"), default);
        }
        match (word.as_str(), stages.last_mut()) {
            ("FROM", _) => {
                let (base, name) = match rest.split_once(" AS ") {
                    Some((base, name)) => (base.to_owned(), Some(name.to_owned())),
                    None => (rest, None),
                };
                let instructions = Vec::new();
                stages.push(Stage {
                    base,
                    name,
                    instructions,
                });
            }
            ("ARG", None) => {
                let (name, default) = rest.split_once('=').unwrap();
                arguments.insert(name.to_owned(), default.to_owned());
            }
            (_, Some(stage)) => stage.instructions.push((word, rest)),
            (_, None) => panic!("{word} stands before the first stage"),
        }
    }
    stages
}

fn listed(json: &str) -> Vec<String> {
    serde_json::from_str(json).unwrap()
}

#[test]
fn every_base_of_the_image_is_a_stage_or_has_a_tag() {
    let stages = stages();
    assert!(stages.len() > 2);
    for (place, stage) in stages.iter().enumerate() {
        let is_stage = |other: &Stage| other.name.as_deref() == Some(&stage.base);
        if stages[..place].iter().any(is_stage) {
            continue;
        }
        let (registry, image) = stage.base.split_once('/').expect("a registry");
        let tag = image.rsplit_once(':').map(|(_, tag)| tag);
        assert!(
            registry.contains('.') && tag.is_some_and(|tag| tag != "latest"),
            "{}",
            stage.base
        );
    }
}

#[test]
fn the_sources_that_the_image_copies_exist() {
    let stages = stages();
    for (place, stage) in stages.iter().enumerate() {
        assert!(stage.all("ADD").is_empty(), "nothing is fetched or unpacked");
        for copied in stage.all("COPY") {
            let (options, paths): (Vec<&str>, Vec<&str>) =
                copied.split_whitespace().partition(|word| word.starts_with("--"));
            let from = options.iter().find_map(|option| option.strip_prefix("--from="));
            if let Some(from) = from {
                let is_it = |other: &Stage| other.name.as_deref() == Some(from);
                assert!(stages[..place].iter().any(is_it), "COPY {copied}");
                continue;
            }
            let (_, sources) = paths.split_last().unwrap();
            for source in sources {
                assert!(repository().join(source).exists(), "COPY {copied}");
            }
        }
        for run in stage.all("RUN") {
            let words = run.split(|c: char| !(c.is_ascii_alphanumeric() || "/-_.".contains(c)));
            for script in words.filter(|word| word.starts_with("scripts/")) {
                assert!(repository().join(script).is_file(), "RUN {run}");
            }
        }
    }
}

#[test]
fn the_image_runs_unprivileged_with_a_health_check_and_valid_keys() {
    let stages = stages();
    let image = stages.last().unwrap();
    let account = image.only("USER").split(':').next().unwrap();
    assert!(account.parse::<u32>().is_ok_and(|id| id > 0), "USER {account}");

    let entry = listed(image.only("ENTRYPOINT"));
    let copied = image.all("COPY");
    let is_copied = |copied: &&str| copied.ends_with(&format!(" {}", entry[0]));
    assert!(copied.iter().any(is_copied), "{entry:?} in {copied:?}");
    assert_eq!(listed(image.only("CMD")), ["serve"]);
    let (_, health) = image.only("HEALTHCHECK").split_once("CMD ").unwrap();
    assert_eq!(listed(health), [entry[0].as_str(), "health"]);

    let documented = std::fs::read_to_string(repository().join("docs/OPERATING.md")).unwrap();
    let mut keys = BTreeMap::new();
    for set in image.all("ENV").into_iter().flat_map(str::split_whitespace) {
        let (variable, value) = set.split_once('=').unwrap();
        assert!(
            documented.contains(&format!("| `{variable}` |")),
            "{variable} is no key"
        );
        keys.insert(variable, value);
    }
    // The volume contains the data folder, and the exposed port is the configured one.
    assert_eq!(listed(image.only("VOLUME")), [keys["ADITUS_DATA_DIR"]]);
    assert_eq!(image.only("EXPOSE"), keys["ADITUS_PORT"]);
}
