//! The values that the placeholders of a letter stand for.

use aditus_domain::accounts::erasure::ERASED_PERSON;
use aditus_domain::organisations::shown_name;
use aditus_domain::procedures::{LetterNumber, LetterValues};
use aditus_domain::requests::{Content, OTHER_PURPOSE, TrackingId};
use chrono::{DateTime, NaiveDate, Utc};

use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::Request;

/// Returns the values of a letter with this number, from the current data.
pub(super) fn of_request(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: &Request,
    (number, procedure): (LetterNumber, &str),
    at: DateTime<Utc>,
) -> Result<LetterValues, StoreError> {
    let missing = |what: &'static str| {
        move || StoreError::internal(format!("{what} of an approved request is missing"))
    };
    let content = transaction
        .request_versions()
        .content(request.id)?
        .ok_or_else(missing("the content"))?;
    let (requester_name, requester_organisation) = match transaction.accounts().by_id(request.owner)? {
        Some(owner) => {
            let organisation = transaction
                .organisations()
                .by_id(owner.organisation)?
                .ok_or_else(missing("the organisation"))?;
            let name = format!("{} {}", owner.fname.as_str(), owner.sname.as_str());
            (name, shown_name(organisation.name, owner.tentative_organization))
        }
        // The owner may have been erased if the request was approved before letters existed.
        None => (ERASED_PERSON.to_owned(), String::new()),
    };
    let variables: usize = content
        .datasets
        .iter()
        .map(|dataset| dataset.variables.len())
        .sum();
    Ok(LetterValues {
        letter_number: number.to_string(),
        letter_date: day(at.date_naive()),
        request_reference: TrackingId(request.id).to_string(),
        request_title: content.details.title.clone(),
        submitted_on: day(request.date_created.date_naive()),
        needed_on: day(content.details.needed_on),
        requester_name,
        requester_organisation,
        principal_name: format!("{} {}", content.principal.fname, content.principal.sname),
        principal_institution: content.principal.institution.clone(),
        purposes: purposes(&content),
        data_sources: sources(&content),
        variable_count: variables.to_string(),
        data_format: content.format.data_format.clone(),
        ethics_committee: content
            .ethics
            .answers
            .additional_committee
            .clone()
            .unwrap_or_else(|| content.ethics.committee_name.clone()),
        protocol_reference: content.ethics.answers.protocol_ref_num.clone(),
        decisions: decisions(request),
        procedure: procedure.to_owned(),
        provider: ports.settings.provider_organisation.clone(),
        product: ports.settings.product_name.clone(),
    })
}

/// Formats a date as other documents do (decisions, "Routes and screens").
fn day(day: NaiveDate) -> String {
    day.format("%d %B, %Y").to_string()
}

fn purposes(content: &Content) -> String {
    let purposes = content.purposes.iter().map(|purpose| match &purpose.description {
        Some(description) if purpose.id == OTHER_PURPOSE => description.clone(),
        _ => purpose.purpose.clone(),
    });
    purposes.collect::<Vec<_>>().join(", ")
}

fn sources(content: &Content) -> String {
    let mut names: Vec<&str> = Vec::new();
    for dataset in &content.datasets {
        if !names.contains(&dataset.source_name.as_str()) {
            names.push(&dataset.source_name);
        }
    }
    names.join(", ")
}

/// Returns a line for each decided stage. It names the role and not the person, because only people
/// who can see the chain may learn who decided.
fn decisions(request: &Request) -> String {
    let line = |(stage, answer): (&aditus_domain::review::ChainStage, &aditus_domain::review::Answer)| {
        let day = day(answer.at.date_naive());
        format!("{}: approved by the {} on {day}", stage.activity, stage.role)
    };
    request.chain.deciders().map(line).collect::<Vec<_>>().join("\n")
}
