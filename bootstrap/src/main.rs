//! The binary: Aditus with its built-in adapters.

use std::process::ExitCode;

/// Uses less memory than the allocator of the C library, and returns it to the system sooner.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    aditus::run(Ok)
}
