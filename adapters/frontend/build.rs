//! Creates the frontend's build folder, which the embedding macro requires even if the frontend was
//! never built.

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=../../frontend/dist");
    std::fs::create_dir_all("../../frontend/dist")
}
