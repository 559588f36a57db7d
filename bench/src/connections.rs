//! Idle connections: TLS handshakes that stay half open, and keep-alive connections that rest
//! between two calls.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rcgen::{CertificateParams, KeyPair};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Outcome;
use crate::browser::Browser;
use crate::server::{Installation, Server};

/// Number of simultaneous half-open handshakes.
pub(crate) const HALF_OPEN: usize = 1_600;
/// Number of resting connections.
pub(crate) const IDLE_CONNECTIONS: usize = 1_000;
/// Duration of the rest: longer than actix-web's default keep-alive, and shorter than that of
/// proxies.
pub(crate) const IDLE_TIME: Duration = Duration::from_secs(10);

/// The first bytes of a TLS handshake.
const HANDSHAKE: [u8; 3] = [0x16, 0x03, 0x01];
const PAGES: usize = 20;
const PAUSE: Duration = Duration::from_millis(200);
const TIMEOUT: Duration = Duration::from_mins(1);

/// Returns the longest time that a page took on another connection while [`HALF_OPEN`] handshakes
/// were held half open. The time includes starting the program that requests the page
/// (`aditus health`).
pub(crate) fn longest_page(installation: &Installation) -> Outcome<Duration> {
    let mut installation = installation.clone();
    let files = installation.data.with_extension("tls");
    fs::create_dir_all(&files)?;
    installation.environment.extend(certificate(&files)?);
    let server = installation.start(&[])?;
    let (held, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    let longest = thread::scope(|scope| {
        scope.spawn(|| hold(&server.host, &held, &ended));
        let longest = wait_until_held(&held).and_then(|()| request_pages(&installation, &server.host));
        ended.store(true, Ordering::Relaxed);
        longest
    })?;
    server.stop()?;
    fs::remove_dir_all(&files)?;
    Ok(longest)
}

/// Creates a certificate. Returns the environment variables with which a server uses it.
fn certificate(folder: &Path) -> Outcome<[(&'static str, String); 3]> {
    let key = KeyPair::generate()?;
    let certificate = CertificateParams::new(["localhost".to_owned()])?.self_signed(&key)?;
    let files = [folder.join("certificate.pem"), folder.join("key.pem")];
    fs::write(&files[0], certificate.pem())?;
    fs::write(&files[1], key.serialize_pem())?;
    fs::set_permissions(&files[1], fs::Permissions::from_mode(0o600))?;
    Ok([
        ("ADITUS_TLS_CERTIFICATE", files[0].to_string_lossy().into_owned()),
        ("ADITUS_TLS_KEY", files[1].to_string_lossy().into_owned()),
        ("ADITUS_PUBLIC_URL", "https://localhost".to_owned()),
    ])
}

fn hold(host: &str, held: &AtomicUsize, ended: &AtomicBool) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return;
    };
    runtime.block_on(async {
        let all = futures_util::future::join_all((0..HALF_OPEN).map(|_| hold_one(host, held)));
        let end = async {
            while !ended.load(Ordering::Relaxed) {
                tokio::time::sleep(PAUSE).await;
            }
        };
        tokio::select! {
            _ = all => {}
            () = end => {}
        }
    });
}

/// Starts one handshake after the other, because the server closes each after some seconds.
async fn hold_one(host: &str, held: &AtomicUsize) {
    loop {
        if let Ok(mut stream) = TcpStream::connect(host).await
            && stream.write_all(&HANDSHAKE).await.is_ok()
        {
            held.fetch_add(1, Ordering::Relaxed);
            // The server sends nothing and closes the connection.
            let _ = stream.read(&mut [0]).await;
            held.fetch_sub(1, Ordering::Relaxed);
        } else {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn wait_until_held(held: &AtomicUsize) -> Outcome<()> {
    let patience = Instant::now() + TIMEOUT;
    while Instant::now() < patience {
        // Some handshakes are restarting at any time.
        if held.load(Ordering::Relaxed) >= HALF_OPEN - HALF_OPEN / 10 {
            return Ok(());
        }
        thread::sleep(PAUSE);
    }
    Err(format!("only {} handshakes are half open", held.load(Ordering::Relaxed)).into())
}

fn request_pages(installation: &Installation, host: &str) -> Outcome<Duration> {
    let port = host.rsplit(':').next().unwrap_or_default();
    let mut longest = Duration::ZERO;
    for _ in 0..PAGES {
        let begun = Instant::now();
        let asked = installation
            .command(&["health"])
            .env("ADITUS_PORT", port)
            .output()?;
        longest = longest.max(begun.elapsed());
        if !asked.status.success() {
            return Err(format!(
                "no page came beside half-open handshakes: {}",
                String::from_utf8_lossy(&asked.stdout)
            )
            .into());
        }
        thread::sleep(PAUSE);
    }
    Ok(longest)
}

pub(crate) struct IdleConnections {
    /// Number of the [`IDLE_CONNECTIONS`] connections that could be used again.
    pub(crate) usable: usize,
    /// Server memory per resting connection, in KiB.
    pub(crate) memory: u64,
}

/// Lets [`IDLE_CONNECTIONS`] connections rest after a call. Then makes another call on each of them.
pub(crate) fn measure_idle(server: &Server) -> Outcome<IdleConnections> {
    let before = server.resident_memory()?;
    let mut browsers = Vec::with_capacity(IDLE_CONNECTIONS);
    for _ in 0..IDLE_CONNECTIONS {
        let mut browser = Browser::connect(&server.host)?;
        browser.get("/health/live")?;
        browsers.push(browser);
    }
    let taken = server.resident_memory()?.saturating_sub(before);
    thread::sleep(IDLE_TIME);
    let usable = browsers
        .iter_mut()
        .filter_map(|browser| browser.get("/health/live").ok())
        .filter(|answer| answer.status == 200)
        .count();
    Ok(IdleConnections {
        usable,
        memory: taken / u64::try_from(IDLE_CONNECTIONS)?,
    })
}
