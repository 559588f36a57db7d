//! An S3-compatible store: the server of `s3s-fs`, which stores objects as files in a folder and
//! checks signatures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use tempfile::TempDir;

const BUCKET: &str = "documents";

/// Runs until the test's process ends; its folder is removed when the value is dropped.
pub struct S3Store {
    folder: TempDir,
    endpoint: String,
}

impl S3Store {
    /// Starts a store with one empty bucket.
    pub fn start() -> Self {
        Self::start_at(0)
    }

    /// Starts a store at this port; 0 lets the system choose one.
    pub fn start_at(port: u16) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single("TESTKEY", "hush-hush"));
        let service = builder.build();
        let listener = std::net::TcpListener::bind(("127.0.0.1", port)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                while let Ok((socket, _)) = listener.accept().await {
                    let service = service.clone();
                    tokio::spawn(async move {
                        let server = Builder::new(TokioExecutor::new());
                        // A client that closes the connection is no error of the store.
                        let _ = server.serve_connection(TokioIo::new(socket), service).await;
                    });
                }
            });
        });
        Self { folder, endpoint }
    }

    /// Returns the configuration of Aditus for this store.
    pub fn configuration(&self) -> [(&'static str, &str); 6] {
        [
            ("ADITUS_FILES_KIND", "s3"),
            ("ADITUS_FILES_BUCKET", BUCKET),
            ("ADITUS_FILES_ENDPOINT", &self.endpoint),
            ("ADITUS_FILES_ACCESS_KEY_ID", "TESTKEY"),
            ("ADITUS_FILES_SECRET_ACCESS_KEY", "hush-hush"),
            ("ADITUS_FILES_PREFIX", "production"),
        ]
    }

    /// Returns the folder of the documents that Aditus has stored.
    pub fn documents(&self) -> PathBuf {
        self.folder.path().join(BUCKET).join("production")
    }
}

/// Returns all files in a folder, by their relative paths.
pub fn files_in(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}
