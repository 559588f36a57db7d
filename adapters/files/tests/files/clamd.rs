//! Tests of the scanner against a real clamd with one signature, that of the EICAR test file.

use std::cell::RefCell;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use aditus_application::contract::scanner::{CONTRACT, TestScanner, eicar};
use aditus_application::ports::{ExaminationError, FileScanner};
use aditus_files::{ClamdAddress, ClamdScanner};
use tempfile::TempDir;

struct Clamd {
    process: Child,
    socket: PathBuf,
    _folder: TempDir,
}

impl Clamd {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // The daemon may run as another user, who needs access.
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("signatures")).unwrap();
        let signature = hex::encode(eicar());
        std::fs::write(
            at("signatures/test.ndb"),
            format!("Eicar-Test-Signature:0:*:{signature}\n"),
        )
        .unwrap();
        let configuration = format!(
            "Foreground yes\nLocalSocket {}\nDatabaseDirectory {}\nTemporaryDirectory {}\nStreamMaxLength 1M\n",
            at("clamd.ctl").display(),
            at("signatures").display(),
            folder.path().display(),
        );
        std::fs::write(at("clamd.conf"), configuration).unwrap();
        let process = Command::new(program())
            .arg("--config-file")
            .arg(at("clamd.conf"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut clamd = Self {
            process,
            socket: at("clamd.ctl"),
            _folder: folder,
        };
        clamd.wait();
        clamd
    }

    fn scanner(&self) -> ClamdScanner {
        ClamdScanner::at(ClamdAddress::Socket(self.socket.clone()))
    }

    fn wait(&mut self) {
        let given_up = Instant::now() + Duration::from_mins(1);
        while self.scanner().check().is_err() {
            assert_eq!(self.process.try_wait().unwrap(), None, "clamd has ended");
            assert!(Instant::now() < given_up, "clamd does not answer");
            std::thread::yield_now();
        }
    }

    fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Clamd {
    fn drop(&mut self) {
        self.stop();
    }
}

fn program() -> &'static Path {
    let places = ["/usr/sbin/clamd", "/usr/bin/clamd", "/usr/local/sbin/clamd"];
    let found = places.into_iter().map(Path::new).find(|path| path.exists());
    found.expect("clamd is missing: `scripts/setup test` installs it")
}

/// A scanner with its daemon, which the contract can stop.
struct ScannerWithDaemon {
    scanner: ClamdScanner,
    clamd: RefCell<Clamd>,
}

impl TestScanner for ScannerWithDaemon {
    fn scanner(&self) -> &dyn FileScanner {
        &self.scanner
    }

    fn end(&self) {
        self.clamd.borrow_mut().stop();
    }
}

#[test]
fn satisfies_the_contract() {
    for (_, clause) in CONTRACT {
        let clamd = Clamd::start();
        clause(&ScannerWithDaemon {
            scanner: clamd.scanner(),
            clamd: RefCell::new(clamd),
        });
    }
}

#[test]
fn clamd_scans_the_whole_file_up_to_its_size_limit() {
    let clamd = Clamd::start();
    let scanner = clamd.scanner();
    let within = [b"%PDF-1.7\n", eicar().as_slice(), &vec![0; 100_000]].concat();
    assert!(scanner.is_infected(&within).unwrap());
    // A file above the size limit is not reported as clean.
    let refused = scanner.is_infected(&vec![0; 2 * 1024 * 1024]);
    assert!(
        matches!(refused, Err(ExaminationError::Scanner(_))),
        "{refused:?}"
    );
}
