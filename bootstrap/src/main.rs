//! The binary: Aditus with the adapters that it comes with.

use std::process::ExitCode;

/// Gives memory back to the system sooner, and takes less of it, than the allocator of the C library.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    aditus::run(Ok)
}
