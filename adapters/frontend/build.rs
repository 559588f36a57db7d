//! The frontend's build folder must exist for the embedding macro; a checkout that was never built has none.

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=../../frontend/dist");
    std::fs::create_dir_all("../../frontend/dist")
}
