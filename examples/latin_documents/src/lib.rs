//! Documents set with genpdf and CSV written with csv, for installations whose texts are only
//! Latin, Greek or Cyrillic.
//!
//! [`LatinDocuments`] makes the PDF of a Data Request, approval letters and the CSV of requested
//! variables. It forwards public documents and the other exports to the adapter of Aditus. A
//! program installs it with
//!
//! ```text
//! application.with_documents("genpdf", |context| {
//!     Ok(Arc::new(LatinDocuments::wrapping(context.built_in()?)?))
//! })
//! ```
//!
//! It keeps the contract of the port (`tests/contract.rs`), except for names in every script.
//! Compared with the adapter of Aditus, it lacks:
//!
//! - **Shaping.** genpdf places one glyph for each character, from left to right. Arabic, Hebrew,
//!   Devanagari, Ethiopic, Thai and other scripts are printed as code points such as `[U+4E2D]`.
//!   Combining accents are not placed above their letters, and there is no kerning.
//! - **Tags.** A screen reader gets the text in the order in which it was written, without
//!   headings, tables, lists and bookmarks. The language of the text is not stated, and the QR code
//!   has no description. The document does not conform to PDF/UA.
//! - **PDF/A.** There is no XMP metadata and no colour profile, so archives that require PDF/A
//!   refuse the file.
//! - **Layout.** Page breaks may split rows and the proof, table headers are not repeated, and page
//!   numbers lack the total. There are no colours, and long words are broken without a hyphen.
//! - **Size and speed.** Each document contains both complete fonts, which makes it about 300 KB
//!   larger, and for each font genpdf iterates over all of Unicode.
//! - **Maintenance.** The last release of genpdf is of 2021. RUSTSEC lists libraries below it as
//!   unmaintained: rusttype (RUSTSEC-2021-0140), `stb_truetype` (RUSTSEC-2020-0020), encoding
//!   (RUSTSEC-2021-0153) and lzw (RUSTSEC-2020-0144). None of them parses uploaded files.

use std::error::Error;
use std::io::Read;
use std::sync::Arc;

use aditus_application::audit::export::AuditLogLine;
use aditus_application::dictionary::quality::TableQuality;
use aditus_application::dictionary::revisions::compare_csv::ComparisonLine;
use aditus_application::ports::{DocumentError, Documents, LetterSheet, PrintedProof, PublicPdf};
use aditus_application::requests::versions::rounds::RoundChanges;
use aditus_application::requests::views::{DatasetVariableView, DatasetView, RequestDetail};
use aditus_application::review::views::AttendantView;
use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::revision::FieldChange;
use aditus_domain::information::PublicDocument;
use aditus_domain::requests::TrackingId;
use aditus_domain::requests::content::{Change, DisplayValue, DocumentContent, WordChange};
use chrono::{DateTime, NaiveDate, Utc};
use flate2::read::GzDecoder;
use genpdf::elements::{Break, FrameCellDecorator, LinearLayout, PageBreak, Paragraph, TableLayout};
use genpdf::fonts::{Font, FontCache, FontData, FontFamily};
use genpdf::render::Area;
use genpdf::style::Style;
use genpdf::{Context, Element, Margins, Mm, Position, RenderResult, SimplePageDecorator, Size};
use lopdf::{Object, dictionary, text_string};
use printpdf::BuiltinFont;
use qrcode::{Color, EcLevel, QrCode};

/// The fonts that ship with Aditus.
const REGULAR: &[u8] = include_bytes!("../../../adapters/documents/fonts/NotoSans-Regular.ttf.gz");
const BOLD: &[u8] = include_bytes!("../../../adapters/documents/fonts/NotoSans-Bold.ttf.gz");

/// Margin of a page, in millimetres.
const MARGIN: u8 = 17;
/// Side of a module of a QR code, in millimetres. A module is drawn as two lines of one point,
/// which is the only width that genpdf draws.
const SQUARE: f64 = 0.7;
const LINES_OF_SQUARE: [f64; 2] = [0.175, 0.525];
/// Relative widths of a label and its text.
const FACTS: [usize; 2] = [30, 70];

type Outcome = Result<(), DocumentError>;

/// Makes documents of requests and letters with genpdf, and forwards all others to another adapter.
pub struct LatinDocuments {
    inner: Arc<dyn Documents>,
    fonts: FontFamily<FontData>,
}

impl LatinDocuments {
    /// Wraps this adapter, and reads the fonts.
    pub fn wrapping(inner: Arc<dyn Documents>) -> Result<Self, DocumentError> {
        let (regular, bold) = (unpacked(REGULAR)?, unpacked(BOLD)?);
        // genpdf embeds all four fonts of a family into each document. Nothing is italic here, so
        // the italic fonts are built-in ones, which are not embedded.
        let named = |font| FontData::new(regular.clone(), Some(font)).map_err(fault);
        let fonts = FontFamily {
            italic: named(BuiltinFont::HelveticaOblique)?,
            bold_italic: named(BuiltinFont::HelveticaBoldOblique)?,
            bold: FontData::new(bold, None).map_err(fault)?,
            regular: FontData::new(regular, None).map_err(fault)?,
        };
        Ok(Self { inner, fonts })
    }
}

impl Documents for LatinDocuments {
    fn request_pdf(
        &self,
        request: &RequestDetail,
        changes: &[RoundChanges],
        proof: Option<&PrintedProof>,
        product_name: &str,
    ) -> Result<Vec<u8>, DocumentError> {
        let reference = format!("Data Request {}", TrackingId(request.request_id));
        let day = request.submitted_on.date_naive();
        let head = format!("{product_name} · {reference} · {}", format_day(day));
        let mut paper = Paper::new(&self.fonts, head);
        cover(&mut paper, request);
        people(&mut paper, request)?;
        data(&mut paper, request)?;
        conditions(&mut paper, request)?;
        handling(&mut paper, request)?;
        stages(&mut paper, request)?;
        for round in changes {
            round_changes(&mut paper, round)?;
            round_decisions(&mut paper, round)?;
        }
        if let Some(proof) = proof {
            prove(&mut paper, proof)?;
        }
        paper.finish(&reference, day)
    }

    fn letter_pdf(&self, letter: &LetterSheet, product_name: &str) -> Result<Vec<u8>, DocumentError> {
        let head = if letter.is_specimen {
            format!("{product_name} · Specimen. This is not an approval.")
        } else {
            format!(
                "{product_name} · {} · {}",
                letter.number,
                format_day(letter.made_on)
            )
        };
        let mut paper = Paper::new(&self.fonts, head);
        paper.text(&letter.text.heading, Style::new().with_font_size(16).bold());
        paper.0.push(Break::new(0.5));
        for line in letter.text.body.lines() {
            if line.trim().is_empty() {
                paper.0.push(Break::new(0.7));
            } else {
                paper.text(line, Style::new().with_font_size(11));
            }
        }
        if let Some(proof) = letter.proof.as_ref().filter(|_| !letter.is_specimen) {
            prove(&mut paper, proof)?;
        }
        paper.finish(&letter.text.heading, letter.made_on)
    }

    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
        // Without the byte order mark, spreadsheets misread UTF-8.
        let mut csv = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(b"\xef\xbb\xbf".to_vec());
        csv.write_record(VARIABLE_COLUMNS).map_err(fault)?;
        for dataset in &request.requested_datasets {
            for variable in &dataset.variables {
                let cells = variable_cells(dataset, variable).map(harmless);
                csv.write_record(cells).map_err(fault)?;
            }
        }
        csv.into_inner().map_err(|error| fault(error.into_error()))
    }

    fn data_quality_csv(&self, source: &str, tables: &[TableQuality]) -> Result<Vec<u8>, DocumentError> {
        self.inner.data_quality_csv(source, tables)
    }

    fn facilities_csv(&self, facilities: &[[String; 3]]) -> Result<Vec<u8>, DocumentError> {
        self.inner.facilities_csv(facilities)
    }

    fn comparison_csv(&self, lines: &[ComparisonLine]) -> Result<Vec<u8>, DocumentError> {
        self.inner.comparison_csv(lines)
    }

    fn audit_log_csv_heading(&self) -> Result<Vec<u8>, DocumentError> {
        self.inner.audit_log_csv_heading()
    }

    fn audit_log_csv_lines(&self, lines: &[AuditLogLine]) -> Result<Vec<u8>, DocumentError> {
        self.inner.audit_log_csv_lines(lines)
    }

    fn public_document(
        &self,
        document: PublicDocument,
        product_name: &str,
    ) -> Result<PublicPdf, DocumentError> {
        self.inner.public_document(document, product_name)
    }
}

// Content of a request.

fn cover(paper: &mut Paper, request: &RequestDetail) {
    paper.text(&request.details.title, Style::new().with_font_size(16).bold());
    paper.text(request.status.name(), Style::new().with_font_size(11).bold());
    let responded = request.last_responded_on.map_or_else(String::new, |on| {
        format!(", last response {}", format_day(on.date_naive()))
    });
    let said = format!(
        "Round {}, submitted {}{responded}",
        request.round,
        day_of(request.submitted_on)
    );
    paper.text(&said, Style::new());
}

fn people(paper: &mut Paper, request: &RequestDetail) -> Outcome {
    let requester = &request.requester;
    let department = request
        .details
        .department
        .as_ref()
        .unwrap_or(&requester.department);
    paper.facts(
        "Requester",
        &[
            ("Name", format!("{} {}", requester.fname, requester.sname)),
            ("Organisation", request.organization.clone()),
            ("Department", department.clone()),
            ("Designation", requester.designation.clone()),
            ("Email", requester.org_email.clone().unwrap_or_default()),
            ("Phone", requester.phone.clone()),
        ],
    )?;
    paper.facts(
        "Principal investigator",
        &[
            ("Is the requester", yes_or_no(request.is_principal)),
            (
                "Name",
                format!("{} {}", request.principal.fname, request.principal.sname),
            ),
            ("Institution", request.principal.institution.clone()),
            ("Occupation", request.principal.occupation.clone()),
            ("Email", request.principal.email.clone()),
            ("Phone", request.principal.phone.clone()),
        ],
    )?;
    let purposes = request.purposes.iter().map(|purpose| {
        let description = purpose.purpose_description.clone().unwrap_or_default();
        vec![purpose.purpose.clone(), description]
    });
    paper.table(
        "Purposes",
        &FACTS,
        &["Purpose", "Description"],
        purposes.collect(),
    )
}

fn data(paper: &mut Paper, request: &RequestDetail) -> Outcome {
    paper.facts(
        "Data",
        &[
            ("Description", request.filters.dataset_description.clone()),
            ("Facilities", request.filters.facilities.join("\n")),
            ("From", optional_day(request.filters.start)),
            ("To", optional_day(request.filters.end)),
            ("Date needed", format_day(request.details.needed_on)),
        ],
    )?;
    for dataset in &request.requested_datasets {
        paper.facts(
            "Data source",
            &[
                ("Name", dataset.source.clone()),
                ("Description", dataset.source_description.clone()),
                ("Dataset", dataset.dataset_description.clone()),
                ("Released on", optional_day(dataset.release_date)),
            ],
        )?;
        let variables = dataset.variables.iter().map(|variable| {
            vec![
                variable.var.tbl_name.clone(),
                noted_name(variable),
                variable.var.data_type.clone(),
                Meaning::parse(&variable.var.meaning).plain(),
            ]
        });
        let titles = ["Table", "Variable", "Type", "Meaning"];
        paper.table("Variables", &[22, 28, 14, 36], &titles, variables.collect())?;
    }
    Ok(())
}

/// Returns the name of a variable, with one line for each remark on it.
fn noted_name(variable: &DatasetVariableView) -> String {
    let notes = [
        (variable.var.is_identifiable, "identifies persons"),
        (variable.is_distinct, "distinct values only"),
    ];
    let notes = notes.into_iter().filter(|(applies, _)| *applies);
    let mut lines = vec![variable.var.var_name.clone()];
    lines.extend(notes.map(|(_, note)| note.to_owned()));
    lines.extend(variable.since.remark().map(str::to_owned));
    lines.extend([as_requested(variable), as_now(variable)]);
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

fn conditions(paper: &mut Paper, request: &RequestDetail) -> Outcome {
    let ethics = &request.ethics.answers;
    let committee = ethics.additional_committee.clone();
    paper.facts(
        "Access and ethics",
        &[
            ("Data format", request.format.data_format.clone()),
            (
                "Direct access from",
                optional_day(request.format.direct_access_from),
            ),
            ("Direct access to", optional_day(request.format.direct_access_to)),
            ("Without a date limit", yes_or_no(request.format.no_date_limit)),
            ("Ethics committee", request.ethics.committee_name.clone()),
            ("Protocol reference number", ethics.protocol_ref_num.clone()),
            ("Approval letter available", yes_or_no(ethics.approval_letter)),
            ("Exempted", yes_or_no(ethics.exempted)),
            ("Additional committee", committee.unwrap_or_default()),
        ],
    )?;
    let documents = request.documents.iter().map(|document| {
        let staff = request
            .list_of_staff
            .iter()
            .find(|staff| Some(staff.staff_shared_id) == document.staff)
            .map_or_else(String::new, |staff| {
                format!("{} {}", staff.member.first_name, staff.member.surname)
            });
        let digest = format!("SHA-256 {}", hex::encode(document.sha256.0));
        vec![
            document.kind.title().to_owned(),
            staff,
            format!("{}, {}", kib(document.size), day_of(document.uploaded_on)),
            digest,
        ]
    });
    let titles = ["Document", "Of", "Uploaded", "Digest"];
    paper.table("Documents", &[28, 20, 22, 30], &titles, documents.collect())
}

fn handling(paper: &mut Paper, request: &RequestDetail) -> Outcome {
    let devices = request.list_of_devices.iter().map(|listed| {
        let device = &listed.device;
        vec![
            format!("{}\n{}", device.equipment_name, listed.equipment_type),
            device.serial_number.clone(),
            format!("{}\n{}", device.used_by, device.organisation),
            format!(
                "{}\nto {}",
                format_day(device.usage_from),
                format_day(device.usage_to)
            ),
        ]
    });
    let titles = ["Device", "Serial number", "Used by", "Usage"];
    paper.table("Devices", &[28, 24, 24, 24], &titles, devices.collect())?;
    let staff = request.list_of_staff.iter().map(|listed| {
        let staff = &listed.member;
        vec![
            format!(
                "{} {}\n{}",
                staff.first_name, staff.surname, staff.position_in_organisation
            ),
            format!("{}\n{}", staff.email, staff.phone),
            format!(
                "{}\n{}",
                staff.identification_type.name(),
                masked(&staff.identification_number)
            ),
            yes_or_no(staff.confidentiality_protocols),
        ]
    });
    let titles = ["Name", "Contact", "Identification", "Confidentiality protocols"];
    paper.table("Staff", &[28, 32, 20, 20], &titles, staff.collect())
}

fn stages(paper: &mut Paper, request: &RequestDetail) -> Outcome {
    let stages = request.request_states.iter().map(|stage| {
        let by = person(stage.attended_by.as_ref());
        let on = optional_day(stage.responded_on.map(|on| on.date_naive()));
        let remarks = remarks(stage.reason.as_deref(), stage.recommendation.as_deref());
        vec![
            format!(
                "{}\n{}\n{}",
                stage.role.name(),
                stage.stage_activity,
                stage.organisation
            ),
            stage.state.name().to_owned(),
            format!("{by}\n{on}\n{remarks}"),
        ]
    });
    let titles = ["Stage", "State", "Response"];
    paper.table("Review and approval", &[30, 18, 52], &titles, stages.collect())
}

fn round_changes(paper: &mut Paper, round: &RoundChanges) -> Outcome {
    let versions = round.versions.iter().map(|version| {
        let section = version
            .section
            .map_or("The request as a whole", |section| section.name());
        vec![
            version.number.to_string(),
            format!(
                "{} {}\n{}",
                version.author_fname,
                version.author_sname,
                version.author_role.name()
            ),
            section.to_owned(),
            day_of(version.at),
        ]
    });
    let title = format!("Changes in round {}", round.round);
    let titles = ["Version", "By", "Section", "On"];
    paper.table(&title, &[14, 26, 40, 20], &titles, versions.collect())?;
    let mut rows = Vec::new();
    for section in &round.sections {
        rows.push(vec![section.title().to_owned(), String::new(), String::new()]);
        for change in &section.changes {
            change_rows(change, &mut rows);
        }
    }
    let titles = ["What changed", "Before", "After"];
    paper.table("", &[26, 37, 37], &titles, rows)
}

fn change_rows(change: &Change, rows: &mut Vec<Vec<String>>) {
    match change {
        Change::Words { field, runs } => {
            let without = |other: WordChange| {
                let runs = runs.iter().filter(|run| run.words != other);
                runs.map(|run| run.text.as_str()).collect::<String>()
            };
            let (before, after) = (without(WordChange::Added), without(WordChange::Removed));
            rows.push(vec![(*field).to_owned(), before, after]);
        }
        Change::Value { field, before, after } => {
            rows.push(vec![(*field).to_owned(), value_text(before), value_text(after)]);
        }
        Change::Set {
            field,
            added,
            removed,
        } => {
            rows.push(vec![(*field).to_owned(), removed.join("\n"), added.join("\n")]);
        }
        Change::Document { kind, before, after } => {
            let [before, after] = [before, after].map(|document| uploaded(document.as_ref()));
            rows.push(vec![kind.title().to_owned(), before, after]);
        }
        Change::Item {
            kind,
            name,
            became,
            changes,
        } => {
            let item = format!("{}: {kind} {name}", became.name());
            rows.push(vec![item, String::new(), String::new()]);
            for change in changes {
                change_rows(change, rows);
            }
        }
    }
}

fn value_text(value: &DisplayValue) -> String {
    match value {
        DisplayValue::Nothing => "–".to_owned(),
        DisplayValue::Text(text) => text.clone(),
        DisplayValue::Date(date) => format_day(*date),
        DisplayValue::Flag(flag) => yes_or_no(*flag),
        DisplayValue::Erased => "Erased".to_owned(),
        DisplayValue::IdentificationNumber(number) => masked(number),
    }
}

fn uploaded(document: Option<&DocumentContent>) -> String {
    document.map_or_else(
        || "–".to_owned(),
        |document| {
            let (size, on) = (kib(document.size), day_of(document.uploaded_on));
            format!("{}\n{size}, {on}", document.name())
        },
    )
}

fn round_decisions(paper: &mut Paper, round: &RoundChanges) -> Outcome {
    if round.decisions.is_empty() {
        return Ok(());
    }
    let decisions = round.decisions.iter().map(|line| {
        let by = person(line.by.as_ref());
        let remarks = remarks(line.reason.as_deref(), line.recommendation.as_deref());
        vec![
            format!("{}\n{}", line.role.name(), line.stage_activity),
            format!("{}\non version {}", line.state.name(), line.version),
            format!("{by}\n{}\n{remarks}", day_of(line.at)),
        ]
    });
    let title = format!("Decisions in round {}", round.round);
    let titles = ["Stage", "Decision", "Response"];
    paper.table(&title, &[30, 18, 52], &titles, decisions.collect())
}

fn person(by: Option<&AttendantView>) -> String {
    by.map_or_else(String::new, |by| {
        format!("{} {}\n{}", by.fname, by.sname, by.org_name)
    })
}

fn remarks(reason: Option<&str>, recommendation: Option<&str>) -> String {
    let (reason, recommendation) = (reason.unwrap_or("–"), recommendation.unwrap_or("–"));
    format!("Reason: {reason}\nRecommendation: {recommendation}")
}

// The proof.

/// Adds the proof on a page of its own, because genpdf cannot keep its parts together.
fn prove(paper: &mut Paper, proof: &PrintedProof) -> Outcome {
    let code = QrCode::with_error_correction_level(&proof.address, EcLevel::M).map_err(fault)?;
    let mut facts = vec![("Log", proof.origin.clone())];
    for entry in &proof.entries {
        let version = entry
            .version
            .map_or_else(String::new, |version| format!(" on version {version}"));
        let index = entry.index.map_or_else(
            || "not in the log yet".to_owned(),
            |index| format!("index {index} in the log"),
        );
        let leaf = hex::encode(entry.leaf.0);
        facts.push((
            entry.kind.label(),
            format!("Entry {}{version}, {index}\n{leaf}", entry.id),
        ));
    }
    if let Some((number, digest)) = &proof.version {
        let digest = hex::encode(digest.0);
        facts.push(("SHA-256 of the request", format!("Version {number}\n{digest}")));
    }
    facts.push(("Check it at", proof.address.clone()));
    paper.0.push(PageBreak::new());
    paper.facts("Proof", &facts)?;
    paper.0.push(Break::new(1.0));
    paper.0.push(Code(code));
    Ok(())
}

/// A QR code, drawn with lines.
struct Code(QrCode);

impl Element for Code {
    fn render(
        &mut self,
        _: &Context,
        area: Area<'_>,
        style: Style,
    ) -> Result<RenderResult, genpdf::error::Error> {
        let colors = self.0.to_colors();
        let rows = || (0_u16..).zip(colors.chunks(self.0.width().max(1)));
        let side = SQUARE * rows().map(|(row, _)| f64::from(row + 1)).fold(0.0, f64::max);
        if area.size().height < Mm::from(side) {
            return Ok(RenderResult {
                has_more: true,
                ..RenderResult::default()
            });
        }
        for (row, squares) in rows() {
            for (column, _) in (0_u16..).zip(squares).filter(|(_, color)| **color == Color::Dark) {
                let left = SQUARE * f64::from(column);
                for line in LINES_OF_SQUARE {
                    let y = SQUARE * f64::from(row) + line;
                    let ends = vec![Position::new(left, y), Position::new(left + SQUARE, y)];
                    area.draw_line(ends, style);
                }
            }
        }
        Ok(RenderResult {
            size: Size::new(side, side),
            has_more: false,
        })
    }
}

// The pages.

struct Paper(genpdf::Document);

impl Paper {
    /// Starts a document with this line at the top of each page.
    fn new(fonts: &FontFamily<FontData>, head: String) -> Self {
        let mut document = genpdf::Document::new(fonts.clone());
        document.set_minimal_conformance();
        document.set_font_size(9);
        let mut pages = SimplePageDecorator::new();
        pages.set_margins(MARGIN);
        pages.set_header(move |page| {
            let head = Line::new(&format!("{head} · Page {page}"), Style::new().with_font_size(8));
            LinearLayout::vertical().element(head).element(Break::new(0.7))
        });
        document.set_page_decorator(pages);
        Self(document)
    }

    fn text(&mut self, text: &str, style: Style) {
        self.0.push(lines(text, style));
    }

    fn section(&mut self, title: &str) {
        self.0.push(Break::new(0.7));
        if !title.is_empty() {
            self.text(title, Style::new().with_font_size(11).bold());
        }
    }

    fn facts(&mut self, title: &str, facts: &[(&str, String)]) -> Outcome {
        self.section(title);
        let mut table = TableLayout::new(FACTS.to_vec());
        for (label, fact) in facts {
            let fact = if fact.is_empty() { "–" } else { fact };
            table
                .push_row(vec![cell(label, Style::new()), cell(fact, Style::new())])
                .map_err(fault)?;
        }
        self.0.push(table);
        Ok(())
    }

    fn table(&mut self, title: &str, widths: &[usize], titles: &[&str], rows: Vec<Vec<String>>) -> Outcome {
        self.section(title);
        let mut table = TableLayout::new(widths.to_vec());
        table.set_cell_decorator(FrameCellDecorator::new(true, true, false));
        let head = titles.iter().map(|title| cell(title, Style::new().bold()));
        table.push_row(head.collect()).map_err(fault)?;
        for row in rows {
            let row = row.iter().map(|text| cell(text, Style::new()));
            table.push_row(row.collect()).map_err(fault)?;
        }
        self.0.push(table);
        Ok(())
    }

    /// Returns the file, with identical bytes for identical content. genpdf writes the current time
    /// and a random number into a file, which are removed here.
    fn finish(self, title: &str, day: NaiveDate) -> Result<Vec<u8>, DocumentError> {
        let mut made = Vec::new();
        self.0.render(&mut made).map_err(fault)?;
        let mut file = lopdf::Document::load_mem(&made).map_err(fault)?;
        let about = dictionary! {
            "Title" => text_string(title),
            "CreationDate" => Object::string_literal(day.format("D:%Y%m%d000000Z").to_string()),
        };
        let about = file.add_object(about);
        file.trailer.set("Info", about);
        file.trailer.remove(b"ID");
        file.prune_objects();
        file.compress();
        let mut bytes = Vec::new();
        file.save_to(&mut bytes).map_err(fault)?;
        Ok(bytes)
    }
}

fn lines(text: &str, style: Style) -> LinearLayout {
    let mut layout = LinearLayout::vertical();
    for line in text.lines() {
        layout.push(Line::new(line, style));
    }
    layout
}

fn cell(text: &str, style: Style) -> Box<dyn Element> {
    Box::new(lines(text, style).padded(Margins::vh(0.5, 1.0)))
}

/// A line of text, wrapped to the width of its column. genpdf itself drops a word that is wider
/// than its column, and all text after it.
struct Line {
    text: String,
    style: Style,
    paragraph: Option<Paragraph>,
}

impl Line {
    fn new(text: &str, style: Style) -> Self {
        Self {
            text: text.to_owned(),
            style,
            paragraph: None,
        }
    }
}

impl Element for Line {
    fn render(
        &mut self,
        context: &Context,
        area: Area<'_>,
        style: Style,
    ) -> Result<RenderResult, genpdf::error::Error> {
        let style = style.and(self.style);
        let width = area.size().width;
        let broken = || paragraph(&self.text, style, &context.font_cache, width);
        self.paragraph
            .get_or_insert_with(broken)
            .render(context, area, style)
    }
}

/// Splits text into pieces that fit into a line: words, and parts of words that are too long.
/// genpdf can break a line between any two of them.
fn paragraph(text: &str, style: Style, fonts: &FontCache, width: Mm) -> Paragraph {
    // Rounding must not make a piece wider than the line.
    let limit = width - Mm::from(0.1);
    let font = style.font(fonts);
    let mut paragraph = Paragraph::default();
    let (mut piece, mut piece_width) = (String::new(), Mm::default());
    for character in text.chars().flat_map(|c| printable(c, font, fonts)) {
        let character_width = style.char_width(fonts, character);
        if piece_width + character_width > limit {
            paragraph.push(std::mem::take(&mut piece));
            piece_width = Mm::default();
        }
        piece.push(character);
        piece_width += character_width;
        if character == ' ' {
            paragraph.push(std::mem::take(&mut piece));
            piece_width = Mm::default();
        }
    }
    if !piece.is_empty() {
        paragraph.push(piece);
    }
    paragraph
}

/// Returns a character, or its code point if the font has no glyph for it.
fn printable(character: char, font: Font, fonts: &FontCache) -> Vec<char> {
    if character.is_control() {
        vec![' ']
    } else if font.glyph_ids(fonts, [character]) == [0] {
        format!("[U+{:04X}]", u32::from(character)).chars().collect()
    } else {
        vec![character]
    }
}

// The CSV.

const VARIABLE_COLUMNS: [&str; 17] = [
    "data_source",
    "table",
    "variable",
    "data_type",
    "meaning",
    "range",
    "date_introduced",
    "is_primary",
    "is_foreign",
    "is_identifiable",
    "derived",
    "dataset",
    "dataset_description",
    "is_distinct",
    "since_request",
    "as_requested",
    "as_now",
];

fn variable_cells(dataset: &DatasetView, variable: &DatasetVariableView) -> [String; 17] {
    let var = &variable.var;
    [
        var.source.clone(),
        var.tbl_name.clone(),
        var.var_name.clone(),
        var.data_type.clone(),
        Meaning::parse(&var.meaning).plain(),
        var.range.clone().unwrap_or_default(),
        var.date_introduced
            .map_or_else(String::new, |date| date.to_string()),
        yes_or_no(var.is_primary),
        yes_or_no(var.is_foreign),
        yes_or_no(var.is_identifiable),
        yes_or_no(var.derived),
        dataset.rdataset_id.to_string(),
        dataset.dataset_description.clone(),
        yes_or_no(variable.is_distinct),
        variable.since.remark().unwrap_or_default().to_owned(),
        as_requested(variable),
        as_now(variable),
    ]
}

/// Neutralises formulas. A spreadsheet treats a cell as a formula because of its first character
/// other than white space; an apostrophe in front makes it text.
fn harmless(cell: String) -> String {
    let signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    if cell.trim_start().starts_with(signs) || cell.starts_with(['\t', '\r', '\n']) {
        format!("'{cell}")
    } else {
        cell
    }
}

// Texts of both.

/// Returns the fields that the dictionary has changed since the request, with their values at that
/// time.
fn as_requested(variable: &DatasetVariableView) -> String {
    changed_fields(variable, "as requested", |change| &change.before)
}

/// Returns the same fields with their current values.
fn as_now(variable: &DatasetVariableView) -> String {
    changed_fields(variable, "now", |change| &change.after)
}

fn changed_fields(variable: &DatasetVariableView, side: &str, value: fn(&FieldChange) -> &String) -> String {
    let fields = variable.since.changed.iter().flat_map(|changed| &changed.fields);
    let lines: Vec<String> = fields
        .map(|change| {
            let value = value(change);
            let value = if change.field == "meaning" {
                Meaning::parse(value).plain()
            } else {
                value.clone()
            };
            format!("{}, {side}: {value}", change.label())
        })
        .collect();
    lines.join("\n")
}

fn format_day(date: NaiveDate) -> String {
    date.format("%d %B, %Y").to_string()
}

fn day_of(time: DateTime<Utc>) -> String {
    format_day(time.date_naive())
}

fn optional_day(date: Option<NaiveDate>) -> String {
    date.map_or_else(String::new, format_day)
}

fn yes_or_no(flag: bool) -> String {
    if flag { "Yes" } else { "No" }.to_owned()
}

fn kib(bytes: u64) -> String {
    format!("{} KiB", bytes.div_ceil(1024))
}

/// Returns the last quarter of an identification number, at most three characters, because PDFs are
/// passed on and printed.
fn masked(number: &str) -> String {
    let length = number.chars().count();
    let hidden = length - (length / 4).min(3);
    number
        .chars()
        .skip(hidden)
        .fold("…".to_owned(), |end, c| format!("{end}{c}"))
}

fn unpacked(font: &[u8]) -> Result<Vec<u8>, DocumentError> {
    let mut bytes = Vec::new();
    GzDecoder::new(font).read_to_end(&mut bytes).map_err(fault)?;
    Ok(bytes)
}

fn fault(error: impl Into<Box<dyn Error + Send + Sync>>) -> DocumentError {
    DocumentError(error.into())
}
