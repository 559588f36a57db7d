//! Resource usage of this process, under the names that all client libraries of Prometheus use.

use std::fs;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Process {
    pub(crate) resident_bytes: u64,
    pub(crate) virtual_bytes: u64,
    pub(crate) open_files: u64,
    pub(crate) threads: u64,
    pub(crate) processor_seconds: f64,
}

impl Process {
    /// Returns `None` on systems without `/proc`, that is, outside Linux.
    pub(crate) fn now() -> Option<Self> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        let open_files = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        let page = u64::try_from(rustix::param::page_size()).ok()?;
        Self::read(&stat, page, open_files as u64)
    }

    /// Parses a line in the format of `proc_pid_stat(5)`. The name of the program is in parentheses
    /// and may contain any character.
    fn read(stat: &str, page: u64, open_files: u64) -> Option<Self> {
        let (_, fields) = stat.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        // The first field here is number 3 in the manual page.
        let field = |number: usize| fields.get(number - 3)?.trim().parse::<u64>().ok();
        let ticks = to_float(rustix::param::clock_ticks_per_second());
        Some(Self {
            resident_bytes: field(24)? * page,
            virtual_bytes: field(23)?,
            open_files,
            threads: field(20)?,
            processor_seconds: (to_float(field(14)?) + to_float(field(15)?)) / ticks,
        })
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "what is counted here is far below 2^53"
)]
fn to_float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_parsed_as_the_manual_describes() {
        let stat = "42 (an ) odd (name) S 1 42 42 0 -1 4194560 1 2 3 4 250 150 7 8 20 0 9 0 1000 409600 25 18446744073709551615 1\n";
        let ticks = to_float(rustix::param::clock_ticks_per_second());
        let read = Process::read(stat, 4096, 3).unwrap();
        assert_eq!(
            read,
            Process {
                resident_bytes: 25 * 4096,
                virtual_bytes: 409_600,
                open_files: 3,
                threads: 9,
                processor_seconds: 400.0 / ticks,
            }
        );
        assert_eq!(Process::read("42 (x) S 1", 4096, 0), None);
    }

    #[test]
    fn this_process_has_memory_and_threads() {
        let now = Process::now().unwrap();
        assert!(now.resident_bytes > 1 << 20 && now.threads > 0, "{now:?}");
    }
}
