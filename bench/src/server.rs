//! The server as a process of its own.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::browser::Browser;
use crate::database::Address;

/// How to start a server.
#[derive(Debug, Clone)]
pub(crate) struct Installation {
    pub(crate) binary: PathBuf,
    /// The data folder.
    pub(crate) data: PathBuf,
    pub(crate) database: Address,
    /// Variables of the environment that this binary knows and an older one may not.
    pub(crate) environment: Vec<(&'static str, String)>,
}

/// A server that runs; it is ended when this is dropped.
pub(crate) struct Server {
    process: Child,
    /// Host and port.
    pub(crate) host: String,
    /// From the start of the process to its first good answer.
    pub(crate) ready_after: Duration,
}

impl Installation {
    /// Starts a server and waits until it answers.
    pub(crate) fn start(&self, arguments: &[&str]) -> Outcome<Server> {
        fs::create_dir_all(&self.data)?;
        let log = self.data.with_extension("log");
        let begun = Instant::now();
        let mut process = self
            .command(&["serve"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(File::create(&log)?)
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", self.binary.display()))?;
        match wait_until_ready(&mut process) {
            Ok(host) => Ok(Server {
                process,
                host,
                ready_after: begun.elapsed(),
            }),
            Err(error) => {
                let _ = process.kill();
                let _ = process.wait();
                let said = fs::read_to_string(&log).unwrap_or_default();
                Err(format!("{error}; its log, {}, says:\n{said}", log.display()).into())
            }
        }
    }
}

impl Installation {
    /// The binary with this installation's configuration.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .args(arguments)
            .env("ADITUS_DATA_DIR", &self.data)
            .env("ADITUS_DATABASE_URL", self.database.url())
            .env("ADITUS_PORT", "0")
            // An attack comes from many networks, as far as a proxy tells.
            .env("ADITUS_TRUSTED_PROXIES", "127.0.0.1")
            .env("RUST_LOG", "warn")
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null());
        command
    }
}

fn wait_until_ready(process: &mut Child) -> Outcome<String> {
    let said = process.stdout.take().ok_or("the server has no output")?;
    let mut lines = BufReader::new(said).lines();
    let address = loop {
        let line = lines.next().ok_or("the server ended before it was ready")??;
        if let Some(address) = line.strip_prefix("Aditus is ready at ") {
            break address.to_owned();
        }
    };
    // What else it says must be read by somebody, or it would block.
    std::thread::spawn(move || for _ in lines.by_ref() {});
    // The browser here speaks no TLS.
    if let Some(host) = address.strip_prefix("https://") {
        return Ok(host.to_owned());
    }
    let host = address.trim_start_matches("http://").to_owned();
    // It says so when its port is open: a call that comes before it looks waits there.
    let answer = Browser::connect(&host)?.get("/health/ready")?;
    if answer.status == 200 {
        Ok(host)
    } else {
        Err(format!(
            "the server answered {} when it said that it was ready",
            answer.status
        )
        .into())
    }
}

impl Server {
    /// The memory that the process has in use, in KiB: `VmRSS`.
    pub(crate) fn resident_memory(&self) -> Outcome<u64> {
        self.memory("VmRSS:")
    }

    /// The most memory that the process has had in use, in KiB: `VmHWM`.
    pub(crate) fn peak_memory(&self) -> Outcome<u64> {
        self.memory("VmHWM:")
    }

    /// Forgets what was taken so far, and answers what is in use now: `VmRSS`, from which the next `VmHWM` begins.
    pub(crate) fn forget_peak(&self) -> Outcome<u64> {
        let path = Path::new("/proc")
            .join(self.process.id().to_string())
            .join("clear_refs");
        fs::write(path, "5")?;
        self.resident_memory()
    }

    /// The processor time that the process has taken so far, its own and that of the kernel for it.
    pub(crate) fn processor_time(&self) -> Outcome<Duration> {
        /// What Linux counts it in, whatever its own clock does.
        const TICKS_A_SECOND: u64 = 100;
        let path = Path::new("/proc")
            .join(self.process.id().to_string())
            .join("stat");
        let stat = fs::read_to_string(path)?;
        // The name of the program, in parentheses, may hold anything.
        let behind_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks = behind_name
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(str::parse::<u64>)
            .sum::<Result<u64, _>>()?;
        Ok(Duration::from_millis(ticks * 1000 / TICKS_A_SECOND))
    }

    fn memory(&self, name: &str) -> Outcome<u64> {
        let path = Path::new("/proc")
            .join(self.process.id().to_string())
            .join("status");
        let status = fs::read_to_string(path)?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(name))
            .ok_or("the memory of the server is not known")?;
        Ok(line.trim().trim_end_matches("kB").trim().parse()?)
    }

    /// Ends it as a power failure would: it can finish nothing.
    pub(crate) fn kill(&mut self) -> Outcome<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Ends it as an administrator would, and waits for it.
    pub(crate) fn stop(mut self) -> Outcome<()> {
        self.end()
    }

    /// The same, where another server takes the place of this one.
    pub(crate) fn end(&mut self) -> Outcome<()> {
        Command::new("kill")
            .arg("-TERM")
            .arg(self.process.id().to_string())
            .status()?;
        let ended = self.process.wait()?;
        if ended.success() {
            Ok(())
        } else {
            Err(format!("the server ended with {ended}").into())
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.process.try_wait(), Ok(None)) {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}
