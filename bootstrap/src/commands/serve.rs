//! `aditus serve`: runs the server.

use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;

use actix_web::dev::ServerHandle;
use aditus_application::Ports;
use aditus_application::audit::log::can_open_signing_key;
use aditus_application::audit::log::origin::{self, is_local};
use aditus_application::audit::start;
use aditus_application::ports::DatabaseBackup;
use aditus_documents::FontFiles;
use aditus_files::IsolatedInspector;
use aditus_http::demo::Demo;
use aditus_http::tls::Certificates;
use aditus_http::{Api, ServerError, ServerOptions};
use aditus_push::{Hub, Push, PushSettings, PushWorker};
use aditus_system::require_private;
use aditus_watching::Metrics;
use aditus_watching::traces::CallSampler;
use sd_notify::NotifyState;
use tokio::signal::unix::{SignalKind, signal};

use crate::checkpoint_file::CheckpointFile;
use crate::clean_failure::CleanFailure;
use crate::command_line::{INSPECT_DOCUMENT, VERSION};
use crate::commands::backup::{no_backup, unusable};
use crate::configuration::{Configuration, LogFormat, host_of};
use crate::data_folder::DataFolder;
use crate::demo::Demonstration;
use crate::push_backend::UseCaseBackend;
use crate::setup::Setup;
use crate::watching::{MetricsListener, SnapshotSource, WatchedLog, WatchedParts, Watcher};
use crate::wiring::{ServedBy, Wiring, connections, own_workers, record_seeded};
use crate::workers::{self, Workers};
use crate::{console, demo, listening};

/// Serves until a termination signal comes. Then the server finishes its running requests, the
/// workers stop, and the connections to the database are closed, in this order.
pub(crate) fn run(setup: Setup, with_demo: bool) -> Result<ExitCode, CleanFailure> {
    for warning in &setup.warnings {
        tracing::warn!("configuration: {warning}");
    }
    let (listener, address) = listen(&setup.configuration)?;
    let metrics_listener = MetricsListener::open(&setup.configuration, setup.clock().as_ref())?;
    let setup = if with_demo {
        demo::adapt_setup(setup)
    } else {
        setup
    };
    let configuration = &setup.configuration;
    demo::check(&setup, with_demo)?;
    let certificates = certificates(&setup)?;
    // Held until the end of the process.
    let (mut wiring, _claim) = Wiring::assemble_for_server(&setup)?;
    if !with_demo {
        demo::refuse_demonstration(&setup, wiring.ports.database.as_ref())?;
    }
    warn_of_missing_parts(&wiring);
    let demonstration = if with_demo {
        Some(demo::prepare(&setup, &wiring)?)
    } else {
        None
    };
    if let Some(demonstration) = &demonstration {
        wiring.mailer = demonstration.copying_mailer(Arc::clone(&wiring.mailer));
    }
    refuse_other_secrets(&setup, &wiring.ports)?;
    record_seeded(&setup, &wiring.ports)?;
    warn_of_log_name(&wiring.ports, with_demo);
    record_start(&setup, &wiring)?;
    // Set after the demonstration is filled: its own documents need no separate process.
    let inspector = IsolatedInspector::of_this_program(INSPECT_DOCUMENT);
    wiring.ports.inspector =
        Arc::new(inspector.map_err(|error| CleanFailure::because("documents cannot be inspected", &error))?);
    let metrics = metrics_listener
        .as_ref()
        .map(|listener| Arc::clone(&listener.metrics));
    let backups = backups(&setup, &wiring, metrics.as_ref())?;
    let hub = Hub::new(PushSettings::default());
    let backend = Arc::new(UseCaseBackend(wiring.ports.clone()));
    let push = Push::new(Arc::clone(&hub), backend, &wiring.ports.settings.public_url);
    let api = api(&wiring, configuration, demonstration, metrics.as_ref());

    let failed = |error: std::io::Error| CleanFailure::because("a worker cannot be started", &error);
    let pushing = PushWorker::start(Arc::clone(&wiring.ports.database), Arc::clone(&hub)).map_err(failed)?;
    let mailer = Arc::clone(&wiring.mailer);
    let gateway = wiring.gateway.clone();
    let mut workers =
        Workers::start(&wiring.ports, mailer, gateway, metrics.as_ref(), backups).map_err(failed)?;
    let log = start_log_workers(&mut workers, &wiring).map_err(failed)?;
    start_own_workers(&mut workers, &setup, &wiring)?;
    if let Some(certificates) = &certificates {
        workers
            .start_certificate_reload(Arc::clone(certificates))
            .map_err(failed)?;
    }
    let metrics_server = match metrics_listener {
        Some(metrics_listener) => {
            let (api, hub) = (api.clone(), Arc::clone(&hub));
            let folder = DataFolder::open(&configuration.data_dir)?;
            let watched = WatchedParts {
                certificates: certificates.clone(),
                folder,
                kind: wiring.database.backup().map(DatabaseBackup::kind),
                log,
            };
            let snapshots = SnapshotSource::start(&wiring.ports, api, hub, watched, configuration);
            Some((metrics_listener, snapshots.map_err(failed)?))
        }
        None => None,
    };
    drop(wiring);

    let reloaded = certificates.clone();
    let format = configuration.log_format;
    let options = ServerOptions {
        workers: configuration.workers,
        grace: configuration.grace,
        tls: certificates,
    };
    let served = actix_web::rt::System::new().block_on(async move {
        let mount = move |config: &mut actix_web::web::ServiceConfig| aditus_push::configure(config, &push);
        // Listens before the server is announced as ready: a supervisor may send a signal right
        // after that.
        let stop = shutdown_signal(hub);
        reload_on_hangup(reloaded);
        let metrics_server = metrics_server
            .map(|pair| serve_metrics(pair, format))
            .transpose()?;
        announce(&address, with_demo, format);
        notify_systemd(NotifyState::Ready);
        let served = aditus_http::serve(listener, api, options, mount, stop).await;
        // Metrics are served until the server has ended.
        if let Some(handle) = metrics_server {
            handle.stop(true).await;
        }
        served
    });
    if served.is_ok() {
        tracing::info!("all connections are closed; stopping the workers");
    }
    workers.stop();
    pushing.stop();
    served.map_err(|error| CleanFailure::because("the server stopped unexpectedly", &error))?;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

fn warn_of_missing_parts(wiring: &Wiring) {
    if !aditus_http::frontend::is_built() {
        tracing::warn!("this binary was built without a frontend: it serves the API alone; run `just build`");
    }
    for fault in wiring.fonts.iter().flat_map(FontFiles::faults) {
        tracing::warn!("ADITUS_DOCUMENTS_FONTS: skipped a font: {fault}");
    }
}

fn record_start(setup: &Setup, wiring: &Wiring) -> Result<(), CleanFailure> {
    let configuration = &setup.configuration;
    start::execute(&wiring.ports, VERSION, format!("{configuration:#?}")).map_err(|error| {
        CleanFailure::new(format!(
            "the start cannot be recorded in the database {}: {}",
            setup.database_name(),
            setup.database_failure(&error)
        ))
    })
}

/// Refuses secrets of another installation: with them the server could neither send mails nor
/// continue the log.
fn refuse_other_secrets(setup: &Setup, ports: &Ports) -> Result<(), CleanFailure> {
    match can_open_signing_key(ports) {
        Ok(true) => Ok(()),
        Ok(false) => Err(CleanFailure::new(format!(
            "{} is not the secret of the installation in the database {}: it does not open the key of the transparency log. Replace it with the \
             right one. If that is permanently lost, run `aditus audit keys --rotate`: a new key then signs the log. See KEYS.md",
            setup.configuration.data_dir.join("secrets/master.key").display(),
            setup.database_name()
        ))),
        Err(error) => Err(CleanFailure::new(format!(
            "the database {} cannot be read: {}",
            setup.database_name(),
            setup.database_failure(&error)
        ))),
    }
}

/// Warns, at each start, if the log has or will get a name that other installations have too.
fn warn_of_log_name(ports: &Ports, with_demo: bool) {
    // The next step reports a database that does not answer.
    let Ok(origin::Answer { origin, is_final }) = origin::execute(ports) else {
        return;
    };
    if with_demo || !is_local(&origin) {
        return;
    }
    let (named, to_do) = if is_final {
        ("is", "Begin a new installation if people are to rely on it, with")
    } else {
        ("will be", "Before people rely on this installation, set")
    };
    tracing::warn!(
        "the transparency log {named} permanently called {origin}, like those of other installations: a witness cannot distinguish them. \
         {to_do} ADITUS_PUBLIC_URL or ADITUS_AUDIT_ORIGIN; see \"The name of the log\" in PROOF.md"
    );
}

/// Starts the worker that continues the transparency log, and the witness worker if one is
/// configured.
fn start_log_workers(workers: &mut Workers, wiring: &Wiring) -> std::io::Result<WatchedLog> {
    let stopped =
        workers.start_sequencer(&wiring.ports, CheckpointFile::at(wiring.log_checkpoint.clone()))?;
    let witness = wiring.witness.as_ref().map(|work| work.witness.name().to_owned());
    if let Some(work) = &wiring.witness {
        workers.start_witness(&wiring.ports, work.clone())?;
    }
    Ok(WatchedLog { stopped, witness })
}

fn start_own_workers(workers: &mut Workers, setup: &Setup, wiring: &Wiring) -> Result<(), CleanFailure> {
    let own = own_workers(setup, &wiring.ports)?;
    let started = workers.start_own(&wiring.ports, own);
    started.map_err(|error| CleanFailure::because("a worker cannot be started", &error))
}

/// Starts the server of the metrics.
fn serve_metrics(
    (listener, snapshots): (MetricsListener, SnapshotSource),
    format: LogFormat,
) -> Result<ServerHandle, ServerError> {
    let server = aditus_watching::serve(listener.listener, listener.metrics, move || snapshots.take())?;
    console::announce(
        format,
        &format!("Metrics are served at http://{}/metrics", listener.address),
    );
    let handle = server.handle();
    actix_web::rt::spawn(server);
    Ok(handle)
}

/// Reads the certificate and the key if the server speaks TLS itself.
fn certificates(setup: &Setup) -> Result<Option<Arc<Certificates>>, CleanFailure> {
    let configuration = &setup.configuration;
    let Some(files) = &configuration.tls else {
        return Ok(None);
    };
    let host = host_of(&configuration.settings.public_url);
    let certificates = Certificates::open(files.clone(), host, setup.clock())
        .map_err(|error| CleanFailure::because("ADITUS_TLS_CERTIFICATE and ADITUS_TLS_KEY", &error))?;
    require_private(&files.key).map_err(|error| CleanFailure::because("ADITUS_TLS_KEY", &error))?;
    Ok(Some(certificates))
}

/// Prepares the backups that the server makes by itself. A configuration that cannot work is
/// refused, since the deployer relies on it.
fn backups(
    setup: &Setup,
    wiring: &Wiring,
    metrics: Option<&Arc<Metrics>>,
) -> Result<Option<workers::backups::BackupWorker>, CleanFailure> {
    let Some(backups) = setup.configuration.backups.clone() else {
        return Ok(None);
    };
    let Some(database) = wiring.database.backup() else {
        return Err(CleanFailure::new(format!(
            "backup.dir has no effect: {}; remove it from the configuration",
            no_backup(setup)
        )));
    };
    let kind = database.kind();
    // The server starts all the same: the disk may be mounted later.
    if let Some(problem) = unusable(&backups.dir) {
        tracing::error!("the backup folder cannot be used yet; backups are retried: {problem}");
    }
    let folder = DataFolder::open(&setup.configuration.data_dir)?;
    Ok(Some(workers::backups::BackupWorker {
        database: Arc::clone(&wiring.database),
        backups,
        note: Box::new(move |made_on, place| {
            if let Err(error) = folder.note_backup(made_on, kind, &place) {
                tracing::warn!(%error, "cannot record the backup, so `aditus check` and the metrics will not report it");
            }
        }),
        metrics: metrics.cloned(),
    }))
}

fn announce(address: &str, with_demo: bool, format: LogFormat) {
    console::announce(format, &format!("Aditus is ready at {address}"));
    if with_demo {
        let password = format!(
            "The sign-in dialog lists accounts to try; their password is {}",
            demo::PASSWORD
        );
        console::announce(format, &password);
        let mailbox = format!("Sent emails are shown at {address}/demo/mailbox");
        console::announce(format, &mailbox);
    }
}

/// Notifies systemd, if it started this process and waits for it.
fn notify_systemd(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "cannot notify systemd of the server's state");
    }
}

/// Binds the port before anything else is opened: a second server on the same data folder is the
/// usual cause of a failed start.
fn listen(configuration: &Configuration) -> Result<(TcpListener, String), CleanFailure> {
    let wanted = SocketAddr::new(configuration.address, configuration.port);
    let (listener, address) = listening::bind("ADITUS_PORT", wanted)?;
    let host = if address.ip().is_unspecified() {
        "localhost".to_owned()
    } else {
        address.ip().to_string()
    };
    let host = if host.contains(':') {
        format!("[{host}]")
    } else {
        host
    };
    let scheme = if configuration.tls.is_some() {
        "https"
    } else {
        "http"
    };
    Ok((listener, format!("{scheme}://{host}:{}", address.port())))
}

fn api(
    wiring: &Wiring,
    configuration: &Configuration,
    demonstration: Option<Demonstration>,
    metrics: Option<&Arc<Metrics>>,
) -> Api {
    let mut api = Api::new(wiring.ports.clone())
        .with_trusted_proxies(configuration.trusted_proxies.clone())
        .with_readers(connections(configuration) as usize)
        .with_limits(configuration.load);
    api = match wiring.documents.clone() {
        ServedBy::Aditus(files) => api.with_signed_files(files),
        ServedBy::ObjectStore(origin) => api.with_file_origin(origin),
    };
    if let Some(demonstration) = demonstration {
        api = api.with_demo(Arc::new(demonstration) as Arc<dyn Demo>);
    }
    if let Some(watcher) = Watcher::new(metrics, configuration.traces.as_ref().map(CallSampler::new)) {
        api = api.with_watch(watcher);
    }
    api
}

/// Handles SIGHUP, which would end the process silently, as the request to reload the certificate.
fn reload_on_hangup(certificates: Option<Arc<Certificates>>) {
    let mut hangup = match signal(SignalKind::hangup()) {
        Ok(hangup) => hangup,
        Err(error) => {
            tracing::warn!(
                %error,
                "cannot handle SIGHUP, which will end the server instead of reloading the certificate"
            );
            return;
        }
    };
    actix_web::rt::spawn(async move {
        while hangup.recv().await.is_some() {
            if let Some(certificates) = certificates.clone() {
                tracing::info!(
                    "SIGHUP: reloading certificates; other changes of the configuration need a restart"
                );
                // Files are read on a thread that may block.
                let _ = tokio::task::spawn_blocking(move || certificates.reload()).await;
            } else {
                tracing::info!(
                    "SIGHUP: nothing to reload without TLS; changes of the configuration need a restart"
                );
            }
        }
    });
}

/// Waits for a termination signal or an interrupt; either lets the server finish its running
/// requests. The server waits for its connections to end, and websockets never end by themselves,
/// so they are closed here. The browser reconnects to the node that takes over.
///
/// The signal handlers are installed by the call, not when the future is first polled.
fn shutdown_signal(hub: Arc<Hub>) -> impl Future<Output = ()> + Send {
    let signals = signal(SignalKind::terminate())
        .and_then(|terminate| Ok((terminate, signal(SignalKind::interrupt())?)));
    async move {
        let (mut terminate, mut interrupt) = match signals {
            Ok(signals) => signals,
            Err(error) => {
                tracing::warn!(%error, "cannot handle signals; the server can only be killed");
                return std::future::pending().await;
            }
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        notify_systemd(NotifyState::Stopping);
        hub.shut_down();
    }
}
