//! Serves the metrics on an address of their own. Restrict access to it to the monitoring.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::http::header;
use actix_web::{App, HttpResponse, HttpServer, web};

use crate::metrics::Metrics;
use crate::metrics::snapshot::Snapshot;

/// Reads the current values. It may block for a moment.
type TakeSnapshot = dyn Fn() -> Snapshot + Send + Sync;

/// Grace period at shutdown for an answer in progress.
const GRACE_SECONDS: u64 = 1;

/// Answers `GET` and `HEAD` of `/metrics`, and nothing else. The server runs once it is awaited or
/// spawned.
pub fn serve(
    listener: TcpListener,
    metrics: Arc<Metrics>,
    take_snapshot: impl Fn() -> Snapshot + Send + Sync + 'static,
) -> io::Result<Server> {
    let take_snapshot: Arc<TakeSnapshot> = Arc::new(take_snapshot);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(web::Data::from(Arc::clone(&metrics)))
            .app_data(web::Data::from(Arc::clone(&take_snapshot)))
            .route("/metrics", web::get().to(scrape))
            .route("/metrics", web::head().to(scrape))
    })
    // Requests are few, but a slow one must not delay the others.
    .workers(1)
    .worker_max_blocking_threads(2)
    .max_connections(64)
    .client_request_timeout(Duration::from_secs(5))
    .shutdown_timeout(GRACE_SECONDS)
    .disable_signals()
    .listen(listener)?
    .run();
    Ok(server)
}

async fn scrape(metrics: web::Data<Metrics>, take_snapshot: web::Data<TakeSnapshot>) -> HttpResponse {
    let encoded = web::block(move || metrics.encode(&take_snapshot())).await;
    match encoded {
        Ok(Ok(text)) => HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, prometheus::TEXT_FORMAT))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body(text),
        Ok(Err(error)) => {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "cannot encode the metrics; this scrape gets an error"
            );
            HttpResponse::InternalServerError().finish()
        }
        Err(_) => HttpResponse::ServiceUnavailable().finish(),
    }
}
