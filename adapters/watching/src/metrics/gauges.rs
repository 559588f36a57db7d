//! Gauges that are set when the metrics are requested.

use std::time::Duration;

use aditus_application::installation::monitoring::{Backlog, PoolUse};
use aditus_application::notifications::Channel;
use chrono::{DateTime, TimeDelta, Utc};
use prometheus::core::{Collector, GenericCounter};
use prometheus::{Counter, CounterVec, Gauge, GaugeVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry};

use super::MetricsError;
use super::log_gauges::LogGauges;
use super::snapshot::{Certificate, Outbox, Queue, Snapshot};
use crate::process::Process;

/// All gauges, and the counters whose values are counted elsewhere.
pub(super) struct Gauges {
    connections: GaugeVec,
    max_connections: GaugeVec,
    acquired: IntCounterVec,
    /// The old name of `acquired`, until the next version.
    lent: IntCounterVec,
    wait_seconds: CounterVec,
    timeouts: IntCounterVec,
    database_up: IntGauge,
    /// The families of series that disappear while their value is unknown. They are vectors, whose
    /// series can be removed, even if they have no label.
    answer_age: GaugeVec,
    clock_skew: GaugeVec,
    outbox_messages: GaugeVec,
    outbox_oldest: GaugeVec,
    outbox_overdue: GaugeVec,
    super_users: GaugeVec,
    backup_last: GaugeVec,
    backup_every: GaugeVec,
    log: LogGauges,
    websocket_connections: IntGauge,
    websocket_people: IntGauge,
    queue_slots: GaugeVec,
    queue_running: GaugeVec,
    queue_waiting: GaugeVec,
    body_bytes: Gauge,
    answer_bytes: Gauge,
    disk_size: GaugeVec,
    disk_free: GaugeVec,
    certificate_ends: GaugeVec,
    certificate_refused: GaugeVec,
    certificate_renewed: IntCounterVec,
    lost_log_lines: IntCounter,
    resident: Gauge,
    virtual_memory: Gauge,
    open_files: Gauge,
    threads: Gauge,
    processor: Counter,
}

pub(super) struct Registrar<'a>(&'a Registry);

impl Registrar<'_> {
    fn add<C: Collector + Clone + 'static>(
        &self,
        made: Result<C, prometheus::Error>,
    ) -> Result<C, MetricsError> {
        let made = made?;
        self.0.register(Box::new(made.clone()))?;
        Ok(made)
    }

    fn gauge(&self, name: &str, help: &str) -> Result<Gauge, MetricsError> {
        self.add(Gauge::new(name, help))
    }

    pub(super) fn int_gauge(&self, name: &str, help: &str) -> Result<IntGauge, MetricsError> {
        self.add(IntGauge::new(name, help))
    }

    pub(super) fn gauges(&self, name: &str, help: &str, labels: &[&str]) -> Result<GaugeVec, MetricsError> {
        self.add(GaugeVec::new(Opts::new(name, help), labels))
    }

    fn counters(&self, name: &str, help: &str, labels: &[&str]) -> Result<IntCounterVec, MetricsError> {
        self.add(IntCounterVec::new(Opts::new(name, help), labels))
    }
}

impl Gauges {
    #[allow(
        clippy::too_many_lines,
        reason = "each metric is named and explained, and nothing else happens"
    )]
    pub(super) fn register(
        registry: &Registry,
        version: &str,
        started: DateTime<Utc>,
    ) -> Result<Self, MetricsError> {
        let all = Registrar(registry);
        all.gauges(
            "aditus_build_info",
            "Always 1, with the running version",
            &["version"],
        )?
        .with_label_values(&[version])
        .set(1.0);
        all.gauge(
            "process_start_time_seconds",
            "Start of the process, in seconds since 1970",
        )?
        .set(seconds_of(started));
        Ok(Self {
            connections: all.gauges(
                "aditus_database_connections",
                "Open connections to the database, by pool and state",
                &["pool", "state"],
            )?,
            max_connections: all.gauges(
                "aditus_database_connections_max",
                "Maximum number of connections of a pool",
                &["pool"],
            )?,
            acquired: all.counters(
                "aditus_database_connections_acquired_total",
                "Connections acquired from the pool",
                &["pool"],
            )?,
            lent: all.counters(
                "aditus_database_connections_lent_total",
                "Old name of aditus_database_connections_acquired_total",
                &["pool"],
            )?,
            wait_seconds: all.add(CounterVec::new(
                Opts::new(
                    "aditus_database_wait_seconds_total",
                    "Total time spent waiting for a connection",
                ),
                &["pool"],
            ))?,
            timeouts: all.counters(
                "aditus_database_timeouts_total",
                "Waits for a connection that timed out",
                &["pool"],
            )?,
            database_up: all.int_gauge(
                "aditus_database_up",
                "1 if the database answered the last query of the metrics, else 0",
            )?,
            answer_age: all.gauges(
                "aditus_database_answer_age_seconds",
                "Age of the values about the outbox, the audit log and the clocks",
                &[],
            )?,
            clock_skew: all.gauges(
                "aditus_clock_skew_seconds",
                "Time by which the clock of this machine is ahead of the database server's",
                &[],
            )?,
            outbox_messages: all.gauges(
                "aditus_outbox_messages",
                "Messages that wait to be sent",
                &["channel"],
            )?,
            outbox_oldest: all.gauges(
                "aditus_outbox_oldest_seconds",
                "Age of the oldest waiting message",
                &["channel"],
            )?,
            outbox_overdue: all.gauges(
                "aditus_outbox_overdue_seconds",
                "Time for which a due message was not taken by any worker",
                &["channel"],
            )?,
            super_users: all.gauges("aditus_super_users", "People with the role of Super User", &[])?,
            backup_last: all.gauges(
                "aditus_backup_last_success_time_seconds",
                "Time of the last backup, in seconds since 1970",
                &[],
            )?,
            backup_every: all.gauges(
                "aditus_backup_interval_seconds",
                "Time between two backups by the server",
                &[],
            )?,
            log: LogGauges::register(&all)?,
            websocket_connections: all
                .int_gauge("aditus_websocket_connections", "Websockets of signed-in people")?,
            websocket_people: all
                .int_gauge("aditus_websocket_people", "People with at least one websocket")?,
            queue_slots: all.gauges("aditus_queue_slots", "Number of slots of a queue", &["queue"])?,
            queue_running: all.gauges("aditus_queue_running", "Number of running use cases", &["queue"])?,
            queue_waiting: all.gauges("aditus_queue_waiting", "Number of waiting use cases", &["queue"])?,
            body_bytes: all.gauge(
                "aditus_body_bytes",
                "Bytes of all bodies that are being read or answered",
            )?,
            answer_bytes: all.gauge(
                "aditus_answer_bytes",
                "Bytes of all large answers that are being sent or wait for room",
            )?,
            disk_size: all.gauges(
                "aditus_disk_size_bytes",
                "Size of the file system of a folder",
                &["folder"],
            )?,
            disk_free: all.gauges(
                "aditus_disk_free_bytes",
                "Free space on the file system of a folder that Aditus may use",
                &["folder"],
            )?,
            certificate_ends: all.gauges(
                "aditus_tls_certificate_not_after_seconds",
                "Expiry of the certificate, in seconds since 1970",
                &[],
            )?,
            certificate_refused: all.gauges(
                "aditus_tls_certificate_refused",
                "1 while the files contain a certificate or key that cannot be used, else 0",
                &[],
            )?,
            certificate_renewed: all.counters(
                "aditus_tls_certificate_renewals_total",
                "Renewed certificates that were loaded",
                &[],
            )?,
            lost_log_lines: all.add(IntCounter::new("aditus_log_lines_lost_total", "Lost log lines"))?,
            resident: all.gauge("process_resident_memory_bytes", "Memory in use")?,
            virtual_memory: all.gauge("process_virtual_memory_bytes", "Virtual memory")?,
            open_files: all.gauge("process_open_fds", "Open files and sockets")?,
            threads: all.gauge("process_threads", "Threads of the process")?,
            processor: all.add(Counter::new("process_cpu_seconds_total", "Processor time"))?,
        })
    }

    pub(super) fn set(&mut self, now: &Snapshot) {
        for pool in &now.database.pools {
            self.set_pool(pool);
        }
        self.database_up.set(i64::from(now.database.is_up));
        Self::set_or_remove(&self.answer_age, now.since_answer().map(|age| age.as_secs_f64()));
        self.set_outbox(now.now, now.database.outbox.as_ref());
        Self::set_or_remove(&self.super_users, now.database.super_users.map(float));
        Self::set_or_remove(&self.backup_last, now.backups.last.map(seconds_of));
        Self::set_or_remove(&self.backup_every, now.backups.every.map(seconds));
        self.log.set(now);
        self.websocket_connections.set(count(now.websockets.connections));
        self.websocket_people.set(count(now.websockets.people));
        for queue in &now.queues {
            self.set_queue(*queue);
        }
        self.body_bytes.set(float(now.body_bytes));
        self.answer_bytes.set(float(now.answer_bytes));
        for disk in &now.disks {
            let folder = &[disk.folder];
            self.disk_size
                .with_label_values(folder)
                .set(float(disk.space.size));
            self.disk_free
                .with_label_values(folder)
                .set(float(disk.space.free));
        }
        if let Some(certificate) = now.certificate {
            self.set_certificate(certificate);
        }
        raise(&self.lost_log_lines, now.lost_log_lines);
        if let Some(process) = Process::now() {
            self.set_process(process);
        }
    }

    fn set_pool(&self, pool: &PoolUse) {
        let used = pool.open.saturating_sub(pool.idle);
        for (state, number) in [("idle", pool.idle), ("used", used)] {
            let gauge = self.connections.with_label_values(&[pool.name, state]);
            gauge.set(f64::from(number));
        }
        let name = &[pool.name];
        self.max_connections
            .with_label_values(name)
            .set(f64::from(pool.most));
        for family in [&self.acquired, &self.lent] {
            raise(&family.with_label_values(name), pool.lent);
        }
        raise(&self.timeouts.with_label_values(name), pool.timeouts);
        let waits = self.wait_seconds.with_label_values(name);
        waits.inc_by((pool.waited.as_secs_f64() - waits.get()).max(0.0));
    }

    fn set_outbox(&self, now: DateTime<Utc>, outbox: Option<&Outbox>) {
        let skew = outbox.and_then(|outbox| outbox.clock_skew);
        Self::set_or_remove(&self.clock_skew, skew.map(seconds));
        for channel in Channel::ALL {
            let found = outbox.map(|outbox| outbox.backlog.iter().find(|found| found.channel == channel));
            let name = &[channel.name()];
            // Removes the series while the value is unknown. The last value would look current.
            let Some(found) = found else {
                for family in [&self.outbox_messages, &self.outbox_oldest, &self.outbox_overdue] {
                    let _ = family.remove_label_values(name);
                }
                continue;
            };
            let of = |what: fn(&Backlog, DateTime<Utc>) -> Duration| {
                found.map_or(0.0, |found| what(found, now).as_secs_f64())
            };
            let messages = found.map_or(0, |found| found.messages);
            self.outbox_messages.with_label_values(name).set(float(messages));
            self.outbox_oldest.with_label_values(name).set(of(Backlog::age));
            self.outbox_overdue
                .with_label_values(name)
                .set(of(Backlog::overdue));
        }
    }

    fn set_queue(&self, queue: Queue) {
        let name = &[queue.name];
        let set = |family: &GaugeVec, number: usize| {
            family.with_label_values(name).set(float(number as u64));
        };
        set(&self.queue_slots, queue.slots);
        set(&self.queue_running, queue.running);
        if let Some(waiting) = queue.waiting {
            set(&self.queue_waiting, waiting);
        }
    }

    fn set_certificate(&self, certificate: Certificate) {
        let none: &[&str] = &[];
        self.certificate_ends
            .with_label_values(none)
            .set(seconds_of(certificate.ends));
        self.certificate_refused
            .with_label_values(none)
            .set(if certificate.is_refused { 1.0 } else { 0.0 });
        raise(
            &self.certificate_renewed.with_label_values(none),
            certificate.renewed,
        );
    }

    fn set_process(&self, process: Process) {
        self.resident.set(float(process.resident_bytes));
        self.virtual_memory.set(float(process.virtual_bytes));
        self.open_files.set(float(process.open_files));
        self.threads.set(float(process.threads));
        let more = process.processor_seconds - self.processor.get();
        self.processor.inc_by(more.max(0.0));
    }

    /// Sets the one series of a family without labels, or removes it if the value is unknown.
    pub(super) fn set_or_remove(family: &GaugeVec, value: Option<f64>) {
        match value {
            Some(value) => family.with_label_values(&[] as &[&str]).set(value),
            None => family.reset(),
        }
    }
}

/// Raises a counter to a total that is counted elsewhere.
fn raise(counter: &GenericCounter<prometheus::core::AtomicU64>, total: u64) {
    counter.inc_by(total.saturating_sub(counter.get()));
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[allow(clippy::cast_precision_loss, reason = "metrics are floating-point numbers")]
pub(super) fn float(number: u64) -> f64 {
    number as f64
}

#[allow(clippy::cast_precision_loss, reason = "to the microsecond for centuries")]
pub(super) fn seconds_of(time: DateTime<Utc>) -> f64 {
    time.timestamp_micros() as f64 / 1e6
}

fn seconds(time: TimeDelta) -> f64 {
    time.as_seconds_f64()
}
