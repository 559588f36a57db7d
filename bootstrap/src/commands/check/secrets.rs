//! Checks that the master secret fits the database, and that no rotation of it is unfinished.

use aditus_application::audit::log::can_open_signing_key;
use aditus_application::sealed_values::reseal;
use aditus_system::{KeyFiles, Rotation};

use super::report::{Level, Report};
use crate::clean_failure::chain;
use crate::data_folder::DataFolder;
use crate::wiring::Wiring;

pub(super) fn check(folder: &DataFolder, wiring: &Wiring, report: &mut Report) {
    let files = KeyFiles::at(folder.master_key());
    let subject = "secrets";
    if !files.current().exists() {
        return report.line(subject, Ok("the first start creates them".to_owned()));
    }
    // The line about the log reports a wrong secret. A database of another version was reported
    // already.
    if can_open_signing_key(&wiring.ports).is_ok_and(|can_open| !can_open) {
        let wrong = "master.key does not open the key of the transparency log: it is the secret of another installation, or was rotated on another \
                     node. Put the right one in its place; see KEYS.md";
        return report.add(Level::Warning, subject, wrong);
    }
    match files.rotation() {
        Ok(Rotation::None) => report.line(
            subject,
            Ok("there is one, and no rotation is under way".to_owned()),
        ),
        Ok(Rotation::Prepared) => report.add(
            Level::ToDo,
            subject,
            "the next one is prepared: restart every server, and run `aditus keys rotate`; see KEYS.md",
        ),
        Ok(Rotation::Begun) => match reseal::count_remaining(&wiring.ports) {
            Ok(remaining) if remaining.values + remaining.entries > 0 => report.add(
                Level::Warning,
                subject,
                "a rotation was interrupted: run `aditus keys rotate` again; see KEYS.md",
            ),
            Ok(_) => report.add(
                Level::ToDo,
                subject,
                "the former one is no longer needed: `aditus keys status` says when its file can be removed",
            ),
            // A database of another version was reported already.
            Err(_) => {}
        },
        Err(error) => report.line(subject, Err(chain(&error))),
    }
}
