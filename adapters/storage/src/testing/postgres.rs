//! A temporary PostgreSQL server that listens on a socket in its own folder and ends with the
//! process that started it.

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use diesel::{Connection, PgConnection};

/// The server on which databases are created.
pub(super) enum Server {
    /// An existing server: its URL without a database.
    Given(String),
    /// A server started by this process. The keeper waits on its standard input and stops the
    /// server when this process ends.
    Own {
        folder: PathBuf,
        in_memory: bool,
        _keeper: Child,
    },
}

/// Returns the server of this process, starting it on first use.
pub(super) fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| match std::env::var("ADITUS_TEST_POSTGRES_URL") {
        Ok(url) => Server::Given(url.trim_end_matches('/').to_owned()),
        Err(_) => start(),
    })
}

impl Server {
    /// Returns the URL of one of its databases.
    pub(super) fn url(&self, database: &str) -> String {
        match self {
            Self::Given(url) => format!("{url}/{database}"),
            Self::Own { folder, .. } => {
                format!("postgres:///{database}?host={}&user=postgres", folder.display())
            }
        }
    }

    /// Returns true if its databases use memory, so that each has to be dropped after its test.
    pub(super) const fn is_in_memory(&self) -> bool {
        matches!(self, Self::Own { in_memory: true, .. })
    }
}

/// Stops the server and removes its folder when standard input closes, which happens when the
/// process at the other end is gone for any reason. Autovacuum is off, because hundreds of
/// databases exist for only a second.
const SUPERVISOR_SCRIPT: &str = r#"
"$0/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c synchronous_commit=off \
    -c full_page_writes=off -c max_connections=300 -c autovacuum=off >"$1/log" 2>&1 &
server=$!
cat >/dev/null
kill -INT "$server"
wait "$server"
rm -rf "$1"
"#;

/// A file system in memory. A database has 300 files, and ext4 takes long to create files within
/// minutes after many others were deleted, such as those of the previous test program.
const MEMORY: &str = "/dev/shm";

/// The free space in bytes from which databases are in memory. The databases of all running tests
/// and the log of the server need less.
const MEMORY_NEEDED: u64 = 2 << 30;

fn has_memory() -> bool {
    let Ok(output) = Command::new("df")
        .args(["--output=avail", "--block-size=1", MEMORY])
        .output()
    else {
        return false;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let available = text.lines().nth(1).and_then(|line| line.trim().parse().ok());
    available.is_some_and(|bytes: u64| bytes >= MEMORY_NEEDED)
}

fn start() -> Server {
    let programs = programs();
    let in_memory = has_memory();
    let base = if in_memory {
        PathBuf::from(MEMORY)
    } else {
        std::env::temp_dir()
    };
    let folder = base.join(format!("aditus-postgres-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the server");
    let owner = owner();
    if let Some((user, group)) = owner {
        std::os::unix::fs::chown(&folder, Some(user), Some(group)).expect("the folder is handed over");
    }
    let made = as_owner(Command::new(programs.join("initdb")), owner)
        .arg("-D")
        .arg(folder.join("data"))
        .args([
            "-A",
            "trust",
            "-U",
            "postgres",
            "-N",
            "--locale=C.UTF-8",
            "-E",
            "UTF8",
        ])
        .output()
        .expect("initdb runs");
    assert!(
        made.status.success(),
        "initdb: {}",
        String::from_utf8_lossy(&made.stderr)
    );
    let keeper = as_owner(Command::new("sh"), owner)
        .args(["-c", SUPERVISOR_SCRIPT])
        .arg(&programs)
        .arg(&folder)
        // A process group of its own keeps the keeper alive when a terminal interrupts the tests,
        // so that it can clean up.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let server = Server::Own {
        folder,
        in_memory,
        _keeper: keeper,
    };
    let deadline = Instant::now() + Duration::from_mins(1);
    while PgConnection::establish(&server.url("postgres")).is_err() {
        assert!(
            Instant::now() < deadline,
            "the temporary PostgreSQL server did not start"
        );
        std::thread::yield_now();
    }
    server
}

/// Finds the folder of the server's programs: on the `PATH`, or in Debian's location.
fn programs() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has_both = |folder: &Path| folder.join("initdb").exists() && folder.join("postgres").exists();
    let mut versions: Vec<_> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|folders| {
            folders
                .flatten()
                .map(|folder| folder.path().join("bin"))
                .collect()
        })
        .unwrap_or_default();
    versions.sort();
    std::env::split_paths(&path)
        .chain(versions.into_iter().rev())
        .find(|folder| has_both(folder))
        .unwrap_or_else(|| {
            panic!(
                "no PostgreSQL server found: run the recipe `setup`, or name one in ADITUS_TEST_POSTGRES_URL"
            )
        })
}

/// Returns the user and group that the server runs as, because it refuses to run as root.
fn owner() -> Option<(u32, u32)> {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    if !is_root {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("the list of users");
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    ids("postgres").or_else(|| ids("nobody"))
}

fn as_owner(mut command: Command, owner: Option<(u32, u32)>) -> Command {
    command.current_dir("/");
    if let Some((user, group)) = owner {
        command.uid(user).gid(group);
    }
    command
}
