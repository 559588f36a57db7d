use std::future::Future;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use aditus_application::ports::{
    Authorities, FileError, FileKey, FilePart, FileStore, SignedPath, StoredFile,
};
use aditus_domain::requests::FileType;
use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::path::Path;
use object_store::signer::{Method, SignedUrlOptions, Signer};
use object_store::{
    Attribute, Attributes, Certificate, ClientOptions, GetOptions, ObjectMeta, ObjectStore, ObjectStoreExt,
    PutMode, PutOptions, PutPayload, RetryConfig,
};
use secrecy::{ExposeSecret, SecretString};
use tokio::runtime::Runtime;

/// Address and credentials of an S3-compatible store.
#[derive(Debug, Clone)]
pub struct S3Settings {
    /// The bucket, which has to exist.
    pub bucket: String,
    /// The region. Stores without regions accept any.
    pub region: String,
    /// Address of the store if it is not Amazon's, `https://…`. Use `http://` only over a private
    /// network.
    pub endpoint: Option<String>,
    /// Id of the access key.
    pub access_key_id: String,
    /// Secret of the access key.
    pub secret_access_key: SecretString,
    /// Prefix of every key, like a folder. Empty for none.
    pub prefix: String,
    /// Timeout of one attempt. A request that has taken this long in all is not retried.
    pub timeout: Duration,
    /// Certificate authorities that are trusted.
    pub authorities: Authorities,
}

/// Number of objects in one batch, which is a page of S3.
const LISTED_AT_ONCE: usize = 1000;

/// Files in an S3-compatible store. Addresses are presigned by the rules of S3, so the store serves
/// them without involving Aditus.
///
/// The port is synchronous, so requests to the store run on a small runtime of its own.
pub struct ObjectStoreFiles {
    objects: Arc<dyn ObjectStore>,
    signer: Arc<dyn Signer>,
    prefix: Path,
    runtime: Option<Runtime>,
}

impl ObjectStoreFiles {
    /// Creates a client for an S3-compatible store. Sends no request yet.
    pub fn s3(settings: &S3Settings) -> Result<Self, FileError> {
        // Fails if another provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let plain = settings
            .endpoint
            .as_deref()
            .is_some_and(|endpoint| endpoint.starts_with("http://"));
        let retry = RetryConfig {
            max_retries: 3,
            retry_timeout: settings.timeout,
            ..RetryConfig::default()
        };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&settings.bucket)
            .with_region(&settings.region)
            .with_access_key_id(&settings.access_key_id)
            .with_secret_access_key(settings.secret_access_key.expose_secret())
            .with_client_options(
                client_options(&settings.authorities)
                    .map_err(unavailable)?
                    .with_timeout(settings.timeout)
                    .with_connect_timeout(settings.timeout)
                    .with_allow_http(plain),
            )
            .with_retry(retry)
            // Deletes one object per request, because fewer stores support the bulk call.
            .with_disable_bulk_delete(true);
        if let Some(endpoint) = &settings.endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        let store = Arc::new(builder.build().map_err(unavailable)?);
        Self::new(store.clone(), store, &settings.prefix)
    }

    fn new(objects: Arc<dyn ObjectStore>, signer: Arc<dyn Signer>, prefix: &str) -> Result<Self, FileError> {
        let prefix = Path::parse(prefix).map_err(unavailable)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("files")
            .enable_all()
            .build()
            .map_err(unavailable)?;
        Ok(Self {
            objects,
            signer,
            prefix,
            runtime: Some(runtime),
        })
    }

    /// Returns the scheme, host and port of presigned addresses. The content security policy has to
    /// allow it, so that browsers can show documents.
    pub fn origin(&self) -> Result<String, FileError> {
        let address = self
            .signed_address(&FileKey::parse("origin")?, "origin", Duration::from_secs(1))?
            .0;
        let host = address.find("://").map_or(0, |scheme| scheme + 3);
        let end = address[host..]
            .find('/')
            .map_or(address.len(), |path| host + path);
        Ok(address[..end].to_owned())
    }

    fn path(&self, key: &FileKey) -> Path {
        self.prefix
            .parts()
            .chain(key.as_str().split('/').map(Into::into))
            .collect()
    }

    /// Returns the file of an object, or `None` if its name is not a key.
    fn stored(&self, object: &ObjectMeta) -> Option<StoredFile> {
        let parts: Vec<String> = object
            .location
            .prefix_match(&self.prefix)?
            .map(|part| part.as_ref().to_owned())
            .collect();
        Some(StoredFile {
            key: FileKey::parse(&parts.join("/")).ok()?,
            changed_on: object.last_modified,
        })
    }

    /// Waits for the store from any kind of thread. A thread of an asynchronous runtime must not
    /// block on another runtime, but it may wait for a channel.
    fn wait<T: Send + 'static>(
        &self,
        asking: impl Future<Output = Result<T, object_store::Error>> + Send + 'static,
    ) -> Result<T, FileError> {
        let gone = || FileError::Unavailable("the file store is shutting down".into());
        let (answer, answered) = mpsc::channel();
        self.runtime.as_ref().ok_or_else(gone)?.spawn(async move {
            // Sending fails only if the waiting thread is gone.
            let _ = answer.send(asking.await);
        });
        answered.recv().map_err(|_| gone())?.map_err(|error| match error {
            object_store::Error::NotFound { .. } => FileError::NotFound,
            object_store::Error::AlreadyExists { .. } => FileError::Exists,
            other => unavailable(other),
        })
    }
}

impl FileStore for ObjectStoreFiles {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError> {
        let (objects, path, payload) = (
            self.objects.clone(),
            self.path(key),
            PutPayload::from(bytes.to_vec()),
        );
        let options = PutOptions {
            mode: PutMode::Create,
            attributes: attributes(key),
            ..PutOptions::default()
        };
        self.wait(async move { objects.put_opts(&path, payload, options).await })
            .map(|_| ())
    }

    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError> {
        let (objects, path) = (self.objects.clone(), self.path(key));
        self.wait(async move { objects.get(&path).await?.bytes().await })
            .map(Vec::from)
    }

    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError> {
        let (objects, path) = (self.objects.clone(), self.path(key));
        self.wait(async move {
            let options = GetOptions {
                range: Some((start..start.saturating_add(length as u64)).into()),
                ..GetOptions::default()
            };
            match objects.get_opts(&path, options).await {
                Ok(read) => Ok(FilePart {
                    size: read.meta.size,
                    bytes: read.bytes().await?.into(),
                }),
                Err(error @ object_store::Error::NotFound { .. }) => Err(error),
                // A store refuses a range that starts at or behind the end of the object.
                Err(error) => match objects.head(&path).await?.size {
                    size if size <= start => Ok(FilePart {
                        bytes: Vec::new(),
                        size,
                    }),
                    _ => Err(error),
                },
            }
        })
    }

    fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        let (objects, path) = (self.objects.clone(), self.path(key));
        match self.wait(async move { objects.delete(&path).await }) {
            Err(FileError::NotFound) => Ok(()),
            removed => removed,
        }
    }

    fn for_each_batch(
        &self,
        show: &mut dyn FnMut(Vec<StoredFile>) -> Result<(), FileError>,
    ) -> Result<bool, FileError> {
        let mut after: Option<Path> = None;
        loop {
            let (objects, prefix, from) = (self.objects.clone(), self.prefix.clone(), after.clone());
            let page: Vec<ObjectMeta> = self.wait(async move {
                let listed = match &from {
                    Some(from) => objects.list_with_offset(Some(&prefix), from),
                    None => objects.list(Some(&prefix)),
                };
                listed.take(LISTED_AT_ONCE).try_collect().await
            })?;
            let Some(last) = page.last() else { return Ok(true) };
            after = Some(last.location.clone());
            let is_last = page.len() < LISTED_AT_ONCE;
            show(
                page.into_iter()
                    .filter_map(|object| self.stored(&object))
                    .collect(),
            )?;
            if is_last {
                return Ok(true);
            }
        }
    }

    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError> {
        let (signer, path) = (self.signer.clone(), self.path(key));
        let disposition = shown_under(name);
        let address = self.wait(async move {
            let named =
                SignedUrlOptions::default().with_query([("response-content-disposition", disposition)]);
            signer.signed_url_opts(Method::GET, &path, lifetime, &named).await
        })?;
        Ok(SignedPath(address.to_string()))
    }
}

impl Drop for ObjectStoreFiles {
    /// Shuts the runtime down in the background. A normal drop would wait for its threads, which is
    /// not allowed on threads of another runtime.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Returns client options that trust these authorities, or those of the system if there are none.
fn client_options(authorities: &Authorities) -> Result<ClientOptions, object_store::Error> {
    let options = ClientOptions::new().with_no_system_certificates(!authorities.is_empty());
    authorities
        .certificates()
        .try_fold(options, |options, certificate| {
            Ok(options.with_root_certificate(Certificate::from_der(certificate)?))
        })
}

/// Returns the headers with which the store serves a file outside of presigned addresses: its type
/// and its name.
fn attributes(key: &FileKey) -> Attributes {
    let mut attributes = Attributes::new();
    if let Some(file_type) = FileType::from_extension(key.extension()) {
        attributes.insert(Attribute::ContentType, file_type.mime().into());
    }
    attributes.insert(Attribute::ContentDisposition, shown_under(key.file_name()).into());
    attributes
}

/// Returns the header that shows a file in the browser, and suggests this name for saving it.
fn shown_under(name: &str) -> String {
    format!("inline; filename=\"{name}\"")
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> FileError {
    FileError::Unavailable(Box::new(error))
}
