//! The server: middleware, security headers, routes in their order.

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
use crate::connections::{Connection, Entrance, most_by_worker, note_calls, widen_backlog};
use crate::fallback::Methods;
use crate::load::{CONCURRENT_USE_CASES, MOST_DOCUMENTS, MOST_INSPECTIONS, PARTS_READ_AT_ONCE};
use crate::problem::Problem;
use crate::routes::Routes;
use crate::security_headers::{content_security_policy, usual_headers};
use crate::tls::Certificates;
use crate::untrusted_proxy::Told;
use crate::{
    accounts, audit, call_id, charset, demo, dictionary, feedback, files, frontend, head, health,
    idempotency, information, notifications, openapi, organisations, procedures,
};
use crate::{reference, requests, review, roles, sending, untrusted_proxy};

/// How many threads each worker has at most for use cases and whatever else would hold up its sockets: enough for all use
/// cases, documents, inspections, bodies and parts of files that may be worked on at once. Without a bound a busy server makes hundreds, each with
/// memory of its own.
const BLOCKING_THREADS: usize = CONCURRENT_USE_CASES
    + MOST_DOCUMENTS
    + MOST_INSPECTIONS
    + PARSED_AT_ONCE
    + LARGE_PARSED_AT_ONCE
    + PARTS_READ_AT_ONCE;

/// For so long a client that sent more than was read may go on sending before the connection is cut, so that it comes to read the answer.
const LINGER: Duration = Duration::from_secs(3);

/// How the server runs.
#[derive(Clone)]
pub struct ServerOptions {
    /// Threads that read and write sockets.
    pub workers: usize,
    /// How long a shutdown waits for calls that run.
    pub grace: Duration,
    /// The certificate, where the server itself speaks TLS.
    pub tls: Option<Arc<Certificates>>,
}

/// The server cannot run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// It cannot listen, or broke off.
    #[error("the server cannot run")]
    Io(#[from] std::io::Error),
    /// It cannot speak TLS.
    #[error("the server cannot speak TLS")]
    Tls(#[from] rustls::Error),
}

/// Serves until `stop` is ready, then finishes what runs. `extra` mounts what other adapters bring, such as the websocket.
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

/// The server, not yet awaited: whoever wants to stop it in another way takes its handle.
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
    let pages = web::Data::new(frontend::Pages::named(product, |scripts| {
        content_security_policy(&settings.public_url, api.file_origin(), scripts)
    }));
    let methods = web::Data::new(Methods::of_all_calls());
    let document = web::Data::new(openapi::Document::named(product));
    let told_proxies = web::Data::new(Told::default());
    let limits = api.limits().connections;
    let tls = tls.map(|certificates| certificates.server_config()).transpose()?;
    let entrance = Entrance::new(limits, api.trusted_proxies().clone(), tls);
    rt::spawn(sending::watch(Arc::downgrade(api.connections())));
    let app = move || {
        let extra = extra.clone();
        let app = App::new()
            .app_data(api.clone())
            .app_data(methods.clone())
            .app_data(pages.clone())
            .app_data(document.clone())
            .app_data(told_proxies.clone())
            // An id that is none names nothing.
            .app_data(PathConfig::default().error_handler(|_, _| Problem::not_found().into()))
            // The document comes before the calls: what begins with their prefix goes no further than to them.
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
        .wrap(from_fn(untrusted_proxy::tell))
        .wrap(NormalizePath::trim())
        .wrap(from_fn(sending::make_room))
        .wrap(Compress::default())
        .wrap(from_fn(sending::in_pieces))
        .wrap(from_fn(close_connection))
        .wrap(from_fn(charset::announce))
        .wrap(from_fn(call_id::announce))
        .wrap(usual_headers(&api.ports().settings.public_url, api.file_origin()))
        .wrap(TracingLogger::<CallSpan>::new())
        .wrap(from_fn(note_calls))
    };

    widen_backlog(&listener)?;
    let address = listener.local_addr()?;
    let builder = Server::build()
        .workers(workers)
        .worker_max_blocking_threads(BLOCKING_THREADS)
        .max_concurrent_connections(most_by_worker(workers))
        .shutdown_timeout(grace.as_secs())
        .shutdown_signal(stop);
    let stopping = builder.graceful_shutdown_signal();
    // `HttpServer` does the same, but has no place for the entrance, which stands before the handshake of TLS.
    let server = builder.listen("aditus", listener, move || {
        let stopping = stopping.clone();
        let http = HttpService::build()
            .keep_alive(limits.keep_alive)
            .client_request_timeout(limits.head)
            .client_disconnect_timeout(LINGER)
            .h1_write_buffer_size(sending::WRITE_BUFFER)
            .local_addr(address)
            // Connections that rest are closed when the server is asked to stop, and hold up nothing.
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .on_connect_ext(Connection::share)
            // Nothing asks actix for the address of the server: links begin with `public_url`.
            .finish(map_config(app(), |()| AppConfig::default()));
        let entrance = entrance.clone();
        fn_service(move |stream: TcpStream| {
            let entrance = entrance.clone();
            // Before anything is awaited, so that connections are counted in the order in which they come.
            let place = entrance.enter(&stream);
            async move {
                let peer = stream.peer_addr()?;
                let connection = entrance.open(stream, place?).await?;
                Ok::<_, DispatchError>((connection, Protocol::Http1, Some(peer)))
            }
        })
        .and_then(http)
    })?;
    Ok(server.run())
}

/// What the path of every call begins with.
pub(crate) const PREFIX: &str = "/api/v1";

/// All calls, below [`PREFIX`]. They are looked through in this order, and lists of requests are asked for most.
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
    audit::configure(routes);
    files::configure(routes);
    information::configure(routes);
    demo::configure(routes);
}

async fn refuse(methods: web::Data<Methods>, request: HttpRequest) -> HttpResponse {
    methods.refuse(&request)
}
