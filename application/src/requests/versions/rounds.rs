//! What was changed in each round of a request (design V2).

use aditus_domain::ids::RequestId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Changes, SectionChanges};

use super::changes::Error;
use super::views::VersionView;
use crate::access::RequestScope;
use crate::ports::{Ports, Views};

/// What was changed in one round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundChanges {
    /// Its number, from 1.
    pub round: u32,
    /// The version that it began with.
    pub from: VersionNumber,
    /// The version that it ended with, or has by now.
    pub to: VersionNumber,
    /// Who changed what, oldest first.
    pub versions: Vec<VersionView>,
    /// What reads differently at its end.
    pub sections: Vec<SectionChanges>,
}

/// What was changed, for each round in which something was; the request is in scope.
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
    let mut begins: Vec<(u32, VersionNumber)> = Vec::new();
    for line in &history {
        if begins.iter().all(|(round, _)| *round != line.round) {
            begins.push((line.round, line.version));
        }
    }
    let ends = begins.iter().skip(1).map(|(_, begin)| *begin).chain([last]);
    let mut rounds = Vec::new();
    for ((round, from), to) in begins.iter().copied().zip(ends.collect::<Vec<_>>()) {
        if from >= to {
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
            from,
            to,
            versions: versions.iter().filter(of_round).cloned().collect(),
            sections: Changes::between(&older, &newer).told(),
        });
    }
    Ok(rounds)
}
