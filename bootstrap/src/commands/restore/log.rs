//! The consequences of a restore for the transparency log: signed entries that are lost, and the
//! way the log continues.

use std::path::Path;

use aditus_application::audit::log::continuity::{self, Answer};
use aditus_application::audit::log::kept::KeptCheckpoint as _;
use aditus_application::audit::log::sequence::Error;
use aditus_log::C2spLog;

use crate::checkpoint_file::CheckpointFile;
use crate::clean_failure::chain;
use crate::console;
use crate::data_folder::DataFolder;
use crate::setup::Setup;
use crate::wiring::{self, BackupParts, OpenedBy};

/// Compares the restored log with the newest checkpoint that this node has seen, and prints the
/// next steps.
pub(super) fn print_state(setup: &Setup, folder: &DataFolder, parts: &BackupParts) {
    let file = folder.log_checkpoint();
    // The database is opened again: the earlier handle has seen the empty one.
    let database = match wiring::open_database(setup, OpenedBy::Command) {
        Ok(database) => database,
        Err(error) => return console::print_error(&unknown(&error.to_string())),
    };
    let kept = CheckpointFile::at(file.clone());
    let log_ports = continuity::LogPorts {
        database: database.as_ref(),
        log: &C2spLog,
        keys: parts.keys.as_ref(),
    };
    match continuity::execute(log_ports, &kept) {
        Ok(answer) => {
            let has_seen = !matches!(kept.read(), Ok(None));
            for line in describe(&answer, has_seen, &file) {
                console::print(&line);
            }
        }
        Err(error) => console::print_error(&unknown(&setup.redacted(&chain(&error)))),
    }
}

/// The text for a log that cannot be read, such as that of a backup by an earlier version.
fn unknown(why: &str) -> String {
    format!(
        "It is not known yet whether the transparency log continues ({why}): run `aditus migrate`, and then `aditus check`, which reports it."
    )
}

/// Describes the state of the log, and the obstacles to continuing it.
fn describe(answer: &Answer, has_seen: bool, file: &Path) -> Vec<String> {
    let stored = answer.newest.as_ref().map_or(0, |newest| newest.head.size);
    if answer.obstacles.is_empty() {
        return match (stored, has_seen) {
            (0, _) => Vec::new(),
            (_, true) => vec![format!(
                "The transparency log continues: the backup has everything that this node has seen of it, {stored} entries."
            )],
            (_, false) => vec![format!(
                "The transparency log continues after the {stored} entries of the backup. This data folder has seen none of it: if more entries \
                 were signed after the backup, anyone with a newer checkpoint will see that they were lost."
            )],
        };
    }
    let mut lines = vec![
        "The transparency log does NOT continue until this is done. Everything else works, and new entries wait:".to_owned(),
    ];
    lines.extend(
        answer
            .obstacles
            .iter()
            .map(|error| format!("  {}", to_do(error, stored, file))),
    );
    lines.push(
        "`aditus check` reports whether all is done; see \"When the log stops\" in PROOF.md.".to_owned(),
    );
    lines
}

fn to_do(error: &Error, stored: u64, file: &Path) -> String {
    let file = file.display();
    match error {
        Error::Sealed => {
            "Its key cannot be opened without the secret of the backed-up installation. Run `aditus migrate` and `aditus audit keys \
             --rotate`: a new key signs from then on. Publish it where you published the former one."
                .to_owned()
        }
        Error::Older { kept, .. } if *kept > stored => format!(
            "The log had {kept} entries when this node last saw it, and the backup has {stored}: {} signed entries are lost, and anyone with a \
             newer checkpoint, such as a witness, will see that. If the database or a newer backup still exists, restore that. \
             If not, move {file} out of the data folder and keep it as proof of what was signed: the log then continues after the {stored} entries of the backup. \
             Inform the people who rely on the log what happened, and when.",
            kept - stored
        ),
        Error::Older { kept, .. } => format!(
            "This node has published a checkpoint of {kept} entries, and the log of the backup, with {stored}, does not lead to it: these are two \
             histories. If the right one still exists, restore that. If not, move {file} out of the data folder and keep it: the log then continues \
             after the {stored} entries of the backup. Anyone with a checkpoint will see both; inform them what happened, and when."
        ),
        Error::Other { .. } => format!(
            "The newest checkpoint that this node has seen is not signed by any key in the backup: this data folder belonged to another \
             installation, or served an empty one, or the key of the log was changed after the backup, in which case signed entries \
             are lost. If a newer backup still exists, restore that. If not, move {file} out of the data folder and keep it: the log then \
             continues after the {stored} entries of the backup. Inform the people who rely on the log what happened, and when."
        ),
        error => chain(error),
    }
}

#[cfg(test)]
mod tests {
    use aditus_application::audit::log::Checkpoint;
    use aditus_domain::audit::log::{TreeHash, TreeHead};
    use chrono::DateTime;

    use super::*;

    fn described(stored: u64, has_seen: bool, obstacles: Vec<Error>) -> String {
        let newest = (stored > 0).then(|| Checkpoint {
            head: TreeHead {
                size: stored,
                root: TreeHash([0; 32]),
            },
            signed_at: DateTime::UNIX_EPOCH,
            note: String::new(),
        });
        let answer = Answer { newest, obstacles };
        describe(&answer, has_seen, Path::new("/data/log.checkpoint")).join("\n")
    }

    #[test]
    fn a_continued_log_is_described_with_its_size() {
        assert_eq!(described(0, false, Vec::new()), "");
        let text = described(7, true, Vec::new());
        assert!(
            text.contains("everything that this node has seen of it, 7 entries"),
            "{text}"
        );
        let text = described(7, false, Vec::new());
        assert!(text.contains("This data folder has seen none of it"), "{text}");
    }

    #[test]
    fn each_obstacle_is_described_with_its_remedy() {
        let lost = Error::Older { kept: 12, stored: 7 };
        let text = described(7, true, vec![Error::Sealed, lost]);
        for words in [
            "does NOT continue",
            "`aditus audit keys --rotate`",
            "The log had 12 entries when this node last saw it, and the backup has 7: 5 signed entries are lost",
            "move /data/log.checkpoint out of the data folder and keep it",
        ] {
            assert!(text.contains(words), "{words} in {text}");
        }
        let text = described(7, true, vec![Error::Older { kept: 5, stored: 7 }]);
        assert!(text.contains("two histories"), "{text}");
        let text = described(0, true, vec![Error::Other { stored: 0 }]);
        assert!(text.contains("not signed by any key in the backup"), "{text}");
        let text = described(7, true, vec![Error::Altered { size: 7 }]);
        assert!(text.contains("Run `aditus audit verify`"), "{text}");
    }
}
