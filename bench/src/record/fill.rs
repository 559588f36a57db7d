//! Fills the audit log with many entries while no server runs. Each is a copy of an entry that the
//! product wrote, with another time and nonce. Entries about a request cycle through all requests.

use aditus_application::ports::{KeyPurpose, Keys as _};
use aditus_domain::hex;
use aditus_system::SecretKeys;
use chrono::{DateTime, Duration, SecondsFormat, Utc};
use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};

use crate::Outcome;
use crate::database::Link;
use crate::fill::{advance_id_sequences, highest, insert, quoted};
use crate::site::Site;

/// Seconds between two entries, so that a million of them span a year.
const APART: i64 = 31;
/// Entries per transaction.
const AT_ONCE: usize = 20_000;
/// Number of the latest entries that are copied. They stand for a year of work; the kinds that
/// contain the whole configuration are excluded.
const MODELS: i64 = 5_000;

struct Model {
    id: i64,
    kind: String,
    user: String,
    concerns: String,
    request: String,
    canonical: String,
    at: String,
    nonce: String,
}

pub(super) struct Copies {
    models: Vec<Model>,
    requests: Vec<String>,
    now: DateTime<Utc>,
    chance: StdRng,
    /// The secrets of the installation. The log only accepts entries with a valid MAC.
    keys: SecretKeys,
    on_postgres: bool,
}

struct Row {
    entry: String,
    /// The row of `audit_pending`, which queues the entry for the log.
    waits: String,
    /// The id of the copied entry.
    model: i64,
}

impl Copies {
    pub(super) fn new(site: &Site) -> Outcome<Self> {
        let link = &mut site.connect()?;
        let now = link.texts(if link.is_postgres() {
            "SELECT to_char(now(), 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
        } else {
            "SELECT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')"
        })?;
        let now = now
            .into_iter()
            .flatten()
            .next()
            .ok_or("the database knows no time")?;
        Ok(Self {
            keys: SecretKeys::load_or_create(&site.installation.data.join("secrets/master.key"))?,
            on_postgres: link.is_postgres(),
            models: models(link)?,
            requests: requests(link)?,
            now: DateTime::parse_from_rfc3339(&now)?.to_utc(),
            // The nonces need not be secret here. The fixed seed makes them reproducible.
            chance: StdRng::seed_from_u64(1),
        })
    }

    /// Creates an entry dated `from_now` relative to now.
    fn row(&mut self, number: i64, id: i64, from_now: Duration) -> Outcome<Row> {
        let number = usize::try_from(number)?;
        let model = &self.models[number % self.models.len()];
        let at = (self.now + from_now).to_rfc3339_opts(SecondsFormat::Micros, true);
        let nonce = format!("{:016x}{:016x}", self.chance.next_u64(), self.chance.next_u64());
        let mut canonical = model
            .canonical
            .replace(&model.at, &at)
            .replace(&model.nonce, &nonce);
        let mut request = &model.request;
        if request != "NULL" {
            request = &self.requests[number % self.requests.len()];
            for end in [',', '}'] {
                canonical = canonical.replace(
                    &format!("\"request\":{}{end}", model.request),
                    &format!("\"request\":{request}{end}"),
                );
            }
        }
        let entry = format!(
            "({id}, '{at}', {}, {}, {}, {}, {})",
            quoted(&model.kind),
            model.user,
            model.concerns,
            request,
            quoted(&canonical)
        );
        let mac = self.keys.hash(KeyPurpose::AuditEntry, canonical.as_bytes());
        let mac = hex::encode(&mac);
        let waits = if self.on_postgres {
            format!("({id}, '\\x{mac}')")
        } else {
            format!("({id}, x'{mac}')")
        };
        Ok(Row {
            entry,
            waits,
            model: model.id,
        })
    }

    /// Adds `number` entries with ids from `first` on, dated `after` from now.
    pub(super) fn add(&mut self, link: &mut Link, first: i64, number: i64, after: Duration) -> Outcome<()> {
        let mut entries = Vec::new();
        let mut waiting = Vec::new();
        for id in first..first + number {
            let row = self.row(id, id, after)?;
            entries.push(row.entry);
            waiting.push(row.waits);
        }
        insert(link, "audit_entries", &entries)?;
        insert(link, "audit_pending", &waiting)
    }
}

pub(super) fn fill(link: &mut Link, copies: &mut Copies, entries: u32) -> Outcome<()> {
    let first = highest(link, "audit_entries")? + 1;
    link.run("CREATE TEMPORARY TABLE bench_entries (id BIGINT, model BIGINT)")?;
    let entries = i64::from(entries);
    for begin in (0..entries).step_by(AT_ONCE) {
        let mut rows = Vec::new();
        let mut waiting = Vec::new();
        let mut origins = Vec::new();
        for number in (begin..entries).take(AT_ONCE) {
            let id = first + number;
            let row = copies.row(number, id, Duration::seconds((number - entries) * APART))?;
            rows.push(row.entry);
            waiting.push(row.waits);
            origins.push(format!("({id}, {})", row.model));
        }
        link.run("BEGIN")?;
        insert(link, "audit_entries", &rows)?;
        insert(link, "audit_pending", &waiting)?;
        insert(link, "bench_entries", &origins)?;
        link.run("COMMIT")?;
    }
    link.run(
        "INSERT INTO audit_values (entry_id, commitment, salt, value) SELECT n.id, s.commitment, s.salt, s.value \
         FROM bench_entries n JOIN audit_values s ON s.entry_id = n.model",
    )?;
    advance_id_sequences(link, &["audit_entries"])?;
    link.run(if link.is_postgres() {
        "VACUUM (ANALYZE)"
    } else {
        "PRAGMA wal_checkpoint(TRUNCATE)"
    })
}

fn requests(link: &mut Link) -> Outcome<Vec<String>> {
    let found = link.texts("SELECT CAST(id AS TEXT) FROM data_requests ORDER BY id")?;
    let requests: Vec<String> = found.into_iter().flatten().collect();
    if requests.is_empty() {
        return Err("there is no request that entries could be about".into());
    }
    Ok(requests)
}

fn models(link: &mut Link) -> Outcome<Vec<Model>> {
    let rows = link.texts(&format!(
        "SELECT CAST(id AS TEXT), kind, CAST(COALESCE(user_id, 0) AS TEXT), CAST(COALESCE(concerns_id, 0) AS TEXT), \
         CAST(COALESCE(request_id, 0) AS TEXT), canonical FROM audit_entries \
         WHERE kind NOT IN ('server.started', 'log.key_made') ORDER BY id DESC LIMIT {MODELS}"
    ))?;
    let or_null = |number: &str| {
        if number == "0" {
            "NULL".to_owned()
        } else {
            number.to_owned()
        }
    };
    let models: Vec<Model> = rows
        .iter()
        .map(|row| {
            let [id, kind, user, concerns, request, canonical] = &row[..] else {
                return Err("an entry without its columns".into());
            };
            let document: serde_json::Value = serde_json::from_str(canonical)?;
            let text = |name: &str| {
                document[name]
                    .as_str()
                    .map(str::to_owned)
                    .ok_or("an entry without time or nonce")
            };
            Ok(Model {
                id: id.parse()?,
                kind: kind.clone(),
                user: or_null(user),
                concerns: or_null(concerns),
                request: or_null(request),
                at: text("at")?,
                nonce: text("nonce")?,
                canonical: canonical.clone(),
            })
        })
        .collect::<Outcome<_>>()?;
    if models.is_empty() {
        return Err("there is no entry to copy".into());
    }
    Ok(models)
}
