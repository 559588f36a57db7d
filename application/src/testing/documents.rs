use std::hash::{DefaultHasher, Hash, Hasher};

use aditus_domain::information::PublicDocument;
use aditus_domain::reference::PLACE_COLUMNS;

use crate::audit::export::AuditLogLine;
use crate::dictionary::quality::TableQuality;
use crate::dictionary::revisions::compare_csv::ComparisonLine;
use crate::ports::{DocumentError, Documents, LetterSheet, PrintedProof, PublicPdf};
use crate::requests::versions::rounds::RoundChanges;
use crate::requests::views::RequestDetail;

/// Renders minimal documents that contain just enough to identify their subject.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainDocuments;

/// Renders a proof as text: a line for the log, one for each entry, and one for the address.
fn plain_proof(proof: Option<&PrintedProof>) -> String {
    let Some(proof) = proof else { return String::new() };
    let entries = proof.entries.iter().map(|entry| {
        let index = entry
            .index
            .map_or("none yet".to_owned(), |index| index.to_string());
        let version = entry.version.map_or(0, |version| version.0);
        let (id, kind) = (entry.id, entry.kind.name());
        format!("entry {id} {kind} of version {version}, index {index}\n")
    });
    let version = proof
        .version
        .map(|(number, _)| format!("version {number}\n"))
        .unwrap_or_default();
    format!(
        "log {}\n{}{version}address {}\n",
        proof.origin,
        entries.collect::<String>(),
        proof.address
    )
}

impl Documents for PlainDocuments {
    fn request_pdf(
        &self,
        request: &RequestDetail,
        changes: &[RoundChanges],
        proof: Option<&PrintedProof>,
        product_name: &str,
    ) -> Result<Vec<u8>, DocumentError> {
        let rounds = changes.len();
        let round_lines = changes.iter().map(|round| {
            let decisions = round
                .decisions
                .iter()
                .map(|line| format!(", {} by {}", line.state.name(), line.role));
            format!(
                "round {}: {} to {}{}\n",
                round.round,
                round.from,
                round.to,
                decisions.collect::<String>()
            )
        });
        Ok(format!(
            "%PDF-1.4\n% {product_name}: {}, {rounds} rounds with changes\n{}{}",
            request.details.title,
            round_lines.collect::<String>(),
            plain_proof(proof)
        )
        .into_bytes())
    }

    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
        let mut lines = vec!["tbl_name,var_name".to_owned()];
        for dataset in &request.requested_datasets {
            lines.extend(
                dataset
                    .variables
                    .iter()
                    .map(|variable| format!("{},{}", variable.var.tbl_name, variable.var.var_name)),
            );
        }
        Ok(lines.join("\r\n").into_bytes())
    }

    fn data_quality_csv(&self, source: &str, tables: &[TableQuality]) -> Result<Vec<u8>, DocumentError> {
        let mut lines = vec!["data_source,tbl_name".to_owned()];
        lines.extend(tables.iter().map(|table| format!("{source},{}", table.tbl_name)));
        Ok(lines.join("\r\n").into_bytes())
    }

    fn facilities_csv(&self, facilities: &[[String; 3]]) -> Result<Vec<u8>, DocumentError> {
        let heading = PLACE_COLUMNS.join(",");
        let lines = facilities.iter().map(|line| line.join(","));
        Ok(std::iter::once(heading)
            .chain(lines)
            .collect::<Vec<_>>()
            .join("\r\n")
            .into_bytes())
    }

    fn comparison_csv(&self, lines: &[ComparisonLine]) -> Result<Vec<u8>, DocumentError> {
        let mut text = vec!["change,record,tbl_name,ids_column_name,field,before,after".to_owned()];
        text.extend(lines.iter().map(|line| {
            [
                line.change,
                line.record,
                &line.tbl_name,
                &line.ids_column_name,
                line.field,
                &line.before,
                &line.after,
            ]
            .join(",")
        }));
        Ok(text.join("\r\n").into_bytes())
    }

    fn audit_log_csv_heading(&self) -> Result<Vec<u8>, DocumentError> {
        Ok(b"entry_id,kind,person,request".to_vec())
    }

    fn audit_log_csv_lines(&self, lines: &[AuditLogLine]) -> Result<Vec<u8>, DocumentError> {
        let lines = lines.iter().map(|line| {
            let person = line.person.as_ref().map_or(0, |person| person.user.0);
            format!("\r\n{},{},{person},{}", line.entry_id, line.kind, line.request)
        });
        Ok(lines.collect::<String>().into_bytes())
    }

    fn letter_pdf(&self, letter: &LetterSheet, product_name: &str) -> Result<Vec<u8>, DocumentError> {
        let LetterSheet {
            number,
            text,
            is_specimen,
            proof,
            ..
        } = letter;
        let mark = if *is_specimen { " (specimen)" } else { "" };
        Ok(format!(
            "%PDF-1.4\n% {product_name}: {number}{mark}\n{}\n{}\n{}",
            text.heading,
            text.body,
            plain_proof(proof.as_ref())
        )
        .into_bytes())
    }

    fn public_document(
        &self,
        document: PublicDocument,
        product_name: &str,
    ) -> Result<PublicPdf, DocumentError> {
        let text = format!("%PDF-1.4\n% {product_name}: {}\n", document.name());
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Ok(PublicPdf {
            bytes: text.into_bytes().into(),
            digest: format!("{:016x}", hasher.finish()).into(),
        })
    }
}
