//! The keys that limit the load of the server.

use std::time::Duration;

use aditus_http::LoadLimits;
use aditus_http::load::{
    AnswerLimits, BodyLimits, ConnectionLimits, HashingLimits, MAX_DOCUMENTS, MAX_HASHING, MAX_INSPECTIONS,
    QueueLimits,
};

use super::reader::Reader;

const KIB: usize = 1024;
/// The largest possible body has to fit into the half that one person may use.
const MIN_MEMORY_MIB: usize = 128;
const MAX_MEMORY_MIB: usize = 1024 * 1024;
const MAX_CALLS: usize = 100_000;

pub(super) fn read(reader: &Reader) -> LoadLimits {
    let seconds = |name: &str, max: u64| Duration::from_secs(reader.number(name, 1, max));
    LoadLimits {
        connections: ConnectionLimits {
            per_network: reader.number("connections.per_network", 1, MAX_CALLS),
            new_per_network: reader.number("connections.new_per_network", 1, MAX_CALLS),
            keep_alive: seconds("connections.keep_alive_seconds", 3_600),
            ..ConnectionLimits::default()
        },
        bodies: BodyLimits {
            guest: KIB * reader.number("bodies.guest_kib", 4, 256),
            memory: KIB * KIB * reader.number("bodies.memory_mib", MIN_MEMORY_MIB, MAX_MEMORY_MIB),
            deadline: seconds("bodies.deadline_seconds", 86_400),
            min_bytes_per_window: KIB * reader.number("bodies.least_kib", 1, 1024),
            window: seconds("bodies.window_seconds", 3_600),
            ..BodyLimits::default()
        },
        answers: AnswerLimits::default(),
        heavy: queue(reader, "heavy", MAX_DOCUMENTS, QueueLimits::heavy_slots()),
        inspections: queue(
            reader,
            "inspections",
            MAX_INSPECTIONS,
            QueueLimits::inspection_slots(),
        ),
        hashing: HashingLimits {
            queue: queue(reader, "hashing", MAX_HASHING, QueueLimits::hashing_slots()),
            per_network: reader.number("hashing.per_network", 1, MAX_CALLS),
            strangers: or_default(
                reader.number("hashing.unknown_browsers", 0, MAX_HASHING),
                HashingLimits::stranger_slots(),
            ),
        },
    }
}

fn queue(reader: &Reader, table: &str, max: usize, default: usize) -> QueueLimits {
    let number = |key: &str, min, max| reader.number(&format!("{table}.{key}"), min, max);
    QueueLimits {
        slots: or_default(number("slots", 0, max), default),
        queue: number("queue", 0, MAX_CALLS),
        per_account: number("per_account", 1, MAX_CALLS),
    }
}

/// Replaces 0 by the default, which depends on the number of processors.
const fn or_default(slots: usize, default: usize) -> usize {
    if slots == 0 { default } else { slots }
}
