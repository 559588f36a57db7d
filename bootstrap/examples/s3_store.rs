//! The tests' S3-compatible store as a program, for several nodes that share one: `s3_store PORT`.
//! It runs until its standard input is closed.
#![allow(clippy::unwrap_used, reason = "a panic is how a test ends")]

#[allow(dead_code, reason = "the tests of the binary look into it")]
#[path = "../tests/binary/s3_store.rs"]
mod s3_store;

fn main() {
    let port = std::env::args().nth(1).unwrap().parse().unwrap();
    let _store = s3_store::S3Store::start_at(port);
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).unwrap();
}
