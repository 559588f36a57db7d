//! The decisions and changes in each round of a request (decisions V2).

use aditus_domain::ids::RequestId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Changes, SectionChanges};
use aditus_domain::review::StageState;
use aditus_domain::roles::Role;

use super::changes::Error;
use super::views::VersionView;
use crate::access::RequestScope;
use crate::ports::{Ports, Views};
use crate::review::views::HistoryView;

/// The decisions and changes of one round. Corrections after a denial or a recall belong to the
/// next round, which begins with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundChanges {
    /// Number of the round, from 1. For corrections that are not submitted yet, it is one more than
    /// the number of rounds.
    pub round: u32,
    /// Its decisions, oldest first. Empty for the latest round, whose decisions are shown at the
    /// stages of the request.
    pub decisions: Vec<HistoryView>,
    /// The version at the end of the previous round. For the first round, the submitted version.
    pub from: VersionNumber,
    /// The version at its end, or the latest version so far.
    pub to: VersionNumber,
    /// The versions stored in this round, oldest first.
    pub versions: Vec<VersionView>,
    /// The differences in the displayed texts between `from` and `to`.
    pub sections: Vec<SectionChanges>,
}

/// Returns the decisions and changes of each round before the latest, and of each round in which
/// the content changed. The request must be in scope.
pub(crate) fn by_round(
    ports: &Ports,
    views: &mut dyn Views,
    scope: &RequestScope,
    request: RequestId,
) -> Result<Vec<RoundChanges>, Error> {
    let history = views.review().history(scope, request)?.ok_or(Error::NotFound)?;
    let versions = views
        .request_versions()
        .versions(scope, request)?
        .ok_or(Error::NotFound)?;
    let Some(last) = versions.last().map(|version| version.number) else {
        return Ok(Vec::new());
    };
    let mut rounds = Vec::new();
    for Span {
        round,
        decisions,
        from,
        to,
    } in spans(history, last)
    {
        if from >= to && decisions.is_empty() {
            continue;
        }
        let (older, newer) = views
            .request_versions()
            .two_versions(scope, request, (from, to))?
            .ok_or(Error::NoVersion)?;
        let older = ports.encoding.decode(&older.canonical, &older.values)?;
        let newer = ports.encoding.decode(&newer.canonical, &newer.values)?;
        let of_round = |version: &&VersionView| version.number > from && version.number <= to;
        rounds.push(RoundChanges {
            round,
            decisions,
            from,
            to,
            versions: versions.iter().filter(of_round).cloned().collect(),
            sections: Changes::between(&older, &newer).by_section(),
        });
    }
    Ok(rounds)
}

/// A round with its range of versions.
struct Span {
    round: u32,
    decisions: Vec<HistoryView>,
    from: VersionNumber,
    to: VersionNumber,
}

/// Splits the history into rounds, oldest first, up to the last version.
fn spans(history: Vec<HistoryView>, last: VersionNumber) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut is_over = false;
    for line in history {
        let end = spans.last().map(|span| span.to);
        if spans.last().is_none_or(|span| span.round != line.round) {
            is_over = false;
            spans.push(Span {
                round: line.round,
                decisions: Vec::new(),
                from: end.unwrap_or(line.version),
                to: line.version,
            });
        }
        if let Some(span) = spans.last_mut() {
            span.to = span.to.max(line.version);
            is_over |= matches!(line.state, StageState::Denied | StageState::Recalled);
            if line.by.is_some() && !line.is_requesters_approval() {
                span.decisions.push(line);
            }
        }
    }
    let Some(present) = spans.last_mut() else {
        return spans;
    };
    present.decisions.clear();
    if is_over {
        let (round, from) = (present.round + 1, present.to);
        spans.push(Span {
            round,
            decisions: Vec::new(),
            from,
            to: last,
        });
    } else {
        present.to = last;
    }
    spans
}

impl HistoryView {
    /// Returns true if the line is the approval of a requester's stage, which is not a decision.
    fn is_requesters_approval(&self) -> bool {
        self.role == Role::DataRequester && self.state == StageState::Approved
    }
}
