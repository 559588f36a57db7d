//! A filled database with a server, and the calls that are measured on it.

use std::time::Duration;

use aditus_domain::ids::RequestId;
use aditus_domain::requests::TrackingId;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::database::{Address, Link, Statement};
use crate::fill::{self, COMMON_WORD, Depth, SHARERS, rare_word};
use crate::load::{self, Measured, Until};
use crate::server::{Installation, Server};
use crate::{Arguments, Kind, Outcome, console, statements};

/// Number of measured starts.
const STARTS: usize = 5;
/// Number of words that are searched for, in turn.
const WORDS: u32 = 64;
/// The demonstration's reviewer.
const REVIEWER: &str = "data-access-reviewer@aditus.example";
/// The password of all demonstration accounts.
pub(crate) const PASSWORD: &str = "Demo-2026!";

/// Raised limits of decision codes, exports and uploads, as the measurements need them.
const CODES: (&str, &str) = ("ADITUS_LIMITS_CODE", "100000 in 1 hour");
const EXPORTS: (&str, &str) = ("ADITUS_LIMITS_EXPORT", "1000000 in 1 hour");
const UPLOADS: (&str, &str) = ("ADITUS_LIMITS_UPLOAD", "1000000 in 1 hour");
/// Raised limits of submissions: one person submits here as much as many do within days.
const SUBMISSIONS: (&str, &str) = ("ADITUS_LIMITS_DAILY_SUBMISSION", "100000 in 1 day");
const STORED: (&str, &str) = ("ADITUS_LIMITS_STORED_MIB", "1048576");

/// A filled database, a server and a signed-in caller.
pub(crate) struct Site {
    pub(crate) size: u32,
    pub(crate) installation: Installation,
    pub(crate) server: Server,
    /// Median time from the start of the process to its first successful response.
    pub(crate) ready_after: Duration,
    /// Resident memory before the first call, in KiB.
    pub(crate) idle_memory: u64,
    pub(crate) token: String,
    pub(crate) assigned_role: i64,
    pub(crate) org_role: i64,
    /// The statements with which every call of a signed-in person starts.
    pub(crate) session: Vec<Statement>,
}

/// The aims for a call. A call that finds more rows in a larger database cannot be as fast there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aims {
    /// The ratio to its SQL, and the growth.
    RatioAndGrowth,
    /// The ratio to its SQL.
    Ratio,
    /// None. The call is measured for information.
    None,
}

/// A call in several variants, which take turns. Each has its statements.
pub(crate) struct Call {
    pub(crate) name: &'static str,
    pub(crate) aims: Aims,
    /// True if the server authenticates the caller. The dictionary is public.
    signed_in: bool,
    paths: Vec<String>,
    pub(crate) statements: Vec<Vec<Statement>>,
}

struct Caller {
    token: String,
    assigned_role: i64,
    org_role: i64,
    session: Vec<Statement>,
}

impl Caller {
    fn sign_in(installation: &Installation, server: &Server, username: &str) -> Outcome<Self> {
        let credentials = json!({ "username": username, "password": PASSWORD });
        let signed_in = Browser::connect(&server.host)?
            .call("POST", "/api/v1/users/signin/", &credentials)?
            .json()?;
        let user = &signed_in["user"];
        let role = &user["assigned_roles"][0];
        let mut link = installation.database.connect()?;
        Ok(Self {
            token: user["token"]
                .as_str()
                .ok_or("the sign-in gave no token")?
                .to_owned(),
            assigned_role: number(&role["assigned_role_id"])?,
            org_role: number(&role["org_role_id"])?,
            session: statements::session(latest_token_hash(&mut link)?),
        })
    }
}

impl Site {
    /// Signs in another caller for the following calls.
    pub(crate) fn sign_in(&mut self, username: &str) -> Outcome<()> {
        let caller = Caller::sign_in(&self.installation, &self.server, username)?;
        self.token = caller.token;
        self.assigned_role = caller.assigned_role;
        self.org_role = caller.org_role;
        self.session = caller.session;
        Ok(())
    }

    /// Fills a database, starting from the demonstration, and starts the server on it.
    pub(crate) fn prepare(arguments: &Arguments, size: u32) -> Outcome<Self> {
        let data = std::path::absolute(&arguments.folder)?.join(format!("{:?}-{size}", arguments.database));
        let installation = Installation {
            // A few accounts make all calls here, far more than real people would.
            environment: variables(&[CODES, EXPORTS, UPLOADS, SUBMISSIONS, STORED]),
            binary: std::path::absolute(&arguments.binary)?,
            database: address(arguments, &data.join("aditus.db").to_string_lossy(), size)?,
            data,
        };
        console::progress(&format!(
            "filling {} with {size} requests and {size} variables",
            installation.database.url()
        ));
        installation.start(&["--demo"])?.stop()?;
        let depth = if arguments.scale {
            Depth::Listed
        } else if arguments.deadlines {
            Depth::Open
        } else {
            Depth::Whole
        };
        fill::fill(&mut installation.database.connect()?, size, depth)?;

        let mut starts = Vec::new();
        for _ in 1..STARTS {
            let server = installation.start(&[])?;
            starts.push(server.ready_after);
            server.stop()?;
        }
        let server = installation.start(&[])?;
        starts.push(server.ready_after);
        starts.sort_unstable();
        // Let the server idle before its memory is measured.
        std::thread::sleep(Duration::from_secs(2));
        let idle_memory = server.resident_memory()?;

        let caller = Caller::sign_in(&installation, &server, REVIEWER)?;
        Ok(Self {
            size,
            ready_after: starts[STARTS / 2],
            idle_memory,
            token: caller.token,
            assigned_role: caller.assigned_role,
            org_role: caller.org_role,
            session: caller.session,
            installation,
            server,
        })
    }

    pub(crate) fn connect(&self) -> Outcome<Link> {
        self.installation.database.connect()
    }

    /// Restarts the server, which clears its caches. Sessions are kept.
    pub(crate) fn restart(&mut self) -> Outcome<()> {
        self.server.end()?;
        self.server = self.installation.start(&[])?;
        Ok(())
    }

    /// Restarts the server once with additional environment variables.
    pub(crate) fn restart_with(&mut self, more: &[(&'static str, &str)]) -> Outcome<()> {
        let usual = self.installation.environment.clone();
        self.installation.environment.extend(variables(more));
        let restarted = self.restart();
        self.installation.environment = usual;
        restarted
    }

    /// Restarts the server with an allocator that returns freed memory at once. Otherwise memory
    /// left over from the start would hide what a call takes.
    pub(crate) fn restart_lean(&mut self) -> Outcome<()> {
        self.restart_with(&[("MIMALLOC_PURGE_DELAY", "0")])
    }

    /// Returns a client without a session.
    pub(crate) fn anonymous_browser(&self) -> Outcome<Browser> {
        Browser::connect(&self.server.host)
    }

    /// Returns a client with the session.
    pub(crate) fn browser(&self) -> Outcome<Browser> {
        Ok(self.anonymous_browser()?.with_token(&self.token))
    }

    pub(crate) fn calls(&self) -> Outcome<Vec<Call>> {
        let mut link = self.connect()?;
        let org_role = self.org_role;
        let search = |link: &mut Link, name, aims, words: &[String]| -> Outcome<Call> {
            let path = |word: &String| format!("/api/v1/data_dictionary/data_dictionary/?search={word}");
            let statements = words
                .iter()
                .map(|word| statements::search(link, word))
                .collect::<Outcome<_>>()?;
            Ok(Call {
                name,
                aims,
                signed_in: false,
                paths: words.iter().map(path).collect(),
                statements,
            })
        };
        let rare = self.size.div_ceil(SHARERS);
        let words: Vec<String> = (0..WORDS.min(rare))
            .map(|word| rare_word(word * rare.div_ceil(WORDS) % rare))
            .collect();
        let pending = self.references(&mut link)?;
        let path = |word: &String| {
            format!(
                "/api/v1/data_requests/?org_role_id={org_role}&status=%5B%22Unattended%22%5D&search={word}"
            )
        };
        let searched_list = Call {
            name: "list, searched, one found",
            aims: Aims::None,
            signed_in: true,
            paths: pending.iter().map(path).collect(),
            statements: pending
                .iter()
                .map(|word| statements::searched_list(&link, org_role, word))
                .collect(),
        };
        Ok(vec![
            Call {
                name: "list, page of ten",
                aims: Aims::RatioAndGrowth,
                signed_in: true,
                paths: vec![format!(
                    "/api/v1/data_requests/?org_role_id={org_role}&status=%5B%22Unattended%22%5D"
                )],
                statements: vec![statements::list(&link, org_role)],
            },
            Call {
                name: "counts for badges",
                aims: Aims::None,
                signed_in: true,
                paths: vec![format!("/api/v1/data_requests/counts/?org_role_id={org_role}")],
                statements: vec![statements::counts(org_role)],
            },
            searched_list,
            search(&mut link, "search, ten found", Aims::RatioAndGrowth, &words)?,
            search(
                &mut link,
                "search, one in twenty found",
                Aims::Ratio,
                &[COMMON_WORD.to_owned()],
            )?,
        ])
    }

    /// Returns the tracking ids of requests that wait for the reviewer.
    fn references(&self, link: &mut Link) -> Outcome<Vec<String>> {
        let ids = link.numbers(&format!(
            "SELECT CAST(request_id AS TEXT) FROM request_bindings WHERE org_role_id = {} \
             AND own_state = 'Unattended' AND status_tab = 'Pending' ORDER BY request_id DESC LIMIT {WORDS}",
            self.org_role
        ))?;
        Ok(ids
            .into_iter()
            .map(|id| TrackingId(RequestId(id)).to_string().to_lowercase())
            .collect())
    }
}

impl Call {
    /// Creates a call of a signed-in person from its variants.
    pub(crate) fn signed_in(
        name: &'static str,
        aims: Aims,
        variants: impl IntoIterator<Item = (String, Vec<Statement>)>,
    ) -> Self {
        let (paths, statements) = variants.into_iter().unzip();
        Self {
            name,
            aims,
            signed_in: true,
            paths,
            statements,
        }
    }

    /// Returns the statements that authenticate the caller.
    pub(crate) fn session<'a>(&self, site: &'a Site) -> &'a [Statement] {
        if self.signed_in { &site.session } else { &[] }
    }

    /// Measures the call over HTTP. Any status other than 200 or 201 is an error.
    pub(crate) fn over_http(&self, site: &Site, connections: usize, until: Until) -> Outcome<Measured> {
        load::run(connections, until, &|number| {
            let mut browser = site.browser()?;
            let calls: Vec<Vec<u8>> = self
                .paths
                .iter()
                .map(|path| browser.prepare("GET", path, ""))
                .collect();
            Ok(Box::new(move |turn| {
                let answer = browser.send(&calls[(turn + number) % calls.len()])?;
                if answer.status == 200 {
                    Ok(())
                } else {
                    answer.json().map(drop)
                }
            }))
        })
    }

    /// Measures the statements of the call, run directly, with or without those of the session.
    pub(crate) fn directly(
        &self,
        site: &Site,
        with_session: bool,
        connections: usize,
        until: Until,
    ) -> Outcome<Measured> {
        let session = if with_session { self.session(site) } else { &[] };
        load::run(connections, until, &|number| {
            let mut link = site.connect()?;
            let session = session.to_vec();
            let statements = self.statements.clone();
            Ok(Box::new(move |turn| {
                for statement in session
                    .iter()
                    .chain(&statements[(turn + number) % statements.len()])
                {
                    link.fetch(statement)?;
                }
                Ok(())
            }))
        })
    }
}

/// Returns the variables in the format of [`Installation::environment`].
pub(crate) fn variables(some: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    some.iter()
        .map(|(name, value)| (*name, (*value).to_owned()))
        .collect()
}

fn number(value: &Value) -> Outcome<i64> {
    value
        .as_i64()
        .ok_or_else(|| format!("{value} is no number").into())
}

/// Returns the address of the database for this size. Creates it on PostgreSQL.
fn address(arguments: &Arguments, file: &str, size: u32) -> Outcome<Address> {
    match arguments.database {
        Kind::Sqlite => Ok(Address::Sqlite(file.to_owned())),
        Kind::Postgres => {
            let url = &arguments.postgres;
            Address::Postgres(url.clone())
                .connect()?
                .run(&format!("CREATE DATABASE aditus_{size}"))?;
            let (place, options) = url.split_once('?').unwrap_or((url, ""));
            let (server, _) = place.rsplit_once('/').ok_or("the address names no database")?;
            Ok(Address::Postgres(format!("{server}/aditus_{size}?{options}")))
        }
    }
}

fn latest_token_hash(link: &mut Link) -> Outcome<Vec<u8>> {
    let hex = if link.is_postgres() {
        "encode(token_hash, 'hex')"
    } else {
        "hex(token_hash)"
    };
    let found = link.texts(&format!("SELECT {hex} FROM sessions ORDER BY id DESC LIMIT 1"))?;
    let hex = found.into_iter().flatten().next().ok_or("there is no session")?;
    (0..hex.len())
        .step_by(2)
        .map(|place| Ok(u8::from_str_radix(&hex[place..place + 2], 16)?))
        .collect()
}
