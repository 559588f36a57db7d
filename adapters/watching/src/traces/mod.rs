//! Traces of calls, sent to a collector by OTLP over HTTP (decisions O1).

mod call_sampler;
mod sender;
mod settings;

use std::time::Duration;

use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider};
use thiserror::Error;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

pub use self::call_sampler::CallSampler;
use self::sender::Sender;
pub use self::settings::{TraceHeader, TraceSettings, TraceSettingsError};

/// Timeout of a request to the collector.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// Most spans that wait to be sent. Spans beyond that are dropped, so that no call blocks.
const MAX_QUEUED_SPANS: usize = 4096;

const SEND_INTERVAL: Duration = Duration::from_secs(5);

/// Longest wait at shutdown for the remaining spans.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Traces cannot be sent.
#[derive(Debug, Error)]
#[error("traces cannot be sent")]
pub struct TracesError(#[source] Box<dyn std::error::Error + Send + Sync>);

impl TracesError {
    fn new(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// Sends spans from a thread of its own. Dropping it waits briefly until the remaining spans are
/// sent.
#[must_use]
pub struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// Starts the thread.
    pub fn start(settings: &TraceSettings, version: &str) -> Result<Self, TracesError> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Sender::new(settings, REQUEST_TIMEOUT)?)
            .with_protocol(Protocol::HttpBinary)
            .with_timeout(REQUEST_TIMEOUT)
            .with_endpoint(settings.address().map_err(TracesError::new)?.as_str())
            .build()
            .map_err(TracesError::new)?;
        let batches = BatchConfigBuilder::default()
            .with_max_queue_size(MAX_QUEUED_SPANS)
            .with_scheduled_delay(SEND_INTERVAL)
            .build();
        let processor = BatchSpanProcessor::builder(exporter)
            .with_batch_config(batches)
            .build();
        let provider = SdkTracerProvider::builder()
            .with_span_processor(processor)
            // [`CallSampler`] has sampled the calls already, before a span exists.
            .with_sampler(Sampler::AlwaysOn)
            .with_resource(
                Resource::builder_empty()
                    .with_attributes([
                        KeyValue::new("service.name", "aditus"),
                        KeyValue::new("service.version", version.to_owned()),
                    ])
                    .build(),
            )
            .build();
        Ok(Self { provider })
    }

    /// Returns the layer that exports spans of this target, with the events in them. The filter of
    /// the log decides which of them exist.
    pub fn layer<S: Subscriber + for<'a> LookupSpan<'a>>(&self, target: &'static str) -> impl Layer<S> {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("aditus"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            // No other code here uses OpenTelemetry.
            .with_context_activation(false)
            .with_filter(filter_fn(move |metadata| {
                metadata.is_event() || metadata.target() == target
            }))
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        // Spans that the collector does not accept in time are lost. Its error has been logged
        // already.
        let _ = self.provider.shutdown_with_timeout(SHUTDOWN_TIMEOUT);
    }
}

/// Checks that the collector accepts spans, by sending an export without any.
pub fn check(settings: &TraceSettings) -> Result<(), TracesError> {
    Sender::new(settings, REQUEST_TIMEOUT)?.send_empty_export(&settings.address().map_err(TracesError::new)?)
}

/// Sets the name of a span, if it becomes known only after the span began.
pub fn rename_span(span: &Span, name: String) {
    span.context().span().update_name(name);
}

/// Makes a span part of the trace in the caller's `traceparent` header (W3C Trace Context). A
/// malformed header starts a new trace.
pub fn continue_trace(span: &Span, traceparent: &str) {
    // Fails if there is no layer, because traces are disabled.
    let _ = span.set_parent(remote_context(traceparent));
}

fn remote_context(traceparent: &str) -> Context {
    let carrier = [("traceparent".to_owned(), traceparent.to_owned())];
    let carrier: std::collections::HashMap<String, String> = carrier.into();
    TraceContextPropagator::new().extract_with_context(&Context::new(), &carrier)
}
