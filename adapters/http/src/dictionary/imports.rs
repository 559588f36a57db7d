//! Imports of the dictionary (decisions T4): preview, run and progress.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, web};
use aditus_application::Ports;
use aditus_application::dictionary::import::{
    self, Error, Files, ImportSort, Importer, Lease, cancel, find, list, preview, run, start,
};
use aditus_domain::dictionary::{ImportFormat, MAX_IMPORT_BYTES};
use aditus_domain::ids::ImportId;
use tracing::Span;
use utoipa::ToSchema;

use super::imports_body::{ImportBody, ImportDetailBody, ImportPreviewBody};
use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::body::{FormSpec, LargeForm, Query, SentForm, TempFile};
use crate::problem::{Problem, ProblemBody};
use crate::records::{ListParameters, RecordsQuery};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};
use crate::sort::Columns;
use crate::watch::{is_traced, span_traced_if};

const PAGE_SIZE: u32 = 10;

const FORM: FormSpec = FormSpec {
    fields: &["source", "format", "dry_run", "leave_unknown", "publish"],
    files: &["tables", "variables"],
    max_bytes: MAX_IMPORT_BYTES,
    too_large: || Error::TooLarge.to_string(),
};

type ImportsQuery = RecordsQuery<ImportSort>;

impl Columns for ImportSort {
    const COLUMNS: &'static [(&'static str, Self)] =
        &[("started_on", Self::StartedOn), ("source", Self::Source)];
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(import_dictionary)
        .service(dictionary_imports)
        .service(dictionary_import)
        .service(cancel_dictionary_import);
}

/// The form of a dictionary import.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the form is read part by part; this describes it")]
struct ImportForm {
    /// The name of the data source. It is created if it does not exist.
    source: String,
    /// The format of the files: aditus, omop or redcap.
    #[schema(default = "aditus")]
    format: Option<String>,
    /// If true, only previews the import.
    #[schema(default = false)]
    dry_run: Option<bool>,
    /// If true, ignores columns that the format does not know. Otherwise such files are rejected.
    #[schema(default = false)]
    leave_unknown: Option<bool>,
    /// If true, publishes a data source that the import creates.
    #[schema(default = false)]
    publish: Option<bool>,
    /// The file of tables: CSV in UTF-8, separated by commas, semicolons or tabs. The two files
    /// together may have at most 64 MiB. The format redcap has no such file.
    #[schema(format = Binary)]
    tables: Option<String>,
    /// The file of variables.
    #[schema(format = Binary)]
    variables: String,
}

struct UploadedFiles {
    /// `None` if the format has no such file.
    tables: Option<TempFile>,
    variables: TempFile,
}

impl UploadedFiles {
    fn beginnings(&self) -> Vec<(import::File, &[u8])> {
        let tables = self.tables.iter().map(|file| (import::File::Tables, file));
        tables
            .chain([(import::File::Variables, &self.variables)])
            .map(|(name, file)| (name, file.beginning()))
            .collect()
    }

    /// Reads both files into memory. This blocks.
    fn read(self) -> std::io::Result<Files> {
        Ok(Files {
            tables: self.tables.map_or(Ok(Vec::new()), TempFile::read)?,
            variables: self.variables.read()?,
        })
    }
}

struct ImportUpload {
    source: String,
    format: ImportFormat,
    dry_run: bool,
    leave_unknown: bool,
    publish: bool,
    size: usize,
    files: UploadedFiles,
}

impl ImportUpload {
    fn read(mut form: SentForm) -> Result<Self, Problem> {
        let format = match form.field("format") {
            None => ImportFormat::Aditus,
            Some(name) => ImportFormat::parse(name)
                .map_err(|_| Problem::field("format", "The format must be aditus, omop or redcap."))?,
        };
        let dry_run = flag(&form, "dry_run", "Dry run must be true or false.")?;
        let leave_unknown = flag(&form, "leave_unknown", "Leave unknown must be true or false.")?;
        let publish = flag(&form, "publish", "Publish must be true or false.")?;
        let size = form.size();
        let tables = if format.has_file_of_tables() {
            form.require(&["tables", "variables"])?;
            Some(form.take_file("tables")?)
        } else {
            form.require(&["variables"])?;
            if form.has_file("tables") {
                let text = "A REDCap dictionary is one file. Leave out the file of tables.";
                return Err(Problem::field("tables", text));
            }
            None
        };
        Ok(Self {
            source: form.field("source").unwrap_or_default().to_owned(),
            format,
            dry_run,
            leave_unknown,
            publish,
            size,
            files: UploadedFiles {
                tables,
                variables: form.take_file("variables")?,
            },
        })
    }
}

/// Parses a boolean field; false if it is missing.
fn flag(form: &SentForm, name: &'static str, otherwise: &'static str) -> Result<bool, Problem> {
    match form.field(name) {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(Problem::field(name, otherwise)),
    }
}

/// Imports a dictionary, or previews the import with `dry_run`.
///
/// Tables and variables are matched by name; differences are updated, and nothing is deleted. The
/// import continues after the response: poll it by its id. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])),
    request_body(content = ImportForm, content_type = "multipart/form-data"), responses(
    (status = 200, body = Envelope<ImportPreviewBody>, description = "with `dry_run`: what the import would do; nothing was changed"),
    (status = 202, body = Envelope<ImportDetailBody>, description = "the import has begun"),
    (status = 400, body = ProblemBody, description = "a field is wrong, or a file cannot be read at all"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 409, body = ProblemBody, description = "an import into this data source runs, or as many as may run at once"),
    (status = 413, body = ProblemBody, description = "the files are too large"),
))]
#[post("/data_dictionary/import")]
async fn import_dictionary(
    api: web::Data<Api>,
    caller: SignedIn,
    form: LargeForm,
) -> Result<HttpResponse, Problem> {
    import::may_import(&caller).map_err(|error| Problem::from_failure(&error))?;
    let upload = ImportUpload::read(form.read(FORM).await?)?;
    if upload.dry_run {
        let permit = api.comparison_permit().await?;
        let files = web::block(move || upload.files.read())
            .await
            .map_err(Problem::internal)?
            .map_err(Problem::internal)?;
        let command = preview::Command {
            source: upload.source,
            format: upload.format,
            leave_unknown: upload.leave_unknown,
            files,
        };
        let answer = api
            .run(move |ports| {
                let _permit = permit;
                preview::execute(ports, Importer::Caller(&caller), command)
            })
            .await?;
        return Ok(Envelope::read(ImportPreviewBody::from(answer)));
    }
    let ImportUpload {
        source,
        format,
        leave_unknown,
        publish,
        size,
        files,
        ..
    } = upload;
    import::refuse_unreadable(&files.beginnings()).map_err(|error| Problem::from_failure(&error))?;
    let importer = caller.0.clone();
    let lease = api
        .run(move |ports| {
            let command = start::Command {
                source: &source,
                format,
                leave_unknown,
                publish,
                size,
            };
            start::execute(ports, Importer::Caller(&importer), &command)
        })
        .await?;
    carry_out(api.ports().clone(), lease, files)?;
    let answer = api
        .run_without_idempotency(move |ports| find::execute(ports, Importer::Caller(&caller), lease.import))
        .await?;
    Ok(Envelope::with(
        StatusCode::ACCEPTED,
        "The import has started",
        ImportDetailBody::from(answer),
    ))
}

/// Runs the import on its own thread. The result is stored with the import. If this process ends
/// first, another one completes the import, or marks it as interrupted if it was still comparing.
fn carry_out(ports: Ports, lease: Lease, files: UploadedFiles) -> Result<(), Problem> {
    let span = span_traced_if!(is_traced(&Span::current()), "import", import = lease.import.0);
    std::thread::Builder::new()
        .name("import".to_owned())
        .spawn(move || {
            span.in_scope(|| match files.read() {
                Ok(files) => match run::execute(&ports, &lease, files) {
                    Ok(job) => tracing::info!(state = job.state.name(), "import ended"),
                    Err(error) => tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "cannot complete an import; unless it has ended, it is taken over once its lease expires"
                    ),
                },
                Err(error) => tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "cannot read the uploaded files of an import; it counts as interrupted once its lease expires"
                ),
            });
        })
        .map(drop)
        .map_err(Problem::internal)
}

/// Lists imports, newest first by default, sorted by `started_on` or source.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(ImportsQuery), responses(
    (status = 200, body = Listing<ImportBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_dictionary/import")]
async fn dictionary_imports(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<ImportsQuery>,
) -> Result<HttpResponse, Problem> {
    let page = api
        .read_with(reader, query.0.read(PAGE_SIZE), list::execute)
        .await?;
    Ok(Listing::page(page, ImportBody::from))
}

/// Returns one import with its progress and the lines that were rejected.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<ImportDetailBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_dictionary/import/{id}")]
async fn dictionary_import(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = ImportId(id.into_inner());
    let answer = api
        .read(reader, move |ports, caller| {
            find::execute(ports, Importer::Caller(caller), id)
        })
        .await?;
    Ok(Envelope::read(ImportDetailBody::from(answer)))
}

/// Cancels an import that has not started to write.
///
/// It ends as cancelled as soon as it notices. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<ImportBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 409, body = ProblemBody, description = "it has begun to write, or has ended"),
))]
#[delete("/data_dictionary/import/{id}")]
async fn cancel_dictionary_import(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = ImportId(id.into_inner());
    let job = api.run(move |ports| cancel::execute(ports, &caller, id)).await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "The import is being cancelled",
        ImportBody::from(job),
    ))
}
