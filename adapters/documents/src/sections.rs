//! The sections of a request's PDF.

use aditus_application::requests::views::{DatasetVariableView, DatasetView, RequestDetail};
use aditus_application::review::views::StateView;
use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::procedures::StageType;
use aditus_domain::review::wording::{NO_STAGES, timeline};
use aditus_domain::review::{OverallStatus, StageState};
use chrono::{DateTime, NaiveDate, Utc};

use crate::change_text::plain_text;
use crate::grid::{Cell, Grid, or_dash};
use crate::mask::masked;
use crate::palette::{ACCENT, INK, MUTED, state_color, status_color, text};
use crate::paper::Paper;
use crate::prose::{Gap, Prose, TITLE};

/// Column widths of a label and its content.
const FACTS: [usize; 2] = [30, 70];

/// Formats a date as DD MMMM, YYYY (decisions, "Routes and screens").
pub(crate) fn day(date: NaiveDate) -> String {
    date.format("%d %B, %Y").to_string()
}

pub(crate) fn day_of(time: DateTime<Utc>) -> String {
    day(time.date_naive())
}

pub(crate) fn yes_or_no(flag: bool) -> &'static str {
    if flag { "Yes" } else { "No" }
}

pub(crate) fn cover(paper: &mut Paper, request: &RequestDetail, product: &str, reference: &str) {
    let responded = request
        .last_responded_on
        .map(|on| format!("last response {}", day_of(on)));
    let round = (request.round > 1).then(|| format!("round {}", request.round));
    let submitted = Some(format!("Submitted {}", day_of(request.submitted_on)));
    let summary = [submitted, responded, round]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ");
    paper.push(Prose::new(product, text(10, ACCENT).bold(), 0.0));
    paper.push(Prose::new(reference, text(10, MUTED), 0.0));
    paper.push(Prose::new(request.details.title.as_str(), text(17, INK).bold(), 0.0).heading(TITLE));
    let status = text(11, status_color(request.status)).bold();
    paper.push(Prose::new(request.status.name(), status, 0.0));
    paper.push(Prose::new(summary, text(9, MUTED), 1.0));
}

pub(crate) fn people(paper: &mut Paper, request: &RequestDetail) {
    let requester = &request.requester;
    paper.section("Requester Details");
    let mut facts = Grid::new(&FACTS);
    facts.fact("Name", &format!("{} {}", requester.fname, requester.sname));
    facts.fact("Organisation", &request.organization);
    facts.fact(
        "Department",
        request
            .details
            .department
            .as_deref()
            .unwrap_or(&requester.department),
    );
    facts.fact("Designation", &requester.designation);
    facts.fact("Email", requester.org_email.as_deref().unwrap_or_default());
    facts.fact("Phone", &requester.phone);
    paper.push(facts);

    paper.section("Principal Investigator / Organization Key Contact Person");
    let mut facts = Grid::new(&FACTS);
    let is_requester = if request.is_principal {
        " (the requester)"
    } else {
        ""
    };
    facts.fact(
        "Name",
        &format!(
            "{} {}{is_requester}",
            request.principal.fname, request.principal.sname
        ),
    );
    facts.fact("Institution", &request.principal.institution);
    facts.fact("Occupation", &request.principal.occupation);
    facts.fact("Email", &request.principal.email);
    facts.fact("Phone", &request.principal.phone);
    paper.push(facts);

    paper.section("Purposes");
    let mut purposes = Grid::new(&[1]);
    for purpose in &request.purposes {
        let cell = Cell::new(purpose.purpose.as_str());
        purposes.push([match &purpose.purpose_description {
            Some(description) => cell.and_note(description.as_str()),
            None => cell,
        }]);
    }
    paper.push(purposes);
}

pub(crate) fn data(paper: &mut Paper, request: &RequestDetail) {
    paper.section("Data Specification");
    let mut facts = Grid::new(&FACTS);
    facts.fact("Dataset description", &request.filters.dataset_description);
    facts.fact(
        "Facilities",
        &some_or(&request.filters.facilities.join("\n"), "All facilities"),
    );
    facts.fact(
        "Period of the data",
        &period(request.filters.start, request.filters.end, "All times"),
    );
    facts.fact("Date needed", &day(request.details.needed_on));
    paper.push(facts);
    for dataset in &request.requested_datasets {
        one_dataset(paper, dataset);
    }
}

fn one_dataset(paper: &mut Paper, dataset: &DatasetView) {
    paper.push(Gap(3.5));
    let mut facts = Grid::new(&FACTS);
    facts.push([
        Cell::label("Data source"),
        Cell::default()
            .and(dataset.source.as_str(), text(9, INK).bold())
            .and_note(dataset.source_description.as_str()),
    ]);
    facts.fact("Dataset", &dataset.dataset_description);
    facts.fact(
        "Released on",
        &dataset
            .release_date
            .map_or_else(|| "Not released".to_owned(), day),
    );
    facts.fact("Variables", &dataset.variables.len().to_string());
    paper.push(facts);
    if dataset.variables.is_empty() {
        return;
    }
    let mut table = Grid::new(&[24, 26, 14, 36]).with_head(&["Table", "Variable", "Type", "Meaning"]);
    for DatasetVariableView {
        is_distinct,
        var: variable,
        since,
        ..
    } in &dataset.variables
    {
        let mut name = Cell::new(variable.var_name.as_str());
        if variable.is_identifiable {
            name = name.and_note("identifies persons");
        }
        if *is_distinct {
            name = name.and_note("distinct values only");
        }
        if let Some(remark) = since.remark() {
            name = name.and_note(remark);
        }
        table.push([
            Cell::new(variable.tbl_name.as_str()),
            name,
            Cell::new(variable.data_type.as_str()),
            Cell::new(Meaning::parse(&variable.meaning).plain()),
        ]);
    }
    paper.push(table);
    changed_since(paper, dataset);
}

/// Adds a table with both definitions of each variable that the dictionary has changed since it was
/// requested. Contains only the fields that differ.
fn changed_since(paper: &mut Paper, dataset: &DatasetView) {
    let mut table =
        Grid::new(&[26, 18, 28, 28]).with_head(&["Changed since", "Field", "As requested", "As it is now"]);
    let mut has_rows = false;
    for variable in &dataset.variables {
        let Some(changed) = &variable.since.changed else {
            continue;
        };
        for (number, change) in changed.fields.iter().enumerate() {
            let name = if number == 0 {
                Cell::new(format!(
                    "{}.{}",
                    changed.asked.row.tbl_name, changed.asked.row.var_name
                ))
            } else {
                Cell::default()
            };
            table.push([
                name,
                Cell::label(change.label()),
                Cell::new(plain_text(change, &change.before)),
                Cell::new(plain_text(change, &change.after)),
            ]);
            has_rows = true;
        }
    }
    if has_rows {
        paper.push(Gap(2.0));
        paper.push(table);
    }
}

/// Adds the data format, the access period, the ethics approval and the documents.
pub(crate) fn conditions(paper: &mut Paper, request: &RequestDetail) {
    paper.section("Data Format and Access Period");
    let mut facts = Grid::new(&FACTS);
    facts.fact("Data format", &request.format.data_format);
    let without_limit = if request.format.no_date_limit {
        "No date limit"
    } else {
        "–"
    };
    let access = period(
        request.format.direct_access_from,
        request.format.direct_access_to,
        without_limit,
    );
    facts.fact("Direct access", &access);
    paper.push(facts);

    paper.section("Ethics Approval");
    let mut facts = Grid::new(&FACTS);
    let ethics = &request.ethics.answers;
    facts.fact("Ethics committee", &request.ethics.committee_name);
    facts.fact("Protocol reference number", &ethics.protocol_ref_num);
    facts.fact("Approval letter available", yes_or_no(ethics.approval_letter));
    facts.fact("Exempted", yes_or_no(ethics.exempted));
    facts.fact(
        "Additional committee",
        ethics.additional_committee.as_deref().unwrap_or("None"),
    );
    paper.push(facts);

    paper.section("Documents");
    let mut table = Grid::new(&[50, 15, 15, 20]).with_head(&["Document", "Type", "Size", "Uploaded on"]);
    for document in &request.documents {
        let of = request
            .list_of_staff
            .iter()
            .find(|staff| Some(staff.staff_shared_id) == document.staff);
        let mut title = Cell::new(document.kind.title());
        if let Some(staff) = of {
            title = title.and_note(format!("{} {}", staff.member.first_name, staff.member.surname));
        }
        // The digest of a scan reveals nothing about its content, and this PDF is only for readers
        // who may open the scan itself.
        title = title.and_note(format!("SHA-256 {}", hex::encode(document.sha256.0)));
        table.push([
            title,
            Cell::new(document.file_type.extension().to_ascii_uppercase()),
            Cell::new(size(document.size)),
            Cell::new(day_of(document.uploaded_on)),
        ]);
    }
    if request.documents.is_empty() {
        table.push([
            Cell::label("No documents"),
            Cell::default(),
            Cell::default(),
            Cell::default(),
        ]);
    }
    paper.push(table);
}

/// Adds the devices and the staff.
pub(crate) fn handling(paper: &mut Paper, request: &RequestDetail) {
    paper.section("List of Devices");
    let titles = ["Device", "Serial number", "Used by", "Usage"];
    let mut table = Grid::new(&[30, 22, 26, 22]).with_head(&titles);
    for listed in &request.list_of_devices {
        let device = &listed.device;
        table.push([
            Cell::new(device.equipment_name.as_str()).and_note(listed.equipment_type.as_str()),
            Cell::new(device.serial_number.as_str()),
            Cell::new(device.used_by.as_str()).and_note(device.organisation.as_str()),
            Cell::new(day(device.usage_from)).and(format!("to {}", day(device.usage_to)), text(9, INK)),
        ]);
    }
    if request.list_of_devices.is_empty() {
        table.push([
            Cell::label("No devices"),
            Cell::default(),
            Cell::default(),
            Cell::default(),
        ]);
    }
    paper.push(table);

    paper.section("List of Staff");
    let titles = ["Name", "Contact", "Identification", "Confidentiality protocols"];
    let mut table = Grid::new(&[28, 34, 20, 18]).with_head(&titles);
    for listed in &request.list_of_staff {
        let staff = &listed.member;
        table.push([
            Cell::new(format!("{} {}", staff.first_name, staff.surname))
                .and_note(staff.position_in_organisation.as_str()),
            Cell::new(or_dash(&staff.email)).and_note(staff.phone.as_str()),
            Cell::new(staff.identification_type.name()).and_note(masked(&staff.identification_number)),
            if staff.confidentiality_protocols {
                Cell::new("Yes")
            } else {
                Cell::default().and("No", text(9, status_color(OverallStatus::Denied)).bold())
            },
        ]);
    }
    if request.list_of_staff.is_empty() {
        table.push([
            Cell::label("No staff"),
            Cell::default(),
            Cell::default(),
            Cell::default(),
        ]);
    }
    paper.push(table);
}

pub(crate) fn chain(paper: &mut Paper, request: &RequestDetail) {
    paper.section("Review and Approval Chain");
    let mut table = Grid::new(&[30, 18, 52]).with_head(&["Stage", "State", "Response"]);
    let is_open =
        |stage: &&StateView| stage.stage_type != StageType::Terminal && stage.state != StageState::Approved;
    let only_feedback_is_left = !request.request_states.iter().any(|stage| is_open(&stage));
    let mut stages: Vec<&StateView> = request.request_states.iter().collect();
    stages.sort_by_key(|stage| stage.number);
    for stage in stages {
        let state = timeline(stage.stage_type, stage.role, stage.state, only_feedback_is_left);
        table.push([
            Cell::new(stage.role.name())
                .and_note(stage.stage_activity.as_str())
                .and_note(stage.organisation.as_str()),
            Cell::default().and(state, text(9, state_color(stage.state)).bold()),
            response(stage),
        ]);
    }
    if request.request_states.is_empty() {
        table.push([Cell::label(NO_STAGES), Cell::default(), Cell::default()]);
    }
    paper.push(table);
}

fn response(stage: &StateView) -> Cell {
    let mut cell = Cell::default();
    if let Some(by) = &stage.attended_by {
        cell = cell
            .and(format!("{} {}", by.fname, by.sname), text(9, INK).bold())
            .and_note(by.org_name.as_str());
    }
    match (stage.responded_on, stage.unattended_since) {
        (Some(on), _) => cell = cell.and(day_of(on), text(9, INK)),
        (None, Some(since)) => cell = cell.and_note(format!("Waiting since {}", day_of(since))),
        (None, None) => {}
    }
    remarks(
        cell,
        stage.state,
        stage.reason.as_deref(),
        stage.recommendation.as_deref(),
    )
}

/// Adds the reason and the recommendation. A denied stage shows both, even if they are empty (2 §4,
/// "Decision").
pub(crate) fn remarks(
    mut cell: Cell,
    state: StageState,
    reason: Option<&str>,
    recommendation: Option<&str>,
) -> Cell {
    let denied = state == StageState::Denied;
    for (label, remark) in [("Reason", reason), ("Recommendation", recommendation)] {
        let remark = match remark.filter(|remark| !remark.trim().is_empty()) {
            Some(remark) => remark,
            None if denied => "None provided",
            None => continue,
        };
        cell = cell.and(label, text(8, MUTED).bold()).and(remark, text(9, INK));
    }
    cell
}

fn period(from: Option<NaiveDate>, to: Option<NaiveDate>, none: &str) -> String {
    match (from, to) {
        (Some(from), Some(to)) => format!("{} to {}", day(from), day(to)),
        (Some(from), None) => format!("From {}", day(from)),
        (None, Some(to)) => format!("Until {}", day(to)),
        (None, None) => none.to_owned(),
    }
}

fn some_or(text: &str, none: &str) -> String {
    if text.is_empty() {
        none.to_owned()
    } else {
        text.to_owned()
    }
}

/// Formats a file size. Rounds KiB up, so that no file has 0 KiB.
pub(crate) fn size(bytes: u64) -> String {
    const KIB: u64 = 1024;
    const MIB: u64 = 1024 * KIB;
    if bytes < MIB {
        format!("{} KiB", bytes.div_ceil(KIB))
    } else {
        format!("{}.{} MiB", bytes / MIB, bytes % MIB * 10 / MIB)
    }
}
