//! The server: middleware, security headers and routes.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol};
use actix_service::{ServiceFactoryExt, map_config};
use actix_web::dev::{AppConfig, Server, fn_service};
use actix_web::middleware::{Compress, NormalizePath, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::web::PathConfig;
use actix_web::{App, HttpRequest, HttpResponse, rt, web};
use thiserror::Error;
use tracing_actix_web::TracingLogger;

use crate::api::{Api, LARGE_PARSED_AT_ONCE, PARSED_AT_ONCE};
use crate::body::close_connection;
use crate::call_span::CallSpan;
use crate::connections::{
    Connection, ConnectionGate, max_connections_per_worker, track_calls, widen_backlog,
};
use crate::fallback::Methods;
use crate::load::{
    ASKING_PROVIDERS, CONCURRENT_USE_CASES, MAX_DOCUMENTS, MAX_INSPECTIONS, PARTS_READ_AT_ONCE,
};
use crate::problem::Problem;
use crate::routes::Routes;
use crate::security_headers::{content_security_policy, default_headers};
use crate::tls::Certificates;
use crate::untrusted_proxy::ReportedProxies;
use crate::{
    accounts, audit, call_id, charset, deadlines, demo, dictionary, feedback, files, frontend, head, health,
    idempotency, information, notifications, openapi, organisations, procedures,
};
use crate::{reference, requests, review, roles, sending, untrusted_proxy};

/// Maximum number of blocking threads per worker: enough for all concurrent use cases, documents,
/// inspections, questions to identity providers, bodies and parts of files. Without a limit, a busy server creates hundreds of
/// threads, each with its own memory.
const BLOCKING_THREADS: usize = CONCURRENT_USE_CASES
    + MAX_DOCUMENTS
    + MAX_INSPECTIONS
    + ASKING_PROVIDERS
    + PARSED_AT_ONCE
    + LARGE_PARSED_AT_ONCE
    + PARTS_READ_AT_ONCE;

/// Time that a client may continue to send an oversized body before the connection is closed, so
/// that it can read the response.
const LINGER: Duration = Duration::from_secs(3);

/// Options of the server.
#[derive(Clone)]
pub struct ServerOptions {
    /// Number of threads that serve sockets.
    pub workers: usize,
    /// Maximum time that a shutdown waits for running calls.
    pub grace: Duration,
    /// The certificate, if the server itself terminates TLS.
    pub tls: Option<Arc<Certificates>>,
}

/// The reason why the server cannot run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The server cannot listen, or was interrupted.
    #[error("the server cannot run")]
    Io(#[from] std::io::Error),
    /// The TLS configuration is invalid.
    #[error("the server cannot speak TLS")]
    Tls(#[from] rustls::Error),
}

/// Serves until `stop` is ready, then finishes the running calls. `extra` mounts the services of
/// other adapters, such as the websocket.
pub async fn serve<F>(
    listener: TcpListener,
    api: Api,
    options: ServerOptions,
    extra: F,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServerError>
where
    F: Fn(&mut web::ServiceConfig) + Clone + Send + 'static,
{
    Ok(server(listener, api, options, extra, stop)?.await?)
}

/// Creates the server without awaiting it, for callers that need its handle.
pub fn server<F>(
    listener: TcpListener,
    api: Api,
    options: ServerOptions,
    extra: F,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<Server, ServerError>
where
    F: Fn(&mut web::ServiceConfig) + Clone + Send + 'static,
{
    let ServerOptions { workers, grace, tls } = options;
    let api = web::Data::new(api);
    let settings = &api.ports().settings;
    let product = &settings.product_name;
    let pages = web::Data::new(frontend::Pages::with_product_name(product, |scripts| {
        content_security_policy(&settings.public_url, api.file_origin(), scripts)
    }));
    let methods = web::Data::new(Methods::collect());
    let document = web::Data::new(openapi::Document::new(product));
    let reported_proxies = web::Data::new(ReportedProxies::default());
    let limits = api.limits().connections;
    let tls = tls.map(|certificates| certificates.server_config()).transpose()?;
    let gate = ConnectionGate::new(limits, api.trusted_proxies().clone(), tls);
    rt::spawn(sending::close_stalled(Arc::downgrade(api.connections())));
    let app = move || {
        let extra = extra.clone();
        let app = App::new()
            .app_data(api.clone())
            .app_data(methods.clone())
            .app_data(pages.clone())
            .app_data(document.clone())
            .app_data(reported_proxies.clone())
            // An invalid id in a path refers to no record.
            .app_data(PathConfig::default().error_handler(|_, _| Problem::not_found().into()))
            // The document is registered first: the scope of the calls captures all paths with
            // their prefix.
            .configure(openapi::configure)
            .service(web::scope(PREFIX).configure(|config| routes(&mut Routes::Served(config))));
        app.configure(|config| {
            extra(config);
            config
                .service(health::live)
                .service(health::ready)
                .service(audit::log::newest_checkpoint)
                .service(audit::log::hashes_of_tile)
                .service(files::signed_file);
            config.route("/{path:.*}", web::get().to(frontend::serve));
        })
        .default_service(web::to(refuse))
        .wrap(from_fn(idempotency::once))
        .wrap(from_fn(head::answer_as_get))
        .wrap(from_fn(untrusted_proxy::report))
        .wrap(NormalizePath::trim())
        .wrap(from_fn(sending::reserve_memory))
        .wrap(Compress::default())
        .wrap(from_fn(sending::in_pieces))
        .wrap(from_fn(close_connection))
        .wrap(from_fn(charset::add_charset))
        .wrap(from_fn(call_id::add_header))
        .wrap(default_headers(
            &api.ports().settings.public_url,
            api.file_origin(),
        ))
        .wrap(TracingLogger::<CallSpan>::new())
        .wrap(from_fn(track_calls))
    };

    widen_backlog(&listener)?;
    let address = listener.local_addr()?;
    let builder = Server::build()
        .workers(workers)
        .worker_max_blocking_threads(BLOCKING_THREADS)
        .max_concurrent_connections(max_connections_per_worker(workers))
        .shutdown_timeout(grace.as_secs())
        .shutdown_signal(stop);
    let stopping = builder.graceful_shutdown_signal();
    // Does the same as `HttpServer`, which has no hook before the TLS handshake for the gate.
    let server = builder.listen("aditus", listener, move || {
        let stopping = stopping.clone();
        let http = HttpService::build()
            .keep_alive(limits.keep_alive)
            .client_request_timeout(limits.head)
            .client_disconnect_timeout(LINGER)
            .h1_write_buffer_size(sending::WRITE_BUFFER)
            .local_addr(address)
            // Closes idle connections at shutdown, so that they do not delay it.
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .on_connect_ext(Connection::share)
            // The server's address is not needed: links begin with `public_url`.
            .finish(map_config(app(), |()| AppConfig::default()));
        let gate = gate.clone();
        fn_service(move |stream: TcpStream| {
            let gate = gate.clone();
            // Runs before the first await, so that connections are counted in the order of their
            // arrival.
            let slot = gate.admit(&stream);
            async move {
                let peer = stream.peer_addr()?;
                let connection = gate.open(stream, slot?).await?;
                Ok::<_, DispatchError>((connection, Protocol::Http1, Some(peer)))
            }
        })
        .and_then(http)
    })?;
    Ok(server.run())
}

/// The prefix of all call paths.
pub(crate) const PREFIX: &str = "/api/v1";

/// Registers all calls below [`PREFIX`]. They are matched in this order, so the most frequent ones,
/// lists of requests, come first.
pub(crate) fn routes(routes: &mut Routes<'_>) {
    requests::configure(routes);
    accounts::configure(routes);
    roles::configure(routes);
    organisations::configure(routes);
    procedures::configure(routes);
    dictionary::configure(routes);
    reference::configure(routes);
    review::configure(routes);
    feedback::configure(routes);
    notifications::configure(routes);
    deadlines::configure(routes);
    audit::configure(routes);
    files::configure(routes);
    information::configure(routes);
    demo::configure(routes);
}

async fn refuse(methods: web::Data<Methods>, request: HttpRequest) -> HttpResponse {
    methods.refuse(&request)
}
