use std::io;
use std::sync::Arc;

use aditus_application::audit::export::AuditLogLine;
use aditus_application::dictionary::quality::TableQuality;
use aditus_application::dictionary::revisions::compare_csv::ComparisonLine;
use aditus_application::ports::{DocumentError, Documents, LetterSheet, PrintedProof, PublicPdf};
use aditus_application::requests::versions::rounds::RoundChanges;
use aditus_application::requests::views::RequestDetail;
use aditus_domain::information::PublicDocument;

use crate::background_threads::{BackgroundThreads, Niceness};

/// Gets about a thirtieth of a contended processor, because downloads are the least urgent work.
const NICENESS: Niceness = Niceness(15);

/// Makes documents on threads of their own at a low priority, because a download is less urgent
/// than any other work. Callers wait for the result.
pub struct DocumentThreads {
    documents: Arc<dyn Documents>,
    threads: BackgroundThreads,
}

impl DocumentThreads {
    /// Starts `number` threads. They end when this is dropped.
    pub fn start(documents: Arc<dyn Documents>, number: usize) -> Result<Self, io::Error> {
        Ok(Self {
            documents,
            threads: BackgroundThreads::start("documents", number, NICENESS)?,
        })
    }

    fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&dyn Documents) -> Result<T, DocumentError> + Send + 'static,
    ) -> Result<T, DocumentError> {
        let documents = Arc::clone(&self.documents);
        self.threads
            .run(move || job(documents.as_ref()))
            .unwrap_or_else(|| Err(DocumentError("making the document panicked".into())))
    }
}

impl Documents for DocumentThreads {
    fn request_pdf(
        &self,
        request: &RequestDetail,
        changes: &[RoundChanges],
        proof: Option<&PrintedProof>,
        product_name: &str,
    ) -> Result<Vec<u8>, DocumentError> {
        let (request, changes, proof) = (request.clone(), changes.to_vec(), proof.cloned());
        let product_name = product_name.to_owned();
        self.run(move |documents| documents.request_pdf(&request, &changes, proof.as_ref(), &product_name))
    }

    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
        let request = request.clone();
        self.run(move |documents| documents.variables_csv(&request))
    }

    fn data_quality_csv(&self, source: &str, tables: &[TableQuality]) -> Result<Vec<u8>, DocumentError> {
        let (source, tables) = (source.to_owned(), tables.to_vec());
        self.run(move |documents| documents.data_quality_csv(&source, &tables))
    }

    fn facilities_csv(&self, facilities: &[[String; 3]]) -> Result<Vec<u8>, DocumentError> {
        let facilities = facilities.to_vec();
        self.run(move |documents| documents.facilities_csv(&facilities))
    }

    fn comparison_csv(&self, lines: &[ComparisonLine]) -> Result<Vec<u8>, DocumentError> {
        let lines = lines.to_vec();
        self.run(move |documents| documents.comparison_csv(&lines))
    }

    /// Runs on the caller's thread, because it is a single line.
    fn audit_log_csv_heading(&self) -> Result<Vec<u8>, DocumentError> {
        self.documents.audit_log_csv_heading()
    }

    fn audit_log_csv_lines(&self, lines: &[AuditLogLine]) -> Result<Vec<u8>, DocumentError> {
        let lines = lines.to_vec();
        self.run(move |documents| documents.audit_log_csv_lines(&lines))
    }

    fn letter_pdf(&self, letter: &LetterSheet, product_name: &str) -> Result<Vec<u8>, DocumentError> {
        let (letter, product_name) = (letter.clone(), product_name.to_owned());
        self.run(move |documents| documents.letter_pdf(&letter, &product_name))
    }

    /// Runs on the caller's thread, because these documents are cached after the first time.
    fn public_document(
        &self,
        document: PublicDocument,
        product_name: &str,
    ) -> Result<PublicPdf, DocumentError> {
        self.documents.public_document(document, product_name)
    }
}
