//! Inspection of files in a separate process with limits of memory and processor time.
//!
//! A file that unpacks to many times its size, or a fault of a parser, ends that process and not
//! the server.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use aditus_application::ports::{ExaminationError, FileInspector};
use aditus_domain::requests::{ContentFault, FileContent, FileType, MAX_FILE_BYTES};
use rustix::process::{Resource, Rlimit, nice, setrlimit};

use super::{ContentInspector, DetectedType, detect_type};

/// Most memory of the process, in bytes: a decoded image, its decoder, and the program itself.
const MAX_MEMORY: u64 = 768 * 1024 * 1024;
/// Most seconds of processor time.
const MAX_SECONDS: u64 = 3;
/// Gives the process about a thirtieth of a contended processor, like the production of documents.
const NICENESS: i32 = 15;

/// Argument of the process once it has limited itself.
const LIMITED: &str = "--limited";
/// First line of the answer: the process has started and read the file.
const BEGUN: &str = "begun";
const SOUND: &str = "sound";
const PROTECTED: &str = "protected";

/// Inspects files in another process. Callers limit how many run at once.
#[derive(Debug)]
pub struct IsolatedInspector {
    program: OsString,
    argument: OsString,
}

impl IsolatedInspector {
    /// Uses this program, which has to call [`answer_inspector`] when it is started with
    /// `argument`.
    pub fn new(program: impl Into<OsString>, argument: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            argument: argument.into(),
        }
    }

    /// Uses the running program, even if another version of it was installed meanwhile.
    pub fn of_this_program(argument: &'static str) -> io::Result<Self> {
        let itself = this_program()?;
        Ok(Self::new(itself, argument))
    }

    /// Runs the process with the file as its standard input, and returns what it wrote.
    fn run_process(&self, bytes: &[u8]) -> io::Result<String> {
        let mut process = Command::new(&self.program)
            .arg(&self.argument)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let written = match process.stdin.take() {
            Some(mut stdin) => stdin.write_all(bytes),
            None => Ok(()),
        };
        let mut answer = String::new();
        let read = match process.stdout.take() {
            Some(stdout) => stdout.take(100).read_to_string(&mut answer),
            None => Ok(0),
        };
        process.wait()?;
        read?;
        // A process that ended before it read the whole file has not written `BEGUN`, which the
        // caller detects.
        written.or_else(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(error),
        })?;
        Ok(answer)
    }
}

/// Returns the path of the running program. The link in `/proc` stays right when the file is
/// replaced.
fn this_program() -> io::Result<OsString> {
    let own = OsString::from("/proc/self/exe");
    if std::path::Path::new(&own).exists() {
        Ok(own)
    } else {
        std::env::current_exe().map(Into::into)
    }
}

impl FileInspector for IsolatedInspector {
    fn inspect(&self, bytes: &[u8]) -> Result<FileContent, ExaminationError> {
        let file_type = match detect_type(bytes) {
            DetectedType::Accepted(file_type) => file_type,
            DetectedType::Foreign(format) => return Ok(FileContent::Foreign(format)),
            DetectedType::Unknown => return Ok(FileContent::Other),
        };
        let unavailable = |error: io::Error| ExaminationError::Inspector(Box::new(error));
        let answer = self.run_process(bytes).map_err(unavailable)?;
        let mut lines = answer.lines();
        if lines.next() != Some(BEGUN) {
            return Err(unavailable(io::Error::other(
                "the process that inspects files ended before it read the file",
            )));
        }
        match lines.next() {
            Some(SOUND) => Ok(FileContent::Sound(file_type)),
            Some(PROTECTED) if file_type == FileType::Pdf => Ok(FileContent::Protected),
            Some(name) => match ContentFault::parse(name) {
                Some(fault) => Ok(FileContent::Unsound(file_type, fault)),
                None => Err(unavailable(io::Error::other(
                    "the process that inspects files wrote an unknown result",
                ))),
            },
            None => {
                tracing::warn!(
                    bytes = bytes.len(),
                    "the process that inspected a file crashed or exceeded its limits, so the file counts as damaged"
                );
                Ok(FileContent::Unsound(file_type, ContentFault::Damaged))
            }
        }
    }
}

/// Runs the inspecting process: sets its limits, executes itself again so that the limits cover all
/// of its memory, reads a file from standard input, and writes the result to standard output.
pub fn answer_inspector(argument: &str, is_limited: bool) -> io::Result<()> {
    if !is_limited {
        limit_this_process()?;
        return Err(Command::new(this_program()?).args([argument, LIMITED]).exec());
    }
    let mut bytes = Vec::new();
    io::stdin().take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{BEGUN}")?;
    out.flush()?;
    let answer = match ContentInspector.inspect(&bytes) {
        Ok(FileContent::Sound(_)) => SOUND,
        Ok(FileContent::Unsound(_, fault)) => fault.name(),
        Ok(FileContent::Protected) => PROTECTED,
        Ok(FileContent::Foreign(_) | FileContent::Other) | Err(_) => ContentFault::Damaged.name(),
    };
    writeln!(out, "{answer}")?;
    out.flush()
}

fn limit_this_process() -> io::Result<()> {
    for (resource, most) in [
        (Resource::As, MAX_MEMORY),
        (Resource::Cpu, MAX_SECONDS),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit)?;
    }
    // Inspection works without the lower priority too.
    let _ = nice(NICENESS);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PDF: &[u8] = b"%PDF-1.7\n";

    /// Makes an inspector from a shell script. The shell reads the script, because executing a file
    /// that was just written can fail: another test may fork while the file is open for writing.
    fn saying(folder: &tempfile::TempDir, script: &str) -> IsolatedInspector {
        let path = folder.path().join("inspector");
        std::fs::write(&path, script).unwrap();
        IsolatedInspector::new("/bin/sh", path)
    }

    #[test]
    fn the_result_that_the_process_writes_is_returned() {
        let folder = tempfile::tempdir().unwrap();
        let inspect = |script: &str| saying(&folder, script).inspect(PDF).unwrap();
        assert_eq!(
            inspect("cat >/dev/null; echo begun; echo sound"),
            FileContent::Sound(FileType::Pdf)
        );
        assert_eq!(
            inspect("cat >/dev/null; echo begun; echo protected"),
            FileContent::Protected
        );
        assert_eq!(
            inspect("echo begun; echo launch"),
            FileContent::Unsound(FileType::Pdf, ContentFault::Launch)
        );
    }

    #[test]
    fn a_file_that_kills_the_process_counts_as_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let inspector = saying(&folder, "cat >/dev/null; echo begun; kill -9 $$");
        assert_eq!(
            inspector.inspect(PDF).unwrap(),
            FileContent::Unsound(FileType::Pdf, ContentFault::Damaged)
        );
    }

    #[test]
    fn a_failing_process_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        for inspector in [
            saying(&folder, "exit 1"),
            saying(&folder, "echo begun; echo hello"),
            IsolatedInspector::new(folder.path().join("missing"), "inspect"),
        ] {
            let refused = inspector.inspect(PDF);
            assert!(
                matches!(refused, Err(ExaminationError::Inspector(_))),
                "{refused:?}"
            );
        }
        let nobody = IsolatedInspector::new(folder.path().join("missing"), "inspect");
        assert_eq!(nobody.inspect(b"plain text").unwrap(), FileContent::Other);
    }
}
