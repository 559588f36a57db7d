//! Runs the server as a separate process.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::browser::Browser;
use crate::database::Address;

/// The configuration of a server.
#[derive(Debug, Clone)]
pub(crate) struct Installation {
    pub(crate) binary: PathBuf,
    pub(crate) data: PathBuf,
    pub(crate) database: Address,
    /// Environment variables. An older binary may not know them.
    pub(crate) environment: Vec<(&'static str, String)>,
}

/// A running server. It is killed when dropped.
pub(crate) struct Server {
    process: Child,
    /// Host and port.
    pub(crate) host: String,
    /// Time from the start of the process to its first successful response.
    pub(crate) ready_after: Duration,
}

impl Installation {
    /// Starts a server and waits until it is ready.
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
    /// Returns a command that runs the binary with this installation's configuration.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .args(arguments)
            .env("ADITUS_DATA_DIR", &self.data)
            .env("ADITUS_DATABASE_URL", self.database.url())
            .env("ADITUS_PORT", "0")
            // Trust the local proxy header, so that an attack can pretend to come from many
            // networks.
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
    // Drain further output, or the server would block on a full pipe.
    std::thread::spawn(move || for _ in lines.by_ref() {});
    // The HTTP client of the bench does not support TLS.
    if let Some(host) = address.strip_prefix("https://") {
        return Ok(host.to_owned());
    }
    let host = address.trim_start_matches("http://").to_owned();
    // The server prints the line as soon as its port is open. A call that arrives before it accepts
    // connections waits in the backlog.
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
    /// Returns the resident memory in KiB (`VmRSS`).
    pub(crate) fn resident_memory(&self) -> Outcome<u64> {
        self.memory("VmRSS:")
    }

    /// Returns the peak memory in KiB (`VmHWM`).
    pub(crate) fn peak_memory(&self) -> Outcome<u64> {
        self.memory("VmHWM:")
    }

    /// Resets the peak memory (`VmHWM`) and returns the current resident memory in KiB (`VmRSS`).
    pub(crate) fn forget_peak(&self) -> Outcome<u64> {
        let path = Path::new("/proc")
            .join(self.process.id().to_string())
            .join("clear_refs");
        fs::write(path, "5")?;
        self.resident_memory()
    }

    /// Returns the processor time of the process so far, in user and kernel mode.
    pub(crate) fn processor_time(&self) -> Outcome<Duration> {
        /// `USER_HZ` of Linux, which does not depend on the kernel's timer frequency.
        const TICKS_A_SECOND: u64 = 100;
        let path = Path::new("/proc")
            .join(self.process.id().to_string())
            .join("stat");
        let stat = fs::read_to_string(path)?;
        // Skip the program name, which may contain spaces and parentheses.
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

    /// Kills the server without a chance to finish anything, like a power failure.
    pub(crate) fn kill(&mut self) -> Outcome<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Stops the server as an administrator would, and waits for its end.
    pub(crate) fn stop(mut self) -> Outcome<()> {
        self.end()
    }

    /// The same for a server that will be replaced.
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
