//! `aditus serve`: the product itself.

use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;

use aditus_files::IsolatedInspector;
use aditus_http::demo::Demo;
use aditus_http::{Api, ServerOptions};
use aditus_push::{Hub, Push, PushSettings, PushWorker};
use sd_notify::NotifyState;
use tokio::signal::unix::{SignalKind, signal};

use crate::clean_failure::{CleanFailure, chain};
use crate::command_line::INSPECT_DOCUMENT;
use crate::commands::backup::no_backup;
use crate::configuration::Configuration;
use crate::data_folder::DataFolder;
use crate::demo::Demonstration;
use crate::first_start::{complete_letters, complete_versions};
use crate::push_gate::PushGate;
use crate::setup::Setup;
use crate::wiring::{ServedBy, Wiring, connections};
use crate::workers::{self, Workers};
use crate::{console, demo};

/// Serves until a termination signal comes. Then the server finishes what runs, the workers stop, and the connections to
/// the database are closed, in this order.
pub(crate) fn run(setup: Setup, with_demo: bool) -> Result<ExitCode, CleanFailure> {
    let (listener, address) = listen(&setup.configuration)?;
    // Whoever tries a demonstration out has invented the number.
    let setup = if with_demo {
        setup.without_text_messages()
    } else {
        setup
    };
    let configuration = &setup.configuration;
    demo::check(&setup, with_demo)?;
    let mut wiring = Wiring::assemble(&setup)?;
    if !with_demo {
        demo::refuse(&setup, wiring.ports.database.as_ref())?;
    }
    if !aditus_http::frontend::is_built() {
        tracing::warn!("this binary was built without a frontend: it serves the API alone; run `just build`");
    }
    for fault in wiring.fonts.faults() {
        tracing::warn!("ADITUS_DOCUMENTS_FONTS: a font is not used: {fault}");
    }
    let demonstration = if with_demo {
        Some(demo::prepare(&setup, &wiring)?)
    } else {
        None
    };
    if let Some(demonstration) = &demonstration {
        wiring.mailer = demonstration.listening_to(Arc::clone(&wiring.mailer));
    }
    let incomplete = |error: &dyn std::error::Error| {
        CleanFailure::new(format!(
            "the requests in the database {} cannot be brought to this version: {}; what was done is kept, start again",
            setup.database_name(),
            setup.cleaned(&chain(error))
        ))
    };
    complete_versions(&wiring.ports).map_err(|error| incomplete(&error))?;
    complete_letters(&wiring.ports).map_err(|error| incomplete(&error))?;
    // The demonstration's own documents need no process of their own.
    let inspector = IsolatedInspector::of_this_program(INSPECT_DOCUMENT);
    wiring.ports.inspector =
        Arc::new(inspector.map_err(|error| CleanFailure::because("documents cannot be inspected", &error))?);
    let backups = backups(&setup, &wiring)?;
    let hub = Hub::new(PushSettings::default());
    let gate = Arc::new(PushGate(wiring.ports.clone()));
    let push = Push::new(Arc::clone(&hub), gate, &wiring.ports.settings.public_url);
    let api = api(&wiring, demonstration)
        .with_trusted_proxies(configuration.trusted_proxies.clone())
        .with_readers(connections(configuration) as usize)
        .with_limits(configuration.load);

    let failed = |error: std::io::Error| CleanFailure::because("a worker cannot be started", &error);
    let pushing = PushWorker::start(Arc::clone(&wiring.ports.database), Arc::clone(&hub)).map_err(failed)?;
    let workers = Workers::start(
        &wiring.ports,
        Arc::clone(&wiring.mailer),
        wiring.gateway.clone(),
        backups,
    )
    .map_err(failed)?;
    drop(wiring);

    let options = ServerOptions {
        workers: configuration.workers,
        grace: configuration.grace,
    };
    let served = actix_web::rt::System::new().block_on(async move {
        let mount = move |config: &mut actix_web::web::ServiceConfig| aditus_push::configure(config, &push);
        // Whoever reads that it is ready may ask it to stop at once.
        let stop = asked_to_stop(hub);
        announce(&address, with_demo);
        tell_manager(NotifyState::Ready);
        aditus_http::serve(listener, api, options, mount, stop).await
    });
    tracing::info!("the server has finished");
    workers.stop();
    pushing.stop();
    served.map_err(|error| CleanFailure::because("the server broke off", &error))?;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// The backups that the server makes by itself. Whoever asks for them believes that they are made.
fn backups(setup: &Setup, wiring: &Wiring) -> Result<Option<workers::backups::Work>, CleanFailure> {
    let Some(backups) = setup.configuration.backups.clone() else {
        return Ok(None);
    };
    if wiring.database.backup().is_none() {
        return Err(CleanFailure::new(format!(
            "backup.dir has no effect: {}; take it out of the configuration",
            no_backup(setup)
        )));
    }
    let folder = DataFolder::open(&setup.configuration.data_dir)?;
    Ok(Some(workers::backups::Work {
        database: Arc::clone(&wiring.database),
        backups,
        note: Box::new(move |made_on, place| {
            if let Err(error) = folder.note_backup(made_on, &place) {
                tracing::warn!(%error, "the last backup cannot be kept in mind");
            }
        }),
    }))
}

fn announce(address: &str, with_demo: bool) {
    console::say(&format!("Aditus is ready at {address}"));
    if with_demo {
        console::say(&format!(
            "The accounts to try are offered at sign-in; their password is {}",
            demo::PASSWORD
        ));
        console::say(&format!(
            "Mails that are sent are shown at {address}/demo/mailbox"
        ));
    }
}

/// Tells systemd, where it has started this process and waits for it.
fn tell_manager(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd cannot be told how far the server is");
    }
}

/// Takes the port before anything else is opened: two servers on one data folder by mistake is the usual reason for a
/// start that fails.
fn listen(configuration: &Configuration) -> Result<(TcpListener, String), CleanFailure> {
    let wanted = (configuration.address, configuration.port);
    let refused = |error: std::io::Error| {
        let what = format!(
            "ADITUS_PORT: cannot listen on {} port {}",
            configuration.address, configuration.port
        );
        match error.kind() {
            std::io::ErrorKind::AddrInUse => CleanFailure::new(format!(
                "{what}: the port is taken; stop the other program or choose another port"
            )),
            _ => CleanFailure::because(&what, &error),
        }
    };
    let listener = TcpListener::bind(wanted).map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
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
    Ok((listener, format!("http://{host}:{}", address.port())))
}

fn api(wiring: &Wiring, demonstration: Option<Demonstration>) -> Api {
    let api = Api::new(wiring.ports.clone());
    let api = match wiring.documents.clone() {
        ServedBy::Aditus(files) => api.with_signed_files(files),
        ServedBy::ObjectStore(origin) => api.with_file_origin(origin),
    };
    match demonstration {
        Some(demonstration) => api.with_demo(Arc::new(demonstration) as Arc<dyn Demo>),
        None => api,
    }
}

/// Waits for a termination signal or an interrupt; either lets the server finish what runs. It waits for its connections
/// to end, and websockets never end by themselves: they are closed here. The browser connects again, to the node that
/// takes over.
/// Signals are heard from the call on, and not only when it is awaited.
fn asked_to_stop(hub: Arc<Hub>) -> impl Future<Output = ()> + Send {
    let heard = signal(SignalKind::terminate())
        .and_then(|terminate| Ok((terminate, signal(SignalKind::interrupt())?)));
    async move {
        let (mut terminate, mut interrupt) = match heard {
            Ok(heard) => heard,
            Err(error) => {
                tracing::warn!(%error, "signals cannot be heard; the server has to be killed");
                return std::future::pending().await;
            }
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tell_manager(NotifyState::Stopping);
        hub.shut_down();
    }
}
