//! Builds the crate anew when a migration changes: they are embedded, and cargo does not see them otherwise.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
