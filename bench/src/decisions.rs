//! Measures complete decisions: redeeming the code, writing states, bindings, counters,
//! notifications and mails, and the commit.

use serde_json::json;

use crate::browser::Browser;
use crate::load::{self, Measured, Until};
use crate::mailbox::{Codes, Mailbox};
use crate::site::Site;
use crate::{Arguments, Outcome, console};

/// A stage that waits for its decision.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PendingStage {
    pub(crate) request: i64,
    state: i64,
}

/// Decides on requests that wait for the reviewer. The codes are mailed before the measurement
/// starts.
pub(crate) fn measure(arguments: &Arguments, site: &Site) -> Outcome<Measured> {
    let prepared = Prepared::new(arguments.connections, site, arguments.decisions)?;
    console::progress(&format!("deciding on {} requests", prepared.stages.len()));
    prepared.decide(site)
}

/// Decisions whose codes were mailed.
pub(crate) struct Prepared {
    connections: usize,
    /// Number of decisions per connection.
    each: usize,
    stages: Vec<PendingStage>,
    codes: Codes,
}

impl Prepared {
    /// Requests the codes for at most `max` decisions and distributes them over the connections.
    pub(crate) fn new(connections: usize, site: &Site, max: usize) -> Outcome<Self> {
        let mut stages = waiting(site, max)?;
        let each = stages.len() / connections;
        if each == 0 {
            return Err("too few requests wait for a decision".into());
        }
        stages.truncate(each * connections);
        let mut mailbox = Mailbox::open(site)?;
        load::run(connections, Until::Turns(each), &|number| {
            let mut browser = site.browser()?;
            let stages = stages[number * each..][..each].to_vec();
            Ok(Box::new(move |index| request_code(&mut browser, stages[index])))
        })?;
        let codes = mailbox.codes(&stages)?;
        Ok(Self {
            connections,
            each,
            stages,
            codes,
        })
    }

    pub(crate) fn decide(&self, site: &Site) -> Outcome<Measured> {
        load::run(self.connections, Until::Turns(self.each), &|number| {
            let mut browser = site.browser()?;
            let stages = &self.stages[number * self.each..][..self.each];
            let calls: Vec<Vec<u8>> = stages
                .iter()
                .map(|stage| approval(site, &browser, *stage, &self.codes))
                .collect();
            Ok(Box::new(move |index| {
                browser.send(&calls[index])?.json().map(drop)
            }))
        })
    }
}

pub(crate) fn request_code(browser: &mut Browser, stage: PendingStage) -> Outcome<()> {
    let path = format!("{}otp/", path(stage));
    browser
        .call("POST", &path, &json!({ "status": true }))?
        .json()
        .map(drop)
}

/// Returns the call with which the reviewer approves.
pub(crate) fn approval(site: &Site, browser: &Browser, stage: PendingStage, codes: &Codes) -> Vec<u8> {
    let body = json!({
        "status": true,
        "otp": codes[&stage.request],
        "reason": "Looked at every document",
        "recommendation": "Store the data encrypted",
        "assigned_role": site.assigned_role,
        "org_role": site.org_role,
        "request": stage.request,
        "state_id": stage.state,
    });
    browser.prepare("PUT", &path(stage), &body.to_string())
}

fn path(stage: PendingStage) -> String {
    format!("/api/v1/data_requests/request_state/{}/", stage.state)
}

/// Returns requests that wait for the reviewer and are not blocked by a comment.
pub(crate) fn waiting(site: &Site, max: usize) -> Outcome<Vec<PendingStage>> {
    let rows = site.connect()?.texts(&format!(
        "SELECT CAST(request_id AS TEXT), CAST(own_state_id AS TEXT) FROM request_bindings b \
         WHERE org_role_id = {} AND own_state = 'Unattended' AND status_tab = 'Pending' \
         AND NOT EXISTS (SELECT 1 FROM state_comments c WHERE c.request_id = b.request_id) \
         ORDER BY date_created, request_id LIMIT {max}",
        site.org_role
    ))?;
    rows.iter()
        .map(|row| match row.as_slice() {
            [request, state] => Ok(PendingStage {
                request: request.parse()?,
                state: state.parse()?,
            }),
            _ => Err("a stage without a request".into()),
        })
        .collect()
}
