//! The keys that limit the load of the server.

use std::time::Duration;

use aditus_http::LoadLimits;
use aditus_http::load::{
    AnswerLimits, BodyLimits, ConnectionLimits, HashingLimits, MOST_DOCUMENTS, MOST_HASHING,
    MOST_INSPECTIONS, QueueLimits,
};

use super::reader::Reader;

const KIB: usize = 1024;
/// The largest possible body has to fit into the half that one person may use.
const LEAST_MEMORY_MIB: usize = 128;
const MOST_MEMORY_MIB: usize = 1024 * 1024;
const MOST_CALLS: usize = 100_000;

pub(super) fn read(reader: &Reader) -> LoadLimits {
    let seconds = |name: &str, most: u64| Duration::from_secs(reader.number(name, 1, most));
    LoadLimits {
        connections: ConnectionLimits {
            per_network: reader.number("connections.per_network", 1, MOST_CALLS),
            new_per_network: reader.number("connections.new_per_network", 1, MOST_CALLS),
            keep_alive: seconds("connections.keep_alive_seconds", 3_600),
            ..ConnectionLimits::default()
        },
        bodies: BodyLimits {
            guest: KIB * reader.number("bodies.guest_kib", 4, 256),
            memory: KIB * KIB * reader.number("bodies.memory_mib", LEAST_MEMORY_MIB, MOST_MEMORY_MIB),
            deadline: seconds("bodies.deadline_seconds", 86_400),
            least_in_window: KIB * reader.number("bodies.least_kib", 1, 1024),
            window: seconds("bodies.window_seconds", 3_600),
            ..BodyLimits::default()
        },
        answers: AnswerLimits::default(),
        heavy: queue(reader, "heavy", MOST_DOCUMENTS, QueueLimits::heavy_slots()),
        inspections: queue(
            reader,
            "inspections",
            MOST_INSPECTIONS,
            QueueLimits::inspection_slots(),
        ),
        hashing: HashingLimits {
            queue: queue(reader, "hashing", MOST_HASHING, QueueLimits::hashing_slots()),
            per_network: reader.number("hashing.per_network", 1, MOST_CALLS),
            strangers: or_usual(
                reader.number("hashing.strangers", 0, MOST_HASHING),
                HashingLimits::stranger_slots(),
            ),
        },
    }
}

fn queue(reader: &Reader, table: &str, most: usize, usual: usize) -> QueueLimits {
    let number = |key: &str, least, most| reader.number(&format!("{table}.{key}"), least, most);
    QueueLimits {
        slots: or_usual(number("slots", 0, most), usual),
        queue: number("queue", 0, MOST_CALLS),
        per_account: number("per_account", 1, MOST_CALLS),
    }
}

/// Replaces 0 by the default, which depends on the number of processors.
const fn or_usual(slots: usize, usual: usize) -> usize {
    if slots == 0 { usual } else { slots }
}
