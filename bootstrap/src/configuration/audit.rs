//! The keys that begin with `audit.`.

use std::time::Duration;

use aditus_application::ports::Authorities;
use aditus_log::{WitnessKey, WitnessSettings};

use super::reader::Reader;

/// The configured witness of the transparency log.
#[derive(Debug, Clone)]
pub(crate) struct Witnessing {
    pub(crate) settings: WitnessSettings,
    /// The shortest interval between two checkpoints sent to it.
    pub(crate) every: Duration,
}

/// The longest name of a log: the length limit of host names.
const MAX_ORIGIN_LENGTH: usize = 255;

/// Reads the name that the transparency log gets at its first start.
pub(super) fn origin(reader: &Reader) -> Option<String> {
    let origin = reader.optional_text("audit.origin")?;
    let is_name = origin.len() <= MAX_ORIGIN_LENGTH
        && origin.contains('.')
        && !origin.contains("://")
        && origin.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'+');
    if !is_name {
        reader.add_error(
            "audit.origin",
            "must be a name such as data.health.example/log: letters, digits and marks, without a scheme, spaces and +, starting with your \
             own host",
        );
    }
    Some(origin)
}

pub(super) fn witness(reader: &Reader, authorities: &Authorities) -> Option<Witnessing> {
    // Read even without a witness, so that a wrong value is reported before one is added.
    let every = Duration::from_secs(reader.number("audit.witness_seconds", 1, 24 * 60 * 60));
    let key = reader.optional_text("audit.witness_key").map(|text| {
        WitnessKey::parse(&text)
            .map_err(|error| reader.add_error("audit.witness_key", error))
            .ok()
    });
    let url = reader.optional_text("audit.witness_url")?;
    let url = WitnessSettings::parse_url(&url)
        .map_err(|error| reader.add_error("audit.witness_url", error))
        .ok();
    if key.is_none() {
        reader.add_error(
            "audit.witness_key",
            "must be set if audit.witness_url is set, because it verifies the signatures of the witness",
        );
    }
    Some(Witnessing {
        settings: WitnessSettings {
            url: url?,
            key: key??,
            authorities: authorities.clone(),
        },
        every,
    })
}
